"""What a set of candidates costs at least, by counting: its size, and the parts of every guess.

What is counted depends on the goal.

**Hit** (`Hits`). A guess wins against *m* candidates at most, and costs never decrease with the number of the guess: so
the first guess finds m of a set at most, and of the others those are found next that are in its best parts, m in each.

**Identify** (`Labels`). A strategy is a code of the labels: a guess of at most *a* parts branches in a ways at most,
and every label is at the end of a way, so the lengths of the ways are at least those of the best code of arity a
(Huffman's). Where a label stands at several ends, all its candidates may be thought at the first of them, which costs
no more.
"""

import hashlib
import heapq
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, Cost, Costs, plus
from bestguess.check.rules import Indices
from bestguess.check.table import Table

Layout: TypeAlias = tuple[tuple[int, int], ...]
"""How many candidates are found at most by the next guess, the one after, and the one after that, and their weight."""

_BYTES_OF_A_BOUND = 300  # beside its set
_MOST_KEPT = 500_000_000  # bytes of bounds that are remembered; then they are forgotten
_MANY = 1 << 40  # more labels than there are


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
        """Return the guesses that split the set and may cost less than *bound*."""
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
        self.goal = Labels(table, costs, self.weighted) if table.identify else Hits(table, costs, self.weighted)
        self._consistent = consistent
        self._best: dict[tuple[bytes, bytes], Any] = {}
        self._kinds: dict[Any, Any] = {}  # so that the same is kept once
        self._kept = 0

    def weight(self, part: Indices) -> int:
        """Return what the candidates of *part* weigh, where weights count; else how many they are."""
        return int(self.table.weights[part].sum()) if self.weighted else len(part)

    def by_parts(self, part: Indices, depth: int, spent: int, allowed: Indices | None = None) -> Cost:
        """Return what *part* costs at least, by the most parts that any guess splits it into.

        *allowed*: the guesses that a rule allows then, which are all that win against one of the part, and others.
        """
        key = (part.tobytes(), b"" if allowed is None else hashlib.sha256(allowed.tobytes()).digest())
        if key not in self._best:
            self._kept += part.nbytes + _BYTES_OF_A_BOUND
            if self._kept > _MOST_KEPT:
                self._best.clear()
                self._kinds.clear()
                self._kept = 0
            best = self.goal.best(part, allowed, self._consistent)
            self._best[key] = self._kinds.setdefault(best, best)
        return self.goal.by_parts(self._best[key], depth, spent)

    def blocks(self, guesses: Indices, candidates: Indices) -> list[Indices]:
        """Return the *guesses* in blocks of so many that splitting *candidates* by them takes little memory."""
        labels = len(np.unique(self.table.labels[candidates]))
        return self.table.blocks(len(candidates), guesses, 1 if labels == len(candidates) else labels)

    def most_parts(self, candidates: Indices) -> int:
        """No guess splits *candidates* into more parts: counted where that takes little."""
        return self.table.feedbacks if self.table.bits is None else int(self.table.parts(candidates).max())

    def split(self, guesses: Indices, candidates: Indices, most: int, depth: int, spent: int) -> Split:
        """Return how *guesses* split *candidates*, and what that costs at least; none has more than *most* parts."""
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
        adds = self.goal.adds(candidates, places, counts, weights, most, depth + 1, after)
        first = np.full(shape, size, np.int64)  # the first candidate of each part names it
        for column in range(size - 1, -1, -1):
            first[rows, answers[:, column]] = column
        parts = first[rows[:, None], answers]
        won = answers == self.table.win
        parts[won] = size  # what is won is no part
        return Split(adds, _sums(adds), (counts.max(1) < size) | won.any(1), parts)


def _sums(adds: Indices) -> Indices:
    """Return the sums over the feedbacks; what cannot be done is not added up: it might be more than a number holds."""
    infinite = adds >= INFINITE
    sums = np.where(infinite, 0, adds).sum(2)
    return np.where(infinite.any(2), INFINITE, np.minimum(sums, INFINITE))


@dataclass(frozen=True)
class Layouts:
    """The best that guesses can do with a set, if each costs so much."""

    each: int
    layouts: tuple[Layout, ...]


class Hits:
    """Bounds where guesses win."""

    def __init__(self, table: Table, costs: Costs, weighted: bool) -> None:
        self.table, self.costs, self.weighted = table, costs, weighted
        self.each = int(table.costs.min())
        self.most_won = table.most_won
        self._needed = self._levels(len(table.secrets), max(table.feedbacks - 1, 1))
        self._sums = np.cumsum(self._needed)

    def _levels(self, most: int, branches: int) -> Indices:
        """Return how many guesses 0, 1, 2, … candidates need at least: m need 1, m times the losing feedbacks 2, ….

        So many are needed for the last of them; the sums are what all need.
        """
        needed, width, level = [0], self.most_won, 1
        while len(needed) <= most:
            needed += [level] * min(width, most + 1 - len(needed))
            width, level = min(width * branches, most), level + 1
        return np.array(needed, np.int64)

    def adds(
        self, candidates: Indices, places: Indices, counts: Indices, weights: Indices, most: int, depth: int, spent: Any
    ) -> Indices:
        """Return what each part of *candidates* costs at least. *places* are guesses and feedbacks, as one number."""
        heaviest = weights
        if self.most_won == 1:
            heaviest = np.zeros(counts.shape, np.int64)
            if self.weighted:
                np.maximum.at(heaviest.ravel(), places, np.tile(self.table.weights[candidates], len(counts)))
        adds = self.by_size(counts, weights, heaviest, most, depth, spent)
        win = slice(self.table.win, self.table.win + 1)
        adds[:, :, win] = self.costs.of_each(counts[:, win], weights[:, win], depth, spent)
        return adds

    def by_size(self, counts: Any, weights: Any, heaviest: Any, most: int, depth: int, spent: Any) -> Indices:
        """Return the bounds of parts of so many candidates, a row for each number of a cost.

        With weights, the m heaviest are found first and all others next. *heaviest*: what these m weigh, or more.

        No guess splits the set into more than *most* parts, nor a part of it: so m of a part are found first, m times
        *most* by two guesses, and the others later.
        """
        each, costs = self.each, self.costs
        if costs.counts == LOST:
            return self._by_size_lost(counts, weights, heaviest, depth, spent)
        cost = np.zeros_like(counts)
        if costs.counts == TOTAL:
            three = 3 * counts - self.most_won * (most + 1)  # less than the sum where there are no others
            guesses = 2 * weights - heaviest if self.weighted else np.maximum(self._sums[counts], three)
            cost = guesses * each + weights * spent
        elif costs.counts == LAST:
            cost = np.maximum(counts - self._most_within(costs.limit - depth - 1), 0)
        if costs.unlimited:
            return np.asarray(cost[None])
        return np.where(self._needed[counts] > costs.left(depth, spent, each), INFINITE, cost)[None]

    def _by_size_lost(self, counts: Any, weights: Any, heaviest: Any, depth: int, spent: Any) -> Indices:
        left = self.costs.guesses_left(depth)
        if not self.weighted:
            found = np.minimum(counts, self._most_within(left))
            return np.stack([counts - found, found * spent + self._sums[found]])
        first = heaviest if left > 0 else 0 * heaviest
        next_ = weights - heaviest if left > 1 else 0 * weights
        return np.stack([weights - first - next_, first * (spent + 1) + next_ * (spent + 2)])

    def _most_within(self, guesses: int) -> int:
        """Return how many candidates may be found within so many *guesses*."""
        return int(np.searchsorted(self._needed, guesses, "right")) - 1 if guesses > 0 else 0

    def best(self, part: Indices, allowed: Indices | None, consistent: bool) -> Layouts:
        """Return the best that *allowed* guesses (None: all) can do with *part*, by the most parts they make of it."""
        parts, winners = self.table.parts(part, allowed), self.table.winning(part)
        most = int(parts[winners].max())
        layouts = [self._layout(part, self.most_won, (most - 1) * self.most_won)]
        each = self.table.least_cost(winners)
        if not consistent:
            parts[winners] = 0
            if (most := int(parts.max())) > 1:  # one part: does not split the candidates
                layouts.append(self._layout(part, 0, most * self.most_won))
                each = min(each, self.table.least_cost(parts > 1))
        return Layouts(each, tuple(layouts))

    def _layout(self, part: Indices, now: int, soon: int) -> Layout:
        """So many are found by the next guess, and by the one after; with weights, the heaviest first."""
        sizes = [min(now, len(part)), min(soon, max(len(part) - now, 0)), max(len(part) - now - soon, 0)]
        if not self.weighted:
            return tuple((size, size) for size in sizes)
        heaviest = np.sort(self.table.weights[part])[::-1]
        sums = [int(some.sum()) for some in np.split(heaviest, [sizes[0], sizes[0] + sizes[1]])]
        return tuple(zip(sizes, sums, strict=True))

    def by_parts(self, best: Layouts, depth: int, spent: int) -> Cost:
        """Return the bound of a set of which this is the *best* that can be done, after *depth* guesses."""
        return min(self._cost(layout, best.each, depth, spent) for layout in best.layouts)

    def _cost(self, layout: Layout, each: int, depth: int, spent: int) -> Cost:
        cost = self.costs.zero
        for ahead, (count, weight) in enumerate(layout, 1):
            if count:
                cost = plus(cost, self.costs.of(count, weight, depth + ahead, spent + ahead * each))
        return cost


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
        self.table, self.costs, self.weighted = table, costs, weighted
        self.each = int(table.costs.min())
        self.least = int(table.weights.min()) if weighted else 1
        self.arity = max(int(table.parts(np.arange(len(table.secrets))).max()), 2)
        sizes = range(int(table.labels.max()) + 2)
        self._needed = np.array([_guesses_for(size, self.arity) for size in sizes], np.int64)
        self._totals = np.array([_even_total(size, self.arity) for size in sizes], np.int64)

    def adds(
        self,
        candidates: Indices,
        places: Indices,
        counts: Indices,
        weights: Indices,
        _most: int,
        depth: int,
        spent: Any,
    ) -> Indices:
        """Return what each part of *candidates* costs at least. *places* are guesses and feedbacks, as one number."""
        kinds, number = np.unique(self.table.labels[candidates], return_inverse=True)
        labels = counts  # how many each part has
        if len(kinds) < len(candidates):
            has = np.zeros(counts.size * len(kinds), bool)
            has[places * len(kinds) + np.tile(number, len(counts))] = True
            labels = np.asarray(has.reshape(*counts.shape, len(kinds)).sum(2), np.int64)
        adds = self.by_size(labels, weights, depth, spent)
        return np.where(labels == 1, self.costs.of_each(counts, weights, depth, spent), adds)

    def by_size(self, labels: Any, weights: Any, depth: int, spent: Any) -> Indices:
        """Return bounds of parts of so many *labels* and of these *weights*, a row for each number of a cost.

        Parts of 0 or 1 labels cost nothing here. No more than the bounds by parts: every label weighs the *least* that
        a candidate weighs, and what it has more is found by one guess.
        """
        costs, least = self.costs, self.least
        total = (self._totals[labels] - labels) * least + weights  # of a code, by weight
        if costs.counts == LOST:
            left = costs.guesses_left(depth)
            if left == 0:
                return np.stack([weights, 0 * weights])
            lost = np.maximum(labels - _power(self.arity, left), 0) * least
            return np.stack([lost, np.where(lost > 0, 0, total + weights * spent)])
        cost = np.zeros_like(weights)
        if costs.counts == TOTAL:
            cost = total * self.each + weights * spent
        elif costs.counts == LAST:
            late = labels - (_power(self.arity, costs.guesses_left(depth)) - labels) // (self.arity - 1)
            cost = np.maximum(late, 0)
        if costs.unlimited:
            return np.asarray(cost[None])
        return np.where(self._needed[labels] > costs.left(depth, spent, self.each), INFINITE, cost)[None]

    def best(self, part: Indices, allowed: Indices | None, _consistent: bool) -> Code:
        """Return what is known of the strategies for *part*, by *allowed* guesses (None: all)."""
        parts = self.table.parts(part, allowed)
        weights = np.zeros(len(self._needed), np.int64)
        np.add.at(weights, self.table.labels[part], self.table.weights[part] if self.weighted else 1)
        of_labels = tuple(sorted(weights[np.unique(self.table.labels[part])].tolist()))
        arity = int(parts.max())
        return Code(self.table.least_cost(parts > 1), arity, of_labels, code_total(of_labels, arity))

    def by_parts(self, best: Code, depth: int, spent: int) -> Cost:
        """Return the bound of a set of which this is known, after *depth* guesses that cost what is *spent*."""
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
        weighty = tuple(filter(None, best.weights))
        if len(weighty) <= most:
            return 0, weight * spent + max(weight, code_total(weighty, best.arity))
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


def code_total(weights: tuple[int, ...], arity: int) -> int:
    """Return the least total of a code of this *arity*: the sum over *weights* of each times its length.

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
