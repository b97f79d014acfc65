"""Balance: one of some coins is too heavy or too light, and a balance tells which side of it is heavier."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from bestguess.arguments import described, expected
from bestguess.errors import CodeError, FeedbackError
from bestguess.games.base import Game
from bestguess.games.goals import IDENTIFY, check_choice
from bestguess.games.pegs import checked_size
from bestguess.games.symmetries import Generator, Symmetries, Symmetry
from bestguess.games.weighings import LETTERS, Weighings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Ordinals

FEEDBACKS = ("left", "right", "level")
_TURNED = {"left": "right", "right": "left"}
_Coin = TypeVar("_Coin")
_MOST_EXCHANGED = 12  # coins any two of which are exchanged: it takes 10 MB
_MOST_LISTED = 2**25  # numbers of weighings that a list has a place for
MIN_COINS, MAX_COINS = 3, len(LETTERS)


class Balance(Game[str, str, str]):
    """One of so many *coins* is too heavy, `A+`, or too light, `A-`. With ``find="coin"`` it is enough to know which.

    A guess is a weighing such as `AB-CD`; the feedback is the side that is heavier. It is read in any case, with the
    coins of a side in any order, and the other way round, too: `CD-AB` with `left` is `AB-CD` with `right`.

    >>> game = Balance(12)
    >>> [game.score("ABCD-EFGH", secret) for secret in ("A+", "A-", "E+", "L-")]
    ['left', 'right', 'right', 'level']
    >>> game.score("EFGH-ABCD", "A+"), str(game.parse_history("EFGH-ABCD:right"))
    ('right', 'ABCD-EFGH:left')
    >>> Balance(13, find="coin").label_of("M-")
    'M'
    """

    family = "balance"
    goal = IDENTIFY

    def __init__(self, coins: int, find: Literal["all", "coin"] = "all") -> None:
        text = f"balance({described(coins)})"
        self.coins = checked_size("coins", coins, MIN_COINS, MAX_COINS, text)  # two alone: A+ is as B-
        check_choice("find", find, ("all", "coin"))
        self.find = find
        self._guesses = Weighings(self.coins)
        self._secrets = tuple(f"{coin}{sign}" for coin in self._guesses.letters for sign in "+-")
        if find == "coin":
            self.labels = tuple(secret[0] for secret in self._secrets)

    @property
    def guesses(self) -> Weighings:
        """All weighings: those of the fewest coins first, then by their texts."""
        return self._guesses

    @property
    def secrets(self) -> Sequence[str]:
        """Each coin, too heavy and too light."""
        return self._secrets

    @property
    def win(self) -> None:
        """No feedback wins."""
        return

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """The feedbacks in the order of the ordinals."""
        return FEEDBACKS

    def label_of(self, secret: str) -> str:
        """The coin, or the coin and what is wrong with it."""
        return secret[0] if self.find == "coin" else secret

    def score(self, guess: str, secret: str) -> str:
        """Which side of *guess* as it is written is heavier, ``left`` or ``right``, or ``level``; raises CodeError."""
        return self.feedback_as_written(guess, self.score_unchecked(self.parse_guess(guess), self.parse_secret(secret)))

    def score_unchecked(self, guess: str, secret: str) -> str:
        """The feedback to *guess* when both codes are known to be legal."""
        left, right = guess.split("-")
        coin, heavy = secret[0], secret[1] == "+"
        if coin not in left + right:
            return "level"
        return "left" if (coin in left) == heavy else "right"

    def feedback_matrix(self) -> "Ordinals":
        """All ordinals: of a coin that is too light, left and right are exchanged."""
        sides = self._guesses.sides()
        ordinals = np.empty((len(sides), len(self._secrets)), np.uint8)
        ordinals[:, 0::2] = np.array([2, 0, 1], np.uint8)[sides]  # of 0, 1 and -1
        ordinals[:, 1::2] = np.array([2, 1, 0], np.uint8)[sides]
        return ordinals

    @property
    def symmetries(self) -> Symmetries:
        """Any two coins may be exchanged; nothing where a class or an object has weights or costs.

        Of many coins only neighbours, which makes all permutations, too. As far as the guesses made are the lowest of
        their orbits, coins that they leave alike are neighbours, so that these few serve as well as all.
        """
        if self.weights is not None or self.costs is not None:
            return ()
        return tuple(self._exchange(a, b) for a, b in self._exchanged(self._guesses.letters))

    def _exchanged(self, coins: Iterable[_Coin]) -> Iterator[tuple[_Coin, _Coin]]:
        return iter(combinations(coins, 2) if self.coins <= _MOST_EXCHANGED else pairwise(coins))

    def _exchange(self, a: str, b: str) -> Symmetry:
        names = str.maketrans(a + b, b + a)
        parse = self._guesses.parse
        return Symmetry(lambda guess: parse(guess.translate(names)), lambda secret: secret.translate(names))

    def symmetry_generators(self) -> list[Generator]:
        """The same by index."""
        if not self.symmetries:
            return []
        # A weighing is a number in base three with the digits 1, -1 and 0, the highest for the lowest coin: it is
        # positive, and the other way round it is minus that number.
        digit = 3 ** np.arange(self.coins, dtype=np.int64)[::-1]
        sides = self._guesses.sides().astype(np.int64)
        numbers = sides @ digit
        place_of = _inverse(numbers)
        found = list[Generator]()
        for a, b in self._exchanged(range(self.coins)):
            images = numbers + (sides[:, a] - sides[:, b]) * (digit[b] - digit[a])
            found.append(Generator(place_of(np.abs(images)), images < 0))
        return found

    def parse_guess(self, text: object) -> str:
        """The weighing that *text* is, the other way round, too; raises CodeError."""
        return self._guesses.parse(text)

    def parse_secret(self, text: object) -> str:
        """The coin and what is wrong with it that *text* is; raises CodeError."""
        if not isinstance(text, str) or text.upper() not in self._secrets:
            raise expected(f"a coin of A to {self._guesses.letters[-1]} with + or -, such as A+", text, CodeError)
        return text.upper()

    def parse_feedback(self, text: object) -> str:
        """The feedback that *text* is; raises FeedbackError."""
        if not isinstance(text, str) or text.lower() not in FEEDBACKS:
            raise expected(f"one of {', '.join(FEEDBACKS)}", text, FeedbackError)
        return text.lower()

    def feedback_as_written(self, guess: object, feedback: str) -> str:
        """Left and right are exchanged where *guess*, a legal one, is written the other way round."""
        return _TURNED.get(feedback, feedback) if self._guesses.is_turned(str(guess)) else feedback

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
