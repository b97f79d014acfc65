"""The next guess: metrics, strategies, and their registry.

Read `metrics` first, then `base` and `own`.
"""

from bestguess.strategies.base import DEFAULT_STRATEGY, NO_GUESS, Move, NativeStrategy, Strategy, as_seed
from bestguess.strategies.metrics import Metric, MetricFunction, entropy, expected_size, largest_part, part_count
from bestguess.strategies.own import MetricStrategy, OwnStrategy
from bestguess.strategies.program import Program
from bestguess.strategies.registry import (
    HasStrategy,
    StrategyLike,
    best_guess,
    described_by_name,
    is_drawn,
    known_strategies,
    register_metric,
    register_strategy,
    strategy,
)

__all__ = [
    "DEFAULT_STRATEGY",
    "NO_GUESS",
    "HasStrategy",
    "Metric",
    "MetricFunction",
    "MetricStrategy",
    "Move",
    "NativeStrategy",
    "OwnStrategy",
    "Program",
    "Strategy",
    "StrategyLike",
    "as_seed",
    "best_guess",
    "described_by_name",
    "entropy",
    "expected_size",
    "is_drawn",
    "known_strategies",
    "largest_part",
    "part_count",
    "register_metric",
    "register_strategy",
    "strategy",
]
