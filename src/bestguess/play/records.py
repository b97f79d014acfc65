"""The games played on this machine: one file, one line of JSON per game. They are sent nowhere."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bestguess.arguments import as_list, as_path, expected
from bestguess.errors import FileError, GameError
from bestguess.folders import data_folder
from bestguess.games import GameLike, as_game


@dataclass(frozen=True)
class Record:
    """One finished game.

    *loss* is the number of guesses lost against the best moves, None if the game is too large to be reviewed. *hints*
    counts hints and undos. *day* is the date, such as 2026-01-31.
    """

    game: str
    history: str
    guesses: int
    won: bool
    loss: float | None
    hints: int
    day: str


# The types that each field may have. They are compared exactly, so that True does not pass as a number.
_FIELD_TYPES: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "history": (str,),
    "guesses": (int,),
    "won": (bool,),
    "loss": (float, int, type(None)),
    "hints": (int,),
    "day": (str,),
}


@dataclass(frozen=True)
class RecordSummary:
    """Statistics of several games. Means are over won games; a streak is a run of wins."""

    games: int
    won: int
    mean_guesses: float | None
    mean_loss: float | None
    streak: int
    longest_streak: int
    guesses: tuple[int, ...]
    """The guesses of each won game, oldest first."""


def default_records() -> Path:
    """The file that games are kept in by default."""
    return data_folder() / "games.jsonl"


def keep_record(record: Record, path: str | Path) -> None:
    """Appends *record* to the file at *path*, creating it if necessary. Raises FileError."""
    if not isinstance(record, Record):
        raise expected("a Record", record)
    path = as_path("the file of records", path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(record)) + "\n")
    except OSError as error:
        raise FileError(f"{path}: the game cannot be kept: {error.strerror}") from error


def load_records(path: str | Path, game: GameLike | None = None) -> list[Record]:
    """The games in the file at *path*, or only those of *game*. No file, no games. Raises FileError."""
    path, name = as_path("the file of records", path), None if game is None else _name(game)
    if not path.exists():
        return []
    found = []
    try:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            found.append(_record(json.loads(line), f"{path}, line {number}"))
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{path}, line {len(found) + 1}: expected a record of a game") from error
    return [record for record in found if name in (None, record.game)]


def _name(game: GameLike) -> str:
    """The text of *game*; a text that names no game known now is what a record may have all the same."""
    try:
        return str(as_game(game))
    except GameError:
        if isinstance(game, str):
            return game
        raise


def _record(fields: Any, where: str) -> Record:
    """The record with these *fields*. Unknown fields, of later versions, are dropped. Raises FileError."""
    if not (
        isinstance(fields, dict)
        and fields.keys() >= _FIELD_TYPES.keys()
        and all(type(fields[name]) in types for name, types in _FIELD_TYPES.items())
    ):
        raise FileError(f"{where}: expected a record of a game")
    return Record(**{name: fields[name] for name in _FIELD_TYPES})


def summarise_records(records: Iterable[Record]) -> RecordSummary:
    """Statistics of *records*, which are in order, oldest first.

    >>> won = [Record("mm4x6", "", guesses, True, 0.5, 0, "2026-01-31") for guesses in (4, 6)]
    >>> found = summarise_records([*won, Record("mm4x6", "", 3, False, None, 0, "2026-02-01"), won[0]])
    >>> found.mean_loss, found.streak, found.longest_streak, found.guesses
    (0.5, 1, 2, (4, 6, 4))
    """
    records = as_list("records", records)
    if strange := [record for record in records if not isinstance(record, Record)]:
        raise expected("records, each a Record", strange[0])
    won = [record for record in records if record.won]
    losses = [record.loss for record in won if record.loss is not None]
    streak = longest = 0
    for record in records:
        streak = streak + 1 if record.won else 0
        longest = max(longest, streak)
    return RecordSummary(
        len(records),
        len(won),
        sum(record.guesses for record in won) / len(won) if won else None,
        sum(losses) / len(losses) if losses else None,
        streak,
        longest,
        tuple(record.guesses for record in won),
    )
