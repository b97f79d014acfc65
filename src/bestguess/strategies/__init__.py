"""Strategies, which choose the next guess: by the core, metrics, functions and programs. Also their registry."""

from bestguess.metrics import Metric, MetricFunction, entropy
from bestguess.strategies.base import (
    DEFAULT_STRATEGY,
    NO_GUESS,
    FunctionStrategy,
    MetricStrategy,
    Move,
    NativeStrategy,
    Strategy,
    TreeStrategy,
    UselessGuessError,
    as_seed,
)
from bestguess.strategies.program import Program
from bestguess.strategies.registry import (
    HasStrategy,
    StrategyLike,
    best_guess,
    described_by_name,
    is_random,
    known_strategies,
    register_strategy,
    strategy,
)

__all__ = [
    "DEFAULT_STRATEGY",
    "NO_GUESS",
    "FunctionStrategy",
    "HasStrategy",
    "Metric",
    "MetricFunction",
    "MetricStrategy",
    "Move",
    "NativeStrategy",
    "Program",
    "Strategy",
    "StrategyLike",
    "TreeStrategy",
    "UselessGuessError",
    "as_seed",
    "best_guess",
    "described_by_name",
    "entropy",
    "is_random",
    "known_strategies",
    "register_strategy",
    "strategy",
]
