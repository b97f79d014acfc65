"""The kinds of puzzles: what each asks, and by how much every guess misses that.

A miss is a number for every guess: 0 for the solutions, and the more, the farther a guess is from being one. It is
exact: no guess is left out, and nothing is estimated. A position that has no solution, or too many, gives None.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bestguess.advice.values import Values, least_after
from bestguess.arguments import as_text
from bestguess.engine import poll
from bestguess.errors import BestguessError, unknown
from bestguess.position import Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Misses: TypeAlias = NDArray[np.int64]

MOST_SOLUTIONS = 3
"""Positions with more solutions are no puzzles."""
FAR = 2**62
"""The miss of a guess that tells nothing, or cannot be the secret that is asked for."""


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle: its *name*, what it asks (*about*), and how its solutions are found (*misses*).

    Its positions have *least* to *most* candidates, and the player has *rows_left* guesses; None: no limit.
    """

    name: str
    about: str
    least: int
    most: int
    rows_left: int | None
    misses: "Callable[[Position], Misses | None]"


def only_secret_misses(position: Position) -> "Misses | None":
    """Return how many rows contradict each guess, were it the secret; guesses made before are FAR."""
    table = position.table
    misses = np.full(len(table.guesses), FAR, np.int64)
    contradicted = np.zeros(len(table.secrets), np.int64)
    for row, guess in zip(position.history, position.guesses_so_far, strict=True):
        contradicted += table.ordinals[guess] != table.ordinal(row.feedback)
    misses[table.winner] = contradicted
    misses[list(position.guesses_so_far)] = FAR
    return _checked(misses)


def _lost_in_two(position: Position, may_win: bool) -> "Misses | None":
    """Return how many candidates are lost with two rows left, after each guess: all but one of each part.

    None unless a solution may win, or unless none may.
    """
    misses = _checked(len(position.candidate_indices) - _part_counts(position))
    return misses if misses is not None and _may_win(position, np.flatnonzero(misses == 0)) == may_win else None


def _part_counts(position: Position) -> "NDArray[np.int64]":
    """Return how many parts every guess has."""
    sizes = position.table.all_part_sizes(position.candidate_indices, 1)
    return np.asarray(np.count_nonzero(sizes, axis=1), np.int64)


def _may_win(position: Position, guesses: "NDArray[np.int64]") -> bool:
    """Whether one of *guesses* is itself a candidate."""
    return bool(np.isin(guesses, position.table.winner[position.candidate_indices]).any())


def _checked(misses: "Misses") -> "Misses | None":
    """Return *misses*, unless there are too many solutions or none."""
    return misses if 1 <= np.count_nonzero(misses == 0) <= MOST_SOLUTIONS else None


def best_guess_misses(position: Position) -> "Misses | None":
    """Return how many guesses more than the least total each guess needs, over all candidates.

    Of guesses that are not even second best, the miss is a lower bound by counting; it is above that of the second.
    """
    table, candidates = position.table, position.candidate_indices
    answers = table.ordinals[:, candidates]
    # Many guesses split few candidates alike: parts are named by the place of their first candidate, the winning one by
    # the number of candidates.
    named = (answers[:, :, None] == answers[:, None, :]).argmax(axis=2)
    named[answers == table.win] = len(candidates)
    _, lowest, pattern, guesses = np.unique(named, axis=0, return_index=True, return_inverse=True, return_counts=True)
    sizes, _ = table.listed_parts(lowest.astype(np.uint32), candidates, 1)
    totals = len(candidates) + least_after(table, sizes)
    totals[sizes[:, 1:].max(axis=1) == len(candidates)] = FAR
    values, known = Values(position.game, threads=1), dict[bytes, int]()
    best, second, solutions = _least_total(position, values, known), FAR, 0
    for number in np.argsort(totals, kind="stable").tolist():
        if totals[number] > second:
            break
        poll()
        parts = position.parts(table.guesses[int(lowest[number])])
        losing = [part for answer, part in parts.items() if answer != position.game.win]
        total = len(candidates) + sum(_least_total(part, values, known) for part in losing)
        totals[number] = total
        solutions += int(guesses[number]) if total == best else 0
        if solutions > MOST_SOLUTIONS:
            return None
        second = total if best < total < second else second
    return np.where(totals == FAR, FAR, totals - best)[pattern.reshape(-1)]


def _least_total(position: Position, values: Values, known: dict[bytes, int]) -> int:
    """Return the least total for *position*: *known*, by counting where that is enough, or by exact search."""
    key = position.candidate_indices.tobytes()
    if key not in known:
        total = _total_of_separable(position)
        if total is None:
            value = values.of(position)
            assert value.proven
            total = int(value.bounds.upper * position.count)
        known[key] = total
    return known[key]


def _total_of_separable(position: Position) -> int | None:
    """Return the least total of n candidates if some guess gets another answer from each of them, else None.

    It is 2n - 1 if such a guess may win: one is found by the first guess, the others by the second. It is 2n if none of
    them may win: any guess that may win leaves two candidates in one part, so that one of them needs a third guess.
    """
    size = len(position.candidate_indices)
    if size <= 2:
        return 2 * size - 1
    separating = np.flatnonzero(_part_counts(position) == size)
    return None if not len(separating) else 2 * size - _may_win(position, separating)


KINDS = {
    kind.name: kind
    for kind in (
        Kind("only-secret", "Only one code is possible. Find it.", 1, 1, 1, only_secret_misses),
        Kind(
            "win-in-two",
            "Two guesses are left. Find the guess after which the next one is certain to win.",
            4,
            14,
            2,
            partial(_lost_in_two, may_win=True),
        ),
        Kind(
            "cannot-lose",
            "Two guesses are left. Each possible code can lose: find the guess that cannot.",
            4,
            14,
            2,
            partial(_lost_in_two, may_win=False),
        ),
        Kind("best-guess", "Find the guess that needs the fewest guesses on average.", 4, 16, None, best_guess_misses),
    )
}
"""The kinds of puzzles by name, the easiest first."""


def as_kind(value: object) -> Kind:
    """Return the kind called *value*; raise BestguessError."""
    name = as_text("a kind of puzzle", value)
    if name not in KINDS:
        raise BestguessError(unknown("kind of puzzle", name, KINDS))
    return KINDS[name]
