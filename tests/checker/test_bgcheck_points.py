"""Points of docs/certificates.md that are easily overlooked: both checkers accept or refuse the same files."""

import hashlib
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bgchecking import Check, built, python_holds, runner
from handmade import Tiny, solved

Agree = Callable[[dict[str, Any]], tuple[bool, str]]


@pytest.fixture(scope="session")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """Runs the checker in C."""
    return runner(built(tmp_path_factory.mktemp("points"), "-O2"))


@pytest.fixture
def agree(tmp_path: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> Agree:
    """Whether both checkers accept a document, and what the one in C says."""
    monkeypatch.chdir(tmp_path)

    def agreed(document: dict[str, Any]) -> tuple[bool, str]:
        holds, line = check(tmp_path / "points.cert", document)
        assert python_holds(tmp_path / "points.cert", monkeypatch) == holds, line
        return holds, line

    return agreed


def certificate(game: str, objective: str = "mean", history: str = "", **options: Any) -> dict[str, Any]:
    """A certificate of the engine."""
    path = Path("engine.cert")
    bg.optimum(bg.Position(game, history), objective, certify=True, **options).save_certificate(path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def with_table(document: dict[str, Any], content: str) -> dict[str, Any]:
    """The document, of another content of its table."""
    path = Path("other.csv")
    path.write_text(content)
    entry = {"name": path.name, "sha256": hashlib.sha256(content.encode()).hexdigest()}
    name = document["game_files"][0]["name"]
    return {**document, "game": document["game"].replace(name, path.name), "game_files": [entry]}


def table_of(
    name: str, rows: list[list[str]], win: str | None = "w", weights: str = "", costs: str = "", labels: str = ""
) -> Tiny:
    """A table of guesses g0, g1, ... and secrets s0, s1, ..., written to a file."""
    guesses, secrets = [f"g{i}" for i in range(len(rows))], [f"s{i}" for i in range(len(rows[0]))]
    lines = [["x" if win is None else f"win={win}", *secrets, *(["cost"] if costs else [])]]
    price = costs.split() if costs else []
    lines += [[guesses[i], *row, *price[i : i + 1]] for i, row in enumerate(rows)]
    for title, items in (("weight", weights), ("label", labels)):
        if items:
            lines.append([title, *items.split(), *([""] if costs else [])])
    path = Path(name)
    path.write_text("".join(",".join(line) + "\n" for line in lines))
    text = f"table({name})" if win is not None else f"table({name},goal=identify)"
    return Tiny(
        text, guesses, secrets, lambda guess, secret: rows[guess][secret], win,
        labels=labels.split() or None,
        weights=[Fraction(item) for item in weights.split()] or None,
        costs=[Fraction(item) for item in price] or None,
        files=[path],
    )  # fmt: skip


WINNERS = [["w", "a", "a"], ["a", "w", "b"], ["b", "a", "w"]]


def proven(game: Tiny, objective: str = "mean", limit: int | None = None, **options: Any) -> dict[str, Any]:
    """A certificate written by hand."""
    document = solved(game, objective, limit, **options)
    assert document is not None
    return document


def test_words_without(agree: Agree) -> None:
    """The words of without= are no secrets; they stay guesses."""
    Path("words.txt").write_text("abc 2\nabd\nbcd\ncda\ndab\n")
    Path("used.txt").write_text("ABD\nzzz\n")
    document = certificate("words(words.txt,without=used.txt)")
    assert agree(document) == (True, agree(document)[1])
    assert document["figures"]["secrets"] == 4
    assert not agree({**document, "game": "words(words.txt)"})[0]


def test_many_coins(agree: Agree) -> None:
    """A certificate of thirteen coins, of hundreds of thousands of weighings."""
    holds, line = agree(certificate("balance(13,find=coin)"))
    assert holds, line


def test_amounts_are_in_the_units_of_the_game(agree: Agree) -> None:
    """Costs that are multiplied in the file are divided again: a decimal, or a fraction."""
    halves = proven(table_of("game.csv", WINNERS, costs="1/2 1/2 1.5"))
    assert halves["costs"]["unit"] == "1/2"
    total = Fraction(halves["figures"]["total"], 2)
    assert f"a lower total than {float(total):g} (mean {float(total / 3):.3f})" in agree(halves)[1]
    thirds = proven(table_of("game.csv", WINNERS, costs="1/3 1/3 2/3"), "worst")
    worst = Fraction(thirds["figures"]["worst"], 3)
    assert f"a lower worst than {worst}," in agree(thirds)[1]


def test_the_least_cost_of_a_guess_that_wins_counts(agree: Agree) -> None:
    """Bounds by parts: one candidate is left, and only an expensive guess wins."""
    holds, line = agree(certificate(table_of("game.csv", WINNERS, weights="2 1 3", costs="1/2 1/2 1.5").text))
    assert holds, line


def test_a_position_that_is_over(agree: Agree) -> None:
    """With the goal identify, one label left: there is nothing to ask, and nothing to prove."""
    game = table_of("game.csv", [["a", "a", "b"], ["a", "b", "b"]], None, labels="L L M")
    document = proven(game)
    assert agree(document)[0]
    assert not agree({**document, "history": [["g0", "a"]]})[0]


def test_weights_of_the_candidates_left(agree: Agree) -> None:
    """The weights do not count where all candidates that are left weigh 1."""
    rows = [["w", "b", "b", "b"], ["a", "w", "a", "b"], ["a", "b", "w", "a"], ["b", "a", "a", "w"]]
    game = table_of("game.csv", rows, weights="5 1 1 1")
    assert agree(certificate(game.text, history="g0:b"))[0]


def test_total_within_a_cost_proven_without_limit(agree: Agree) -> None:
    """What no strategy at all does, none within limits does."""
    game = table_of("game.csv", WINNERS, costs="1/2 1/2 1.5")
    mean, both = proven(game), proven(game, "worst,mean")
    assert mean["figures"]["total"] == both["figures"]["total"]
    both["proofs"][1] = mean["proofs"][0]
    assert both["proofs"][1]["cost_limit"] is None
    assert agree(both)[0]
    both["proofs"][0]["cost_limit"] = None
    assert not agree(both)[0]


def test_names_of_secrets(agree: Agree) -> None:
    """All of them, in the order of the guesses; in a file without a tree also none."""
    game = table_of("game.csv", WINNERS)
    document = proven(game)
    names = [["g0", "s0"], ["g1", "s1"], ["g2", "s2"]]
    assert document["secret_names"] == names
    assert agree(document)[0]
    for other in ([], names[:2], [["g0", "s1"], *names[1:]], names[::-1]):
        assert not agree({**document, "secret_names": other})[0]
    nothing = proven(game, "mean", 1)
    assert nothing["nodes"] is None
    assert agree({**nothing, "secret_names": []})[0]
    assert agree({**nothing, "secret_names": names})[0]
    assert not agree({**nothing, "secret_names": names[1:]})[0]


def test_what_is_lost_weighs_nothing(agree: Agree) -> None:
    """The column of its weight may be null."""
    document = proven(table_of("game.csv", WINNERS, weights="1 0 0"), "lost", 1)
    assert document["figures"]["lost"] == 2
    count = len(document["nodes"]["guess"])
    for column in (None, [0] * count):
        assert agree({**document, "nodes": {**document["nodes"], "lost_weight": column}})[0]
    assert not agree({**document, "nodes": {**document["nodes"], "lost_weight": [1] * count}})[0]


def test_nothing_times_infinite(agree: Agree) -> None:
    """Within a limit a candidate that weighs nothing has to be found, too."""
    game = table_of("game.csv", [["w", "a", "a"], ["a", "w", "a"], ["a", "a", "w"]], weights="1 1 0")
    document = proven(game, "mean", 2)
    assert document["nodes"] is None
    assert agree(document)[0]
    assert agree(proven(game, "mean", 3))[0]


def test_no_labels_with_the_goal_hit(agree: Agree) -> None:
    """There are no labels with the goal hit."""
    document = proven(table_of("game.csv", WINNERS))
    content = Path("game.csv").read_text()
    assert agree(with_table(document, content))[0]
    assert not agree(with_table(document, content + "label,A,B,C\n"))[0]


def test_identify_at_the_limit(agree: Agree) -> None:
    """A part of one label ends at the limit; parts of more are lost there."""
    rows = [["a", "a", "b", "b", "c"], ["a", "b", "a", "b", "c"]]
    game = table_of("game.csv", rows, None, weights="1 2 0 4 1")
    for limit in (1, 2):
        for objective in ("lost", "at-worst", "mean"):
            document = solved(game, objective, limit)
            if document is not None:
                assert agree(document)[0], (limit, objective)
