"""What a proof counts: what a candidate costs that is found by guess number 1, 2, …, after spending so much.

A cost is a tuple of numbers that are compared from left to right: one number, or where secrets may be lost two: the
weight that is lost, and the total of those that are found. Both are added up apart from one another, so the order is
that of sums, and what is proven of one number holds for pairs, too. Costs never decrease with the number of the guess
or with what is spent. Without costs of guesses, what is spent is their number.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import MOST

Cost: TypeAlias = tuple[int, ...]

INFINITE = MOST
"""Cannot be done."""

TOTAL, WITHIN, LAST, LOST = "total", "within", "last", "lost"
_NO_LIMIT = 1 << 60  # no guess and no cost is beyond


class Costs:
    """What guess number *limit* or less costs that ends with *cost_limit* or less spent; None: without that limit.

    *counts* says what. `TOTAL`: what is spent, by weight. `WITHIN`: nothing. `LAST`: 1 for guess number *limit*.
    `LOST`: what is spent, but beyond the limit a candidate is lost; else what is beyond cannot be done. `LAST` and
    `LOST` have no cost limit.
    """

    def __init__(self, counts: str = TOTAL, limit: int | None = None, cost_limit: int | None = None) -> None:
        self.counts = counts
        self.limit = _NO_LIMIT if limit is None else limit
        self.cost_limit = _NO_LIMIT if cost_limit is None else cost_limit
        self.has_limit, self.has_cost_limit = limit is not None, cost_limit is not None
        self.unlimited = limit is None and cost_limit is None
        self.linear = counts == TOTAL and self.unlimited  # then costs count from the set that they are of
        # A total within limits counts what was spent before a set: sets then differ by it.
        self.by_spending = self.has_cost_limit or (counts == TOTAL and not self.linear)
        self.weighted = counts in (TOTAL, LOST)  # candidates cost their weight times this
        self.zero: Cost = (0, 0) if counts == LOST else (0,)

    def guesses_left(self, depth: int) -> int:
        """Return how many guesses may follow *depth* others."""
        return max(self.limit - depth, 0)

    def left(self, depth: int, spent: Any, each: int) -> Any:
        """Return the same after what is *spent*, a number or several, if each further one costs *each*."""
        if not self.has_cost_limit:
            return self.guesses_left(depth)
        return np.minimum(self.guesses_left(depth), np.maximum(self.cost_limit - spent, 0) // each)

    def of(self, count: Any, weight: Any, number: int, spent: Any) -> tuple[Any, ...]:
        """Return what *count* candidates of this *weight* cost, found by guess *number*, after spending *spent*.

        All may be arrays, of many such sets; what is infinite may be more than `INFINITE`.
        """
        beyond = (number > self.limit) | (spent > self.cost_limit)
        if self.counts == LOST:
            lost = weight * beyond
            return lost, (weight - lost) * spent
        cost = weight * spent if self.counts == TOTAL else count * (self.counts == LAST and number == self.limit)
        return (cost + INFINITE * (beyond & (count > 0)),)


def sums(costs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums along the last axis; infinite ones are not added up, which might be more than a number holds."""
    infinite = costs >= INFINITE
    return np.where(infinite.any(-1), INFINITE, np.minimum(np.where(infinite, 0, costs).sum(-1), INFINITE))


def plus(cost: Cost, more: Cost) -> Cost:
    """Return the sum; what cannot be done stays so."""
    return tuple(min(a + b, INFINITE) for a, b in zip(cost, more, strict=True))


def raised(cost: Cost, base: Cost, bound: Cost) -> Cost:
    """Return *cost*, where what a part adds to it is not *base* but *bound*, if that is more."""
    return plus(cost, tuple(b - a for a, b in zip(base, bound, strict=True))) if bound > base else cost


def text_of(cost: Cost) -> str:
    """Return the cost in words."""
    if cost[0] >= INFINITE:
        return "more than any strategy"
    return str(cost[0]) if len(cost) == 1 else f"{cost[0]} lost and {cost[1]} guesses"
