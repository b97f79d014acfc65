"""Greedy trees, built by one-step strategies: the first upper bounds of a search, and its result if it is stopped."""

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
_MAX_DELAY = 0.4  # seconds after the time limit in which a first tree may still be finished


class _LateError(Exception):
    """Stops building a tree when time is up."""


def best_greedy(
    run: Run, limit: int | None = None, least: int = 0, spending_limit: int | None = None, stopped: bool = False
) -> "tuple[int, Nodes | None]":
    """Return the least total of the greedy trees that keep to the limits, and the nodes of that tree.

    Without such a tree the total is INFINITE. Fewer trees are compared when time is up. *least* is a lower bound: the
    first tree that reaches it is returned at once. *stopped* means that the search has already ended; then every tree
    may be finished a little after the time limit.
    """

    def total(needs: Needs) -> int:
        return needs.total if needs.keeps_to(limit, spending_limit) else INFINITE

    return _best_tree(run, _GREEDY, total, INFINITE, least, stopped)


def greedy_worst(run: Run) -> "tuple[int, Nodes | None]":
    """Return the least worst case of the greedy trees within the limit, and the nodes of that tree.

    In plain games only minimax is tried.
    """
    names = ("minimax",) if run.position.table.is_plain else ("minimax", *_GREEDY)
    limit = run.max_guesses
    return _best_tree(run, names, lambda needs: needs.worst if needs.keeps_to(limit) else INFINITE, INFINITE)


def greedy_lost(run: Run, limit: int) -> "tuple[tuple[int, int], Nodes | None]":
    """Return the least cost of the greedy trees, cut off after *limit* guesses, and the nodes of that tree.

    A cost is a pair: the weight lost, and the total of the secrets that are found.
    """
    return _best_tree(run, _GREEDY, lambda needs: needs.lost_after(limit), (INFINITE, 0))


def _best_tree(
    run: Run,
    names: Sequence[str],
    value_of: "Callable[[Needs], _Value]",
    worst: _Value,
    least: _Value | None = None,
    stopped: bool = False,
) -> "tuple[_Value, Nodes | None]":
    """Return the least value below *worst* of the trees of the strategies *names*, and the tree; else *worst*, None.

    Fewer trees are compared when time is up. The first tree that reaches the value *least* is returned at once.
    *stopped* means that the search has already ended, so the time limit no longer counts here.
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
    """Return the tree of the one-step strategy *name*; None on Ctrl-C, and when time is up.

    The *first* tree of a run may be finished a little after the time limit, so that the run has a tree to return. If
    that takes too long, try the strategy `first` instead: it compares no guesses, so its tree takes almost no time.
    """
    attempts = [(name, _MAX_DELAY), ("first", 2 * _MAX_DELAY)] if first else [(name, 0.0)]
    for attempt, max_delay in attempts:
        chosen_strategy = strategy(attempt, consistent=run.consistent, game=run.position.game)
        assert isinstance(chosen_strategy, NativeStrategy)

        def check_time(done: int, total: int, max_delay: float = max_delay) -> None:
            if run.is_late(max_delay):
                raise _LateError

        try:
            return chosen_strategy.nodes_after(run.position, run.first_guess, run.threads, check_time)
        except KeyboardInterrupt:
            run.interrupted = True
            return None
        except _LateError:
            continue
    return None


@dataclass(frozen=True)
class Needs:
    """The nodes of a tree that find secrets: the number of the guess, the spending, and the weight of the secrets."""

    guesses: "NDArray[np.int64]"
    spent: "NDArray[np.int64]"
    weights: "NDArray[np.int64]"

    @property
    def total(self) -> int:
        """The sum of weight times spending."""
        return int((self.spent * self.weights).sum())

    @property
    def worst(self) -> int:
        """The greatest spending."""
        return int(self.spent.max())

    def lost_after(self, limit: int) -> tuple[int, int]:
        """Return the weight not found within *limit* guesses, and the total of the secrets that are found."""
        found = self.guesses <= limit
        return int(self.weights[~found].sum()), int((self.spent * self.weights)[found].sum())

    def keeps_to(self, limit: int | None, spending_limit: int | None = None) -> bool:
        """Whether every secret is found within *limit* guesses and *spending_limit*."""
        within = limit is None or int(self.guesses.max()) <= limit
        return within and (spending_limit is None or self.worst <= spending_limit)


def needs_of(position: Position, nodes: "Nodes") -> Needs:
    """Return the needs of the tree of *nodes*, which begins at *position*."""
    table = position.table
    if table.is_plain and not table.game.has_weights:  # each node finds one secret at most, and no tree is needed
        _, _, depth, wins = nodes
        depths = depth[wins > 0].astype(np.int64)
        return Needs(depths, depths, np.ones_like(depths))
    tree = tree_of(position, "", False, nodes)
    ends = tree.wins > 0
    return Needs(tree.guesses_made[ends], tree.spent[ends], tree.weight[ends])
