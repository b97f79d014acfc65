"""Trees of one-step strategies: the upper bounds that a search begins with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from bestguess.engine import INFINITE
from bestguess.position import Position
from bestguess.solve.search import Run
from bestguess.strategies import NativeStrategy, strategy
from bestguess.trees import tree_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.strategies.base import Nodes

_Value = TypeVar("_Value", int, tuple[int, int])
_GREEDY = ("most-parts", "entropy", "expected-size")
_MOST_LATE = 0.4  # seconds after the time limit in which a first tree may still be finished


class _LateError(Exception):
    """Ends the building of a tree."""


def best_greedy(
    run: Run, limit: int | None = None, least: int = 0, spending_limit: int | None = None, stopped: bool = False
) -> "tuple[int, Nodes | None]":
    """The best of the trees of one-step strategies that keep to the limits, and its total; fewer when time is up.

    No tree has a total below *least*, so the first that has it is the best. *stopped*: the search is over, and all
    trees may be finished a little later.
    """

    def total(needs: Needs) -> int:
        return needs.total if needs.keeps_to(limit, spending_limit) else INFINITE

    return _best_tree(run, _GREEDY, total, INFINITE, least, stopped)


def greedy_worst(run: Run) -> "tuple[int, Nodes | None]":
    """The best worst case of the trees of one-step strategies within the limit; in plain games that of minimax."""
    names = ("minimax",) if run.position.table.plain else ("minimax", *_GREEDY)
    limit = run.max_guesses
    return _best_tree(run, names, lambda needs: needs.worst if needs.keeps_to(limit) else INFINITE, INFINITE)


def least_lost(run: Run, limit: int) -> "tuple[tuple[int, int], Nodes | None]":
    """The best of the trees of one-step strategies, cut off at *limit*: weight lost, total of the others, and nodes."""
    return _best_tree(run, _GREEDY, lambda needs: needs.lost_after(limit), (INFINITE, 0))


def _best_tree(
    run: Run,
    names: Sequence[str],
    value_of: "Callable[[Needs], _Value]",
    worst: _Value,
    least: _Value | None = None,
    stopped: bool = False,
) -> "tuple[_Value, Nodes | None]":
    """The least value below *worst* of the trees of these strategies, and the tree; fewer when time is up.

    The first that has the value *least* is the best. If *stopped*, time was up before.
    """
    best: _Value = worst
    tree: Nodes | None = None
    for name in names:
        if tree is not None:
            is_least = least is not None and best <= least
            time_is_up = run.stopped and not stopped
            if is_least or time_is_up:
                break
        nodes = one_step(run, name, first=stopped or tree is None)
        if nodes is None:
            break
        value = value_of(needs_of(run.position, nodes))
        if value < best:
            best, tree = value, nodes
    return best, tree


def one_step(run: Run, name: str, *, first: bool = True) -> "Nodes | None":
    """The tree of a one-step strategy; None on Ctrl-C, and when time is up.

    The *first* tree of a run may be finished a little later, so that there is one; if it is not, the tree of the
    strategy `first`, which weighs nothing, takes its place.
    """
    attempts = [(name, _MOST_LATE), ("first", 2 * _MOST_LATE)] if first else [(name, 0.0)]
    for attempt, most_late in attempts:
        chosen = strategy(attempt, consistent=run.consistent, game=run.position.game)
        assert isinstance(chosen, NativeStrategy)

        def check_time(found: int, total: int, most_late: float = most_late) -> None:
            if run.is_late(most_late):
                raise _LateError

        try:
            return chosen.nodes_after(run.position, run.first_guess, run.threads, check_time)
        except KeyboardInterrupt:
            run.interrupted = True
            return None
        except _LateError:
            continue
    return None


@dataclass(frozen=True)
class Needs:
    """Where secrets are found: by which guess, for what cost, and their weight, for each node where some are."""

    guesses: "NDArray[np.int64]"
    spent: "NDArray[np.int64]"
    weights: "NDArray[np.int64]"

    @property
    def total(self) -> int:
        """What all need."""
        return int((self.spent * self.weights).sum())

    @property
    def worst(self) -> int:
        """The most that one costs."""
        return int(self.spent.max())

    def lost_after(self, limit: int) -> tuple[int, int]:
        """The weight that is not found within *limit* guesses, and what the others need."""
        found = self.guesses <= limit
        return int(self.weights[~found].sum()), int((self.spent * self.weights)[found].sum())

    def keeps_to(self, limit: int | None, spending_limit: int | None = None) -> bool:
        """Whether nothing needs more guesses, or costs more."""
        within = limit is None or int(self.guesses.max()) <= limit
        return within and (spending_limit is None or self.worst <= spending_limit)


def needs_of(position: Position, nodes: "Nodes") -> Needs:
    """What the tree of *nodes* from *position* on needs."""
    table = position.table
    if table.plain and not table.game.has_weights:
        _, _, depth, wins = nodes
        depths = depth[wins > 0].astype(np.int64)
        return Needs(depths, depths, np.ones_like(depths))
    tree = tree_of(position, "", False, nodes)
    ends = tree.wins > 0
    return Needs(tree.guesses_made[ends], tree.spent[ends], tree.weight[ends])
