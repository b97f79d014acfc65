"""The feedbacks of all guesses against the candidates, as numbers."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits
from bestguess.check.rules import Indices, Rules
from bestguess.errors import FileError

_BLOCK = 1 << 22  # cells that are looked at in one step, so that a step takes little memory and time


@dataclass(frozen=True)
class Table:
    """A row of feedbacks for each guess, a column for each candidate."""

    answers: NDArray[Any]
    texts: tuple[str, ...]
    secrets: tuple[str, ...]
    weights: Indices
    costs: Indices
    """What each guess costs."""
    labels: Indices
    """The number of the label of each candidate, in the order of the candidates."""
    win: int = -1
    """The winning feedback; -1: there is none."""
    winners: tuple[Indices, Indices] = (np.empty(0, np.int64), np.empty(0, np.int64))
    """The guesses that win against the first candidate, the second, …, and for each candidate where they end."""
    most_won: int = 0
    """The most candidates that one guess wins against."""

    @property
    def identify(self) -> bool:
        """Whether a candidate is found when all that are left have one label; else by a guess that wins."""
        return self.win < 0

    @cached_property
    def priced(self) -> bool:
        """Whether guesses cost anything but 1."""
        return bool((self.costs != 1).any())

    @staticmethod
    def of(rules: Rules, secrets: list[str], limits: Limits) -> "Table":
        """Return the table of *rules*, for *secrets* only; raise SizeError before it is made."""
        size = f"{len(rules.guesses):,} guesses and {len(secrets):,} candidates"
        limits.need(len(rules.guesses) * len(secrets) * _bytes_of_a_cell(rules), f"a table of {size}")
        texts, answers = (
            rules.answers(rules.guesses, secrets, limits) if rules.answers else _any(rules, secrets, limits)
        )
        weights = np.array([rules.weights[secret] for secret in secrets], np.int64)
        costs = np.array([rules.costs[guess] for guess in rules.guesses], np.int64)
        number = dict[str, int]()
        labels = np.array([number.setdefault(rules.labels[secret], len(number)) for secret in secrets], np.int64)
        if rules.win is None:
            return Table(answers, tuple(texts), tuple(secrets), weights, costs, labels)
        if rules.win not in texts:
            raise FileError("no guess wins against any candidate")
        win = texts.index(rules.win)
        candidate, guess = np.nonzero((answers == win).T)
        ends = np.cumsum(np.bincount(candidate, minlength=len(secrets)))
        if (np.diff(ends, prepend=0) == 0).any():
            raise FileError("expected a guess that wins for each candidate, got none for one of them")
        most_won = int(np.bincount(guess).max())
        return Table(answers, tuple(texts), tuple(secrets), weights, costs, labels, win, (guess, ends), most_won)

    def winning(self, candidates: Indices) -> Indices:
        """Return the guesses that win against one of *candidates*, in any order, some perhaps twice."""
        guesses, ends = self.winners
        if len(guesses) == len(ends):  # one for each
            return guesses[candidates]
        return np.concatenate([guesses[ends[one - 1] if one else 0 : ends[one]] for one in candidates.tolist()])

    def least_cost(self, guesses: NDArray[Any]) -> int:
        """Return the least cost of these *guesses*, given by numbers or by a mask."""
        return int(self.costs[guesses].min()) if self.priced else 1

    @property
    def feedbacks(self) -> int:
        """How many there are."""
        return len(self.texts)

    @cached_property
    def bits(self) -> NDArray[Any] | None:
        """For each candidate and guess one bit, that of the feedback; None when there are too many feedbacks."""
        for kind in (np.uint16, np.uint32, np.uint64):
            if self.feedbacks <= np.iinfo(kind).bits:
                bits = np.empty(self.answers.T.shape, kind)
                for column in range(len(bits)):
                    bits[column] = np.left_shift(kind(1), self.answers[:, column].astype(kind))
                return bits
        return None

    def parts(self, candidates: Indices, allowed: Indices | None = None) -> NDArray[Any]:
        """Return the number of parts into which each guess splits *candidates*; 0 for those that are not *allowed*."""
        parts = self._parts(candidates)
        if allowed is None:
            return parts
        kept = np.zeros_like(parts)
        kept[allowed] = parts[allowed]
        return kept

    def _parts(self, candidates: Indices) -> NDArray[Any]:
        if self.bits is None:
            everything = np.arange(len(self.answers))
            blocks = self.blocks(len(candidates), everything)
            return np.concatenate([self._sorted_parts(rows, candidates) for rows in blocks])
        step = max(1, _BLOCK // len(self.answers))
        seen = np.zeros(len(self.answers), self.bits.dtype)
        for start in range(0, len(candidates), step):
            seen |= np.bitwise_or.reduce(self.bits[candidates[start : start + step]], axis=0)
        return np.asarray(np.bitwise_count(seen), np.int64)

    def _sorted_parts(self, rows: Indices, candidates: Indices) -> NDArray[Any]:
        ordered = np.sort(self.answers[np.ix_(rows, candidates)], axis=1)
        return np.asarray(1 + (ordered[:, 1:] != ordered[:, :-1]).sum(1))

    def blocks(self, columns: int, guesses: Indices, labels: int = 1) -> list[Indices]:
        """Return the *guesses* in blocks of so many that each has few cells in so many *columns*.

        For each of them, as many numbers as there are feedbacks and *labels* are few, too.
        """
        step = max(1, _BLOCK // max(columns, self.feedbacks * labels))
        return [guesses[start : start + step] for start in range(0, len(guesses), step)] or [guesses]


def _bytes_of_a_cell(rules: Rules) -> int:
    """A number, and a bit for each feedback where their parts are counted: of 8 bytes unless the pegs are few."""
    pegs = len(rules.guesses[0])
    return 1 + (8 if rules.symmetry != "pegs" or pegs > 6 else 4 if pegs > 4 else 2)


def _any(rules: Rules, secrets: list[str], limits: Limits) -> tuple[list[str], NDArray[Any]]:
    number = dict[str, int]()
    answers = np.empty((len(rules.guesses), len(secrets)), np.uint32)
    for row, guess in enumerate(rules.guesses):
        limits.tick()
        answers[row] = [number.setdefault(rules.feedback(guess, secret), len(number)) for secret in secrets]
    kind = np.uint8 if len(number) <= 256 else np.uint16 if len(number) <= 65536 else np.uint32
    return list(number), answers.astype(kind)
