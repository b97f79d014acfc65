"""A game as a checker needs it, and which guesses its rule allows: written apart from the rest of bestguess.

`hard`: a letter that was marked G stays in its place, and a guess has each letter at least as often as it was marked G
or Y. `strict`: were the guess the secret, the row would have got the same feedback. `free`: every guess.
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

_MOST_KEPT = 200_000_000  # bytes of what rows allow that are remembered


class Ones(dict[str, int]):
    """Weights or costs: what is not listed has 1. Empty: the game has none."""

    def __missing__(self, text: str) -> int:
        return 1


class OwnTexts(dict[str, str]):
    """Labels: a secret that is not listed is its own label. Empty: the game has none."""

    def __missing__(self, text: str) -> str:
        return text


@dataclass(frozen=True)
class Rules:
    """A game as a checker needs it."""

    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    feedback: Callable[[str, str], str]
    win: str | None
    """The winning feedback; None: the goal is to identify the secret, or what it means."""
    weights: Ones = field(default_factory=Ones)
    """The weight of each secret."""
    labels: OwnTexts = field(default_factory=OwnTexts)
    """What each secret means, with the goal identify."""
    costs: Ones = field(default_factory=Ones)
    """What each guess costs, in parts of 1."""
    parts: int = 1
    """How many parts of a cost make 1."""
    names: Mapping[str, str] = field(default_factory=dict)
    """For each guess that wins against one secret alone, of another text, that secret."""
    symmetry: str | None = None
    """Which guesses are images of one another: see `symmetry`."""
    answers: Callable[[Sequence[str], Sequence[str]], NDArray[Any]] | None = None
    """The feedbacks of many guesses and secrets at once, as places in *texts*; None: only one by one."""
    texts: tuple[str, ...] = ()
    rows: int | None = None
    """How many guesses the board allows."""
    rule: str = "free"
    """Which guesses are allowed after a row."""

    @property
    def goal(self) -> str:
        """When a secret is found."""
        return "identify" if self.win is None else "hit"

    def is_known(self, secrets: Sequence[str]) -> bool:
        """Whether all *secrets* have one label, with the goal identify: then there is nothing to ask."""
        return self.win is None and len({self.labels[secret] for secret in secrets}) == 1

    def forbids(self, played: str, feedback: str, guess: str) -> bool:
        """Whether the row *played* with *feedback* forbids *guess*."""
        if self.rule == "strict":
            return self.feedback(played, guess) != feedback
        if self.rule == "hard":
            marks = list(zip(played, feedback, guess, strict=True))
            moved = any(mark == "G" and letter != now for letter, mark, now in marks)
            needed = Counter(letter for letter, mark, _ in marks if mark in "GY")
            return moved or any(guess.count(letter) < times for letter, times in needed.items())
        return False

    def check_rows(self, rows: Sequence[Row], guess: str, where: str) -> None:
        """Raise FileError when one of *rows* forbids *guess*, which is made *where* it says."""
        for played, feedback in rows if self.rule != "free" else ():
            if self.forbids(played, feedback, guess):
                raise FileError(f"{where} plays {guess!r}, which rule {self.rule} forbids after {played}:{feedback}")


class Conditions:
    """What rows allow, for all guesses at once and remembered."""

    def __init__(self, rules: Rules, limits: Limits) -> None:
        self._rules, self._limits = rules, limits
        self.free = rules.rule == "free"
        guesses = () if self.free else rules.guesses
        self._letters = np.array([[ord(letter) for letter in guess] for guess in guesses])
        remember = lru_cache(max(_MOST_KEPT // len(rules.guesses), 1))
        self._allows = remember(self._strict if rules.rule == "strict" else self._hard)
        self._answers = remember(self._all_answers)

    def after(self, allowed: Indices, guess: int, feedback: str) -> Indices:
        """Return the guesses of *allowed* that the row of *guess* and *feedback* allows."""
        return allowed if self.free else allowed[self._allows(self._rules.guesses[guess], feedback)[allowed]]

    def _strict(self, played: str, feedback: str) -> NDArray[np.bool_]:
        return np.asarray(self._answers(played) == feedback)

    def _all_answers(self, played: str) -> NDArray[Any]:
        self._limits.tick()
        return np.array([self._rules.feedback(played, guess) for guess in self._rules.guesses])

    def _hard(self, played: str, feedback: str) -> NDArray[np.bool_]:
        self._limits.tick()
        fits = np.ones(len(self._letters), bool)
        needed = Counter[str]()
        for place, (letter, mark) in enumerate(zip(played, feedback, strict=True)):
            needed[letter] += mark in "GY"
            if mark == "G":
                fits &= self._letters[:, place] == ord(letter)
        for letter, times in needed.items():
            fits &= (self._letters == ord(letter)).sum(axis=1) >= times
        return fits
