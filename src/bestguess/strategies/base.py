"""Strategies: from a position to a guess."""

import copy
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias

import numpy as np

from bestguess import engine
from bestguess.arguments import as_flag, as_integer, as_limit, as_text, described
from bestguess.bounds import Bounds, SearchProgress
from bestguess.errors import BestguessError, StrategyError
from bestguess.games import Code, GameLike, as_game, when
from bestguess.interruption import current_check, poll
from bestguess.position import Position, PositionLike, as_position
from bestguess.shown import short_code
from bestguess.table import Progress

if TYPE_CHECKING:
    from bestguess.engine import Indices
    from bestguess.strategies.metrics import ArrayMetric

    Nodes: TypeAlias = tuple[Indices, Indices, Indices, Indices]
    """Guess, branch, depth and how many candidates end there, of each node of a tree in preorder, leaves too."""

NO_GUESS = 2**32 - 1
"""The guess of a node that is a leaf."""
DEFAULT_STRATEGY = "entropy"
"""The strategy that is asked when none is named."""


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
        if self.first_guess is not None and not position.active_rows:
            return self.with_first_guess(self.first_guess, position.game).first_guess
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

    def with_first_guess(self, first_guess: Code | None, game: GameLike) -> Self:
        """Return this strategy, beginning with *first_guess*; raises StrategyError when *game* has no such guess."""
        strategy, rules = copy.copy(self), as_game(game)
        try:
            strategy.first_guess = None if first_guess is None else rules.as_guess(first_guess)
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
        elif self.choice is not engine.Choice.first and len(position.active_rows) <= 2:
            allowed = position.different_guesses
        elif position.allowed_indices is not None:
            allowed = position.allowed_indices
        found = table.native.choose(self.choice, self.consistent, position.candidate_indices, state, allowed)
        return table.guesses[found]

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """The whole tree from *position* on, built by the core."""
        given = self.first_guess if not position.active_rows else None
        first = None if given is None else position.table.guesses.index(given)
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

    def _random_state(self, position: Position) -> int:
        """What `random` draws from: a function of seed and history."""
        state = engine.random_state(self.seed)
        for guess, row in zip(position.guesses_so_far, position.active_rows, strict=True):
            state = engine.next_random_state(state, guess, position.table.ordinal(row.feedback))
        return state
