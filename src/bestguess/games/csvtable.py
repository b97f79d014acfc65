"""table(FILE): a game from a CSV file.

::

    win=yes,cat,dog,cow        the secrets; the corner may name the winning feedback
    cat,yes,fur,fur            a guess, and its feedback against each secret
    dog,fur,yes,fur
    cow,fur,fur,yes
    weight,2,1,1               how likely the secrets are; may be left out

The winning feedback is named in the corner, or by the option ``win=`` of the game's text.
"""

import csv
import hashlib
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from bestguess import engine
from bestguess.arguments import as_limit, as_path, as_text
from bestguess.errors import FeedbackError, FileError, SizeError, unknown
from bestguess.games.codes import Code, Feedback
from bestguess.games.custom import CustomGame
from bestguess.games.texts import quoted, quoted_file

_WEIGHT = re.compile(r"[0-9]{1,9}([./][0-9]{1,9})?")


class TableGame(CustomGame):
    """The game in the CSV file at *path*."""

    def __init__(self, path: str, win: Feedback | None = None, memory_limit: int | None = None) -> None:
        limit = as_limit("memory_limit", memory_limit) or engine.default_memory_limit()
        secrets, guesses, cells, weights, corner = _read(as_path("table(FILE)", path), limit)
        if win is not None:
            as_text("the winning feedback", win, FeedbackError)
        named = corner.removeprefix("win=") if corner.startswith("win=") else None
        winning = win or named
        if not winning:
            raise FileError(
                f"{path}: no winning feedback: name it with table({path},win=TEXT) or by win=TEXT in the corner"
            )
        if not any(winning in row for row in cells):
            raise FileError(f"{path}: no cell has the winning feedback {winning!r}")
        columns = {secret: column for column, secret in enumerate(secrets)}
        self._rows_by_guess = dict(zip(guesses, cells, strict=True))
        super().__init__(
            guesses, secrets, lambda g, s: self._rows_by_guess[g][columns[s]], winning, weights=weights, name="table"
        )
        self._path, self._option = str(path), win
        self.sha256 = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        self._known = frozenset(cell for row in cells for cell in row)

    def arguments(self) -> tuple[str, ...]:
        """The file, and the winning feedback when the file does not name it."""
        return (quoted_file(self._path), *([f"win={quoted(self._option)}"] if self._option else []))

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name and the SHA-256 of its file."""
        return ((self._path, self.sha256),)

    def parse_feedback(self, text: object) -> Feedback:
        """One of the feedbacks in the cells; raises FeedbackError."""
        found = super().parse_feedback(text)
        if found not in self._known:
            raise FeedbackError(unknown("feedback", found, sorted(self._known)))
        return found

    def _key(self) -> tuple[Any, ...]:
        return (str(self), self.secrets, tuple(self._rows_by_guess.items()), self._win, self.weights)


def _read(path: Path, memory_limit: int) -> tuple[list[Code], list[Code], list[tuple[Feedback, ...]], Any, str]:
    """The secrets, guesses, cells, weights (or None) and corner of the file at *path*; raises FileError."""
    lines = _lines(path, memory_limit)
    number, header = next(lines, (0, []))
    corner, secrets = header[0] if header else "", header[1:]
    if not secrets:
        raise FileError(f"{path}: expected a first row of secrets behind a corner cell, got none")
    guesses, cells, interned = [], [], dict[str, str]()
    weights = None
    for number, line in lines:
        if weights is not None:
            raise FileError(f"{path}: row {number} comes after the row of weights, which must be the last")
        if len(line) != len(header):
            raise FileError(f"{path}: row {number} has {len(line)} cells, expected {len(header)} as in the first row")
        if line[0] == "weight":
            weights = [_weight(path, number, cell) for cell in line[1:]]
            continue
        guesses.append(line[0])
        cells.append(tuple(interned.setdefault(cell, cell) for cell in line[1:]))
    if not guesses:
        raise FileError(f"{path}: expected a row for each guess, got none")
    _check_texts(path, "secret", secrets)
    _check_texts(path, "guess", guesses)
    for text in interned:
        _check_text(path, "feedback", text)
    return secrets, guesses, cells, weights, corner


def _lines(path: Path, memory_limit: int) -> Iterator[tuple[int, list[str]]]:
    """The rows of the file that are not empty, stripped, with their numbers from 1."""
    try:
        size = path.stat().st_size
        if path.exists() and not path.is_file():
            raise FileError(f"{path}: expected a file")
        # A cell takes at least two bytes in the file and a reference of eight in memory.
        if 4 * size > memory_limit:
            raise SizeError(
                f"{path}: {size:,} bytes need about {4 * size:,} of memory, over the limit of {memory_limit:,}"
            )
        with path.open(newline="", encoding="utf-8-sig") as file:
            for number, line in enumerate(csv.reader(file, strict=True), start=1):
                if line:
                    yield number, [cell.strip() for cell in line]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"{path}: cannot be read as CSV: {reason}") from error


def _weight(path: Path, number: int, cell: str) -> Fraction:
    try:
        if not _WEIGHT.fullmatch(cell):
            raise ValueError
        return Fraction(cell)
    except (ValueError, ZeroDivisionError):
        raise FileError(
            f"{path}: row {number}: expected a weight of 0 or more such as 2, 0.5 or 1/3, got {cell!r}"
        ) from None


def _check_text(path: Path, kind: str, text: str) -> None:
    if not text:
        raise FileError(f"{path}: expected a {kind}, got an empty cell")


def _check_texts(path: Path, kind: str, texts: list[str]) -> None:
    seen = set[str]()
    for text in texts:
        _check_text(path, kind, text)
        if text in seen:
            raise FileError(f"{path}: the {kind} {text!r} is listed twice")
        seen.add(text)
