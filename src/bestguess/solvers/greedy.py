"""Trees of one-step strategies: the upper bounds that a search begins with."""

from typing import TYPE_CHECKING

import numpy as np

from bestguess.engine import INFINITE
from bestguess.solvers.search import Run
from bestguess.strategies import NativeStrategy, strategy
from bestguess.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.strategies.base import Nodes

_GREEDY = ("most-parts", "entropy", "expected-size")
_MOST_LATE = 0.4  # seconds after the time limit in which a first tree may still be finished


class _LateError(Exception):
    """Ends the building of a tree."""


def best_greedy(run: Run, limit: int | None = None, least: int = 0) -> "tuple[int, Nodes | None]":
    """The best of the trees of one-step strategies that keep to *limit*, and its total; fewer when time is up.

    No tree has a total below *least*, so the first that has it is the best.
    """
    best: tuple[int, Nodes | None] = (INFINITE, None)
    for name in _GREEDY:
        if best[1] is not None and (best[0] <= least or run.stopped):
            break
        if (built := one_step(run, name, first=best[1] is None)) is None:
            break
        total, worst = total_and_worst(run.position.table, built)
        if (limit is None or worst <= limit) and total < best[0]:
            best = (total, built)
    return best


def one_step(run: Run, name: str, *, first: bool = True) -> "Nodes | None":
    """The tree of a one-step strategy; None on Ctrl-C, and when time is up.

    The *first* tree of a run may be finished a little later, so that there is one; if it is not, the tree of the
    strategy `first`, which weighs nothing, takes its place.
    """
    try:
        return _built(run, name, _MOST_LATE if first else 0)
    except _LateError:
        if not first:
            return None
    try:
        return _built(run, "first", 2 * _MOST_LATE)
    except _LateError:
        return None


def _built(run: Run, name: str, most_late: float) -> "Nodes | None":
    """The tree of a one-step strategy; None on Ctrl-C. Raises _LateError so many seconds after the time limit."""
    chosen = strategy(name, consistent=run.consistent, game=run.position.game)
    assert isinstance(chosen, NativeStrategy)

    def check_time(found: int, total: int) -> None:
        if run.is_late(most_late):
            raise _LateError

    try:
        return chosen.nodes_after(run.position, run.first_guess, run.threads, check_time)
    except KeyboardInterrupt:
        run.interrupted = True
        return None


def total_and_worst(table: Table, nodes: "Nodes") -> tuple[int, int]:
    """What the tree of *nodes* needs in all, and at the most."""
    depths, weights = _depths_and_weights(table, nodes)
    return int((depths * weights).sum()), int(nodes[2].max())


def least_lost(run: Run, limit: int) -> "tuple[tuple[int, int], Nodes | None]":
    """The best of the trees of one-step strategies, cut off at *limit*: weight lost, total of the others, and nodes."""
    best: tuple[tuple[int, int], Nodes | None] = ((INFINITE, 0), None)
    for name in _GREEDY:
        if best[1] is not None and run.stopped:
            break
        if (built := one_step(run, name, first=best[1] is None)) is None:
            break
        depths, weights = _depths_and_weights(run.position.table, built)
        found = depths <= limit
        value = (int(weights[~found].sum()), int((depths * weights)[found].sum()))
        if value < best[0]:
            best = (value, built)
    return best


def _depths_and_weights(table: Table, nodes: "Nodes") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """At which guess each secret is found, and its weight."""
    guess, _, depth, wins = nodes
    won = wins.astype(np.bool_)
    depths = depth[won].astype(np.int64)
    if table.weights is None:
        return depths, np.ones(len(depths), np.int64)
    return depths, np.array([table.weights[table.won(index)].sum() for index in guess[won].tolist()], np.int64)
