"""The smallest sets of rows that must be wrong when no candidate is left.

Every secret breaks some rows: those whose guess it would have answered otherwise. The smallest sets of wrong rows are
the rows broken by the secrets that break fewest, so one pass over rows and secrets finds them all. Only where the
answers of all secrets do not fit in memory are sets of rows tried one after the other, by scans.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from bestguess import engine
from bestguess.candidates import find_candidates
from bestguess.games import Code, CodeSpace, Feedback, PegGame, peg_ordinals_at
from bestguess.interruption import poll
from bestguess.position import Position

if TYPE_CHECKING:
    from bestguess.engine import Indices, Ordinals

_MOST_SECRETS = 2**26  # of a game whose answers to a row are held in memory, a few bytes for each secret
_WORD = 32  # bits


@dataclass(frozen=True)
class WrongRows:
    """Rows that cannot all be right, by number, and how many *candidates* are left when they are ignored.

    *secrets* are these candidates by index, unless they were only counted.
    """

    rows: tuple[int, ...]
    candidates: int
    secrets: "Indices | None" = None


class Answers:
    """What the secrets of the game of *run* answer to a guess, as ordinals of *feedbacks*."""

    def __init__(self, run: Position) -> None:
        self._run, self._kernel = run, run.game.kernel()
        self._table = run.table if run.has_table else None

    @property
    def known(self) -> bool:
        """Whether what every secret answers fits in memory; if not, candidates can only be counted."""
        few = isinstance(self._run.game, PegGame) and len(self._run.game.secrets) <= _MOST_SECRETS
        return self._table is not None or (few and self._kernel is not None)

    @cached_property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """The text of each ordinal."""
        return self._run.game.feedbacks if self._table is None else self._table.feedbacks

    def of(self, guess: Code, secrets: "Indices") -> "Ordinals":
        """The answers of *secrets* to *guess*."""
        game = self._run.game
        if self._table is not None:
            answers: Ordinals = self._table.ordinals[self._table.guesses.index(guess)][secrets]
            return answers
        assert isinstance(game.secrets, CodeSpace)
        return peg_ordinals_at(guess, game.secrets, secrets)

    def fitting(self, number: int) -> "NDArray[np.bool_]":
        """Which of all secrets fit row *number*."""
        guess, feedback = self._run.history[number - 1]
        index, ordinal = self._run.game.guesses.index(guess), self.feedbacks.index(feedback)
        if self._table is not None:
            return np.asarray(self._table.ordinals[index] == ordinal)
        assert self._kernel is not None
        fits = np.zeros(self._kernel.secrets, np.bool_)
        fits[engine.scan(self._kernel, [(index, ordinal)], len(fits))[1]] = True
        return fits


def smallest_wrong_sets(run: Position, answers: Answers, most: int | None = None) -> tuple[list[WrongRows], int]:
    """The smallest sets of wrong rows, in order, and how many there are; *most*: only those that leave most."""
    numbers = [number for number in range(1, len(run.history) + 1) if number not in run.ignored]
    if answers.known:
        return _counted(answers, numbers, most)
    sets = sorted(_scanned(run, numbers), key=lambda one: -one.candidates)
    return sorted(sets[:most], key=lambda one: one.rows), len(sets)


def _counted(answers: Answers, numbers: list[int], most: int | None) -> tuple[list[WrongRows], int]:
    """The sets as `smallest_wrong_sets` gives them, from the rows that each secret breaks."""
    fewest, broken = _rows_broken(answers, numbers)
    sets, sizes = np.unique(broken, return_counts=True)
    sets, sizes = sets[::-1], sizes[::-1]  # the first row is the highest bit: in the order of their rows
    chosen = np.sort(np.argsort(-sizes, kind="stable")[:most])
    found = [
        WrongRows(_numbers(int(sets[place]), numbers), int(sizes[place]), fewest[broken == sets[place]])
        for place in chosen.tolist()
    ]
    return found, len(sets)


def _rows_broken(answers: Answers, numbers: list[int]) -> "tuple[Indices, NDArray[Any]]":
    """The secrets that break fewest rows, and which ones: bits of an integer, the highest for the first row."""
    counts: NDArray[np.uint16] | int = 0
    words = list[NDArray[Any]]()
    for place, number in enumerate(numbers):
        poll()
        broken = ~answers.fitting(number)
        counts = counts + broken.astype(np.uint16)
        if place % _WORD == 0:
            words.append(np.zeros(len(broken), np.uint32))
        words[-1] |= broken.astype(np.uint32) << np.uint32(_WORD - 1 - place % _WORD)
    fewest = np.flatnonzero(counts == np.min(counts)).astype(np.uint32)
    bits = words[0][fewest]
    for word in words[1:]:  # of a history that is longer than any board: integers of any size
        bits = bits.astype(object) << _WORD | word[fewest].astype(object)
    return fewest, bits


def _numbers(bits: int, numbers: list[int]) -> tuple[int, ...]:
    """The row numbers of an integer of `_rows_broken`."""
    highest = _WORD * (-(-len(numbers) // _WORD)) - 1
    return tuple(number for place, number in enumerate(numbers) if bits >> (highest - place) & 1)


def _scanned(run: Position, numbers: list[int]) -> Iterator[WrongRows]:
    """The sets by trying all of one row, then all of two, and so on: a scan for each."""
    found = False
    for size in range(1, len(numbers) + 1):
        for rows in combinations(numbers, size):
            left = find_candidates(run.game, without(run, rows).active_rows, limit=0).count
            if left:
                found = True
                yield WrongRows(rows, left)
        if found:
            return


def without(run: Position, rows: tuple[int, ...]) -> Position:
    """*run* with these *rows* ignored."""
    for number in rows:
        run = run.without(number)
    return run
