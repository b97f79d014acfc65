"""The least total of a position as far as it is known, without a tree: by counting, and by a search.

With b losing feedbacks, at most 1, b, b * b, ... secrets are found by guess 1, 2, 3, .... A tree has one node at its
root, each node has at most b branches that go on, and each node wins one secret at most. Where a guess wins against
several secrets, each of these numbers is so many times larger. With goal identify, the leaves of the labels are those
of a tree whose nodes have at most as many branches as there are feedbacks. Costs of guesses: no guess costs less than
the cheapest. `cpp/core/search/bounds.hpp` has the proofs.
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
    first = None if first_guess is None else table.guesses.index(first_guess)
    limits = Limits(seconds=time_limit, nodes=node_limit, threads=threads)
    run = Run(position, limits=limits, first_guess=first, progress=progress)
    least = 0 if first is None else least_total_after(table, first, position.candidate_indices)
    total, greedy = best_greedy(run, least=least)
    if first_guess is not None and total == least:  # nothing to search for
        return Total(Bounds(least, least), first_guess, 0, run.interrupted)
    found = run.search(Objective(), None if greedy is None else (0, total), whole_tree=False)
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
        if table.plain:
            below = sum(least_total(len(table.feedbacks), len(part)) for part in parts.values())
        else:
            below = sum(least_total_of(table, part, weighted=False) for part in parts.values())
        return len(candidates) * cost + below
    weighed = [part for part in parts.values() if table.weights[part].any()]  # the others cost nothing
    return weight * cost + sum(least_total_of(table, part) for part in weighed)


def fewest_guesses(table: Table, candidates: "Indices") -> int:
    """The fewest guesses within which all *candidates* can be found; 0 where they have one label."""
    if not table.game.identifies:
        return len(found_by_guess(len(table.feedbacks), -(-len(candidates) // table.most_won)))
    labels, guesses, reached = len(np.unique(table.labels[candidates])), 0, 1
    while reached < labels:
        guesses, reached = guesses + 1, reached * max(2, len(table.feedbacks))
    return guesses


def least_total_of(table: Table, candidates: "Indices", *, weighted: bool = True) -> int:
    """The least total that *candidates* can need, in units of cost; where none weighs anything, one each.

    Unless *weighted*, all weigh one.

    >>> least_total_of(table := Table("mastermind(2,3)"), table.all_candidates)
    21
    """
    weights = table.weights_of(candidates) if weighted else np.ones(len(candidates), np.int64)
    cheapest = int(table.costs.min())
    if table.game.identifies:
        by_label = np.bincount(table.labels[candidates], weights=weights)[np.unique(table.labels[candidates])]
        return cheapest * least_code_total(map(int, by_label), max(2, len(table.feedbacks)))
    depths = np.repeat(least_depths(len(table.feedbacks), len(weights)), table.most_won)[: len(weights)]
    return cheapest * int((np.sort(weights)[::-1] * depths).sum())


def least_code_total(weights: Iterable[int], arity: int) -> int:
    """The least sum of weight times depth of leaves with these *weights*, in a tree of at most *arity* branches.

    Huffman's: the lightest are brothers at the greatest depth. Leaves of weight 0 fill up what is missing.

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


def found_by_guess(feedbacks: int, secrets: int) -> list[int]:
    """How many of so many *secrets* guess 1, 2, 3, ... finds at most, until all are found.

    >>> found_by_guess(14, 1 + 13 + 2)
    [1, 13, 2]
    """
    levels, width = list[int](), 1
    while secrets > 0:
        levels.append(min(width, secrets))
        secrets -= width
        width *= max(1, feedbacks - 1)
    return levels


def most_within(feedbacks: int, guesses: int, secrets: int) -> int:
    """How many of so many *secrets* can be found within so many *guesses* at most."""
    return sum(found_by_guess(feedbacks, secrets)[:guesses])


@lru_cache(maxsize=10_000)
def least_total(feedbacks: int, secrets: int) -> int:
    """The least total that so many *secrets* can need when all weigh one.

    >>> least_total(14, 1 + 13 + 2)
    33
    """
    return sum(guess * found for guess, found in enumerate(found_by_guess(feedbacks, secrets), start=1))


def least_depths(feedbacks: int, secrets: int) -> "NDArray[np.int64]":
    """The least numbers of guesses that so many *secrets* can need, lowest first.

    >>> least_depths(3, 5).tolist()
    [1, 2, 2, 3, 3]
    """
    levels = found_by_guess(feedbacks, secrets)
    return np.repeat(np.arange(1, len(levels) + 1), levels)
