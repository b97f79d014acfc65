"""What a set of candidates costs at least, by counting, where a candidate is found by a guess that wins.

A guess wins against *m* candidates at most, and costs never decrease with the number of the guess: so the first guess
finds m of a set at most, and of the others those are found next that are in its best parts, m in each.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, Cost, Costs, plus
from bestguess.check.table import Indices, Table

Layout: TypeAlias = tuple[tuple[int, int], ...]
"""How many candidates are found at most by the next guess, the one after, and the one after that, and their weight."""


@dataclass(frozen=True)
class Layouts:
    """The best that guesses can do with a set, if each costs so much."""

    each: int
    layouts: tuple[Layout, ...]


class Hits:
    """Bounds where guesses win."""

    def __init__(self, table: Table, costs: Costs, weighted: bool, consistent: bool) -> None:
        self.table, self.costs, self.weighted, self.consistent = table, costs, weighted, consistent
        self.each = 1 if table.costs is None else int(table.costs.min())
        self.most_won = table.most_won
        self._needed, self._sums = self._levels(len(table.secrets), max(table.feedbacks - 1, 1))

    def _levels(self, most: int, branches: int) -> tuple[Indices, Indices]:
        """How many guesses 0, 1, 2, … candidates need at least, and how many in all.

        At most m of them need 1, m times the losing feedbacks 2, and so on.
        """
        needed, width, level = [0], self.most_won, 1
        while len(needed) <= most:
            needed += [level] * min(width, most + 1 - len(needed))
            width, level = min(width * branches, most), level + 1
        return np.array(needed, np.int64), np.cumsum(needed)

    def by_size(self, counts: Any, weights: Any, heaviest: Any, most: int, depth: int, spent: Any) -> Indices:
        """The bounds of parts of so many candidates, a row for each number of a cost.

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
        elif costs.counts == LAST and costs.limit is not None:
            cost = np.maximum(counts - self._most_within(costs.limit - depth - 1), 0)
        if costs.limit is None and costs.cost_limit is None:
            return np.asarray(cost[None])
        return np.where(self._needed[counts] > costs.left(depth, spent, each), INFINITE, cost)[None]

    def _by_size_lost(self, counts: Any, weights: Any, heaviest: Any, depth: int, spent: int) -> Indices:
        left = int(self.costs.left(depth, spent, self.each))
        if not self.weighted:
            found = np.minimum(counts, self._most_within(left))
            return np.stack([counts - found, found * spent + self._sums[found]])
        first = heaviest if left > 0 else 0 * heaviest
        next_ = weights - heaviest if left > 1 else 0 * weights
        return np.stack([weights - first - next_, first * (spent + 1) + next_ * (spent + 2)])

    def _most_within(self, guesses: int) -> int:
        """How many candidates may be found within so many *guesses*."""
        return int(np.searchsorted(self._needed, guesses, "right")) - 1 if guesses > 0 else 0

    def best(self, part: Indices, allowed: Indices | None) -> Layouts:
        """The best that *allowed* guesses (None: all) can do with *part*, by the most parts that they split it into."""
        parts = self.table.parts(part)
        winners = self.table.winning(part)
        most = int(parts[winners].max())
        layouts = [self._layout(part, self.most_won, (most - 1) * self.most_won)]
        each = self.each if self.table.costs is None else int(self.table.costs[winners].min())
        if not self.consistent:
            parts[winners] = 0
            others = parts if allowed is None else parts[allowed]
            if (most := int(others.max())) > 1:  # one part: does not split the candidates
                layouts.append(self._layout(part, 0, most * self.most_won))
                if self.table.costs is not None:
                    costs = self.table.costs if allowed is None else self.table.costs[allowed]
                    each = min(each, int(costs[others > 1].min()))
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
        """The bound of a set of which this is the *best* that can be done, after *depth* guesses."""
        return min(self._cost(layout, best.each, depth, spent) for layout in best.layouts)

    def _cost(self, layout: Layout, each: int, depth: int, spent: int) -> Cost:
        cost = self.costs.zero
        for ahead, (count, weight) in enumerate(layout, 1):
            if count:
                cost = plus(cost, self.costs.of(count, weight, depth + ahead, spent + ahead * each))
        return cost
