"""Labels, costs, several winners, and where the files of a game are: what particular files say, right and wrong."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.cli.app import run
from checkers import refused, saved
from worlds import word_file
from written import Certificate, Question, answered, as_tree, game_of, sealed

PEOPLE = """\
question,Anna,Ben,Cleo,Dan
glasses?,yes,yes,no,no
hat?,yes,no,yes,no
tall?,yes,no,no,no
"""
FAULTS = """\
test,fuse,cable,board,chip,cost
light?,off,off,on,on,0.5
click?,yes,no,yes,no,2
smell?,no,no,no,yes,1
label,replace fuse,replace cable,send in,send in,
weight,4,3,2,1,
"""


def test_people(tmp_path: Path) -> None:
    """Four people and yes-or-no questions: two questions each, and a leaf says who it is."""
    path = tmp_path / "people.json"
    good = answered(tmp_path, PEOPLE, "worst,mean")
    path.write_text(sealed(good))
    found = bg.check_file(path)
    assert (found.goal, found.total, found.worst) == ("identify", 8, 2)
    assert found.proves == "no strategy needs fewer than 2 guesses, and none that needs 2 has a total below 8"
    nodes = good["nodes"]
    assert (nodes["guess"][0], nodes["label"]) == ("glasses?", [None, None, "Dan", "Cleo", None, "Ben", "Anna"])
    swapped = [{"Anna": "Ben", "Ben": "Anna"}.get(label, label) for label in nodes["label"]]
    message = refused(path, {**good, "nodes": {**nodes, "label": swapped}})
    assert "says 'Anna', but the secret 'Ben', which is 'Ben', ends there" in message
    assert "expected goal 'identify' of its game, got 'hit'" in refused(path, hit(good))
    for label in ([3, *nodes["label"][1:]], nodes["label"][:-1], "Anna", None):
        assert path.name in refused(path, {**good, "nodes": {**nodes, "label": label}})
    assert "expected a guess or a label at node 0, got both" in refused(
        path, {**good, "nodes": {**nodes, "label": ["Anna", *nodes["label"][1:]]}}
    )


def hit(document: dict[str, Any]) -> dict[str, Any]:
    """The same file, as if something were to be won."""
    nodes = {**document["nodes"], "guess": [guess or "hat?" for guess in document["nodes"]["guess"]], "label": None}
    return {**document, "goal": "hit", "nodes": nodes}


def test_faults(tmp_path: Path) -> None:
    """Labels, weights and costs together; figures are in the unit of the table."""
    path = tmp_path / "faults.json"
    good = answered(tmp_path, FAULTS)
    assert good["costs"] == {"unit": "1/2", "of": [["light?", 1], ["click?", 4], ["smell?", 2]]}
    path.write_text(sealed(good))
    found = bg.check_file(path)
    assert (found.total, found.worst) == (0.5 * 10 + 2 * 7, 2.5)
    assert found.proves == "no strategy has a total cost below 19"
    path.write_text(sealed(as_tree(good)))
    assert bg.check_file(path).total == 19
    for costs in (None, {"unit": "1", "of": good["costs"]["of"]}, {"unit": "1/2", "of": good["costs"]["of"][:2]}):
        assert "cost" in refused(path, {**good, "costs": costs})
    labels = good["labels"]
    assert labels[2:] == [["board", "send in"], ["chip", "send in"]]
    for other in (None, labels[:3], labels[::-1], [*labels[:3], ["chip", "chip"]]):
        assert "labels" in refused(path, {**good, "labels": other})


def test_worst_costs_in_words(tmp_path: Path) -> None:
    """Of fractions that have no decimals, too."""
    path = tmp_path / "faults.json"
    path.write_text(sealed(answered(tmp_path, FAULTS, "worst")))
    assert bg.check_file(path).proves == "no strategy costs less than 2.5 at worst"
    thirds = FAULTS.replace("0.5", "1/3")
    path.write_text(sealed(answered(tmp_path, thirds, "worst,mean")))
    found = bg.check_file(path)
    says = "no strategy costs less than 7/3 at worst, and none that costs no more has a total cost below 52/3"
    assert (found.proves, found.worst) == (says, 7 / 3)


def test_what_needs_a_question_and_what_does_not(tmp_path: Path) -> None:
    """Where all have one label there is a leaf, and no guess; where they differ, there is no leaf."""
    path = tmp_path / "tree.json"
    good = answered(tmp_path, "q,a,b,c\ng,0,0,1\nh,0,1,1\nlabel,x,x,y\n")
    nodes: dict[str, Any] = {"guess": ["g", "h", None, None, None], "branch": [0, 0, 0, 1, 1], "depth": [1, 2, 3, 3, 2]}
    nodes |= {"label": [None, None, "x", "x", "y"], "wins": [0, 0, 1, 1, 1]}
    nodes |= dict.fromkeys(("weight", "lost", "lost_weight"))
    figures = {**good["figures"], "total": 5, "worst": 2, "at_worst": 2, "distribution": [1, 2]}
    document = {**as_tree(good), "nodes": nodes, "figures": figures}
    assert "node 1 plays 'h', where it is known to be 'x'" in refused(path, document)
    known = {**good, "history": [["g", "0"]], "nodes": None, "figures": None, "max_guesses": 1, "limit": 1}
    known["proofs"] = [{"limit": 1, "parent": [None], "guess": [None], "feedback": [None], "bound": [None]}]
    assert "nothing is left to ask: it is 'x'" in refused(path, known)
    assert good["nodes"]["guess"] == ["g", None, None]
    assert "node 2 is below a leaf" in refused(path, {**good, "nodes": {**good["nodes"], "depth": [1, 2, 3]}})
    one = {"guess": [None], "branch": [0], "depth": [1], "label": ["x"], "wins": [3]}
    one |= dict.fromkeys(("weight", "lost", "lost_weight"))
    assert "begins with a leaf" in refused(path, {**document, "nodes": one})
    assert "consistent" in refused(path, {**good, "consistent": True})
    cut = {
        "guess": ["g", None],
        "branch": [0, 0],
        "depth": [1, 2],
        "label": [None, "x"],
        "wins": [0, 2],
        "lost": [1, 0],
    }
    lost = {"total": 2, "at_worst": 2, "distribution": [2], "lost": 1, "lost_weight": 1}
    limited = {**as_tree(good), "max_guesses": 1, "limit": 1, "figures": {**good["figures"], **lost}}
    limited["nodes"] = {**cut, "weight": None, "lost_weight": None}
    assert "it is known to be 'y', and lost, after 'g' at node 0" in refused(path, limited)


def test_claims_about_what_is_found_prove_nothing(tmp_path: Path) -> None:
    """A set of one label that no guess splits costs nothing, whatever is claimed of it."""
    path, table = tmp_path / "proof.json", tmp_path / "game.csv"
    content = "q,a,b,c,d\ng,0,0,1,1\nh,0,0,0,1\nlabel,x,x,y,z\n"
    table.write_text(content)
    certificate = Certificate(game_of(content), Question("mean"))
    good, worse = certificate.document(), list(certificate.worse())
    assert (good["figures"]["total"], [one["figures"]["total"] for one in worse]) == (6, [7])
    for document, holds in ((good, True), (worse[0], False)):
        proof = document["proofs"][0]
        for name, value in (("parent", 0), ("guess", "g"), ("feedback", 0), ("bound", 1000)):
            proof[name].append(value)
        path.write_text(sealed(document))
        if holds:
            assert bg.check_file(path).total == 6
        else:
            assert "claim 0, that 4 candidates cost at least 7, does not hold" in refused(path, document)


def test_the_cheaper_of_two_guesses_that_split_alike(tmp_path: Path) -> None:
    """Both are looked at, whichever comes first."""
    path, table = tmp_path / "proof.json", tmp_path / "game.csv"
    for costs in ((5, 2), (2, 5)):
        content = f"q,a,b,c,cost\ng,0,1,1,{costs[0]}\nh,0,1,1,{costs[1]}\ni,0,0,1,12\nnone,0,0,0,1\n"
        table.write_text(content)
        certificate = Certificate(game_of(content), Question("mean"))
        path.write_text(sealed(certificate.document()))
        assert bg.check_file(path).total == 30
        worse = list(certificate.worse())
        assert len(worse) == 2
        for document in worse:
            assert "does not hold" in refused(path, document)


def test_several_winners(tmp_path: Path) -> None:
    """A guess may win against several, a secret be won by several; names are of those that win against one alone."""
    path = tmp_path / "ships.json"
    content = "win=hit,ab,bc,cd\na,hit,miss,miss\nb,hit,hit,miss\nc,miss,hit,hit\nd,miss,miss,hit\n"
    good = answered(tmp_path, content, win="hit")
    assert good["secret_names"] == [["a", "ab"], ["d", "cd"]]
    assert good["nodes"]["wins"] == [2, 1]
    path.write_text(sealed(good))
    found = bg.check_file(path)
    assert (found.total, found.worst, found.proves) == (4, 2, "no strategy has a total below 4")
    nodes = good["nodes"]
    assert "node 0 has a wrong value of wins" in refused(path, {**good, "nodes": {**nodes, "wins": [1, 1]}})
    other = {"guess": ["b", "d"]}
    path.write_text(sealed({**good, "nodes": {**nodes, **other}}))
    assert bg.check_file(path).total == 4
    unnamed = {**good, "nodes": {**nodes, **other}, "secret_names": []}
    assert "expected the names of secrets" in refused(path, unnamed)
    for names in ([["b", "ab"]], [["c", "bc"]], [["a", "bc"]], [["e", "ab"]], [["a", "ab"], ["a", "ab"]]):
        assert "names" in refused(path, {**good, "secret_names": names})


@pytest.mark.parametrize(
    ("content", "culprit"),
    [
        ("q,a,b\ng,0,0\n", "no guess tells 'a' from 'b', which have different labels"),
        ("q,a,b\ng,0,1\nlabel,x,x\n", "expected two labels or more, got one"),
        ("q,a,b,cost\ng,0,1,0\n", "expected a cost above 0, got '0'"),
        ("q,a,b,cost\ng,0,1,\n", "expected a cost above 0"),
        ("q,a,b\ng,0,1\ng,1,0\n", "different guesses"),
        ("q,a,b\ng,0,1\nweight,0,0\n", "expected weights of 0 or more"),
        ("q,a,b\ng,0,1\nweight,1e30000000,1\n", "expected a weight"),
        ("q,a,b\ng,0,1\nweight,\u0663,1\n", "expected a weight"),
        ("q,a,b\ng,0,1\nweight,1/000,1\n", "expected a weight"),
        ("q,a,b\ng,0,1\nweight,999999937/999999929,1/999999893\n", "add up to"),
        ("q,a,b\ng,0,1\nweight,999999999,999999999.5\n", "add up to"),
        ("q,a,b,cost\ng,0,1,2\nlabel,x,y,z\n", "expected empty cells where the column of costs meets"),
        ("q,a,b,cost\ng,0,1,999999999\nh,0,1,0.000000001\n", "both added up, of less than"),
        ("q,a,b\ng,0,1\nlabel,x\n", "rows of one length"),
        ("q,a,b\ng,0,1\nlabel,x,\n", "without blank cells"),
        ("q,a,b\ng,0,1\nlabel,x,y\nlabel,x,y\n", "expected one row called label"),
        ("q,cost\ng,1\n", "a column for each secret, got none"),
        ("q,a,b\nlabel,x,y\nweight,1,1\n", "expected a row for each guess"),
    ],
)
def test_tables_that_are_no_games(tmp_path: Path, content: str, culprit: str) -> None:
    """Each is refused in one line that says what is wrong; the engine refuses it, too."""
    path, table = tmp_path / "proof.json", tmp_path / "game.csv"
    good = answered(tmp_path, PEOPLE)
    table.write_text(content, encoding="utf-8")
    with pytest.raises(bg.BestguessError):
        bg.optimum(f"table({table},goal=identify)")
    assert culprit in refused(path, {**good, "game_files": [{"name": "game.csv", "sha256": sha256(table)}]})


def sha256(path: Path) -> str:
    """Of the bytes of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_costs_and_limits_of_proofs(tmp_path: Path) -> None:
    """A proof within other limits is refused, unless it proves more."""
    path = tmp_path / "proof.json"
    good = answered(tmp_path, FAULTS, "worst,mean")
    worst, total = good["proofs"]
    assert (worst["limit"], worst["cost_limit"], total["limit"], total["cost_limit"]) == (None, 4, None, 5)
    for changed in (
        [{**worst, "cost_limit": 3}, total],
        [{**worst, "cost_limit": None}, total],
        [worst, {**total, "cost_limit": 6}],
        [worst, {**total, "cost_limit": 4}],
        [worst, {**total, "limit": 2}],
        [{name: value for name, value in worst.items() if name != "cost_limit"}, total],
    ):
        refused(path, {**good, "proofs": changed})
    mean = answered(tmp_path, FAULTS)["proofs"][0]
    path.write_text(sealed({**good, "proofs": [worst, mean]}))
    assert bg.check_file(path).total == 19
    assert "expected a proof with the cost limit None" in refused(
        path, {**good, "objective": "mean", "proofs": [total]}
    )
    for objective in ("at-worst", "lost"):
        limited = {**good, "objective": objective, "max_guesses": 2, "limit": 2}
        limited["figures"] = {**good["figures"], "lost": 0, "lost_weight": 0}
        assert "where guesses have costs" in refused(path, limited)


def test_the_table_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Wherever the file of a game is, it is read from there; another one is refused in one line."""
    path, table, moved = tmp_path / "proof.json", tmp_path / "game.csv", tmp_path / "moved.csv"
    path.write_text(sealed(answered(tmp_path, FAULTS)))
    table.rename(moved)
    with pytest.raises(bg.errors.FileError, match=r"game\.csv: No such file here: name it with --table FILE"):
        bg.check_file(path)
    with pytest.raises(bg.errors.FileError, match=r"none: No such file here"):
        bg.check_file(path, table=tmp_path / "none")
    assert bg.check_file(path, table=moved).total == 19
    assert run(["check", str(path), "--table", str(moved)]) == 0
    assert "no strategy has a total cost below 19" in capsys.readouterr().out
    moved.write_text(FAULTS.replace("4,3,2,1", "4,3,2,2"))
    assert run(["check", str(path), "--table", str(moved)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "moved.csv: not the file that defines the game: its SHA-256 differs" in err
    assert run(["check", str(path), "--secrets", str(moved)]) == 2
    assert "expected no file given as secrets" in capsys.readouterr().err
    with pytest.raises(bg.errors.FileError, match="expected the path of a file"):
        bg.check_file(path, table=3)  # type: ignore[arg-type]


def test_lists_of_words_are_given(tmp_path: Path) -> None:
    """Each of them, by what it is for."""
    path = tmp_path / "tree.json"
    lists = (["crane", "react", "caret"], ["trace"], ["react"])
    secrets, guesses, without = (Path(word_file(words)) for words in lists)
    game = bg.game(f"words({secrets},guesses={guesses},without={without})")
    bg.build_tree(game, "entropy").save(path)
    places = {"secrets": secrets, "guesses": guesses, "without": without}
    moved: dict[str, Any] = {name: place.rename(tmp_path / f"{name}.txt") for name, place in places.items()}
    for missing in moved:
        with pytest.raises(bg.errors.FileError, match=f"No such file here: name it with --{missing} FILE"):
            bg.check_file(path, **{name: place for name, place in moved.items() if name != missing})
    assert bg.check_file(path, **moved).secrets == 2
    with pytest.raises(bg.errors.FileError, match="its SHA-256 differs"):
        bg.check_file(path, **{**moved, "guesses": moved["without"]})
    bg.build_tree(f"words({moved['secrets']})", "entropy").save(path)
    assert bg.check_file(path, secrets=moved["secrets"]).secrets == 3
    for name in ("guesses", "without"):
        with pytest.raises(bg.errors.FileError, match=f"expected no file given as {name}"):
            bg.check_file(path, **dict[str, Any]({name: moved[name]}))
    with pytest.raises(bg.errors.FileError, match="expected no file given as table"):
        bg.check_file(path, table=moved["secrets"])


def test_texts_that_are_no_games(tmp_path: Path) -> None:
    """Other sizes and options than those that are defined."""
    document = saved(tmp_path / "tree.json", "mastermind(2,3)")
    for text in (
        "numbers(01)",
        "numbers(10001)",
        "numbers(3,rule=strict)",
        "balance(27)",
        "balance(4,find=coin,find=coin)",
        "mastermind(2,3,feedback=exact,secrets=distinct)",
        "mastermind(2,3,symbols=ABB)",
        "bullscows(2,3,secrets=distinct)",
        "bullscows(4,3)",
    ):
        assert "expected" in refused(tmp_path / "tree.json", {**document, "game": text})
