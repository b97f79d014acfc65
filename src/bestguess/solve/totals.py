"""Bounds of the least total of a position: by counting, and by a search that returns no tree.

Counting: a tree has one root, each node has at most b branches, where b is the number of feedbacks that do not win, and
each node finds at most one secret. So guess 1, 2, 3, ... finds at most 1, b, b * b, ... secrets. If a guess can win
against m secrets, these numbers are m times larger. With goal identify, each label needs its own leaf, in a tree whose
nodes have at most one branch for each feedback. With costs, no guess costs less than the cheapest.
`cpp/core/search/bounds.hpp` has the proofs.
"""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from bestguess.bounds import Bounds, SearchProgress
from bestguess.engine import Objective
from bestguess.games import Code
from bestguess.games.table import Table
from bestguess.position import Position
from bestguess.solve.greedy import best_greedy
from bestguess.solve.limits import Limits
from bestguess.solve.search import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

MIN_NODES = 8
"""The smallest budget of nodes for which a search is worth starting."""


@dataclass(frozen=True)
class Total:
    """Bounds of the least total of a position."""

    bounds: Bounds[int, int]
    guess: Code
    """A first guess that reaches the upper bound."""
    nodes: int
    """The number of nodes that the search opened."""
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
    """Return bounds of the least total from *position* on; None on Ctrl-C before anything is known.

    Like `optimum`, but without the tree. *first_guess* fixes the first guess.

    >>> bounded_total(Position("mastermind(3,4)"), "123")
    Total(bounds=Bounds(lower=208, upper=208), guess='123', nodes=0, interrupted=False)
    """
    table = position.table
    first = None if first_guess is None else table.guesses.index(first_guess)
    limits = Limits(seconds=time_limit, nodes=node_limit, threads=threads)
    run = Run(position, limits=limits, first_guess=first, progress=progress)
    least = 0 if first is None else least_total_after(table, first, position.candidate_indices)
    total, greedy = best_greedy(run, least=least)
    if first_guess is not None and total == least:  # the greedy tree reaches the lower bound: no search is needed
        return Total(Bounds(least, least), first_guess, 0, run.interrupted)
    answer = run.search(Objective(), None if greedy is None else (0, total), whole_tree=False)
    nodes = greedy if answer.nodes is None else answer.nodes
    if nodes is None:
        return None
    guess_column, *_ = nodes
    return Total(answer.bounds, table.guesses[int(guess_column[0])], run.nodes, run.interrupted)


def least_total_after(table: Table, guess: int, candidates: "Indices") -> int:
    """Return a lower bound of the total over *candidates* when *guess* is made first, by counting its parts.

    The bound is in units of cost. If all weights are 0, each candidate counts as weight 1.

    >>> from bestguess.games import game
    >>> table = Table(game("mastermind(3,4)"))
    >>> least_total_after(table, table.guesses.index("123"), table.all_candidates)
    194
    """
    parts = table.partition(guess, candidates)
    parts.pop(table.win, None)
    cost = int(table.costs[guess])
    if not table.game.has_weights or not (weight := int(table.weights[candidates].sum())):
        if table.is_plain:
            below = sum(least_total(len(table.feedbacks), len(part)) for part in parts.values())
        else:
            below = sum(least_total_of(table, part, weighted=False) for part in parts.values())
        return len(candidates) * cost + below
    # Parts without weight add nothing to the total; `least_total_of` would count their candidates as weight 1.
    parts_with_weight = [part for part in parts.values() if table.weights[part].any()]
    return weight * cost + sum(least_total_of(table, part) for part in parts_with_weight)


def fewest_guesses(table: Table, candidates: "Indices") -> int:
    """Return a lower bound, by counting, of the guesses that find all *candidates*; 0 if they have one label."""
    if not table.game.identifies:
        return len(max_found_by_guess(len(table.feedbacks), -(-len(candidates) // table.max_wins)))
    labels, guesses, leaves = len(np.unique(table.labels[candidates])), 0, 1
    while leaves < labels:
        guesses, leaves = guesses + 1, leaves * max(2, len(table.feedbacks))
    return guesses


def least_total_of(table: Table, candidates: "Indices", *, weighted: bool = True) -> int:
    """Return a lower bound of the total over *candidates*, by counting, in units of cost.

    A candidate counts as weight 1 if all weights are 0, or if *weighted* is False.

    >>> least_total_of(table := Table("mastermind(2,3)"), table.all_candidates)
    21
    """
    weights = table.weights_of(candidates) if weighted else np.ones(len(candidates), np.int64)
    cheapest = int(table.costs.min())
    if table.game.identifies:
        by_label = np.bincount(table.labels[candidates], weights=weights)[np.unique(table.labels[candidates])]
        return cheapest * least_code_total(map(int, by_label), max(2, len(table.feedbacks)))
    depths = np.repeat(least_depths(len(table.feedbacks), len(weights)), table.max_wins)[: len(weights)]
    # The heaviest candidates are found first.
    return cheapest * int((np.sort(weights)[::-1] * depths).sum())


def least_code_total(weights: Iterable[int], arity: int) -> int:
    """Return the least sum of weight times depth of leaves with these *weights* and at most *arity* branches per node.

    This is Huffman's algorithm: the lightest leaves are siblings at the greatest depth. Extra leaves of weight 0 make
    every node full.

    >>> least_code_total([1, 1, 1], 2), least_code_total([5, 1, 1], 2), least_code_total([1, 1, 1, 1], 3)
    (5, 9, 6)
    """
    heap = list(weights)
    heap += [0] * (-(len(heap) - 1) % (arity - 1))
    heapq.heapify(heap)
    total = 0
    while len(heap) > 1:
        merged = sum(heapq.heappop(heap) for _ in range(arity))
        heapq.heappush(heap, merged)
        total += merged
    return total


def max_found_by_guess(feedbacks: int, secrets: int) -> list[int]:
    """Return the most secrets that guess 1, 2, 3, ... can find, until all *secrets* are found.

    >>> max_found_by_guess(14, 1 + 13 + 2)
    [1, 13, 2]
    """
    levels, width = list[int](), 1
    while secrets > 0:
        levels.append(min(width, secrets))
        secrets -= width
        width *= max(1, feedbacks - 1)
    return levels


def max_found_within(feedbacks: int, guesses: int, secrets: int) -> int:
    """Return the most of *secrets* secrets that can be found within *guesses* guesses."""
    return sum(max_found_by_guess(feedbacks, secrets)[:guesses])


@lru_cache(maxsize=10_000)
def least_total(feedbacks: int, secrets: int) -> int:
    """Return a lower bound, by counting, of the total of *secrets* secrets that all weigh 1.

    >>> least_total(14, 1 + 13 + 2)
    33
    """
    return sum(guess * count for guess, count in enumerate(max_found_by_guess(feedbacks, secrets), start=1))


def least_depths(feedbacks: int, secrets: int) -> "NDArray[np.int64]":
    """Return the least depths, by counting, at which *secrets* secrets can be found, lowest first.

    >>> least_depths(3, 5).tolist()
    [1, 2, 2, 3, 3]
    """
    levels = max_found_by_guess(feedbacks, secrets)
    return np.repeat(np.arange(1, len(levels) + 1), levels)
