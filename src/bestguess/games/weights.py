"""Weights: how likely the secrets of a game are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import Code
from bestguess.games.listed import listed
from bestguess.games.rationals import as_fraction, scaled

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_WEIGHT = 2**31

Weights: TypeAlias = Iterable[int | Fraction] | Mapping[Any, int | Fraction]
"""How likely the secrets are: a weight for each in their order, or by secret."""


def as_weights(weights: Weights, secrets: Sequence[Code]) -> tuple[int, ...]:
    """The weight of each of *secrets* as an integer; raises GameError.

    >>> as_weights({"b": 1, "a": Fraction(1, 2)}, ["a", "b"])
    (1, 2)
    """
    scaled = scaled_weights(listed("weight", weights, "secret", secrets))
    for problem in weight_problems(scaled, secrets):
        raise GameError(problem)
    return scaled


def are_likely(weights: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Which candidates of these *weights* are likely: they weigh more than half as much as the heaviest.

    Where all weigh alike, be it nothing, all are.

    >>> are_likely(np.array([4, 2, 1, 3])).tolist(), are_likely(np.array([0, 0])).tolist()
    ([True, False, False, True], [True, True])
    """
    heaviest = weights.max(initial=0)
    return np.asarray((2 * weights > heaviest) | (weights == heaviest))


def weight_problems(weights: Sequence[int], secrets: Sequence[Code]) -> Iterator[str]:
    """What is wrong with the *weights* of *secrets*, a sentence each."""
    if len(weights) != len(secrets):
        yield f"there are {len(weights)} weights for {len(secrets)} secrets"
    for secret, weight in zip(secrets, weights, strict=False):
        if weight < 0:
            yield f"the weight of the secret {described(secret)} is negative: {weight}"
    if not any(weights):
        yield "all weights are 0"


def scaled_weights(weights: Iterable[int | Fraction]) -> tuple[int, ...]:
    """*weights* as integers, fractions brought to a common denominator.

    >>> scaled_weights([1, Fraction(1, 2), Fraction(2, 3)])
    (6, 3, 4)
    """
    exact = [as_fraction("weights", weight) for weight in weights]
    integers, _ = scaled(exact, MOST_WEIGHT)
    if integers is None or sum(integers) > MOST_WEIGHT:
        got = "more" if integers is None else f"{sum(integers):,}"
        raise GameError(f"expected weights that add up to at most {MOST_WEIGHT:,} as integers, got {got}")
    return integers
