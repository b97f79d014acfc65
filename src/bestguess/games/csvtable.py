"""table(FILE): a game from a CSV file, or from CSV text without a file, which is named by its hash.

::

    win=yes,cat,dog,cow        the secrets; the corner names the winning feedback, or is free text
    cat,yes,fur,fur            a guess, and its feedback against each secret
    dog,fur,yes,fur
    cow,fur,fur,yes
    weight,2,1,1               how likely the secrets are; optional

The corner, or the option ``win=`` of the game's text, names the winning feedback. With ``goal=identify`` there is none,
and a row `label` may say what the secrets mean. A last column `cost` may say what the guesses cost::

    faults,pump,valve,fuse,cost
    does it hum?,yes,yes,no,1
    is it hot?,yes,no,no,5/2
    label,call us,call us,new fuse,

The rows `weight` and `label` come last, in either order. These two rows and the column `cost` are optional.

The reader refuses names that look like such a row or column in the wrong place:

* a guess called weight or label, in any letter case, unless it is also a secret;
* a secret called cost, unless it is also a guess;
* a last row or column with a similar name, such as weights, or cost for a row: then the table is transposed.

It also refuses two answers to one guess that differ only in letter case.

Cells are separated by semicolons if the first row has a semicolon and no comma outside quotes. Then weights and costs
may have decimal commas. Spaces and tabs around a cell are ignored; other white space there is refused.
"""

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from bestguess import engine
from bestguess.arguments import as_choice, as_limit, as_path, as_text, expected_error
from bestguess.errors import BestguessError, FeedbackError, FileError, GameError, SizeError, unknown_name_text
from bestguess.games.base import Native
from bestguess.games.codes import Code, Feedback, quote, quote_file, strip_cell, utf8_problem
from bestguess.games.custom import CustomGame
from bestguess.games.declarations import fraction_of, looks_like_number
from bestguess.games.rules import GOALS, HIT, IDENTIFY

if TYPE_CHECKING:
    from bestguess.engine import Indices, Ordinals

WEIGHT, LABEL, COST = "weight", "label", "cost"
"""Names of the last rows and the last column."""

_MAX_FEEDBACKS = 2**16  # ordinals have 16 bits
_NAME_DIGITS = 16  # digits of the hash in the name of a CSV text


class TableGame(CustomGame[str, str, str]):
    """Game in the CSV file at *path*; `bestguess.games.csvtable` describes the format.

    *win* is the winning feedback, if the corner of the file does not name it. With ``goal="identify"`` there is none.
    """

    def __init__(
        self,
        path: str,
        win: Feedback | None = None,
        goal: Literal["hit", "identify"] = "hit",
        memory_limit: int | None = None,
    ) -> None:
        limit = as_limit("memory_limit", memory_limit) or engine.default_memory_limit()
        content = _read_file(as_path("table(FILE)", path), limit)
        self._load(str(path), content, str(path), win, as_choice("goal", goal, GOALS))

    @classmethod
    def from_text(cls, text: str, win: Feedback | None = None, goal: Literal["hit", "identify"] | None = "hit") -> Self:
        r"""Return the game in a CSV *text* without a file; its name is `text_name(text)`.

        With *goal* None, the goal is hit if *win* or the corner names a winning feedback, else identify.

        >>> game = TableGame.from_text("win=y,a,b\na,y,n\nb,n,y\n")
        >>> str(game), game.guesses
        ('table(d33dbc888745b927)', ('a', 'b'))
        """
        as_text("a table", text, FileError)
        game = cls.__new__(cls)
        goal_name = None if goal is None else as_choice("goal", goal, GOALS)
        game._load(text_name(text), _encode(text), "table", win, goal_name)
        return game

    @classmethod
    def from_data_file(cls, file: Path, goal: str) -> Self:
        """Return the game in the CSV *file*, named by the stripped file name, as the files next to it name it."""
        game = cls(str(file), goal=goal)  # type: ignore[arg-type]
        game._path = file.name
        return game

    def _load(self, name: str, content: bytes, source: str, win: Feedback | None, goal: str | None) -> None:
        """Set up this game, called *name*, from the *content* of a file; error messages begin with *source*."""
        if win is not None:
            as_text("the winning feedback", win, FeedbackError)
            if goal == IDENTIFY:
                raise GameError(f"goal=identify does not work with win={quote(win)} in table({name}): give one of them")
        file = _File(source, content, win)
        if goal is None:
            goal = HIT if win or file.names_win else IDENTIFY
        file.check_goal(name, goal)
        self._feedbacks, self.matrix = tuple(file.ordinal_of), file.matrix
        try:
            super().__init__(
                file.guesses,
                file.secrets,
                self._cell,
                file.win,
                goal=goal,  # type: ignore[arg-type]
                labels=file.labels,
                weights=file.weights,
                costs=file.costs,
                name="table",
            )
        except BestguessError as error:
            raise file.error(str(error)) from error
        self._path, self._option = name, win
        self.sha256 = hashlib.sha256(content).hexdigest()

    def _cell(self, guess: Code, secret: Code) -> Feedback:
        return self._feedbacks[int(self.matrix[self.guesses.index(guess), self.secrets.index(secret)])]

    def _native(self) -> Native:
        return Native(self._feedbacks, matrix=lambda: self.matrix)

    def arguments(self) -> tuple[str, ...]:
        """Return the file, the winning feedback if it was given as an option, and the goal if it is not hit."""
        options = [f"win={quote(self._option)}"] if self._option else []
        options += [f"goal={self.goal}"] if self.goal != HIT else []
        return (quote_file(self._path), *options)

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Name and SHA-256 of its file."""
        return ((self._path, self.sha256),)

    def as_feedback(self, value: object) -> str:
        """Return *value*, which must be a feedback in the cells. Raises FeedbackError."""
        if not isinstance(value, str) or not value:
            raise expected_error("a feedback", value, FeedbackError)
        if value not in self._feedbacks:
            raise FeedbackError(unknown_name_text("feedback", value, sorted(self._feedbacks)))
        return value

    def as_text(self) -> "TableGame":
        """Return this game itself: its codes and feedbacks are texts."""
        return self

    def _key(self) -> tuple[Any, ...]:
        return (str(self), self.sha256, self.costs)


def text_name(text: str) -> str:
    r"""Return the name of the table in a CSV *text* without a file: the first digits of its SHA-256.

    >>> text_name("win=y,a,b\na,y,n\nb,n,y\n")
    'd33dbc888745b927'
    """
    return hashlib.sha256(_encode(text)).hexdigest()[:_NAME_DIGITS]


def _encode(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        # Only a lone half of a surrogate pair cannot be encoded.
        raise FileError(f"table: expected a text in Unicode, got half a character at {error.start + 1:,}") from error


class _File:
    """Content of a CSV file, read and checked. Error messages begin with *source*; *win* is the option of that name."""

    weights: list[Fraction] | None = None
    labels: list[str] | None = None

    def __init__(self, source: str, content: bytes, win: Feedback | None) -> None:
        self.source = source
        # Step 1. Cells.
        text = self._decode(content)
        self.separator = _separator(text)
        lines = list(self._lines(text))
        # Step 2. The first row: corner, secrets, and the name of the column of costs if there is one.
        _, (self.corner, *names) = lines.pop(0) if lines else (0, [""])
        self.costs: list[Fraction] | None = [] if names and names[-1] == COST else None
        self.secrets = names if self.costs is None else names[:-1]
        if not self.secrets:
            if "\t" in self.corner:
                raise self.error("the file seems to be separated by tabs: expected commas or semicolons")
            raise self.error("expected secrets in the first row after the corner cell, got none")
        self._check_texts("secret", {f"column {number}": secret for number, secret in enumerate(self.secrets, start=2)})
        self.names_win = self.corner.startswith("win=")
        self.win = win or (self.corner.removeprefix("win=") if self.names_win else "") or None
        self.ordinal_of = {self.win: 0} if self.win else {}
        """Ordinal of each feedback: the winning one first, the others in the order in which they appear."""
        # Step 3. The rows of the guesses, then weights and labels, which need the number of secrets and costs.
        last_rows = self._pop_last_rows(lines)
        self._read_guesses(lines)
        for number, line in last_rows:
            self._read_last_row(number, line)

    def error(self, message: str) -> FileError:
        """Return the error to raise, with the name of the file before *message*."""
        return FileError(f"{self.source}: {message}")

    def _decode(self, content: bytes) -> str:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self.error(utf8_problem(error)) from error
        if "\0" in text:
            line = text[: text.index("\0")].count("\n") + 1
            raise self.error(f"expected no character U+0000, got one in line {line}")
        return text

    def _lines(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the number, from 1, and the stripped cells of each row that is not blank."""
        stripped = dict[str, str]()  # by cell: most cells occur many times
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self.separator, strict=True)
        try:
            for number, line in enumerate(reader, start=1):
                for cell in dict.fromkeys(line):
                    if cell not in stripped:
                        try:
                            stripped[cell] = strip_cell(cell)
                        except ValueError as error:
                            raise self.error(f"row {number}, column {line.index(cell) + 1}: {error}") from error
                cells = list(map(stripped.__getitem__, line))
                if cells not in ([], [""]):
                    yield number, cells
        except csv.Error as error:
            raise self.error(f"cannot be read as CSV: {error}") from error

    def _check_texts(self, kind: str, text_at: dict[str, str]) -> None:
        """Raise FileError, which names the place, if one of these texts is empty or occurs twice."""
        seen = set[str]()
        for place, text in text_at.items():
            if not text:
                raise self.error(f"{place}: expected a {kind}, got an empty cell")
            if text in seen:
                raise self.error(f"{place}: the {kind} {text!r} is listed twice")
            seen.add(text)

    def _pop_last_rows(self, lines: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
        """Remove the rows of weights and labels from the end of *lines*, and return them."""
        last_rows = list[tuple[int, list[str]]]()
        names = {WEIGHT, LABEL}
        while lines and lines[-1][1][0] in names:
            last_rows.append(lines.pop())
            names.remove(last_rows[-1][1][0])
        if lines:
            number, (name, *_) = lines[-1]
            if name in (WEIGHT, LABEL) and name not in self.secrets:
                raise self.error(f"row {number}: expected one row called {name}, got two")
            self._check_name(number, name)
        return last_rows

    def _check_name(self, number: int, guess: str) -> None:
        """Raise FileError if *guess* looks like a row of weights or labels in the wrong place."""
        if guess.lower() in (WEIGHT, LABEL) and guess not in self.secrets:
            raise self._misplaced_error(f"row {number}", guess)

    def _read_guesses(self, lines: list[tuple[int, list[str]]]) -> None:
        """Read the feedbacks and costs of all guesses."""
        self.guesses = [line[0] for _, line in lines]
        rows = [self._read_guess(number, line) for number, line in lines]
        for number, secret in enumerate(self.secrets, start=2):
            if secret.lower() == COST and secret not in self.guesses:
                raise self._misplaced_error(f"column {number}", secret)
        if not rows:
            raise self.error("expected a row for each guess, got none")
        self._check_last(lines)
        self._check_texts("guess", {f"row {number}": line[0] for number, line in lines})
        if len(self.ordinal_of) > _MAX_FEEDBACKS:
            raise self.error(f"expected at most {_MAX_FEEDBACKS:,} different feedbacks, got {len(self.ordinal_of):,}")
        self.matrix: Ordinals = np.array(rows, np.uint8 if len(self.ordinal_of) <= 2**8 else np.uint16)  # type: ignore[assignment]
        self.matrix.flags.writeable = False

    def _read_guess(self, number: int, line: list[str]) -> "Indices":
        """Return the ordinals in the row of a guess, and add its cost to `costs`."""
        guess, *cells = line
        self._check_name(number, guess)
        self._check_length(number, line)
        if "" in cells and looks_like_declaration(guess, cells, self.separator):
            raise self._misplaced_error(f"row {number}", guess)
        if self.costs is not None:
            self.costs.append(self._number(number, COST, cells.pop()))
        where, different = f"row {number} ({guess!r})", dict.fromkeys(cells)
        if "" in different:
            column = cells.index("")
            where += f", column {column + 2} ({self.secrets[column]!r})"
            raise self.error(f"{where}: expected a feedback, got an empty cell")
        if pair := case_variants(different):
            raise self.error(f"{where}: {pair[0]!r} and {pair[1]!r} differ in case only: write one of them")
        for cell in different:
            self.ordinal_of.setdefault(cell, len(self.ordinal_of))
        return np.fromiter(map(self.ordinal_of.__getitem__, cells), np.uint32, len(cells))

    def _check_last(self, lines: list[tuple[int, list[str]]]) -> None:
        """Raise FileError if the last guess or secret looks like a misnamed row or column of numbers or labels."""
        number, (guess, *row) = lines[-1]
        secret, end = self.secrets[-1], len(self.secrets)
        if guess not in self.secrets and looks_like_declaration(guess, row[:end], self.separator):
            raise self._misplaced_error(f"row {number}", guess)
        column = [line[end] for _, line in lines]
        if secret not in self.guesses and looks_like_declaration(secret, column, self.separator):
            raise self._misplaced_error(f"column {end + 1}", secret)

    def _read_last_row(self, number: int, line: list[str]) -> None:
        """Read the row of weights or of labels. Its cell in the column of costs must be blank."""
        self._check_length(number, line)
        cells = line[1:]
        if self.costs is not None and (extra := cells.pop()):
            raise self.error(f"row {number}: expected no {line[0]} in the column of costs, got {extra!r}")
        if line[0] == WEIGHT:
            self.weights = [self._number(number, WEIGHT, cell) for cell in cells]
        elif "" in cells:
            raise self.error(f"row {number}: expected a label, got an empty cell")
        else:
            self.labels = cells

    def _check_length(self, number: int, line: list[str]) -> None:
        length = 1 + len(self.secrets) + (self.costs is not None)
        if len(line) != length:
            raise self.error(f"row {number} has {len(line)} cells, expected {length} as in the first row")

    def _number(self, number: int, what: str, cell: str) -> Fraction:
        """Return the weight or cost in a *cell* of row *number*; *what* says which."""
        text = _with_decimal_point(cell, self.separator)
        value = fraction_of(text)
        if value is None or (what == COST and not value):
            condition = "above 0" if what == COST else "of 0 or more"
            if value is None and looks_like_number(text):
                condition = "with one to nine digits, and as many after a point or slash,"
            half = "0,5" if self.separator == ";" else "0.5"
            raise self.error(f"row {number}: expected a {what} {condition} such as 2, {half} or 1/3, got {cell!r}")
        return value

    def check_goal(self, name: str, goal: str) -> None:
        """Raise FileError unless the corner and the labels fit *goal*, and a cell has the winning feedback."""
        if goal == IDENTIFY:
            if self.names_win:
                raise self.error(
                    f"goal=identify does not work with win= in the corner, {self.corner!r}: give one of them"
                )
            return
        if self.labels is not None:
            raise self.error(f"a row of labels needs goal=identify: table({name},goal=identify)")
        if not self.win:
            raise self.error(
                f"no winning feedback: name it with table({name},win=TEXT) or by win=TEXT in the corner, "
                f"or ask with table({name},goal=identify)"
            )
        if self.matrix.all():  # the winning feedback has ordinal 0
            raise self.error(f"no cell has the winning feedback {self.win!r}")

    def _misplaced_error(self, place: str, text: str) -> FileError:
        """Return the error for *text* at *place*, which looks like a last row or column in the wrong place."""
        name = _reserved_name(text)
        kind = "column" if name == COST else "row"
        transposed = "" if place.startswith(kind) else "; is the table transposed? Secrets belong in the first row"
        return self.error(f"{place}: {text!r}: a {kind} of {name}s must be called {name} and come last{transposed}")


def _reserved_name(text: str) -> str:
    """Return *text* in the form of the reserved names: `weight` for `Weights`."""
    return text.lower().removesuffix("s")


def _with_decimal_point(cell: str, separator: str) -> str:
    """Return *cell* with a decimal point instead of a comma, which is allowed if semicolons separate cells."""
    return cell.replace(",", ".") if separator == ";" and "." not in cell else cell


def looks_like_declaration(text: str, cells: Sequence[str], separator: str = ",") -> bool:
    """Whether a row or column called *text* with these *cells* looks like weights, labels or costs.

    >>> looks_like_declaration("Weights", ["2", "1/3"]), looks_like_declaration("costs", ["1", ""])
    (True, True)
    >>> looks_like_declaration("cost", ["high", "low"])
    False
    """
    if _reserved_name(text) in (WEIGHT, COST):
        return all(looks_like_number(_with_decimal_point(cell, separator) or "0") for cell in cells)
    return text.lower() == f"{LABEL}s"


def case_variants(texts: Iterable[str]) -> tuple[str, str] | None:
    """Return two of *texts* that differ only in letter case, else None. As answers to one guess, one is a typing error.

    >>> case_variants(["yes", "No", "yes", "no"])
    ('No', 'no')
    """
    different = sorted(set(texts))
    if len({text.casefold() for text in different}) == len(different):
        return None
    return next((text, other) for text, other in combinations(different, 2) if text.casefold() == other.casefold())


def _read_file(path: Path, memory_limit: int) -> bytes:
    """Return the bytes of the file. Raises FileError, and SizeError if it is too large for *memory_limit*."""
    try:
        if path.exists() and not path.is_file():
            raise FileError(f"{path}: expected a file")
        size = path.stat().st_size
        # A cell takes at least two bytes in the file and four as an ordinal; the text is in memory as well.
        if 4 * size > memory_limit:
            raise SizeError(
                f"{path}: {size:,} bytes need about {4 * size:,} of memory, over the limit of {memory_limit:,}"
            )
        return path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}{_suggestion(path)}") from error


def _suggestion(path: Path) -> str:
    """Return a hint for a *path* that cannot be read: it ends with an unknown option, or is like another file."""
    if option := re.search(r",\s*(\w+)=[^,]*$", str(path)):
        return f"; a table has the options win, goal and rows, got {option[1]}"
    try:
        names = [other.name for other in path.parent.iterdir()]
    except OSError:
        return ""
    similar = get_close_matches(path.name, names, n=1)
    return f"; did you mean {similar[0]}?" if similar and similar[0] != path.name else ""


def _separator(text: str) -> str:
    r"""Return ";" if the first line of *text* that is not blank has semicolons but no commas outside quotes, else ",".

    >>> _separator('"a;b",c'), _separator("\na;b"), _separator("a;b,c"), _separator('"a,b";c')
    (',', ';', ',', ';')
    """
    seen = set[str]()
    for match in re.finditer(r'"[^"]*"?|[,;\r\n]', text.lstrip(" \t\r\n")):
        if match[0] in "\r\n":
            break
        seen.add(match[0])
    return ";" if ";" in seen and "," not in seen else ","
