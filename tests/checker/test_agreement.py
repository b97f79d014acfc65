"""The readers agree: both checkers, and the library where it makes a game of a file."""

import hashlib
import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.check.document import GameFile
from bestguess.check.games import rules_of
from bestguess.check.limits import Limits
from checkers import Check, certified
from oddities import ODD_SPACES, WORD_LISTS, odd_document, odd_table, odd_text, odd_words
from written import as_tree, sealed, written

FILES = 2000 if os.environ.get("BESTGUESS_VERIFY") else 60
GAMES = (
    "mastermind(2,3)",
    "mastermind(3,3,symbols=RGB)",
    "mastermind(2,4,feedback=exact)",
    "mastermind(2,3,rule=strict)",
    "bullscows(2,4,rows=3)",
    "twod(3)",
    "numbers(6)",
    "balance(5,find=coin)",
    "words(w.txt)",
    "words(w.txt,guesses=g.txt,rule=hard)",
    "words(w.txt,guesses=g.txt,without=o.txt)",
    "table(t.csv,goal=identify)",
    "table(h.csv,rows=2)",
)
GAME_FILES = {
    "w.txt": "caret 2\ncater\ncrane 1/2\neerie\nprune\nreact\nthere\ntrace\nwhere\n",
    "g.txt": "zzzzz\npratt\n",
    "o.txt": "eerie\n",
    "t.csv": "x;a;b;c;d;cost\nq;1;1;2;2;0,5\nr;1;2;1;2;1\ns;0;1;2;3;2\nlabel;p;p;q;r;\nweight;1;0;2;3;\n",
    "h.csv": "win=y,a,b,c\nA,y,n,m\nb,n,y,m\nc,n,m,y\nweight,0,1,2\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the files of `GAMES`."""
    for name, text in GAME_FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def certificates(folder: Path) -> list[dict[str, Any]]:
    """Certificates of `GAMES` for two objectives, written by the engine."""
    objectives = ("mean", "worst,mean")
    return [certified(folder / "good.cert", text, objective) for text in GAMES for objective in objectives]


def test_odd_documents(folder: Path, check: Check) -> None:
    """Whatever values of certificates and trees are changed, checksum put right: both accept the file, or neither."""
    rng = random.Random("documents")
    good, path = certificates(folder), folder / "odd.cert"
    accepted = 0
    for number in range(FILES):
        if number % 2:
            document = written(rng.randrange(400), folder, sparse=number % 4 == 1).document()
        else:
            document = rng.choice(good)
        if rng.random() < 0.3 and document["nodes"] is not None:
            document = as_tree(document)
        accepted += check(path, odd_document(rng, document))[0]
    assert 0 < accepted < FILES


def test_odd_texts(folder: Path, check: Check) -> None:
    """However the JSON or the game in it is written, checksum put right: both accept the file, or neither."""
    rng = random.Random("texts")
    good, path = certificates(folder), folder / "odd.cert"
    accepted = 0
    for _ in range(FILES):
        content = odd_text(rng, sealed(rng.choice(good)))
        if content is not None:
            path.write_bytes(content)
            accepted += check(path)[0]
    assert 0 < accepted < FILES


def compare_readers(bgcheck: Check, game: str, files: Sequence[Path]) -> bool:
    """Whether the library, and then both checkers, read *game*; fails when they disagree.

    The library may refuse more: what is probably a mistake. The checker in C may know fewer letters.
    """
    named = [GameFile(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files]
    try:
        rules_of(game, named, Limits())
        read = True
    except bg.BestguessError:
        read = False
    listed = [vars(file) for file in named]
    wrong_goal = {**bg_tree("mastermind(1,2)"), "game": game, "game_files": listed, "goal": "neither"}
    _, line = bgcheck(Path("odd.cert").absolute(), wrong_goal)
    if "letters that this checker knows" not in line:
        # the goal is looked at once the game is read
        assert read == ("'goal' is not that of the game" in line), (game, [file.read_bytes() for file in files], line)
    try:
        result = bg.optimum(game, certify=True)
    except bg.BestguessError:
        return False
    path = Path("made.cert").absolute()
    result.save_certificate(path)
    assert bg.check_file(path).secrets == result.secrets
    holds, line = bgcheck(path)
    assert holds or "letters that this checker knows" in line, (line, [file.read_bytes() for file in files])
    return True


def bg_tree(game: str) -> dict[str, Any]:
    """A tree of *game* as a document."""
    bg.build_tree(game, "first").save("tree.json")
    document: dict[str, Any] = json.loads(Path("tree.json").read_text())
    return document


def test_odd_tables(folder: Path, bgcheck: Check) -> None:
    """Quotes, blank lines, white space, semicolons and decimal commas are read alike, or refused."""
    rng, file = random.Random("tables"), folder / "odd.csv"
    accepted = 0
    for _ in range(FILES):
        file.write_bytes(odd_table(rng).encode())
        game = "table(odd.csv,goal=identify)" if rng.random() < 0.6 else "table(odd.csv)"
        accepted += compare_readers(bgcheck, game, [file])
    assert 0 < accepted < FILES


def test_odd_lists_of_words(folder: Path, bgcheck: Check) -> None:
    """Line ends, white space, weights and empty lines are read alike, or refused."""
    rng = random.Random("words")
    accepted = 0
    for _ in range(FILES):
        base = rng.choice(WORD_LISTS)
        texts = {"w.txt": base, "g.txt": base.replace("r", "s"), "o.txt": f"{base.split()[0]}\n"}
        name = rng.choice(list(texts))
        texts[name] = odd_words(rng, texts[name])
        for file, text in texts.items():
            (folder / file).write_bytes(text.encode())
        options = rng.choice(["", ",guesses=g.txt", ",without=o.txt", ",guesses=g.txt,without=o.txt"])
        game = f"words(w.txt{options})"
        accepted += compare_readers(bgcheck, game, [folder / file for file in texts if file in game])
    assert 0 < accepted < FILES


@pytest.mark.parametrize("odd", ODD_SPACES)
def test_a_table_with_odd_space_proves_nothing(folder: Path, bgcheck: Check, odd: str) -> None:
    """A certificate for three different answers, put on a table whose reader might strip one of them to another."""
    table, path = folder / "odd.csv", folder / "forged.cert"
    table.write_text("x,a,b,c\nq,1,1z,2\nr,1,2,2\n")
    bg.optimum("table(odd.csv,goal=identify)", certify=True).save_certificate(path)
    assert bgcheck(path)[0]
    assert bg.check_file(path).total == 3
    text = f"x,a,b,c\nq,1,1{odd},2\nr,1,2,2\n"
    table.write_text(text)
    forged = json.loads(path.read_text().replace("1z", json.dumps(f"1{odd}")[1:-1]))
    forged["game_files"][0]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    holds, line = bgcheck(path, forged)
    assert not holds
    assert "expected only spaces and tabs around" in line
    for read in (lambda: bg.check_file(path), lambda: bg.game("table(odd.csv,goal=identify)")):
        with pytest.raises(bg.errors.FileError, match="expected only spaces and tabs around a cell"):
            read()


@pytest.mark.parametrize(
    ("table", "fits"),
    [
        ("x,a,b,c,cost\nq,1,1,2,524286\nr,1,2,2,1\ns,1,2,3,1\nweight,999999999,999999999,147483649,\n", True),
        ("x,a,b,c,cost\nq,1,1,2,524287\nr,1,2,2,1\ns,1,2,3,1\nweight,999999999,999999999,147483649,\n", False),
        ("x,a,b,c,cost\nq,1,1,2,1/805998419\nr,1,2,2,1/999999937\ns,1,2,3,1/961998113\n", False),
        ("x,a,b,c,cost\nq,1,2,3,8000000\nr,1,2,2,0.000001\nweight,0,0,1,\n", True),
        (f"x,{','.join(f's{i}' for i in range(200))},cost\nq,{','.join(map(str, range(200)))},8000000\n", True),
        (
            f"x,{','.join(f's{i}' for i in range(200))},cost\nq,{','.join(map(str, range(200)))},8000000\n"
            f"r,{','.join(['1'] * 200)},0.000001\nweight,{','.join(['0'] * 199)},1,\n",
            False,
        ),
    ],
)
def test_the_largest_costs(folder: Path, bgcheck: Check, table: str, fits: bool) -> None:
    """Secrets or their weight, whichever is more, times the costs are below 2^50; so is the common denominator."""
    (folder / "odd.csv").write_text(table)
    assert compare_readers(bgcheck, "table(odd.csv,goal=identify)", [folder / "odd.csv"]) == fits


def test_a_guess_with_very_many_answers(folder: Path, bgcheck: Check) -> None:
    """One that tells 65,536 secrets apart is not overlooked, so that a claim of more than it costs never holds."""
    table, path = folder / "wide.csv", folder / "wide.cert"
    secrets = range(2**16)
    rows = [["half", *(str(secret % 2) for secret in secrets)], ["all", *map(str, secrets)]]
    table.write_text("\n".join(",".join(row) for row in (["x", *(f"s{secret}" for secret in secrets)], *rows)) + "\n")
    bg.optimum("table(wide.csv,goal=identify)", first_guess="half", certify=True).save_certificate(path)
    assert bgcheck(path) == (False, "wide.cert: the table has too many feedbacks for this checker: more than 65535\n")
