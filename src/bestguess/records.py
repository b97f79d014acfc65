"""The games played on this machine: one file, one line of JSON per game. They are sent nowhere."""

import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from bestguess.arguments import as_list, as_path, expected_error
from bestguess.display import one_line
from bestguess.errors import FileError, GameError
from bestguess.files import data_folder
from bestguess.games import GameLike, as_game
from bestguess.games.documents import Document
from bestguess.wording import count_text


@dataclass(frozen=True)
class Record:
    """One finished game."""

    game: str
    history: str
    """Its rows."""
    guesses: int
    """How many guesses were made."""
    won: bool
    """Whether the secret was found."""
    loss: float | None
    """Guesses lost against the best moves; None: the game was too large to be reviewed."""
    hints: int
    """How often help was taken: hints, lists of candidates, reasons, moves taken back, guesses by the computer, rows
    that were given."""
    day: Annotated[str, ("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    """The date, such as 2026-01-31."""

    def __repr__(self) -> str:
        ending = "won" if self.won else "lost"
        return one_line(self, f"of {self.game}, {self.day}: {ending} after {count_text(self.guesses, 'guess')}")


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
class RecordFile:
    """The games in a file, oldest first, and the numbers of the lines that are no record of a game."""

    records: tuple[Record, ...]
    damaged: tuple[int, ...]


@dataclass(frozen=True)
class RecordSummary(Document):
    """Statistics of several games. Means are over won games; a streak is a run of wins."""

    games: int
    """How many games were played."""
    won: int
    """How many of them were won."""
    mean_guesses: float | None
    """Guesses on average in games that were won; None: none was."""
    mean_loss: float | None
    """Guesses lost on average in games that were won and reviewed; None: none was."""
    streak: int
    """How many of the last games were won in a row."""
    longest_streak: int
    """The most games that were won in a row."""
    guesses: tuple[int, ...]
    """The guesses of each game that was won, the oldest first."""

    def __repr__(self) -> str:
        mean = "" if self.mean_guesses is None else f", mean {self.mean_guesses:.3f}"
        return one_line(self, f"of {count_text(self.games, 'game')}: {self.won} won{mean}, streak {self.streak}")

    @property
    def distribution(self) -> dict[int, int]:
        """How many games were won with each number of guesses, from the fewest to the most."""
        if not self.guesses:
            return {}
        numbers = range(min(self.guesses), max(self.guesses) + 1)
        return {number: self.guesses.count(number) for number in numbers}


def default_path() -> Path:
    """The file that games are kept in by default."""
    return data_folder() / "games.jsonl"


def keep(record: Record, path: str | Path) -> None:
    """Appends *record* to the file at *path*, creating it if necessary. Raises FileError."""
    if not isinstance(record, Record):
        raise expected_error("a Record", record)
    path = as_path("the file of records", path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            torn = False  # whether the last line was not written whole: then this must not become a part of it
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                torn = file.read(1) != b"\n"
            file.write(b"\n" * torn + json.dumps(asdict(record)).encode() + b"\n")
    except OSError as error:
        raise FileError(f"{path}: the game cannot be kept: {error.strerror}") from error


def read_records(path: str | Path) -> RecordFile:
    """What is in the file at *path*. No file, no games. Lines that are damaged are passed over. Raises FileError."""
    path = as_path("the file of records", path)
    try:
        lines = path.read_bytes().split(b"\n") if path.exists() else []
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    found = {number: _record(line) for number, line in enumerate(lines, start=1) if line.strip()}
    records = [record for record in found.values() if record is not None]
    return RecordFile(tuple(records), tuple(number for number, record in found.items() if record is None))


def load(path: str | Path, game: GameLike | None = None) -> list[Record]:
    """The games in the file at *path*, or only those of *game*. No file, no games. Raises FileError.

    Lines that are damaged are passed over: `read_records` has their numbers.
    """
    name = None
    if game is not None:
        try:
            name = str(as_game(game))
        except GameError:  # a text that names no game known now is what a record may have all the same
            if not isinstance(game, str):
                raise
            name = game
    return [record for record in read_records(path).records if name in (None, record.game)]


def _record(line: bytes) -> Record | None:
    """The record in *line*, None if it is damaged. Unknown fields, of later versions, are dropped."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not (
        isinstance(fields, dict)
        and fields.keys() >= _FIELD_TYPES.keys()
        and all(type(fields[name]) in types for name, types in _FIELD_TYPES.items())
    ):
        return None
    return Record(**{name: fields[name] for name in _FIELD_TYPES})


def kinds_of(records: Iterable[Record]) -> dict[tuple[str, bool], list[Record]]:
    """*records* by game and by whether help was taken, in the order of their first games.

    >>> games = [Record("mm4x6", "", 4, True, None, hints, "2026-01-31") for hints in (0, 2, 0)]
    >>> {kind: len(records) for kind, records in kinds_of(games).items()}
    {('mm4x6', False): 2, ('mm4x6', True): 1}
    """
    kinds: dict[tuple[str, bool], list[Record]] = {}
    for record in records:
        kinds.setdefault((record.game, record.hints > 0), []).append(record)
    return kinds


def summarise(records: Iterable[Record]) -> RecordSummary:
    """Statistics of *records*, which are in order, oldest first.

    >>> won = [Record("mm4x6", "", guesses, True, 0.5, 0, "2026-01-31") for guesses in (4, 6)]
    >>> found = summarise([*won, Record("mm4x6", "", 3, False, None, 0, "2026-02-01"), won[0]])
    >>> found.mean_loss, found.streak, found.longest_streak, found.guesses
    (0.5, 1, 2, (4, 6, 4))
    """
    records = as_list("records", records)
    if strange := [record for record in records if not isinstance(record, Record)]:
        raise expected_error("records, each a Record", strange[0])
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
