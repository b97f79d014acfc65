"""table(FILE): a game from a CSV file, or from a text that is in none, whose name is its hash.

::

    win=yes,cat,dog,cow        the secrets; the corner may name the winning feedback, and is free text otherwise
    cat,yes,fur,fur            a guess, and its feedback against each secret
    dog,fur,yes,fur
    cow,fur,fur,yes
    weight,2,1,1               how likely the secrets are; may be left out

The winning feedback is named in the corner, or by the option ``win=`` of the game's text. With ``goal=identify`` there
is none, and a row may say what the secrets mean. A last column may say what the guesses cost::

    faults,pump,valve,fuse,cost
    does it hum?,yes,yes,no,1
    is it hot?,yes,no,no,5/2
    label,call us,call us,new fuse,

The rows `weight` and `label` are the last ones, in either order, and each may be left out; so may the last column,
`cost`. A guess that is called weight or label, in any case of letters, but is no secret, and a secret that is called
cost, but is no guess, are refused: that would be such a row or column in a wrong place. So are a last row and a last
column with a name like those of the others (weights, or cost where weight belongs: the table is transposed), and
answers to one guess that differ in the case of their letters only.

Semicolons separate the cells if the first row has some and no comma outside quotes; weights and costs may then have
decimal commas. Spaces and tabs around a cell are not part of it; other white space there is refused.
"""

import csv
import hashlib
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_path, as_text, expected
from bestguess.errors import BestguessError, FeedbackError, FileError, GameError, SizeError, unknown
from bestguess.games.base import Native
from bestguess.games.codes import Code, Feedback
from bestguess.games.custom import CustomGame
from bestguess.games.declarations import fraction_of, looks_like_number
from bestguess.games.rules import GOALS, HIT, IDENTIFY, as_choice
from bestguess.games.texts import not_utf8, quoted, quoted_file, strip_cell

if TYPE_CHECKING:
    from bestguess.engine import Ordinals

WEIGHT, LABEL, COST = "weight", "label", "cost"
"""The words that name the last rows and the last column."""

_MOST_FEEDBACKS = 2**16
_NAME_DIGITS = 16  # of the hash by which a text is called


class TableGame(CustomGame[str, str, str]):
    """The game in the CSV file at *path*.

    *win*: the winning feedback, where the corner of the file does not name it; none with ``goal="identify"``.
    """

    def __init__(
        self,
        path: str,
        win: Feedback | None = None,
        goal: Literal["hit", "identify"] = "hit",
        memory_limit: int | None = None,
    ) -> None:
        limit = as_limit("memory_limit", memory_limit) or engine.default_memory_limit()
        file, goal_text = as_path("table(FILE)", path), as_choice("goal", goal, GOALS)
        _check_options(path, win, goal_text)
        content = _content(file, limit)
        self._make(str(path), str(path), content, _read(str(file), content), win, goal_text)

    @classmethod
    def of_text(cls, text: str, win: Feedback | None = None, goal: Literal["hit", "identify"] | None = "hit") -> Self:
        r"""The game in a CSV *text* that is in no file; its name is `text_name(text)`.

        *goal* None: hit where *win* or the corner names a winning feedback, else identify.

        >>> game = TableGame.of_text("win=y,a,b\na,y,n\nb,n,y\n")
        >>> str(game), game.guesses
        ('table(d33dbc888745b927)', ('a', 'b'))
        """
        as_text("a table", text, FileError)
        name, content = text_name(text), _encoded(text)
        _check_options(name, win, HIT if goal is None else as_choice("goal", goal, GOALS))
        game, read = cls.__new__(cls), _read("table", content)
        if goal is None:
            goal = "hit" if win or read.corner.startswith("win=") else "identify"
        game._make("table", name, content, read, win, goal)
        return game

    @classmethod
    def beside(cls, file: Path, goal: str) -> Self:
        """The game in the CSV file at *file*, known by the bare name of the file: what stands beside it names it so."""
        game = cls(str(file), goal=goal)  # type: ignore[arg-type]
        game._path = file.name
        return game

    def _make(self, source: str, name: str, content: bytes, read: "_File", win: Feedback | None, goal: str) -> None:
        """The game that was *read* from *content* and is called *name*; errors begin with its *source*."""
        winning = _winning(source, name, read, win, goal)
        self._feedbacks, self._matrix = _ordinals(source, read, winning)
        self._row_of = {guess: row for row, guess in enumerate(read.guesses)}
        self._column_of = {secret: column for column, secret in enumerate(read.secrets)}
        try:
            super().__init__(
                read.guesses,
                read.secrets,
                self._cell,
                winning,
                goal=goal,  # type: ignore[arg-type]
                labels=read.labels,
                weights=read.weights,
                costs=read.costs,
                name="table",
            )
        except BestguessError as error:
            raise FileError(f"{source}: {error}") from error
        self._path, self._option = name, win
        self.sha256 = hashlib.sha256(content).hexdigest()

    def _cell(self, guess: Code, secret: Code) -> Feedback:
        return self._feedbacks[int(self._matrix[self._row_of[guess], self._column_of[secret]])]

    def _native(self) -> Native:
        """The cells; their feedbacks in the order in which they are met, a winning one first."""
        return Native(self._feedbacks, matrix=self.feedback_matrix)

    def feedback_matrix(self) -> "Ordinals":
        """The cells."""
        return self._matrix

    def arguments(self) -> tuple[str, ...]:
        """The file, and the winning feedback when the file does not name it, or the goal."""
        options = [f"win={quoted(self._option)}"] if self._option else []
        options += [f"goal={self.goal}"] if self.goal != HIT else []
        return (quoted_file(self._path), *options)

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name and the SHA-256 of its file."""
        return ((self._path, self.sha256),)

    def parse_guess(self, text: object) -> str:
        """The guess that *text* is; raises CodeError."""
        return self.as_guess(text)

    def parse_secret(self, text: object) -> str:
        """The secret that *text* is; raises CodeError."""
        return self.as_secret(text)

    def parse_feedback(self, text: object) -> str:
        """One of the feedbacks in the cells; raises FeedbackError."""
        if not isinstance(text, str) or not text:
            raise expected("a feedback", text, FeedbackError)
        if text not in self._feedbacks:
            raise FeedbackError(unknown("feedback", text, sorted(self._feedbacks)))
        return text

    def as_feedback(self, given: object) -> str:
        """One of the feedbacks in the cells; raises FeedbackError."""
        return self.parse_feedback(given)

    def text(self, value: object) -> str:
        """Itself: codes, feedbacks and labels are texts."""
        return str(value)

    def as_text(self) -> "TableGame":
        """Itself: its codes and feedbacks are texts."""
        return self

    def _key(self) -> tuple[Any, ...]:
        return (str(self), self.sha256, self.costs)


def text_name(text: str) -> str:
    r"""What the table of a CSV *text* is called that is in no file: the beginning of its SHA-256.

    >>> text_name("win=y,a,b\na,y,n\nb,n,y\n")
    'd33dbc888745b927'
    """
    return hashlib.sha256(_encoded(text)).hexdigest()[:_NAME_DIGITS]


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise FileError(f"table: expected a text in Unicode, got half a character at {error.start + 1:,}") from error


def _check_options(name: object, win: Feedback | None, goal: str) -> None:
    """Raises FeedbackError or GameError unless *win* is a text that goes with *goal*."""
    if win is not None:
        as_text("the winning feedback", win, FeedbackError)
        if goal == IDENTIFY:
            raise GameError(f"expected either goal=identify or win={quoted(win)} for table({name}), got both")


@dataclass
class _File:
    """What a file says. The cells are ordinals in the order in which their texts are met."""

    separator: str
    corner: str
    secrets: list[Code]
    guesses: list[Code] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    """The numbers of the rows of the guesses."""
    rows: list["Ordinals"] = field(default_factory=list)
    ordinal_of: defaultdict[Feedback, int] = field(default_factory=lambda: defaultdict(int))
    weights: list[Fraction] | None = None
    labels: list[str] | None = None
    costs: list[Fraction] | None = None


def _winning(source: str, name: str, read: _File, win: Feedback | None, goal: str) -> Feedback | None:
    """The winning feedback: *win*, or what the corner names; None with goal identify."""
    named = read.corner.removeprefix("win=") if read.corner.startswith("win=") else None
    if goal == IDENTIFY:
        if named is not None:
            raise FileError(f"{source}: expected either goal=identify or win= in the corner, got both: {read.corner!r}")
        return None
    if read.labels is not None:
        raise FileError(f"{source}: expected a row of labels with goal=identify only: table({name},goal=identify)")
    winning = win or named
    if not winning:
        raise FileError(
            f"{source}: no winning feedback: name it with table({name},win=TEXT) or by win=TEXT in the corner, "
            f"or ask with table({name},goal=identify)"
        )
    if winning not in read.ordinal_of:
        raise FileError(f"{source}: no cell has the winning feedback {winning!r}")
    return winning


def _ordinals(source: str, read: _File, win: Feedback | None) -> "tuple[tuple[Feedback, ...], Ordinals]":
    """The feedbacks, *win* first, and the ordinals of the cells."""
    texts = list(read.ordinal_of)
    if len(texts) > _MOST_FEEDBACKS:
        raise FileError(f"{source}: expected at most {_MOST_FEEDBACKS:,} different feedbacks, got {len(texts):,}")
    size = np.uint8 if len(texts) <= 2**8 else np.uint16
    matrix: Ordinals = np.array(read.rows, size)  # type: ignore[assignment]
    if win is not None and texts[0] != win:
        first = texts.index(win)
        texts.insert(0, texts.pop(first))
        place = np.arange(len(texts), dtype=np.int64)
        place[: first + 1] = [*range(1, first + 1), 0]
        matrix = place.astype(size)[matrix]  # type: ignore[assignment]
    matrix.flags.writeable = False
    return tuple(texts), matrix


def _read(source: str, content: bytes) -> _File:
    """What the *content* of the file at *source* says; raises FileError."""
    text = _text(source, content)
    separator = _separator(text)
    lines = _rows(source, text, separator)
    _, header = next(lines, (0, [""]))
    read = _read_header(source, separator, *header)
    last = _read_rows(source, read, lines)
    for number, secret in enumerate(read.secrets, start=2):
        if secret.lower() == COST and secret not in read.guesses:
            raise _misplaced(source, f"column {number}", secret)
    if not read.guesses:
        raise FileError(f"{source}: expected a row for each guess, got none")
    _check_last(source, read)
    places = (f"row {number}" for number in read.numbers)
    _check_texts(source, "guess", dict(zip(places, read.guesses, strict=True)))
    for row in last.values():
        _read_last_row(source, read, *row)
    return read


def _read_rows(source: str, read: _File, lines: Iterator[tuple[int, list[str]]]) -> dict[str, tuple[int, list[str]]]:
    """Adds the guesses; the rows of weights and labels by their names, with their numbers."""
    held = list[tuple[int, list[str]]]()  # rows that are weights or labels if no guess follows
    for number, line in lines:
        if line[0] in (WEIGHT, LABEL):
            held.append((number, line))
            continue
        if line[0].lower() in (WEIGHT, LABEL) and line[0] not in read.secrets:
            raise _misplaced(source, f"row {number}", line[0])
        for row in [*held, (number, line)]:
            _add_guess(source, read, *row)
        held.clear()
    last = dict[str, tuple[int, list[str]]]()
    while held and held[-1][1][0] not in last:
        row = held.pop()
        last[row[1][0]] = row
    for number, line in held:
        if line[0] not in read.secrets:
            raise FileError(f"{source}: row {number}: expected one row called {line[0]}, got two")
        _add_guess(source, read, number, line)
    return last


def _read_header(source: str, separator: str, corner: str, *names: str) -> _File:
    """The corner, the secrets, and whether there are costs."""
    has_costs = bool(names) and names[-1] == COST
    secrets = list(names[:-1] if has_costs else names)
    if not secrets:
        if "\t" in corner:
            raise FileError(f"{source}: the file seems to be separated by tabs: expected commas or semicolons")
        raise FileError(f"{source}: expected a first row of secrets behind a corner cell, got none")
    places = {f"column {number}": secret for number, secret in enumerate(secrets, start=2)}
    _check_texts(source, "secret", places)
    read = _File(separator, corner, secrets, costs=[] if has_costs else None)
    read.ordinal_of.default_factory = read.ordinal_of.__len__
    return read


def _misplaced(source: str, place: str, text: str) -> FileError:
    """The error to raise for a *text* that is the name of a last row or of the last column, in a wrong place."""
    name = _meant(text)
    kind = "column" if name == COST else "row"
    transposed = "" if place.startswith(kind) else "; is the table transposed? Secrets stand in the first row"
    return FileError(f"{source}: {place}: {text!r}: a {kind} of {name}s is called {name}, and stands last{transposed}")


def _meant(text: str) -> str:
    """The name of a last row or column that *text* seems to mean: `weight` for `Weights`."""
    return text.lower().removesuffix("s")


def _with_point(cell: str, separator: str) -> str:
    """Return *cell* with a point for its decimal comma, which it may have where semicolons separate cells."""
    return cell.replace(",", ".") if separator == ";" and "." not in cell else cell


def seems_last(text: str, cells: Sequence[str], separator: str = ",") -> bool:
    """Whether a row or column with the name *text* and these *cells* seems to be one of weights, labels or costs.

    >>> seems_last("Weights", ["2", "1/3"]), seems_last("costs", ["1", ""]), seems_last("cost", ["high", "low"])
    (True, True, False)
    """
    if _meant(text) in (WEIGHT, COST):
        return all(looks_like_number(_with_point(cell, separator) or "0") for cell in cells)
    return text.lower() == f"{LABEL}s"


def _check_last(source: str, read: _File) -> None:
    """Raises FileError if the last guess or the last secret seems to be a row or a column of numbers or labels."""
    texts = list(read.ordinal_of)
    row, column = ([texts[ordinal] for ordinal in line] for line in (read.rows[-1], [row[-1] for row in read.rows]))
    if seems_last(read.guesses[-1], row, read.separator) and read.guesses[-1] not in read.secrets:
        raise _misplaced(source, f"row {read.numbers[-1]}", read.guesses[-1])
    if seems_last(read.secrets[-1], column, read.separator) and read.secrets[-1] not in read.guesses:
        raise _misplaced(source, f"column {len(read.secrets) + 1}", read.secrets[-1])


def _add_guess(source: str, read: _File, number: int, line: list[str]) -> None:
    """The row of a guess: its feedbacks, and its cost."""
    if line[0].lower() in (WEIGHT, LABEL) and line[0] not in read.secrets:
        raise _misplaced(source, f"row {number}", line[0])
    _check_length(source, read, number, line)
    cells = line[1:]
    if "" in cells and seems_last(line[0], cells, read.separator):
        raise _misplaced(source, f"row {number}", line[0])
    if read.costs is not None:
        read.costs.append(_number(source, read, number, COST, cells.pop()))
    read.guesses.append(line[0])
    read.numbers.append(number)
    read.rows.append(np.fromiter(map(read.ordinal_of.__getitem__, cells), np.uint32, len(cells)))  # type: ignore[arg-type]
    if "" in cells:
        column = cells.index("")
        where = f"row {number} ({line[0]!r}), column {column + 2} ({read.secrets[column]!r})"
        raise FileError(f"{source}: {where}: expected a feedback, got an empty cell")
    if pair := same_but_for_case(cells):
        one, other = pair
        where = f"row {number} ({line[0]!r})"
        raise FileError(f"{source}: {where}: {one!r} and {other!r} differ in case only: write one of them")


def same_but_for_case(texts: Iterable[str]) -> tuple[str, str] | None:
    """Two of *texts* that differ in the case of their letters only: as answers to one guess, one is mistyped.

    >>> same_but_for_case(["yes", "No", "yes", "no"])
    ('No', 'no')
    """
    different = sorted(set(texts))
    if len({text.casefold() for text in different}) == len(different):
        return None
    return next((one, other) for one, other in combinations(different, 2) if one.casefold() == other.casefold())


def _read_last_row(source: str, read: _File, number: int, line: list[str]) -> None:
    """The row of weights or of labels."""
    cells = _last_row(source, read, number, line)
    if line[0] == WEIGHT:
        read.weights = [_number(source, read, number, WEIGHT, cell) for cell in cells]
    elif "" in cells:
        raise FileError(f"{source}: row {number}: expected a label, got an empty cell")
    else:
        read.labels = cells


def _last_row(source: str, read: _File, number: int, line: list[str]) -> list[str]:
    """The cells of the row of weights or labels, without the one below the costs, which is blank."""
    _check_length(source, read, number, line)
    if read.costs is None:
        return line[1:]
    if line[-1]:
        raise FileError(f"{source}: row {number}: expected no {line[0]} in the column of costs, got {line[-1]!r}")
    return line[1:-1]


def _check_length(source: str, read: _File, number: int, line: list[str]) -> None:
    length = 1 + len(read.secrets) + (read.costs is not None)
    if len(line) != length:
        raise FileError(f"{source}: row {number} has {len(line)} cells, expected {length} as in the first row")


def _content(path: Path, memory_limit: int) -> bytes:
    """The bytes of the file; raises FileError, and SizeError for a file that is too large."""
    try:
        if path.exists() and not path.is_file():
            raise FileError(f"{path}: expected a file")
        size = path.stat().st_size
        # A cell takes at least two bytes in the file, and four as an ordinal; the text is held beside them.
        if 4 * size > memory_limit:
            raise SizeError(
                f"{path}: {size:,} bytes need about {4 * size:,} of memory, over the limit of {memory_limit:,}"
            )
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}{_instead(path)}") from error


def _instead(path: Path) -> str:
    """What *path*, which cannot be read, seems to mean: a file beside it, or one with an option that there is not."""
    if option := re.search(r",\s*(\w+)=[^,]*$", str(path)):
        return f"; a table has the options win, goal and rows, got {option[1]}"
    try:
        beside = [other.name for other in path.parent.iterdir()]
    except OSError:
        return ""
    near = get_close_matches(path.name, beside, n=1)
    return f"; did you mean {near[0]}?" if near and near[0] != path.name else ""


def _text(source: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{source}: {not_utf8(error)}") from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise FileError(f"{source}: expected no character U+0000, got one in line {line}")
    return text


def _separator(text: str) -> str:
    r"""Return ";" if the first line of a CSV *text* that is not blank has some and no commas outside quotes, else ",".

    >>> _separator('"a;b",c'), _separator("\na;b"), _separator("a;b,c"), _separator('"a,b";c')
    (',', ';', ',', ';')
    """
    seen = set[str]()
    for match in re.finditer(r'"[^"]*"?|[,;\r\n]', text.lstrip(" \t\r\n")):
        if match[0] in "\r\n":
            break
        seen.add(match[0])
    return ";" if ";" in seen and "," not in seen else ","


def _rows(source: str, text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, their cells stripped, with their numbers from 1."""
    bare = dict[str, str]()  # most cells stand there many times
    try:
        for number, line in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), 1):
            for column, cell in enumerate(line, start=1):
                if cell not in bare:
                    bare[cell] = _bare_cell(source, number, column, cell)
            cells = [bare[cell] for cell in line]
            if cells not in ([], [""]):
                yield number, cells
    except csv.Error as error:
        raise FileError(f"{source}: cannot be read as CSV: {error}") from error


def _bare_cell(source: str, row: int, column: int, cell: str) -> str:
    try:
        return strip_cell(cell)
    except ValueError as error:
        raise FileError(f"{source}: row {row}, column {column}: {error}") from error


def _number(source: str, read: _File, number: int, what: str, cell: str) -> Fraction:
    """Return the weight or cost in a *cell* of row *number*; a decimal comma is a point where semicolons separate."""
    text = _with_point(cell, read.separator)
    value = fraction_of(text)
    if value is None or (what == COST and not value):
        least = "above 0" if what == COST else "of 0 or more"
        if value is None and looks_like_number(text):
            least = "with one to nine digits, and as many after a point or slash,"
        half = "0,5" if read.separator == ";" else "0.5"
        raise FileError(f"{source}: row {number}: expected a {what} {least} such as 2, {half} or 1/3, got {cell!r}")
    return value


def _check_texts(source: str, kind: str, text_at: dict[str, str]) -> None:
    """Raises FileError, which names the place, unless these are different texts."""
    seen = set[str]()
    for place, text in text_at.items():
        if not text:
            raise FileError(f"{source}: {place}: expected a {kind}, got an empty cell")
        if text in seen:
            raise FileError(f"{source}: {place}: the {kind} {text!r} is listed twice")
        seen.add(text)
