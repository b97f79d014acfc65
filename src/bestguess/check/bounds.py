"""What a set of candidates costs at least, by counting: its size, and the parts of every guess.

What is counted depends on the goal.

**Hit** (`Hits`). A guess wins against *m* candidates at most, and costs never decrease with the number of the guess: so
the first guess finds m of a set at most, and of the others those are found next that are in its best parts, m in each.

**Identify** (`Labels`). A strategy is a code of the labels: a guess of at most *a* parts branches in a ways at most,
and every label is at the end of a way, so the lengths of the ways are at least those of the best code of arity a
(Huffman's). Where a label stands at several ends, all its candidates may be thought at the first of them, which costs
no more.
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

_MANY = 1 << 40  # more labels than there are


@dataclass(frozen=True)
class Split:
    """How *guesses* split a set: a row for each guess.

    *adds* has, for each number of a cost, what each part adds at least, by feedback, and *sums* the sums over the
    parts. *splits*: whether the set is split, or won from. *parts* has a name for each candidate, that of its part:
    the place of the first one in it, or the size of the set where the guess wins.
    """

    guesses: Indices
    adds: Indices
    sums: Indices
    splits: NDArray[np.bool_]
    parts: NDArray[Any]

    def below(self, bound: Cost) -> Indices:
        """Return the rows of the guesses that split the set and may cost less than *bound*."""
        less = np.zeros(len(self.splits), bool)
        same = np.ones(len(self.splits), bool)
        for number, least in zip(self.sums, bound, strict=True):
            less |= same & (number < least)
            same &= number == least
        return np.flatnonzero(self.splits & less)


class Bounds:
    """Bounds of the cost of sets.

    *depth* and *spent* are how many guesses have been made and what they cost: in a total without limits, which counts
    from a set, those that have been made since. A part costs what it costs from there on, and what is spent.
    """

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        self.table, self.costs, self.consistent = table, costs, consistent
        self.weighted = costs.weighted and bool((table.weights != 1).any())
        self.each = int(table.costs.min())

    def by_size(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, depth: int, spent: Any
    ) -> Indices:
        """Return what each part of *candidates* costs at least, by its size, a row for each number of a cost.

        *places* are the guess and the feedback of each candidate, as one number.
        """
        raise NotImplementedError

    def by_parts(self, part: Indices, allowed: Indices, depth: int, spent: int) -> Cost:
        """Return what *part* costs at least, by the most parts that any guess splits it into.

        *allowed*: the guesses that a rule allows then, which are all that win against one of the part, and others.
        """
        raise NotImplementedError

    def weight(self, part: Indices) -> int:
        """Return what the candidates of *part* weigh, where weights count; else how many they are."""
        return int(self.table.weights[part].sum()) if self.weighted else len(part)

    def splits(self, guesses: Indices, candidates: Indices, depth: int, spent: int) -> Iterator[Split]:
        """Yield how *guesses* split *candidates*, and what that costs at least, for some of them at a time."""
        labels = len(np.unique(self.table.labels[candidates]))
        cells = self.table.feedbacks * (labels if labels < len(candidates) else 1)
        for some in blocks(guesses, max(len(candidates), cells)):
            yield self._split(some, candidates, depth, spent)

    def _split(self, guesses: Indices, candidates: Indices, depth: int, spent: int) -> Split:
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
        after = spent + self.table.costs[guesses][:, None]
        adds = self.by_size(candidates, places, counts, weights, depth + 1, after)
        first = np.full(shape, size, np.int64)  # the first candidate of each part names it
        for column in range(size - 1, -1, -1):
            first[rows, answers[:, column]] = column
        parts = first[rows[:, None], answers]
        won = answers == self.table.win
        parts[won] = size  # what is won is no part
        return Split(guesses, adds, sums(adds), (counts.max(1) < size) | won.any(1), parts)


class Hits(Bounds):
    """Bounds where guesses win."""

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        super().__init__(table, costs, consistent)
        self.most_won = table.most_won
        # How many guesses 0, 1, 2, … candidates need at least: m need 1, m times the losing feedbacks 2, ….
        # So many are needed for the last of them; the sums are what all need.
        needed, most, branches = [0], len(table.secrets), max(table.feedbacks - 1, 1)
        width, level = self.most_won, 1
        while len(needed) <= most:
            needed += [level] * min(width, most + 1 - len(needed))
            width, level = min(width * branches, most), level + 1
        self._needed = np.array(needed, np.int64)
        self._totals = np.cumsum(self._needed)

    def by_size(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, depth: int, spent: Any
    ) -> Indices:
        """Return what each part costs at least: m are found first, m times the losing feedbacks next, ….

        No guess splits *candidates* into more than *most_parts*, nor a part of them: so within two guesses m times so
        many of a part are found at most. With weights, the m heaviest are found first and all others next.
        """
        most_parts = self.table.feedbacks if self.table.bits is None else int(self.table.parts(candidates).max())
        heaviest = weights  # what these m weigh, or more
        if self.most_won == 1 and self.weighted:
            heaviest = np.zeros(counts.shape, np.int64)
            np.maximum.at(heaviest.ravel(), places, np.tile(self.table.weights[candidates], len(counts)))
        adds = self._least(counts, weights, heaviest, most_parts, depth, spent)
        win = slice(self.table.win, self.table.win + 1)
        adds[:, :, win] = self.costs.of(counts[:, win], weights[:, win], depth, spent)
        return adds

    def _least(
        self, counts: Indices, weights: Indices, heaviest: Indices, most_parts: int, depth: int, spent: Any
    ) -> Indices:
        costs, left = self.costs, self.costs.guesses_left(depth)
        if costs.counts == LOST and self.weighted:
            first, others = heaviest * (left > 0), (weights - heaviest) * (left > 1)
            return np.stack([weights - first - others, first * (spent + 1) + others * (spent + 2)])
        if costs.counts == LOST:
            found = np.minimum(counts, self._most_within(left))
            return np.stack([counts - found, found * spent + self._totals[found]])
        cost = np.zeros_like(counts)
        if costs.counts == TOTAL:
            three = 3 * counts - self.most_won * (most_parts + 1)  # less than the total where there are no others
            guesses = 2 * weights - heaviest if self.weighted else np.maximum(self._totals[counts], three)
            cost = guesses * self.each + weights * spent
        elif costs.counts == LAST:
            cost = np.maximum(counts - self._most_within(left - 1), 0)
        if not costs.unlimited:
            cost = np.where(self._needed[counts] > costs.left(depth, spent, self.each), INFINITE, cost)
        return cost[None]

    def _most_within(self, guesses: int) -> int:
        """Return how many candidates may be found within so many *guesses*."""
        return int(np.searchsorted(self._needed, guesses, "right")) - 1 if guesses > 0 else 0

    def by_parts(self, part: Indices, allowed: Indices, depth: int, spent: int) -> Cost:
        """Return what *part* costs at least: of the best guess that wins, and of the best that does not.

        m are found by the first, m in each of its other parts by the next, all others later; the heaviest first.
        """
        parts, winners = self.table.parts(part, allowed), self.table.winning(part)
        most, each = self.most_won, self.table.least_cost(winners)
        within = [(most, most * int(parts[winners].max()))]  # how many one guess finds, and two
        parts[winners] = 0
        if not self.consistent and (other := int(parts.max())) > 1:  # one part: does not split the candidates
            within.append((0, most * other))
            each = min(each, self.table.least_cost(parts > 1))
        weights = sorted(self.table.weights[part].tolist(), reverse=True) if self.weighted else [1] * len(part)
        return min(self._cost(weights, ends, each, depth, spent) for ends in within)

    def _cost(self, weights: list[int], within: tuple[int, int], each: int, depth: int, spent: int) -> Cost:
        """Return what candidates of these *weights* cost if so many are found *within* one guess, and within two."""
        cost, start = self.costs.zero, 0
        for ahead, end in enumerate((*within, len(weights)), 1):
            some = weights[start:end]
            cost = plus(cost, self.costs.of(len(some), sum(some), depth + ahead, spent + ahead * each))
            start = end
        return cost


class Labels(Bounds):
    """Bounds where labels are told apart."""

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        super().__init__(table, costs, consistent)
        self.least = int(table.weights.min()) if self.weighted else 1
        everything = np.arange(len(table.secrets))
        self.arity = max(int(table.parts(everything).max()), 2)
        sizes = range(int(table.labels.max()) + 2)
        self._needed = np.array([_guesses_for(size, self.arity) for size in sizes], np.int64)
        self._totals = np.array([_even_total(size, self.arity) for size in sizes], np.int64)

    def by_size(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, depth: int, spent: Any
    ) -> Indices:
        """Return what each part costs at least, by its number of labels.

        No more than the bounds by parts: every label weighs the *least* that a candidate weighs, and what it has more
        is found by one guess.
        """
        kinds, number = np.unique(self.table.labels[candidates], return_inverse=True)
        labels = counts  # how many each part has
        if len(kinds) < len(candidates):
            has = np.zeros(counts.size * len(kinds), bool)
            has[places * len(kinds) + np.tile(number, len(counts))] = True
            labels = np.asarray(has.reshape(*counts.shape, len(kinds)).sum(2), np.int64)
        adds = self._least(labels, weights, depth, spent)
        return np.where(labels == 1, self.costs.of(counts, weights, depth, spent), adds)

    def _least(self, labels: Indices, weights: Indices, depth: int, spent: Any) -> Indices:
        """Return the bounds of parts of two labels or more."""
        costs, least, left = self.costs, self.least, self.costs.guesses_left(depth)
        total = (self._totals[labels] - labels) * least + weights  # of a code, by weight
        if costs.counts == LOST:
            if left == 0:
                return np.stack([weights, 0 * weights])
            lost = np.maximum(labels - _power(self.arity, left), 0) * least
            return np.stack([lost, np.where(lost > 0, 0, total + weights * spent)])
        cost = np.zeros_like(weights)
        if costs.counts == TOTAL:
            cost = total * self.each + weights * spent
        elif costs.counts == LAST:
            late = labels - (_power(self.arity, left) - labels) // (self.arity - 1)
            cost = np.maximum(late, 0)
        if not costs.unlimited:
            cost = np.where(self._needed[labels] > costs.left(depth, spent, self.each), INFINITE, cost)
        return cost[None]

    def by_parts(self, part: Indices, allowed: Indices, depth: int, spent: int) -> Cost:
        """Return what *part* costs at least: as much as the best code of its labels."""
        parts = self.table.parts(part, allowed)
        arity, each = int(parts.max()), self.table.least_cost(parts > 1)
        kinds, number = np.unique(self.table.labels[part], return_inverse=True)
        by_label = np.zeros(len(kinds), np.int64)
        np.add.at(by_label, number, self.table.weights[part] if self.weighted else 1)
        weights, labels = sorted(by_label.tolist()), len(kinds)
        left = int(self.costs.left(depth, spent, each))
        if self.costs.counts == LOST:
            return _least_lost(weights, arity, left, spent)
        if _guesses_for(labels, arity) > left:
            return (INFINITE,)
        if self.costs.counts == TOTAL:
            return (sum(weights) * spent + each * code_total(weights, arity),)
        if self.costs.counts == LAST:
            sooner = (_power(arity, left) - labels) // (arity - 1)
            return (sum(weights[: max(labels - sooner, 0)]),)
        return (0,)


def _least_lost(weights: list[int], arity: int, left: int, spent: int) -> Cost:
    """Return what is lost at least of labels of these *weights*, and the total of the others."""
    weight, most = sum(weights), _power(arity, left)
    if left == 0:
        return weight, 0
    weighty = [label for label in weights if label]
    if len(weighty) <= most:
        return 0, weight * spent + max(weight, code_total(weighty, arity))
    found = sum(weighty[-most:])
    return weight - found, found * (spent + 1)


def _power(arity: int, guesses: int) -> int:
    """Return how many labels so many *guesses* tell apart at most, or *_MANY*, if they are more."""
    return min(int(arity ** min(guesses, 40)), _MANY)


def _guesses_for(labels: int, arity: int) -> int:
    """Return how many guesses so many *labels* need at least."""
    guesses = 0
    while _power(arity, guesses) < labels:
        guesses += 1
    return guesses


def _even_total(labels: int, arity: int) -> int:
    """Return the least total of a code of so many *labels* that weigh 1: those that can be are one step nearer.

    >>> [_even_total(labels, 3) for labels in range(8)]
    [0, 0, 2, 3, 6, 8, 11, 13]
    """
    guesses = _guesses_for(labels, arity)
    return labels * guesses - (arity**guesses - labels) // (arity - 1) if guesses else 0


def code_total(weights: list[int], arity: int) -> int:
    """Return the least total of a code of this *arity*: the sum over *weights* of each times its length.

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
