"""When no candidate is left: the fewest rows that must be wrong, and the likeliest slips behind them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Literal, TypeAlias

from bestguess.games import Feedback, History, PegGame, Row
from bestguess.play.playthrough import Playthrough

Slip: TypeAlias = Literal["swapped", "one off", "misread", "other feedback"]
"""Exact and misplaced swapped; one peg counted wrongly; one symbol of the guess misread; any other feedback."""

_ORDER: tuple[Slip, ...] = ("swapped", "one off", "misread", "other feedback")


@dataclass(frozen=True)
class Repair:
    """Rows to put in the place of others, by number; what slips that supposes; how many *candidates* that leaves."""

    rows: tuple[tuple[int, Row], ...]
    slips: tuple[Slip, ...]
    candidates: int

    def apply(self, run: Playthrough) -> Playthrough:
        """*run* with these rows."""
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


def find_contradictions(run: Playthrough, limit: int = 5) -> tuple[Contradiction, ...]:
    """The smallest sets of rows that must be wrong, each with up to *limit* repairs; none when a candidate is left.

    >>> from bestguess.games import game
    >>> run = Playthrough(game("mastermind(4,6)"), "1122:0.0 3344:0.2 5566:2.1")
    >>> found = find_contradictions(run)
    >>> [contradiction.rows for contradiction in found]
    [(2,), (3,)]
    >>> [(str(repair.rows[0][1]), repair.slips[0], repair.candidates) for repair in found[0].repairs][:2]
    [('3344:0.1', 'one off', 8), ('6344:0.2', 'misread', 8)]
    """
    if run.count:
        return ()
    numbers = [number for number in range(1, len(run.history) + 1) if number not in run.ignored]
    for size in range(1, len(numbers) + 1):
        found = []
        for rows in combinations(numbers, size):
            if left := _ignoring(run, rows).count:
                found.append(Contradiction(rows, left, _repairs(run, rows, limit)))
        if found:
            return tuple(found)
    return ()


def _ignoring(run: Playthrough, rows: tuple[int, ...]) -> Playthrough:
    for number in rows:
        run = run.ignore(number)
    return run


def _repairs(run: Playthrough, rows: tuple[int, ...], limit: int) -> tuple[Repair, ...]:
    """The slips in *rows* that leave a candidate: the likeliest kinds first, then those that leave most."""
    thorough = len(rows) == 1 and run.desk.table is not None
    slips = [list(_slips(run, run.history[number - 1], thorough)) for number in rows]
    found = []
    for chosen in product(*slips):
        changed = {number: row for number, (_, row) in zip(rows, chosen, strict=True)}
        mended = History([changed.get(number, row) for number, row in enumerate(run.history, start=1)])
        if any(row.feedback == run.game.win for row in mended[:-1]):
            continue
        if left := Playthrough(run.desk, mended, run.ignored).count:
            found.append(Repair(tuple(changed.items()), tuple(kind for kind, _ in chosen), left))
    found.sort(key=lambda repair: (sum(_ORDER.index(slip) for slip in repair.slips), -repair.candidates))
    return tuple(found[:limit])


def _slips(run: Playthrough, row: Row, thorough: bool) -> Iterator[tuple[Slip, Row]]:
    """What *row* may have been meant to be: another feedback, the near ones only unless *thorough*; another guess."""
    game = run.game
    near = dict(_near_feedbacks(game, row.feedback)) if isinstance(game, PegGame) else {}
    yield from ((slip, Row(row.guess, feedback)) for feedback, slip in near.items())
    if isinstance(game, PegGame) and thorough:
        yield from (("misread", misread) for misread in _misread(game, row))
    if thorough or not isinstance(game, PegGame):
        known = game.feedbacks or (run.desk.table.feedbacks if run.desk.table is not None else ())
        others = (feedback for feedback in known if feedback != row.feedback and feedback not in near)
        yield from (("other feedback", Row(row.guess, feedback)) for feedback in others)


def _near_feedbacks(game: PegGame, feedback: Feedback) -> Iterator[tuple[Feedback, Slip]]:
    exact, misplaced = map(int, feedback.split("."))
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    near: list[tuple[int, int, Slip]] = [(exact + e, misplaced + m, "one off") for e, m in steps]
    for one, other, slip in [*near, (misplaced, exact, "swapped")]:  # the last word on a feedback that is both
        text = f"{one}.{other}"
        if text in game.feedbacks and text != feedback:
            yield text, slip


def _misread(game: PegGame, row: Row) -> Iterator[Row]:
    """*row* with another symbol at one place of its guess."""
    for peg, there in enumerate(row.guess):
        for symbol in game.guesses.symbols:
            code = row.guess[:peg] + symbol + row.guess[peg + 1 :]
            if symbol != there and code in game.guesses:
                yield Row(code, row.feedback)
