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
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from bestguess import engine
from bestguess.arguments import as_choice, as_limit, as_path, as_text, expected_error
from bestguess.errors import BestguessError, FeedbackError, FileError, GameError, SizeError, unknown
from bestguess.games.base import Native
from bestguess.games.codes import Code, Feedback, not_utf8, quote, quote_file, strip_cell
from bestguess.games.custom import CustomGame
from bestguess.games.declarations import fraction_of, looks_like_number
from bestguess.games.rules import GOALS, HIT, IDENTIFY

if TYPE_CHECKING:
    from bestguess.engine import Indices, Ordinals

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
        content = _content(as_path("table(FILE)", path), limit)
        self._make(str(path), content, str(path), win, as_choice("goal", goal, GOALS))

    @classmethod
    def of_text(cls, text: str, win: Feedback | None = None, goal: Literal["hit", "identify"] | None = "hit") -> Self:
        r"""The game in a CSV *text* that is in no file; its name is `text_name(text)`.

        *goal* None: hit where *win* or the corner names a winning feedback, else identify.

        >>> game = TableGame.of_text("win=y,a,b\na,y,n\nb,n,y\n")
        >>> str(game), game.guesses
        ('table(d33dbc888745b927)', ('a', 'b'))
        """
        as_text("a table", text, FileError)
        game = cls.__new__(cls)
        chosen = None if goal is None else as_choice("goal", goal, GOALS)
        game._make(text_name(text), _encoded(text), "table", win, chosen)
        return game

    @classmethod
    def beside(cls, file: Path, goal: str) -> Self:
        """The game in the CSV file at *file*, known by the bare name of the file: what stands beside it names it so."""
        game = cls(str(file), goal=goal)  # type: ignore[arg-type]
        game._path = file.name
        return game

    def _make(self, name: str, content: bytes, source: str, win: Feedback | None, goal: str | None) -> None:
        """Make the game in *content* that is called *name*; errors begin with *source*."""
        if win is not None:
            as_text("the winning feedback", win, FeedbackError)
            if goal == IDENTIFY:
                raise GameError(f"expected either goal=identify or win={quote(win)} for table({name}), got both")
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
        """The cells; their feedbacks in the order in which they are met, a winning one first."""
        return Native(self._feedbacks, matrix=lambda: self.matrix)

    def arguments(self) -> tuple[str, ...]:
        """The file, and the winning feedback when the file does not name it, or the goal."""
        options = [f"win={quote(self._option)}"] if self._option else []
        options += [f"goal={self.goal}"] if self.goal != HIT else []
        return (quote_file(self._path), *options)

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """The name and the SHA-256 of its file."""
        return ((self._path, self.sha256),)

    def as_feedback(self, given: object) -> str:
        """One of the feedbacks in the cells; raises FeedbackError."""
        if not isinstance(given, str) or not given:
            raise expected_error("a feedback", given, FeedbackError)
        if given not in self._feedbacks:
            raise FeedbackError(unknown("feedback", given, sorted(self._feedbacks)))
        return given

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


class _File:
    """What a CSV file of this *content* says; errors begin with its *source*. *win*: the winning feedback, if given."""

    weights: list[Fraction] | None = None
    labels: list[str] | None = None

    def __init__(self, source: str, content: bytes, win: Feedback | None) -> None:
        self.source = source
        text = self._decoded(content)
        self.separator = _separator(text)
        lines = list(self._lines(text))
        _, (self.corner, *names) = lines.pop(0) if lines else (0, [""])
        self.costs: list[Fraction] | None = [] if names and names[-1] == COST else None
        self.secrets = names if self.costs is None else names[:-1]
        if not self.secrets:
            if "\t" in self.corner:
                raise self.error("the file seems to be separated by tabs: expected commas or semicolons")
            raise self.error("expected a first row of secrets behind a corner cell, got none")
        self._check_texts("secret", {f"column {number}": secret for number, secret in enumerate(self.secrets, start=2)})
        self.names_win = self.corner.startswith("win=")
        self.win = win or (self.corner.removeprefix("win=") if self.names_win else "") or None
        self.ordinal_of = {self.win: 0} if self.win else {}
        """The ordinal of each feedback: the winning one first, then as they are met."""
        last = self._last_rows(lines)
        self._read_guesses(lines)
        for number, line in last:
            self._read_last_row(number, line)

    def error(self, message: str) -> FileError:
        """Return the error to raise for what is wrong with the file."""
        return FileError(f"{self.source}: {message}")

    def _decoded(self, content: bytes) -> str:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self.error(not_utf8(error)) from error
        if "\0" in text:
            line = text[: text.index("\0")].count("\n") + 1
            raise self.error(f"expected no character U+0000, got one in line {line}")
        return text

    def _lines(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows that are not blank, their cells stripped, with their numbers from 1."""
        bare = dict[str, str]()  # most cells stand there many times
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self.separator, strict=True)
        try:
            for number, line in enumerate(reader, start=1):
                for cell in dict.fromkeys(line):
                    if cell not in bare:
                        try:
                            bare[cell] = strip_cell(cell)
                        except ValueError as error:
                            raise self.error(f"row {number}, column {line.index(cell) + 1}: {error}") from error
                cells = list(map(bare.__getitem__, line))
                if cells not in ([], [""]):
                    yield number, cells
        except csv.Error as error:
            raise self.error(f"cannot be read as CSV: {error}") from error

    def _check_texts(self, kind: str, text_at: dict[str, str]) -> None:
        """Raise FileError, which names the place, unless these are different texts."""
        seen = set[str]()
        for place, text in text_at.items():
            if not text:
                raise self.error(f"{place}: expected a {kind}, got an empty cell")
            if text in seen:
                raise self.error(f"{place}: the {kind} {text!r} is listed twice")
            seen.add(text)

    def _last_rows(self, lines: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
        """Take the rows of weights and labels off the end of *lines*."""
        last = list[tuple[int, list[str]]]()
        names = {WEIGHT, LABEL}
        while lines and lines[-1][1][0] in names:
            last.append(lines.pop())
            names.remove(last[-1][1][0])
        if lines:
            number, (name, *_) = lines[-1]
            if name in (WEIGHT, LABEL) and name not in self.secrets:
                raise self.error(f"row {number}: expected one row called {name}, got two")
            self._check_name(number, name)
        return last

    def _check_name(self, number: int, guess: str) -> None:
        """Raise FileError for a guess that seems to be a last row in a wrong place."""
        if guess.lower() in (WEIGHT, LABEL) and guess not in self.secrets:
            raise self._misplaced(f"row {number}", guess)

    def _read_guesses(self, lines: list[tuple[int, list[str]]]) -> None:
        """Read the rows of the guesses: their feedbacks, and their costs."""
        self.guesses = [line[0] for _, line in lines]
        rows = [self._read_guess(number, line) for number, line in lines]
        for number, secret in enumerate(self.secrets, start=2):
            if secret.lower() == COST and secret not in self.guesses:
                raise self._misplaced(f"column {number}", secret)
        if not rows:
            raise self.error("expected a row for each guess, got none")
        self._check_last(lines)
        self._check_texts("guess", {f"row {number}": line[0] for number, line in lines})
        if len(self.ordinal_of) > _MOST_FEEDBACKS:
            raise self.error(f"expected at most {_MOST_FEEDBACKS:,} different feedbacks, got {len(self.ordinal_of):,}")
        self.matrix: Ordinals = np.array(rows, np.uint8 if len(self.ordinal_of) <= 2**8 else np.uint16)  # type: ignore[assignment]
        self.matrix.flags.writeable = False

    def _read_guess(self, number: int, line: list[str]) -> "Indices":
        """Return the ordinals in the row of a guess, and read its cost."""
        guess, *cells = line
        self._check_name(number, guess)
        self._check_length(number, line)
        if "" in cells and seems_last(guess, cells, self.separator):
            raise self._misplaced(f"row {number}", guess)
        if self.costs is not None:
            self.costs.append(self._number(number, COST, cells.pop()))
        where, different = f"row {number} ({guess!r})", dict.fromkeys(cells)
        if "" in different:
            column = cells.index("")
            where += f", column {column + 2} ({self.secrets[column]!r})"
            raise self.error(f"{where}: expected a feedback, got an empty cell")
        if pair := same_but_for_case(different):
            raise self.error(f"{where}: {pair[0]!r} and {pair[1]!r} differ in case only: write one of them")
        for cell in different:
            self.ordinal_of.setdefault(cell, len(self.ordinal_of))
        return np.fromiter(map(self.ordinal_of.__getitem__, cells), np.uint32, len(cells))

    def _check_last(self, lines: list[tuple[int, list[str]]]) -> None:
        """Raise FileError if the last guess or the last secret seems to be a row or a column of numbers or labels."""
        number, (guess, *row) = lines[-1]
        secret, end = self.secrets[-1], len(self.secrets)
        if guess not in self.secrets and seems_last(guess, row[:end], self.separator):
            raise self._misplaced(f"row {number}", guess)
        if secret not in self.guesses and seems_last(secret, [line[end] for _, line in lines], self.separator):
            raise self._misplaced(f"column {end + 1}", secret)

    def _read_last_row(self, number: int, line: list[str]) -> None:
        """Read the row of weights or of labels; its cell below the costs is blank."""
        self._check_length(number, line)
        cells = line[1:]
        if self.costs is not None and (beyond := cells.pop()):
            raise self.error(f"row {number}: expected no {line[0]} in the column of costs, got {beyond!r}")
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
        """Return the weight or cost in a *cell* of row *number*."""
        text = _with_point(cell, self.separator)
        value = fraction_of(text)
        if value is None or (what == COST and not value):
            least = "above 0" if what == COST else "of 0 or more"
            if value is None and looks_like_number(text):
                least = "with one to nine digits, and as many after a point or slash,"
            half = "0,5" if self.separator == ";" else "0.5"
            raise self.error(f"row {number}: expected a {what} {least} such as 2, {half} or 1/3, got {cell!r}")
        return value

    def check_goal(self, name: str, goal: str) -> None:
        """Raise FileError unless *goal* goes with the corner and the labels, and a cell has the winning feedback."""
        if goal == IDENTIFY:
            if self.names_win:
                raise self.error(f"expected either goal=identify or win= in the corner, got both: {self.corner!r}")
            return
        if self.labels is not None:
            raise self.error(f"expected a row of labels with goal=identify only: table({name},goal=identify)")
        if not self.win:
            raise self.error(
                f"no winning feedback: name it with table({name},win=TEXT) or by win=TEXT in the corner, "
                f"or ask with table({name},goal=identify)"
            )
        if self.matrix.all():
            raise self.error(f"no cell has the winning feedback {self.win!r}")

    def _misplaced(self, place: str, text: str) -> FileError:
        """Return the error to raise for the name of a last row or of the last column in a wrong place."""
        name = _meant(text)
        kind = "column" if name == COST else "row"
        transposed = "" if place.startswith(kind) else "; is the table transposed? Secrets stand in the first row"
        return self.error(f"{place}: {text!r}: a {kind} of {name}s is called {name}, and stands last{transposed}")


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


def same_but_for_case(texts: Iterable[str]) -> tuple[str, str] | None:
    """Two of *texts* that differ in the case of their letters only: as answers to one guess, one is mistyped.

    >>> same_but_for_case(["yes", "No", "yes", "no"])
    ('No', 'no')
    """
    different = sorted(set(texts))
    if len({text.casefold() for text in different}) == len(different):
        return None
    return next((one, other) for one, other in combinations(different, 2) if one.casefold() == other.casefold())


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
