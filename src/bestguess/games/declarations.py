"""Weights, costs and labels that a game declares for its codes. Weights and costs are integers or fractions."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestguess.arguments import as_list, describe, expected_error, is_hashable
from bestguess.errors import GameError
from bestguess.games.codes import Code
from bestguess.wording import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = Iterable[int | Fraction] | Mapping[Any, int | Fraction]
"""Weights or costs: a list in the order of the codes, or a mapping by code."""
Label: TypeAlias = Any
"""Meaning of a secret: a text in built-in games, any hashable object in a game of your own."""
Labels: TypeAlias = Iterable[object] | Mapping[Any, object]
"""Labels of the secrets: a list in the order of the secrets, or a mapping by secret."""

MAX_TOTAL_WEIGHT = 2**31
MAX_TOTAL_COST = 2**50
"""Bound of the total cost of any strategy: the larger of weight and number of secrets, times the sum of costs."""
MAX_SUM_OF_COSTS = 2**43
"""Bound of the sum of all costs. The search packs the costs spent and the number of guesses into one integer."""
_MAX_BITS = 1000  # longer numbers are surely a mistake, and too long for a message
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}|/(?=0*[1-9])[0-9]{1,9})?")


def as_weights(weights: Numbers, secrets: Sequence[Code]) -> tuple[int, ...]:
    """Return the weight of each of *secrets*, scaled to integers. Raises GameError."""
    integers, _ = _as_integers("weight", _by_code("weight", weights, "secret", secrets), MAX_TOTAL_WEIGHT)
    if integers is None or sum(integers) > MAX_TOTAL_WEIGHT:
        total = "more" if integers is None else f"{sum(integers):,}"
        raise GameError(f"expected weights that add up to at most {MAX_TOTAL_WEIGHT:,} as integers, got {total}")
    for problem in weight_problems(integers, secrets):
        raise GameError(problem)
    return integers


def as_costs(
    costs: Numbers, guesses: Sequence[Code], weights: Sequence[int] | None, secrets: Sequence[Code]
) -> tuple[tuple[int, ...] | None, Fraction]:
    """Return the cost of each of *guesses*, scaled to integers, and the unit of these integers. Raises GameError.

    If every cost is 1, the result is None: the game has no costs.
    """
    integers, scale = _as_integers("cost", _by_code("cost", costs, "guess", guesses), MAX_TOTAL_COST)
    if integers is None:
        raise GameError(f"expected costs below {MAX_TOTAL_COST:,} as integers, got more")
    if scale >= MAX_TOTAL_COST:
        raise GameError(f"expected costs whose least common denominator is below {MAX_TOTAL_COST:,}, got {scale:,}")
    for problem in cost_problems(integers, guesses, weights, secrets, Fraction(1, scale)):
        raise GameError(problem)
    if scale == 1 and all(cost == 1 for cost in integers):
        return None, Fraction(1)
    return integers, Fraction(1, scale)


def as_labels(labels: Labels, secrets: Sequence[Code]) -> tuple[Label, ...]:
    """Return the label of each of *secrets*. Raises GameError."""
    values = tuple(_by_code("label", labels, "secret", secrets))
    for problem in label_problems(values, secrets):
        raise GameError(problem)
    return values


def _by_code(what: str, values: Iterable[Any] | Mapping[Any, Any], kind: str, codes: Sequence[Code]) -> list[Any]:
    """Return *values* in the order of *codes*. Raises GameError if a mapping has other keys than these codes."""
    if not isinstance(values, Mapping):
        return as_list(f"{what}s", values, GameError)
    known = set(codes)
    if missing := [code for code in codes if code not in values]:
        raise GameError(f"expected a {what} for every {kind}, got none for {describe(missing[0])}")
    if unknown := [code for code in values if code not in known]:
        raise GameError(f"expected {what}s for the {plural(2, kind)}, got one for {describe(unknown[0])}")
    return [values[code] for code in codes]


def _as_integers(what: str, values: Iterable[object], most: int) -> tuple[tuple[int, ...] | None, int]:
    """Return *values* times their least common denominator, and this denominator. Raises GameError.

    Returns None for the integers as soon as they would be above *most*, before they get too large to compute.
    """
    numbers, scale = [as_fraction(f"{what}s", value) for value in values], 1
    largest = max((number.denominator for number in numbers), default=1)
    for number in numbers:
        scale = math.lcm(scale, number.denominator)
        if scale > most * largest:  # a number other than 0 is at least 1/largest, so times scale it is above most
            return None, scale
    return tuple(number.numerator * (scale // number.denominator) for number in numbers), scale


def as_fraction(what: str, value: object) -> Fraction:
    """Return *value* as a fraction. Raises GameError; *what* is the plural noun for messages, such as "weights"."""
    if isinstance(value, float) and math.isfinite(value):  # the float 0.1 is not exactly one tenth
        raise GameError(f"expected {what} that are integers or fractions, got {value}: write Fraction('{value}')")
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise expected_error(f"{what} that are integers or fractions", value, GameError)
    number = Fraction(int(value.numerator), int(value.denominator))
    if max(abs(number.numerator), number.denominator).bit_length() > _MAX_BITS:
        raise GameError(f"expected {what} of at most {_MAX_BITS} bits, got a larger one")
    return number


def fraction_of(text: str) -> Fraction | None:
    """Return the number in *text*, such as ``2``, ``0.5`` or ``1/3``; None for any other text."""
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def text_of_fraction(number: Fraction) -> str | None:
    """Return the text that `fraction_of` reads as *number*; None if it needs more digits than `fraction_of` reads."""
    return str(number) if number >= 0 and _NUMBER.fullmatch(str(number)) else None


def looks_like_number(text: str) -> bool:
    """Whether *text* has the form that `fraction_of` reads, with any number of digits."""
    return re.fullmatch(r"[0-9]*[./]?[0-9]*", text) is not None and re.search("[0-9]", text) is not None


def are_likely(weights: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Return, for each weight, whether it is more than half of the largest.

    If all weights are equal, even 0, all are likely.
    """
    heaviest = weights.max(initial=0)
    return np.asarray((2 * weights > heaviest) | (weights == heaviest))


def weight_problems(weights: Sequence[int], secrets: Sequence[Code]) -> Iterator[str]:
    """Yield one sentence for each problem with the *weights* of *secrets*."""
    if len(weights) != len(secrets):
        yield f"there are {len(weights)} weights for {len(secrets)} secrets"
    for secret, weight in zip(secrets, weights, strict=False):
        if weight < 0:
            yield f"the weight of the secret {describe(secret)} is negative: {weight}"
    if not any(weights):
        yield "all weights are 0"


def cost_problems(
    costs: Sequence[int],
    guesses: Sequence[Code],
    weights: Sequence[int] | None,
    secrets: Sequence[Code],
    unit: Fraction,
) -> Iterator[str]:
    """Yield one sentence for each problem with the *costs* of *guesses*, integers of this *unit*."""
    if len(costs) != len(guesses):
        yield f"there are {len(costs)} costs for {len(guesses)} guesses"
    for guess, cost in zip(guesses, costs, strict=False):
        if cost <= 0:
            yield f"expected a cost above 0 for the guess {describe(guess)}, got {cost * unit}"
    if sum(costs) >= MAX_SUM_OF_COSTS:
        yield f"expected costs that add up to less than {MAX_SUM_OF_COSTS:,} as integers, got {sum(costs):,}"
    weight = max(len(secrets), sum(weights or ()))
    if weight * sum(costs) >= MAX_TOTAL_COST:
        name = "secrets" if weight == len(secrets) else "weight"
        yield (
            f"expected {name} times the sum of the costs, as integers, below {MAX_TOTAL_COST:,}, "
            f"got {weight:,} x {sum(costs):,} = {weight * sum(costs):,}"
        )


def label_problems(labels: Sequence[Label], secrets: Sequence[Code]) -> Iterator[str]:
    """Yield one sentence for each problem with the *labels* of *secrets*."""
    if len(labels) != len(secrets):
        yield f"there are {len(labels)} labels for {len(secrets)} secrets"
        return
    for secret, label in zip(secrets, labels, strict=True):
        if not is_hashable(label):
            yield f"the label of the secret {describe(secret)} cannot be hashed: {describe(label)}"
            return
        if label is None or label == "":
            yield f"the label of the secret {describe(secret)} is empty"
    if len(set(labels)) == 1:
        yield f"there is nothing to ask: the label of every secret is {describe(labels[0])}"
