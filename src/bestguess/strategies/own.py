"""Strategies of your own: by a metric, or by any function from a position to a guess."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess.arguments import check_function, described
from bestguess.errors import StrategyError, reason
from bestguess.games import Code, when
from bestguess.games.custom import TextGame
from bestguess.position import Position
from bestguess.strategies.base import Strategy
from bestguess.strategies.metrics import MetricFunction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

TOLERANCE = 1e-9
"""Floating-point values of a metric whose difference is a smaller share of them are equal."""


class MetricStrategy(Strategy):
    """Plays the guess whose parts have the least *metric*, a function of your own."""

    def __init__(self, name: str, metric: MetricFunction, consistent: bool = False) -> None:
        super().__init__(name, consistent)
        check_function(f"the metric {name!r}", metric, 1, StrategyError)
        self.metric = metric
        self.array_metric = self._ranks
        self._values: dict[tuple[int, ...], float] = {}

    def choose(self, position: Position) -> Code:
        """The best guess by the metric; ties: consistent before others, then the cheapest, then the lowest.

        A guess that wins against every candidate, and is as cheap as any, is played whatever its metric.
        """
        table = position.table
        consistent: set[int] = set(table.consistent_guesses(position.candidate_indices).tolist())
        if len(position.candidate_indices) == len(consistent) == 1:
            return table.guesses[min(consistent)]
        if (sure := table.sure_win(position.candidate_indices)) is not None:
            return table.guesses[sure]
        allowed = sorted(consistent) if self.consistent else position.different_guesses.tolist()
        best: tuple[float, bool, int, int] | None = None
        for guess, sizes in zip(allowed, _sizes(position, allowed), strict=True):
            if len(sizes) == 1 and guess not in consistent:
                continue  # it does not split the candidates
            value = self.value(sizes)
            cost = int(table.costs[guess])
            rank = (value, guess not in consistent, cost, guess)
            same = best is not None and _same(value, best[0])
            if best is None or (value < best[0] and not same) or (same and rank[1:] < best[1:]):
                best = rank
        assert best is not None, "a guess that wins or splits is always allowed"
        return table.guesses[best[3]]

    def value(self, sizes: tuple[int, ...]) -> float:
        """The metric of part *sizes*, each asked once; raises StrategyError when it is not a number."""
        if sizes not in self._values:
            self._values[sizes] = self._ask(sizes)
        return self._values[sizes]

    def _ask(self, sizes: tuple[int, ...]) -> float:
        try:
            value = self.metric(list(sizes))
            number = _exact(value) if isinstance(value, Real) else math.nan
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise StrategyError(
                f"the metric {self.name!r} fails for part sizes {described(list(sizes))}: {reason(error)}"
            ) from error
        if number != number:
            raise StrategyError(
                f"the metric {self.name!r} is not a number for part sizes {described(list(sizes))}, "
                f"but {described(value)}"
            )
        return number

    def _ranks(
        self, weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64] | None" = None
    ) -> "NDArray[np.int64]":
        """The place of each guess in the order of the metric, from 0; guesses of equal value have the same."""
        parts = [weight[size > 0].tolist() for weight, size in zip(weights, sizes, strict=True)]
        values = [self.value(tuple(sorted(part, reverse=True))) for part in parts]
        ranks, rank = np.zeros(len(values), np.int64), 0
        order = sorted(range(len(values)), key=values.__getitem__)
        for before, place in pairwise(order):
            rank += not _same(values[before], values[place])
            ranks[place] = rank
        return ranks


class UselessGuessError(StrategyError):
    """A *guess* that splits nothing and cannot win: a tree has none, since the same position would come again."""

    guess: Code = ""


class OwnStrategy(Strategy):
    """A strategy of your own: any function from a position to a guess."""

    def __init__(self, name: str, function: Callable[[Position], Code], consistent: bool = False) -> None:
        super().__init__(name, consistent)
        check_function(f"the strategy {name!r}", function, 1, StrategyError)
        self.function = function

    def choose(self, position: Position) -> Code:
        """What the function says; raises StrategyError for no guess, a forbidden one, or one that splits nothing."""
        try:
            guess = self._ask(position)
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            where = when(position.active_rows)
            raise StrategyError(f"the strategy {self.name!r} fails {where}: {reason(error)}") from error
        self.check_allowed(position, guess)
        parts = position.table.partition(position.table.guesses.index(guess), position.candidate_indices)
        plays = f"the strategy {self.name!r} plays {guess!r} {when(position.active_rows)}"
        if self.consistent and position.table.win not in parts:
            raise StrategyError(f"{plays}, which is not consistent")
        if len(parts) == 1 and position.table.win not in parts:
            useless = UselessGuessError(f"{plays}, which does not split the candidates")
            useless.guess = guess
            raise useless
        return guess

    def _ask(self, position: Position) -> Code:
        """What the function says; it sees the objects of a game of one's own, also where their texts are played."""
        game = position.game
        if not isinstance(game, TextGame):
            return game.as_guess(self.function(position))
        own = game.game.with_rows(game.rows)
        return game.guesses[own.guesses.index(own.as_guess(self.function(position.in_game(own))))]


class WrittenStrategy(OwnStrategy):
    """A strategy whose function takes positions as they are: what was written out for a game, such as a tree."""

    def _ask(self, position: Position) -> Code:
        return position.game.as_guess(self.function(position))


def _same(one: float, other: float) -> bool:
    """Whether two values of a metric are equal: integers and fractions exactly, others but for rounding."""
    if isinstance(one, Rational) and isinstance(other, Rational):
        return one == other
    try:
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=1e-15)
    except OverflowError:  # an integer that no float can hold, and a float
        return one == other


def _exact(value: Real) -> Any:
    """*value* as a float, or as an integer or fraction: numbers that Python compares with each other."""
    return value if isinstance(value, int | Fraction) else int(value) if isinstance(value, Integral) else float(value)


def _sizes(position: Position, guesses: Sequence[int]) -> list[tuple[int, ...]]:
    """The sizes of the parts after each of *guesses*, or their weights, the largest first."""
    table, weights = position.table, position.table.weights
    if not position.game.has_weights or not weights[position.candidate_indices].any():
        sizes, _ = table.listed_parts(np.array(guesses, np.uint32), position.candidate_indices)
        counts = np.count_nonzero(sizes, axis=1).tolist()
        largest_first = np.sort(sizes, axis=1)[:, ::-1].tolist()
        return [tuple(row[:count]) for row, count in zip(largest_first, counts, strict=True)]
    parts = (table.partition(guess, position.candidate_indices).values() for guess in guesses)
    return [tuple(sorted((int(weights[part].sum()) for part in split), reverse=True)) for split in parts]
