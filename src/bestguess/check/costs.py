"""What guesses cost: for each objective, the cost of a secret that is found by guess number 1, 2, ….

A cost is a tuple of numbers that are compared from left to right: one number, or where secrets may be lost two: the
weight that is lost, and the total of those that are found. Both are added up apart from one another, so the order is
that of sums, and what is proven of one number holds for pairs, too. Costs never decrease with the number of the guess.
"""

from dataclasses import dataclass
from operator import add, sub
from typing import TypeAlias

Cost: TypeAlias = tuple[int, ...]

INFINITE = 1 << 50
"""Cannot be done."""


@dataclass(frozen=True)
class Costs:
    """What guess number 1, 2, … costs: its number, without limit (*linear*), or *each*, and no more than so many.

    What is not found by then cannot be done, or, where secrets *may_lose*, is lost.
    """

    linear: bool
    each: tuple[int, ...] = ()
    weighted: bool = True
    may_lose: bool = False

    @staticmethod
    def total(limit: int | None, most: int) -> "Costs":
        """The guesses in all, by weight; none of *most* secrets needs more than *most*."""
        return Costs(True) if limit is None else Costs(False, tuple(range(1, min(limit, most) + 1)))

    @staticmethod
    def within(limit: int, most: int) -> "Costs":
        """Nothing, but no more than *limit* guesses; none of *most* secrets needs more than *most*."""
        return Costs(False, (0,) * min(limit, most), weighted=False)

    @staticmethod
    def last(limit: int, most: int) -> "Costs":
        """The secrets that need the last guess; none of *most* secrets needs more than *most*."""
        return Costs(False, (0,) * (limit - 1) + (1,) if limit <= most else (0,) * most, weighted=False)

    @staticmethod
    def lost(limit: int, most: int) -> "Costs":
        """The weight of what needs more than *limit* guesses, then the guesses for the others.

        After at most *most* guesses, none of *most* secrets needs more than *most* others.
        """
        return Costs(False, tuple(range(1, min(limit, 2 * most) + 1)), may_lose=True)

    @property
    def zero(self) -> Cost:
        """Nothing."""
        return (0, 0) if self.may_lose else (0,)

    def at(self, depth: int, ahead: int) -> Cost:
        """The cost of guess number *depth* + *ahead*."""
        number = depth + ahead
        if self.linear:
            return (ahead,)
        if self.may_lose:
            return (0, self.each[number - 1]) if number <= len(self.each) else (1, 0)
        return (self.each[number - 1],) if number <= len(self.each) else (INFINITE,)


def plus(one: Cost, other: Cost) -> Cost:
    """The sum; what cannot be done stays so."""
    return tuple(min(number, INFINITE) for number in map(add, one, other))


def minus(one: Cost, other: Cost) -> Cost:
    """The difference."""
    return tuple(map(sub, one, other))


def times(weight: int, cost: Cost) -> Cost:
    """Weight times cost; nothing costs nothing, even where it cannot be done."""
    return tuple(0 if weight == 0 else min(weight * number, INFINITE) for number in cost)


def text_of(cost: Cost) -> str:
    """The cost in words."""
    if cost[0] >= INFINITE:
        return "more than any strategy"
    return str(cost[0]) if len(cost) == 1 else f"{cost[0]} lost and {cost[1]} guesses"
