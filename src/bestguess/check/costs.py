"""The cost of a candidate in a proof, by the number of the guess that finds it and by what was spent until then.

See the table of statements in docs/certificates.md. A cost is a tuple, compared from left to right: one number, or,
where secrets may be lost, a pair of the lost weight and the total of the secrets found. Pairs are added number by
number. Costs never decrease with the number of the guess or with the spending; the bounds rely on that. Without costs
of guesses the spending is the number of guesses.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import NUMBERS_END

Cost: TypeAlias = tuple[int, ...]

INFINITE = NUMBERS_END
"""Cost of the impossible."""

TOTAL, WITHIN, LAST, LOST = "total", "within", "last", "lost"
_NO_LIMIT = 1 << 60  # more than any number of guesses and any cost


class Costs:
    """Costs of candidates within a *limit* of guesses and a *cost_limit*; None: no limit.

    *kind* is the kind of statement. `TOTAL`: a candidate costs what is spent, times its weight. `WITHIN`: 0. `LAST`:
    1 if it is found by guess number *limit*, else 0. Beyond the limits these three are infinite. `LOST`: a candidate
    costs what is spent, and beyond the limit it is lost. `LAST` and `LOST` have no cost limit.
    """

    def __init__(self, kind: str = TOTAL, limit: int | None = None, cost_limit: int | None = None) -> None:
        self.kind = kind
        self.limit = _NO_LIMIT if limit is None else limit
        self.cost_limit = _NO_LIMIT if cost_limit is None else cost_limit
        self.has_limit, self.has_cost_limit = limit is not None, cost_limit is not None
        self.unlimited = limit is None and cost_limit is None
        # A total without limits starts at the set: what was spent before does not matter.
        self.linear = kind == TOTAL and self.unlimited
        # A total within limits includes what was spent before, so the same set costs more after more spending.
        self.by_spending = self.has_cost_limit or (kind == TOTAL and not self.linear)
        self.weighted = kind in (TOTAL, LOST)  # whether weights count
        self.zero: Cost = (0, 0) if kind == LOST else (0,)

    def guesses_left(self, depth: int) -> int:
        """Return how many guesses the limit allows after *depth* guesses."""
        return max(self.limit - depth, 0)

    def left(self, depth: int, spent: Any, each: int) -> Any:
        """Return how many guesses both limits allow if each costs *each*. *spent* may be an array."""
        if not self.has_cost_limit:
            return self.guesses_left(depth)
        return np.minimum(self.guesses_left(depth), np.maximum(self.cost_limit - spent, 0) // each)

    def of(self, count: Any, weight: Any, number: int, spent: Any) -> tuple[Any, ...]:
        """Return the cost of *count* candidates of this *weight* in all, found by guess *number* after *spent*.

        All arguments but *number* may be arrays, for many sets at once. An infinite cost may exceed `INFINITE`.
        """
        beyond = (number > self.limit) | (spent > self.cost_limit)
        if self.kind == LOST:
            lost = weight * beyond
            return lost, (weight - lost) * spent
        cost = weight * spent if self.kind == TOTAL else count * (self.kind == LAST and number == self.limit)
        return (cost + INFINITE * (beyond & (count > 0)),)


def sums(costs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums along the last axis. Infinite costs are not added up, since many of them would overflow."""
    infinite = costs >= INFINITE
    return np.where(infinite.any(-1), INFINITE, np.minimum(np.where(infinite, 0, costs).sum(-1), INFINITE))


def plus(cost: Cost, more: Cost) -> Cost:
    """Return the sum of two costs; infinite stays infinite."""
    return tuple(min(a + b, INFINITE) for a, b in zip(cost, more, strict=True))


def raise_part(cost: Cost, base: Cost, bound: Cost) -> Cost:
    """Return *cost* with the share *base* of a part raised to *bound*, if that is more."""
    return plus(cost, tuple(b - a for a, b in zip(base, bound, strict=True))) if bound > base else cost


def text_of(cost: Cost) -> str:
    """Return the cost in words, for a message."""
    if cost[0] >= INFINITE:
        return "more than any strategy"
    return str(cost[0]) if len(cost) == 1 else f"{cost[0]} lost and {cost[1]} guesses"
