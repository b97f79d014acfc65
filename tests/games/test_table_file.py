"""table(FILE): games from CSV files, and any game that fits written as one."""

import os
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import table_game
from bestguess.games.table import Table
from bestguess.games.table_file import write_table
from worlds import any_games, question_games


def texts_of(game: bg.Game) -> list[list[str]]:
    """The feedback texts of the table of *game*."""
    table = game.table
    found: list[list[str]] = np.array(table.feedbacks, object)[table.ordinals].tolist()
    return found


def check_same(game: bg.Game, read: bg.Game) -> None:
    """Both are the same game, but for their names and the order of their feedbacks; codes become texts."""
    game = game.as_text()
    assert (list(read.guesses), list(read.secrets)) == (list(game.guesses), list(game.secrets))
    assert (read.goal, read.win, read.rows, read.labels) == (game.goal, game.win, game.rows, game.labels)
    assert texts_of(read) == texts_of(game)
    assert (read.costs, read.cost_unit) == (game.costs, game.cost_unit)
    assert read.weights == game.weights


@given(st.one_of(any_games, question_games()), st.sampled_from([None, 3]))
def test_a_written_game_is_the_same_game(game: bg.Game, rows: int | None) -> None:
    """Codes, feedbacks, goal, labels, weights, costs and rows."""
    game = game.with_rows(rows)
    with tempfile.TemporaryDirectory() as folder:
        text = write_table(game, Path(folder, "a game.csv"))
        read = bg.game(text)
        assert str(read) == text
        check_same(game, read)
        again = write_table(read, Path(folder, "again.csv"))
        assert Path(folder, "again.csv").read_bytes() == Path(folder, "a game.csv").read_bytes()
        check_same(read, bg.game(again))


@given(
    st.lists(st.sampled_from(["cost", "a", "b", 'q"', "c,d", "win=x", "two\nlines"]), min_size=1),
    st.lists(st.sampled_from(["weight", "label", "a", "b"]), min_size=2),
    st.booleans(),
    st.booleans(),
)
def test_names_that_look_reserved(guesses: list[str], secrets: list[str], labels: bool, costs: bool) -> None:
    """A guess may be called cost, and a secret weight or label."""
    guesses, secrets = list(dict.fromkeys(guesses)), list(dict.fromkeys([*secrets, "x"]))[::-1]

    def score(guess: str, secret: str) -> str:
        return secret if guess == guesses[0] else "cost"

    game = bg.CustomGame(
        guesses,
        secrets,
        score,
        goal="identify",
        labels=[secret.upper() for secret in secrets] if labels else None,
        costs=range(1, len(guesses) + 1) if costs else None,
    )
    with tempfile.TemporaryDirectory() as folder:
        read = bg.game(write_table(game, Path(folder, "t.csv")))
        assert (list(read.guesses), list(read.secrets)) == (list(game.guesses), list(game.secrets))
        assert texts_of(read) == texts_of(game)
        assert [read.label_of(s) for s in read.secrets] == [game.label_of(s) for s in game.secrets]
        assert (read.costs, read.weights) == (game.costs, None)


def equal(guess: object, secret: object) -> bool:
    """The plainest feedback."""
    return guess == secret


def test_words_that_look_reserved(tmp_path: Path) -> None:
    """A word that is both a guess and a secret is no row and no column of another kind."""
    for words in (["alarm", "label", "lapel"], ["aloe", "cost", "most"], ["height", "weighs", "weight", "wights"]):
        (tmp_path / "words.txt").write_text("\n".join(words))
        game = bg.game(f"words({tmp_path / 'words.txt'})")
        read = bg.game(write_table(game, tmp_path / "table.csv"))
        assert (list(read.guesses), list(read.secrets)) == (words, words)
        assert bg.optimum(read).total == bg.optimum(game).total


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bg.game("mastermind(2,2,rule=strict)"), "expected a game without a rule, which a table cannot hold"),
        (lambda: bg.CustomGame([" a"], [" a"], equal, True), "expected texts that begin and end with no space, got th"),
        (lambda: bg.CustomGame("a", "a", lambda g, s: "", ""), "the text of the feedback '' is empty"),
        (lambda: bg.CustomGame(["label", "a"], "a", equal, True), "a guess of a table cannot be called 'label'"),
        (
            lambda: bg.CustomGame("ab", ["Cost", "b"], equal, goal="identify"),
            "a secret of a table cannot be called 'Cost'",
        ),
        (
            lambda: bg.CustomGame(["a", "costs"], "ab", lambda g, s: str(ord(s)), goal="identify"),
            "cannot be called 'costs'",
        ),
        (
            lambda: bg.CustomGame("ab", "ab", lambda g, s: "yY"[g == s], "Y"),
            "two feedbacks to 'a' differ in case only, 'Y' and 'y'",
        ),
        (
            lambda: bg.CustomGame("ab", "ab", equal, True, weights=[1, 2**30]),
            "expected a weight of at most nine digits",
        ),
        (lambda: bg.CustomGame(["\ud800"], ["\ud800"], equal, True), "has a text that cannot be written to a file"),
    ],
)
def test_what_a_table_cannot_say_is_refused(tmp_path: Path, make: Callable[[], bg.Game], message: str) -> None:
    """In one line, and no file is left."""
    with pytest.raises(bg.errors.GameError, match=message):
        write_table(make(), tmp_path / "t.csv")
    assert os.listdir(tmp_path) == []


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    """Before anything is written."""
    with pytest.raises(bg.errors.SizeError, match="over the limit of 100"):
        write_table("mastermind(4,6)", tmp_path / "t.csv", memory_limit=100)
    with pytest.raises(bg.errors.SizeError, match="as a table needs about"):
        write_table("mastermind(4,6)", tmp_path / "t.csv", memory_limit=1296 * 1296)
    with pytest.raises(bg.errors.FileError, match="expected an existing folder"):
        write_table("mastermind(2,2)", tmp_path / "no" / "t.csv")
    assert os.listdir(tmp_path) == []


def test_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    """A first row with semicolons and no comma outside quotes says that they separate; then numbers may have commas."""
    path = tmp_path / "semicolons.csv"
    path.write_text('\n"faults, all";pump;"a;b";cost\nhot?;yes;no, cold;2,5\nhums?;yes;no;1.5\nweight;0,5;1/4;\n')
    game = bg.game(f"table({path},goal=identify)")
    assert (list(game.secrets), game.weights) == (["pump", "a;b"], (2, 1))
    assert game.costs is not None
    assert [cost * game.cost_unit for cost in game.costs] == [Fraction(5, 2), Fraction(3, 2)]
    assert game.score("hot?", "a;b") == "no, cold"


def test_spaces_and_tabs_around_cells(tmp_path: Path) -> None:
    """They are not part of a cell, in quotes or not; a row of one empty cell is as none; any line end will do."""
    path = tmp_path / "spaces.csv"
    path.write_bytes(b'x ,\ta,"b "\r \r\nq,1 ,2\r""\nr,2,2')
    game = bg.game(f"table({path},goal=identify)")
    assert (list(game.secrets), list(game.guesses)) == (["a", "b"], ["q", "r"])
    assert game.score("q", "a") == "1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected secrets in the first row"),
        ("win=y,a\n", "expected a row for each guess"),
        ("win=y,a,b\na,y,n\nb,n\n", "row 3 has 2 cells, expected 3"),
        ("x,a,b\na,y,n\nb,n,y\n", "no winning feedback"),
        ("win=z,a,b\na,y,n\nb,n,y\n", "no cell has the winning feedback 'z'"),
        ("win=y,a,b\na,y,n\na,n,y\n", "row 3: the guess 'a' is listed twice"),
        ("win=y,a,b\na,y,n\n,n,y\n", "row 3: expected a guess, got an empty cell"),
        ("win=y,a,b\na,y,\n", "expected a feedback, got an empty cell"),
        ("win=y,a\na,y\nweight,-1\n", "row 3: expected a weight of 0 or more such as 2, 0.5 or 1/3, got '-1'"),
        ("win=y,a\na,y\nlabel,p\n", "a row of labels needs goal=identify: table"),
        ("win=y,a,b,cost\na,y,n,0\nb,n,y,1\n", "row 2: expected a cost above 0 such as 2, 0.5 or 1/3, got '0'"),
        ("win=y,a,b\na,y,n\nb,n,y\nweight,0,0\n", "all weights are 0"),
        ('win=y,a\n"a,y\n', "cannot be read as CSV"),
        ("win=y\ta\na\ty\n", "the file seems to be separated by tabs: expected commas or semicolons"),
        ('x,a,b,cost\nq,1,2,"0,5"\n', "row 2: expected a cost .* got '0,5'"),
        ("x,a,b\nq,1,2\u00a0\n", r"row 2, column 3: expected only spaces and tabs around a cell, got U\+00A0 in '2"),
        ("x,a,b\nq,1,2\0\n", r"expected no character U\+0000, got one in line 2"),
    ],
)
def test_bad_files_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    """Each fault of a file is one clear line."""
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(bg.errors.FileError, match=message) as caught:
        bg.game(f"table({path})")
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_missing_binary_and_huge_files_are_refused(tmp_path: Path, people: Path) -> None:
    """What cannot be read, or would not fit, is refused."""
    with pytest.raises(
        bg.errors.FileError, match=r"peple\.csv: cannot be read: No such file.*; did you mean people\.csv\?"
    ):
        bg.game(f"table({tmp_path / 'peple.csv'})")
    (tmp_path / "latin.csv").write_bytes("win=y,a,b\na,y,é\nb,é,y\n".encode("latin-1"))
    with pytest.raises(
        bg.errors.FileError, match="expected a file in UTF-8, got byte 0xe9 in line 2: save it as UTF-8"
    ):
        bg.game(f"table({tmp_path / 'latin.csv'})")
    with pytest.raises(bg.errors.SizeError, match="over the limit of 10"):
        bg.TableGame(str(people), memory_limit=10)


PEOPLE = "who,Ann,Bob,Cleo,cost\nhat?,yes,no,no,1\nbeard?,no,yes,no,5/2\nlabel,p,q,p,\nweight,1,2,1/2,\n"


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A file of which all parts are used."""
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


def test_labels_and_costs_come_from_the_file(people: Path) -> None:
    """With goal identify; the corner is free text."""
    game = bg.game(f"table({people},goal=identify)")
    assert (list(game.guesses), list(game.secrets)) == (["hat?", "beard?"], ["Ann", "Bob", "Cleo"])
    assert (game.goal, game.win, game.labels, game.weights) == ("identify", None, ("p", "q", "p"), (2, 4, 1))
    assert (game.costs, game.cost_unit, game.label_of("Cleo")) == ((2, 5), Fraction(1, 2), "p")
    assert game.feedbacks == game.table.feedbacks == ("yes", "no")
    assert bg.check_game(game) == []
    assert str(game) == f"table({people},goal=identify)"
    assert bg.game(str(game)) == game == bg.game(f"table({people}, goal=identify )")
    rowed = bg.game(f"table({people},rows=5,goal=identify)")
    assert str(rowed) == f"table({people},goal=identify,rows=5)"
    assert bg.game(str(rowed)) == rowed != game


def test_words_are_reserved_in_their_places_only(tmp_path: Path) -> None:
    """A guess may be called cost, a secret weight or label, and feedbacks and labels anything."""
    path = tmp_path / "things.csv"
    path.write_text("weight,label,weight,a,cost\ncost,label,cost,weight,2\nweight,1,2,3,\nlabel,cost,b,c,\n")
    game = bg.game(f"table({path},goal=identify)")
    assert (list(game.guesses), list(game.secrets)) == (["cost"], ["label", "weight", "a"])
    assert (game.labels, game.weights, game.costs) == (("cost", "b", "c"), (1, 2, 3), (2,))


WEIGHTS = "a row of weights must be called weight and come last"
COSTS = "a column of costs must be called cost and come last"
DIGITS = "with one to nine digits, and as many after a point or slash,"
TRANSPOSED = "is the table transposed? Secrets belong in the first row"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("who,a,cost,cost\nq,y,1,1\n", "column 3: 'cost': a column of costs must be called cost and come last"),
        ("who,a,b\nlabel,p,q\n\nq,y,n\n", "row 2: 'label': a row of labels must be called label and come last"),
        (
            "who,a,b\nq,y,n\nweight,1,2\nr,y,n\n",
            "row 3: 'weight': a row of weights must be called weight and come last",
        ),
        ("who,a,b,costs\nq,y,n,1\n", "column 4: 'costs': a column of costs must be called cost and come last"),
        ("who,q,r,weight\na,y,n,1\nb,n,n,2\n", f"column 4: 'weight': {WEIGHTS}; {TRANSPOSED}"),
        ("who,a,b\nq,yes,YES\n", "row 2 ('q'): 'YES' and 'yes' differ in case only: write one of them"),
        ("who,a,b\nq,y,n\nweight,1,2\nweight,2,1\n", "row 3: expected one row called weight, got two"),
        ("who,a,b\nq,y,n\nlabel,p,\n", "row 3: expected a label, got an empty cell"),
        ("win=y,a,b\nq,y,n\n", "goal=identify does not work with win= in the corner, 'win=y': give one of them"),
        ("who,a,b,cost\nq,y,n,.5\n", f"row 2: expected a cost {DIGITS} such as 2, 0.5 or 1/3, got '.5'"),
        (
            "who,a,b\nq,y,n\nweight,1,8796093022208\n",
            f"row 3: expected a weight {DIGITS} such as 2, 0.5 or 1/3, got '8796093022208'",
        ),
    ],
)
def test_last_rows_and_columns_in_a_wrong_place_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """They are no guesses and no secrets, in any case of letters."""
    path = tmp_path / "bad.csv"
    path.write_text(text)
    with pytest.raises(bg.errors.FileError) as caught:
        bg.game(f"table({path},goal=identify)")
    assert str(caught.value) == f"{path}: {message}"


def test_secrets_that_nothing_tells_apart_are_named(people: Path) -> None:
    """When the table is built."""
    people.write_text(PEOPLE.replace("no,yes,no,5/2", "no,yes,yes,5/2"))
    with pytest.raises(
        bg.errors.GameError, match="no guess tells apart the secrets 'Bob' and 'Cleo', which have different la"
    ):
        Table(f"table({people},goal=identify)")


@pytest.mark.parametrize("shape", [(25, 10_000), (10_000, 25)])
def test_large_files_load_fast(tmp_path: Path, shape: tuple[int, int]) -> None:
    """A quarter of a million cells in a fraction of a second."""
    cells = np.random.default_rng(1).integers(3, size=shape)
    words = np.array(["yes", "no", "maybe"])
    lines = ["," + ",".join(f"s{column}" for column in range(shape[1]))]
    lines += [f"g{row}," + ",".join(line) for row, line in enumerate(words[cells].tolist())]
    path = tmp_path / "large.csv"
    path.write_text("\n".join(lines))
    began = time.process_time()  # not slowed down by other processes
    table = Table(f"table({path},goal=identify)")
    assert time.process_time() - began < 1  # measured: 0.1 s
    assert np.array_equal(np.array(table.feedbacks)[table.ordinals], words[cells])


def test_a_text_is_as_good_as_a_file(tmp_path: Path) -> None:
    """The same game but for its name, which is its hash; the game by its text and that name is the same."""
    text = "\ufefffaults,pump,fuse,cost\nhot?,yes,no,2\nlabel,call us,new fuse,\n"
    file = tmp_path / "faults.csv"
    file.write_bytes(text.encode())
    one, other = bg.TableGame(str(file), goal="identify"), bg.TableGame.from_text(text, goal="identify")
    for name in ("guesses", "secrets", "labels", "weights", "costs", "cost_unit", "feedbacks", "goal", "win", "sha256"):
        assert getattr(one, name) == getattr(other, name)
    name = one.sha256[:16]
    assert str(other) == f"table({name},goal=identify)"
    assert other.files == ((name, one.sha256),)
    assert table_game(f" Table( {name} ,goal=identify,rows=3)", text) == other.with_rows(3)
    assert bg.TableGame.from_text(text, goal=None) == other
    assert other != bg.TableGame.from_text(text.replace("call", "ring"), goal="identify")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("w,a,b\na,y,n\n", r"table: no winning feedback: name it with table\([0-9a-f]{16},win=TEXT\)"),
        ("w,\ud800", "table: expected a text in Unicode, got half a character at 3"),
        (b"w,a", "expected a table, a text, got"),
    ],
)
def test_errors_in_a_text(text: Any, message: str) -> None:
    """The same as of a file, with "table" in the place of its name."""
    with pytest.raises(bg.errors.FileError, match=message):
        bg.TableGame.from_text(text)
