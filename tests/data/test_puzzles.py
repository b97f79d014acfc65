"""Puzzles that ship: that they are true, and that they can be made again."""

import os
import random
import zlib
from importlib.resources import files
from typing import Any

import pytest

import bestguess as bg
from bestguess.data.puzzles import FILE, known_puzzle_rows, puzzle_games
from bestguess.data.reader import read_document
from bestguess.puzzles import KINDS, puzzle_of
from bestguess.puzzles.shipped import known_puzzles, row_of_puzzle
from scripts import load_script
from versions import numbers

WHOLE = bool(os.environ.get("BESTGUESS_VERIFY"))
SAMPLE = 4


@pytest.mark.parametrize("game", puzzle_games())
@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_that_ship_are_true(game: str, kind: str) -> None:
    """What is said of a position is what is found there now: of a sample always, of all in `make verify`."""
    rows = read_document(FILE)["games"][game][kind]
    chosen = rows if WHOLE else random.Random(f"{game} {kind}").sample(rows, min(SAMPLE, len(rows)))
    for row in chosen:
        found = puzzle_of(bg.Position(game, row[0]), KINDS[kind])
        assert found is not None
        assert _plain(row_of_puzzle(found)) == row


def test_a_puzzle_of_the_data_is_the_puzzle_that_is_made() -> None:
    """Reading gives what making gives, puzzle by puzzle, from the first one on."""
    for kind, count in {"only-secret": 20, "win-in-two": 3, "cannot-lose": 3, "best-guess": 3}.items():
        made = tuple(bg.puzzles.make("mastermind(4,6)", kind, count, 1))
        assert known_puzzles(bg.game("mastermind(4,6,rows=10)"), KINDS[kind], count, 1) == made


def test_what_ships() -> None:
    """Fifty of each kind for Mastermind, in a small file that says how it was made; none for other seeds."""
    document = read_document(FILE)
    assert (0, 3, 0) <= numbers(document["version"]) <= numbers(bg.__version__)
    assert document["command"] == "make values"
    assert {len(rows) for rows in document["games"]["mastermind(4,6)"].values()} == {50}
    script = load_script("puzzles")
    assert document["counts"] == script.GAMES
    written = script.text_of(document["games"]).replace(bg.__version__, document["version"], 1)
    assert written == files("bestguess.data").joinpath(FILE).read_text("utf-8")
    assert len(zlib.compress(files("bestguess.data").joinpath(FILE).read_bytes())) < 50_000
    game = bg.game("mastermind(4,6)")
    assert known_puzzle_rows(game, "win-in-two", 51, 1) is None
    assert known_puzzle_rows(game, "win-in-two", 5, 2) is None
    assert known_puzzle_rows(bg.game("mastermind(4,5)"), "win-in-two", 5, 1) is None
    namesake = bg.CustomGame("ab", "ab", lambda g, s: g == s, win=True, name="mastermind(4,6)")
    assert known_puzzle_rows(namesake, "win-in-two", 5, 1) is None


def test_all_there_are() -> None:
    """Where fewer were found than looked for, more are never found, so that these are the answer to any count."""
    few = known_puzzles(bg.game("mastermind(3,4)"), KINDS["cannot-lose"], 1000, 1)
    assert few is not None
    assert 0 < len(few) < 20
    assert few == tuple(bg.puzzles.make("mastermind(3,4)", "cannot-lose", 1000, 1))


def _plain(value: Any) -> Any:
    """*value* with lists for tuples, as JSON has it."""
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
