"""Reads the files that games are made of: tables and lists of words. docs/certificates.md says what stands in them."""

import csv
import hashlib
import io
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from math import lcm

from bestguess.check.limits import Limits
from bestguess.check.rules import Ones, OwnTexts
from bestguess.errors import BestguessError, FileError

_MOST_WEIGHT = 2**31  # the weights of a game add up to no more
_MOST_COST = (
    2**50
)  # the weight or the number of a game's secrets, whichever is more, times the sum of its costs is less
_LARGEST = 10**9  # every number in a file is below this
_NUMBER = re.compile(r"[0-9]{1,9}([./][0-9]{1,9})?")
_ODD_SPACE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\xa0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]"
)  # white space and control characters other than space, tab, LF and CR
_BYTES_OF_TABLES = 40  # in memory, for each byte of the file: a cell is at least one character and a comma
_BYTES_OF_WORDS = 80  # the same: a word is at least two letters and a line break


@dataclass(frozen=True)
class TableFile:
    """What a table has in it."""

    corner: str
    secrets: tuple[str, ...]
    cells: Mapping[str, tuple[str, ...]]
    """The feedbacks of each guess, in the order of the secrets."""
    weights: Ones
    labels: OwnTexts
    costs: Ones
    """What each guess costs, in parts of 1."""
    parts: int
    """How many of these parts make 1."""


def read_table(path: str, sha256: str, limits: Limits) -> TableFile:
    """Return the table in the file at *path*, whose content must have that *sha256*; raise FileError."""
    lines, decimal_commas = _lines_of(path, sha256, limits)
    if len(lines) < 2 or len(lines[0]) < 2:
        raise FileError(f"{path}: expected a first row of secrets and a row for each guess")
    if any(len(line) != len(lines[0]) for line in lines):
        raise FileError(f"{path}: expected rows of one length without blank cells")
    below = _take_rows_below(lines)
    prices = _take_costs(path, lines, below)
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
    weights, labels, costs, parts = Ones(), OwnTexts(), Ones(), 1
    if "weight" in below:
        weights = _weights(path, secrets, below["weight"][1:], decimal_commas)
    if "label" in below:
        labels.update(zip(secrets, below["label"][1:], strict=True))
    if prices:
        weight = max(len(secrets), sum(weights.values()))
        costs, parts = _costs(path, list(cells), prices, weight, decimal_commas)
    return TableFile(corner, tuple(secrets), cells, weights, labels, costs, parts)


def _lines_of(path: str, sha256: str, limits: Limits) -> tuple[list[list[str]], bool]:
    """Return the rows of the file, and whether numbers in it may have decimal commas."""
    content = _read(path, sha256, limits, _BYTES_OF_TABLES)
    try:
        text = content.decode("utf-8-sig")
        if "\0" in text:
            raise FileError(f"{path}: expected no character U+0000, got one")
        separator = _separator(text)
        return list(_lines(path, text, separator, limits)), separator == ";"
    except (csv.Error, UnicodeDecodeError) as error:
        raise FileError(f"{path}: cannot be read as CSV: {error}") from error


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


def _take_rows_below(lines: list[list[str]]) -> dict[str, list[str]]:
    """Take the rows of weights and labels, each once, from the end of *lines*."""
    rows = dict[str, list[str]]()
    while len(lines) > 1 and lines[-1][0] in {"weight", "label"} - rows.keys():
        row = lines.pop()
        rows[row[0]] = row
    return rows


def _take_costs(path: str, lines: list[list[str]], below: dict[str, list[str]]) -> list[str]:
    """Take the column of costs, if there is one, from the end of *lines* and of the rows *below* them."""
    if lines[0][-1] != "cost":
        return []
    column = [line.pop() for line in lines]
    meeting = [row.pop() for row in below.values()]
    if any(meeting):
        raise FileError(f"{path}: expected nothing where the column of costs meets weights and labels")
    return column[1:]


def _costs(path: str, guesses: list[str], column: list[str], weight: int, decimal_commas: bool) -> tuple[Ones, int]:
    """Return what each guess costs, and how many parts make 1; costs of 1 throughout are none."""
    costs, parts = _scaled(path, "cost above 0", column, decimal_commas)
    if min(costs) <= 0:
        raise FileError(f"{path}: expected a cost above 0, got {column[costs.index(min(costs))]!r}")
    if weight * sum(costs) >= _MOST_COST or parts >= _MOST_COST:
        raise FileError(f"{path}: expected costs times weights, both added up, of less than {_MOST_COST:,}")
    if set(costs) == {1} and parts == 1:
        return Ones(), 1
    return Ones(zip(guesses, costs, strict=True)), parts


def _weights(path: str, secrets: list[str], cells: list[str], decimal_commas: bool = False) -> Ones:
    weights, _ = _scaled(path, "weight of 0 or more", cells, decimal_commas)
    if not 0 < sum(weights) <= _MOST_WEIGHT:
        raise FileError(f"{path}: expected weights of 0 or more that add up to 1 to {_MOST_WEIGHT:,}")
    return Ones(zip(secrets, weights, strict=True))


def _scaled(path: str, what: str, cells: list[str], decimal_commas: bool) -> tuple[list[int], int]:
    """Return the numbers in *cells* times their least common denominator, and this."""
    exact, scale = list[Fraction](), 1
    for cell in cells:
        number = re.sub("^([0-9]+),([0-9]+)$", r"\1.\2", cell) if decimal_commas else cell
        if not _NUMBER.fullmatch(number) or re.fullmatch(r"[0-9]+/0+", number):
            raise FileError(f"{path}: expected a {what} such as 2, 0.5 or 1/3, got {cell[:60]!r}")
        exact.append(Fraction(number))
        if (scale := lcm(scale, exact[-1].denominator)) > _MOST_COST * _LARGEST:
            # One of 1 / 10^9 or more, multiplied by this, is above what any number may be.
            raise FileError(f"{path}: expected a {what}, all of which add up to less, got {cell[:60]!r}")
    return [int(number * scale) for number in exact], scale


@dataclass(frozen=True)
class WordFile:
    """The words of a file, and their weights where it gives some."""

    words: tuple[str, ...]
    weights: Ones


def read_words(path: str, sha256: str, limits: Limits) -> WordFile:
    """Return the words of the file at *path*, whose content must have that *sha256*; raise FileError."""
    return _words(path, _read(path, sha256, limits, _BYTES_OF_WORDS), limits)


def read_shipped(name: str, sha256: str, limits: Limits) -> WordFile:
    """Return the words of the list that ships under this *name*."""
    try:
        content = files("bestguess").joinpath("data", "word_lists", name).read_bytes()
    except OSError as error:
        raise FileError(f"{name}: no list of words of this name ships") from error
    _check_sha256(name, content, sha256)
    return _words(name, content, limits)


def _words(name: str, content: bytes, limits: Limits) -> WordFile:
    try:
        text = unicodedata.normalize("NFC", content.decode("utf-8-sig").lower())
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: cannot be read as a list of words: {error}") from error
    if has_odd_space(text):
        raise FileError(f"{name}: expected only spaces, tabs and line breaks between words, got other white space")
    lines = [line.split() for line in re.split("[\r\n]", text) if line.strip()]
    limits.tick()
    words = [line[0] for line in lines]
    if not words or not 2 <= len(words[0]) <= 10 or {len(word) for word in words} != {len(words[0])}:
        raise FileError(f"{name}: expected words of one length, of 2 to 10 letters")
    if len(set(words)) < len(words) or not "".join(words).isalpha():
        raise FileError(f"{name}: expected different words of letters")
    if any(len(line) > 2 for line in lines):
        raise FileError(f"{name}: expected one word a line, and perhaps its weight")
    if all(len(line) == 1 for line in lines):
        return WordFile(tuple(words), Ones())
    return WordFile(tuple(words), _weights(name, words, [line[1] if len(line) > 1 else "1" for line in lines]))


def _read(path: str, sha256: str, limits: Limits, bytes_in_memory: int) -> bytes:
    """Return the bytes of the file at *path*, each of which will take so many in memory; raise FileError."""
    try:
        if not os.path.isfile(path):
            raise FileError(f"{path}: expected a file: No such file, or not a regular one")
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            limits.need(size * bytes_in_memory, f"{path}, a file of {size:,} bytes,")
            content = file.read(size + 1)
    except BestguessError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        reason = error.strerror if isinstance(error, OSError) else error
        raise FileError(f"{path}: cannot be read: {reason}") from error
    _check_sha256(path, content, sha256)
    return content


def _check_sha256(name: str, content: bytes, sha256: str) -> None:
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{name}: not the file that the game was made of: its SHA-256 differs")
