"""The least total of a position as far as it is known: bounds and a guess, without the tree."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bestguess import engine
from bestguess.bounds import Bounds, SearchProgress
from bestguess.engine import Objective
from bestguess.games import Code
from bestguess.games.table import Table
from bestguess.position import Position
from bestguess.solve.greedy import best_greedy
from bestguess.solve.search import Run, memory_left
from bestguess.solve.size_bounds import least_total, least_total_of
from bestguess.trees.build import prepare

if TYPE_CHECKING:
    from bestguess.engine import Indices

LEAST_NODES = 8
"""A search that may look at fewer nodes is not begun."""


@dataclass(frozen=True)
class Total:
    """What is known of the least total; *guess* is known to reach the upper bound. *nodes*: what the search took."""

    bounds: Bounds[int, int]
    guess: Code
    nodes: int
    interrupted: bool


def bounded_total(
    position: Position,
    first_guess: Code | None = None,
    *,
    node_limit: int | None = None,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: SearchProgress | None = None,
) -> Total | None:
    """The least total from *position* on, as `optimum` finds it; None on a Ctrl-C before anything is known.

    Where secrets have weights, a search of at most *node_limit* nodes begins with one tree, so its bounds may be wider.

    >>> bounded_total(Position("mastermind(3,4)"), "123")
    Total(bounds=Bounds(lower=208, upper=208), guess='123', nodes=0, interrupted=False)
    """
    table = position.table
    prepare(table)
    first = None if first_guess is None else table.guesses.index(first_guess)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    workers = 1 if node_limit is not None else threads or engine.default_threads()
    room = memory_left(table, engine.default_memory_limit())
    run = Run(position, False, first, workers, room, node_limit, False, None, deadline, None, progress)
    least = 0 if first is None else least_total_after(table, first, position.candidate_indices)
    total, greedy = best_greedy(run, least=least)
    if first_guess is not None and total == least:  # nothing to search for
        return Total(Bounds(least, least), first_guess, 0, run.interrupted)
    found = run.search(Objective(), None if greedy is None else total, whole_tree=False)
    nodes = greedy if found.nodes is None else found.nodes
    if nodes is None:
        return None
    return Total(found.bounds, table.guesses[int(nodes[0][0])], run.nodes, run.interrupted)


def least_total_after(table: Table, guess: int, candidates: "Indices") -> int:
    """The least total over *candidates* that *guess* can need when it is made first, by counting its parts.

    In units of cost. Candidates that all weigh nothing count one each.

    >>> from bestguess.games import game
    >>> table = Table(game("mastermind(3,4)"))
    >>> least_total_after(table, table.guesses.index("123"), table.all_candidates)
    194
    """
    parts = table.partition(guess, candidates)
    parts.pop(table.win, None)
    cost = int(table.costs[guess])
    if not table.game.has_weights or not (weight := int(table.weights[candidates].sum())):
        below = [least_size_total(table, part) for part in parts.values()]
        return len(candidates) * cost + sum(below)
    weighed = [part for part in parts.values() if table.weights[part].any()]  # the others cost nothing
    return weight * cost + sum(least_total_of(table, part) for part in weighed)


def least_size_total(table: Table, candidates: "Indices") -> int:
    """The least total that *candidates* can need when all weigh one."""
    if table.plain:
        return least_total(len(table.feedbacks), len(candidates))
    return least_total_of(table, candidates, weighted=False)
