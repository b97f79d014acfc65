"""The chance to win within the rows that are left: exactly, or as a range.

The chance of a position is the greatest weight of candidates that any play can find within so many rows, by the weight
of all candidates. Of a guess, it is the same when that guess is made now and the best is played after. With goal
identify a candidate is found when all that are left have its label. With one row left the chance is counted, and with
two where a guess finds one candidate at most; else it is bounded by counting and by known trees, and searched within a
budget of nodes. Rows count guesses, whatever these cost.
"""

import time
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bestguess.advice.values import Value, cheapest_winner, over_weights, with_weight
from bestguess.bounds import Bounds
from bestguess.data import PLANNED, known_figures, known_plan, plan_node
from bestguess.games import FREE, Code, Game
from bestguess.position import Position
from bestguess.solve.exact import optimum
from bestguess.solve.limits import Limits
from bestguess.solve.totals import LEAST_NODES, most_within
from bestguess.strategies import NO_GUESS, NativeStrategy, strategy
from bestguess.trees import Figures
from bestguess.trees.build import played_through, prepare

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

_TREES = ("entropy", "minimax", "most-parts")
"""The one-step strategies whose trees bound a chance from below."""
_SHIPPED = ("minimax", "expected-size", "entropy", "most-parts")
"""The strategies whose figures ship for many games."""
_CELLS = 2**24  # guesses times feedbacks that are looked at together


class Weighed:
    """The candidates of a *position* and their weights; candidates that all weigh nothing are alike."""

    def __init__(self, position: Position) -> None:
        self.given, self.key, self.position = position, position.key, with_weight(position)
        self.table, self.candidates = self.position.table, self.position.candidate_indices
        self.weights = self.table.weights[self.candidates]
        self.whole = int(self.weights.sum())

    def chance(self, least: int, most: int, guess: Code) -> Value:
        """Return the chance when so much of the weight is found."""
        return Value(Bounds(Fraction(least, self.whole), Fraction(most, self.whole)), guess)

    @property
    def enough(self) -> int:
        """How many guesses are always enough: one for each candidate; with goal identify each leaves one less."""
        return len(self.candidates) - int(self.table.game.identifies)

    def useful_guess(self) -> Code:
        """Return the guess that wins against the heaviest candidate; with goal identify the lowest that splits them."""
        if not self.table.game.identifies:
            return cheapest_winner(self.table, int(self.candidates[int(np.argmax(self.weights))]))

        def splits(guess: int) -> bool:
            answers = self.table.ordinals[guess, self.candidates]
            return bool((answers != answers[0]).any())

        guess = next(filter(splits, self.position.different_guesses.tolist()))
        return self.table.guesses[guess]

    def most_within(self, rows: int, part: "Indices") -> int:
        """Return the most weight that can be found of *part* within *rows*, by counting."""
        table, weights = self.table, self.table.weights[part]
        if table.game.identifies:  # a tree of so many rows has at most so many leaves, each with one label
            by_label = np.bincount(table.labels[part], weights=weights)
            return int(np.sort(by_label)[::-1][: len(table.feedbacks) ** rows].sum())
        most = table.most_won * most_within(len(table.feedbacks), rows, len(part))
        return int(np.sort(weights)[::-1][:most].sum())

    def most_with_one_guess(self, part: "Indices") -> int:
        """Return the most weight that one guess finds of *part*, whatever a rule allows."""
        weights = self.table.weights[part]
        if self.table.most_won == 1:
            return int(weights.max())
        if not weights.any():
            return 0
        [(_, weight)] = Weighed(Position(self.table.among(part))).best_with_one_row(1)
        return weight

    def best_with_one_row(self, count: int) -> list[tuple[Code, int]]:
        """Return the *count* guesses that find most at once, and the weight that each finds; ties as everywhere.

        >>> Weighed(Position("mastermind(4,6)")).best_with_one_row(2)
        [('1111', 1), ('1112', 1)]
        """
        table, guesses = self.table, self.position.allowed_indices
        if table.most_won == 1:
            order = np.argsort(-self.weights, kind="stable")[:count]
            winners = [cheapest_winner(table, int(secret)) for secret in self.candidates[order]]
            return list(zip(winners, self.weights[order].tolist(), strict=True))
        if guesses is None:
            guesses = np.arange(len(table.guesses), dtype=np.uint32)
        found = over_weights(table, guesses, self.candidates)
        best = np.lexsort((guesses, table.costs[guesses], -found))[:count]
        return [(table.guesses[int(guesses[place])], int(found[place])) for place in best]

    def best_with_two_rows(self, count: int, consistent: bool = False) -> list[tuple[Code, int]]:
        """Return the *count* guesses that find most within two rows, one by one, and the weight that each finds.

        That is the heaviest candidate of each part. Ties as everywhere: consistent ones, then the cheapest, the lowest.

        >>> Weighed(Position("mastermind(4,6)")).best_with_two_rows(1)
        [('1123', 14)]
        """
        table, everything = self.table, np.arange(len(self.table.guesses))
        found = self._found_within_two_rows()
        wins = np.zeros(len(everything), np.bool_)
        wins[table.consistent_guesses(self.candidates)] = True
        order = np.lexsort((everything, table.costs, ~wins, -found))
        if consistent:
            order = order[wins[order]]
        elif self.position.allowed_indices is not None:
            order = order[np.isin(order, self.position.allowed_indices)]
        return [(table.guesses[int(index)], int(found[index])) for index in order[:count]]

    def _found_within_two_rows(self) -> "NDArray[np.int64]":
        """Return the weight of the heaviest candidate of each part, added up, for every guess."""
        table, everything = self.table, np.arange(len(self.table.guesses))
        if not table.game.has_weights:
            sizes, _ = table.listed_parts(everything.astype(np.uint32), self.candidates)
            return np.asarray(np.count_nonzero(sizes, axis=1), np.int64)
        found = np.empty(len(everything), np.int64)
        step = max(1, _CELLS // len(table.feedbacks))
        for guesses in np.split(everything, range(step, len(everything), step)):
            heaviest = np.zeros((len(guesses), len(table.feedbacks)), np.int64)
            for place in np.argsort(self.weights, kind="stable"):  # the heaviest comes last
                parts = table.ordinals[guesses[0] : guesses[-1] + 1, self.candidates[place]]
                heaviest[guesses - guesses[0], parts] = self.weights[place]
            found[guesses] = heaviest.sum(axis=1)
        return found

    def depths(self, name: str, first_guess: Code | None) -> "tuple[NDArray[np.int64], Code]":
        """Return how many guesses each candidate takes by a one-step strategy, and its guess, which may be given."""
        table = self.table
        prepare(table)
        chosen = strategy(name, game=table.game)
        assert isinstance(chosen, NativeStrategy)
        first = None if first_guess is None else table.guesses.index(first_guess)
        nodes = chosen.nodes_after(self.position, first, None, None)
        guess, _, depth, _ = nodes
        at, _ = played_through(table, nodes, self.candidates)
        return depth[at].astype(np.int64) - (guess[at] == NO_GUESS), table.guesses[int(guess[0])]

    def planned(self, rows: int) -> Code | None:
        """Return a guess that is known to find every candidate within *rows*, from a plan or from figures that ship.

        Plans tell it while the history follows them, figures at the start.
        """
        game, history = self.position.game, self.position.active_rows
        nodes = (plan_node(game, history, name) for name in PLANNED)
        guesses = [node.guess for node in nodes if node is not None and node.height <= rows]
        if not history:
            guesses += [figures.first_guess for figures in _shipped(game) if figures.worst <= rows]
        return guesses[0] if guesses else None


def _shipped(game: Game) -> list[Figures]:
    """Return the figures of one-step strategies that ship for *game*."""
    known = [known_figures(game, name) for name in _SHIPPED]
    return [figures for figures in known if figures is not None]


class Chances:
    """The chances of positions, each found once by a search of at most *nodes* nodes.

    *every_guess*: whether the positions have every guess of their game; else a search bounds nothing from above.
    Nothing is searched once *time_limit* seconds have passed, or after Ctrl-C, which sets *interrupted*.

    >>> position = Position("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2")
    >>> [str(Chances().of(position, rows).bounds.lower) for rows in (1, 2, 3)]
    ['1/7', '1', '1']
    """

    def __init__(self, nodes: int = 0, *, time_limit: float | None = None, every_guess: bool = True) -> None:
        self.nodes, self.every_guess = nodes, every_guess
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self.spent = 0
        self.interrupted = False
        self._known: dict[tuple[bytes, int, Code | None], Value] = {}
        self._trees: dict[bytes, list[NDArray[np.int64]]] = {}  # of games without a rule

    def of(self, position: Position, rows: int) -> Value:
        """Return the chance to win from *position* on, which has candidates, within *rows* guesses."""
        if position.label is not None:
            return _certain(None)
        key = (position.key, rows, None)
        if key not in self._known:
            self._known[key] = self._find(Weighed(position), rows)
        return self._known[key]

    def of_guess(self, position: Position, rows: int, guess: Code, *, by_tree: bool = True) -> Value:
        """Return the chance when *guess* is made in *position*, with *rows* left before it.

        Without *by_tree*, it is bounded only by counting and by what is known already.
        """
        if position.label is not None:
            return _certain(guess)
        here = position.key
        best = self._known.get((here, rows, None))
        if best is not None and best.guess == guess:
            return best
        key = (here, rows, guess)
        if key not in self._known:
            found = self._find_after(Weighed(position), rows, guess, by_tree)
            most = found.bounds.upper if best is None else min(found.bounds.upper, best.bounds.upper)
            self._known[key] = Value(Bounds(found.bounds.lower, most), guess)
        return self._known[key]

    def always(self, here: Weighed, rows: int) -> bool:
        """Whether every guess is known to win within *rows*, however bad it is."""
        enough, game = [here.enough], here.given.game
        if game.rule == FREE:  # else the guesses of known trees may be forbidden; candidates never are
            enough += [int(depths.max()) for depths in self._trees.get(here.key, ())]
            enough += [figures.most_guesses for figures in _shipped(game)]
            if plan := known_plan(game, "optimal-worst"):
                enough.append(plan.figures.most_guesses)
        return min(enough) < rows

    def learn(self, position: Position, rows: int, guess: Code) -> None:
        """Take it as known that *guess* finds every candidate of *position* within *rows*."""
        for key in (None, guess):
            self._known[position.key, rows, key] = _certain(guess)

    def _find(self, here: Weighed, rows: int) -> Value:
        """Return the chance by counting, by a plan that ships, by known trees, and by a search, until it is exact."""
        if rows == 1:
            [(guess, weight)] = here.best_with_one_row(1)
            exact = self.every_guess or here.table.most_won == 1
            return here.chance(weight, weight if exact else here.whole, guess)
        useful = here.useful_guess()
        if here.enough <= rows:
            return _certain(useful)
        most = here.most_within(rows, here.candidates)
        if rows == 2 and here.table.most_won == 1:
            [(guess, weight)] = here.best_with_two_rows(1)
            return here.chance(weight, weight if self.every_guess else most, guess)
        if (planned := here.planned(rows)) is not None:
            return _certain(planned)
        return self._tightened(here, rows, first_guess=None, least=0, most=most, guess=useful)

    def _find_after(self, here: Weighed, rows: int, guess: Code, by_tree: bool) -> Value:
        """Return the chance when *guess* is made first."""
        table = here.table
        parts = table.partition(table.guesses.index(guess), here.candidates)
        if len(parts) == 1 and table.win not in parts and rows > 1:  # nothing is split: a row is lost
            (after,) = here.given.parts(guess).values()  # and what a rule forbids after it
            return Value(self.of(after, rows - 1).bounds, guess)
        over = [part for ordinal, part in parts.items() if ordinal == table.win or table.is_over(part)]
        left = [part for ordinal, part in parts.items() if ordinal != table.win and not table.is_over(part)]
        wins = sum(int(table.weights[part].sum()) for part in over)
        if rows == 1:
            return here.chance(wins, wins, guess)
        if rows == 2:
            exactly = wins + sum(here.most_with_one_guess(part) for part in left)
            return here.chance(exactly, exactly, guess)
        one_less = int(table.game.identifies)
        if all(len(part) - one_less < rows for part in left) or self.always(here, rows):
            return _certain(guess)
        # After the guess, play may go on by a known tree of this position, which then has one row less.
        ends_now = np.isin(here.candidates, np.concatenate([here.candidates[:0], *over]))
        trees = self._trees.get(here.key, ())
        least = max((int(here.weights[ends_now | (depths < rows)].sum()) for depths in trees), default=0)
        most = wins + sum(here.most_within(rows - 1, part) for part in left)
        if not by_tree:
            return here.chance(least, most, guess)
        return self._tightened(here, rows, first_guess=guess, least=least, most=most, guess=guess)

    def _tightened(
        self, here: Weighed, rows: int, *, first_guess: Code | None, least: int, most: int, guess: Code
    ) -> Value:
        """Return the chance between *least*, by *guess*, and *most*, after trees and a search, until it is exact.

        Where positions are too large to be searched, one tree is built.
        """
        searches = self.nodes >= LEAST_NODES
        for name in _TREES if searches else _TREES[:1]:
            if least >= most:
                break
            depths, root = here.depths(name, first_guess)
            if first_guess is None and here.table.game.rule == FREE:
                self._trees.setdefault(here.key, []).append(depths)
            within = int(here.weights[depths <= rows].sum())
            if within > least:
                least, guess = within, root
        seconds = None if self._deadline is None else self._deadline - time.monotonic()
        late = self.interrupted or (seconds is not None and seconds <= 0)
        if least == most or late or not searches:
            return here.chance(least, most, guess)
        game = here.position.game.without_costs().with_rows(None)
        result = optimum(
            Position(game, here.position.active_rows),
            "lost",
            max_guesses=rows,
            first_guess=first_guess,
            limits=Limits(nodes=self.nodes, seconds=seconds),
        )
        self.spent += result.nodes
        self.interrupted |= result.interrupted
        lower, upper = result.bounds
        if upper is not None and result.tree is not None and here.whole - upper > least:
            least, guess = here.whole - upper, result.tree.root.guess
        if lower is not None and self.every_guess:
            most = min(most, here.whole - lower)
        return here.chance(least, most, guess)


def _certain(guess: Code | None) -> Value:
    return Value(Bounds(Fraction(1), Fraction(1)), guess)
