"""Points of docs/certificates.md that are easily overlooked: both checkers accept or refuse the same files."""

import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from checkers import Check, certified
from written import answered, sealed

WINNERS = "win=w,s0,s1,s2\ng0,w,a,a\ng1,a,w,b\ng2,b,a,w\n"
COSTS = "win=w,s0,s1,s2,cost\ng0,w,a,a,1/2\ng1,a,w,b,1/2\ng2,b,a,w,1.5\n"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that is checked, in the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path / "points.cert"


def proven(path: Path, content: str, objective: str = "mean", max_guesses: int | None = None) -> dict[str, Any]:
    """A certificate of a table whose winning feedback, if it has one, is w, written by hand."""
    win = "w" if content.startswith("win=") else None
    return answered(path.parent, content, objective, win, max_guesses)


def test_words_without(path: Path, check: Check) -> None:
    """The words of without= are no secrets; they stay guesses."""
    Path("words.txt").write_text("abc 2\nabd\nbcd\ncda\ndab\n")
    Path("used.txt").write_text("ABD\nzzz\n")
    document = certified(path, "words(words.txt,without=used.txt)")
    assert check(path, document)[0]
    assert document["figures"]["secrets"] == 4
    assert not check(path, {**document, "game": "words(words.txt)"})[0]


def test_many_coins(path: Path, check: Check) -> None:
    """A certificate of eleven coins, of thousands of weighings."""
    assert check(path, certified(path, "balance(11,find=coin)"))[0]


def test_amounts_are_in_the_units_of_the_game(path: Path, bgcheck: Check) -> None:
    """Costs that are multiplied in the file are divided again: a decimal, or a fraction."""
    halves = proven(path, COSTS)
    assert halves["costs"]["unit"] == "1/2"
    total = Fraction(halves["figures"]["total"], 2)
    assert f"a lower total than {float(total):g} (mean {float(total / 3):.3f})" in bgcheck(path, halves)[1]
    thirds = proven(path, COSTS.replace("1.5", "2/3").replace("1/2", "1/3"), "worst")
    worst = Fraction(thirds["figures"]["worst"], 3)
    assert f"a lower worst than {worst}," in bgcheck(path, thirds)[1]


def test_the_least_cost_of_a_guess_that_wins_counts(path: Path, check: Check) -> None:
    """Bounds by parts: one candidate is left, and only an expensive guess wins."""
    Path("game.csv").write_text(f"{COSTS}weight,2,1,3,\n")
    assert check(path, certified(path, "table(game.csv)"))[0]


def test_a_position_that_is_over(path: Path, check: Check) -> None:
    """With the goal identify, one label left: there is nothing to ask, and nothing to prove."""
    document = proven(path, "x,s0,s1,s2\ng0,a,a,b\ng1,a,b,b\nlabel,L,L,M\n")
    assert check(path, document)[0]
    assert not check(path, {**document, "history": [["g0", "a"]]})[0]


def test_weights_of_the_candidates_left(path: Path, check: Check) -> None:
    """The weights do not count where all candidates that are left weigh 1."""
    Path("game.csv").write_text("win=w,s0,s1,s2,s3\ng0,w,b,b,b\ng1,a,w,a,b\ng2,a,b,w,a\ng3,b,a,a,w\nweight,5,1,1,1\n")
    assert check(path, certified(path, bg.Position("table(game.csv)", "g0:b")))[0]


def test_total_within_a_cost_proven_without_limit(path: Path, check: Check) -> None:
    """What no strategy at all does, none within limits does."""
    mean, both = proven(path, COSTS), proven(path, COSTS, "worst,mean")
    assert mean["figures"]["total"] == both["figures"]["total"]
    both["proofs"][1] = mean["proofs"][0]
    assert both["proofs"][1]["cost_limit"] is None
    assert check(path, both)[0]
    both["proofs"][0]["cost_limit"] = None
    assert not check(path, both)[0]


def test_claims_count_at_their_depth_alone(path: Path, check: Check) -> None:
    """Within a limit, what cannot be done after two guesses can be done after one."""
    document = proven(path, "x,a,aa,b,c,d\ng,0,0,0,1,1\nh,0,0,0,0,1\ni,0,0,1,1,1\nlabel,p,p,q,r,s\n", "mean", 2)
    assert check(path, document)[0]
    claims = {"parent": [None, 0, 1], "guess": [None, "h", "g"], "feedback": [None, 0, 0], "bound": [None] * 3}
    document |= {"figures": None, "nodes": None, "proofs": [{"limit": 2, **claims}]}
    holds, line = check(path, document)
    assert not holds
    assert line.count("claim 0") == 2


def test_claims_count_at_their_spending_alone(path: Path, check: Check) -> None:
    """In a total with costs and a limit, a claim says nothing of its set after other spending."""
    content = "x,a,b,c,d,cost\ng0,1,1,1,0,3\ng1,1,0,1,1,3\ng2,1,0,0,0,2\ng3,1,0,1,0,3\ng4,0,1,0,0,2\n"
    document = proven(path, content, "mean", 3)
    proof = document["proofs"][0]
    columns = [proof[name] for name in ("parent", "guess", "feedback", "bound")]
    claims = list(zip(*columns, strict=True))
    dear, cheap = claims[2], claims[6]  # about the same three candidates
    assert ((dear[1], dear[3]), (cheap[1], cheap[3])) == (("g1", 21), ("g4", 18))
    assert check(path, document)[0]
    for column in columns:
        del column[6]
    assert not check(path, document)[0]


def test_names_of_secrets(path: Path, check: Check) -> None:
    """All of them, in the order of the guesses; in a file without a tree also none."""
    document = proven(path, WINNERS)
    names = [["g0", "s0"], ["g1", "s1"], ["g2", "s2"]]
    assert document["secret_names"] == names
    assert check(path, document)[0]
    for other in ([], names[:2], [["g0", "s1"], *names[1:]], names[::-1]):
        assert not check(path, {**document, "secret_names": other})[0]
    nothing = proven(path, WINNERS, "mean", 1)
    assert nothing["nodes"] is None
    assert check(path, {**nothing, "secret_names": []})[0]
    assert check(path, {**nothing, "secret_names": names})[0]
    assert not check(path, {**nothing, "secret_names": names[1:]})[0]


def test_what_is_lost_weighs_nothing(path: Path, check: Check) -> None:
    """The column of its weight may be null."""
    document = proven(path, f"{WINNERS}weight,1,0,0\n", "lost", 1)
    assert document["figures"]["lost"] == 2
    count = len(document["nodes"]["guess"])
    for column, holds in ((None, True), ([0] * count, True), ([1] * count, False)):
        assert check(path, {**document, "nodes": {**document["nodes"], "lost_weight": column}})[0] == holds


def test_nothing_times_infinite(path: Path, check: Check) -> None:
    """Within a limit a candidate that weighs nothing has to be found, too."""
    content = "win=w,s0,s1,s2\ng0,w,a,a\ng1,a,w,a\ng2,a,a,w\nweight,1,1,0\n"
    document = proven(path, content, "mean", 2)
    assert document["nodes"] is None
    assert check(path, document)[0]
    assert check(path, proven(path, content, "mean", 3))[0]


def test_no_labels_with_the_goal_hit(path: Path, check: Check) -> None:
    """There are no labels with the goal hit."""
    document = proven(path, WINNERS)
    content = f"{WINNERS}label,A,B,C\n"
    Path("game.csv").write_text(content)
    document["game_files"][0]["sha256"] = hashlib.sha256(content.encode()).hexdigest()
    holds, line = check(path, document)
    assert not holds
    assert "expected no labels" in line
    assert "the row 'label'" in line


@pytest.mark.parametrize("limit", [1, 2])
@pytest.mark.parametrize("objective", ["lost", "at-worst", "mean"])
def test_identify_at_the_limit(path: Path, check: Check, objective: str, limit: int) -> None:
    """A part of one label ends at the limit; parts of more are lost there."""
    content = "x,s0,s1,s2,s3,s4\ng0,a,a,b,b,c\ng1,a,b,a,b,c\nweight,1,2,0,4,1\n"
    assert check(path, proven(path, content, objective, limit))[0]


def test_mean_then_worst_needs_both_proofs(path: Path, check: Check) -> None:
    """A tree of the least total that needs more at worst is refused, and so is a second proof of less."""
    mean, both = certified(path, "mastermind(4,4)"), certified(path, "mastermind(4,4)", "mean,worst")
    assert (mean["figures"]["worst"], both["figures"]["worst"]) == (5, 4)
    first, second = both["proofs"]
    assert (first["limit"], first["bound"][0], second["limit"], second["bound"][0]) == (None, 905, 3, 906)
    deeper = {"objective": "mean,worst", "figures": mean["figures"], "nodes": mean["nodes"]}
    for changes, holds in (
        ({}, True),
        ({"proofs": [first]}, False),
        ({"proofs": [second, first]}, False),
        ({"proofs": [first, second, second]}, False),
        ({"proofs": [first, {**second, "bound": [905, *second["bound"][1:]]}]}, False),
        ({"proofs": [first, {**second, "bound": [907, *second["bound"][1:]]}]}, False),
        ({"proofs": [first, {**second, "bound": [None, *second["bound"][1:]]}]}, False),
        ({"proofs": [first, {**second, "limit": 2}]}, False),
        ({"proofs": [first, {**second, "limit": 4}]}, False),
        ({"proofs": [first, {**second, "limit": None}]}, False),
        ({"proofs": [{**first, "limit": 4}, second]}, False),
        ({"objective": "worst,mean"}, False),
        ({"objective": "mean"}, False),
        ({"objective": "mean", "proofs": [first]}, True),
        (deeper, False),
        ({**deeper, "proofs": [first, {**second, "limit": 4}]}, False),
    ):
        accepted, line = check(path, {**both, **changes})
        assert accepted == holds, (changes, line)


def test_refused_members(path: Path, check: Check) -> None:
    """Every member is what the game says, or the file is refused."""
    document = proven(path, "x,a,b,c,cost\nq1,no,yes,yes,1\nq2,no,no,yes,1/2\nlabel,A,A,C,\n")
    assert check(path, document)[0]
    refused: dict[str, Any] = {"unknown": 1, "format_version": 1, "goal": "hit", "labels": [["a", "A"]], "rule": "hard"}
    refused |= {"costs": {"unit": "1", "of": []}, "limit": 3, "consistent": True, "objective": "lost", "proofs": []}
    refused |= {"nodes": None, "game_files": [], "first_guess": "q9", "feedbacks": [], "command": None}
    for name, value in refused.items():
        assert not check(path, {**document, name: value})[0], name
    assert check(path, {**document, "command": "bestguess optimum"})[0]


def test_example_of_the_page(path: Path, check: Check) -> None:
    """The certificate in docs/certificates.md holds; its checksum is as defined, and no member may be left out."""
    page = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")
    example = page.split("```json\n")[1].split("```")[0]
    path.write_text(example)
    holds, line = check(path)
    assert holds
    assert line.count("total") == 2
    assert hashlib.sha256(example[:-87].encode()).hexdigest() in example[-87:]
    document = json.loads(example)
    for name in document.keys() - {"checksum"}:
        rest = {other: value for other, value in document.items() if other != name}
        assert not check(path, rest)[0], name
    assert not check(path, {**document, "proofs": [{**document["proofs"][0], "reasons": [None]}]})[0]
    path.write_text(example.replace("5", "6", 1))
    assert "checksum" in check(path)[1]


def test_odd_members(path: Path, check: Check) -> None:
    """What no writer of ours would write, one by one."""
    document = certified(path, "mastermind(2,2)")
    for members in (
        {"game": 'mastermind(2,2,"rows=4")'},
        {"history": [["11", "2.0"]]},
        {"max_guesses": 0, "limit": 0},
        {"version": "\0"},
        {"version": "\ud800"},
        {"proofs": [{**document["proofs"][0], "reason": None}]},
        {"proofs": [{**document["proofs"][0], "reason": []}]},
    ):
        assert not check(path, {**document, **members})[0], members
    body = sealed(document)[:-87].replace('"branch":[0,', '"branch":[-0,')
    path.write_text(f'{body},"checksum":"sha256:{hashlib.sha256(body.encode()).hexdigest()}"}}\n')
    assert "[-0," in body
    assert not check(path)[0]
