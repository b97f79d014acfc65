"""Costs: what the guesses of a game cost, in the user's unit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import Code
from bestguess.games.listed import listed
from bestguess.games.rationals import as_fraction, scaled

MOST_COST = 2**50
"""No strategy of a game costs as much: its weight or its number of secrets, whichever is more, times its costs."""

MOST_SPENT = 2**43
"""All guesses of a game cost less: the search counts what was spent beside the number of guesses, in one number."""

Costs: TypeAlias = Iterable[int | Fraction] | Mapping[Any, int | Fraction]
"""What the guesses cost: a cost for each in their order, or by guess."""


def as_costs(costs: Costs, guesses: Sequence[Code]) -> tuple[tuple[int, ...] | None, Fraction]:
    """The cost of each of *guesses* as an integer, and the unit of these integers; raises GameError.

    Costs that are all 1 are none.

    >>> as_costs({"b": 1, "a": Fraction(1, 2)}, ["a", "b"])
    ((1, 2), Fraction(1, 2))
    >>> as_costs([1, 1], ["a", "b"])
    (None, Fraction(1, 1))
    """
    exact = [as_fraction("costs", cost) for cost in listed("cost", costs, "guess", guesses)]
    integers, scale = scaled(exact, MOST_COST)
    if integers is None:
        raise GameError(f"expected costs below {MOST_COST:,} as integers, got more")
    if scale >= MOST_COST:
        raise GameError(f"expected costs whose least common denominator is below {MOST_COST:,}, got {scale:,}")
    for problem in _cost_problems(integers, guesses, Fraction(1, scale)):
        raise GameError(problem)
    if scale == 1 and all(cost == 1 for cost in integers):
        return None, Fraction(1)
    return integers, Fraction(1, scale)


def cost_problems(
    costs: Sequence[int],
    guesses: Sequence[Code],
    weights: Sequence[int] | None,
    secrets: Sequence[Code],
    unit: Fraction,
) -> Iterator[str]:
    """What is wrong with the *costs* of *guesses*, integers of this *unit*, a sentence each."""
    yield from _cost_problems(costs, guesses, unit)
    if sum(costs) >= MOST_SPENT:
        yield f"expected costs that add up to less than {MOST_SPENT:,} as integers, got {sum(costs):,}"
    weight = max(len(secrets), sum(weights or ()))
    if weight * sum(costs) >= MOST_COST:
        name = "secrets" if weight == len(secrets) else "weight"
        yield (
            f"expected {name} times the sum of the costs, as integers, below {MOST_COST:,}, "
            f"got {weight:,} x {sum(costs):,} = {weight * sum(costs):,}"
        )


def _cost_problems(costs: Sequence[int], guesses: Sequence[Code], unit: Fraction) -> Iterator[str]:
    if len(costs) != len(guesses):
        yield f"there are {len(costs)} costs for {len(guesses)} guesses"
    for guess, cost in zip(guesses, costs, strict=False):
        if cost <= 0:
            yield f"expected a cost above 0 for the guess {described(guess)}, got {cost * unit}"
