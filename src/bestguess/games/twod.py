"""Twod: guess a point, and hear whether the guess is low, high or mixed."""

from collections.abc import Sequence

from bestguess import engine
from bestguess.arguments import described, expected
from bestguess.errors import FeedbackError
from bestguess.games.base import Game
from bestguess.games.codes import FROM_ZERO, CodeSpace
from bestguess.games.pegs import checked_size
from bestguess.games.symmetries import CodeSymmetries, Symmetries

FEEDBACKS = ("low", "high", "mixed", "equal")


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
        return FEEDBACKS

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
        if not isinstance(text, str) or text.lower() not in FEEDBACKS:
            raise expected(f"one of {', '.join(FEEDBACKS)}", text, FeedbackError)
        return text.lower()

    def arguments(self) -> tuple[str, ...]:
        """The size."""
        return (str(self.size),)
