"""The guesses of a position in the order of a metric, all at once."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess.games import Code
from bestguess.strategies import Position
from bestguess.valuation.values import part_sizes_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

DEFAULT_STRATEGY = "entropy"


def ranked(position: Position, by: str, consistent: bool, count: int, threads: int | None = None) -> list[Code]:
    """The best *count* guesses by the metric of the strategy *by* (of the default one, if it has none).

    Guesses that tell nothing are left out, and of those that symmetries exchange the lowest stands for all. Ties as
    everywhere: a consistent guess before any other, then the lowest.

    >>> from bestguess.games import game
    >>> from bestguess.table import Table
    >>> ranked(Position(Table(game("mastermind(4,6)"))), "minimax", False, 3)
    ['1122', '1123', '1234']
    """
    table, candidates = position.table, position.candidates
    winning = np.zeros(len(table.guesses), np.bool_)
    winning[table.winner[candidates]] = True
    guesses = table.representatives(position.guesses_so_far)  # what is like a winner is one
    if consistent:
        guesses = guesses[winning[guesses]]
    wins = winning[guesses]
    sizes = part_sizes_of(table, guesses, candidates, threads)
    told = np.flatnonzero((np.count_nonzero(sizes, axis=1) > 1) | wins)
    metric = METRICS.get(by, METRICS[DEFAULT_STRATEGY])(masses_of(position, guesses, sizes)[told], sizes[told])
    order = told[np.lexsort((told, ~wins[told], np.round(metric, 9)))]
    return [table.guesses[int(guess)] for guess in guesses[order[:count]]]


def masses_of(position: Position, guesses: "Indices", sizes: "Indices") -> "NDArray[np.int64]":
    """The weights of the parts of each of *guesses*, or their *sizes* where all candidates weigh alike."""
    table, candidates = position.table, position.candidates
    if table.weights is None or not table.weights[candidates].any():
        return sizes.astype(np.int64)
    weights, parts = table.weights[candidates], len(table.feedbacks)
    rows = [np.bincount(table.ordinals[guess][candidates], weights, parts) for guess in guesses]
    return np.array(rows).astype(np.int64)


def _bits_left(masses: "NDArray[np.int64]", sizes: "Indices") -> "NDArray[np.float64]":
    logs = masses * np.log2(np.maximum(masses, 1))
    return np.asarray(logs.sum(axis=1) / np.maximum(masses.sum(axis=1), 1), np.float64)


METRICS: "dict[str, Callable[[NDArray[np.int64], Indices], NDArray[Any]]]" = {
    "minimax": lambda masses, sizes: masses.max(axis=1),
    "expected-size": lambda masses, sizes: (masses * masses).sum(axis=1),
    "entropy": _bits_left,
    "most-parts": lambda masses, sizes: -np.count_nonzero(sizes, axis=1),
}
"""The metrics of the literature as functions of the parts' weights and sizes, a row for each guess; lower is better."""
