"""Numbers and Twod: guess a number or a pair of numbers; the feedback says whether the guess is low or high."""

import re
from typing import TYPE_CHECKING

import numpy as np

from bestguess import engine
from bestguess.arguments import describe, expected_error
from bestguess.errors import CodeError
from bestguess.games.base import BuiltIn, Native
from bestguess.games.codes import FROM_ZERO, CodeSpace
from bestguess.games.pegs import as_size
from bestguess.games.symmetries import CodeSymmetries, Generator, Symmetry

if TYPE_CHECKING:
    from bestguess.engine import Ordinals

MAX_NUMBER = 10_000


class Numbers(BuiltIn):
    """A number from 1 to *most*; the feedback says whether the guess is too low or too high.

    >>> game = Numbers(100)
    >>> [game.score("50", secret) for secret in ("51", "9", "50")], game.guesses[8:10]
    (['low', 'high', 'equal'], ('9', '10'))
    """

    _win = "equal"

    def __init__(self, most: int) -> None:
        self.most = as_size("numbers", most, 1, MAX_NUMBER, f"numbers({describe(most)})")
        self._guesses = self._secrets = tuple(map(str, range(1, self.most + 1)))

    def _score(self, guess: str, secret: str) -> str:
        return "equal" if guess == secret else "low" if int(guess) < int(secret) else "high"

    def _native(self) -> Native:
        # Counting from the other end is a symmetry. It swaps low and high.
        mirror = Symmetry(lambda number: str(self.most + 1 - int(number)))
        feedbacks = ("low", "high", "equal")
        return Native(feedbacks, matrix=self._matrix, symmetries=(mirror,), generators=self._generators)

    def _matrix(self) -> "Ordinals":
        number = np.arange(self.most, dtype=np.int32)
        ordinals = (number[:, None] > number).astype(np.uint8)  # 1, high, if the guess is above the secret, else 0
        np.fill_diagonal(ordinals, 2)
        return ordinals

    def _generators(self) -> list[Generator]:
        backwards = np.arange(self.most, dtype=np.uint32)[::-1].copy()
        # Low and high are swapped for every guess; a game of one number has neither.
        return [Generator(backwards, np.full(self.most, self.most > 1))]

    def as_guess(self, value: object) -> str:
        """Return the number that *value* stands for, as a text. Leading zeros are allowed. Raises CodeError."""
        is_number = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= self.most
        text = str(value) if is_number else value
        digits = isinstance(text, str) and re.fullmatch(r"0*([1-9][0-9]{0,4})", text)
        if not digits or int(digits[1]) > self.most:
            raise expected_error(f"a number from 1 to {self.most}", text, CodeError)
        return digits[1]

    def arguments(self) -> tuple[str, ...]:
        """Return the highest number."""
        return (str(self.most),)


class Twod(BuiltIn):
    """A pair of numbers below *size*. The feedback is low if neither number of the guess is above the secret's.

    It is high if neither is below, and mixed if one is above and one below.

    >>> game = Twod(5)
    >>> [game.score("12", secret) for secret in ("13", "02", "21", "12")]
    ['low', 'high', 'mixed', 'equal']
    """

    _win = "equal"
    _guesses: CodeSpace

    def __init__(self, size: int) -> None:
        self.size = as_size("numbers", size, 1, len(FROM_ZERO), f"twod({describe(size)})")
        self._guesses = self._secrets = CodeSpace(2, FROM_ZERO[:size])

    def _score(self, guess: str, secret: str) -> str:
        if guess == secret:
            return "equal"
        signs = {(g > s) - (g < s) for g, s in zip(guess, secret, strict=True)}
        return "mixed" if {1, -1} <= signs else "high" if 1 in signs else "low"

    def _native(self) -> Native:
        symmetries = CodeSymmetries(positions=((0, 1),))  # the two numbers may change places
        return Native(("low", "high", "mixed", "equal"), lambda: engine.TwodKernel(self.size), symmetries=symmetries)

    def as_guess(self, value: object) -> str:
        """Return the pair that *value* stands for. Raises CodeError."""
        return self._guesses.parse(value)

    def arguments(self) -> tuple[str, ...]:
        """Return the size."""
        return (str(self.size),)
