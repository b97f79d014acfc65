"""Reads table(FILE): CSV; the first row has the secrets, the first column the guesses, the cells the feedbacks.

The corner may name the winning feedback, `win=TEXT`. The last rows may be those of the weights and of the labels of the
secrets, the last column that of the costs of the guesses. Semicolons separate the cells if the first row has some and
no comma outside quotes; weights and costs may then have decimal commas.
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
MOST_COST = 2**50
"""The weight or the number of a game's secrets, whichever is more, times the sum of its costs is below this."""
_NUMBER = re.compile(r"[0-9]{1,9}([./][0-9]{1,9})?")
_ODD_SPACE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\xa0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]"
)  # white space and control characters other than space, tab, LF and CR
_LARGEST = 10**9  # every number in a file is below this
_BYTES_IN_MEMORY = 40  # for each byte of the file: a cell is at least one character and a comma


@dataclass(frozen=True)
class TableFile:
    """What a table has in it."""

    corner: str
    secrets: tuple[str, ...]
    cells: Mapping[str, tuple[str, ...]]
    """The feedbacks of each guess, in the order of the secrets."""
    weights: Mapping[str, int] | None
    labels: Mapping[str, str] | None
    costs: Mapping[str, int] | None
    """What each guess costs, in parts of 1."""
    parts: int = 1
    """How many of these parts make 1."""


def read_table(path: str, sha256: str, limits: Limits) -> TableFile:
    """The table in the file at *path*, whose content must have that *sha256*; raises FileError."""
    lines, decimal_commas = _lines_of(path, sha256, limits)
    if len(lines) < 2 or len(lines[0]) < 2:
        raise FileError(f"{path}: expected a first row of secrets and a row for each guess")
    if any(len(line) != len(lines[0]) for line in lines):
        raise FileError(f"{path}: expected rows of one length without blank cells")
    below = _rows_below(lines)
    costs = _column_behind(path, lines, list(below.values()))
    if not all(all(line[1:]) for line in (*lines, *below.values())):
        raise FileError(f"{path}: expected rows of one length without blank cells")
    corner, *secrets = lines[0]
    cells = {line[0]: tuple(line[1:]) for line in lines[1:]}
    if "" in cells or len(cells) < len(lines) - 1 or len(set(secrets)) < len(secrets):
        raise FileError(f"{path}: expected different guesses and different secrets")
    if not cells or not secrets:
        raise FileError(f"{path}: expected a row for each guess and a column for each secret, got none")
    if (last := lines[-1][0]) in below and last not in secrets:
        raise FileError(f"{path}: expected one row called {last}, got two")
    weights = read_weights(path, secrets, below["weight"][1:], decimal_commas) if "weight" in below else None
    labels = dict(zip(secrets, below["label"][1:], strict=True)) if "label" in below else None
    table = TableFile(corner, tuple(secrets), cells, weights, labels, None)
    return table if costs is None else _with_costs(path, table, costs, decimal_commas)


def _lines_of(path: str, sha256: str, limits: Limits) -> tuple[list[list[str]], bool]:
    """Return the rows of the file, and whether numbers in it may have decimal commas."""
    content = read_file(path, limits, _BYTES_IN_MEMORY)
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{path}: not the file that the game was made of: its SHA-256 differs")
    try:
        text = content.decode("utf-8-sig")
        if "\0" in text:
            raise FileError(f"{path}: expected no character U+0000, got one")
        separator = _separator(text)
        return list(_lines(path, text, separator, limits)), separator == ";"
    except (csv.Error, UnicodeDecodeError) as error:
        raise FileError(f"{path}: cannot be read as CSV: {error}") from error


def _rows_below(lines: list[list[str]]) -> dict[str, list[str]]:
    """Take the rows of weights and labels, each once, from the end of *lines*."""
    rows = dict[str, list[str]]()
    while len(lines) > 1 and lines[-1][0] in {"weight", "label"} - rows.keys():
        row = lines.pop()
        rows[row[0]] = row
    return rows


def _column_behind(path: str, lines: list[list[str]], below: list[list[str]]) -> list[str] | None:
    """The costs of the guesses, whose column is taken from the end of *lines* and of the rows *below* them."""
    if lines[0][-1] != "cost":
        return None
    column = [line.pop() for line in lines]
    meeting = [row.pop() for row in below]
    if any(meeting):
        raise FileError(f"{path}: expected nothing where the column of costs meets weights and labels")
    return column[1:]


def _with_costs(path: str, table: TableFile, column: list[str], decimal_commas: bool) -> TableFile:
    """*table* with costs that a *column* has."""
    costs, parts = _scaled(path, "cost above 0", column, decimal_commas)
    weight = max(len(table.secrets), sum((table.weights or {}).values()))
    if min(costs) <= 0:
        raise FileError(f"{path}: expected a cost above 0, got {column[costs.index(min(costs))]!r}")
    if weight * sum(costs) >= MOST_COST or parts >= MOST_COST:
        raise FileError(f"{path}: expected costs times weights, both added up, of less than {MOST_COST:,}")
    of = dict(zip(table.cells, costs, strict=True))
    if parts == 1 and set(costs) == {1}:
        return table  # as if nothing were said
    return TableFile(table.corner, table.secrets, table.cells, table.weights, table.labels, of, parts)


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


def _separator(text: str) -> str:
    """Return what separates the cells, as the first row that is not blank tells; every quote opens or closes."""
    inside, signs = False, set[str]()
    for sign in text.lstrip(" \t\r\n"):
        if sign == '"':
            inside = not inside
        elif not inside:
            if sign in "\r\n":
                break
            signs.add(sign)
    return ";" if ";" in signs and "," not in signs else ","


def _lines(path: str, text: str, separator: str, limits: Limits) -> Iterator[list[str]]:
    """Yield the rows that are not blank, their cells stripped."""
    known = dict[str, str]()
    for number, line in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)):
        if number % 256 == 0:
            limits.tick()
        for cell in line:
            if cell not in known:
                known[cell] = _stripped(path, cell)
        if line and (len(line) > 1 or known[line[0]]):
            yield [known[cell] for cell in line]


def _stripped(path: str, cell: str) -> str:
    """Return *cell* without the spaces and tabs around it; raise FileError if it has other white space there."""
    bare = cell.strip(" \t")
    if bare and (has_odd_space(bare[0] + bare[-1]) or {bare[0], bare[-1]} & {"\r", "\n"}):
        raise FileError(f"{path}: expected only spaces and tabs around a cell, got {cell[:60]!r}")
    return bare


def has_odd_space(text: str) -> bool:
    """Whether *text* has white space or a control character other than space, tab, LF and CR."""
    return _ODD_SPACE.search(text) is not None


def read_weights(path: str, secrets: list[str], row: list[str], decimal_commas: bool = False) -> dict[str, int]:
    """The weights of *secrets* in a *row* as integers, fractions brought to a common denominator."""
    weights, _ = _scaled(path, "weight of 0 or more", row, decimal_commas)
    if not 0 < sum(weights) <= MOST_WEIGHT:
        raise FileError(f"{path}: expected weights of 0 or more that add up to 1 to {MOST_WEIGHT:,}")
    return dict(zip(secrets, weights, strict=True))


def _scaled(path: str, what: str, cells: list[str], decimal_commas: bool) -> tuple[list[int], int]:
    """The numbers in *cells* as integers, and their least common denominator, by which they were multiplied."""
    exact, scale = list[Fraction](), 1
    for cell in cells:
        number = re.sub("^([0-9]+),([0-9]+)$", r"\1.\2", cell) if decimal_commas else cell
        if not _NUMBER.fullmatch(number) or re.fullmatch(r"[0-9]+/0+", number):
            raise FileError(f"{path}: expected a {what} such as 2, 0.5 or 1/3, got {cell[:60]!r}")
        exact.append(Fraction(number))
        if (scale := lcm(scale, exact[-1].denominator)) > MOST_COST * _LARGEST:
            # One of 1 / 10^9 or more, multiplied by this, is above what any number may be.
            raise FileError(f"{path}: expected a {what}, all of which add up to less, got {cell[:60]!r}")
    return [int(number * scale) for number in exact], scale
