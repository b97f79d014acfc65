"""Compute the chance to win within the rows that are left: exactly, or as a range.

The chance of a position is a share: the most weight of candidates that any play can find within the rows, divided by
the weight of all candidates. The chance of a guess is the same number if that guess is made now and the best play
follows. With goal identify a candidate is found when all candidates left have its label.

With one row left, counting gives the exact chance. With two rows it does too, if a guess wins against one secret at
most. Otherwise counting and known trees give bounds, and a search within a budget of nodes may narrow them. Rows count
guesses, regardless of their costs.
"""

import time
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bestguess.advice.values import Value, cheapest_winner, ending_weights, with_positive_weight
from bestguess.bounds import Bounds
from bestguess.data import STRATEGIES_WITH_PLANS, known_figures, known_plan, plan_node
from bestguess.games import FREE, Code, Game
from bestguess.position import Position
from bestguess.solve.exact import optimum
from bestguess.solve.limits import Limits
from bestguess.solve.totals import MIN_NODES, max_found_within
from bestguess.strategies import NO_GUESS, NativeStrategy, strategy
from bestguess.trees import Figures
from bestguess.trees.build import find_last_nodes, prepare

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

_TREE_STRATEGIES = ("entropy", "minimax", "most-parts")
"""One-step strategies whose trees give lower bounds of a chance."""
_SHIPPED_STRATEGIES = ("minimax", "expected-size", "entropy", "most-parts")
"""Strategies whose figures ship for many games."""
_CELLS = 2**24  # guesses times feedbacks in one array: bounds the memory


class WeightedCandidates:
    """Candidates of a *position* with their weights. If all weights are 0, each counts 1."""

    def __init__(self, position: Position) -> None:
        self.original, self.key, self.position = position, position.key, with_positive_weight(position)
        self.table, self.candidates = self.position.table, self.position.candidate_indices
        self.weights = self.table.weights[self.candidates]
        self.total_weight = int(self.weights.sum())

    def chance(self, lower: int, upper: int, guess: Code) -> Value:
        """Return the chance if *guess* finds at least the weight *lower*, and no play finds more than *upper*."""
        return Value(Bounds(Fraction(lower, self.total_weight), Fraction(upper, self.total_weight)), guess)

    @property
    def max_guesses_needed(self) -> int:
        """Number of guesses that is always enough: one for each candidate, one fewer with goal identify."""
        return len(self.candidates) - int(self.table.game.identifies)

    def useful_guess(self) -> Code:
        """Return a guess that wins against the heaviest candidate; with goal identify the lowest that splits them."""
        if not self.table.game.identifies:
            return cheapest_winner(self.table, int(self.candidates[int(np.argmax(self.weights))]))

        def splits(guess: int) -> bool:
            answers = self.table.ordinals[guess, self.candidates]
            return bool((answers != answers[0]).any())

        guess = next(filter(splits, self.position.different_guesses.tolist()))
        return self.table.guesses[guess]

    def max_found_within(self, rows: int, part: "Indices") -> int:
        """Return an upper bound, by counting, of the weight of *part* that any play can find within *rows*."""
        table, weights = self.table, self.table.weights[part]
        if table.game.identifies:  # a tree of height r has at most feedbacks^r leaves, and a leaf has one label
            by_label = np.bincount(table.labels[part], weights=weights)
            return int(np.sort(by_label)[::-1][: len(table.feedbacks) ** rows].sum())
        max_secrets = table.max_wins * max_found_within(len(table.feedbacks), rows, len(part))
        return int(np.sort(weights)[::-1][:max_secrets].sum())

    def most_with_one_guess(self, part: "Indices") -> int:
        """Return the most weight of *part* that one guess finds; the rule of the game is ignored."""
        weights = self.table.weights[part]
        if self.table.max_wins == 1:
            return int(weights.max())
        if not weights.any():
            return 0
        [(_, weight)] = WeightedCandidates(Position(self.table.among(part))).best_with_one_row(1)
        return weight

    def best_with_one_row(self, count: int) -> list[tuple[Code, int]]:
        """Return the *count* guesses that find the most weight at once, each with that weight.

        Ties: the cheapest, then the lowest guess; where a guess wins against one secret at most, the lowest secret.

        >>> WeightedCandidates(Position("mastermind(4,6)")).best_with_one_row(2)
        [('1111', 1), ('1112', 1)]
        """
        table, guesses = self.table, self.position.allowed_indices
        if table.max_wins == 1:
            order = np.argsort(-self.weights, kind="stable")[:count]
            winners = [cheapest_winner(table, int(secret)) for secret in self.candidates[order]]
            return list(zip(winners, self.weights[order].tolist(), strict=True))
        if guesses is None:
            guesses = np.arange(len(table.guesses), dtype=np.uint32)
        weights = ending_weights(table, guesses, self.candidates)
        best = np.lexsort((guesses, table.costs[guesses], -weights))[:count]
        return [(table.guesses[int(guesses[place])], int(weights[place])) for place in best]

    def best_with_two_rows(self, count: int, consistent: bool = False) -> list[tuple[Code, int]]:
        """Return the *count* guesses that find the most weight within two rows, each with that weight.

        A guess wins against one secret at most here, so it finds the heaviest candidate of each part. Ties: consistent
        first, then the cheapest, then the lowest.

        >>> WeightedCandidates(Position("mastermind(4,6)")).best_with_two_rows(1)
        [('1123', 14)]
        """
        table, all_guesses = self.table, np.arange(len(self.table.guesses))
        weights = self._weights_within_two_rows()
        wins = np.zeros(len(all_guesses), np.bool_)
        wins[table.consistent_guesses(self.candidates)] = True
        order = np.lexsort((all_guesses, table.costs, ~wins, -weights))
        if consistent:
            order = order[wins[order]]
        elif self.position.allowed_indices is not None:
            order = order[np.isin(order, self.position.allowed_indices)]
        return [(table.guesses[int(index)], int(weights[index])) for index in order[:count]]

    def _weights_within_two_rows(self) -> "NDArray[np.int64]":
        """Return for every guess the sum of the heaviest weights of its parts."""
        table, all_guesses = self.table, np.arange(len(self.table.guesses))
        if not table.game.has_weights:
            sizes, _ = table.list_parts(all_guesses.astype(np.uint32), self.candidates)
            return np.asarray(np.count_nonzero(sizes, axis=1), np.int64)
        sums = np.empty(len(all_guesses), np.int64)
        step = max(1, _CELLS // len(table.feedbacks))
        for guesses in np.split(all_guesses, range(step, len(all_guesses), step)):
            heaviest = np.zeros((len(guesses), len(table.feedbacks)), np.int64)
            for place in np.argsort(self.weights, kind="stable"):  # heavier candidates overwrite lighter ones
                parts = table.ordinals[guesses[0] : guesses[-1] + 1, self.candidates[place]]
                heaviest[guesses - guesses[0], parts] = self.weights[place]
            sums[guesses] = heaviest.sum(axis=1)
        return sums

    def depths(self, name: str, first_guess: Code | None) -> "tuple[NDArray[np.int64], Code]":
        """Return how many guesses the strategy *name* needs for each candidate, and its first guess.

        *first_guess*: make this guess first. Default: the choice of the strategy.
        """
        table = self.table
        prepare(table)
        chosen = strategy(name, game=table.game)
        assert isinstance(chosen, NativeStrategy)
        first = None if first_guess is None else table.guesses.index(first_guess)
        nodes = chosen.nodes_after(self.position, first, None, None)
        guess, _, depth, _ = nodes
        last_nodes, _ = find_last_nodes(table, nodes, self.candidates)
        is_leaf = guess[last_nodes] == NO_GUESS  # a leaf (goal identify) makes no guess
        return depth[last_nodes].astype(np.int64) - is_leaf, table.guesses[int(guess[0])]

    def shipped_guess(self, rows: int) -> Code | None:
        """Return a guess that finds every candidate within *rows*, by plans and figures that ship; None if none do.

        Plans apply while the history follows them, figures only at the start.
        """
        game, history = self.position.game, self.position.active_rows
        nodes = (plan_node(game, history, name) for name in STRATEGIES_WITH_PLANS)
        guesses = [node.guess for node in nodes if node is not None and node.height <= rows]
        if not history:
            guesses += [figures.first_guess for figures in _shipped_figures(game) if figures.worst <= rows]
        return guesses[0] if guesses else None


def _shipped_figures(game: Game) -> list[Figures]:
    """Return the figures of one-step strategies that ship for *game*."""
    all_figures = [known_figures(game, name) for name in _SHIPPED_STRATEGIES]
    return [figures for figures in all_figures if figures is not None]


class Chances:
    """A cache of chances to win, each computed once by a search of at most *nodes* nodes.

    *every_guess*: whether the positions have every guess of their game. If not, a search proves no upper bound.
    No search starts after *time_limit* seconds, or after Ctrl-C, which sets *interrupted*. *spent* counts the nodes of
    all searches.

    >>> position = Position("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2")
    >>> [str(Chances().of(position, rows).bounds.lower) for rows in (1, 2, 3)]
    ['1/7', '1', '1']
    """

    def __init__(self, nodes: int = 0, *, time_limit: float | None = None, every_guess: bool = True) -> None:
        self.nodes, self.every_guess = nodes, every_guess
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self.nodes_searched = 0
        self.interrupted = False
        self._cache: dict[tuple[bytes, int, Code | None], Value] = {}
        self._trees: dict[bytes, list[NDArray[np.int64]]] = {}  # depths by position; only for games without a rule

    def of(self, position: Position, rows: int) -> Value:
        """Return the chance to win from *position* within *rows* guesses. The position must have candidates."""
        if position.label is not None:
            return _certain(None)
        key = (position.key, rows, None)
        if key not in self._cache:
            self._cache[key] = self._find(WeightedCandidates(position), rows)
        return self._cache[key]

    def of_guess(self, position: Position, rows: int, guess: Code, *, by_tree: bool = True) -> Value:
        """Return the chance if *guess* is made in *position*, with *rows* left before it.

        Without *by_tree*, only counting and earlier results give bounds: no tree is built and nothing is searched.
        """
        if position.label is not None:
            return _certain(guess)
        position_key = position.key
        best = self._cache.get((position_key, rows, None))
        if best is not None and best.guess == guess:
            return best
        key = (position_key, rows, guess)
        if key not in self._cache:
            lower, upper = self._find_after(WeightedCandidates(position), rows, guess, by_tree).bounds
            if best is not None:  # no guess has a better chance than the position
                upper = min(upper, best.bounds.upper)
            self._cache[key] = Value(Bounds(lower, upper), guess)
        return self._cache[key]

    def any_guess_wins(self, weighted: WeightedCandidates, rows: int) -> bool:
        """Whether the game is surely won within *rows* even if the first guess is wasted."""
        heights, game = [weighted.max_guesses_needed], weighted.original.game
        if game.rule == FREE:  # a rule may forbid the guesses of known trees; it never forbids candidates
            heights += [int(depths.max()) for depths in self._trees.get(weighted.key, ())]
            heights += [figures.most_guesses for figures in _shipped_figures(game)]
            if plan := known_plan(game, "optimal-worst"):
                heights.append(plan.figures.most_guesses)
        return min(heights) < rows

    def learn(self, position: Position, rows: int, guess: Code) -> None:
        """Record that *guess* finds every candidate of *position* within *rows*."""
        for known_guess in (None, guess):
            self._cache[position.key, rows, known_guess] = _certain(guess)

    def _find(self, weighted: WeightedCandidates, rows: int) -> Value:
        """Return the chance. Try counting, shipped plans, trees and a search, in this order, until it is exact."""
        if rows == 1:
            [(guess, weight)] = weighted.best_with_one_row(1)
            exact = self.every_guess or weighted.table.max_wins == 1
            return weighted.chance(weight, weight if exact else weighted.total_weight, guess)
        useful = weighted.useful_guess()
        if weighted.max_guesses_needed <= rows:
            return _certain(useful)
        upper = weighted.max_found_within(rows, weighted.candidates)
        if rows == 2 and weighted.table.max_wins == 1:
            [(guess, weight)] = weighted.best_with_two_rows(1)
            return weighted.chance(weight, weight if self.every_guess else upper, guess)
        if (shipped_guess := weighted.shipped_guess(rows)) is not None:
            return _certain(shipped_guess)
        return self._tighten(weighted, rows, first_guess=None, lower=0, upper=upper, guess=useful)

    def _find_after(self, weighted: WeightedCandidates, rows: int, guess: Code, by_tree: bool) -> Value:
        """Return the chance if *guess* is made first."""
        table = weighted.table
        parts = table.partition(table.guesses.index(guess), weighted.candidates)
        # The guess splits nothing: it wastes a row, and a rule may forbid more guesses after it.
        if len(parts) == 1 and table.win not in parts and rows > 1:
            (after,) = weighted.original.parts(guess).values()
            return Value(self.of(after, rows - 1).bounds, guess)
        # Count what the guess itself ends, and the parts that are left.
        over = [part for ordinal, part in parts.items() if ordinal == table.win or table.is_over(part)]
        left = [part for ordinal, part in parts.items() if ordinal != table.win and not table.is_over(part)]
        wins = sum(int(table.weights[part].sum()) for part in over)
        if rows == 1:
            return weighted.chance(wins, wins, guess)
        if rows == 2:
            weight = wins + sum(weighted.most_with_one_guess(part) for part in left)
            return weighted.chance(weight, weight, guess)
        spared = int(table.game.identifies)  # the last candidate of a part needs no guess
        if all(len(part) - spared < rows for part in left) or self.any_guess_wins(weighted, rows):
            return _certain(guess)
        # Lower bound: after the guess, play a known tree of this position from its root, with one row fewer.
        ends_now = np.isin(weighted.candidates, np.concatenate([weighted.candidates[:0], *over]))
        trees = self._trees.get(weighted.key, ())
        lower = max((int(weighted.weights[ends_now | (depths < rows)].sum()) for depths in trees), default=0)
        upper = wins + sum(weighted.max_found_within(rows - 1, part) for part in left)
        if not by_tree:
            return weighted.chance(lower, upper, guess)
        return self._tighten(weighted, rows, first_guess=guess, lower=lower, upper=upper, guess=guess)

    def _tighten(
        self, weighted: WeightedCandidates, rows: int, *, first_guess: Code | None, lower: int, upper: int, guess: Code
    ) -> Value:
        """Narrow the bounds of the weight that can be found, by trees and a search, and return the chance.

        *guess* is known to find the weight *lower*. If there are too few nodes for a search, only one tree is built.
        """
        # Step 1. The trees of one-step strategies raise the lower bound.
        searches = self.nodes >= MIN_NODES
        for name in _TREE_STRATEGIES if searches else _TREE_STRATEGIES[:1]:
            if lower >= upper:
                break
            depths, root = weighted.depths(name, first_guess)
            if first_guess is None and weighted.table.game.rule == FREE:
                self._trees.setdefault(weighted.key, []).append(depths)
            weight_within = int(weighted.weights[depths <= rows].sum())
            if weight_within > lower:
                lower, guess = weight_within, root
        # Step 2. Search for the least weight that is lost within the rows.
        seconds = None if self._deadline is None else self._deadline - time.monotonic()
        late = self.interrupted or (seconds is not None and seconds <= 0)
        if lower == upper or late or not searches:
            return weighted.chance(lower, upper, guess)
        game = weighted.position.game.without_costs().with_rows(None)  # rows count guesses, regardless of their costs
        result = optimum(
            Position(game, weighted.position.active_rows),
            "lost",
            max_guesses=rows,
            first_guess=first_guess,
            limits=Limits(nodes=self.nodes, seconds=seconds),
        )
        self.nodes_searched += result.nodes
        self.interrupted |= result.interrupted
        least_lost, most_lost = result.bounds
        if most_lost is not None and result.tree is not None and weighted.total_weight - most_lost > lower:
            lower, guess = weighted.total_weight - most_lost, result.tree.root.guess
        if least_lost is not None and self.every_guess:
            upper = min(upper, weighted.total_weight - least_lost)
        return weighted.chance(lower, upper, guess)


def _certain(guess: Code | None) -> Value:
    return Value(Bounds(Fraction(1), Fraction(1)), guess)
