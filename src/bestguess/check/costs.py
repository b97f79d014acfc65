"""What a proof counts: what a candidate costs that is found by guess number 1, 2, …, after spending so much.

A cost is a tuple of numbers that are compared from left to right: one number, or where secrets may be lost two: the
weight that is lost, and the total of those that are found. Both are added up apart from one another, so the order is
that of sums, and what is proven of one number holds for pairs, too. Costs never decrease with the number of the guess
or with what is spent. Without costs of guesses, what is spent is their number.
"""

from dataclasses import dataclass
from operator import add, sub
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Cost: TypeAlias = tuple[int, ...]

INFINITE = 1 << 50
"""Cannot be done."""

TOTAL, WITHIN, LAST, LOST = "total", "within", "last", "lost"
_ANY = 1 << 60  # so many guesses are no limit


@dataclass(frozen=True)
class Costs:
    """What guess number *limit* or less costs that ends with *cost_limit* or less spent; None: without that limit.

    *counts* says what. `TOTAL`: what is spent, by weight. `WITHIN`: nothing. `LAST`: 1 for guess number *limit*.
    `LOST`: what is spent, but beyond the limit a candidate is lost; else what is beyond cannot be done.
    """

    counts: str = TOTAL
    limit: int | None = None
    cost_limit: int | None = None

    @property
    def linear(self) -> bool:
        """Whether costs count from the set that they are of: where there are no limits, nothing else matters."""
        return self.counts == TOTAL and self.limit is None and self.cost_limit is None

    @property
    def weighted(self) -> bool:
        """Whether candidates cost their weight times this."""
        return self.counts in (TOTAL, LOST)

    @property
    def may_lose(self) -> bool:
        """Whether a cost is a pair."""
        return self.counts == LOST

    @property
    def zero(self) -> Cost:
        """Nothing."""
        return (0, 0) if self.may_lose else (0,)

    def left(self, depth: int, spent: Any, each: int) -> Any:
        """How many guesses may follow *depth* others and what is *spent*, a number or several, if each costs *each*."""
        guesses = _ANY if self.limit is None else max(self.limit - depth, 0)
        if self.cost_limit is None:
            return guesses
        return np.minimum(guesses, np.maximum(self.cost_limit - spent, 0) // each)

    def is_beyond(self, number: int, spent: Any) -> Any:
        """Whether guess *number*, with which *spent* is spent, a number or several, is beyond the limits."""
        late = self.limit is not None and number > self.limit
        return late if self.cost_limit is None else late | (spent > self.cost_limit)

    def of(self, count: int, weight: int, number: int, spent: int) -> Cost:
        """What *count* candidates of this *weight* cost, found by guess *number*, with which *spent* is spent."""
        beyond = bool(self.is_beyond(number, spent))
        if self.may_lose:
            return (weight, 0) if beyond else (0, weight * spent)
        if beyond and count:
            return (INFINITE,)
        return (weight * spent if self.counts == TOTAL else count if self._is_last(number) else 0,)

    def of_each(self, counts: NDArray[Any], weights: NDArray[Any], number: int, spent: Any) -> NDArray[np.int64]:
        """The same of many at once, a row for each number of a cost."""
        beyond = self.is_beyond(number, spent)
        if self.may_lose:
            lost = np.where(beyond, weights, 0)
            return np.stack([lost, (weights - lost) * spent])
        cost = weights * spent if self.counts == TOTAL else counts * self._is_last(number)
        return np.where(beyond & (counts > 0), INFINITE, cost)[None]

    def _is_last(self, number: int) -> bool:
        return self.counts == LAST and number == self.limit


def plus(one: Cost, other: Cost) -> Cost:
    """The sum; what cannot be done stays so."""
    return tuple(min(number, INFINITE) for number in map(add, one, other))


def minus(one: Cost, other: Cost) -> Cost:
    """The difference."""
    return tuple(map(sub, one, other))


def text_of(cost: Cost) -> str:
    """The cost in words."""
    if cost[0] >= INFINITE:
        return "more than any strategy"
    return str(cost[0]) if len(cost) == 1 else f"{cost[0]} lost and {cost[1]} guesses"
