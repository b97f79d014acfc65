"""The different ways in which guesses split the candidates of a position.

Many guesses split a few candidates alike, and what is certain after one of them is certain after all of them.
"""

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from bestguess.games import Code
from bestguess.position import Position

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Partitions:
    """The different partitions of *position*; number p is `patterns[p]`, which has for each candidate a part.

    Parts are named by the place of their first candidate, the winning part by the number of candidates.

    >>> few = Partitions(Position("mastermind(2,3)", "11:1.0"))
    >>> len(few.of_guess), few.patterns.tolist()
    (9, [[0, 0, 0, 0], [0, 1, 0, 1], [0, 1, 1, 0], [0, 1, 2, 4], [0, 1, 4, 3], [0, 4, 2, 3], [4, 1, 2, 3]])
    """

    def __init__(self, position: Position) -> None:
        table, self.position = position.table, position
        answers = table.ordinals[:, position.candidate_indices]
        self.size = len(position.candidate_indices)
        named = (answers[:, :, None] == answers[:, None, :]).argmax(axis=2)
        named[answers == table.win] = self.size
        patterns, of_guess = np.unique(named, axis=0, return_inverse=True)
        self.patterns: NDArray[np.int64] = patterns
        self.of_guess: NDArray[np.int64] = of_guess.reshape(-1)

    def __len__(self) -> int:
        return len(self.patterns)

    @cached_property
    def guesses(self) -> "NDArray[np.int64]":
        """How many guesses have each partition."""
        return np.bincount(self.of_guess, minlength=len(self))

    @cached_property
    def sizes(self) -> "NDArray[np.int64]":
        """The sizes of the parts of each partition, a row for each; the winning part is left out."""
        rows = np.arange(len(self))[:, None] * (self.size + 1)
        counts = np.bincount((self.patterns + rows).ravel(), minlength=len(self) * (self.size + 1))
        return np.asarray(counts.reshape(len(self), -1)[:, :-1], np.int64)

    def guess(self, number: int) -> Code:
        """The lowest guess that splits the candidates as partition *number* does."""
        return self.position.table.guesses[int(np.argmax(self.of_guess == number))]
