"""What positions and guesses are worth: the least expected number of further guesses, exactly or as a range.

E(S) is the least expected number of further guesses from candidates S, the winning one counted; with goal identify it
is 0 once all have one label. Of a guess, it is the expected number when that guess is made now and the best is played
after. In games with costs, it is what these guesses cost, in the user's unit. Numbers are rational: nothing is rounded.
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
from bestguess.solve.totals import LEAST_NODES, bounded_total, least_depths, least_total_after, least_total_of
from bestguess.strategies import NativeStrategy
from bestguess.trees import tree_of
from bestguess.trees.build import prepare
from bestguess.wording import count_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

PAIRS = 10**8
"""Pairs of guesses and candidates that a question may look at, roughly: some hundredths of a second.

Work is limited by counts and never by time, so that the same question has the same answer everywhere.
"""
_TREE_PAIRS = 2 * 10**7  # the same for whole trees of a one-step strategy
_FEWEST_TREES = 2
_CELLS = 2**22  # guesses times candidates that are looked at together


def nodes_for(position: Position, budget: int | None) -> int:
    """Return how many nodes a question about *position* may take: *budget*, or what suits its size."""
    return PAIRS // _pairs(position) if budget is None else budget


def trees_for(position: Position) -> int:
    """Return how many guesses of *position* may be valued by a whole tree when there is no search."""
    return max(_FEWEST_TREES, _TREE_PAIRS // _pairs(position))


def _pairs(position: Position) -> int:
    return len(position.table.guesses) * len(position.candidate_indices)


@dataclass(frozen=True)
class Value:
    """What is known of an expected number of guesses, and *guess*, which is known to reach the upper bound.

    Or of a chance to win: then *guess* is known to reach the lower bound. Of a game that is over, *guess* is None.
    """

    bounds: Bounds[Fraction, Fraction]
    """Between which bounds the number is."""
    guess: Code | None

    def __repr__(self) -> str:
        by = "" if self.guess is None else f" by {quote(self.guess)}"
        return one_line(self, f"{self.bounds.as_text()}{by}")

    @property
    def proven(self) -> bool:
        """Whether the number is exact."""
        return self.bounds.proven

    @staticmethod
    def of_total(total: Bounds[int, int], weight: int, guess: Code, unit: Fraction) -> "Value":
        """The value of a *total*, in units of cost of which each is *unit*, over candidates of this *weight*."""
        return Value(Bounds(total.lower * unit / weight, total.upper * unit / weight), guess)


NOTHING = Value(Bounds(Fraction(0), Fraction(0)), None)
"""The value of a game that is over."""


class Values:
    """The values of positions of one *game*, each found once by at most *nodes* nodes (None: until it is proven).

    Once *time_limit* seconds have passed, or after Ctrl-C, which sets *interrupted*, only bounds are taken. *spent*
    counts the nodes of all searches.

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
        self.spent = 0
        self.interrupted = False
        self._known: dict[tuple[bytes, Code | None], Value] = {}  # by the key of a position

    def __repr__(self) -> str:
        return one_line(self, f"of {self.table.game}: {count_text(len(self._known), 'value')} known")

    @property
    def seconds_left(self) -> float | None:
        """What is left of the time limit; None without one."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def of(self, position: PositionLike) -> Value:
        """The value of *position*, which has candidates; raises GameError for a position of another game."""
        position = self._own(position)
        return NOTHING if self.table.is_over(position.candidate_indices) else self._value(position, None)

    def _own(self, given: PositionLike) -> Position:
        """The position that was given, of this game; raises ContradictionError when it has no candidates."""
        position = as_position(given)
        if position.game is not self.game and position.game != self.game:
            raise GameError(f"expected a position of {self.game}, got one of {position.game}")
        position.check_possible()
        return position

    def learn(self, position: Position, value: Value) -> None:
        """Takes *value* as that of *position*, without a search."""
        self._known[position.key, None] = value

    def of_guess(self, position: PositionLike, guess: Code) -> Value:
        """The value of making *guess* in *position*; raises CodeError, HistoryError when the rule forbids it."""
        position, guess = self._own(position), self.game.as_guess(guess)
        position.check_allowed(guess)
        known = self._known.get((position.key, None))
        if known is not None and known.guess == guess:  # no guess is worth less, and this one reaches the upper bound
            return known
        index, cost = self.table.guesses.index(guess), cost_of(self.table, guess)
        if self.table.is_over(position.candidate_indices):
            return Value(Bounds(cost, cost), guess)
        splits = np.count_nonzero(self.table.part_sizes(index, position.candidate_indices)) > 1
        if not (splits or position.may_win(index)):  # one guess is lost, and what a rule forbids after it
            (after,) = position.parts(guess).values()
            lower, upper = self.of(after).bounds
            return Value(Bounds(lower + cost, upper + cost), guess)
        return self._value(position, guess)

    def _value(self, position: Position, guess: Code | None) -> Value:
        key = (position.key, guess)
        if key not in self._known:
            self._known[key] = self._find(position, guess)
        return self._known[key]

    def _find(self, position: Position, guess: Code | None) -> Value:
        table, candidates = self.table, position.candidate_indices
        unit = table.game.cost_unit
        if len(candidates) == 1:  # a guess that is given wins
            best = cheapest_winner(table, int(candidates[0])) if guess is None else guess
            cost = cost_of(table, best)
            return Value(Bounds(cost, cost), best)
        start = None if position.active_rows else known_first_guess(table.game, guess)
        if start is not None and (self.nodes is not None or start.total.proven):
            return Value.of_total(start.total, weight_of(position), start.guess, unit)
        position = with_weight(position)
        weight = weight_of(position)
        left, found = self.seconds_left, None
        late = self.interrupted or (left is not None and left <= 0)
        few = self.nodes is not None and self.nodes < LEAST_NODES
        if not (late or few):
            found = bounded_total(
                position,
                guess,
                node_limit=self.nodes,
                time_limit=left,
                threads=self.threads,
                progress=self.progress,
            )
            self.interrupted = found is None or found.interrupted
        if found is None:
            return _bounds(position, guess, weight, self.threads)
        self.spent += found.nodes
        return Value.of_total(found.bounds, weight, found.guess, unit)


def weight_of(position: Position) -> int:
    """The weight of the candidates of *position*; their number where they have no weights."""
    return int(position.table.weights[position.candidate_indices].sum())


def with_weight(position: Position) -> Position:
    """Return *position*, or one in a table where its candidates are alike, if they all weigh nothing."""
    if weight_of(position):
        return position
    return Position(position.table.among(position.candidate_indices), position.active_rows)


def cost_of(table: Table, guess: Code) -> Fraction:
    """What *guess* costs in the user's unit: 1 in games without costs."""
    return int(table.costs[table.guesses.index(guess)]) * table.game.cost_unit


def cheapest_winner(table: Table, secret: int) -> Code:
    """The cheapest guess that wins *secret*, the lowest of several."""
    if table.plain:
        return table.guesses[int(table.winner[secret])]
    ends, guesses = table.winners
    winners = guesses[ends[secret - 1] if secret else 0 : ends[secret]]
    return table.guesses[int(winners[np.argmin(table.costs[winners])])]


def win_probability(position: Position, guess: Code) -> Fraction:
    """How likely the game is over with *guess*."""
    table, candidates = position.table, position.candidate_indices
    over = over_weights(table, np.array([table.guesses.index(guess)], np.uint32), candidates)
    return Fraction(int(over[0]), int(table.weights_of(candidates).sum()))


def over_weights(table: Table, guesses: "Indices", candidates: "Indices") -> "NDArray[np.int64]":
    """The weight of the *candidates* for which the game is over with each of *guesses*.

    With goal hit the guess wins against them, with goal identify all in their part have one label. Where all weigh
    nothing, they count one each.
    """
    weights = table.weights_of(candidates)
    found = np.empty(len(guesses), np.int64)
    step = max(1, _CELLS // max(len(candidates), len(table.feedbacks)))
    for begin in range(0, len(guesses), step):
        some = table.ordinals[np.ix_(guesses[begin : begin + step], candidates)]
        if not table.game.identifies:
            found[begin : begin + step] = (some == table.win) @ weights
        else:
            found[begin : begin + step] = _alone(table.labels[candidates], some, len(table.feedbacks)) @ weights
    return found


def _alone(labels: "Indices", ordinals: "NDArray[Any]", feedbacks: int) -> "NDArray[np.bool_]":
    """Whether each secret of these *labels* is in a part with one label, for each row of *ordinals*."""
    rows = np.arange(len(ordinals))[:, None]
    last = np.zeros((len(ordinals), feedbacks), np.int64)
    last[rows, ordinals] = labels  # of several one stays, whichever it is
    mixed = np.zeros((len(ordinals), feedbacks), np.bool_)
    differs = last[rows, ordinals] != labels
    mixed[np.broadcast_to(rows, ordinals.shape)[differs], ordinals[differs]] = True
    return np.asarray(~mixed[rows, ordinals])


def _bounds(position: Position, guess: Code | None, weight: int, threads: int | None) -> Value:
    """A lower bound by counting, and what a one-step strategy needs."""
    table, candidates = position.table, position.candidate_indices
    prepare(table)
    first = None if guess is None else table.guesses.index(guess)
    chosen = NativeStrategy("entropy", engine.Choice.entropy)
    nodes = chosen.nodes_after(position, first, threads, None)
    tree = tree_of(position, "entropy", False, nodes)
    low = least_by_parts(position, threads) if first is None else least_total_after(table, first, candidates)
    return Value.of_total(Bounds(low, tree.unit_figures["total"]), weight, tree.root.guess, table.game.cost_unit)


def least_by_parts(position: Position, threads: int | None = None) -> int:
    """The least total that any guess can need, by counting its parts; in units of cost."""
    table, candidates = position.table, position.candidate_indices
    at_least = least_total_of(table, candidates)
    if table.game.labels is not None:  # how many there are in a part is not counted
        return at_least
    sizes, weights = table.listed_parts(position.different_guesses, candidates, threads)
    if not table.game.has_weights:
        costs = table.costs[position.different_guesses]
        return max(at_least, int((least_after(table, sizes) + len(candidates) * costs).min()))
    if not table.plain:
        return at_least
    # Of a part, at best the heaviest is found at once and the others next: no more than the heaviest of all at once.
    heaviest = np.sort(table.weights[candidates])[::-1]
    at_once = np.concatenate([[0], np.cumsum(heaviest)])[np.count_nonzero(sizes[:, 1:], axis=1)]
    return max(at_least, int((3 * heaviest.sum() - 2 * weights[:, 0] - at_once).min()))


def least_after(table: Table, sizes: "Indices") -> "NDArray[np.int64]":
    """What is needed at least after each guess with these part *sizes*, in units of cost; all secrets weigh one."""
    most, feedbacks = int(sizes.max()), len(table.feedbacks)
    if table.game.identifies:
        least = least_code_totals(most, max(2, feedbacks))
    else:
        depths = np.repeat(least_depths(feedbacks, -(-most // table.most_won)), table.most_won)
        least = np.concatenate([[0], np.cumsum(depths)])
    lost = least[sizes] * int(table.costs.min())
    lost[:, 0] = 0  # the winning part
    return np.asarray(lost.sum(axis=1), np.int64)


def least_code_totals(most: int, branches: int) -> "NDArray[np.int64]":
    """The least sum of depths of 0, 1, … *most* leaves in a tree with so many *branches* at each node.

    All leaves are as high as possible: b^d of them at depth d, until one of these becomes a node with up to b leaves at
    depth d + 1. That adds up to b - 1 leaves at that depth, and one to the depth of the leaf in its place.

    >>> least_code_totals(5, 2).tolist(), least_code_totals(5, 3).tolist()
    ([0, 0, 2, 5, 8, 12], [0, 0, 2, 3, 6, 8])
    """
    leaves = np.arange(most + 1, dtype=np.int64)
    depth, full = np.zeros(most + 1, np.int64), np.minimum(leaves, 1)
    while (grows := (full > 0) & (full * branches <= leaves)).any():
        depth, full = depth + grows, np.where(grows, full * branches, full)
    more = leaves - full
    return np.asarray(depth * full + more * (depth + 1) - -more // (branches - 1), np.int64)
