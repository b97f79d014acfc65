"""Weighings: as many coins left as right on a balance, in order, without ever listing them all."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, overload

import numpy as np

from bestguess.arguments import expected
from bestguess.errors import CodeError
from bestguess.games.codes import Code

if TYPE_CHECKING:
    from numpy.typing import NDArray

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Weighings(Sequence[Code]):
    """The weighings of so many *coins*: ``AB-CD``, each side in order, the lowest letter left; ordered by text.

    A sequence that computes its items, so that a game of many coins costs nothing until it is used.

    >>> list(Weighings(3)), len(Weighings(12)), Weighings(12)[-1], Weighings(12).index("ABCD-EFGH")
    (['A-B', 'A-C', 'B-C'], 36894, 'K-L', 140)
    """

    def __init__(self, coins: int) -> None:
        self.coins, self.letters = coins, LETTERS[:coins]
        self._place = {letter: place for place, letter in enumerate(self.letters)}
        self._count = sum(self._below((first,)) for first in range(coins))

    def __repr__(self) -> str:
        return f"Weighings({self.coins})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Weighings) and self.coins == other.coins

    def __hash__(self) -> int:
        return hash(repr(self))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Code]:
        for left in self._lefts():
            others = self._others(left)
            side = self._text(left)
            for right in combinations(others, len(left)):
                yield f"{side}-{self._text(right)}"

    @overload
    def __getitem__(self, index: int) -> Code: ...
    @overload
    def __getitem__(self, index: slice) -> list[Code]: ...
    def __getitem__(self, index: int | slice) -> Code | list[Code]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        rest = range(len(self))[index]
        left: tuple[int, ...] = ()
        while True:
            for coin in range(left[-1] + 1 if left else 0, self.coins):
                below = self._below((*left, coin))
                if rest < below:
                    break
                rest -= below
            left = (*left, coin)
            others = self._others(left)
            rights = comb(len(others), len(left))
            if rest < rights:  # the dash comes before all letters
                return f"{self._text(left)}-{self._text(_combination(others, len(left), rest))}"
            rest -= rights

    def index(self, code: Code, start: int = 0, stop: int | None = None) -> int:
        """The place of *code* in the order; raises ValueError when it is none of these weighings."""
        if code not in self:
            raise ValueError(f"{code!r} is not in {self!r}")
        left, right = (tuple(self._place[letter] for letter in side) for side in code.split("-"))
        found = _rank(self._others(left), right)
        for size in range(1, len(left) + 1):
            first = left[size - 2] + 1 if size > 1 else 0
            found += sum(self._below((*left[: size - 1], coin)) for coin in range(first, left[size - 1]))
            if size < len(left):
                found += comb(len(self._others(left[:size])), size)
        if (start or stop is not None) and found not in range(len(self))[start:stop]:
            raise ValueError(f"{code!r} is not in that range")
        return found

    def __contains__(self, code: object) -> bool:
        try:
            return isinstance(code, str) and self.parse(code) == code
        except CodeError:
            return False

    def parse(self, text: str) -> Code:
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

    def _lefts(self, left: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
        """The left sides that begin with *left*, in order."""
        for coin in range(left[-1] + 1 if left else 0, self.coins):
            longer = (*left, coin)
            if len(longer) <= self.coins - longer[0] - len(longer):
                yield longer
                yield from self._lefts(longer)

    def _below(self, left: tuple[int, ...]) -> int:
        """How many weighings have a left side that begins with *left*."""
        return _count(len(left), self.coins - left[0] - len(left), self.coins - 1 - left[-1])


@cache
def _count(size: int, others: int, above: int) -> int:
    """How many ways there are to add coins to a side of this *size*, and to choose the other side.

    *others*: coins that may be on the right; *above*: those of them that may still be on the left.
    """
    return sum(comb(above, more) * comb(others - more, size + more) for more in range(above + 1) if more <= others)


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
