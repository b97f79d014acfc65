"""Balance: one of some coins is too heavy or too light, and a balance tells which side of it is heavier."""

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
from bestguess.games.pegs import checked_size
from bestguess.games.rules import IDENTIFY
from bestguess.games.symmetries import Generator, Symmetry

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Ordinals

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Weighings(CodeSequence):
    """The weighings of so many *coins*: ``AB-CD``, each side in order, the lowest letter left.

    Those of the fewest coins come first, then they are ordered by text.

    >>> list(Weighings(3)), len(Weighings(12)), Weighings(12)[-1], Weighings(12).index("ABCD-EFGH")
    (['A-B', 'A-C', 'B-C'], 36894, 'AHIJKL-BCDEFG', 10791)
    """

    def __init__(self, coins: int) -> None:
        self.coins, self.letters = coins, LETTERS[:coins]
        self._coin = {letter: coin for coin, letter in enumerate(self.letters)}
        self._count = sum(map(self._of_size, self._sizes))

    def __repr__(self) -> str:
        return f"Weighings({self.coins})"

    def __iter__(self) -> Iterator[str]:
        for left in self._lefts():
            side = self._text(left)
            for right in combinations(self._others(left), len(left)):
                yield f"{side}-{self._text(right)}"

    def _code(self, place: int) -> str:
        size, coins = 1, list[int]()
        while place >= (count := self._of_size(size)):
            place, size = place - count, size + 1
        while len(coins) < 2 * size:
            for coin, count in self._next(size, coins):
                if place < count:
                    coins.append(coin)
                    break
                place -= count
        return f"{self._text(coins[:size])}-{self._text(coins[size:])}"

    def _place(self, code: str) -> int:
        coins = [self._coin[letter] for letter in code.replace("-", "")]
        size = len(coins) // 2
        place = sum(map(self._of_size, range(1, size)))
        for number, chosen in enumerate(coins):
            place += sum(count for coin, count in self._next(size, coins[:number]) if coin < chosen)
        return place

    def _of_size(self, size: int) -> int:
        """How many weighings have *size* coins on a side."""
        return sum(count for _, count in self._next(size, []))

    def _next(self, size: int, coins: list[int]) -> Iterator[tuple[int, int]]:
        """The coins that may follow *coins*, with *size* coins on a side, and how many weighings begin so."""
        if not coins:
            for coin in self._firsts(size):
                above = self.coins - 1 - coin
                yield coin, comb(above, size - 1) * comb(above - size + 1, size)
            return
        left = len(coins) < size
        others = range(self.coins) if left else self._others(coins[:size])
        later = [coin for coin in others if coin > coins[-1] or len(coins) == size]
        rights = comb(self.coins - coins[0] - size, size) if left else 1
        missing = (size if left else 2 * size) - len(coins) - 1
        for number, coin in enumerate(later, start=1):
            yield coin, comb(len(later) - number, missing) * rights

    def __contains__(self, code: object) -> bool:
        try:
            return isinstance(code, str) and self.parse(code) == code
        except CodeError:
            return False

    def parse(self, text: object) -> str:
        """The weighing that *text* is, coins in any order and in any case, and the sides, too; raises CodeError."""
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

    def _others(self, left: Sequence[int]) -> list[int]:
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


@cache
def _combinations(coins: int, chosen: int) -> "NDArray[np.int64]":
    """The combinations of places below *coins*, in order, a row each."""
    listed = np.array(list(combinations(range(coins), chosen)), np.int64)
    return listed.reshape(comb(coins, chosen), chosen)


_TURNED = {"left": "right", "right": "left"}
_MOST_EXCHANGED = 12  # coins any two of which are exchanged: it takes 10 MB
_MOST_LISTED = 2**25  # numbers of weighings that a list has a place for
MIN_COINS, MAX_COINS = 3, len(LETTERS)


class Balance(BuiltIn):
    """One of so many *coins* is too heavy, `A+`, or too light, `A-`. With ``find="coin"`` it is enough to know which.

    A guess is a weighing such as `AB-CD`; the feedback is the side that is heavier. It is read in any case, with the
    coins of a side in any order, and the other way round, too: `CD-AB` with `left` is `AB-CD` with `right`.

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
    """The coins, a letter each."""
    _guesses: Weighings

    def __init__(self, coins: int, find: Literal["all", "coin"] = "all") -> None:
        text = f"balance({describe(coins)})"
        self.coins = checked_size("coins", coins, MIN_COINS, MAX_COINS, text)  # two alone: A+ is as B-
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
        """Any two coins may be exchanged.

        Of many coins only neighbours, which makes all permutations, too. As far as the guesses made are the lowest of
        their orbits, coins that they leave alike are neighbours, so that these few serve as well as all.
        """
        symmetries = tuple(self._exchange(self.letters[a], self.letters[b]) for a, b in self._exchanged())
        feedbacks = ("left", "right", "level")
        return Native(feedbacks, matrix=self._matrix, symmetries=symmetries, generators=self._generators)

    def _matrix(self) -> "Ordinals":
        """All ordinals: of a coin that is too light, left and right are exchanged."""
        sides = self._guesses.sides()
        ordinals = np.empty((len(sides), len(self._secrets)), np.uint8)
        ordinals[:, 0::2] = np.array([2, 0, 1], np.uint8)[sides]  # of 0, 1 and -1
        ordinals[:, 1::2] = np.array([2, 1, 0], np.uint8)[sides]
        return ordinals

    def _exchanged(self) -> Iterable[tuple[int, int]]:
        coins = range(self.coins)
        return combinations(coins, 2) if self.coins <= _MOST_EXCHANGED else pairwise(coins)

    def _exchange(self, a: str, b: str) -> Symmetry:
        names = str.maketrans(a + b, b + a)
        parse = self._guesses.parse
        return Symmetry(lambda guess: parse(guess.translate(names)), lambda secret: secret.translate(names))

    def _generators(self) -> list[Generator]:
        """Return the same by index."""
        # A weighing is a number in base three with the digits 1, -1 and 0, the highest for the lowest coin: it is
        # positive, and the other way round it is minus that number.
        digit = 3 ** np.arange(self.coins, dtype=np.int64)[::-1]
        sides = self._guesses.sides().astype(np.int64)
        numbers = sides @ digit
        place_of = _inverse(numbers)
        found = list[Generator]()
        for a, b in self._exchanged():
            images = numbers + (sides[:, a] - sides[:, b]) * (digit[b] - digit[a])
            found.append(Generator(place_of(np.abs(images)), images < 0))
        return found

    def as_guess(self, given: object) -> str:
        """The weighing that *given* is, the other way round, too; raises CodeError."""
        return self._guesses.parse(given)

    def as_secret(self, given: object) -> str:
        """The coin and what is wrong with it that *given* is; raises CodeError."""
        if not isinstance(given, str) or given.upper() not in self._secrets:
            raise expected_error(f"a coin of A to {self.letters[-1]} with + or -, such as A+", given, CodeError)
        return given.upper()

    def feedback_as_written(self, guess: object, feedback: str) -> str:
        """Left and right are exchanged where *guess*, a legal one, is written the other way round."""
        return _TURNED.get(feedback, feedback) if self.is_turned(str(guess)) else feedback

    def is_turned(self, guess: str) -> bool:
        """Whether *guess* has its sides exchanged; raises CodeError."""
        return self.as_guess(guess)[0] not in guess.upper().partition("-")[0]

    def arguments(self) -> tuple[str, ...]:
        """How many coins, and what is to be found, if not all."""
        return (str(self.coins), *(["find=coin"] if self.find == "coin" else []))


def _inverse(numbers: "NDArray[np.int64]") -> "Callable[[NDArray[np.int64]], NDArray[np.uint32]]":
    """What finds the places of some of these positive *numbers*, all different."""
    highest = int(numbers.max())
    if highest < _MOST_LISTED:
        place = np.zeros(highest + 1, np.uint32)
        place[numbers] = np.arange(len(numbers), dtype=np.uint32)
        return place.__getitem__
    order = np.argsort(numbers)
    return lambda some: order[np.searchsorted(numbers, some, sorter=order)].astype(np.uint32)
