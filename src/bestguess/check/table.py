"""Table of the feedbacks of all guesses to the candidates, as numbers."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits
from bestguess.check.rules import Indices, Rules
from bestguess.errors import FileError

_BLOCK = 1 << 22  # cells per step, so that a step takes little memory and little time between two ticks


@dataclass(frozen=True)
class Table:
    """Feedbacks as numbers: a row for each guess, a column for each candidate."""

    answers: NDArray[Any]
    texts: tuple[str, ...]
    secrets: tuple[str, ...]
    weights: Indices
    costs: Indices
    """Cost of each guess."""
    labels: Indices
    """Label of each candidate, as a number; labels are numbered by first occurrence."""
    win: int = -1
    """Number of the winning feedback; -1 with the goal identify."""
    winners: tuple[Indices, ...] = ()
    """Guesses that win against each candidate."""
    max_wins: int = 0
    """The most candidates that one guess wins against: m in docs/certificates.md."""

    @staticmethod
    def of(rules: Rules, secrets: list[str], limits: Limits) -> "Table":
        """Return the table of *rules* for these *secrets*; raise SizeError before it is allocated."""
        size = f"{len(rules.guesses):,} guesses and {len(secrets):,} candidates"
        # A cell takes a byte in `answers`, and 2, 4 or 8 in `bits`: fewer where few pegs mean few feedbacks.
        pegs = len(rules.guesses[0]) if rules.symmetry == "pegs" else 8
        bytes_of_a_cell = 1 + (8 if pegs > 6 else 4 if pegs > 4 else 2)
        limits.need(len(rules.guesses) * len(secrets) * bytes_of_a_cell, f"a table of {size}")
        find_answers = _answers if rules.answers else _answers_one_by_one
        texts, answers = find_answers(rules, secrets, limits)
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
        winners, max_wins = tuple(np.split(guess, ends[:-1])), int(np.bincount(guess).max())
        if not all(map(len, winners)):
            raise FileError("expected a winning guess for each candidate, got none for one of them")
        return Table(answers, texts, tuple(secrets), weights, costs, labels, win, winners, max_wins)

    @property
    def feedbacks(self) -> int:
        """Number of different feedbacks in the table."""
        return len(self.texts)

    @cached_property
    def has_costs(self) -> bool:
        """Whether some guess has a cost other than 1."""
        return bool((self.costs != 1).any())

    def winning(self, candidates: Indices) -> Indices:
        """Return the guesses that win against one of *candidates*, in any order, possibly with duplicates."""
        return np.concatenate([self.winners[candidate] for candidate in candidates.tolist()])

    @cached_property
    def bits(self) -> NDArray[Any] | None:
        """Feedback of each candidate and guess as one bit of a number; None if there are more than 64 feedbacks."""
        for kind in (np.uint16, np.uint32, np.uint64):
            if self.feedbacks <= np.iinfo(kind).bits:
                bits = np.empty(self.answers.T.shape, kind)
                for column in range(len(bits)):
                    bits[column] = np.left_shift(kind(1), self.answers[:, column].astype(kind))
                return bits
        return None

    def least_cost(self, guesses: NDArray[Any]) -> int:
        """Return the least cost of these *guesses*, which are numbers or a mask."""
        return int(self.costs[guesses].min()) if self.has_costs else 1

    def parts(self, candidates: Indices, allowed: Indices | None = None) -> Indices:
        """Return the number of parts into which each guess splits *candidates*; 0 for those that are not *allowed*."""
        if self.bits is None:
            everything = blocks(np.arange(len(self.answers)), len(candidates))
            parts = np.concatenate([self._sorted_parts(rows, candidates) for rows in everything])
        else:
            seen = np.zeros(len(self.answers), self.bits.dtype)
            for block in blocks(candidates, len(self.answers)):
                seen |= np.bitwise_or.reduce(self.bits[block], axis=0)
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
    """Return *items* in blocks of at most `_BLOCK` cells, where an item has *width* cells."""
    step = max(1, _BLOCK // width)
    return [items[start : start + step] for start in range(0, len(items), step)]


def _answers(rules: Rules, secrets: list[str], limits: Limits) -> tuple[tuple[str, ...], NDArray[Any]]:
    """Return the feedbacks that occur, and for each guess and secret the index of its feedback among them."""
    assert rules.answers is not None
    answers = np.empty((len(rules.guesses), len(secrets)), np.uint8)
    used = np.zeros(len(rules.texts), bool)
    row_blocks = blocks(np.arange(len(answers)), len(secrets))
    for rows in row_blocks:
        limits.tick()
        answers[rows] = rules.answers(rules.guesses[rows[0] : rows[-1] + 1], secrets)
        used |= np.bincount(answers[rows].ravel(), minlength=len(used)) > 0
    # Renumber the feedbacks that occur, without gaps: the bounds count them.
    place = np.cumsum(used, dtype=np.uint8) - np.uint8(1)
    for rows in row_blocks:
        answers[rows] = place[answers[rows]]
    return tuple(text for text, is_used in zip(rules.texts, used, strict=True) if is_used), answers


def _answers_one_by_one(rules: Rules, secrets: list[str], limits: Limits) -> tuple[tuple[str, ...], NDArray[Any]]:
    number = dict[str, int]()
    answers = np.empty((len(rules.guesses), len(secrets)), np.uint32)
    for row, guess in enumerate(rules.guesses):
        limits.tick()
        answers[row] = [number.setdefault(rules.feedback(guess, secret), len(number)) for secret in secrets]
    kind = np.uint8 if len(number) <= 256 else np.uint16 if len(number) <= 65536 else np.uint32
    return tuple(number), answers.astype(kind)
