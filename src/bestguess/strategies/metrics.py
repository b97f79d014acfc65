"""Metrics: functions of part sizes (with weights, of the parts' weights). Lower is better.

A metric of your own is any function of a sequence of positive numbers, the largest first:

>>> def second_largest(sizes):
...     return sizes[1] if len(sizes) > 1 else sizes[0]
>>> second_largest([5, 3, 1])
3
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

from bestguess.arguments import MOST_INTEGER, as_list, as_text, check_function, expected
from bestguess.errors import StrategyError
from bestguess.shown import one_line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

    Costs: TypeAlias = NDArray[np.int64] | None
    """What each guess costs; None: all the same."""

    class ArrayMetric(Protocol):
        """The metrics of many guesses at once, from the weights and the sizes of their parts, a row for each guess."""

        def __call__(self, weights: NDArray[np.int64], sizes: Indices, costs: Costs = None) -> NDArray[Any]:
            """The metric of each guess; lower is better."""


MetricValue: TypeAlias = float | Fraction | np.number[Any]
MetricFunction: TypeAlias = Callable[[Sequence[int]], MetricValue]
"""A function of part sizes; lower is better."""


@dataclass(frozen=True)
class Metric:
    """A *function* of part sizes as a strategy: it plays the guess for which the function is least.

    >>> Metric(lambda sizes: sum(size**3 for size in sizes))([2, 1])
    9
    """

    function: MetricFunction
    name: str = ""
    """What the strategy is called; may be empty."""

    def __post_init__(self) -> None:
        check_function("a metric", self.function, 1, StrategyError)
        as_text("the name of a metric", self.name, StrategyError)

    def __repr__(self) -> str:
        return one_line(self, self.name or getattr(self.function, "__name__", type(self.function).__name__))

    def __call__(self, sizes: Sequence[int]) -> MetricValue:
        """The metric of part *sizes*."""
        return self.function(sizes)


def _checked(sizes: Iterable[int]) -> list[int]:
    """The part *sizes* that a caller gave; raises StrategyError."""
    listed = as_list("part sizes", sizes, StrategyError)
    for size in listed:
        if isinstance(size, bool) or not isinstance(size, Real) or not 0 <= size <= MOST_INTEGER:
            raise expected("part sizes of 0 or more", size, StrategyError)
    return listed


def largest_part(sizes: Sequence[int]) -> int:
    """The size of the largest part: what `minimax` makes small (Knuth).

    >>> largest_part([256, 256, 208, 1])
    256
    """
    return max(_checked(sizes), default=0)


def expected_size(sizes: Sequence[int]) -> float:
    """How many candidates are left on average: what `expected-size` makes small (Irving).

    >>> expected_size([2, 1, 1])
    1.5
    """
    checked = _checked(sizes)
    return sum(size * size for size in checked) / (sum(checked) or 1)


def entropy(parts: Iterable[int] | Mapping[Any, Sized], base: float = 2) -> float:
    """Return what a guess tells on average, in bits (or to another *base*), from a partition or the sizes of its parts.

    This is what the strategy `entropy` makes large (Neuwirth).

    >>> entropy([1, 1, 1, 1]), entropy([4]), entropy([1, 1, 1, 1], base=4)
    (2.0, 0.0, 1.0)
    >>> entropy({"low": [1, 2], "high": [4, 5]})
    1.0
    """
    try:
        sizes = [len(part) for part in parts.values()] if isinstance(parts, Mapping) else parts
    except TypeError:
        raise expected("a partition, or part sizes", parts, StrategyError) from None
    checked = _checked(sizes)
    whole = sum(checked)
    bits = math.fsum(size / whole * math.log2(whole / size) for size in checked if size)
    if isinstance(base, bool) or not isinstance(base, Real) or not 1 < base <= MOST_INTEGER:
        raise expected("a base above 1", base, StrategyError)
    return bits if base == 2 else bits / math.log2(base)


def part_count(sizes: Sequence[int]) -> int:
    """How many parts there are: what `most-parts` makes large (Kooi).

    >>> part_count([2, 1, 1])
    3
    """
    return len(_checked(sizes))


def all_largest(weights: "NDArray[np.int64]", sizes: "Indices", costs: "Costs" = None) -> "NDArray[np.int64]":
    """The weight of the largest part of each guess, whatever it costs."""
    return np.asarray(weights.max(axis=1), np.int64)


def all_squares(weights: "NDArray[np.int64]", sizes: "Indices", costs: "Costs" = None) -> "NDArray[np.int64]":
    """The sum of squares of the parts of each guess, which is least where the expected size is, whatever it costs."""
    return np.asarray((weights * weights).sum(axis=1), np.int64)


def all_part_counts(weights: "NDArray[np.int64]", sizes: "Indices", costs: "Costs" = None) -> "NDArray[Any]":
    """The number of parts of each guess, negative: the most parts are the least.

    With costs, the number of parts less one, which a guess adds, by its cost.
    """
    parts = np.count_nonzero(sizes, axis=1)
    return np.asarray(-parts, np.int64) if costs is None else np.asarray((1 - parts) / costs, np.float64)


def all_bits_left(weights: "NDArray[np.int64]", sizes: "Indices", costs: "Costs" = None) -> "NDArray[np.float64]":
    """The bits that are still missing after each guess, on average: least where the entropy is largest.

    With costs, the entropy by the cost, negative.
    """
    logs = weights * np.log2(np.maximum(weights, 1))
    whole = np.maximum(weights.sum(axis=1), 1)
    left = np.asarray(logs.sum(axis=1) / whole, np.float64)
    return left if costs is None else np.asarray((left - np.log2(whole)) / costs, np.float64)
