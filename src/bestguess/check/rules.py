"""A game as a checker needs it, and which guesses its rule allows: written apart from the rest of bestguess.

`hard`: a letter that was marked G stays in its place, and a guess has each letter at least as often as it was marked G
or Y. `strict`: were the guess the secret, the row would have got the same feedback. `free`: every guess.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits
from bestguess.errors import FileError

Indices: TypeAlias = NDArray[np.int64]
Row: TypeAlias = tuple[str, str]
Answers: TypeAlias = Callable[[tuple[str, ...], list[str], Limits], tuple[list[str], NDArray[Any]]]
"""Guesses and secrets -> the feedbacks there are, and for each guess and secret the place of its feedback there."""

_MOST_KEPT = 200_000_000  # bytes of what rows allow that are remembered; then they are forgotten


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
    answers: Answers | None = None
    """All feedbacks at once, where that is faster than one by one."""
    rows: int | None = None
    """How many guesses the board allows."""
    rule: str = "free"
    """Which guesses are allowed after a row."""

    @property
    def goal(self) -> str:
        """When a secret is found."""
        return "identify" if self.win is None else "hit"


def forbids(rules: Rules, played: str, feedback: str, guess: str) -> bool:
    """Whether the row *played* with *feedback* forbids *guess*."""
    if rules.rule == "strict":
        return rules.feedback(played, guess) != feedback
    if rules.rule == "hard":
        marks = list(zip(played, feedback, guess, strict=True))
        moved = any(mark == "G" and letter != now for letter, mark, now in marks)
        needed = Counter(letter for letter, mark, _ in marks if mark in "GY")
        return moved or any(guess.count(letter) < times for letter, times in needed.items())
    return False


def check_rows(rules: Rules, rows: Sequence[Row], guess: str, where: str) -> None:
    """Raise FileError when one of *rows* forbids *guess*, which is made *where* it says."""
    for played, feedback in rows if rules.rule != "free" else ():
        if forbids(rules, played, feedback, guess):
            raise FileError(f"{where} plays {guess!r}, which rule {rules.rule} forbids after {played}:{feedback}")


class Conditions:
    """What rows allow, for all guesses at once and remembered."""

    def __init__(self, rules: Rules, limits: Limits) -> None:
        self.rules, self.limits = rules, limits
        self.free = rules.rule == "free"
        guesses = () if self.free else rules.guesses
        self._letters = np.array([[ord(letter) for letter in guess] for guess in guesses])
        self._known: dict[tuple[int, str], NDArray[np.bool_]] = {}

    def after(self, allowed: Indices | None, guess: int, feedback: str) -> Indices | None:
        """Return the guesses of *allowed* (None: all) that the row of *guess* and *feedback* allows; None: all."""
        if self.free:
            return None
        row = self._row(guess, feedback)
        return np.flatnonzero(row) if allowed is None else allowed[row[allowed]]

    def after_rows(self, rows: Sequence[Row]) -> Indices | None:
        """Return the guesses that all of *rows* allow; None: all."""
        allowed: Indices | None = None
        for played, feedback in rows:
            allowed = self.after(allowed, self.rules.guesses.index(played), feedback)
        return allowed

    def _row(self, guess: int, feedback: str) -> NDArray[np.bool_]:
        if (guess, feedback) not in self._known:
            self.limits.tick()
            if len(self._known) * len(self.rules.guesses) > _MOST_KEPT:
                self._known.clear()
            if self.rules.rule == "strict":
                self._known.update(self._strict(guess))
            else:
                self._known[guess, feedback] = self._hard(self.rules.guesses[guess], feedback)
            self._known.setdefault((guess, feedback), np.zeros(len(self.rules.guesses), bool))
        return self._known[guess, feedback]

    def _strict(self, guess: int) -> dict[tuple[int, str], NDArray[np.bool_]]:
        """Return, for every feedback that *guess* can get from a guess, those that give it."""
        played = self.rules.guesses[guess]
        answers = np.array([self.rules.feedback(played, other) for other in self.rules.guesses])
        return {(guess, str(feedback)): answers == feedback for feedback in np.unique(answers)}

    def _hard(self, played: str, feedback: str) -> NDArray[np.bool_]:
        fits = np.ones(len(self.rules.guesses), bool)
        needed = Counter[str]()
        for place, (letter, mark) in enumerate(zip(played, feedback, strict=True)):
            needed[letter] += mark in "GY"
            if mark == "G":
                fits &= self._letters[:, place] == ord(letter)
        for letter, times in needed.items():
            fits &= (self._letters == ord(letter)).sum(axis=1) >= times
        return fits


def is_within(some: Indices | None, others: Indices | None) -> bool:
    """Whether all guesses of *some* (None: all guesses) are among *others*. Both are in order."""
    if others is None:
        return True
    return some is not None and bool(np.isin(some, others, assume_unique=True).all())
