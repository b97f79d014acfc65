"""What positions and guesses are worth: the least expected number of further guesses, exactly or as a range.

E(S) is the least expected number of further guesses from candidates S, the winning one counted. Of a guess, it is the
expected number when that guess is made now and the best is played after. All numbers are rational: nothing is rounded.
"""

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_seconds, as_threads, check_progress
from bestguess.bounds import Bounds, SearchProgress
from bestguess.data import known_first_guess
from bestguess.errors import GameError
from bestguess.games import Code, GameLike, PositionLike, game_and_history
from bestguess.solvers.size_bounds import least_depths, least_weighted_total
from bestguess.solvers.totals import LEAST_NODES, bounded_total, least_total_after
from bestguess.strategies import NativeStrategy, Position, as_position
from bestguess.table import Table, as_table
from bestguess.trees import tree_of
from bestguess.trees.build import prepare

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices


@dataclass(frozen=True)
class Value:
    """What is known of an expected number of guesses, and *guess*, which is known to reach the upper bound."""

    bounds: Bounds[Fraction, Fraction]
    guess: Code

    @property
    def proven(self) -> bool:
        """Whether the number is exact."""
        return self.bounds.proven

    @staticmethod
    def of_total(total: Bounds[int, int], weight: int, guess: Code) -> "Value":
        """The value of a *total* over candidates of this *weight*."""
        return Value(Bounds(Fraction(total.lower, weight), Fraction(total.upper, weight)), guess)


class Values:
    """The values of positions of one table, each found once by at most *nodes* nodes (None: until it is proven).

    Once *time_limit* seconds have passed, or after Ctrl-C, which sets *interrupted*, only bounds are taken.

    >>> from bestguess.games import game
    >>> table = Table(game("mastermind(4,6)"))
    >>> Values(table).of(Position(table)).bounds
    Bounds(lower=Fraction(625, 144), upper=Fraction(625, 144))
    """

    def __init__(
        self,
        table: GameLike,
        nodes: int | None = None,
        *,
        threads: int | None = None,
        progress: SearchProgress | None = None,
        time_limit: float | None = None,
    ) -> None:
        check_progress(progress)
        self.table, self.nodes, self.threads = as_table(table), as_limit("nodes", nodes), as_threads(threads)
        self.progress, seconds = progress, as_seconds("time_limit", time_limit)
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.spent = 0
        self.interrupted = False
        self._known: dict[tuple[bytes, Code | None], Value] = {}  # by the key of a position

    @property
    def seconds_left(self) -> float | None:
        """What is left of the time limit; None without one."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def of(self, position: PositionLike) -> Value:
        """The value of *position*, which has candidates; raises GameError for a position of another game."""
        return self._value(self._own(position), None)

    def _own(self, given: PositionLike) -> Position:
        """The position that was given, on this table."""
        if isinstance(given, Position) and given.table is self.table:
            return given
        rules, rows = game_and_history(given, "")
        if rules != self.table.game:
            raise GameError(f"expected a position of {self.table.game}, got one of {rules}")
        return as_position(self.table, rows)

    def learn(self, position: Position, value: Value) -> None:
        """Takes *value* as that of *position*, without a search."""
        self._known[position.key, None] = value

    def of_guess(self, position: PositionLike, guess: Code) -> Value:
        """The value of making *guess* in *position*; raises CodeError, HistoryError when the rule forbids it."""
        position, guess = self._own(position), self.table.game.parse_guess(guess)
        position.game.check_allowed(guess, position.history)
        known = self._known.get((position.key, None))
        if known is not None and known.guess == guess:  # no guess is worth less, and this one reaches the upper bound
            return known
        table = self.table
        index = table.guesses.index(guess)
        sizes = table.part_sizes(index, position.candidates)
        splits = np.count_nonzero(sizes) > 1 or sizes[table.win]
        if not splits:  # one guess is lost, and what a rule forbids after it
            (after,) = position.parts(guess).values()
            lower, upper = self.of(after).bounds
            return Value(Bounds(lower + 1, upper + 1), guess)
        return self._value(position, guess)

    def _value(self, position: Position, guess: Code | None) -> Value:
        key = (position.key, guess)
        if key not in self._known:
            self._known[key] = self._find(position, guess)
        return self._known[key]

    def _find(self, position: Position, guess: Code | None) -> Value:
        table, candidates = self.table, position.candidates
        if len(candidates) == 1 and guess in (None, table.guesses[int(table.winner[candidates[0]])]):
            return Value.of_total(Bounds(1, 1), 1, table.guesses[int(table.winner[candidates[0]])])
        start = None if position.history else known_first_guess(table.game, guess)
        if start is not None and (self.nodes is not None or start.total.proven):
            return Value.of_total(start.total, weight_of(position), start.guess)
        if not (weight := weight_of(position)):  # candidates that weigh nothing are alike
            position = Position(table.among(candidates), position.history)
            weight = len(candidates)
        left = self.seconds_left
        late = self.interrupted or (left is not None and left <= 0)
        few = self.nodes is not None and self.nodes < LEAST_NODES
        if late or few:
            return _bounds(position, guess, weight, self.threads)
        found = bounded_total(
            position,
            guess,
            node_limit=self.nodes,
            time_limit=left,
            threads=self.threads,
            progress=self.progress,
        )
        if found is None:
            self.interrupted = True
            return _bounds(position, guess, weight, self.threads)
        self.interrupted |= found.interrupted
        self.spent += found.nodes
        return Value.of_total(found.bounds, weight, found.guess)


def weight_of(position: Position) -> int:
    """The weight of the candidates of *position*; their number where they have no weights."""
    weights = position.table.weights
    return len(position.candidates) if weights is None else int(weights[position.candidates].sum())


def _bounds(position: Position, guess: Code | None, weight: int, threads: int | None) -> Value:
    """A lower bound by counting, and what a one-step strategy needs."""
    table, candidates = position.table, position.candidates
    prepare(table)
    first = None if guess is None else table.guesses.index(guess)
    chosen = NativeStrategy("entropy", engine.Choice.entropy)
    nodes = chosen.nodes_after(position, first, threads, None)
    tree = tree_of(table, "entropy", False, nodes, 0)
    low = least_by_parts(position, threads) if first is None else least_total_after(table, first, candidates)
    return Value.of_total(Bounds(low, int(tree.figures.total)), weight, tree.root.guess)


def least_by_parts(position: Position, threads: int | None = None) -> int:
    """The least total that any guess can need, by counting its parts."""
    table, candidates = position.table, position.candidates
    sizes, weights = table.listed_parts(position.different_guesses, candidates, threads)
    if table.weights is None:
        return int(_totals(table, sizes).min()) + len(candidates)
    # Of a part, at best the heaviest is found at once and the others next: no more than the heaviest of all at once.
    heaviest = np.sort(table.weights[candidates])[::-1]
    at_once = np.concatenate([[0], np.cumsum(heaviest)])[np.count_nonzero(sizes[:, 1:], axis=1)]
    by_parts = int((3 * heaviest.sum() - 2 * weights[:, 0] - at_once).min())
    return max(by_parts, least_weighted_total(len(table.feedbacks), heaviest))


def _totals(table: Table, sizes: "Indices") -> "NDArray[np.int64]":
    """What is needed at least after each guess with these part *sizes*; all secrets weigh one."""
    depth = least_depths(len(table.feedbacks), int(sizes.max()))
    least = np.concatenate([[0], np.cumsum(depth)])
    lost = least[sizes]
    lost[:, 0] = 0  # the winning part
    return np.asarray(lost.sum(axis=1), np.int64)
