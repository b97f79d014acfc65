"""Metrics: functions of part sizes (with weights, of the parts' weights) by which strategies choose; lower is better.

A metric of your own is any function of a sequence of positive numbers, the largest first:

>>> from bestguess import metrics
>>> metrics.register("second-largest", lambda sizes: sizes[1] if len(sizes) > 1 else sizes[0])
>>> metrics.largest_part([5, 3, 1]), metrics.part_count([5, 3, 1])
(5, 3)
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestguess.arguments import MOST_INTEGER, as_list, as_text, check_function, describe, expected_error
from bestguess.display import one_line
from bestguess.errors import StrategyError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

    ArrayMetric: TypeAlias = Callable[[NDArray[np.int64], Indices, NDArray[np.int64]], NDArray[Any]]
    """The metrics of many guesses: from weights and sizes of their parts, and costs."""

__all__ = ["Metric", "entropy", "expected_size", "largest_part", "part_count", "register"]

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
            raise expected_error("part sizes of 0 or more", size, StrategyError)
    return listed


def largest_part(sizes: Sequence[int]) -> int:
    """The size of the largest part: what `minimax` makes small (Knuth)."""
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
        raise expected_error("a partition, or part sizes", parts, StrategyError) from None
    checked = _checked(sizes)
    whole = sum(checked)
    bits = math.fsum(size / whole * math.log2(whole / size) for size in checked if size)
    if isinstance(base, bool) or not isinstance(base, Real) or not 1 < base <= MOST_INTEGER:
        raise expected_error("a base above 1", base, StrategyError)
    return bits if base == 2 else bits / math.log2(base)


def part_count(sizes: Sequence[int]) -> int:
    """How many parts there are: what `most-parts` makes large (Kooi)."""
    return len(_checked(sizes))


def all_largest(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """The weight of the largest part of each guess, whatever it costs."""
    return np.asarray(weights.max(axis=1), np.int64)


def all_squares(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """The sum of squares of the parts of each guess, which is least where the expected size is."""
    return np.asarray((weights * weights).sum(axis=1), np.int64)


def all_part_counts(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[Any]":
    """The number of parts that each guess adds, by its cost, negative."""
    return np.asarray((1 - np.count_nonzero(sizes, axis=1)) / costs, np.float64)


def all_entropies(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.float64]":
    """The entropy of each guess, by its cost, negative."""
    logs = weights * np.log2(np.maximum(weights, 1))
    whole = np.maximum(weights.sum(axis=1), 1)
    return np.asarray((logs.sum(axis=1) / whole - np.log2(whole)) / costs, np.float64)


def register(name: str, metric: Metric | MetricFunction, about: str = "a metric of your own") -> None:
    """Let strategies be named after *metric*, a function of part sizes; lower is better."""
    from bestguess.strategies.base import MetricStrategy  # which needs metrics
    from bestguess.strategies.registry import StrategyEntry, register_entry

    function = metric.function if isinstance(metric, Metric) else metric
    check_function(f"the metric {describe(name)}", function, 1, StrategyError)
    entry = StrategyEntry(name, about, lambda consistent, seed: MetricStrategy(name, function, consistent), False)
    register_entry(entry)
