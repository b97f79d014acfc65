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
    """The winning feedback; -1: there is none, and a candidate is found when all that are left have one label."""
    winners: tuple[Indices, ...] = ()
    """For each candidate the guesses that win against it."""
    most_won: int = 0
    """The most candidates that one guess wins against."""

    @staticmethod
    def of(rules: Rules, secrets: list[str], limits: Limits) -> "Table":
        """Return the table of *rules*, for *secrets* only; raise SizeError before it is made."""
        size = f"{len(rules.guesses):,} guesses and {len(secrets):,} candidates"
        # A number, and a bit for each feedback where their parts are counted: of 8 bytes unless the pegs are few.
        pegs = len(rules.guesses[0]) if rules.symmetry == "pegs" else 8
        bytes_of_a_cell = 1 + (8 if pegs > 6 else 4 if pegs > 4 else 2)
        limits.need(len(rules.guesses) * len(secrets) * bytes_of_a_cell, f"a table of {size}")
        texts, answers = _answers(rules, secrets, limits) if rules.answers else _one_by_one(rules, secrets, limits)
        weights = np.array([rules.weights[secret] for secret in secrets], np.int64)
        costs = np.array([rules.costs[guess] for guess in rules.guesses], np.int64)
        number = dict[str, int]()
        labels = np.array([number.setdefault(rules.labels[secret], len(number)) for secret in secrets], np.int64)
        if rules.win is None:
            return Table(answers, texts, tuple(secrets), weights, costs, labels)
        if rules.win not in texts:
            raise FileError("no guess wins against any candidate")
        win = texts.index(rules.win)
        candidate, guess = np.nonzero((answers == win).T)
        ends = np.cumsum(np.bincount(candidate, minlength=len(secrets)))
        winners, most_won = tuple(np.split(guess, ends[:-1])), int(np.bincount(guess).max())
        if not all(map(len, winners)):
            raise FileError("expected a guess that wins for each candidate, got none for one of them")
        return Table(answers, texts, tuple(secrets), weights, costs, labels, win, winners, most_won)

    @property
    def feedbacks(self) -> int:
        """How many there are."""
        return len(self.texts)

    @cached_property
    def priced(self) -> bool:
        """Whether guesses cost anything but 1."""
        return bool((self.costs != 1).any())

    def winning(self, candidates: Indices) -> Indices:
        """Return the guesses that win against one of *candidates*, in any order, some perhaps twice."""
        return np.concatenate([self.winners[candidate] for candidate in candidates.tolist()])

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

    def least_cost(self, guesses: NDArray[Any]) -> int:
        """Return the least cost of these *guesses*, given by numbers or by a mask."""
        return int(self.costs[guesses].min()) if self.priced else 1

    def parts(self, candidates: Indices, allowed: Indices | None = None) -> Indices:
        """Return the number of parts into which each guess splits *candidates*; 0 for those that are not *allowed*."""
        if self.bits is None:
            everything = blocks(np.arange(len(self.answers)), len(candidates))
            parts = np.concatenate([self._sorted_parts(rows, candidates) for rows in everything])
        else:
            seen = np.zeros(len(self.answers), self.bits.dtype)
            for some in blocks(candidates, len(self.answers)):
                seen |= np.bitwise_or.reduce(self.bits[some], axis=0)
            parts = np.asarray(np.bitwise_count(seen), np.int64)
        if allowed is not None and len(allowed) < len(parts):
            forbidden = np.ones(len(parts), bool)
            forbidden[allowed] = False
            parts[forbidden] = 0
        return parts

    def _sorted_parts(self, rows: Indices, candidates: Indices) -> Indices:
        ordered = np.sort(self.answers[np.ix_(rows, candidates)], axis=1)
        return np.asarray(1 + (ordered[:, 1:] != ordered[:, :-1]).sum(1))


def blocks(items: Indices, width: int) -> list[Indices]:
    """Return *items* in blocks of so many that each has few cells, where an item has *width* of them."""
    step = max(1, _BLOCK // width)
    return [items[start : start + step] for start in range(0, len(items), step)]


def _answers(rules: Rules, secrets: list[str], limits: Limits) -> tuple[tuple[str, ...], NDArray[Any]]:
    """Return the feedbacks that there are, and for each guess and secret the place of its feedback there."""
    assert rules.answers is not None
    answers = np.empty((len(rules.guesses), len(secrets)), np.uint8)
    used = np.zeros(len(rules.texts), bool)
    rows = blocks(np.arange(len(answers)), len(secrets))
    for some in rows:
        limits.tick()
        answers[some] = rules.answers(rules.guesses[some[0] : some[-1] + 1], secrets)
        used |= np.bincount(answers[some].ravel(), minlength=len(used)) > 0
    place = np.cumsum(used, dtype=np.uint8) - np.uint8(1)
    for some in rows:
        answers[some] = place[answers[some]]
    return tuple(text for text, is_used in zip(rules.texts, used, strict=True) if is_used), answers


def _one_by_one(rules: Rules, secrets: list[str], limits: Limits) -> tuple[tuple[str, ...], NDArray[Any]]:
    number = dict[str, int]()
    answers = np.empty((len(rules.guesses), len(secrets)), np.uint32)
    for row, guess in enumerate(rules.guesses):
        limits.tick()
        answers[row] = [number.setdefault(rules.feedback(guess, secret), len(number)) for secret in secrets]
    kind = np.uint8 if len(number) <= 256 else np.uint16 if len(number) <= 65536 else np.uint32
    return tuple(number), answers.astype(kind)
