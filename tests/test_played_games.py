"""Records of played games: written, read and summarised, even from a damaged file."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.records import RecordFile, read_records


def record(**changes: object) -> bg.records.Record:
    """Return the record of a game won with four guesses."""
    fields: dict[str, object] = {"game": "mastermind(4,6)", "history": "1122:4.0", "guesses": 4, "won": True}
    make: type[bg.records.Record] = bg.records.Record
    return make(**{**fields, "loss": 0.25, "hints": 0, "day": "2026-01-31", **changes})  # type: ignore[arg-type]


def test_records_are_kept_and_read(tmp_path: Path) -> None:
    """Records come back oldest first, all or by game."""
    path = tmp_path / "new" / "games.jsonl"
    assert bg.records.load(path) == []
    games = [record(), record(game="bullscows(4,10)", loss=None), record(won=False)]
    for game in games:
        bg.records.keep(game, path)
    assert bg.records.load(path) == games
    assert bg.records.load(path, "bullscows(4,10)") == games[1:2]
    summary = bg.records.summarise(games)
    assert (summary.games, summary.won, summary.mean_guesses, summary.mean_loss) == (3, 2, 4.0, 0.25)
    assert (summary.streak, summary.longest_streak) == (0, 2)
    assert bg.records.summarise([]).mean_guesses is None


WRONG = [
    json.dumps({**asdict(record()), **wrong})
    for wrong in ({"loss": "x"}, {"guesses": True}, {"guesses": 4.5}, {"won": 1}, {"hints": None}, {"day": 3})
]


def test_what_a_record_does_not_know_is_passed_over(tmp_path: Path) -> None:
    """Fields that a later version may add are ignored."""
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({**asdict(record()), "mood": "good"}) + "\n")
    assert bg.records.load(path) == [record()]


@pytest.mark.parametrize("line", ["{", "[]", "{}", '{"game": 3}', "null", "garbage", "\udcff", "[" * 100_000, *WRONG])
def test_a_damaged_record_is_passed_over(line: str, tmp_path: Path) -> None:
    """The other records are read, the number of the line is known, and a record written after a cut line is whole."""
    path = tmp_path / "games.jsonl"
    bg.records.keep(record(), path)
    damaged = line.encode("utf-8", "surrogateescape")
    with path.open("ab") as file:
        file.write(damaged)
    bg.records.keep(record(guesses=6), path)
    assert read_records(path) == RecordFile((record(), record(guesses=6)), (2,))
    assert bg.records.load(path) == [record(), record(guesses=6)]
    assert path.read_bytes().split(b"\n")[1] == damaged


def test_a_record_that_cannot_be_kept(tmp_path: Path) -> None:
    """The error has one line."""
    (tmp_path / "file").write_text("")
    with pytest.raises(bg.errors.FileError, match="cannot save the game"):
        bg.records.keep(record(), tmp_path / "file" / "games.jsonl")
