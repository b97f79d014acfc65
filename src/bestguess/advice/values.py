"""Compute values of positions and guesses: the least expected number of further guesses, exactly or as a range.

The value of a position with candidates S is E(S), the least expected number of further guesses, the winning one
included. With goal identify it is 0 once all candidates have one label. The value of a guess is the expected number if
that guess is made now and the best play follows. In games with costs, values are costs in the user's unit. All numbers
are rational: nothing is rounded.
"""

import time
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess import engine
from bestguess.arguments import as_limit, as_seconds, as_threads, check_progress
from bestguess.bounds import Bounds, SearchProgress
from bestguess.data import known_first_guess
from bestguess.display import one_line
from bestguess.errors import GameError
from bestguess.games import Code, GameLike, as_game, quote
from bestguess.games.table import Table
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.totals import MIN_NODES, bounded_total, least_depths, least_total_after, least_total_of
from bestguess.strategies import NativeStrategy
from bestguess.trees import tree_of
from bestguess.trees.build import prepare
from bestguess.wording import count_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

MAX_PAIRS = 10**8
"""About how many pairs of a guess and a candidate one question may examine: a few hundredths of a second.

Work is limited by counts, never by time, so that the same question has the same answer on every machine.
"""
_TREE_PAIRS = 2 * 10**7  # like PAIRS, for building whole trees of a one-step strategy
_MIN_TREES = 2
_CELLS = 2**22  # guesses times candidates in one array: bounds the memory


def nodes_for(position: Position, budget: int | None) -> int:
    """Return how many nodes a question about *position* may take: *budget*, or a default by its size."""
    return MAX_PAIRS // _pairs(position) if budget is None else budget


def trees_for(position: Position) -> int:
    """Return how many guesses of *position* may be valued by building a tree for each, without a search."""
    return max(_MIN_TREES, _TREE_PAIRS // _pairs(position))


def _pairs(position: Position) -> int:
    return len(position.table.guesses) * len(position.candidate_indices)


@dataclass(frozen=True)
class Value:
    """Bounds of an expected number of guesses, and a *guess* that reaches the upper bound.

    Also used for chances to win: there *guess* reaches the lower bound.
    """

    bounds: Bounds[Fraction, Fraction]
    """Bounds of the number."""
    guess: Code | None
    """The guess that reaches the bound; None once the game is over."""

    def __repr__(self) -> str:
        by = "" if self.guess is None else f" by {quote(self.guess)}"
        return one_line(self, f"{self.bounds.as_text()}{by}")

    @property
    def proven(self) -> bool:
        """Whether the number is exact."""
        return self.bounds.proven

    @staticmethod
    def of_total(total: Bounds[int, int], weight: int, guess: Code, unit: Fraction) -> "Value":
        """Return the value for a *total* over candidates of this *weight*. The total counts units of cost *unit*."""
        return Value(Bounds(total.lower * unit / weight, total.upper * unit / weight), guess)


VALUE_WHEN_OVER = Value(Bounds(Fraction(0), Fraction(0)), None)
"""Value of a position in which the game is over."""


class Values:
    """A cache of values of positions of one *game*, each computed once by a search of at most *nodes* nodes.

    Without *nodes*, a search goes on until the value is proven. After *time_limit* seconds, or after Ctrl-C, which sets
    *interrupted*, values are only bounded, not searched. *spent* counts the nodes of all searches.

    >>> Values("mastermind(4,6)").of(Position("mastermind(4,6)")).bounds
    Bounds(lower=Fraction(625, 144), upper=Fraction(625, 144))
    """

    def __init__(
        self,
        game: GameLike,
        nodes: int | None = None,
        *,
        threads: int | None = None,
        progress: SearchProgress | None = None,
        time_limit: float | None = None,
    ) -> None:
        check_progress(progress, 1)
        self.game, self.nodes, self.threads = as_game(game), as_limit("nodes", nodes), as_threads(threads)
        self.table = self.game.build_table(threads=self.threads)
        self.progress, seconds = progress, as_seconds("time_limit", time_limit)
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.nodes_searched = 0
        self.interrupted = False
        self._cache: dict[tuple[bytes, Code | None], Value] = {}  # by the key of a position, and a guess in it or None

    def __repr__(self) -> str:
        return one_line(self, f"of {self.table.game}: {count_text(len(self._cache), 'value')} known")

    @property
    def seconds_left(self) -> float | None:
        """Seconds left of the time limit; None without a limit."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def of(self, position: PositionLike) -> Value:
        """Return the value of *position*.

        Raises GameError for a position of another game, ContradictionError when no candidate is left.
        """
        position = self._as_own_position(position)
        return VALUE_WHEN_OVER if self.table.is_over(position.candidate_indices) else self._value(position, None)

    def _as_own_position(self, position_like: PositionLike) -> Position:
        position = as_position(position_like)
        if position.game is not self.game and position.game != self.game:
            raise GameError(f"expected a position of {self.game}, got one of {position.game}")
        position.check_possible()
        return position

    def learn(self, position: Position, value: Value) -> None:
        """Record *value* as the value of *position*, so that it is not searched."""
        self._cache[position.key, None] = value

    def of_guess(self, position: PositionLike, guess: Code) -> Value:
        """Return the value of *guess* in *position*.

        Raises as `of` does; CodeError for an invalid guess, HistoryError when the rule of the game forbids it.
        """
        position, guess = self._as_own_position(position), self.game.as_guess(guess)
        position.check_allowed(guess)
        best = self._cache.get((position.key, None))
        # No guess is below the lower bound of the position, and its best guess reaches the upper bound.
        if best is not None and best.guess == guess:
            return best
        index, cost = self.table.guesses.index(guess), cost_of(self.table, guess)
        if self.table.is_over(position.candidate_indices):
            return Value(Bounds(cost, cost), guess)
        splits = np.count_nonzero(self.table.part_sizes(index, position.candidate_indices)) > 1
        if not (splits or position.may_win(index)):
            # The guess is wasted: the candidates stay the same. The position may not: a rule may forbid more guesses.
            (after,) = position.parts(guess).values()
            lower, upper = self.of(after).bounds
            return Value(Bounds(lower + cost, upper + cost), guess)
        return self._value(position, guess)

    def _value(self, position: Position, guess: Code | None) -> Value:
        key = (position.key, guess)
        if key not in self._cache:
            self._cache[key] = self._find(position, guess)
        return self._cache[key]

    def _find(self, position: Position, guess: Code | None) -> Value:
        """Return the value from the shipped data, by a search, or as bounds without a search."""
        table, candidates = self.table, position.candidate_indices
        unit = table.game.cost_unit
        if len(candidates) == 1:  # *guess*, if there is one, wins: `of_guess` has handled wasted guesses
            best = cheapest_winner(table, int(candidates[0])) if guess is None else guess
            cost = cost_of(table, best)
            return Value(Bounds(cost, cost), best)
        shipped = None if position.active_rows else known_first_guess(table.game, guess)
        if shipped is not None and (self.nodes is not None or shipped.total.proven):
            return Value.of_total(shipped.total, weight_of(position), shipped.guess, unit)
        position = with_positive_weight(position)
        weight = weight_of(position)
        seconds, result = self.seconds_left, None
        late = self.interrupted or (seconds is not None and seconds <= 0)
        too_few_nodes = self.nodes is not None and self.nodes < MIN_NODES
        if not (late or too_few_nodes):
            result = bounded_total(
                position,
                guess,
                node_limit=self.nodes,
                time_limit=seconds,
                threads=self.threads,
                progress=self.progress,
            )
            self.interrupted = result is None or result.interrupted
        if result is None:
            return _bounds(position, guess, weight, self.threads)
        self.nodes_searched += result.nodes
        return Value.of_total(result.bounds, weight, result.guess, unit)


def weight_of(position: Position) -> int:
    """Return the weight of all candidates of *position*: their number in games without weights."""
    return int(position.table.weights[position.candidate_indices].sum())


def with_positive_weight(position: Position) -> Position:
    """Return *position*, or a copy in which each candidate weighs 1 if all their weights are 0."""
    if weight_of(position):
        return position
    return Position(position.table.among(position.candidate_indices), position.active_rows)


def cost_of(table: Table, guess: Code) -> Fraction:
    """Return the cost of *guess* in the user's unit: 1 in games without costs."""
    return int(table.costs[table.guesses.index(guess)]) * table.game.cost_unit


def cheapest_winner(table: Table, secret: int) -> Code:
    """Return the cheapest guess that wins against *secret*, the lowest of several."""
    if table.is_plain:
        return table.guesses[int(table.winner[secret])]
    ends, guesses = table.winners
    winners = guesses[ends[secret - 1] if secret else 0 : ends[secret]]
    return table.guesses[int(winners[np.argmin(table.costs[winners])])]


def win_probability(position: Position, guess: Code) -> Fraction:
    """Return the probability that *guess* ends the game."""
    table, candidates = position.table, position.candidate_indices
    weights = ending_weights(table, np.array([table.guesses.index(guess)], np.uint32), candidates)
    return Fraction(int(weights[0]), int(table.weights_of(candidates).sum()))


def ending_weights(table: Table, guesses: "Indices", candidates: "Indices") -> "NDArray[np.int64]":
    """Return for each of *guesses* the weight of the *candidates* for which it ends the game.

    With goal hit the guess wins against them. With goal identify all candidates in their part have one label. If all
    weights are 0, each candidate counts 1.
    """
    weights = table.weights_of(candidates)
    sums = np.empty(len(guesses), np.int64)
    step = max(1, _CELLS // max(len(candidates), len(table.feedbacks)))
    for begin in range(0, len(guesses), step):
        ordinals = table.ordinals[np.ix_(guesses[begin : begin + step], candidates)]
        if table.game.identifies:
            ends = _has_uniform_part(table.labels[candidates], ordinals, len(table.feedbacks))
        else:
            ends = ordinals == table.win
        sums[begin : begin + step] = ends @ weights
    return sums


def _has_uniform_part(labels: "Indices", ordinals: "NDArray[Any]", feedbacks: int) -> "NDArray[np.bool_]":
    """Whether all secrets in the part of each secret have one label, for each guess.

    *labels*: one for each secret. *ordinals*: the feedbacks, a row for each guess and a column for each secret.
    """
    # Keep one label of each part, no matter which. A part is mixed if any of its secrets has a different label.
    rows = np.arange(len(ordinals))[:, None]
    part_label = np.zeros((len(ordinals), feedbacks), np.int64)
    part_label[rows, ordinals] = labels
    mixed = np.zeros((len(ordinals), feedbacks), np.bool_)
    differs = part_label[rows, ordinals] != labels
    mixed[np.broadcast_to(rows, ordinals.shape)[differs], ordinals[differs]] = True
    return np.asarray(~mixed[rows, ordinals])


def _bounds(position: Position, guess: Code | None, weight: int, threads: int | None) -> Value:
    """Return bounds without a search: below by counting, above by the tree of the strategy entropy."""
    table, candidates = position.table, position.candidate_indices
    prepare(table)
    first = None if guess is None else table.guesses.index(guess)
    chosen = NativeStrategy("entropy", engine.Choice.entropy)
    nodes = chosen.nodes_after(position, first, threads, None)
    tree = tree_of(position, "entropy", False, nodes)
    lower = least_by_parts(position, threads) if first is None else least_total_after(table, first, candidates)
    return Value.of_total(Bounds(lower, tree.unit_figures["total"]), weight, tree.root.guess, table.game.cost_unit)


def least_by_parts(position: Position, threads: int | None = None) -> int:
    """Return a lower bound of the total for any first guess, by counting its parts; in units of cost."""
    table, candidates = position.table, position.candidate_indices
    at_least = least_total_of(table, candidates)
    if table.game.labels is not None:  # part sizes say nothing: what counts is how many labels a part has
        return at_least
    sizes, weights = table.list_parts(position.different_guesses, candidates, threads)
    if not table.game.has_weights:
        costs = table.costs[position.different_guesses]
        return max(at_least, int((least_after(table, sizes) + len(candidates) * costs).min()))
    if not table.is_plain:
        return at_least
    # The first guess finds the winning part. The second finds at best the heaviest candidate of each other part, and k
    # parts hold at most the k heaviest candidates. Every other candidate needs three guesses or more.
    # So total >= 3 * all - 2 * winning part - k heaviest.
    heaviest = np.sort(table.weights[candidates])[::-1]
    found_second = np.concatenate([[0], np.cumsum(heaviest)])[np.count_nonzero(sizes[:, 1:], axis=1)]
    return max(at_least, int((3 * heaviest.sum() - 2 * weights[:, 0] - found_second).min()))


def least_after(table: Table, sizes: "Indices") -> "NDArray[np.int64]":
    """Return for each guess a lower bound of the total after it, in units of cost. Every secret weighs 1.

    *sizes*: part sizes, a row for each guess; column 0 is the winning part.
    """
    max_size, feedbacks = int(sizes.max()), len(table.feedbacks)
    if table.game.identifies:
        least = least_code_totals(max_size, max(2, feedbacks))
    else:
        depths = np.repeat(least_depths(feedbacks, -(-max_size // table.max_wins)), table.max_wins)
        least = np.concatenate([[0], np.cumsum(depths)])
    totals = least[sizes] * int(table.costs.min())
    totals[:, 0] = 0  # the winning part needs no further guess
    return np.asarray(totals.sum(axis=1), np.int64)


def least_code_totals(most: int, branches: int) -> "NDArray[np.int64]":
    """Return the least sum of depths of 0, 1, …, *most* leaves in a tree with at most *branches* branches per node.

    The leaves are as high as possible. With b = *branches*, b^d leaves fit at depth d. For more leaves, some of these
    become nodes with up to b leaves at depth d + 1. Each such step adds up to b - 1 leaves at depth d + 1, and moves
    the leaf it replaces one level down.

    >>> least_code_totals(5, 2).tolist(), least_code_totals(5, 3).tolist()
    ([0, 0, 2, 5, 8, 12], [0, 0, 2, 3, 6, 8])
    """
    leaves = np.arange(most + 1, dtype=np.int64)
    depth, full = np.zeros(most + 1, np.int64), np.minimum(leaves, 1)  # full = b^depth: the last level that is full
    while (grows := (full > 0) & (full * branches <= leaves)).any():
        depth, full = depth + grows, np.where(grows, full * branches, full)
    more = leaves - full
    # -(-more // (b - 1)) rounds up: how many leaves become nodes.
    return np.asarray(depth * full + more * (depth + 1) - -more // (branches - 1), np.int64)
