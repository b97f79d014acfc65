"""Strategies: from a position to a guess."""

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from bestguess import engine
from bestguess.arguments import as_flag, as_integer, as_limit, as_text, check_function, described
from bestguess.bounds import Bounds, SearchProgress
from bestguess.errors import BestguessError, StrategyError, reason
from bestguess.games import Code, GameLike, PositionLike, as_game
from bestguess.interruption import current_check, poll
from bestguess.strategies.metrics import MetricFunction
from bestguess.strategies.position import Position, as_position
from bestguess.table import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices
    from bestguess.strategies.metrics import ArrayMetric

    Nodes: TypeAlias = tuple[Indices, Indices, Indices, Indices]
    """Guess, branch, depth and whether it wins, of each node of a tree in preorder."""

DEFAULT_STRATEGY = "entropy"
"""The strategy that is asked when none is named."""
TOLERANCE = 1e-9
"""Floating-point values of a metric whose difference is a smaller share of them are equal."""


@dataclass(frozen=True)
class Move:
    """What a strategy plays in a position, and what is certain of it.

    *certain*: False when the budget ended before the strategy could prove its move; then *guess* is the best it knows.
    *worst*: the most guesses from here on, this one counted, if the strategy goes on; None where that is not known.
    *total*: bounds on the least total from here on by guesses that the strategy may make, where it looked for that.
    """

    guess: Code
    certain: bool = True
    worst: int | None = None
    total: Bounds[int, int] | None = None


class Strategy(ABC):
    """Chooses a guess in any position: a callable, with a name and two options.

    *consistent*: only guesses that would win against a candidate. *first_guess*: what is played first of all.
    """

    objective: str | None = None
    """What the moves are proven to make least; None for strategies that prove nothing."""
    drawn = False
    """Whether moves are drawn by a seed, so that figures are means over several seeds."""
    array_metric: "ArrayMetric | None" = None
    """The metric by which guesses are ranked, for many guesses at once; None for strategies without one."""
    seed = 0
    """What moves are drawn by, if they are."""
    progress: SearchProgress | None = None
    """Called during a search, by strategies that search."""

    def __init__(self, name: str, consistent: bool = False, first_guess: Code | None = None) -> None:
        self.name = as_text("the name of a strategy", name, StrategyError)
        self.consistent, self.first_guess = as_flag("consistent", consistent), first_guess

    def __repr__(self) -> str:
        options = [f"consistent={self.consistent}"] if self.consistent else []
        options += [f"first_guess={self.first_guess!r}"] if self.first_guess else []
        return f"strategy({', '.join([repr(self.name), *options])})"

    def __call__(self, position: PositionLike) -> Code:
        """The guess in *position*, which has candidates."""
        position = as_position(position)
        if self.first_guess is not None and not position.history:
            return self.first_guess
        return self.choose(position)

    @abstractmethod
    def choose(self, position: Position) -> Code:
        """The guess in *position*, a given first guess apart."""

    def move(self, position: PositionLike, budget: int | None = None) -> Move:
        """The move in *position*; a strategy that searches looks at no more than *budget* nodes (None: no limit)."""
        as_limit("a budget", budget, error=StrategyError)
        return Move(self(position))

    def worst_from(self, position: Position, most_pairs: int) -> int | None:
        """The most guesses from *position* on, if that takes no more than *most_pairs* of guesses and candidates."""
        return None

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes | None":
        """The whole tree from *position* on, for strategies that can write it out at once; else None."""
        return None

    def with_seed(self, seed: int) -> Self:
        """The same strategy with another *seed*."""
        strategy = copy.copy(self)
        strategy.seed = as_seed(seed)
        return strategy

    def with_first_guess(self, first_guess: Code | None, game: GameLike) -> Self:
        """The same strategy that begins with *first_guess*; raises StrategyError when *game* has no such guess."""
        strategy, rules = copy.copy(self), as_game(game)
        try:
            strategy.first_guess = None if first_guess is None else rules.parse_guess(first_guess)
        except BestguessError as error:
            raise StrategyError(
                f"the first guess {described(first_guess)} is not a guess of {rules}: {error}"
            ) from error
        return strategy


def as_seed(value: object) -> int:
    """*value* as a seed; raises StrategyError.

    >>> as_seed(7)
    7
    """
    return as_integer("a seed", value, 0, 2**64 - 1, StrategyError)


class NativeStrategy(Strategy):
    """A strategy that the core knows: `first`, `random` and the four metrics of the literature."""

    def __init__(
        self,
        name: str,
        choice: engine.Choice,
        consistent: bool = False,
        seed: int = 0,
        array_metric: "ArrayMetric | None" = None,
    ) -> None:
        super().__init__(name, consistent)
        self.choice, self.seed, self.array_metric = choice, seed, array_metric
        self.drawn = choice is engine.Choice.random

    def choose(self, position: Position) -> Code:
        """The guess of the core, the same that it plays when it builds the whole tree."""
        poll()
        table = position.table
        state, allowed = 0, np.empty(0, np.uint32)
        if self.drawn:
            state = self._random_state(position)
        elif self.choice is not engine.Choice.first and len(position.history) <= 2:
            allowed = table.representatives(position.guesses_so_far)
        found = table.native.choose(self.choice, self.consistent, position.candidates, state, allowed)
        return table.guesses[found]

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """The whole tree from *position* on, built by the core."""
        given = self.first_guess if not position.history else None
        first = None if given is None else position.table.guesses.index(given)
        return self.nodes_after(position, first, threads, progress)

    def nodes_after(
        self, position: Position, first_guess: int | None, threads: int | None, progress: Progress | None
    ) -> "Nodes":
        """The same with the guess in *position* given by its index, or None."""
        poll()
        table, check = position.table, current_check()

        def report(found: int) -> None:
            check()
            if progress is not None:
                progress(found, len(position.candidates))

        return table.native.build_tree(
            self.choice,
            self.consistent,
            self.seed,
            position.candidates,
            position.guesses_so_far,
            first_guess,
            table.native_symmetries,
            threads or engine.default_threads(),
            report,
        )

    def worst_from(self, position: Position, most_pairs: int) -> int | None:
        """The height of the whole tree from *position* on, unless it depends on a seed or is too large to build."""
        if self.drawn or len(position.table.guesses) * len(position.candidates) > most_pairs:
            return None
        return int(self.nodes(position, 1, None)[2].max())

    def _random_state(self, position: Position) -> int:
        """What `random` draws from: a function of seed and history."""
        state = engine.random_state(self.seed)
        for guess, row in zip(position.guesses_so_far, position.history, strict=True):
            state = engine.next_random_state(state, guess, position.table.ordinal(row.feedback))
        return state


class MetricStrategy(Strategy):
    """Plays the guess whose parts have the least *metric*, a function of your own."""

    def __init__(self, name: str, metric: MetricFunction, consistent: bool = False) -> None:
        super().__init__(name, consistent)
        check_function(f"the metric {name!r}", metric, 1, StrategyError)
        self.metric = metric
        self.array_metric = self._ranks
        self._values: dict[tuple[int, ...], float] = {}

    def choose(self, position: Position) -> Code:
        """The best guess by the metric; ties: consistent before others, then the lowest."""
        table = position.table
        consistent = {int(table.winner[secret]) for secret in position.candidates}
        if len(consistent) == 1:
            return table.guesses[min(consistent)]
        allowed = sorted(consistent) if self.consistent else table.representatives(position.guesses_so_far).tolist()
        best: tuple[float, bool, int] | None = None
        for guess, sizes in zip(allowed, _sizes(position, allowed), strict=True):
            if len(sizes) == 1 and guess not in consistent:
                continue  # it does not split the candidates
            value = self.value(sizes)
            rank = (value, guess not in consistent, guess)
            same = best is not None and _same(value, best[0])
            if best is None or (value < best[0] and not same) or (same and rank[1:] < best[1:]):
                best = rank
        assert best is not None, "a consistent guess is always allowed"
        return table.guesses[best[2]]

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

    def _ranks(self, weights: "NDArray[np.int64]", sizes: "Indices") -> "NDArray[np.int64]":
        """The place of each guess in the order of the metric, from 0; guesses of equal value have the same."""
        parts = [weight[size > 0].tolist() for weight, size in zip(weights, sizes, strict=True)]
        values = [self.value(tuple(sorted(part, reverse=True))) for part in parts]
        ranks, rank = np.zeros(len(values), np.int64), 0
        order = sorted(range(len(values)), key=values.__getitem__)
        for before, place in pairwise(order):
            rank += not _same(values[before], values[place])
            ranks[place] = rank
        return ranks


class OwnStrategy(Strategy):
    """A strategy of your own: any function from a position to a guess."""

    def __init__(self, name: str, function: Callable[[Position], Code], consistent: bool = False) -> None:
        super().__init__(name, consistent)
        check_function(f"the strategy {name!r}", function, 1, StrategyError)
        self.function = function

    def choose(self, position: Position) -> Code:
        """What the function says; raises StrategyError when that is no guess, or does not split the candidates."""
        try:
            guess = position.game.parse_guess(self.function(position))
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise StrategyError(
                f"the strategy {self.name!r} fails after {str(position.history)!r}: {reason(error)}"
            ) from error
        parts = position.table.partition(position.table.guesses.index(guess), position.candidates)
        if self.consistent and position.table.win not in parts:
            raise StrategyError(
                f"the strategy {self.name!r} plays {guess!r} after {str(position.history)!r}, which is not consistent"
            )
        if len(parts) == 1 and position.table.win not in parts:
            raise StrategyError(
                f"the strategy {self.name!r} plays {guess!r} after {str(position.history)!r}, which does not split the "
                "candidates"
            )
        return guess


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
    if weights is None or not weights[position.candidates].any():
        sizes = table.all_part_sizes(position.candidates)[guesses]
        counts = np.count_nonzero(sizes, axis=1).tolist()
        largest_first = np.sort(sizes, axis=1)[:, ::-1].tolist()
        return [tuple(row[:count]) for row, count in zip(largest_first, counts, strict=True)]
    parts = (table.partition(guess, position.candidates).values() for guess in guesses)
    return [tuple(sorted((int(weights[part].sum()) for part in split), reverse=True)) for split in parts]
