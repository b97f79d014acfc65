"""Numbers and Twod: guess a number or a point, and hear whether the guess is low or high."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bestguess import engine
from bestguess.arguments import described, expected
from bestguess.errors import CodeError, FeedbackError
from bestguess.games.base import Game
from bestguess.games.codes import FROM_ZERO, CodeSpace
from bestguess.games.pegs import checked_size
from bestguess.games.symmetries import CodeSymmetries, Generator, Symmetries, Symmetry

if TYPE_CHECKING:
    from bestguess.engine import Ordinals

NUMBER_FEEDBACKS = ("low", "high", "equal")
TWOD_FEEDBACKS = ("low", "high", "mixed", "equal")
MAX_NUMBER = 10_000


class Numbers(Game[str, str, str]):
    """A number from 1 to *most*; the feedback says whether the guess is too low or too high.

    >>> game = Numbers(100)
    >>> [game.score("50", secret) for secret in ("51", "9", "50")], game.guesses[8:10]
    (['low', 'high', 'equal'], ('9', '10'))
    """

    family = "numbers"

    def __init__(self, most: int) -> None:
        self.most = checked_size("numbers", most, 1, MAX_NUMBER, f"numbers({described(most)})")
        self._codes = tuple(map(str, range(1, self.most + 1)))

    @property
    def guesses(self) -> Sequence[str]:
        """All numbers, ordered as numbers."""
        return self._codes

    @property
    def secrets(self) -> Sequence[str]:
        """All numbers, ordered as numbers."""
        return self._codes

    @property
    def win(self) -> str:
        """The number itself."""
        return "equal"

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """The feedbacks in the order of the ordinals."""
        return NUMBER_FEEDBACKS

    @property
    def symmetries(self) -> Symmetries:
        """Counting from the other end exchanges low and high; nothing where there are weights or costs."""
        if self.weights is not None or self.costs is not None:
            return ()
        return (Symmetry(lambda number: str(self.most + 1 - int(number))),)

    def symmetry_generators(self) -> list[Generator]:
        """The same by index."""
        if not self.symmetries:
            return []
        return [Generator(np.arange(self.most, dtype=np.uint32)[::-1].copy(), np.full(self.most, self.most > 1))]

    def score(self, guess: str, secret: str) -> str:
        """``low``, ``high`` or ``equal``; raises CodeError."""
        return self.score_unchecked(self.parse_guess(guess), self.parse_secret(secret))

    def score_unchecked(self, guess: str, secret: str) -> str:
        """The feedback to *guess* when both codes are known to be legal."""
        return "equal" if guess == secret else "low" if int(guess) < int(secret) else "high"

    def feedback_matrix(self) -> "Ordinals":
        """All ordinals: low above the diagonal, high below it."""
        place = np.arange(self.most, dtype=np.int32)
        ordinals = (place[:, None] > place).astype(np.uint8)
        np.fill_diagonal(ordinals, 2)
        return ordinals

    def parse_guess(self, text: object) -> str:
        """The number that *text* is; raises CodeError."""
        return self._parse(text)

    def parse_secret(self, text: object) -> str:
        """The number that *text* is; raises CodeError."""
        return self._parse(text)

    def _parse(self, given: object) -> str:
        is_number = isinstance(given, int) and not isinstance(given, bool) and 0 < given <= self.most
        text = str(given) if is_number else given
        digits = isinstance(text, str) and re.fullmatch(r"0*([1-9][0-9]{0,4})", text)
        if not digits or int(digits[1]) > self.most:
            raise expected(f"a number from 1 to {self.most}", text, CodeError)
        return digits[1]

    def parse_feedback(self, text: object) -> str:
        """The feedback that *text* is; raises FeedbackError."""
        if not isinstance(text, str) or text.lower() not in NUMBER_FEEDBACKS:
            raise expected(f"one of {', '.join(NUMBER_FEEDBACKS)}", text, FeedbackError)
        return text.lower()

    def arguments(self) -> tuple[str, ...]:
        """The highest number."""
        return (str(self.most),)


class Twod(Game[str, str, str]):
    """A pair of numbers below *size*; a guess is low when neither of its numbers is above the secret's.

    >>> game = Twod(5)
    >>> [game.score("12", secret) for secret in ("13", "02", "21", "12")]
    ['low', 'high', 'mixed', 'equal']
    """

    family = "twod"

    def __init__(self, size: int) -> None:
        self.size = checked_size("numbers", size, 1, len(FROM_ZERO), f"twod({described(size)})")
        self._codes = CodeSpace(2, FROM_ZERO[:size])

    @property
    def guesses(self) -> Sequence[str]:
        """All pairs, lowest first."""
        return self._codes

    @property
    def secrets(self) -> Sequence[str]:
        """All pairs, lowest first."""
        return self._codes

    @property
    def win(self) -> str:
        """Both numbers right."""
        return "equal"

    @property
    def feedbacks(self) -> tuple[str, ...]:
        """The feedbacks in the order of the kernel's ordinals."""
        return TWOD_FEEDBACKS

    @property
    def symmetries(self) -> Symmetries:
        """The two numbers may change places; nothing where a class or an object has weights."""
        return () if self.weights is not None else CodeSymmetries(positions=((0, 1),))

    def score(self, guess: str, secret: str) -> str:
        """``low``, ``high``, ``mixed`` or ``equal``; raises CodeError."""
        return self.score_unchecked(self.parse_guess(guess), self.parse_secret(secret))

    def score_unchecked(self, guess: str, secret: str) -> str:
        """The feedback to *guess* when both codes are known to be legal."""
        if guess == secret:
            return "equal"
        signs = {(g > s) - (g < s) for g, s in zip(guess, secret, strict=True)}
        return "mixed" if {1, -1} <= signs else "high" if 1 in signs else "low"

    def kernel(self) -> engine.Kernel:
        """The native scorer of this game."""
        return engine.TwodKernel(self.size)

    def parse_guess(self, text: object) -> str:
        """The pair that *text* is; raises CodeError."""
        return self._codes.parse(text)

    def parse_secret(self, text: object) -> str:
        """The pair that *text* is; raises CodeError."""
        return self._codes.parse(text)

    def parse_feedback(self, text: object) -> str:
        """The feedback that *text* is; raises FeedbackError."""
        if not isinstance(text, str) or text.lower() not in TWOD_FEEDBACKS:
            raise expected(f"one of {', '.join(TWOD_FEEDBACKS)}", text, FeedbackError)
        return text.lower()

    def arguments(self) -> tuple[str, ...]:
        """The size."""
        return (str(self.size),)
