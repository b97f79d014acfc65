"""Metrics: functions of part sizes by which strategies choose a guess. Lower is better.

Where secrets have weights, a metric takes the weights of the parts instead. A custom metric is any function of a
sequence of positive numbers, the largest first:

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

from bestguess.arguments import MAX_INTEGER, as_list, as_text, check_function, describe, expected_error
from bestguess.display import one_line
from bestguess.errors import StrategyError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

    ArrayMetric: TypeAlias = Callable[[NDArray[np.int64], Indices, NDArray[np.int64]], NDArray[Any]]
    """A metric for many guesses at once: takes the weights and sizes of their parts, and the costs of the guesses."""

__all__ = ["Metric", "entropy", "expected_size", "largest_part", "part_count", "register"]

MetricValue: TypeAlias = float | Fraction | np.number[Any]
MetricFunction: TypeAlias = Callable[[Sequence[int]], MetricValue]
"""A function of part sizes; lower is better."""


@dataclass(frozen=True)
class Metric:
    """A metric as a strategy: it plays the guess for which *function* of the part sizes is lowest.

    >>> Metric(lambda sizes: sum(size**3 for size in sizes))([2, 1])
    9
    """

    function: MetricFunction
    name: str = ""
    """The name of the strategy; may be empty."""

    def __post_init__(self) -> None:
        check_function("a metric", self.function, 1, StrategyError)
        as_text("the name of a metric", self.name, StrategyError)

    def __repr__(self) -> str:
        return one_line(self, self.name or getattr(self.function, "__name__", type(self.function).__name__))

    def __call__(self, sizes: Sequence[int]) -> MetricValue:
        """Return the metric of part *sizes*."""
        return self.function(sizes)


def _check_sizes(sizes: Iterable[int]) -> list[int]:
    """Return the part *sizes* as a list; raise StrategyError unless each is a number of 0 or more."""
    size_list = as_list("part sizes", sizes, StrategyError)
    for size in size_list:
        if isinstance(size, bool) or not isinstance(size, Real) or not 0 <= size <= MAX_INTEGER:
            raise expected_error("part sizes of 0 or more", size, StrategyError)
    return size_list


def largest_part(sizes: Sequence[int]) -> int:
    """Return the size of the largest part. The strategy `minimax` minimises it (Knuth)."""
    return max(_check_sizes(sizes), default=0)


def expected_size(sizes: Sequence[int]) -> float:
    """Return the average number of candidates left. The strategy `expected-size` minimises it (Irving).

    >>> expected_size([2, 1, 1])
    1.5
    """
    size_list = _check_sizes(sizes)
    # A secret is in a part of size s with probability s / sum; then s candidates are left.
    return sum(size * size for size in size_list) / (sum(size_list) or 1)


def entropy(parts: Iterable[int] | Mapping[Any, Sized], base: float = 2) -> float:
    """Return the average information of a guess in bits, or in units of another *base*.

    *parts* is a partition, or the sizes of its parts. The strategy `entropy` maximises this (Neuwirth).

    >>> entropy([1, 1, 1, 1]), entropy([4]), entropy([1, 1, 1, 1], base=4)
    (2.0, 0.0, 1.0)
    >>> entropy({"low": [1, 2], "high": [4, 5]})
    1.0
    """
    try:
        sizes = [len(part) for part in parts.values()] if isinstance(parts, Mapping) else parts
    except TypeError:
        raise expected_error("a partition, or part sizes", parts, StrategyError) from None
    size_list = _check_sizes(sizes)
    total = sum(size_list)
    bits = math.fsum(size / total * math.log2(total / size) for size in size_list if size)
    if isinstance(base, bool) or not isinstance(base, Real) or not 1 < base <= MAX_INTEGER:
        raise expected_error("a base above 1", base, StrategyError)
    return bits if base == 2 else bits / math.log2(base)


def part_count(sizes: Sequence[int]) -> int:
    """Return the number of parts. The strategy `most-parts` maximises it (Kooi)."""
    return len(_check_sizes(sizes))


# The metrics of the native strategies for many guesses at once: *weights* and *sizes* have a row for each guess.


def all_largest(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """Return the weight of the largest part of each guess. Costs do not count."""
    return np.asarray(weights.max(axis=1), np.int64)


def all_squares(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """Return the sum of the squared part weights of each guess. It orders guesses as the expected size does."""
    return np.asarray((weights * weights).sum(axis=1), np.int64)


def all_part_counts(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[Any]":
    """Return minus the number of parts beyond the first, divided by the cost of the guess."""
    return np.asarray((1 - np.count_nonzero(sizes, axis=1)) / costs, np.float64)


def all_entropies(weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.float64]":
    """Return minus the entropy of each guess, divided by its cost."""
    # With W = sum of w, minus the entropy is sum(w / W * log(w / W)) = sum(w * log w) / W - log W. Zeros count as 0.
    logs = weights * np.log2(np.maximum(weights, 1))
    total = np.maximum(weights.sum(axis=1), 1)
    return np.asarray((logs.sum(axis=1) / total - np.log2(total)) / costs, np.float64)


def register(name: str, metric: Metric | MetricFunction, about: str = "a metric of your own") -> None:
    """Register a strategy called *name* that plays the guess with the lowest *metric*, a function of part sizes.

    *about* is the description in the list of strategies.
    """
    from bestguess.strategies.base import MetricStrategy  # here, because strategies import this module
    from bestguess.strategies.registry import StrategyEntry, register_entry

    function = metric.function if isinstance(metric, Metric) else metric
    check_function(f"the metric {describe(name)}", function, 1, StrategyError)
    entry = StrategyEntry(name, about, lambda consistent, seed: MetricStrategy(name, function, consistent), False)
    register_entry(entry)
