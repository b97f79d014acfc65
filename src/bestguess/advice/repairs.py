"""When no candidate is left: the fewest rows that must be wrong, and the likeliest slips behind them.

Every secret breaks some rows: those whose guess it would have answered otherwise. The smallest sets of wrong rows are
the rows broken by the secrets that break fewest, so one pass over rows and secrets finds them all. Only where the
answers of all secrets do not fit in memory are sets of rows tried one after the other, by scans.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess import engine
from bestguess.arguments import MOST_INTEGER, as_integer
from bestguess.candidates import find_candidates
from bestguess.display import one_line
from bestguess.engine import poll
from bestguess.errors import HistoryError
from bestguess.games import Code, CodeSpace, Feedback, Game, History, HistoryLike, PegGame, Row, peg_ordinals_at
from bestguess.games.documents import Document, Hidden, Member
from bestguess.position import Position, PositionLike, as_position
from bestguess.wording import count_text

if TYPE_CHECKING:
    from bestguess.engine import Indices, Ordinals

Slip: TypeAlias = Literal["swapped", "one off", "misread", "other feedback"]
"""Exact and misplaced swapped; one peg counted wrongly; one symbol of the guess misread; any other feedback."""

_ORDER: tuple[Slip, ...] = ("swapped", "one off", "misread", "other feedback")
_MOST_VALUED = 2**20  # candidates of a game without a table whose answers are computed one by one
_MOST_SECRETS = 2**26  # of a game whose answers to a row are held in memory, a few bytes for each secret
_WORD = 64  # rows of a history whose sets are integers of the machine; of longer ones, integers of any size


@dataclass(frozen=True)
class RepairRow(Document):
    """A row in the place of another."""

    number: int
    guess: Code
    feedback: Feedback


@dataclass(frozen=True)
class Repair(Document):
    """Rows to put in the place of others, by number; what slips that supposes; how many candidates that leaves."""

    rows: Hidden[tuple[tuple[int, Row], ...]]
    """The number of each row, and what to put there."""
    slips: tuple[Slip, ...]
    """What must have gone wrong in each row."""
    candidates: int
    """How many candidates that leaves."""

    @property
    def numbered_rows(self) -> Annotated[tuple[RepairRow, ...], Member("rows")]:
        """The rows in the place of others."""
        return tuple(RepairRow(number, *row) for number, row in self.rows)

    def __repr__(self) -> str:
        rows = ", ".join(f"row {number} {row}" for number, row in self.rows)
        return one_line(self, f"{rows}: {count_text(self.candidates, 'candidate')}")

    def apply(self, run: Position) -> Position:
        """Return *run* with these rows."""
        return Position(run.game, self.history(run), ignored=run.ignored)

    def history(self, run: Position) -> History:
        """Return the history of *run* with these rows."""
        new = dict(self.rows)
        return History([new.get(number, row) for number, row in enumerate(run.history, start=1)])


@dataclass(frozen=True)
class Contradiction(Document):
    """Rows that cannot all be right with the others, and no fewer can be wrong."""

    rows: tuple[int, ...]
    """The numbers of the rows."""
    candidates: int
    """How many candidates are left without these rows."""
    repairs: tuple[Repair, ...]
    """Rows that may have been meant, the likeliest first."""

    def __repr__(self) -> str:
        rows = ", ".join(f"row {number}" for number in self.rows)
        return one_line(self, f"{rows}: {count_text(self.candidates, 'candidate')} without")


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
        self.feedbacks = run.game.feedbacks if self._table is None else self._table.feedbacks

    @property
    def known(self) -> bool:
        """Whether what every secret answers fits in memory; if not, candidates can only be counted."""
        few = isinstance(self._run.game, PegGame) and len(self._run.game.secrets) <= _MOST_SECRETS
        return self._table is not None or (few and self._kernel is not None)

    def of(self, guess: Code, secrets: "Indices") -> "Ordinals":
        """Return the answers of *secrets* to *guess*."""
        if self._table is not None:
            answers: Ordinals = self._table.ordinals[self._table.guesses.index(guess)][secrets]
            return answers
        assert isinstance(self._run.game.secrets, CodeSpace)
        return peg_ordinals_at(guess, self._run.game.secrets, secrets)

    def fitting(self, number: int) -> "NDArray[np.bool_]":
        """Return which of all secrets fit row *number*."""
        guess, feedback = self._run.history[number - 1]
        index, ordinal = self._run.game.guesses.index(guess), self.feedbacks.index(feedback)
        if self._table is not None:
            return np.asarray(self._table.ordinals[index] == ordinal)
        assert self._kernel is not None
        fits = np.zeros(self._kernel.secrets, np.bool_)
        fits[engine.scan(self._kernel, [(index, ordinal)], len(fits))[1]] = True
        return fits


def contradictions(game: PositionLike, history: HistoryLike = "", *, limit: int = 5) -> tuple[Contradiction, ...]:
    """Return the smallest sets of rows that must be wrong, each with up to *limit* repairs; none with candidates left.

    >>> found = contradictions("mastermind(4,6)", "1122:0.0 3344:0.2 5566:2.1")
    >>> [contradiction.rows for contradiction in found]
    [(2,), (3,)]
    >>> [(str(repair.rows[0][1]), repair.slips[0], repair.candidates) for repair in found[0].repairs][:2]
    [('3344:0.1', 'one off', 8), ('6344:0.2', 'misread', 8)]
    """
    run, limit = as_position(game, history), as_integer("a limit", limit, 0, MOST_INTEGER)
    found, _ = most_contradictions(run, limit)
    return found


def most_contradictions(
    run: Position, limit: int = 5, most: int | None = None, scan: bool = True
) -> tuple[tuple[Contradiction, ...], int]:
    """Return at most *most* of the sets of `contradictions`, those that leave most candidates, and how many there are.

    Without *scan*, sets that leave over a million candidates of a game without a table have no repairs.
    """
    if run.count:
        return (), 0
    answers = Answers(run)
    sets, count = smallest_wrong_sets(run, answers, most)
    found = list[Contradiction]()
    for wrong in sets:
        poll()
        repairs = list[Repair]()
        if scan or not _needs_scan(run, wrong):
            repairs += _changed_feedbacks(run, answers, wrong)
            if len(wrong.rows) == 1 and run.has_table and wrong.secrets is not None:
                repairs += _misread(run, wrong.rows[0], wrong.secrets)
        # The likeliest kinds of slips first, then those that leave most.
        repairs.sort(key=lambda repair: (sum(map(_ORDER.index, repair.slips)), -repair.candidates))
        allowed = (repair for repair in repairs if _is_allowed(run, repair))
        found.append(Contradiction(wrong.rows, wrong.candidates, tuple(itertools.islice(allowed, limit))))
    return tuple(found), count


def _needs_scan(run: Position, wrong: WrongRows) -> bool:
    """Whether the candidates of *wrong* are too many to look at each: then they are counted by scans."""
    return not run.has_table and (wrong.secrets is None or wrong.candidates > _MOST_VALUED)


def _is_allowed(run: Position, repair: Repair) -> bool:
    """Whether the rule of the game allows *run* once it is repaired, and only its last row may win."""
    history = repair.history(run)
    try:
        run.game.as_history(history, run.ignored)
    except HistoryError:
        return False
    return all(row.feedback != run.game.win for row in history[:-1])


def _changed_feedbacks(run: Position, answers: Answers, wrong: WrongRows) -> Iterator[Repair]:
    """Give the repairs by other feedbacks in the rows of *wrong*.

    With a table, that of the lowest candidate comes first. Without one each row takes a pass over all secrets, so that
    only one row is looked at.
    """
    typed = [run.history[number - 1] for number in wrong.rows]
    counts: Mapping[tuple[int, ...], int] = {}  # how many candidates answer so
    if run.has_table and wrong.secrets is not None:
        secrets = wrong.secrets
        counts = Counter(zip(*(answers.of(row.guess, secrets).tolist() for row in typed), strict=True))
    elif len(typed) == 1:
        if wrong.secrets is not None and not _needs_scan(run, wrong):
            sizes = np.bincount(answers.of(typed[0].guess, wrong.secrets)).tolist()
        else:
            others = _other_rows(run, wrong.rows)
            game = run.game.without_rule()  # which may not allow the guess after the rows that came later
            histories = [others + Row(typed[0].guess, feedback) for feedback in answers.feedbacks]
            sizes = [find_candidates(game, history, limit=0).count for history in histories]
        counts = {(ordinal,): size for ordinal, size in enumerate(sizes) if size}
    for ordinals, count in counts.items():
        changed = [Row(row.guess, answers.feedbacks[ordinal]) for row, ordinal in zip(typed, ordinals, strict=True)]
        slips = [_slip(run.game, *pair) for pair in zip(typed, changed, strict=True)]
        yield Repair(tuple(zip(wrong.rows, changed, strict=True)), tuple(slips), count)


def _slip(game: Game, typed: Row, true: Row) -> Slip:
    """Return how the feedback of *true* may have become that of *typed*.

    >>> typed, others = Row("1123", "1.2"), ("2.1", "1.1", "1.3", "0.3", "0.1")
    >>> [_slip(Position("mastermind(4,6)").game, typed, Row("1123", other)) for other in others]
    ['swapped', 'one off', 'one off', 'one off', 'other feedback']
    """
    if not isinstance(game, PegGame):
        return "other feedback"
    (exact, misplaced), counts = game.counts(typed.feedback), game.counts(true.feedback)
    if counts == (misplaced, exact):
        return "swapped"
    more = counts[0] - exact, counts[1] - misplaced
    return "one off" if max(map(abs, (*more, sum(more)))) == 1 else "other feedback"


def _misread(run: Position, number: int, secrets: "Indices") -> Iterator[Repair]:
    """Give another symbol at one place of the guess of row *number*; *secrets* are what the other rows leave."""
    game, table = run.game, run.table
    guess, feedback = run.history[number - 1]
    ordinal = table.ordinal(feedback)
    for peg, symbol in itertools.product(range(game.pegs), game.symbols) if isinstance(game, PegGame) else ():
        code = guess[:peg] + symbol + guess[peg + 1 :]
        if code != guess and code in game.guesses:
            left = np.count_nonzero(table.ordinals[table.guesses.index(code), secrets] == ordinal)
            if left:
                yield Repair(((number, Row(code, feedback)),), ("misread",), int(left))


def smallest_wrong_sets(run: Position, answers: Answers, most: int | None = None) -> tuple[list[WrongRows], int]:
    """Return the smallest sets of wrong rows, in order, and how many there are; *most*: only those that leave most."""
    numbers = [number for number in range(1, len(run.history) + 1) if number not in run.ignored]
    if not answers.known:
        scanned = sorted(_scanned(run, numbers), key=lambda wrong: -wrong.candidates)
        return sorted(scanned[:most], key=lambda wrong: wrong.rows), len(scanned)
    broken = np.zeros(len(run.game.secrets), np.uint16)  # how many rows each secret breaks
    for number in numbers:
        poll()
        broken += ~answers.fitting(number)
    fewest = np.flatnonzero(broken == broken.min()).astype(np.uint32)
    bits: NDArray[Any] = np.zeros(len(fewest), np.uint64 if len(numbers) <= _WORD else object)  # which rows they break
    for number in numbers:
        poll()
        bits = bits * 2 + ~answers.fitting(number)[fewest]
    sets, sizes = np.unique(bits, return_counts=True)
    sets, sizes = sets[::-1], sizes[::-1]  # the first row is the highest bit: in the order of their rows
    found = list[WrongRows]()
    for place in np.sort(np.argsort(-sizes, kind="stable")[:most]).tolist():
        is_broken = f"{sets[place]:0{len(numbers)}b}"
        rows = tuple(number for number, bit in zip(numbers, is_broken, strict=True) if bit == "1")
        found.append(WrongRows(rows, int(sizes[place]), fewest[bits == sets[place]]))
    return found, len(sets)


def _scanned(run: Position, numbers: list[int]) -> list[WrongRows]:
    """Return the sets by trying all of one row, then all of two, and so on: a scan for each."""
    for size in range(1, len(numbers) + 1):
        tried = itertools.combinations(numbers, size)
        counts = [(rows, find_candidates(run.game, _other_rows(run, rows), limit=0).count) for rows in tried]
        if any(count for _, count in counts):
            return [WrongRows(rows, count) for rows, count in counts if count]
    return []


def _other_rows(run: Position, rows: tuple[int, ...]) -> History:
    """Return the rows of *run* that count, without those of these numbers."""
    return Position(run.game, run.history, ignored=run.ignored.union(rows)).active_rows
