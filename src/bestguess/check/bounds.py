"""What a set of candidates costs at least, by counting: its size, and the parts of every guess.

What is counted depends on the goal: see `hits` and `labels`.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.costs import INFINITE, Cost, Costs, minus, plus
from bestguess.check.hits import Hits
from bestguess.check.labels import Labels
from bestguess.check.table import Indices, Table

_BYTES_OF_A_BOUND = 300  # beside its set
_MOST_KEPT = 500_000_000  # bytes of bounds that are remembered; then they are forgotten


@dataclass(frozen=True)
class Split:
    """How guesses split a set: a row for each guess.

    *adds* has, for each number of a cost, what each part adds at least, by feedback, and *sums* the sums over the
    parts. *splits*: whether the set is split, or won from. *parts* has a name for each candidate, that of its part:
    the place of the first one in it, or the size of the set where the guess wins.
    """

    adds: Indices
    sums: Indices
    splits: NDArray[np.bool_]
    parts: NDArray[Any]

    def below(self, bound: Cost) -> Indices:
        """The guesses that split the set and may cost less than *bound*."""
        less = np.zeros(len(self.splits), bool)
        same = np.ones(len(self.splits), bool)
        for number, least in zip(self.sums, bound, strict=True):
            less |= same & (number < least)
            same &= number == least
        return np.flatnonzero(self.splits & less)


class Bounds:
    """Bounds of the cost of sets, remembered.

    *depth* and *spent* are how many guesses have been made and what they cost: in a total without limits, which counts
    from a set, those that have been made since. A part costs what it costs from there on, and what is spent.
    """

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        self.table, self.costs = table, costs
        self.weighted = costs.weighted and bool((table.weights != 1).any())
        self._hits = None if table.labels is not None else Hits(table, costs, self.weighted, consistent)
        self._labels = None if table.labels is None else Labels(table, costs, self.weighted)
        self._best: dict[tuple[bytes, bytes], Any] = {}
        self._kinds: dict[Any, Any] = {}  # so that the same is kept once
        self._kept = 0

    def weight(self, part: Indices) -> int:
        """What the candidates of *part* weigh, where weights count; else how many they are."""
        return int(self.table.weights[part].sum()) if self.weighted else len(part)

    def by_parts(self, part: Indices, depth: int, spent: int, allowed: Indices | None = None) -> Cost:
        """What *part* costs at least, by the most parts that any guess splits it into.

        *allowed*: the guesses that a rule allows then, which are all that win against one of the part, and others.
        """
        goal = self._hits or self._labels
        assert goal is not None
        key = (part.tobytes(), b"" if allowed is None else hashlib.sha256(allowed.tobytes()).digest())
        if key not in self._best:
            self._kept += part.nbytes + _BYTES_OF_A_BOUND
            if self._kept > _MOST_KEPT:
                self._best.clear()
                self._kinds.clear()
                self._kept = 0
            best = goal.best(part, allowed)
            self._best[key] = self._kinds.setdefault(best, best)
        return goal.by_parts(self._best[key], depth, spent)

    def raised(self, cost: Cost, base: Cost, bound: Cost) -> Cost:
        """*cost*, where what a part adds to it is not *base* but *bound*, if that is more."""
        return plus(cost, minus(bound, base)) if bound > base else cost

    def blocks(self, guesses: Indices, candidates: Indices) -> list[Indices]:
        """The *guesses* in blocks of so many that splitting *candidates* by them takes little memory."""
        labels = 1
        if self.table.labels is not None and len(kinds := np.unique(self.table.labels[candidates])) < len(candidates):
            labels = len(kinds)
        return self.table.blocks(len(candidates), guesses, labels)

    def most_parts(self, candidates: Indices) -> int:
        """No guess splits *candidates* into more parts: counted where that takes little."""
        return self.table.feedbacks if self.table.bits is None else int(self.table.parts(candidates).max())

    def split(self, guesses: Indices, candidates: Indices, most: int, depth: int, spent: int) -> Split:
        """How each of *guesses* splits *candidates*, and what that costs at least; none has more than *most* parts."""
        feedbacks, size = self.table.feedbacks, len(candidates)
        answers = self.table.answers[np.ix_(guesses, candidates)].astype(np.int64)
        rows = np.arange(len(guesses))
        places = (answers + feedbacks * rows[:, None]).ravel()
        shape = (len(guesses), feedbacks)
        counts = np.bincount(places, minlength=len(guesses) * feedbacks).reshape(shape)
        weights = counts
        if self.weighted:
            weights = np.zeros(shape, np.int64)
            np.add.at(weights.ravel(), places, np.tile(self.table.weights[candidates], len(guesses)))
        after = spent + (1 if self.table.costs is None else self.table.costs[guesses][:, None])
        splits = counts.max(1) < size
        first = np.full(shape, size, np.int64)  # the first candidate of each part names it
        for column in range(size - 1, -1, -1):
            first[rows, answers[:, column]] = column
        parts = first[rows[:, None], answers]
        if self._labels is not None:
            labels = counts if (number := self._numbered(candidates)) is None else _different(places, number, shape)
            adds = self._labels.by_size(labels, weights, depth + 1, after)
            adds = np.where(labels == 1, self.costs.of_each(counts, weights, depth + 1, after), adds)
            return Split(adds, _sums(adds), splits, parts)
        assert self._hits is not None
        heaviest = weights if self._hits.most_won > 1 else self._heaviest(places, candidates, shape)
        adds = self._hits.by_size(counts, weights, heaviest, most, depth + 1, after)
        win = slice(self.table.win, self.table.win + 1)
        adds[:, :, win] = self.costs.of_each(counts[:, win], weights[:, win], depth + 1, after)
        parts[answers == self.table.win] = size  # what is won is no part
        return Split(adds, _sums(adds), splits | (counts[:, self.table.win] > 0), parts)

    def _heaviest(self, places: Indices, candidates: Indices, shape: tuple[int, int]) -> Indices:
        """The weight of the heaviest candidate of each part."""
        heaviest = np.zeros(shape, np.int64)
        if self.weighted:
            np.maximum.at(heaviest.ravel(), places, np.tile(self.table.weights[candidates], shape[0]))
        return heaviest

    def _numbered(self, candidates: Indices) -> Indices | None:
        """The labels of *candidates*, numbered from 0; None where they all differ."""
        assert self.table.labels is not None
        kinds, number = np.unique(self.table.labels[candidates], return_inverse=True)
        return None if len(kinds) == len(candidates) else number


def _different(places: Indices, number: Indices, shape: tuple[int, int]) -> Indices:
    """How many different labels each part has."""
    labels = int(number.max()) + 1
    has = np.zeros(shape[0] * shape[1] * labels, bool)
    has[places * labels + np.tile(number, shape[0])] = True
    return np.asarray(has.reshape(*shape, labels).sum(2), np.int64)


def _sums(adds: Indices) -> Indices:
    """The sums over the feedbacks; what cannot be done is not added up, which might be more than a number can hold."""
    infinite = adds >= INFINITE
    sums = np.where(infinite, 0, adds).sum(2)
    return np.where(infinite.any(2), INFINITE, np.minimum(sums, INFINITE))
