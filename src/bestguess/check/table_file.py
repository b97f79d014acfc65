"""Reads table(FILE): CSV; the first row has the secrets, the first column the guesses, the cells the feedbacks.

The corner may name the winning feedback, `win=TEXT`; the last row may be that of the weights.
"""

import csv
import hashlib
import io
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from bestguess.check.limits import Limits
from bestguess.errors import BestguessError, FileError

MOST_WEIGHT = 2**31
"""The weights of a game add up to no more than this."""
_WEIGHT = re.compile(r"[0-9]{1,9}([./][0-9]{1,9})?")
_MOST_SCALE = MOST_WEIGHT * 10**9  # a weight with a denominator below 10^9, scaled by more, is above the most
_BYTES_IN_MEMORY = 40  # for each byte of the file: a cell is at least one character and a comma


@dataclass(frozen=True)
class TableFile:
    """What a table has in it."""

    corner: str
    secrets: tuple[str, ...]
    cells: Mapping[str, tuple[str, ...]]
    """The feedbacks of each guess, in the order of the secrets."""
    weights: Mapping[str, int] | None


def read_table(path: str, sha256: str, limits: Limits) -> TableFile:
    """The table in the file at *path*, whose content must have that *sha256*; raises FileError."""
    content = read_file(path, limits, _BYTES_IN_MEMORY)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{path}: not the file that the tree was made for: its SHA-256 differs")
    try:
        lines = list(_lines(content, limits))
    except (csv.Error, UnicodeDecodeError) as error:
        raise FileError(f"{path}: cannot be read as CSV: {error}") from error
    if len(lines) < 2 or len(lines[0]) < 2:
        raise FileError(f"{path}: expected a first row of secrets and a row for each guess")
    if any(len(line) != len(lines[0]) for line in lines) or not all(all(line[1:]) for line in lines):
        raise FileError(f"{path}: expected rows of one length without blank cells")
    corner, *secrets = lines[0]
    weights = read_weights(path, secrets, lines.pop()[1:]) if lines[-1][0] == "weight" else None
    cells = {line[0]: tuple(line[1:]) for line in lines[1:]}
    if "" in cells or len(cells) < len(lines) - 1 or len(set(secrets)) < len(secrets):
        raise FileError(f"{path}: expected different guesses and different secrets")
    if not cells:
        raise FileError(f"{path}: expected a row for each guess, got none")
    return TableFile(corner, tuple(secrets), cells, weights)


def read_file(path: str, limits: Limits, bytes_in_memory: int) -> bytes:
    """The bytes of the file at *path*, each of which will take so many in memory; raises FileError or SizeError."""
    try:
        if not os.path.isfile(path):
            raise FileError(f"{path}: expected a file: No such file, or not a regular one")
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            limits.need(size * bytes_in_memory, f"{path}, a file of {size:,} bytes,")
            return file.read(size + 1)
    except BestguessError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"{path}: cannot be read: {reason}") from error


def _lines(content: bytes, limits: Limits) -> Iterator[list[str]]:
    """The rows that are not empty, their cells stripped."""
    known = dict[str, str]()
    for number, line in enumerate(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)):
        if number % 256 == 0:
            limits.tick()
        if line:
            cells = [cell.strip() for cell in line]
            yield [known.setdefault(cell, cell) for cell in cells]


def read_weights(path: str, secrets: list[str], row: list[str]) -> dict[str, int]:
    """The weights of *secrets* in a *row* as integers, fractions brought to a common denominator."""
    exact, scale = [], 1
    for cell in row:
        if not _WEIGHT.fullmatch(cell) or re.fullmatch(r"[0-9]+/0+", cell):
            raise FileError(f"{path}: expected a weight of 0 or more such as 2, 0.5 or 1/3, got {cell[:60]!r}")
        exact.append(Fraction(cell))
        scale = min(lcm(scale, exact[-1].denominator), _MOST_SCALE + 1)
    weights = {secret: int(weight * scale) for secret, weight in zip(secrets, exact, strict=True)}
    if scale > _MOST_SCALE or not 0 < sum(weights.values()) <= MOST_WEIGHT:
        raise FileError(f"{path}: expected weights of 0 or more that add up to 1 to {MOST_WEIGHT:,}")
    return weights
