"""Weights, costs and labels: what a game declares of its codes. Weights and costs are integers or fractions."""

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
"""Weights or costs: one for each secret or guess in their order, or by code."""
Label: TypeAlias = Any
"""What a secret means: a text in built-in games, any hashable object in a game of your own."""
Labels: TypeAlias = Iterable[object] | Mapping[Any, object]
"""What the secrets mean: a label, any hashable object, for each in their order, or by secret."""

MOST_WEIGHT = 2**31
MOST_COST = 2**50
"""No strategy of a game costs as much: its weight or its number of secrets, whichever is more, times its costs."""
MOST_SPENT = 2**43
"""All guesses of a game cost less: the search counts what was spent beside the number of guesses, in one number."""
_MOST_BITS = 1000  # more cannot be meant, and a message could not show it
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}|/(?=0*[1-9])[0-9]{1,9})?")


def as_weights(weights: Numbers, secrets: Sequence[Code]) -> tuple[int, ...]:
    """Return the weight of each of *secrets* as an integer; raises GameError."""
    integers, _ = _scaled("weight", _by_code("weight", weights, "secret", secrets), MOST_WEIGHT)
    if integers is None or sum(integers) > MOST_WEIGHT:
        got = "more" if integers is None else f"{sum(integers):,}"
        raise GameError(f"expected weights that add up to at most {MOST_WEIGHT:,} as integers, got {got}")
    for problem in weight_problems(integers, secrets):
        raise GameError(problem)
    return integers


def as_costs(
    costs: Numbers, guesses: Sequence[Code], weights: Sequence[int] | None, secrets: Sequence[Code]
) -> tuple[tuple[int, ...] | None, Fraction]:
    """Return the cost of each of *guesses* as an integer, and the unit of these integers; raises GameError.

    Costs that are all 1 are none.
    """
    integers, scale = _scaled("cost", _by_code("cost", costs, "guess", guesses), MOST_COST)
    if integers is None:
        raise GameError(f"expected costs below {MOST_COST:,} as integers, got more")
    if scale >= MOST_COST:
        raise GameError(f"expected costs whose least common denominator is below {MOST_COST:,}, got {scale:,}")
    for problem in cost_problems(integers, guesses, weights, secrets, Fraction(1, scale)):
        raise GameError(problem)
    if scale == 1 and all(cost == 1 for cost in integers):
        return None, Fraction(1)
    return integers, Fraction(1, scale)


def as_labels(labels: Labels, secrets: Sequence[Code]) -> tuple[Label, ...]:
    """Return the label of each of *secrets*; raises GameError."""
    given = tuple(_by_code("label", labels, "secret", secrets))
    for problem in label_problems(given, secrets):
        raise GameError(problem)
    return given


def _by_code(what: str, values: Iterable[Any] | Mapping[Any, Any], kind: str, codes: Sequence[Code]) -> list[Any]:
    """Return the *values* in the order of *codes*; raises GameError, also for a mapping with other keys."""
    if not isinstance(values, Mapping):
        return as_list(f"{what}s", values, GameError)
    known = set(codes)
    if missing := [code for code in codes if code not in values]:
        raise GameError(f"expected a {what} for every {kind}, got none for {describe(missing[0])}")
    if strange := [code for code in values if code not in known]:
        raise GameError(f"expected {what}s for the {plural(2, kind)}, got one for {describe(strange[0])}")
    return [values[code] for code in codes]


def _scaled(what: str, values: Iterable[object], most: int) -> tuple[tuple[int, ...] | None, int]:
    """Return *values* times their least common denominator, and this denominator; raises GameError.

    No integers, and nothing large is computed, where one of them would be above *most*.
    """
    numbers, scale = [as_fraction(f"{what}s", value) for value in values], 1
    largest = max((number.denominator for number in numbers), default=1)
    for number in numbers:
        scale = math.lcm(scale, number.denominator)
        if scale > most * largest:  # then every number but 0, times the scale, is above the most
            return None, scale
    return tuple(number.numerator * (scale // number.denominator) for number in numbers), scale


def as_fraction(what: str, value: object) -> Fraction:
    """Return *value*, one of several *what*, as a fraction; raises GameError."""
    if isinstance(value, float) and math.isfinite(value):  # 0.1 is no tenth
        raise GameError(f"expected {what} that are integers or fractions, got {value}: write Fraction('{value}')")
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise expected_error(f"{what} that are integers or fractions", value, GameError)
    number = Fraction(int(value.numerator), int(value.denominator))
    if max(abs(number.numerator), number.denominator).bit_length() > _MOST_BITS:
        raise GameError(f"expected {what} of at most {_MOST_BITS} bits, got one of more")
    return number


def fraction_of(text: str) -> Fraction | None:
    """Return the number that *text* is, such as ``2``, ``0.5`` or ``1/3``; None for any other text."""
    return Fraction(text) if _NUMBER.fullmatch(text) else None


def text_of_fraction(number: Fraction) -> str | None:
    """Return the text that `fraction_of` reads as *number*; None where that would take more digits than it reads."""
    return str(number) if number >= 0 and _NUMBER.fullmatch(str(number)) else None


def looks_like_number(text: str) -> bool:
    """Whether *text* is like those that `fraction_of` reads, but for how many digits it has."""
    return re.fullmatch(r"[0-9]*[./]?[0-9]*", text) is not None and re.search("[0-9]", text) is not None


def are_likely(weights: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Return which candidates of these *weights* are likely: they weigh more than half as much as the heaviest.

    Where all weigh alike, be it nothing, all are.
    """
    heaviest = weights.max(initial=0)
    return np.asarray((2 * weights > heaviest) | (weights == heaviest))


def weight_problems(weights: Sequence[int], secrets: Sequence[Code]) -> Iterator[str]:
    """Yield what is wrong with the *weights* of *secrets*, a sentence each."""
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
    """Yield what is wrong with the *costs* of *guesses*, integers of this *unit*, a sentence each."""
    if len(costs) != len(guesses):
        yield f"there are {len(costs)} costs for {len(guesses)} guesses"
    for guess, cost in zip(guesses, costs, strict=False):
        if cost <= 0:
            yield f"expected a cost above 0 for the guess {describe(guess)}, got {cost * unit}"
    if sum(costs) >= MOST_SPENT:
        yield f"expected costs that add up to less than {MOST_SPENT:,} as integers, got {sum(costs):,}"
    weight = max(len(secrets), sum(weights or ()))
    if weight * sum(costs) >= MOST_COST:
        name = "secrets" if weight == len(secrets) else "weight"
        yield (
            f"expected {name} times the sum of the costs, as integers, below {MOST_COST:,}, "
            f"got {weight:,} x {sum(costs):,} = {weight * sum(costs):,}"
        )


def label_problems(labels: Sequence[Label], secrets: Sequence[Code]) -> Iterator[str]:
    """Yield what is wrong with the *labels* of *secrets*, a sentence each."""
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
