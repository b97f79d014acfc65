"""Strategies: they choose a guess in any position, by the core, by a metric, or by a function of the user."""

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
from bestguess.errors import BestguessError, StrategyError, error_text
from bestguess.games import Code, Game, History, moment_text
from bestguess.games.custom import TextGame
from bestguess.games.table import Progress
from bestguess.metrics import MetricFunction
from bestguess.position import Position, PositionLike, as_position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices
    from bestguess.metrics import ArrayMetric

    Nodes: TypeAlias = tuple[Indices, Indices, Indices, Indices]
    """The nodes of a tree in preorder, leaves too: guess, branch, depth, and how many candidates end there."""

NO_GUESS = 2**32 - 1
"""The guess of a node that is a leaf."""
DEFAULT_STRATEGY = "entropy"
"""The strategy to use when the caller names none."""
_TOLERANCE = 1e-9  # relative: two floating-point values of a metric that differ by less are equal


@dataclass(frozen=True)
class Move:
    """The guess of a strategy in a position, and what is known about it.

    *certain*: False when the budget ended before the strategy could prove its move. Then *guess* is the best it knows.
    *worst*: the worst case from here on, this guess included, if the same strategy continues; None if unknown.
    *total*: bounds of the least total from here on, if the strategy searched for it. Only guesses that the strategy may
    make count.
    """

    guess: Code
    certain: bool = True
    worst: int | None = None
    total: Bounds[int, int] | None = None


class Strategy(ABC):
    """A strategy chooses a guess in any position. It is a callable with a name and two options.

    *consistent*: choose only guesses that would win against a candidate. *first_guess*: the guess to play at the start.
    """

    objective: str | None = None
    """The objective for which the moves are proven best; None for strategies that prove nothing."""
    is_random = False
    """Whether moves are random, drawn by a seed. Then figures are means over several seeds."""
    array_metric: "ArrayMetric | None" = None
    """The metric that ranks guesses, for many guesses at once; None for strategies without one."""
    seed: int
    """The seed of random moves."""
    progress: SearchProgress | None
    """A function to call during a search; only strategies that search use it."""

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
        """Return the guess in *position*.

        Raises StrategyError when the rule of the game forbids the guess or `consistent` does not work with its goal,
        HistoryError when the game is over, and ContradictionError when no candidate is left.
        """
        position = as_position(position)
        self.check_goal(position.game)
        position.check_running()
        if (opening := self.opening(position.game, position.active_rows)) is not None:
            return opening
        guess = self.choose(position)
        self.check_allowed(position, guess)
        return guess

    def check_goal(self, game: Game) -> None:
        """Raise StrategyError when `consistent` does not work with the goal of *game*."""
        if self.consistent and game.identifies:
            raise StrategyError(f"consistent=True does not work with goal=identify, which {game} has")

    def check_allowed(self, position: Position, guess: Code) -> None:
        """Raise StrategyError when the rule of the game forbids *guess*, which this strategy chose in *position*."""
        if (why := position.why_forbidden(guess)) is not None:
            raise StrategyError(
                f"the strategy {self.name!r} plays {guess!r} {moment_text(position.active_rows)}: {why}"
            )

    @abstractmethod
    def choose(self, position: Position) -> Code:
        """Return the guess in *position*, without regard to `first_guess`."""

    def move(self, position: PositionLike, budget: int | None = None) -> Move:
        """Return the move in *position*. A strategy that searches looks at *budget* nodes at most (None: no limit)."""
        as_limit("a budget", budget, error=StrategyError)
        return Move(self(position))

    def worst_from(self, position: Position, most_pairs: int) -> int | None:
        """Return the worst case from *position* on, or None if it takes more than *most_pairs* to compute.

        A pair is one guess scored against one candidate.
        """
        return None

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes | None":
        """Return the whole tree from *position* on if the strategy can build it at once; else None."""
        return None

    def with_seed(self, seed: int) -> Self:
        """Return a copy of this strategy with another *seed*."""
        strategy = copy.copy(self)
        strategy.seed = as_seed(seed)
        return strategy

    def opening(self, game: Game, rows: History) -> Code | None:
        """Return `first_guess` if there is one and no *rows* were played; else None.

        Raises StrategyError when *game* has no such guess.
        """
        if self.first_guess is None or rows:
            return None
        try:
            return game.as_guess(self.first_guess)
        except BestguessError as error:
            first = describe(self.first_guess)
            raise StrategyError(f"the first guess {first} is not a guess of {game}: {error}") from error


def as_seed(value: object) -> int:
    """Return *value* as a seed; raise StrategyError if it is not one."""
    return as_integer("a seed", value, 0, 2**64 - 1, StrategyError)


class NativeStrategy(Strategy):
    """A strategy of the core: `first`, `random`, or one of the four metrics of the literature."""

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
        self.is_random = choice is engine.Choice.random

    def choose(self, position: Position) -> Code:
        """Return the guess of the core. It is the same as in the whole tree that the core builds."""
        poll()
        table = position.table
        # An empty array of allowed guesses means that all are allowed.
        state, allowed = 0, np.empty(0, np.uint32)
        if self.is_random:
            # A random guess depends on the seed and the history alone, so that it can be repeated.
            state = engine.random_state(self.seed)
            for guess, row in zip(position.guesses_so_far, position.active_rows, strict=True):
                state = engine.next_random_state(state, guess, table.ordinal(row.feedback))
        elif self.choice is not engine.Choice.first and len(position.active_rows) <= 2:
            # Fewer guesses to score. Later few symmetries are left, and finding them takes longer than it saves.
            allowed = position.different_guesses
        elif position.allowed_indices is not None:
            allowed = position.allowed_indices
        guess_index = table.native.choose(self.choice, self.consistent, position.candidate_indices, state, allowed)
        return table.guesses[guess_index]

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """Return the whole tree from *position* on, built by the core."""
        opening = self.opening(position.game, position.active_rows)
        first = None if opening is None else position.table.guesses.index(opening)
        return self.nodes_after(position, first, threads, progress)

    def nodes_after(
        self, position: Position, first_guess: int | None, threads: int | None, progress: Progress | None
    ) -> "Nodes":
        """Return the whole tree from *position* on. *first_guess*: index of the guess at its root, or None."""
        poll()
        table, check = position.table, current_check()

        def report(done: int) -> None:  # called by the core now and then; an exception ends its work
            check()
            if progress is not None:
                progress(done, len(position.candidate_indices))

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
        """Return the height of the whole tree from *position* on; None if it is random or too large to build."""
        if self.is_random or len(position.table.guesses) * len(position.candidate_indices) > most_pairs:
            return None
        guess, _, depth, _ = self.nodes(position, 1, None)
        return int(depth[guess != NO_GUESS].max())


class MetricStrategy(Strategy):
    """A strategy that plays the guess with the lowest *metric*, a function of part sizes."""

    def __init__(self, name: str, metric: MetricFunction, consistent: bool = False) -> None:
        super().__init__(name, consistent)
        check_function(f"the metric {name!r}", metric, 1, StrategyError)
        self.metric = metric
        self.array_metric = self._ranks
        self._values: dict[tuple[int, ...], float] = {}

    def choose(self, position: Position) -> Code:
        """Return the guess with the lowest metric. Ties: a consistent guess, then the cheapest, then the lowest.

        A cheapest guess that wins against every candidate is played regardless of its metric.
        """
        table = position.table
        consistent: set[int] = set(table.consistent_guesses(position.candidate_indices).tolist())
        if len(position.candidate_indices) == len(consistent) == 1:
            return table.guesses[min(consistent)]
        if (sure_win := table.sure_win(position.candidate_indices)) is not None:
            return table.guesses[sure_win]
        guesses = sorted(consistent) if self.consistent else position.different_guesses.tolist()
        best: tuple[float, bool, int, int] | None = None
        for guess, sizes in zip(guesses, _part_sizes(position, guesses), strict=True):
            if len(sizes) == 1 and guess not in consistent:
                continue  # it does not split the candidates
            value = self.value(sizes)
            cost = int(table.costs[guess])
            rank = (value, guess not in consistent, cost, guess)
            # Values may differ by rounding, so ranks cannot simply be compared.
            is_tie = best is not None and _equal(value, best[0])
            if best is None or (value < best[0] and not is_tie) or (is_tie and rank[1:] < best[1:]):
                best = rank
        assert best is not None, "a guess that wins or splits is always allowed"
        return table.guesses[best[3]]

    def value(self, sizes: tuple[int, ...]) -> float:
        """Return the metric of part *sizes*, which is cached; raise StrategyError if it fails or is not a number."""
        if sizes in self._values:
            return self._values[sizes]
        try:
            value = self.metric(list(sizes))
            number = _as_number(value) if isinstance(value, Real) else math.nan
        except (Exception, SystemExit) as error:  # the user's function may raise anything
            raise StrategyError(
                f"the metric {self.name!r} fails for part sizes {describe(list(sizes))}: {error_text(error)}"
            ) from error
        if number != number:  # only nan differs from itself
            raise StrategyError(
                f"the metric {self.name!r} must return a number for part sizes {describe(list(sizes))}, "
                f"got {describe(value)}"
            )
        self._values[sizes] = number
        return number

    def _ranks(self, weights: "NDArray[np.int64]", sizes: "Indices", costs: "NDArray[np.int64]") -> "NDArray[np.int64]":
        """Return the rank of each guess by the metric, from 0. Guesses of equal value have the same rank."""
        parts = [weight[size > 0].tolist() for weight, size in zip(weights, sizes, strict=True)]
        values = [self.value(tuple(sorted(part, reverse=True))) for part in parts]
        ranks, rank = np.zeros(len(values), np.int64), 0
        order = sorted(range(len(values)), key=values.__getitem__)
        for previous, guess in pairwise(order):
            rank += not _equal(values[previous], values[guess])
            ranks[guess] = rank
        return ranks


class UselessGuessError(StrategyError):
    """A strategy chose a *guess* that neither splits the candidates nor wins.

    A tree cannot have such a guess: the same position would come again, without end.
    """

    guess: Code = ""


class FunctionStrategy(Strategy):
    """A custom strategy: any *function* from a position to a guess."""

    def __init__(self, name: str, function: Callable[[Position], Code], consistent: bool = False) -> None:
        super().__init__(name, consistent)
        check_function(f"the strategy {name!r}", function, 1, StrategyError)
        self.function = function

    def choose(self, position: Position) -> Code:
        """Return the guess of the function.

        Raises StrategyError if the function fails, or if its guess is not one of the game, is forbidden, or does not
        split the candidates.
        """
        try:
            guess = self._call_function(position)
        except (Exception, SystemExit) as error:  # the user's function may raise anything
            where = moment_text(position.active_rows)
            raise StrategyError(f"the strategy {self.name!r} fails {where}: {error_text(error)}") from error
        self.check_allowed(position, guess)
        parts = position.table.partition(position.table.guesses.index(guess), position.candidate_indices)
        plays = f"the strategy {self.name!r} plays {guess!r} {moment_text(position.active_rows)}"
        if self.consistent and position.table.win not in parts:
            raise StrategyError(f"{plays}, which is not consistent")
        if len(parts) == 1 and position.table.win not in parts:
            failure = UselessGuessError(f"{plays}, which does not split the candidates")
            failure.guess = guess
            raise failure
        return guess

    def _call_function(self, position: Position) -> Code:
        """Return the guess of the function. It gets the user's own objects, even if the position has their texts."""
        game = position.game
        if not isinstance(game, TextGame):
            return game.as_guess(self.function(position))
        object_game = game.game.with_rows(game.rows)
        guess = object_game.as_guess(self.function(position.in_game(object_game)))
        return game.guesses[object_game.guesses.index(guess)]


class TreeStrategy(FunctionStrategy):
    """A strategy that follows a tree. Its function gets the position unchanged, even if its codes are texts."""

    def _call_function(self, position: Position) -> Code:
        return position.game.as_guess(self.function(position))


def _equal(value: float, other: float) -> bool:
    """Whether two values of a metric are equal: exactly for integers and fractions, up to rounding for floats."""
    if isinstance(value, Rational) and isinstance(other, Rational):
        return value == other
    try:
        return math.isclose(value, other, rel_tol=_TOLERANCE, abs_tol=1e-15)
    except OverflowError:  # a float, and an integer too large for a float
        return value == other


def _as_number(value: Real) -> Any:
    """Return *value* as an int, a Fraction or a float, which Python can compare with each other exactly."""
    if isinstance(value, int | Fraction):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def _part_sizes(position: Position, guesses: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the sizes of the parts of each of *guesses*, or their weights, the largest first."""
    sizes, weights = position.table.list_parts(np.array(guesses, np.uint32), position.candidate_indices)
    counts = np.count_nonzero(sizes, axis=1).tolist()
    largest_first = np.sort(weights, axis=1)[:, ::-1].tolist()
    return [tuple(row[:count]) for row, count in zip(largest_first, counts, strict=True)]
