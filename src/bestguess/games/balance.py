"""Balance: one of several coins is too heavy or too light; a pair of scales shows which side is heavier."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from math import comb
from typing import TYPE_CHECKING, Literal

import numpy as np

from bestguess.arguments import as_choice, describe, expected_error
from bestguess.errors import CodeError
from bestguess.games.base import BuiltIn, Native
from bestguess.games.codes import CodeSequence
from bestguess.games.pegs import as_size
from bestguess.games.rules import IDENTIFY
from bestguess.games.symmetries import Generator, Symmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Ordinals

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Weighings(CodeSequence):
    """All weighings of *coins* coins, such as ``AB-CD``: letters ascend on each side, the lowest is on the left.

    Weighings with fewer coins come first; those of one size are in the order of their texts.

    >>> list(Weighings(3)), len(Weighings(12)), Weighings(12)[-1], Weighings(12).index("ABCD-EFGH")
    (['A-B', 'A-C', 'B-C'], 36894, 'AHIJKL-BCDEFG', 10791)
    """

    def __init__(self, coins: int) -> None:
        self.coins, self.letters = coins, LETTERS[:coins]
        self._coin = {letter: coin for coin, letter in enumerate(self.letters)}
        self._count = sum(map(self._count_of_size, self._sizes))

    def __repr__(self) -> str:
        return f"Weighings({self.coins})"

    def __iter__(self) -> Iterator[str]:
        for left in self._left_sides():
            side = self._text(left)
            for right in combinations(self._right_coins(left), len(left)):
                yield f"{side}-{self._text(right)}"

    # A weighing is a sequence of 2 * size coins, the left side first. An index and a weighing are converted to each
    # other coin by coin: `_continuations` counts the weighings that begin with the coins so far and each next coin.

    def _code_at(self, index: int) -> str:
        size, coins = 1, list[int]()
        while index >= (count := self._count_of_size(size)):
            index, size = index - count, size + 1
        while len(coins) < 2 * size:
            for coin, count in self._continuations(size, coins):
                if index < count:
                    coins.append(coin)
                    break
                index -= count
        return f"{self._text(coins[:size])}-{self._text(coins[size:])}"

    def _index_of(self, code: str) -> int:
        coins = [self._coin[letter] for letter in code.replace("-", "")]
        size = len(coins) // 2
        index = sum(map(self._count_of_size, range(1, size)))
        for place, chosen in enumerate(coins):
            index += sum(count for coin, count in self._continuations(size, coins[:place]) if coin < chosen)
        return index

    def _count_of_size(self, size: int) -> int:
        """Return the number of weighings with *size* coins on each side."""
        return sum(count for _, count in self._continuations(size, []))

    def _continuations(self, size: int, coins: list[int]) -> Iterator[tuple[int, int]]:
        """Yield each coin that may come after *coins*, and the number of weighings that begin with all of these.

        *size* is the number of coins on each side.
        """
        if not coins:
            for coin in self._first_coins(size):
                # The other coins of both sides are above the lowest one.
                above = self.coins - 1 - coin
                yield coin, comb(above, size - 1) * comb(above - size + 1, size)
            return
        on_left = len(coins) < size
        allowed = range(self.coins) if on_left else self._right_coins(coins[:size])
        # Letters ascend on each side; the first coin of the right side starts anew.
        next_coins = [coin for coin in allowed if coin > coins[-1] or len(coins) == size]
        right_sides = comb(self.coins - coins[0] - size, size) if on_left else 1
        missing = (size if on_left else 2 * size) - len(coins) - 1
        for number, coin in enumerate(next_coins, start=1):
            yield coin, comb(len(next_coins) - number, missing) * right_sides

    def __contains__(self, code: object) -> bool:
        try:
            return isinstance(code, str) and self.parse(code) == code
        except CodeError:
            return False

    def parse(self, text: object) -> str:
        """Return the weighing in *text*: coins in any order and letter case, sides too. Raises CodeError."""
        sides = text.upper().split("-") if isinstance(text, str) and text.isascii() else []
        coins = "".join(sides)
        balanced = len(sides) == 2 and 0 < len(sides[0]) == len(sides[1])
        if balanced and len(set(coins)) == len(coins) and self._coin.keys() >= set(coins):
            return "-".join(sorted("".join(sorted(side)) for side in sides))
        last = self.letters[-1]
        raise expected_error(
            f"as many coins of A to {last} left as right, each once, such as A-{last}", text, CodeError
        )

    def sides(self) -> "NDArray[np.int8]":
        """Return the side of each coin (column) in each weighing (row): 1 left, -1 right, 0 not weighed."""
        sides = np.zeros((len(self), self.coins), np.int8)
        end = 0
        for left in self._left_sides():
            coins = np.array(self._right_coins(left), np.int64)
            right_sides = _combinations(len(coins), len(left))
            begin, end = end, end + len(right_sides)
            block = sides[begin:end]
            block[:, left] = 1
            np.put_along_axis(block, coins[right_sides], -1, axis=1)
        return sides

    def _text(self, coins: Sequence[int]) -> str:
        return "".join(self.letters[coin] for coin in coins)

    def _right_coins(self, left: Sequence[int]) -> list[int]:
        """Return the coins that may be opposite *left*: those above its lowest coin and not on it."""
        used = set(left)
        return [coin for coin in range(left[0] + 1, self.coins) if coin not in used]

    @property
    def _sizes(self) -> range:
        """Possible numbers of coins on each side."""
        return range(1, self.coins // 2 + 1)

    def _first_coins(self, size: int) -> range:
        """Return the possible lowest coins of weighings with *size* coins on each side."""
        return range(self.coins - 2 * size + 1)

    def _left_sides(self) -> Iterator[tuple[int, ...]]:
        """Yield all left sides, in order."""
        for size in self._sizes:
            for first in self._first_coins(size):
                for more in combinations(range(first + 1, self.coins), size - 1):
                    yield (first, *more)


@cache
def _combinations(count: int, size: int) -> "NDArray[np.int64]":
    """Return the combinations of *size* numbers below *count*, in order, one in each row."""
    rows = np.array(list(combinations(range(count), size)), np.int64)
    return rows.reshape(comb(count, size), size)  # also where there are none, or empty ones


_OPPOSITE = {"left": "right", "right": "left"}
_MAX_COINS_ALL_SWAPS = 12  # up to this many coins, every swap of two is a generator: 10 MB for 12 coins
_MAX_LOOKUP_SIZE = 2**25  # above this highest number, a binary search replaces the lookup table
MIN_COINS, MAX_COINS = 3, len(LETTERS)  # with two coins no weighing tells A+ from B-


class Balance(BuiltIn):
    """One of *coins* coins is too heavy, `A+`, or too light, `A-`. With ``find="coin"`` only the coin must be found.

    A guess is a weighing such as `AB-CD`; the feedback is the heavier side. Weighings are read in any letter case,
    with the coins of a side in any order, and with the sides swapped: `CD-AB` with `left` is `AB-CD` with `right`.

    >>> game = Balance(12)
    >>> [game.score("ABCD-EFGH", secret) for secret in ("A+", "A-", "E+", "L-")]
    ['left', 'right', 'right', 'level']
    >>> game.score("EFGH-ABCD", "A+"), str(game.as_history("EFGH-ABCD:right"))
    ('right', 'ABCD-EFGH:left')
    >>> Balance(13, find="coin").label_of("M-")
    'M'
    """

    goal = IDENTIFY
    letters: str
    """Coins, one letter each."""
    _guesses: Weighings

    def __init__(self, coins: int, find: Literal["all", "coin"] = "all") -> None:
        text = f"balance({describe(coins)})"
        self.coins = as_size("coins", coins, MIN_COINS, MAX_COINS, text)
        self.find = as_choice("find", find, ("all", "coin"))
        self._guesses = Weighings(self.coins)
        self.letters = self._guesses.letters
        self._secrets = tuple(f"{coin}{sign}" for coin in self.letters for sign in "+-")
        if find == "coin":
            self.labels = tuple(secret[0] for secret in self._secrets)

    def _score(self, guess: str, secret: str) -> str:
        left, right = guess.split("-")
        coin, heavy = secret[0], secret[1] == "+"
        if coin not in left + right:
            return "level"
        return "left" if (coin in left) == heavy else "right"

    def _native(self) -> Native:
        """Return the fast functions. A symmetry is a swap of two coins."""
        symmetries = tuple(self._swap(self.letters[a], self.letters[b]) for a, b in self._swapped_coins())
        feedbacks = ("left", "right", "level")
        return Native(feedbacks, matrix=self._matrix, symmetries=symmetries, generators=self._generators)

    def _matrix(self) -> "Ordinals":
        sides = self._guesses.sides()
        ordinals = np.empty((len(sides), len(self._secrets)), np.uint8)
        # Secrets alternate between heavy and light. The ordinals are 0 left, 1 right, 2 level; a side of -1 indexes
        # the last element. A light coin swaps left and right.
        ordinals[:, 0::2] = np.array([2, 0, 1], np.uint8)[sides]
        ordinals[:, 1::2] = np.array([2, 1, 0], np.uint8)[sides]
        return ordinals

    def _swapped_coins(self) -> Iterable[tuple[int, int]]:
        """Return the pairs of coins whose swaps are generators: all pairs, or only neighbours if there are many coins.

        Swaps of neighbours generate all permutations. They also serve as well as all swaps if each guess made is the
        lowest of its orbit: then coins that the guesses do not tell apart are neighbours.
        """
        coins = range(self.coins)
        return combinations(coins, 2) if self.coins <= _MAX_COINS_ALL_SWAPS else pairwise(coins)

    def _swap(self, a: str, b: str) -> Symmetry:
        names = str.maketrans(a + b, b + a)
        parse = self._guesses.parse
        return Symmetry(lambda guess: parse(guess.translate(names)), lambda secret: secret.translate(names))

    def _generators(self) -> list[Generator]:
        """Return the symmetries of `_native` by index."""
        # A weighing is a number in base three with the digits 1, -1 and 0; the lowest coin has the highest digit. The
        # lowest coin is on the left, so the number is positive. With the sides swapped it is the negative number.
        digit = 3 ** np.arange(self.coins, dtype=np.int64)[::-1]
        sides = self._guesses.sides().astype(np.int64)
        numbers = sides @ digit
        index_of = _inverse(numbers)
        generators = list[Generator]()
        for a, b in self._swapped_coins():
            images = numbers + (sides[:, a] - sides[:, b]) * (digit[b] - digit[a])
            generators.append(Generator(index_of(np.abs(images)), images < 0))
        return generators

    def as_guess(self, value: object) -> str:
        """Return the weighing that *value* stands for; its sides may be swapped. Raises CodeError."""
        return self._guesses.parse(value)

    def as_secret(self, value: object) -> str:
        """Return the secret that *value* stands for, such as ``A+``, in any letter case. Raises CodeError."""
        if not isinstance(value, str) or value.upper() not in self._secrets:
            raise expected_error(f"a coin of A to {self.letters[-1]} with + or -, such as A+", value, CodeError)
        return value.upper()

    def orient_feedback(self, guess: object, feedback: str) -> str:
        """Swap left and right in *feedback* if *guess*, a legal one, is written with its sides swapped."""
        return _OPPOSITE.get(feedback, feedback) if self.has_swapped_sides(str(guess)) else feedback

    def has_swapped_sides(self, guess: str) -> bool:
        """Whether *guess* is written with its sides swapped. Raises CodeError."""
        return self.as_guess(guess)[0] not in guess.upper().partition("-")[0]

    def arguments(self) -> tuple[str, ...]:
        """Return the number of coins, and ``find=coin`` if only the coin is asked for."""
        return (str(self.coins), *(["find=coin"] if self.find == "coin" else []))


def _inverse(numbers: "NDArray[np.int64]") -> "Callable[[NDArray[np.int64]], NDArray[np.uint32]]":
    """Return a function that gives the indices of values in *numbers*, which are positive and all different."""
    highest = int(numbers.max())
    if highest < _MAX_LOOKUP_SIZE:
        index_of = np.zeros(highest + 1, np.uint32)
        index_of[numbers] = np.arange(len(numbers), dtype=np.uint32)
        return index_of.__getitem__
    order = np.argsort(numbers)
    return lambda values: order[np.searchsorted(numbers, values, sorter=order)].astype(np.uint32)
