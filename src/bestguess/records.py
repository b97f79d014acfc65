"""Records of the games played on this machine: one file, one line of JSON per game. They never leave the machine."""

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
    """A finished game."""

    game: str
    history: str
    """The rows of the game."""
    guesses: int
    """The number of guesses."""
    won: bool
    """Whether the secret was found."""
    loss: float | None
    """Guesses lost against the best moves; None if the game was too large to review."""
    hints: int
    """The number of times the player took help: hints, lists of candidates, reasons, undone moves, guesses by the
    computer, rows that the game began with."""
    day: Annotated[str, ("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    """The date, such as 2026-01-31."""

    def __repr__(self) -> str:
        ending = "won" if self.won else "lost"
        return one_line(self, f"of {self.game}, {self.day}: {ending} after {count_text(self.guesses, 'guess')}")


# The types that each field may have. Subclasses do not count, so that True is not accepted as a number.
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
    """The games in a file, oldest first, and the numbers of its damaged lines."""

    records: tuple[Record, ...]
    damaged: tuple[int, ...]
    """The numbers of the lines that are not a record of a game, from 1."""


@dataclass(frozen=True)
class RecordSummary(Document):
    """Statistics of several games. Means are over won games; a streak is a run of wins."""

    games: int
    """The number of games."""
    won: int
    """The number of games won."""
    mean_guesses: float | None
    """The mean number of guesses in won games; None if no game was won."""
    mean_loss: float | None
    """The mean loss in games that were won and reviewed, in guesses; None if there is no such game."""
    streak: int
    """The number of wins since the last lost game."""
    longest_streak: int
    """The largest number of wins in a row."""
    guesses: tuple[int, ...]
    """The number of guesses of each won game, the oldest first."""

    def __repr__(self) -> str:
        mean = "" if self.mean_guesses is None else f", mean {self.mean_guesses:.3f}"
        return one_line(self, f"of {count_text(self.games, 'game')}: {self.won} won{mean}, streak {self.streak}")

    @property
    def distribution(self) -> dict[int, int]:
        """The number of games won with each number of guesses, from the fewest to the most, zeros included."""
        if not self.guesses:
            return {}
        numbers = range(min(self.guesses), max(self.guesses) + 1)
        return {number: self.guesses.count(number) for number in numbers}


def default_path() -> Path:
    """Return the default file of records."""
    return data_folder() / "games.jsonl"


def keep(record: Record, path: str | Path) -> None:
    """Append *record* to the file at *path*, which is created if necessary. Raises FileError."""
    if not isinstance(record, Record):
        raise expected_error("a Record", record)
    path = as_path("the file of records", path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            # If a crash cut the last line short, begin a new line, so that only the old record is damaged.
            last_line_is_cut = False
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                last_line_is_cut = file.read(1) != b"\n"
            file.write(b"\n" * last_line_is_cut + json.dumps(asdict(record)).encode() + b"\n")
    except OSError as error:
        raise FileError(f"{path}: cannot save the game: {error.strerror}") from error


def read_records(path: str | Path) -> RecordFile:
    """Return the games in the file at *path*, and which lines are damaged. A missing file has no games.

    Raises FileError if the file cannot be read.
    """
    path = as_path("the file of records", path)
    try:
        lines = path.read_bytes().split(b"\n") if path.exists() else []
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    by_line = {number: _parse_record(line) for number, line in enumerate(lines, start=1) if line.strip()}
    records = [record for record in by_line.values() if record is not None]
    return RecordFile(tuple(records), tuple(number for number, record in by_line.items() if record is None))


def load(path: str | Path, game: GameLike | None = None) -> list[Record]:
    """Return the games in the file at *path*, or only those of *game*. A missing file has no games.

    Damaged lines are skipped; `read_records` returns their numbers. Raises FileError if the file cannot be read.
    """
    name = None
    if game is not None:
        try:
            name = str(as_game(game))
        except GameError:  # a game that is not registered now may still have records
            if not isinstance(game, str):
                raise
            name = game
    return [record for record in read_records(path).records if name in (None, record.game)]


def _parse_record(line: bytes) -> Record | None:
    """Return the record in *line*, or None if it is damaged. Unknown fields of later versions are dropped."""
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


def group_records(records: Iterable[Record]) -> dict[tuple[str, bool], list[Record]]:
    """Group *records* by game and by whether the player took help, in the order of the first game of each group.

    >>> games = [Record("mm4x6", "", 4, True, None, hints, "2026-01-31") for hints in (0, 2, 0)]
    >>> {kind: len(records) for kind, records in group_records(games).items()}
    {('mm4x6', False): 2, ('mm4x6', True): 1}
    """
    kinds: dict[tuple[str, bool], list[Record]] = {}
    for record in records:
        kinds.setdefault((record.game, record.hints > 0), []).append(record)
    return kinds


def summarise(records: Iterable[Record]) -> RecordSummary:
    """Return the statistics of *records*, which must be in order, oldest first.

    >>> won = [Record("mm4x6", "", guesses, True, 0.5, 0, "2026-01-31") for guesses in (4, 6)]
    >>> summary = summarise([*won, Record("mm4x6", "", 3, False, None, 0, "2026-02-01"), won[0]])
    >>> summary.mean_loss, summary.streak, summary.longest_streak, summary.guesses
    (0.5, 1, 2, (4, 6, 4))
    """
    records = as_list("records", records)
    for record in records:
        if not isinstance(record, Record):
            raise expected_error("records, each a Record", record)
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
