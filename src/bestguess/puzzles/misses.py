"""By how much every guess misses what a puzzle asks for.

A miss is a number for every guess: 0 for the solutions, and the more, the farther a guess is from being one. It is
exact: no guess is left out, and nothing is estimated. A position that has no solution, or too many, gives None.
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bestguess.advice import Values
from bestguess.games import Game
from bestguess.interruption import poll
from bestguess.position import Position
from bestguess.puzzles.partitions import Partitions
from bestguess.solve.size_bounds import least_depths

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Misses: TypeAlias = NDArray[np.int64]

MOST_SOLUTIONS = 3
"""Positions with more solutions are no puzzles."""
FAR = 2**62
"""The miss of a guess that tells nothing, or cannot be the secret that is asked for."""


def best_guess_misses(position: Position) -> "Misses | None":
    """How many guesses more than the least total each guess needs, over all candidates.

    Of guesses that are not even second best, the miss is a lower bound by counting; it is above that of the second.
    """
    partitions = Partitions(position)
    totals = least_totals(partitions)
    exact = Totals(position.game)
    best, second, solutions = exact.of(position), FAR, 0
    for number in np.argsort(totals, kind="stable").tolist():
        if totals[number] > second:
            break
        poll()
        totals[number] = total = exact.after(partitions, number)
        solutions += int(partitions.guesses[number]) if total == best else 0
        if solutions > MOST_SOLUTIONS:
            return None
        second = total if best < total < second else second
    return np.where(totals == FAR, FAR, totals - best)[partitions.of_guess]


def least_totals(partitions: Partitions) -> "NDArray[np.int64]":
    """What each partition needs at least over all candidates, by the sizes of its parts; FAR where nothing is split."""
    depths = least_depths(len(partitions.position.table.feedbacks), partitions.size)
    least = np.concatenate([[0], np.cumsum(depths)])
    totals = np.asarray(partitions.size + least[partitions.sizes].sum(axis=1), np.int64)
    totals[partitions.sizes.max(axis=1) == partitions.size] = FAR
    return totals


class Totals:
    """The least totals of the guesses that sets of secrets of *game* need, each found once."""

    def __init__(self, game: Game) -> None:
        self._values = Values(game, threads=1)
        self._known: dict[bytes, int] = {}

    def of(self, position: Position) -> int:
        """The least total for the candidates of *position*: by counting where that is enough, else by exact search."""
        key = position.candidate_indices.tobytes()
        if key not in self._known:
            self._known[key] = _total_of_separable(position) or self._searched(position)
        return self._known[key]

    def after(self, partitions: Partitions, number: int) -> int:
        """The least total when the first guess splits the candidates as partition *number* does."""
        parts = partitions.position.parts(partitions.guess(number))
        if partitions.position.game.win is not None:
            parts.pop(partitions.position.game.win, None)
        return partitions.size + sum(self.of(part) for part in parts.values())

    def _searched(self, position: Position) -> int:
        value = self._values.of(position)
        assert value.proven
        return int(value.bounds.upper * len(position.candidate_indices))


def _total_of_separable(position: Position) -> int | None:
    """The least total of n candidates if some guess gets another answer from each of them, else None.

    It is 2n - 1 if such a guess may win: one is found by the first guess, the others by the second. It is 2n if none of
    them may win: any guess that may win leaves two candidates in one part, so that one of them needs a third guess.
    """
    size = len(position.candidate_indices)
    if size <= 2:
        return 2 * size - 1
    separating = np.flatnonzero(_parts(position) == size)
    return None if not len(separating) else 2 * size - _may_win(position, separating)


def _parts(position: Position) -> "Misses":
    """How many parts every guess has."""
    sizes = position.table.all_part_sizes(position.candidate_indices, 1)
    return np.asarray(np.count_nonzero(sizes, axis=1), np.int64)


def _may_win(position: Position, guesses: "NDArray[np.int64]") -> bool:
    """Whether one of *guesses* is itself a candidate."""
    return bool(np.isin(guesses, position.table.winner[position.candidate_indices]).any())


def win_in_two_misses(position: Position) -> "Misses | None":
    """How many candidates are not certain to be found by the next guess; some solution may win at once."""
    misses = _lost_in_two(position)
    return misses if misses is not None and _may_win(position, np.flatnonzero(misses == 0)) else None


def cannot_lose_misses(position: Position) -> "Misses | None":
    """How many candidates are not certain to be found by the next guess, where every guess that may win can lose."""
    misses = _lost_in_two(position)
    return None if misses is None or _may_win(position, np.flatnonzero(misses == 0)) else misses


def _lost_in_two(position: Position) -> "Misses | None":
    """How many candidates are lost with two rows left, after each guess: all but one of each part."""
    return _checked(len(position.candidate_indices) - _parts(position))


def only_secret_misses(position: Position) -> "Misses | None":
    """How many rows of the history contradict each guess, were it the secret; guesses made before are FAR."""
    table = position.table
    misses = np.full(len(table.guesses), FAR, np.int64)
    contradicted = np.zeros(len(table.secrets), np.int64)
    for row, guess in zip(position.history, position.guesses_so_far, strict=True):
        contradicted += table.ordinals[guess] != table.ordinal(row.feedback)
    misses[table.winner] = contradicted
    misses[list(position.guesses_so_far)] = FAR
    return _checked(misses)


def _checked(misses: "Misses") -> "Misses | None":
    """*misses*, unless there are too many solutions or none."""
    return misses if 1 <= np.count_nonzero(misses == 0) <= MOST_SOLUTIONS else None
