"""Whether any strategy exists within k guesses: slow, clear, and for every game.

Every candidate of a set can be found in k guesses when some guess splits the set, or wins against one of it, and each
part, the winning one apart, can be done in k - 1. A set of one candidate can be done in 1 (goal hit), a set of one
label in 0 (goal identify). Guesses are counted, whatever they cost. Three things bound the search:

* With f losing feedbacks, and guesses that win against at most m secrets, k guesses find at most m (1 + f + … +
  f^(k-1)) secrets: a larger set is hopeless. With goal identify and f feedbacks, k guesses tell f^k labels apart.
* A guess is given up at the first part that cannot be done, the largest part first.
* What is known of a set is remembered.
"""

from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import as_integer
from bestguess.games import GameLike
from bestguess.strategies import Position
from bestguess.table import Table, as_table

if TYPE_CHECKING:
    from bestguess.engine import Indices


def solvable_within(game: GameLike, guesses: int) -> bool:
    """Whether some strategy finds every secret of *game* in that many guesses.

    >>> solvable_within("twod(5)", 3), solvable_within("twod(5)", 4)
    (False, True)
    """
    table = as_table(game)
    most = min(as_integer("guesses", guesses, least=0), len(table.secrets))  # more are never needed
    return _Search(table).within(Position(table), most)


def least_worst(game: GameLike) -> int:
    """The least number of guesses in which some strategy finds every secret of *game*, whatever guesses cost.

    >>> least_worst("mastermind(3,3)"), least_worst("balance(12)")
    (4, 3)
    """
    table = as_table(game)
    search, guesses = _Search(table), 1
    while not search.within(Position(table), guesses):
        guesses += 1
    return guesses


class _Search:
    """The search on one table, and what it remembers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known: dict[tuple[bytes, int], bool] = {}

    def within(self, position: Position, guesses: int) -> bool:
        """Whether the candidates of *position* can all be found in so many *guesses*."""
        if self.table.is_over(position.candidates):
            return True
        if self.is_hopeless(position, guesses):
            return False
        if self.table.labels is None and len(position.candidates) == 1:
            return True
        key = (position.key, guesses)
        if key not in self.known:
            self.known[key] = any(self.guess_within(int(guess), position, guesses) for guess in self.in_order(position))
        return self.known[key]

    def is_hopeless(self, position: Position, guesses: int) -> bool:
        """Whether there are too many candidates for so many *guesses*, whatever the table is."""
        feedbacks, candidates = len(self.table.feedbacks), position.candidates
        if self.table.labels is not None:
            most: int = feedbacks**guesses
            return len(np.unique(self.table.labels[candidates])) > most
        most = self.table.most_won * sum((feedbacks - 1) ** step for step in range(guesses))
        return len(candidates) > most

    def guess_within(self, guess: int, position: Position, guesses: int) -> bool:
        """Whether the candidates of *position* can be found in so many *guesses* of which *guess* is the first."""
        parts = position.parts(self.table.guesses[guess])
        if self.table.game.win is not None:
            parts.pop(self.table.game.win, None)
        largest_first = sorted(parts.values(), key=lambda part: len(part.candidates), reverse=True)
        if largest_first and len(largest_first[0].candidates) == len(position.candidates):
            return False  # does not split the candidates
        return all(self.within(part, guesses - 1) for part in largest_first)

    def in_order(self, position: Position) -> "Indices":
        """The guesses that differ, the smallest largest part first."""
        allowed = position.different_guesses
        largest = self.table.all_part_sizes(position.candidates)[allowed].max(axis=1)
        return np.asarray(allowed[largest.argsort(kind="stable")], np.uint32)
