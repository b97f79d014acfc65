"""Strategies: from a position to a guess, by the core, by a metric, or by any function of your own."""

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
from bestguess.arguments import as_flag, as_integer, as_limit, as_text, check_function, describe
from bestguess.bounds import Bounds, SearchProgress
from bestguess.display import short_code
from bestguess.engine import current_check, poll
from bestguess.errors import BestguessError, StrategyError, reason
from bestguess.games import Code, Game, History, when
from bestguess.games.custom import TextGame
from bestguess.games.table import Progress
from bestguess.metrics import MetricFunction
from bestguess.position import Position, PositionLike, as_position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices
    from bestguess.metrics import ArrayMetric

    Nodes: TypeAlias = tuple[Indices, Indices, Indices, Indices]
    """Guess, branch, depth and how many candidates end there, of each node of a tree in preorder, leaves too."""

NO_GUESS = 2**32 - 1
"""The guess of a node that is a leaf."""
DEFAULT_STRATEGY = "entropy"
"""The strategy that is asked when none is named."""
_TOLERANCE = 1e-9  # of floating-point values of a metric: a smaller difference, as a share of them, is none


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
    seed: int
    """What moves are drawn by, if they are."""
    progress: SearchProgress | None
    """Called during a search, by strategies that search."""

    def __init__(self, name: str, consistent: bool = False) -> None:
        self.name = as_text("the name of a strategy", name, StrategyError)
        self.consistent = as_flag("consistent", consistent)
        self.first_guess: Code | None = None
        self.seed, self.progress = 0, None

    @property
    def least_mean(self) -> bool:
        """Whether the moves are proven to have the least mean."""
        return self.objective in ("mean", "mean,worst")

    def __repr__(self) -> str:
        options = [f"consistent={self.consistent}"] if self.consistent else []
        options += [f"first_guess={self.first_guess!r}"] if self.first_guess is not None else []
        return short_code(self, f"strategy({', '.join([repr(self.name), *options])})", self.name)

    def __call__(self, position: PositionLike) -> Code:
        """The guess in *position*; raises StrategyError when the rule of the game forbids it.

        Raises HistoryError when the game is over, ContradictionError when no candidate is left.
        """
        position = as_position(position)
        position.check_running()
        if (opening := self.opening(position.game, position.active_rows)) is not None:
            return opening
        guess = self.choose(position)
        self.check_allowed(position, guess)
        return guess

    def check_allowed(self, position: Position, guess: Code) -> None:
        """Raises StrategyError when the rule of the game forbids *guess*, which this strategy plays in *position*."""
        if (why := position.why_forbidden(guess)) is not None:
            raise StrategyError(f"the strategy {self.name!r} plays {guess!r} {when(position.active_rows)}: {why}")

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
        """Return this strategy with another *seed*."""
        strategy = copy.copy(self)
        strategy.seed = as_seed(seed)
        return strategy

    def opening(self, game: Game, rows: History) -> Code | None:
        """Return the first guess that was given, before any *rows*; raises StrategyError when *game* has none such."""
        if self.first_guess is None or rows:
            return None
        try:
            return game.as_guess(self.first_guess)
        except BestguessError as error:
            first = describe(self.first_guess)
            raise StrategyError(f"the first guess {first} is not a guess of {game}: {error}") from error


def as_seed(value: object) -> int:
    """*value* as a seed; raises StrategyError."""
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
        if self.drawn:  # by the seed and the history
            state = engine.random_state(self.seed)
            for guess, row in zip(position.guesses_so_far, position.active_rows, strict=True):
                state = engine.next_random_state(state, guess, table.ordinal(row.feedback))
        elif self.choice is not engine.Choice.first and len(position.active_rows) <= 2:
            allowed = position.different_guesses
        elif position.allowed_indices is not None:
            allowed = position.allowed_indices
        found = table.native.choose(self.choice, self.consistent, position.candidate_indices, state, allowed)
        return table.guesses[found]

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """The whole tree from *position* on, built by the core."""
        opening = self.opening(position.game, position.active_rows)
        first = None if opening is None else position.table.guesses.index(opening)
        return self.nodes_after(position, first, threads, progress)

    def nodes_after(
        self, position: Position, first_guess: int | None, threads: int | None, progress: Progress | None
    ) -> "Nodes":
        """The whole tree from *position* on, where the guess there is given by its index, or None."""
        poll()
        table, check = position.table, current_check()

        def report(found: int) -> None:
            check()
            if progress is not None:
                progress(found, len(position.candidate_indices))

        return table.native.build_tree(
            self.choice,
            self.consistent,
            self.seed,
            position.candidate_indices,
            position.guesses_so_far,
            position.allowed_indices,
            first_guess,
            table.native_symmetries,
            threads or engine.default_threads(),
            report,
        )

    def worst_from(self, position: Position, most_pairs: int) -> int | None:
        """The height of the whole tree from *position* on, unless it depends on a seed or is too large to build."""
        if self.drawn or len(position.table.guesses) * len(position.candidate_indices) > most_pairs:
            return None
        guess, _, depth, _ = self.nodes(position, 1, None)
        return int(depth[guess != NO_GUESS].max())


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
        if sizes in self._values:
            return self._values[sizes]
        try:
            value = self.metric(list(sizes))
            number = _exact(value) if isinstance(value, Real) else math.nan
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise StrategyError(
                f"the metric {self.name!r} fails for part sizes {describe(list(sizes))}: {reason(error)}"
            ) from error
        if number != number:
            raise StrategyError(
                f"the metric {self.name!r} is not a number for part sizes {describe(list(sizes))}, "
                f"but {describe(value)}"
            )
        self._values[sizes] = number
        return number

    def _ranks(self, weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.int64]":
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


class TreeStrategy(OwnStrategy):
    """A strategy that a tree plays: its function takes positions as they are."""

    def _ask(self, position: Position) -> Code:
        return position.game.as_guess(self.function(position))


def _same(one: float, other: float) -> bool:
    """Whether two values of a metric are equal: integers and fractions exactly, others but for rounding."""
    if isinstance(one, Rational) and isinstance(other, Rational):
        return one == other
    try:
        return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=1e-15)
    except OverflowError:  # an integer that no float can hold, and a float
        return one == other


def _exact(value: Real) -> Any:
    """*value* as a float, or as an integer or fraction: numbers that Python compares with each other."""
    if isinstance(value, int | Fraction):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def _sizes(position: Position, guesses: Sequence[int]) -> list[tuple[int, ...]]:
    """The sizes of the parts after each of *guesses*, or their weights, the largest first."""
    sizes, weights = position.table.listed_parts(np.array(guesses, np.uint32), position.candidate_indices)
    counts = np.count_nonzero(sizes, axis=1).tolist()
    largest_first = np.sort(weights, axis=1)[:, ::-1].tolist()
    return [tuple(row[:count]) for row, count in zip(largest_first, counts, strict=True)]
