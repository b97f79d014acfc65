"""What a set of candidates costs at least, by counting: its size, and the parts of every guess.

The proofs hold for every cost of `costs`, one number or a pair: a guess wins against one candidate at most, and costs
never decrease with the number of the guess.
"""

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.costs import INFINITE, Cost, Costs, minus, plus, times
from bestguess.check.table import Indices, Table

_BYTES_OF_A_BOUND = 300  # beside its set
_MOST_KEPT = 500_000_000  # bytes of bounds that are remembered; then they are forgotten


@dataclass(frozen=True)
class Split:
    """How guesses split a set: the least cost by the sizes of the parts, whether it is split at all, and the parts.

    *sums* has a row for each number of a cost. The label of a candidate is the place of the first one in its part, or
    the size of the set where the guess wins.
    """

    sums: Indices
    splits: NDArray[np.bool_]
    labels: NDArray[Any]

    def below(self, bound: Cost) -> Indices:
        """The guesses that split the set and may cost less than *bound*."""
        less = np.zeros(len(self.splits), bool)
        same = np.ones(len(self.splits), bool)
        for number, least in zip(self.sums, bound, strict=True):
            less |= same & (number < least)
            same &= number == least
        return np.flatnonzero(self.splits & less)


class Bounds:
    """Bounds of the cost of sets, remembered."""

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        self.table, self.costs, self.consistent = table, costs, consistent
        self.weighted = costs.weighted and bool((table.weights != 1).any())
        self._sizes: dict[int, Indices] = {}
        self._by_parts: dict[tuple[bytes, int, bytes], Cost] = {}
        self._kept = 0

    def _by_count(self, depth: int) -> Indices:
        """The bounds of 0, 1, 2, … secrets, a row for each number of a cost.

        With b losing feedbacks, at most 1, b, b * b, … secrets are found by the next guess, the one after, ….
        """
        depth = 0 if self.costs.linear else min(depth, len(self.costs.each) + 1)
        if depth not in self._sizes:
            most = len(self.table.secrets)
            sums, width, ahead = [self.costs.zero], 1, 1
            while len(sums) <= most:
                cost = self.costs.at(depth, ahead)
                for _ in range(min(width, most + 1 - len(sums))):
                    sums.append(plus(sums[-1], cost))
                width, ahead = min(width * max(self.table.feedbacks - 1, 1), most), ahead + 1
            self._sizes[depth] = np.array(sums, np.int64).T
        return self._sizes[depth]

    def _by_size(self, sizes: Any, weights: Any, heaviest: Any, depth: int) -> Indices:
        """A bound by size; with weights, the heaviest first and all others next. A row for each number of a cost."""
        by_size = self._by_count(depth)[:, sizes]
        if not self.weighted:
            return by_size
        prices = zip(self.costs.at(depth, 1), self.costs.at(depth, 2), strict=True)
        by_weight = np.stack([_times(heaviest, now) + _times(weights - heaviest, soon) for now, soon in prices])
        return np.where(by_size[0] >= INFINITE, INFINITE, np.minimum(by_weight, INFINITE))

    def below(self, part: Indices, cost: Cost) -> Cost:
        """What *part*, of this *cost*, adds to the guess above it: one more guess each, where guesses are counted."""
        return plus(cost, (self._weight(part),)) if self.costs.linear else cost

    def _weight(self, part: Indices) -> int:
        return int(self.table.weights[part].sum()) if self.weighted else len(part)

    def by_size(self, part: Indices, depth: int) -> Cost:
        """What *part* adds to the guess above it, by its size."""
        heaviest = int(self.table.weights[part].max()) if self.weighted else 1
        bound = self._by_size(len(part), self._weight(part), heaviest, depth)
        return self.below(part, tuple(bound.tolist()))

    def by_parts(self, part: Indices, depth: int, allowed: Indices | None = None) -> Cost:
        """What *part* adds to the guess above it, by the most parts that any guess splits it into.

        *allowed*: the guesses that a rule allows then, which are all that win against one of the part, and others.
        """
        key = (part.tobytes(), depth, b"" if allowed is None else hashlib.sha256(allowed.tobytes()).digest())
        if key not in self._by_parts:
            self._kept += part.nbytes + _BYTES_OF_A_BOUND
            if self._kept > _MOST_KEPT:
                self._by_parts.clear()
                self._kept = 0
            parts = self.table.parts(part)
            winners = self.table.winner[part]
            bound = self._bound_by_parts(part, int(parts[winners].max()), 1, depth)
            if not self.consistent:
                parts[winners] = 0
                if (
                    most := int((parts if allowed is None else parts[allowed]).max())
                ) > 1:  # one part: does not split the candidates
                    bound = min(bound, self._bound_by_parts(part, most, 0, depth))
            self._by_parts[key] = self.below(part, bound)
        return self._by_parts[key]

    def _bound_by_parts(self, part: Indices, parts: int, wins: int, depth: int) -> Cost:
        """The winning one now, one of each other part next, the rest after that; with weights, the heaviest first."""
        now, soon, late = (self.costs.at(depth, ahead) for ahead in (1, 2, 3))
        size = len(part)
        if not self.weighted:
            return plus(plus(times(wins, now), times(parts - wins, soon)), times(size - parts, late))
        if (parts > wins and soon[0] >= INFINITE) or (size > parts and late[0] >= INFINITE):
            return tuple(INFINITE for _ in now)  # whatever they weigh
        heaviest = np.sort(self.table.weights[part])[::-1]
        first, second, third = (int(some.sum()) for some in np.split(heaviest, [wins, parts]))
        return plus(plus(times(first, now), times(second, soon)), times(third, late))

    def raised(self, cost: Cost, base: Cost, bound: Cost) -> Cost:
        """*cost*, where what a part adds to it is not *base* but *bound*, if that is more."""
        return plus(cost, minus(bound, base)) if bound > base else cost

    def split(self, guesses: Indices, candidates: Indices, depth: int) -> Split:
        """How each of *guesses* splits *candidates*."""
        feedbacks, size = self.table.feedbacks, len(candidates)
        answers = self.table.answers[np.ix_(guesses, candidates)].astype(np.int64)
        places = (answers + feedbacks * np.arange(len(guesses))[:, None]).ravel()
        shape = (len(guesses), feedbacks)
        counts = np.bincount(places, minlength=len(guesses) * feedbacks).reshape(shape)
        weights, heaviest = counts, np.minimum(counts, 1)
        if self.weighted:
            repeated = np.tile(self.table.weights[candidates], len(guesses))
            weights, heaviest = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
            np.add.at(weights.ravel(), places, repeated)
            np.maximum.at(heaviest.ravel(), places, repeated)
        win = self.table.win
        adds = self._by_size(counts, weights, heaviest, 0 if self.costs.linear else depth + 1)
        adds = adds + (weights if self.costs.linear else 0)
        for number, cost in zip(adds, self.costs.at(depth, 1), strict=True):
            number[:, win] = _times(weights[:, win], cost)
        wins = counts[:, win] > 0
        first = np.full(shape, size, np.int64)  # the first candidate of each part names it
        rows = np.arange(len(guesses))
        for column in range(size - 1, -1, -1):
            first[rows, answers[:, column]] = column
        labels = first[rows[:, None], answers]
        labels[(answers == win)] = size  # the winning one is no part
        return Split(_sums(adds), wins | (counts.max(1) < size), labels)


def _sums(adds: Indices) -> Indices:
    """The sums over the feedbacks; what cannot be done is not added up, which might be more than a number can hold."""
    infinite = adds >= INFINITE
    sums = np.where(infinite, 0, adds).sum(2)
    return np.where(infinite.any(2), INFINITE, np.minimum(sums, INFINITE))


def _times(weight: Any, cost: int) -> Any:
    """Weight times cost; nothing costs nothing, even where it cannot be done."""
    return np.where(np.asarray(weight) == 0, 0, INFINITE) if cost >= INFINITE else weight * cost
