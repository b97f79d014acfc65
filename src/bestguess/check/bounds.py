"""Lower bounds of the cost of a set of candidates, by counting.

docs/certificates.md defines them under Proofs: the bounds by size, and by the parts that guesses have. Why they hold:

**Hit** (`HitBounds`). A guess wins against at most *m* candidates. So the first guess finds at most m of a set, and the
second at most m in each losing part of the first. Costs never decrease with the number of the guess, so no strategy is
cheaper than one that finds as many as possible at each step, the heaviest first.

**Identify** (`IdentifyBounds`). A strategy is a code of the labels: a guess of at most *a* parts is a branching of at
most a ways, and every label is at the end of a path. So the total is at least that of the best code of arity a
(Huffman's). If a label is at the end of several paths, put all its candidates on the shortest: that costs no more.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, Cost, Costs, plus, sums
from bestguess.check.rules import Indices
from bestguess.check.table import Table, blocks

_MAX_POWER = 1 << 40  # more than there are labels


@dataclass(frozen=True)
class Split:
    """The splits of a set by *guesses*: a row for each guess."""

    guesses: Indices
    adds: Indices
    """Lower bound of the cost of each part, by component of the cost, guess and feedback."""
    sums: Indices
    """Sums of *adds* over the parts, by component of the cost and guess."""
    useful: NDArray[np.bool_]
    """Whether each guess splits the set, or wins against one of its candidates."""
    parts: NDArray[Any]
    """Name of the part of each candidate: the index of its first candidate, or the size of the set if it is won."""

    def below(self, bound: Cost) -> Indices:
        """Return the rows of the useful guesses that may cost less than *bound*."""
        # Compare pairs from the left: less so far, or the same so far.
        less = np.zeros(len(self.useful), bool)
        same = np.ones(len(self.useful), bool)
        for number, least in zip(self.sums, bound, strict=True):
            less |= same & (number < least)
            same &= number == least
        return np.flatnonzero(self.useful & less)


class Bounds:
    """Lower bounds of the cost of sets.

    *depth* and *spent* are the number of earlier guesses and their cost. In a total without limits, *spent* starts at
    the set of the claim. The cost of a part includes what was spent before it.
    """

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        self.table, self.costs, self.consistent = table, costs, consistent
        self.weighted = costs.weighted and bool((table.weights != 1).any())
        self.each = int(table.costs.min())

    def by_size(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, depth: int, spent: Any
    ) -> Indices:
        """Return lower bounds of all parts of *candidates*, by size: an array for each component of the cost.

        *places* has the index of the part of each guess and candidate in *counts*, the sizes of the parts.
        """
        raise NotImplementedError

    def by_parts(self, part: Indices, allowed: Indices, depth: int, spent: int) -> Cost:
        """Return a lower bound of *part*, by the most parts into which any of the *allowed* guesses splits it.

        Every guess that wins against a candidate of the part is allowed.
        """
        raise NotImplementedError

    def weight(self, part: Indices) -> int:
        """Return the weight of *part* if weights count, else its size."""
        return int(self.table.weights[part].sum()) if self.weighted else len(part)

    def splits(self, guesses: Indices, candidates: Indices, depth: int, spent: int) -> Iterator[Split]:
        """Yield how *guesses* split *candidates*, with lower bounds of the costs, for a block of guesses at a time."""
        labels = len(np.unique(self.table.labels[candidates]))
        cells = self.table.feedbacks * (labels if labels < len(candidates) else 1)
        for block in blocks(guesses, max(len(candidates), cells)):
            yield self._split(block, candidates, depth, spent)

    def _split(self, guesses: Indices, candidates: Indices, depth: int, spent: int) -> Split:
        """Return the splits of *candidates* by a block of *guesses*."""
        # Step 1. Size and weight of each part.
        feedbacks, size = self.table.feedbacks, len(candidates)
        answers = self.table.answers[np.ix_(guesses, candidates)].astype(np.int64)
        rows = np.arange(len(guesses))
        shape = (len(guesses), feedbacks)
        places = (answers + feedbacks * rows[:, None]).ravel()
        counts = np.bincount(places, minlength=len(guesses) * feedbacks).reshape(shape)
        weights = counts
        if self.weighted:
            weights = np.zeros(shape, np.int64)
            np.add.at(weights.ravel(), places, np.tile(self.table.weights[candidates], len(guesses)))
        # Step 2. Bounds of the parts.
        after = spent + self.table.costs[guesses][:, None]
        adds = self.by_size(candidates, places, counts, weights, depth + 1, after)
        # Step 3. Name each part by its first candidate: the loop runs backwards, so the first one is written last.
        first = np.full(shape, size, np.int64)
        for column in range(size - 1, -1, -1):
            first[rows, answers[:, column]] = column
        parts = first[rows[:, None], answers]
        won = answers == self.table.win
        parts[won] = size  # candidates that are won have this name instead
        return Split(guesses, adds, sums(adds), (counts.max(1) < size) | won.any(1), parts)


class HitBounds(Bounds):
    """Lower bounds for the goal hit."""

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        super().__init__(table, costs, consistent)
        self.max_wins = table.max_wins
        # _needed[i]: the guess that finds candidate number i of a set at the earliest, counted from 1. The first guess
        # finds m, the second m in each losing part, and so on. _totals[i]: the sum for the first i candidates.
        needed, most, losing = [0], len(table.secrets), max(table.feedbacks - 1, 1)
        width, level = self.max_wins, 1
        while len(needed) <= most:
            needed += [level] * min(width, most + 1 - len(needed))
            width, level = min(width * losing, most), level + 1
        self._needed = np.array(needed, np.int64)
        self._totals = np.cumsum(self._needed)

    def by_size(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, depth: int, spent: Any
    ) -> Indices:
        """Return lower bounds of all parts: the first guess finds m, the second m in each losing part, and so on.

        No guess has more parts of a part than of all *candidates*, which are *max_parts* at most. So two guesses find
        at most m times as many. With weights, the m heaviest are found first and all others by the second guess.
        """
        max_parts = self.table.feedbacks if self.table.bits is None else int(self.table.parts(candidates).max())
        heaviest = weights  # at least the weight of the m heaviest candidates; exact if m is 1
        if self.max_wins == 1 and self.weighted:
            heaviest = np.zeros(counts.shape, np.int64)
            np.maximum.at(heaviest.ravel(), places, np.tile(self.table.weights[candidates], len(counts)))
        adds = self._bounds(counts, weights, heaviest, max_parts, depth, spent)
        win = slice(self.table.win, self.table.win + 1)
        adds[:, :, win] = self.costs.of(counts[:, win], weights[:, win], depth, spent)
        return adds

    def _bounds(
        self, counts: Indices, weights: Indices, heaviest: Indices, max_parts: int, depth: int, spent: Any
    ) -> Indices:
        """Return lower bounds of parts of these sizes and weights, for the kind of statement of `costs`."""
        costs, left = self.costs, self.costs.guesses_left(depth)
        if costs.kind == LOST and self.weighted:
            first, others = heaviest * (left > 0), (weights - heaviest) * (left > 1)
            return np.stack([weights - first - others, first * (spent + 1) + others * (spent + 2)])
        if costs.kind == LOST:
            found = np.minimum(counts, self._most_within(left))
            return np.stack([counts - found, found * spent + self._totals[found]])
        cost = np.zeros_like(counts)
        if costs.kind == TOTAL:
            # If one guess finds m, two find m * max_parts and all others need three; this is too low, and never
            # counts, if there are no others.
            three = 3 * counts - self.max_wins * (max_parts + 1)
            guesses = 2 * weights - heaviest if self.weighted else np.maximum(self._totals[counts], three)
            cost = guesses * self.each + weights * spent
        elif costs.kind == LAST:
            cost = np.maximum(counts - self._most_within(left - 1), 0)
        if not costs.unlimited:
            cost = np.where(self._needed[counts] > costs.left(depth, spent, self.each), INFINITE, cost)
        return cost[None]

    def _most_within(self, guesses: int) -> int:
        """Return the most candidates that can be found within *guesses* guesses."""
        return int(np.searchsorted(self._needed, guesses, "right")) - 1 if guesses > 0 else 0

    def by_parts(self, part: Indices, allowed: Indices, depth: int, spent: int) -> Cost:
        """Return the smaller of two bounds: one for guesses that win, one for guesses that do not.

        If a guess wins, it finds m, the next finds m in each of its other parts, and a third all others. If it does
        not, the second finds m in each of its parts, and a third all others. The heaviest are found first.
        """
        parts, winners = self.table.parts(part, allowed), self.table.winning(part)
        most, each = self.max_wins, self.table.least_cost(winners)
        within = [(most, most * int(parts[winners].max()))]  # how many one guess finds, and how many two
        parts[winners] = 0
        if not self.consistent and (other := int(parts.max())) > 1:  # with one part it would not split the set
            within.append((0, most * other))
            each = min(each, self.table.least_cost(parts > 1))
        weights = sorted(self.table.weights[part].tolist(), reverse=True) if self.weighted else [1] * len(part)
        return min(self._cost(weights, counts, each, depth, spent) for counts in within)

    def _cost(self, weights: list[int], within: tuple[int, int], each: int, depth: int, spent: int) -> Cost:
        """Return the cost of candidates of these *weights*; *within* says how many one guess and two guesses find."""
        cost, start = self.costs.zero, 0
        for ahead, end in enumerate((*within, len(weights)), 1):
            level = weights[start:end]
            cost = plus(cost, self.costs.of(len(level), sum(level), depth + ahead, spent + ahead * each))
            start = end
        return cost


class IdentifyBounds(Bounds):
    """Lower bounds for the goal identify."""

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        super().__init__(table, costs, consistent)
        self.least_weight = int(table.weights.min()) if self.weighted else 1
        everything = np.arange(len(table.secrets))
        self.arity = max(int(table.parts(everything).max()), 2)
        sizes = range(int(table.labels.max()) + 2)
        self._needed = np.array([_guesses_for(size, self.arity) for size in sizes], np.int64)
        self._totals = np.array([_even_total(size, self.arity) for size in sizes], np.int64)

    def by_size(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, depth: int, spent: Any
    ) -> Indices:
        """Return lower bounds of all parts, by their numbers of labels.

        To be fast for many parts at once, every label counts with the least weight of a candidate, and its other weight
        as if one guess found it. So the bounds are at most those of the formula in docs/certificates.md.
        """
        kinds, number = np.unique(self.table.labels[candidates], return_inverse=True)
        labels = counts  # the number of labels of each part, if no two candidates share one
        if len(kinds) < len(candidates):
            has = np.zeros(counts.size * len(kinds), bool)
            has[places * len(kinds) + np.tile(number, len(counts))] = True
            labels = np.asarray(has.reshape(*counts.shape, len(kinds)).sum(2), np.int64)
        adds = self._bounds(labels, weights, depth, spent)
        return np.where(labels == 1, self.costs.of(counts, weights, depth, spent), adds)

    def _bounds(self, labels: Indices, weights: Indices, depth: int, spent: Any) -> Indices:
        """Return the bounds of parts of two labels or more."""
        costs, least, left = self.costs, self.least_weight, self.costs.guesses_left(depth)
        total = (self._totals[labels] - labels) * least + weights  # at most H
        if costs.kind == LOST:
            if left == 0:
                return np.stack([weights, 0 * weights])
            lost = np.maximum(labels - _power(self.arity, left), 0) * least
            return np.stack([lost, np.where(lost > 0, 0, total + weights * spent)])
        cost = np.zeros_like(weights)
        if costs.kind == TOTAL:
            cost = total * self.each + weights * spent
        elif costs.kind == LAST:
            late = labels - (_power(self.arity, left) - labels) // (self.arity - 1)
            cost = np.maximum(late, 0)
        if not costs.unlimited:
            cost = np.where(self._needed[labels] > costs.left(depth, spent, self.each), INFINITE, cost)
        return cost[None]

    def by_parts(self, part: Indices, allowed: Indices, depth: int, spent: int) -> Cost:
        """Return the cost of the best code of the labels of *part*."""
        parts = self.table.parts(part, allowed)
        arity, each = int(parts.max()), self.table.least_cost(parts > 1)
        kinds, number = np.unique(self.table.labels[part], return_inverse=True)
        by_label = np.zeros(len(kinds), np.int64)
        np.add.at(by_label, number, self.table.weights[part] if self.weighted else 1)
        weights, labels = sorted(by_label.tolist()), len(kinds)
        left = int(self.costs.left(depth, spent, each))
        if self.costs.kind == LOST:
            return _least_lost(weights, arity, left, spent)
        if _guesses_for(labels, arity) > left:
            return (INFINITE,)
        if self.costs.kind == TOTAL:
            return (sum(weights) * spent + each * code_total(weights, arity),)
        if self.costs.kind == LAST:
            earlier = (_power(arity, left) - labels) // (arity - 1)  # labels that are found before the last guess
            return (sum(weights[: max(labels - earlier, 0)]),)
        return (0,)


def _least_lost(weights: list[int], arity: int, left: int, spent: int) -> Cost:
    """Return the least weight that is lost of labels of these *weights*, ascending, and the total of the others."""
    weight, max_labels = sum(weights), _power(arity, left)
    if left == 0:
        return weight, 0
    positive = [label for label in weights if label]  # losing labels of weight 0 costs nothing
    if len(positive) <= max_labels:
        return 0, weight * spent + max(weight, code_total(positive, arity))
    found = sum(positive[-max_labels:])
    return weight - found, found * (spent + 1)


def _power(arity: int, guesses: int) -> int:
    """Return how many labels *guesses* guesses can tell apart, at most `_MAX_POWER`."""
    return min(int(arity ** min(guesses, 40)), _MAX_POWER)


def _guesses_for(labels: int, arity: int) -> int:
    """Return the least number of guesses that can tell *labels* labels apart."""
    guesses = 0
    while _power(arity, guesses) < labels:
        guesses += 1
    return guesses


def _even_total(labels: int, arity: int) -> int:
    """Return the least total of a code of *labels* labels of weight 1.

    All need the same number of guesses, except that as many as possible need one fewer.

    >>> [_even_total(labels, 3) for labels in range(8)]
    [0, 0, 2, 3, 6, 8, 11, 13]
    """
    guesses = _guesses_for(labels, arity)
    return labels * guesses - (arity**guesses - labels) // (arity - 1) if guesses else 0


def code_total(weights: list[int], arity: int) -> int:
    """Return H, the least total of a code of this *arity*: the sum of each weight times the length of its path.

    Huffman: repeatedly replace the *arity* smallest numbers by their sum.

    >>> code_total([1, 1, 2], 2), code_total([1, 1, 1, 1], 3), code_total([5], 2)
    (6, 6, 0)
    """
    heap = [0] * (-(len(weights) - 1) % (arity - 1)) + weights
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        least = sum(heapq.heappop(heap) for _ in range(arity))
        heapq.heappush(heap, least)
        total += least
    return total
