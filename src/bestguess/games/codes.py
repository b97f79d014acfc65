"""Codes over symbols, in order, without ever listing them all."""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from bestguess.arguments import described, expected
from bestguess.errors import CodeError

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which knows defaults

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


class CodeTuple(tuple[Code, ...]):
    """Codes in order, which finds the place of one at once."""

    @cached_property
    def _places(self) -> dict[Code, int]:
        return {code: place for place, code in enumerate(self)}

    def index(self, code: Code, *limits: Any) -> int:
        """The place of *code*; raises ValueError when it is not there."""
        if limits or code not in self:
            return super().index(code, *limits)
        return self._places[code]

    def __contains__(self, code: object) -> bool:
        try:
            return code in self._places
        except TypeError:  # what has no hash is no code
            return False


def as_symbols(given: object) -> object:
    """The text of a list or tuple of symbols, which may be numbers: 10 is A. Anything else as it is."""
    items = given.tolist() if hasattr(given, "tolist") else given  # an array of numbers
    if isinstance(items, str | bytes) or not isinstance(items, Sequence) or not len(items):
        return given
    symbols = [FROM_ZERO[item] if _is_digit(item) else item for item in items]
    return "".join(symbols) if all(isinstance(symbol, str) and len(symbol) == 1 for symbol in symbols) else given


def _is_digit(item: Any) -> bool:
    return hasattr(item, "__index__") and not isinstance(item, bool) and 0 <= item < len(FROM_ZERO)


class CodeSequence(Sequence[str], ABC):
    """Codes in order, each computed when it is asked for: a game of 2^32 codes costs nothing until it is used."""

    _count: int

    @abstractmethod
    def _code(self, place: int) -> str:
        """Return the code at *place*."""

    @abstractmethod
    def _place(self, code: str) -> int:
        """Return the place of *code*, which is one of these codes."""

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
        places = range(len(self))[index]
        return self._code(places) if isinstance(places, int) else [self._code(place) for place in places]

    def index(self, code: Code, start: int = 0, stop: int | None = None) -> int:
        """The place of *code* in the order; raises ValueError when it is not one of these codes."""
        if code not in self:
            raise ValueError(f"{code!r} is not in {self!r}")
        place = self._place(code)
        if (start or stop is not None) and place not in range(len(self))[start:stop]:
            raise ValueError(f"{code!r} is not in that range")
        return place


class CodeSpace(CodeSequence):
    """All codes of *length* symbols, or those that repeat none when *distinct*, from lowest to highest.

    >>> codes = CodeSpace(4, "123456")
    >>> len(codes), codes[0], codes[-1], codes.index("1122")
    (1296, '1111', '6666', 7)
    >>> list(CodeSpace(2, "012", distinct=True))
    ['01', '02', '10', '12', '20', '21']
    """

    def __init__(self, length: int, symbols: str, distinct: bool = False) -> None:
        self.length, self.symbols, self.distinct = length, symbols, distinct
        self._digit = {symbol: digit for digit, symbol in enumerate(symbols)}
        # How many codes share the symbols up to each place.
        self.below = tuple(_count(length - place - 1, len(symbols), place + 1, distinct) for place in range(length))
        self._count = _count(length, len(symbols), 0, distinct)

    def __repr__(self) -> str:
        return f"CodeSpace({self.length}, {self.symbols!r}, distinct={self.distinct})"

    def __iter__(self) -> Iterator[str]:
        letters = (
            permutations(self.symbols, self.length) if self.distinct else product(self.symbols, repeat=self.length)
        )
        return map("".join, letters)

    def _code(self, place: int) -> str:
        left, code, rest = list(self.symbols), "", place
        for below in self.below:
            digit, rest = divmod(rest, below)
            code += left[digit]
            if self.distinct:
                del left[digit]
        return code

    def _place(self, code: str) -> int:
        digits = [self._digit[symbol] for symbol in code]
        if self.distinct:  # those that are taken leave fewer
            digits = [digit - sum(taken < digit for taken in digits[:place]) for place, digit in enumerate(digits)]
        return sum(digit * below for digit, below in zip(digits, self.below, strict=True))

    def __contains__(self, code: object) -> bool:
        return (
            isinstance(code, str)
            and len(code) == self.length
            and all(symbol in self._digit for symbol in code)
            and not (self.distinct and len(set(code)) < len(code))
        )

    def parse(self, given: object) -> str:
        """The code that *given* is, a text or a sequence of symbols, lower case read as upper; raises CodeError."""
        text = as_symbols(given)
        if not isinstance(text, str):
            raise expected(f"a code of {self.length} symbols from {self.symbols!r}", text, CodeError)
        code = text.upper() if text.isascii() else text
        if code in self:
            return code
        kind = "different symbols" if self.distinct else "symbols"
        what = f"expected {self.length} {kind} from {self.symbols!r}, got {described(text)}"
        if len(code) != self.length:
            raise CodeError(f"{what}, which has {len(code)}")
        if strange := [typed for typed, symbol in zip(text, code, strict=True) if symbol not in self.symbols]:
            raise CodeError(f"{what}: {strange[0]!r} is not one of them")
        raise CodeError(f"{what}, which repeats one")


def _count(length: int, symbols: int, taken: int, distinct: bool) -> int:
    """How many codes of *length* there are of so many *symbols*; when *distinct*, some are *taken*."""
    return math.perm(max(symbols - taken, 0), length) if distinct else symbols**length
