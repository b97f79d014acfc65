"""Codes, feedbacks and histories, and how they are written as text.

A code or feedback is written in double quotes if it is empty or contains a space, comma, colon, quote or bracket. A
double quote inside is doubled, as in CSV.
"""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, overload

from bestguess.arguments import as_integer, as_list, describe, expected_error
from bestguess.display import HtmlRepr, one_line
from bestguess.errors import BestguessError, CodeError, HistoryError
from bestguess.wording import count_text

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # typing.TypeVar has no defaults before Python 3.13

    Guess = TypeVar("Guess", default=Any)
    Secret = TypeVar("Secret", default=Any)
    Answer = TypeVar("Answer", default=Any)
else:
    from typing import TypeVar

    Guess, Secret, Answer = TypeVar("Guess"), TypeVar("Secret"), TypeVar("Answer")

Code: TypeAlias = Any
"""A guess or a secret: a text in built-in games, any hashable object in a game of your own."""
Feedback: TypeAlias = Any
"""The answer to a guess: a text in built-in games, any hashable object in a game of your own."""

FROM_ONE = "123456789ABCDEFG"
"""The symbols of Mastermind, lowest first."""
FROM_ZERO = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The symbols of Bulls and Cows and of twod, lowest first."""

HistoryLike: TypeAlias = str | Iterable[tuple[Any, Any]]
"""A history, its text, or pairs of guess and feedback. Every function that takes a history accepts all three."""
_MAX_ROWS_IN_REPR = 5  # the repr of a longer history is a summary, not code

_SPECIAL = frozenset(',:"()[]{}')
_SPECIAL_IN_FILES = frozenset(',"()[]{}=')
ODD_SPACE = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\xa0\\u1680\\u2000-\\u200b\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff]"
)
"""White space, zero-width spaces and control characters other than space, tab and line break.

docs/certificates.md lists them: every reader of tables and word lists must refuse the same set.
"""
QUOTED = r'"[^"]*(?:""[^"]*)*"'
"""Regular expression for a text in double quotes."""
_FIELD = rf'{QUOTED}|[^\s:"][^\s:]*'
_ROW = re.compile(rf"(({_FIELD}):({_FIELD}))(?=\s|$)|(\S+)")  # a row, or else a word for the error message


class CodeTuple(tuple[Code, ...]):
    """Tuple of codes in order, with `index` and `in` by hash instead of by search."""

    @cached_property
    def _indices(self) -> dict[Code, int]:
        return {code: index for index, code in enumerate(self)}

    def index(self, code: Code, *limits: Any) -> int:
        """Return the index of *code*. Raises ValueError if it is not in the tuple."""
        if limits or code not in self:
            return super().index(code, *limits)
        return self._indices[code]

    def __contains__(self, code: object) -> bool:
        try:
            return code in self._indices
        except TypeError:  # an object without a hash is not a code
            return False


def as_symbols(value: object) -> object:
    """Return the text of a list, tuple or array of symbols; numbers count as symbols, 10 as A.

    Any other *value* is returned unchanged.
    """
    items = value.tolist() if hasattr(value, "tolist") else value  # a NumPy array
    if isinstance(items, str | bytes) or not isinstance(items, Sequence) or not len(items):
        return value
    symbols = [FROM_ZERO[item] if _is_digit(item) else item for item in items]
    return "".join(symbols) if all(isinstance(symbol, str) and len(symbol) == 1 for symbol in symbols) else value


def _is_digit(item: Any) -> bool:
    return hasattr(item, "__index__") and not isinstance(item, bool) and 0 <= item < len(FROM_ZERO)


class CodeSequence(Sequence[str], ABC):
    """Codes in order, each computed on demand, so that a game of 2^32 codes costs no memory."""

    _count: int

    @abstractmethod
    def _code_at(self, index: int) -> str: ...

    @abstractmethod
    def _index_of(self, code: str) -> int:
        """Return the index of *code*, which must be one of these codes."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        indices = range(len(self))[index]  # handles negative indices, slices and IndexError
        return self._code_at(indices) if isinstance(indices, int) else [self._code_at(each) for each in indices]

    def index(self, code: Code, start: int = 0, stop: int | None = None) -> int:
        """Return the index of *code*. Raises ValueError if it is not one of these codes."""
        if code not in self:
            raise ValueError(f"{code!r} is not in {self!r}")
        index = self._index_of(code)
        if (start or stop is not None) and index not in range(len(self))[start:stop]:
            raise ValueError(f"{code!r} is not in that range")
        return index


class CodeSpace(CodeSequence):
    """All codes of *length* symbols, lowest first. If *distinct*, only codes that repeat no symbol.

    >>> codes = CodeSpace(4, "123456")
    >>> len(codes), codes[0], codes[-1], codes.index("1122")
    (1296, '1111', '6666', 7)
    >>> list(CodeSpace(2, "012", distinct=True))
    ['01', '02', '10', '12', '20', '21']
    """

    def __init__(self, length: int, symbols: str, distinct: bool = False) -> None:
        self.length, self.symbols, self.distinct = length, symbols, distinct
        self._digit = {symbol: digit for digit, symbol in enumerate(symbols)}
        # The weight of each digit of an index: how many codes begin with the same symbols up to and including it.
        self.below = tuple(_count(length - place - 1, len(symbols), place + 1, distinct) for place in range(length))
        self._count = _count(length, len(symbols), 0, distinct)

    def __repr__(self) -> str:
        return f"CodeSpace({self.length}, {self.symbols!r}, distinct={self.distinct})"

    def __iter__(self) -> Iterator[str]:
        letters = (
            permutations(self.symbols, self.length) if self.distinct else product(self.symbols, repeat=self.length)
        )
        return map("".join, letters)

    def _code_at(self, index: int) -> str:
        available, code, rest = list(self.symbols), "", index
        for below in self.below:
            digit, rest = divmod(rest, below)
            code += available[digit]
            if self.distinct:
                del available[digit]
        return code

    def _index_of(self, code: str) -> int:
        digits = [self._digit[symbol] for symbol in code]
        if self.distinct:  # a digit counts only the symbols that are still available
            digits = [digit - sum(used < digit for used in digits[:place]) for place, digit in enumerate(digits)]
        return sum(digit * below for digit, below in zip(digits, self.below, strict=True))

    def __contains__(self, code: object) -> bool:
        return (
            isinstance(code, str)
            and len(code) == self.length
            and all(symbol in self._digit for symbol in code)
            and not (self.distinct and len(set(code)) < len(code))
        )

    def parse(self, value: object) -> str:
        """Return the code that *value* stands for: a text in any letter case, or a list. Raises CodeError."""
        text = as_symbols(value)
        if not isinstance(text, str):
            raise expected_error(f"a code of {self.length} symbols from {self.symbols!r}", text, CodeError)
        code = text.upper() if text.isascii() else text
        if code in self:
            return code
        kind = "different symbols" if self.distinct else "symbols"
        what = f"expected {self.length} {kind} from {self.symbols!r}, got {describe(text)}"
        if len(code) != self.length:
            raise CodeError(f"{what}, which has {len(code)}")
        if unknown := [typed for typed, symbol in zip(text, code, strict=True) if symbol not in self.symbols]:
            raise CodeError(f"{what}: {unknown[0]!r} is not one of them")
        raise CodeError(f"{what}, which repeats one")


def _count(length: int, symbols: int, used: int, distinct: bool) -> int:
    """Return the number of codes of *length* out of *symbols* symbols; if *distinct*, without *used* of them."""
    return math.perm(max(symbols - used, 0), length) if distinct else symbols**length


def text_of(value: object) -> str:
    """Return the text of a code or feedback: a text unchanged, any other object's `str` without spaces.

    >>> text_of((1, 2)), text_of("1122"), text_of(-1)
    ('(1,2)', '1122', '-1')
    """
    return value if isinstance(value, str) else "".join(str(value).split())


def quote(value: object) -> str:
    """Return the text of a code or feedback, in double quotes if it needs them.

    >>> print(quote("1122"), quote("Anna Lee"), quote('5" nail'), quote(7))
    1122 "Anna Lee" "5"" nail" 7
    """
    text = text_of(value)
    plain = text and not any(symbol in _SPECIAL or symbol.isspace() for symbol in text)
    return text if plain else _add_quotes(text)


def quote_file(name: str) -> str:
    """Return a file's *name*, quoted if it has a comma, quote, bracket, equals sign, or a space at either end."""
    plain = name == name.strip() and not any(symbol in _SPECIAL_IN_FILES for symbol in name)
    return name if plain else _add_quotes(name)


def _add_quotes(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def unquote(text: str, error: type[BestguessError] = CodeError) -> str:
    """Return *text* without its double quotes, if it has any. Raises *error* if the quotes do not match."""
    if not isinstance(text, str):
        raise expected_error("a text", text, error)
    if not text.startswith('"'):
        return text
    if not re.fullmatch(QUOTED, text):
        raise expected_error("a text between double quotes, those inside doubled", text, error)
    return text[1:-1].replace('""', '"')


def strip_cell(text: str) -> str:
    """Return *text* without spaces and tabs at its ends. Raises ValueError if other white space is there."""
    bare = text.strip(" \t")
    for end in (bare[:1], bare[-1:]):
        if end and (end in "\r\n" or ODD_SPACE.match(end)):
            raise ValueError(f"expected only spaces and tabs around a cell, got U+{ord(end):04X} in {text[:60]!r}")
    return bare


def utf8_problem(error: UnicodeDecodeError) -> str:
    """Return a message that names the first byte that is not UTF-8, and its line."""
    line = error.object.count(b"\n", 0, error.start) + 1
    return f"expected a file in UTF-8, got byte {error.object[error.start]:#04x} in line {line}: save it as UTF-8"


def split_history(text: str, example: Callable[[str], str] | None = None) -> Iterator[tuple[str, str, str]]:
    """Yield each row of a history's *text*: the row as written, then its guess and feedback without quotes.

    Raises HistoryError, which names the row. *example* returns a well-formed row to show in that error.
    """
    if not isinstance(text, str):
        raise expected_error("a history such as 1122:0.2 1344:1.1", text, HistoryError)
    for number, match in enumerate(_ROW.finditer(text), start=1):
        row, guess, feedback, word = match.groups()
        if row is None:
            such = f", such as {example(text)}" if example else ""
            raise HistoryError(f"row {number} of the history, {word!r}: expected guess:feedback{such}")
        yield row, unquote(guess), unquote(feedback)


class Row(NamedTuple):
    """A guess and its feedback: a pair.

    >>> str(Row("1122", "0.2")), str(Row("Anna Lee", "no")), str(Row(7, True))
    ('1122:0.2', '"Anna Lee":no', '7:True')
    """

    guess: Code
    feedback: Feedback

    def __str__(self) -> str:
        return f"{quote(self.guess)}:{quote(self.feedback)}"


class History(Sequence[Row], HtmlRepr):
    """Rows played so far, oldest first, each a pair. Never changes; adding a row returns a new history.

    >>> history = History([("1122", "0.2")]) + ("1344", "1.1")
    >>> str(history), len(history), history[-1].guess
    ('1122:0.2 1344:1.1', 2, '1344')
    """

    def __init__(self, rows: Iterable[tuple[Code, Feedback]] = ()) -> None:
        self._rows = tuple(map(_as_row, as_list("rows of guess and feedback", rows, HistoryError)))

    @classmethod
    def _of(cls, rows: tuple[Row, ...]) -> "History":
        """Return the history of *rows* without checking them."""
        history = cls.__new__(cls)
        history._rows = rows
        return history

    def __str__(self) -> str:
        return " ".join(map(str, self._rows))

    def __repr__(self) -> str:
        if len(self._rows) <= _MAX_ROWS_IN_REPR:
            return f"History({[tuple(row) for row in self._rows]!r})"
        return one_line(self, f"of {count_text(len(self), 'row')}: {self}")

    def __eq__(self, other: object) -> bool:
        """Whether *other* is a history, a list or a tuple of these rows."""
        return isinstance(other, History | list | tuple) and self._rows == tuple(other)

    def __hash__(self) -> int:
        return hash(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> "History": ...
    def __getitem__(self, index: int | slice) -> "Row | History":
        return History._of(self._rows[index]) if isinstance(index, slice) else self._rows[index]

    def __add__(self, row: tuple[Code, Feedback]) -> "History":
        return History._of((*self._rows, _as_row(row)))


def moment_text(history: History) -> str:
    """Return words for the moment after *history*, for messages: "after '1122:0.2'" or "at the start"."""
    return f"after {str(history)!r}" if history else "at the start"


def row_numbers(numbers: Collection[int]) -> frozenset[int]:
    """Return *numbers* of rows as a set. Raises HistoryError unless all are integers."""
    rows = as_list("the numbers of rows", numbers, HistoryError)
    return frozenset(as_integer("the number of a row", row, error=HistoryError) for row in rows)


def _as_row(row: tuple[Code, Feedback]) -> Row:
    """Return the pair *row* as a Row. Raises HistoryError if it is not a pair."""
    if isinstance(row, tuple | list) and len(row) == 2:
        return Row(*row)
    raise expected_error("a row, a pair of a guess and its feedback", row, HistoryError)
