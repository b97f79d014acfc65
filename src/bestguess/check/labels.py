"""What a set of candidates costs at least, by counting, where it is found when all that are left have one label.

A strategy is then a code of the labels: a guess of at most *a* parts branches in a ways at most, and every label is at
the end of a way, so the lengths of the ways are at least those of the best code of arity a (Huffman's). Where a label
stands at several ends, all its candidates may be thought at the first of them, which costs no more.
"""

import heapq
from dataclasses import dataclass
from typing import Any

import numpy as np

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, Cost, Costs
from bestguess.check.table import Indices, Table

_MANY = 1 << 40  # more labels than there are


@dataclass(frozen=True)
class Code:
    """What is known of the strategies for a set: guesses of so much *each* that branch in *arity* ways at most."""

    each: int
    arity: int
    weights: tuple[int, ...]
    """Of its labels, in ascending order."""
    total: int
    """The least total of a code."""


class Labels:
    """Bounds where labels are told apart."""

    def __init__(self, table: Table, costs: Costs, weighted: bool) -> None:
        assert table.labels is not None
        self.table, self.costs, self.weighted, self.labels = table, costs, weighted, table.labels
        self.each = 1 if table.costs is None else int(table.costs.min())
        self.least = int(table.weights.min()) if weighted else 1
        self.arity = max(int(table.parts(np.arange(len(table.secrets))).max()), 2)
        sizes = range(int(self.labels.max()) + 2)
        self._needed = np.array([_guesses_for(size, self.arity) for size in sizes], np.int64)
        self._totals = np.array([_even_total(size, self.arity) for size in sizes], np.int64)

    def by_size(self, labels: Any, weights: Any, depth: int, spent: Any) -> Indices:
        """Bounds of parts of so many *labels* and of these *weights*, a row for each number of a cost; 0 or 1: nothing.

        No more than the bounds by parts: here every label weighs the *least* that a candidate weighs, and what it has
        more is found by one guess.
        """
        costs, least = self.costs, self.least
        total = (self._totals[labels] - labels) * least + weights  # of a code, by weight
        if costs.counts == LOST:
            left = costs.left(depth, spent, 1)
            if left == 0:
                return np.stack([weights, 0 * weights])
            lost = np.maximum(labels - _power(self.arity, left), 0) * least
            return np.stack([lost, np.where(lost > 0, 0, total + weights * spent)])
        cost = np.zeros_like(weights)
        if costs.counts == TOTAL:
            cost = total * self.each + weights * spent
        elif costs.counts == LAST:
            late = labels - (_power(self.arity, costs.left(depth, spent, 1)) - labels) // (self.arity - 1)
            cost = np.maximum(late, 0)
        if costs.limit is None and costs.cost_limit is None:
            return np.asarray(cost[None])
        return np.where(self._needed[labels] > costs.left(depth, spent, self.each), INFINITE, cost)[None]

    def best(self, part: Indices, allowed: Indices | None) -> Code:
        """What is known of the strategies for *part*, by *allowed* guesses (None: all)."""
        parts, costs = self.table.parts(part), self.table.costs
        if allowed is not None:
            parts, costs = parts[allowed], None if costs is None else costs[allowed]
        each = 1 if costs is None else int(costs[parts > 1].min())
        weights = np.zeros(len(self._needed), np.int64)
        np.add.at(weights, self.labels[part], self.table.weights[part] if self.weighted else 1)
        of_labels = tuple(sorted(weights[np.unique(self.labels[part])].tolist()))
        arity = int(parts.max())
        return Code(each, arity, of_labels, code_total(of_labels, arity))

    def by_parts(self, best: Code, depth: int, spent: int) -> Cost:
        """The bound of a set of which this is known, after *depth* guesses that cost what is *spent*."""
        left = int(self.costs.left(depth, spent, best.each))
        weight = sum(best.weights)
        if self.costs.counts == LOST:
            return self._lost(best, weight, left, spent)
        if _guesses_for(len(best.weights), best.arity) > left:
            return (INFINITE,)
        if self.costs.counts == TOTAL:
            return (weight * spent + best.each * best.total,)
        if self.costs.counts == LAST:
            labels = len(best.weights)
            sooner = (_power(best.arity, left) - labels) // (best.arity - 1)
            return (sum(best.weights[: max(labels - sooner, 0)]),)
        return (0,)

    def _lost(self, best: Code, weight: int, left: int, spent: int) -> Cost:
        if left == 0:
            return weight, 0
        most = _power(best.arity, left)
        weighty = tuple(one for one in best.weights if one)
        if len(weighty) <= most:
            return 0, weight * spent + max(weight, code_total(weighty, best.arity))
        found = sum(weighty[-most:])
        return weight - found, found * (spent + 1)


def _power(arity: int, guesses: int) -> int:
    """How many labels so many *guesses* tell apart at most, or *_MANY*, if they are more."""
    return min(int(arity ** min(guesses, 40)), _MANY)


def _guesses_for(labels: int, arity: int) -> int:
    """How many guesses so many *labels* need at least."""
    guesses = 0
    while _power(arity, guesses) < labels:
        guesses += 1
    return guesses


def _even_total(labels: int, arity: int) -> int:
    """The least total of a code of so many *labels*, all of which weigh 1: those that can be are one step nearer.

    >>> [_even_total(labels, 3) for labels in range(8)]
    [0, 0, 2, 3, 6, 8, 11, 13]
    """
    guesses = _guesses_for(labels, arity)
    return labels * guesses - (arity**guesses - labels) // (arity - 1) if guesses else 0


def code_total(weights: tuple[int, ...], arity: int) -> int:
    """The least total of a code of this *arity*: the sum over *weights* of each times its length.

    >>> code_total((1, 1, 2), 2), code_total((1, 1, 1, 1), 3), code_total((5,), 2)
    (6, 6, 0)
    """
    heap = [0] * (-(len(weights) - 1) % (arity - 1)) + list(weights)
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        least = sum(heapq.heappop(heap) for _ in range(arity))
        heapq.heappush(heap, least)
        total += least
    return total
