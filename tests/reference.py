"""Whether any strategy exists within k guesses: slow, clear, and for every game.

Every candidate of a set can be found in k guesses when there is only one and k is 1 or more, or when some guess splits
the set into parts each of which, the winning one apart, can be done in k - 1. Three things bound the search:

* With f losing feedbacks, k guesses find at most m (1 + f + … + f^(k-1)) secrets, where a guess wins against at most m:
  a larger set is hopeless. With goal identify, k guesses with f feedbacks tell at most f^k labels apart.
* A guess is given up at the first part that cannot be done, the largest part first.
* What is known of a set is remembered.
"""

from typing import TYPE_CHECKING

import numpy as np

import bestguess as bg
from bestguess.position import PositionLike, as_position

if TYPE_CHECKING:
    from bestguess.engine import Indices


def solvable_within(position: PositionLike, guesses: int) -> bool:
    """Whether some strategy finds every secret that is left in that many guesses, or tells every label.

    >>> solvable_within("twod(5)", 3), solvable_within("twod(5)", 4)
    (False, True)
    """
    start = as_position(position)
    return _Search(start).within(start, min(guesses, start.count))  # more are never needed


def least_worst(position: PositionLike) -> int:
    """The least number of guesses in which some strategy finds every secret that is left, or tells every label.

    >>> least_worst("mastermind(3,3)")
    4
    """
    start = as_position(position)
    search, guesses = _Search(start), 1
    while not search.within(start, guesses):
        guesses += 1
    return guesses


class _Search:
    """The search in one game, and what it remembers."""

    def __init__(self, start: bg.Position) -> None:
        self.table = start.game.table
        self.losing = len(self.table.feedbacks) - 1
        self.known: dict[tuple[bytes, int], bool] = {}

    def within(self, position: bg.Position, guesses: int) -> bool:
        """Whether the candidates of *position* can all be found in so many *guesses*."""
        if self.table.is_over(position.candidate_indices):
            return True
        if self.needed(position) > self.most_found(guesses):
            return False
        if len(position.candidate_indices) == 1:
            return True
        key = (position.key, guesses)
        if key not in self.known:
            self.known[key] = any(self.guess_within(int(guess), position, guesses) for guess in self.in_order(position))
        return self.known[key]

    def needed(self, position: bg.Position) -> int:
        """How many candidates there are to find; with goal identify, how many labels."""
        return len(np.unique(self.table.labels[position.candidate_indices]))

    def most_found(self, guesses: int) -> int:
        """How many of those so many *guesses* find at the most, whatever they are."""
        if self.table.game.identifies:
            return int(len(self.table.feedbacks) ** guesses)
        return self.table.most_won * sum(int(self.losing**step) for step in range(guesses))

    def guess_within(self, guess: int, position: bg.Position, guesses: int) -> bool:
        """Whether the candidates of *position* can be found in so many *guesses* of which *guess* is the first."""
        parts = position.parts(self.table.guesses[guess])
        if self.table.game.win is not None:
            parts.pop(self.table.game.win, None)
        largest_first = sorted(parts.values(), key=lambda part: len(part.candidate_indices), reverse=True)
        if largest_first and len(largest_first[0].candidate_indices) == len(position.candidate_indices):
            return False  # does not split the candidates
        return all(self.within(part, guesses - 1) for part in largest_first)

    def in_order(self, position: bg.Position) -> "Indices":
        """The guesses that differ, the smallest largest part first."""
        allowed = position.different_guesses
        largest = self.table.all_part_sizes(position.candidate_indices)[allowed].max(axis=1)
        return np.asarray(allowed[largest.argsort(kind="stable")], np.uint32)
