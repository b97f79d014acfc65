"""The kinds of puzzles: the question of each, and how far every guess is from a solution.

The *miss* of a guess is 0 if it solves the puzzle, and grows with its distance from a solution. Misses cover all
guesses, and nothing is estimated. For a position with no solution, or too many, the functions return None.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bestguess.advice.values import Values, least_after
from bestguess.arguments import as_text
from bestguess.engine import poll
from bestguess.errors import BestguessError, unknown_name_text
from bestguess.position import Position

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Misses: TypeAlias = NDArray[np.int64]

MAX_SOLUTIONS = 3
"""The most solutions of a puzzle; positions with more are not used."""
FAR = 2**62
"""The miss of a guess that does not split the candidates, or that cannot be the secret the puzzle asks for."""


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle: its *name*, its question (*about*), and a function that gives the *misses* of all guesses.

    Its positions have *least* to *most* candidates. The player has *rows_left* guesses; None: no limit.
    """

    name: str
    question: str
    min_candidates: int
    max_candidates: int
    rows_left: int | None
    misses: "Callable[[Position], Misses | None]"


def only_secret_misses(position: Position) -> "Misses | None":
    """Return for each guess how many rows contradict that it is the secret; FAR for guesses already made."""
    table = position.table
    misses = np.full(len(table.guesses), FAR, np.int64)
    contradictions = np.zeros(len(table.secrets), np.int64)
    for row, guess in zip(position.history, position.guesses_so_far, strict=True):
        contradictions += table.ordinals[guess] != table.ordinal(row.feedback)
    misses[table.winner] = contradictions
    misses[list(position.guesses_so_far)] = FAR
    return _if_puzzle(misses)


def _lost_in_two(position: Position, may_win: bool) -> "Misses | None":
    """Return for each guess how many candidates may be lost with two rows left: all but one of each part.

    Return None if some solution is a candidate and *may_win* is false, or if none is and *may_win* is true.
    """
    misses = _if_puzzle(len(position.candidate_indices) - _part_counts(position))
    return misses if misses is not None and _may_win(position, np.flatnonzero(misses == 0)) == may_win else None


def _part_counts(position: Position) -> "NDArray[np.int64]":
    """Return how many parts each guess makes of the candidates."""
    sizes = position.table.all_part_sizes(position.candidate_indices, 1)
    return np.asarray(np.count_nonzero(sizes, axis=1), np.int64)


def _may_win(position: Position, guesses: "NDArray[np.int64]") -> bool:
    """Whether one of *guesses* is a candidate."""
    return bool(np.isin(guesses, position.table.winner[position.candidate_indices]).any())


def _if_puzzle(misses: "Misses") -> "Misses | None":
    """Return *misses*; None if they have no solution or too many."""
    return misses if 1 <= np.count_nonzero(misses == 0) <= MAX_SOLUTIONS else None


def best_guess_misses(position: Position) -> "Misses | None":
    """Return for each guess its total over all candidates, minus the least total of any guess.

    For the best and second-best guesses the miss is exact. For the others it is a lower bound by counting, which is
    above the miss of the second best.
    """
    table, candidates = position.table, position.candidate_indices
    # Step 1. Group the guesses. Few candidates can be split in few ways, so many guesses make the same parts. A pattern
    # gives each candidate the number of its part: the place of the first candidate in it, and for the winning part the
    # number of candidates.
    answers = table.ordinals[:, candidates]
    patterns = (answers[:, :, None] == answers[:, None, :]).argmax(axis=2)
    patterns[answers == table.win] = len(candidates)
    _, lowest, pattern_of, guess_counts = np.unique(
        patterns, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    # Step 2. Bound the total of each pattern by counting. Patterns that do not split the candidates are FAR.
    sizes, _ = table.list_parts(lowest.astype(np.uint32), candidates, 1)
    totals = len(candidates) + least_after(table, sizes)
    totals[sizes[:, 1:].max(axis=1) == len(candidates)] = FAR
    # Step 3. Compute exact totals, the lowest bound first, until every other bound is above the second-best total.
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
        solutions += int(guess_counts[number]) if total == best else 0
        if solutions > MAX_SOLUTIONS:
            return None
        second = total if best < total < second else second
    return np.where(totals == FAR, FAR, totals - best)[pattern_of.reshape(-1)]


def _least_total(position: Position, values: Values, known: dict[bytes, int]) -> int:
    """Return the least total of *position*, by counting if possible, else by exact search; *known* is a cache."""
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
    """Return the least total of n candidates if some guess gets a different answer from each of them, else None.

    The total is 2n - 1 if such a guess may win: the first guess finds one candidate, the second guess any other. It is
    2n if none of them may win: a guess that may win then leaves two candidates in one part, and one of those needs a
    third guess.
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
    """Return the kind with the name *value*; raise BestguessError if there is none."""
    name = as_text("a kind of puzzle", value)
    if name not in KINDS:
        raise BestguessError(unknown_name_text("kind of puzzle", name, KINDS))
    return KINDS[name]
