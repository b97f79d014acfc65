"""A game as the checker needs it, and the guesses that its rule allows.

After each row, a rule forbids some guesses. `free`: none. `hard`: a letter that was marked G must stay in its place,
and the guess must have each letter at least as often as the row had it marked G or Y. `strict`: if the guess were the
secret, the row must have got the same feedback.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits
from bestguess.errors import FileError

Indices: TypeAlias = NDArray[np.int64]
Row: TypeAlias = tuple[str, str]

_MAX_CACHE = 200_000_000  # bytes for the cached guesses that rows allow


class Ones(dict[str, int]):
    """Weights or costs by text; 1 for a text that is missing. Empty if the game has none."""

    def __missing__(self, text: str) -> int:
        return 1


class OwnTexts(dict[str, str]):
    """Labels by secret; a secret that is missing is its own label. Empty if the game has none."""

    def __missing__(self, text: str) -> str:
        return text


@dataclass(frozen=True)
class Rules:
    """Game as the checker needs it."""

    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    feedback: Callable[[str, str], str]
    win: str | None
    """Winning feedback; None with the goal identify."""
    weights: Ones = field(default_factory=Ones)
    """Weight of each secret."""
    labels: OwnTexts = field(default_factory=OwnTexts)
    """Label of each secret, with the goal identify."""
    costs: Ones = field(default_factory=Ones)
    """Cost of each guess, in parts of the unit."""
    unit_parts: int = 1
    """Number of parts of the unit of costs: their least common denominator."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Secret of each guess that wins against exactly one secret, if the secret has another text."""
    symmetry: str | None = None
    """Kind of symmetries (see `symmetry`); None if there are none."""
    answers: Callable[[Sequence[str], Sequence[str]], NDArray[Any]] | None = None
    """Fast function for many guesses and secrets at once, which returns indices into *texts*; None: use *feedback*."""
    texts: tuple[str, ...] = ()
    """Feedbacks that *answers* refers to."""
    rows: int | None = None
    """Number of guesses that the board allows; None: any."""
    rule: str = "free"
    """Rule: `free`, `hard` or `strict`."""

    @property
    def goal(self) -> str:
        """Goal: `hit` or `identify`."""
        return "identify" if self.win is None else "hit"

    def is_known(self, secrets: Sequence[str]) -> bool:
        """Whether the goal is identify and all *secrets* have one label: then nothing is left to ask."""
        return self.win is None and len({self.labels[secret] for secret in secrets}) == 1

    def forbids(self, played: str, feedback: str, guess: str) -> bool:
        """Whether the rule forbids *guess* after a row of *played* and *feedback*."""
        if self.rule == "strict":
            return self.feedback(played, guess) != feedback
        if self.rule == "hard":
            marks = list(zip(played, feedback, guess, strict=True))
            moved = any(mark == "G" and letter != new_letter for letter, mark, new_letter in marks)
            needed = Counter(letter for letter, mark, _ in marks if mark in "GY")
            return moved or any(guess.count(letter) < times for letter, times in needed.items())
        return False

    def check_rows(self, rows: Sequence[Row], guess: str, where: str) -> None:
        """Raise FileError if one of *rows* forbids *guess*. *where* is the subject of the message."""
        for played, feedback in rows if self.rule != "free" else ():
            if self.forbids(played, feedback, guess):
                raise FileError(f"{where} plays {guess!r}, which rule {self.rule} forbids after {played}:{feedback}")


class AllowedGuesses:
    """Filter for the guesses that the rule allows after rows. It works on all guesses at once, and caches rows."""

    def __init__(self, rules: Rules, limits: Limits) -> None:
        self._rules, self._limits = rules, limits
        self.free = rules.rule == "free"
        guesses = () if self.free else rules.guesses
        self._letters = np.array([[ord(letter) for letter in guess] for guess in guesses])
        remember = lru_cache(max(_MAX_CACHE // len(rules.guesses), 1))
        self._allows = remember(self._allows_strict if rules.rule == "strict" else self._allows_hard)
        self._answers = remember(self._all_answers)  # the same for all feedbacks to a guess

    def after(self, allowed: Indices, guess: int, feedback: str) -> Indices:
        """Return the guesses of *allowed* that are still allowed after a row of *guess* and *feedback*."""
        return allowed if self.free else allowed[self._allows(self._rules.guesses[guess], feedback)[allowed]]

    def _allows_strict(self, played: str, feedback: str) -> NDArray[np.bool_]:
        return np.asarray(self._answers(played) == feedback)

    def _all_answers(self, played: str) -> NDArray[Any]:
        self._limits.tick()
        return np.array([self._rules.feedback(played, guess) for guess in self._rules.guesses])

    def _allows_hard(self, played: str, feedback: str) -> NDArray[np.bool_]:
        self._limits.tick()
        allows = np.ones(len(self._letters), bool)
        needed = Counter[str]()
        for place, (letter, mark) in enumerate(zip(played, feedback, strict=True)):
            needed[letter] += mark in "GY"
            if mark == "G":
                allows &= self._letters[:, place] == ord(letter)
        for letter, times in needed.items():
            allows &= (self._letters == ord(letter)).sum(axis=1) >= times
        return allows
