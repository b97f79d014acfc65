"""When no candidate is left: the fewest rows that must be wrong, and the likeliest slips behind them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

import numpy as np

from bestguess.arguments import MOST_INTEGER, as_integer
from bestguess.games import Code, Feedback, Game, HistoryLike, PegGame, PositionLike, Row
from bestguess.play.playthrough import Playthrough, as_playthrough
from bestguess.table import Table, find_candidates

Slip: TypeAlias = Literal["swapped", "one off", "misread", "other feedback"]
"""Exact and misplaced swapped; one peg counted wrongly; one symbol of the guess misread; any other feedback."""

_ORDER: tuple[Slip, ...] = ("swapped", "one off", "misread", "other feedback")


@dataclass(frozen=True)
class Repair:
    """Rows to put in the place of others, by number; what slips that supposes; how many *candidates* that leaves."""

    rows: tuple[tuple[int, Row], ...]
    slips: tuple[Slip, ...]
    candidates: int

    def apply(self, run: PositionLike) -> Playthrough:
        """*run* with these rows."""
        run = as_playthrough(run)
        for number, row in self.rows:
            run = run.edit(number, *row)
        return run


@dataclass(frozen=True)
class Contradiction:
    """Rows that cannot all be right with the others, and no fewer can be wrong.

    *candidates*: how many are left when these rows are ignored. *repairs*: the likeliest first.
    """

    rows: tuple[int, ...]
    candidates: int
    repairs: tuple[Repair, ...]


def find_contradictions(game: PositionLike, limit: int = 5, *, history: HistoryLike = "") -> tuple[Contradiction, ...]:
    """The smallest sets of rows that must be wrong, each with up to *limit* repairs; none when a candidate is left.

    >>> found = find_contradictions("mastermind(4,6)", history="1122:0.0 3344:0.2 5566:2.1")
    >>> [contradiction.rows for contradiction in found]
    [(2,), (3,)]
    >>> [(str(repair.rows[0][1]), repair.slips[0], repair.candidates) for repair in found[0].repairs][:2]
    [('3344:0.1', 'one off', 8), ('6344:0.2', 'misread', 8)]
    """
    run, limit = as_playthrough(game, history), as_integer("a limit", limit, 0, MOST_INTEGER)
    if run.count:
        return ()
    numbers = [number for number in range(1, len(run.history) + 1) if number not in run.ignored]
    sets = _scanned(run, numbers) if run.loaded.table is None else _counted(run, run.loaded.table, numbers)
    return tuple(Contradiction(rows, left, _repairs(run, rows, limit)) for rows, left in sets.items())


def _counted(run: Playthrough, table: Table, numbers: list[int]) -> dict[tuple[int, ...], int]:
    """The smallest sets of wrong rows and what they leave: the rows that each of the secrets with the fewest breaks."""
    rows = [run.history[number - 1] for number in numbers]
    broken = np.stack([table.ordinals[table.guesses.index(row.guess)] != table.ordinal(row.feedback) for row in rows])
    counts = broken.sum(axis=0)
    fewest = broken[:, counts == counts.min()]
    sets = Counter(tuple(numbers[index] for index in np.flatnonzero(column)) for column in fewest.T)
    return dict(sorted(sets.items()))


def _scanned(run: Playthrough, numbers: list[int]) -> dict[tuple[int, ...], int]:
    """The same for a game without a table, by trying all sets of one row, then of two, and so on."""
    for size in range(1, len(numbers) + 1):
        counts = {rows: _ignoring(run, rows).count for rows in combinations(numbers, size)}
        if any(counts.values()):
            return {rows: left for rows, left in counts.items() if left}
    return {}


def _ignoring(run: Playthrough, rows: tuple[int, ...]) -> Playthrough:
    for number in rows:
        run = run.ignore(number)
    return run


def _repairs(run: Playthrough, rows: tuple[int, ...], limit: int) -> tuple[Repair, ...]:
    """The slips in *rows* that leave a candidate: the likeliest kinds first, then those that leave most."""
    found = [repair for repair in _changed_feedbacks(run, rows) if _may_stand(run, repair)]
    if len(rows) == 1 and isinstance(run.game, PegGame) and run.loaded.table is not None:
        found += _misread(run, run.game, rows[0])
    found.sort(key=lambda repair: (sum(_ORDER.index(slip) for slip in repair.slips), -repair.candidates))
    return tuple(found[:limit])


def _changed_feedbacks(run: Playthrough, rows: tuple[int, ...]) -> Iterator[Repair]:
    """Other feedbacks in *rows*: the candidates that are left without them say which there can be."""
    guesses = [run.history[number - 1].guess for number in rows]
    for feedbacks, left in _answers(_ignoring(run, rows), guesses).items():
        changed = tuple(Row(*pair) for pair in zip(guesses, feedbacks, strict=True))
        slips = tuple(
            _slip(run.game, run.history[number - 1].feedback, row.feedback)
            for number, row in zip(rows, changed, strict=True)
        )
        yield Repair(tuple(zip(rows, changed, strict=True)), slips, left)


def _answers(run: Playthrough, guesses: list[Code]) -> dict[tuple[Feedback, ...], int]:
    """How many candidates of *run* answer *guesses* in each way."""
    if run.position is not None:
        table, texts = run.position.table, np.array(run.position.table.feedbacks, dtype=object)
        columns = [texts[table.ordinals[table.guesses.index(guess)][run.position.candidates]] for guess in guesses]
        return Counter(zip(*columns, strict=True))
    if len(guesses) > 1:  # a scan for every pair of feedbacks would take long
        return {}
    rows = {(feedback,): run.heeded + Row(guesses[0], feedback) for feedback in run.game.feedbacks}
    counts = {
        feedbacks: find_candidates(run.game, history, limit=0, threads=run.loaded.threads).count
        for feedbacks, history in rows.items()
    }
    return {feedbacks: count for feedbacks, count in counts.items() if count}


def _slip(game: Game, typed: Feedback, true: Feedback) -> Slip:
    """How *true* may have become *typed*.

    >>> from bestguess.games import game
    >>> [_slip(game("mm4x6"), "1.2", true) for true in ("2.1", "1.1", "1.3", "0.3", "0.1")]
    ['swapped', 'one off', 'one off', 'one off', 'other feedback']
    """
    if not isinstance(game, PegGame):
        return "other feedback"
    (exact, misplaced), (one, other) = (tuple(map(int, feedback.split("."))) for feedback in (typed, true))
    if (one, other) == (misplaced, exact):
        return "swapped"
    apart = (abs(one - exact), abs(other - misplaced), abs(one + other - exact - misplaced))
    return "one off" if max(apart) == 1 else "other feedback"


def _misread(run: Playthrough, game: PegGame, number: int) -> Iterator[Repair]:
    """Another symbol at one place of the guess of row *number*."""
    guess, feedback = run.history[number - 1]
    for peg, there in enumerate(guess):
        for symbol in game.guesses.symbols:
            code = guess[:peg] + symbol + guess[peg + 1 :]
            if symbol != there and code in game.guesses and (left := run.edit(number, code).count):
                yield Repair(((number, Row(code, feedback)),), ("misread",), left)


def _may_stand(run: Playthrough, repair: Repair) -> bool:
    """Whether no row but the last wins once *repair* is made."""
    return all(row.feedback != run.game.win or number == len(run.history) for number, row in repair.rows)
