"""Trees and certificates of games written in Python: their table stands beside them, and both checkers know it."""

import json
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
import objects
from bestguess.check import CheckResult
from bestguess.games.custom import TextGame
from bestguess.solve import exact
from checkers import Check
from plain import paths_of
from worlds import custom_games, playthroughs, question_games

OBJECTIVES = ["mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"]


class House(bg.Mastermind):
    """Mastermind by the rules of a house, under its old name: misplaced pegs do not count."""

    family = "mastermind"

    def score(self, guess: str, secret: str) -> str:
        """Exact pegs only."""
        return f"{sum(map(str.__eq__, guess, secret))}.0"


def questions() -> bg.CustomGame:
    """Questions that cost, about numbers of which some mean the same; labels of several types."""
    answers: dict[str, Sequence[object]] = {
        "odd": [False, True] * 3,
        "small": ["yes"] * 3 + ["no"] * 3,
        "which third": [0, 0, 1, 1, 2, 2],
    }
    return bg.CustomGame(
        answers.keys(),
        range(6),
        lambda asked, secret: answers[asked][secret],
        goal="identify",
        labels=["low", "low", (1, 2), (1, 2), "high", 7],
        costs=[1, Fraction(3, 2), 2],
        weights=[1, 2, 3, 1, 0, Fraction(1, 3)],
        name="questions",
    )


def several_winners() -> bg.CustomGame:
    """Guesses that win against two secrets or more, and are no secrets themselves."""
    return bg.CustomGame("ABC", range(6), lambda g, s: s // 2 == "ABC".index(g) or s % 2 + 2, win=True, name="winners")


GAMES: dict[str, Callable[[], bg.Game]] = {
    **{name: lambda game=game: game for name, game in objects.GAMES.items()},  # type: ignore[misc]
    "labels and costs": questions,
    "several winners": several_winners,
    "other rules": lambda: House(2, 3),
    "words": lambda: bg.Words({"ab": 2, "ba": 1, "bb": 1, "ca": 3}),
    "one secret": lambda: bg.CustomGame([0], [0], lambda g, s: "yes", win="yes"),
    "an odd name": lambda: bg.CustomGame(range(5), range(5), lambda g, s: (g > s) - (g < s), 0, name="a\n(b,rows=2)"),
}


def checked(check: Check, path: Path) -> CheckResult:
    """What the checker in Python finds in the file at *path*, which both accept."""
    holds, line = check(path)
    assert holds, line
    return bg.check_file(path)


def check_all(check: Check, folder: Path, result: bg.Result) -> None:
    """Saves the certificate and the tree of *result*, which both checkers accept; the tree plays as it did."""
    result.save_certificate(folder / "proof.cert")
    found = checked(check, folder / "proof.cert")
    assert found.proves is not None
    assert result.tree is not None or (found.total, result.feasible) == (None, False)
    if result.tree is None:
        return
    assert (found.total, found.worst) == (result.total, result.tree.worst)
    result.tree.save(folder / "best.tree")
    assert checked(check, folder / "best.tree").total == found.total
    loaded = bg.load_tree(folder / "best.tree")
    assert loaded.figures.distribution == result.tree.figures.distribution
    text = result.tree.game_rules().text
    written = {text(secret): tuple(map(text, path)) for secret, path in paths_of(result.tree).items()}
    assert paths_of(loaded) == written


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rows", [None, 2])
def test_both_checkers_accept_them(check: Check, tmp_path: Path, name: str, rows: int | None) -> None:
    """Objects as codes, weights, labels, costs, several winners; on a board and without one."""
    game = GAMES[name]().with_rows(rows)
    check_all(check, tmp_path, bg.optimum(game, "worst,mean", certify=True))
    assert {path.name for path in tmp_path.iterdir()} >= {"proof.cert", "proof.cert.csv"}


any_game = st.one_of(custom_games(max_secrets=7), question_games(max_secrets=7, max_guesses=6))


@given(
    playthroughs(any_game, most=2),
    st.sampled_from(OBJECTIVES),
    st.none() | st.integers(1, 5),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_any_position_of_any_game(
    check: Check,
    tmp_path_factory: pytest.TempPathFactory,
    position: bg.Position,
    objective: str,
    rows: int | None,
    limited: bool,
    seed: int,
) -> None:
    """After a history, with a first guess, a limit or consistent guesses, on any board: accepted by both checkers."""
    rng, game = random.Random(seed), position.game
    assume(not position.over)
    assume(game.costs is None or objective not in ("at-worst", "lost"))
    board = bg.Position(game.with_rows(None if rows is None else rows + len(position.history)), position.history)
    options: dict[str, Any] = {}
    if limited or (objective == "lost" and rows is None):
        options["max_guesses"] = rng.randint(1, 4)
    if game.goal == "hit" and rng.random() < 0.3:
        options["consistent"] = True
    elif rng.random() < 0.5:
        useful = [guess for guess in game.guesses if len(parts := board.partition(guess)) > 1 or game.win in parts]
        options["first_guess"] = rng.choice(useful)
    result = bg.optimum(board, objective, certify=True, **options)
    check_all(check, tmp_path_factory.mktemp("own"), result)


def test_a_least_mean_that_needs_no_limit_before_a_worst_case_that_does(check: Check, tmp_path: Path) -> None:
    """With costs and rows the mean may be proven for any number of guesses, and the worst case after it within them."""
    answers = ["wabb", "cwba", "ccwc", "aacw", "cbac", "bcbb"]
    costs = [4, 1, 4, 3, 1, 1]
    game = bg.CustomGame(range(6), range(4), lambda guess, secret: answers[guess][secret], win="w", costs=costs)
    result = bg.optimum(game.with_rows(2), "mean,worst", certify=True)
    assert (result.total, result.worst) == (15, 5)
    result.save_certificate(tmp_path / "proof.cert")
    assert checked(check, tmp_path / "proof.cert").total == 15


@given(any_game, st.sampled_from(["first", "entropy", "random", "optimal"]), st.none() | st.integers(1, 4))
def test_trees_of_strategies(
    check: Check, tmp_path_factory: pytest.TempPathFactory, game: bg.Game, name: str, rows: int | None
) -> None:
    """Also those that lose something."""
    tree = bg.build_tree(game.with_rows(rows), name)
    path = tmp_path_factory.mktemp("own") / "own.tree"
    tree.save(path)
    found = checked(check, path)
    assert (found.total, found.lost or 0) == (tree.total, tree.lost or 0)
    assert bg.load_tree(path).unit_figures == tree.unit_figures


def test_what_the_files_say(tmp_path: Path) -> None:
    """The game is the table beside the file, by its bare name and its content; codes are texts."""
    game = objects.pairs(text=objects.pair_text).with_rows(5)
    position = bg.Position(game, [((0, 1), (0, 1))])
    result = bg.optimum(position, certify=True, first_guess=(1, 2))
    assert (result.history, result.strategy) == ("0-1:0-1", "best after 1-2")
    result.save_certificate(tmp_path / "own.cert")
    document = json.loads((tmp_path / "own.cert").read_text())
    assert document["game"] == "table(own.cert.csv,rows=5)"
    assert [file["name"] for file in document["game_files"]] == ["own.cert.csv"]
    assert (document["history"], document["first_guess"]) == ([["0-1", "0-1"]], "1-2")
    assert (document["feedbacks"][0], document["strategy"]) == ("2-0", "best after 1-2")
    lines = (tmp_path / "own.cert.csv").read_text().splitlines()
    assert lines[:2] == ["win=2-0,0-0,0-1,0-2,1-0,1-1,1-2,2-0,2-1,2-2", "0-0,2-0,1-0,1-0,1-0,0-0,0-0,1-0,0-0,0-0"]


def test_the_game_over_texts_is_the_same_game(tmp_path: Path) -> None:
    """What the command line certifies, over texts, is what the library certifies, over objects: byte by byte."""
    for name in ("objects", "texts"):
        (tmp_path / name).mkdir()
        game = objects.bits()
        rules = game if name == "objects" else game.as_text()
        assert isinstance(rules, TextGame) == (name == "texts")
        result = bg.optimum(rules, certify=True, limits=bg.Limits(threads=1))
        result.save_certificate(tmp_path / name / "own.cert")
    for file in ("own.cert", "own.cert.csv"):
        assert (tmp_path / "objects" / file).read_bytes() == (tmp_path / "texts" / file).read_bytes()


def test_a_registered_game_is_written_as_a_table(check: Check, tmp_path: Path) -> None:
    """No checker knows the name under which it was registered."""
    bg.register_game("certified", lambda most: bg.CustomGame(range(most), range(most), lambda g, s: g == s, True))
    result = bg.optimum("certified(4,rows=9)", certify=True)
    result.save_certificate(tmp_path / "own.cert")
    assert checked(check, tmp_path / "own.cert").game == "table(own.cert.csv,rows=9)"


@pytest.mark.parametrize("name", ["two words (1).cert", 'q"uote,rows=2).cert', "über.cert"])
def test_files_of_any_name(check: Check, tmp_path: Path, name: str) -> None:
    """The name of the table is quoted where it needs quotes."""
    bg.optimum(objects.numbers(), certify=True).save_certificate(tmp_path / name)
    assert checked(check, tmp_path / name).total == 17
    assert {path.name for path in tmp_path.iterdir()} == {name, f"{name}.csv"}


def test_a_table_that_is_missing_or_changed_is_refused(check: Check, tmp_path: Path) -> None:
    """Whatever is changed in it: a feedback, or a byte that means nothing."""
    path, table = tmp_path / "own.cert", tmp_path / "own.cert.csv"
    bg.optimum(questions(), certify=True).save_certificate(path)
    good = table.read_text()
    assert checked(check, path).total is not None
    for content in (good.replace("odd,False", "odd,True"), f"{good}\n", ""):
        table.write_text(content)
        assert check(path)[1].count("SHA-256") == 2
    table.unlink()
    assert "No such file" in check(path)[1]
    table.mkdir()
    assert not check(path)[0]
    table.rmdir()
    table.write_text(good)
    checked(check, path)


def test_a_game_that_its_text_describes_has_no_table(tmp_path: Path) -> None:
    """Built-in games, and games from files, which have their own."""
    table = tmp_path / "game.csv"
    table.write_text("win=yes,a,b\na,yes,no\nb,no,yes\n")
    for number, game in enumerate(("mastermind(2,3)", "words(english,4)", f"table({table})")):
        bg.build_tree(game, "first").save(tmp_path / f"{number}.tree")
    assert {path.name for path in tmp_path.iterdir()} == {"game.csv", "0.tree", "1.tree", "2.tree"}


def lone(codes: Sequence[Any], **options: Any) -> Callable[[], bg.Game]:
    """A game of these *codes*, each of which wins against itself."""
    return lambda: bg.CustomGame(codes, codes, lambda g, s: g == s, win=True, **options)


UNWRITABLE: dict[str, tuple[Callable[[], bg.Game], str]] = {
    "two codes with one text": (
        lone([1, "1"]),
        "two guesses have the text '1', 1 and '1': give the game a function text=",
    ),
    "two feedbacks with one text": (
        lambda: bg.CustomGame(range(3), range(3), lambda g, s: 0 if g == s else "1" if g < s else 1, win=0),
        "two feedbacks have the text '1', '1' and 1",
    ),
    "two labels with one text": (
        lambda: bg.CustomGame(range(3), range(3), lambda g, s: g == s, goal="identify", labels=[7, "7", "x"]),
        "two labels have the text '7', 7 and '7'",
    ),
    "an empty text": (lone("ab", text=lambda value: ""), "the text of the guess 'a' is empty"),
    "an odd space behind": (lone(["a\u00a0", "b"]), "texts that begin and end with no space"),
    "a carriage return": (lone(["a\rb", "b"]), "characters other than U+0000 and U+000D"),
    "half a character": (lone(["a\ud800", "b"]), "a text that cannot be written to a file"),
    "the word weight": (
        lambda: bg.CustomGame(["a", "weight"], "ab", lambda g, s: g[0] == s or (g, s) == ("weight", "b"), True),
        "a guess of a table cannot be called 'weight'",
    ),
    "feedbacks that differ in case": (
        lambda: bg.CustomGame("abc", "abc", lambda g, s: "=" if g == s else "x" if g < s else "X", "="),
        "two feedbacks to 'b' differ in case only, 'X' and 'x'",
    ),
    "a text that is none": (lone([1, 2], text=lambda value: value), "expected the text of 1 in custom, a text, got 1"),
    "a text that fails": (lone([1, 2], text=lambda value: value.x), "the text of 1 in custom fails: AttributeError"),
    "a weight of ten digits": (lone("ab", weights=[2**30, 1]), "expected a weight of at most nine digits"),
    "a rule": (lambda: bg.Words(["ab", "ba"], rule="hard"), "a game without a rule, which a table cannot hold"),
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_what_cannot_be_written_is_refused_before_the_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In one line, and no file is left behind; without a certificate the game is solved all the same."""
    make, message = UNWRITABLE[name]
    with monkeypatch.context() as patch:
        patch.setattr(exact, "solve", None)
        with pytest.raises(bg.errors.GameError) as caught:
            bg.optimum(make(), certify=True)
    line = str(caught.value)
    assert message in line
    assert line.splitlines() == [line]
    result = bg.optimum(make())
    assert result.proven
    assert result.tree is not None
    if name != "a rule":
        with pytest.raises(bg.errors.GameError):
            result.tree.save(tmp_path / "own.tree")
    assert list(tmp_path.iterdir()) == []


def test_what_only_looks_odd_is_written(check: Check, tmp_path: Path) -> None:
    """Quotes, commas, brackets, line breaks, words that tables reserve, and texts that differ in case only."""
    codes = ['"', ",", "a\nb", "(1, 2)", "win=x", "weight", "Weight", "ä", "a\u00a0b", "?", "=1+1"]
    answers = [True, "near, but no", 'a "third"', "far\naway"]

    def score(guess: str, secret: str) -> object:
        return answers[min(3, abs(codes.index(guess) - codes.index(secret)))]

    check_all(check, tmp_path, bg.optimum(bg.CustomGame(codes, codes, score, True), certify=True))
