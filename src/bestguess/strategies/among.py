"""The best of some guesses by a metric of the core: what it chooses where a rule allows only these."""

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from bestguess.engine import Choice
from bestguess.strategies.metrics import all_bits_left, all_largest, all_part_counts, all_squares
from bestguess.strategies.position import Position

if TYPE_CHECKING:
    from bestguess.engine import Indices
    from bestguess.strategies.metrics import ArrayMetric

METRICS = MappingProxyType(
    {
        Choice.minimax: all_largest,
        Choice.expected_size: all_squares,
        Choice.entropy: all_bits_left,
        Choice.most_parts: all_part_counts,
    }
)
_TOLERANCE = 1e-9  # bits: entropies closer than this are equal


def best_among(position: Position, metric: "ArrayMetric", guesses: "Indices") -> int:
    """The best of *guesses* by *metric*; ties as everywhere: consistent before others, then the lowest.

    A guess that does not split the candidates is never played. A candidate must be among them.
    """
    table, candidates = position.table, position.candidates
    sizes, weights = table.listed_parts(guesses, candidates, 1)
    wins = np.isin(guesses, table.winner[candidates])
    useful = (np.count_nonzero(sizes, axis=1) > 1) | wins
    values = np.where(useful, metric(weights, sizes), np.inf)
    best = np.flatnonzero(values <= values.min() + _TOLERANCE)
    return min((not wins[place], int(guesses[place])) for place in best.tolist())[1]
