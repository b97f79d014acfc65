"""Weighings: as many coins left as right on a balance, in order, without ever listing them all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, overload

import numpy as np

from bestguess.arguments import expected
from bestguess.errors import CodeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Weighings(Sequence[str]):
    """The weighings of so many *coins*: ``AB-CD``, each side in order, the lowest letter left.

    Those of the fewest coins come first, then they are ordered by text. A sequence that computes its items, so that a
    game of many coins costs nothing until it is used.

    >>> list(Weighings(3)), len(Weighings(12)), Weighings(12)[-1], Weighings(12).index("ABCD-EFGH")
    (['A-B', 'A-C', 'B-C'], 36894, 'AHIJKL-BCDEFG', 10791)
    """

    def __init__(self, coins: int) -> None:
        self.coins, self.letters = coins, LETTERS[:coins]
        self._place = {letter: place for place, letter in enumerate(self.letters)}
        self._count = sum(map(self._of_size, self._sizes))

    def __repr__(self) -> str:
        return f"Weighings({self.coins})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weighings) and self.coins == other.coins

    def __hash__(self) -> int:
        return hash(repr(self))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        for left in self._lefts():
            side = self._text(left)
            for right in combinations(self._others(left), len(left)):
                yield f"{side}-{self._text(right)}"

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        rest = range(len(self))[index]
        size, rest = _step(self._sizes, rest, self._of_size)
        first, rest = _step(self._firsts(size), rest, lambda coin: self._with_first(size, coin))
        above = range(first + 1, self.coins)
        left_rank, right_rank = divmod(rest, comb(len(above) - size + 1, size))
        left = (first, *_combination(above, size - 1, left_rank))
        return f"{self._text(left)}-{self._text(_combination(self._others(left), size, right_rank))}"

    def index(self, code: str, start: int = 0, stop: int | None = None) -> int:
        """The place of *code* in the order; raises ValueError when it is none of these weighings."""
        if code not in self:
            raise ValueError(f"{code!r} is not in {self!r}")
        left, right = (tuple(self._place[letter] for letter in side) for side in code.split("-"))
        size, first, others = len(left), left[0], self._others(left)
        found = sum(map(self._of_size, range(1, size)))
        found += sum(self._with_first(size, coin) for coin in range(first))
        found += _rank(range(first + 1, self.coins), left[1:]) * comb(len(others), size) + _rank(others, right)
        if (start or stop is not None) and found not in range(len(self))[start:stop]:
            raise ValueError(f"{code!r} is not in that range")
        return found

    def __contains__(self, code: object) -> bool:
        try:
            return isinstance(code, str) and self.parse(code) == code
        except CodeError:
            return False

    def parse(self, text: object) -> str:
        """The weighing that *text* is, coins in any order and in any case, and the sides, too; raises CodeError.

        >>> Weighings(12).parse("hgfe-dcba")
        'ABCD-EFGH'
        """
        sides = text.upper().split("-") if isinstance(text, str) and text.isascii() else []
        coins = "".join(sides)
        balanced = len(sides) == 2 and 0 < len(sides[0]) == len(sides[1])
        if balanced and len(set(coins)) == len(coins) and self._place.keys() >= set(coins):
            return "-".join(sorted("".join(sorted(side)) for side in sides))
        last = self.letters[-1]
        raise expected(f"as many coins of A to {last} left as right, each once, such as A-{last}", text, CodeError)

    def is_turned(self, text: str) -> bool:
        """Whether *text* has the sides exchanged; raises CodeError.

        >>> Weighings(12).is_turned("hgfe-dcba"), Weighings(12).is_turned("DCBA-EFGH")
        (True, False)
        """
        return self.parse(text)[0] not in text.upper().partition("-")[0]

    def sides(self) -> "NDArray[np.int8]":
        """Where each coin (column) is in each weighing (row): 1 left, -1 right, 0 nowhere."""
        sides = np.zeros((len(self), self.coins), np.int8)
        end = 0
        for left in self._lefts():
            others = np.array(self._others(left), np.int64)
            rights = _combinations(len(others), len(left))
            begin, end = end, end + len(rights)
            block = sides[begin:end]
            block[:, left] = 1
            np.put_along_axis(block, others[rights], -1, axis=1)
        return sides

    def _text(self, coins: Sequence[int]) -> str:
        return "".join(self.letters[coin] for coin in coins)

    def _others(self, left: tuple[int, ...]) -> list[int]:
        """The coins that may be on the right of *left*: the others above the lowest."""
        taken = set(left)
        return [coin for coin in range(left[0] + 1, self.coins) if coin not in taken]

    @property
    def _sizes(self) -> range:
        """How many coins may be on a side."""
        return range(1, self.coins // 2 + 1)

    def _firsts(self, size: int) -> range:
        """The lowest coins of weighings of *size* coins on a side."""
        return range(self.coins - 2 * size + 1)

    def _lefts(self) -> Iterator[tuple[int, ...]]:
        """The left sides, in order."""
        for size in self._sizes:
            for first in self._firsts(size):
                for more in combinations(range(first + 1, self.coins), size - 1):
                    yield (first, *more)

    def _of_size(self, size: int) -> int:
        """How many weighings have *size* coins on a side."""
        return sum(self._with_first(size, first) for first in self._firsts(size))

    def _with_first(self, size: int, first: int) -> int:
        """How many of these have *first* as their lowest coin."""
        above = self.coins - 1 - first
        return comb(above, size - 1) * comb(above - size + 1, size)


def _step(items: Iterable[int], rank: int, count: Callable[[int], int]) -> tuple[int, int]:
    """The one of *items*, each of which stands for so many, that has this *rank*, and the rank in it."""
    for item in items:
        if rank < (here := count(item)):
            break
        rank -= here
    return item, rank


@cache
def _combinations(coins: int, chosen: int) -> "NDArray[np.int64]":
    """The combinations of places below *coins*, in order, a row each."""
    listed = np.array(list(combinations(range(coins), chosen)), np.int64)
    return listed.reshape(comb(coins, chosen), chosen)


def _combination(coins: Sequence[int], chosen: int, rank: int) -> list[int]:
    """The combination of this *rank* of so many *chosen* of *coins*."""
    found = list[int]()
    for place, coin in enumerate(coins):
        left = chosen - len(found)
        with_coin = comb(len(coins) - place - 1, left - 1) if left else 0
        if left and rank < with_coin:
            found.append(coin)
        else:
            rank -= with_coin
    return found


def _rank(coins: Sequence[int], chosen: Sequence[int]) -> int:
    """The place of *chosen* among the combinations of as many of *coins*."""
    rank, left = 0, len(chosen)
    for place, coin in enumerate(coins):
        if left and coin == chosen[len(chosen) - left]:
            left -= 1
        elif left:
            rank += comb(len(coins) - place - 1, left - 1)
    return rank
