"""Repair a contradictory history: find the fewest rows that must be wrong, and the likeliest slips behind them.

A secret *breaks* a row if it would have answered its guess differently. Take the secrets that break fewest rows: the
rows that each of them breaks are the smallest sets of wrong rows. So one pass over rows and secrets finds all sets. If
the answers of all secrets do not fit in memory, sets of rows are tried one after the other, with a scan for each.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess import engine
from bestguess.arguments import MAX_INTEGER, as_integer
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
"""Exact and misplaced swapped, one peg miscounted, one symbol of the guess misread, or any other mistake."""

_LIKELIEST_FIRST: tuple[Slip, ...] = ("swapped", "one off", "misread", "other feedback")
_MAX_SCORED = 2**20  # candidates of a game without a table whose answers are computed one by one
_MAX_SECRETS = 2**26  # secrets of a game whose answers to a row are kept in memory, a few bytes each
_WORD_BITS = 64  # a set of rows is a machine word, one bit a row; longer histories need Python integers


@dataclass(frozen=True)
class RepairRow(Document):
    """A row that replaces row *number* of the history."""

    number: int
    guess: Code
    feedback: Feedback


@dataclass(frozen=True)
class Repair(Document):
    """Rows that replace wrong rows, the slips they assume, and how many candidates they leave."""

    rows: Hidden[tuple[tuple[int, Row], ...]]
    """The number of each wrong row, and the row that replaces it."""
    slips: tuple[Slip, ...]
    """The mistake assumed in each row."""
    candidates: int
    """Number of candidates after the repair."""

    @property
    def numbered_rows(self) -> Annotated[tuple[RepairRow, ...], Member("rows")]:
        """The rows that replace wrong rows."""
        return tuple(RepairRow(number, *row) for number, row in self.rows)

    def __repr__(self) -> str:
        rows = ", ".join(f"row {number} {row}" for number, row in self.rows)
        return one_line(self, f"{rows}: {count_text(self.candidates, 'candidate')}")

    def apply(self, position: Position) -> Position:
        """Return *position* with the repaired rows."""
        return Position(position.game, self.history(position), ignored=position.ignored)

    def history(self, position: Position) -> History:
        """Return the history of *position* with the repaired rows."""
        replacements = dict(self.rows)
        return History([replacements.get(number, row) for number, row in enumerate(position.history, start=1)])


@dataclass(frozen=True)
class Contradiction(Document):
    """A smallest set of rows that must be wrong, given that all other rows are right."""

    rows: tuple[int, ...]
    """The numbers of the rows."""
    candidates: int
    """Number of candidates if these rows are ignored."""
    repairs: tuple[Repair, ...]
    """Possible corrections of the rows, the likeliest first."""

    def __repr__(self) -> str:
        rows = ", ".join(f"row {number}" for number in self.rows)
        return one_line(self, f"{rows}: {count_text(self.candidates, 'candidate')} without")


@dataclass(frozen=True)
class WrongRows:
    """A smallest set of wrong rows, by number, and how many *candidates* are left if they are ignored.

    *secrets*: the indices of these candidates; None if they were only counted.
    """

    rows: tuple[int, ...]
    candidates: int
    secrets: "Indices | None" = None


class Answers:
    """The answers of all secrets to the guesses of *position*, as ordinals of *feedbacks*."""

    def __init__(self, position: Position) -> None:
        self._position, self._kernel = position, position.game.kernel()
        self._table = position.table if position.has_table else None
        self.feedbacks = position.game.feedbacks if self._table is None else self._table.feedbacks

    @property
    def fit_in_memory(self) -> bool:
        """Whether the answers of every secret fit in memory; if not, candidates can only be counted."""
        game = self._position.game
        few = isinstance(game, PegGame) and len(game.secrets) <= _MAX_SECRETS
        return self._table is not None or (few and self._kernel is not None)

    def of(self, guess: Code, secrets: "Indices") -> "Ordinals":
        """Return the answers of *secrets* to *guess*."""
        if self._table is not None:
            answers: Ordinals = self._table.ordinals[self._table.guesses.index(guess)][secrets]
            return answers
        assert isinstance(self._position.game.secrets, CodeSpace)
        return peg_ordinals_at(guess, self._position.game.secrets, secrets)

    def secrets_fitting(self, number: int) -> "NDArray[np.bool_]":
        """Return for each secret whether it is consistent with row *number*."""
        guess, feedback = self._position.history[number - 1]
        index, ordinal = self._position.game.guesses.index(guess), self.feedbacks.index(feedback)
        if self._table is not None:
            return np.asarray(self._table.ordinals[index] == ordinal)
        assert self._kernel is not None
        fits = np.zeros(self._kernel.secrets, np.bool_)
        fits[engine.scan(self._kernel, [(index, ordinal)], len(fits))[1]] = True
        return fits


def contradictions(game: PositionLike, history: HistoryLike = "", *, limit: int = 5) -> tuple[Contradiction, ...]:
    """Return the smallest sets of rows that must be wrong, each with up to *limit* repairs.

    Return none if candidates are left.

    >>> sets = contradictions("mastermind(4,6)", "1122:0.0 3344:0.2 5566:2.1")
    >>> [contradiction.rows for contradiction in sets]
    [(2,), (3,)]
    >>> [(str(repair.rows[0][1]), repair.slips[0], repair.candidates) for repair in sets[0].repairs][:2]
    [('3344:0.1', 'one off', 8), ('6344:0.2', 'misread', 8)]
    """
    position, limit = as_position(game, history), as_integer("a limit", limit, 0, MAX_INTEGER)
    sets, _ = top_contradictions(position, limit)
    return sets


def top_contradictions(
    position: Position, limit: int = 5, most: int | None = None, scan: bool = True
) -> tuple[tuple[Contradiction, ...], int]:
    """Return at most *most* sets of `contradictions`, those that leave the most candidates, and the number of all sets.

    Without *scan*, a set gets no repairs if it leaves over a million candidates in a game without a table.
    """
    if position.count:
        return (), 0
    answers = Answers(position)
    wrong_sets, count = smallest_wrong_sets(position, answers, most)
    results = list[Contradiction]()
    for wrong in wrong_sets:
        poll()
        repairs = list[Repair]()
        if scan or not _needs_scan(position, wrong):
            repairs += _change_feedbacks(position, answers, wrong)
            if len(wrong.rows) == 1 and position.has_table and wrong.secrets is not None:
                repairs += _change_symbols(position, wrong.rows[0], wrong.secrets)
        # The likeliest kinds of slips first, then the repairs that leave most candidates.
        repairs.sort(key=lambda repair: (sum(map(_LIKELIEST_FIRST.index, repair.slips)), -repair.candidates))
        allowed = (repair for repair in repairs if _is_allowed(position, repair))
        results.append(Contradiction(wrong.rows, wrong.candidates, tuple(itertools.islice(allowed, limit))))
    return tuple(results), count


def _needs_scan(position: Position, wrong: WrongRows) -> bool:
    """Whether there are too many candidates to score each of them, so that scans must count them."""
    return not position.has_table and (wrong.secrets is None or wrong.candidates > _MAX_SCORED)


def _is_allowed(position: Position, repair: Repair) -> bool:
    """Whether the repaired history obeys the rule of the game, and no row before the last one wins."""
    history = repair.history(position)
    try:
        position.game.as_history(history, position.ignored)
    except HistoryError:
        return False
    return all(row.feedback != position.game.win for row in history[:-1])


def _change_feedbacks(position: Position, answers: Answers, wrong: WrongRows) -> Iterator[Repair]:
    """Yield the repairs that change the feedbacks of the rows of *wrong*.

    With a table, they come in the order of the lowest candidate that each leaves. Without a table each row takes a pass
    over all secrets, so there are repairs only for a single row.
    """
    typed = [position.history[number - 1] for number in wrong.rows]
    counts: Mapping[tuple[int, ...], int] = {}  # number of candidates that give these answers
    if position.has_table and wrong.secrets is not None:
        secrets = wrong.secrets
        counts = Counter(zip(*(answers.of(row.guess, secrets).tolist() for row in typed), strict=True))
    elif len(typed) == 1:
        if wrong.secrets is not None and not _needs_scan(position, wrong):
            sizes = np.bincount(answers.of(typed[0].guess, wrong.secrets)).tolist()
        else:
            others = _other_rows(position, wrong.rows)
            # The guess moves after rows that came later, and the rule might forbid it there.
            game = position.game.without_rule()
            histories = [others + Row(typed[0].guess, feedback) for feedback in answers.feedbacks]
            sizes = [find_candidates(game, history, limit=0).count for history in histories]
        counts = {(ordinal,): size for ordinal, size in enumerate(sizes) if size}
    for ordinals, count in counts.items():
        changed = [Row(row.guess, answers.feedbacks[ordinal]) for row, ordinal in zip(typed, ordinals, strict=True)]
        slips = [_slip(position.game, *pair) for pair in zip(typed, changed, strict=True)]
        yield Repair(tuple(zip(wrong.rows, changed, strict=True)), tuple(slips), count)


def _slip(game: Game, typed: Row, true: Row) -> Slip:
    """Return the kind of mistake that turns the feedback of *true* into that of *typed*.

    >>> typed, others = Row("1123", "1.2"), ("2.1", "1.1", "1.3", "0.3", "0.1")
    >>> [_slip(Position("mastermind(4,6)").game, typed, Row("1123", other)) for other in others]
    ['swapped', 'one off', 'one off', 'one off', 'other feedback']
    """
    if not isinstance(game, PegGame):
        return "other feedback"
    (exact, misplaced), counts = game.counts(typed.feedback), game.counts(true.feedback)
    if counts == (misplaced, exact):
        return "swapped"
    # One peg was miscounted: each number, and their sum, is off by one at most.
    differences = counts[0] - exact, counts[1] - misplaced
    return "one off" if max(map(abs, (*differences, sum(differences)))) == 1 else "other feedback"


def _change_symbols(position: Position, number: int, secrets: "Indices") -> Iterator[Repair]:
    """Yield the repairs that change one symbol of the guess of row *number*.

    *secrets*: the candidates that the other rows leave.
    """
    game, table = position.game, position.table
    guess, feedback = position.history[number - 1]
    ordinal = table.ordinal(feedback)
    for peg, symbol in itertools.product(range(game.pegs), game.symbols) if isinstance(game, PegGame) else ():
        code = guess[:peg] + symbol + guess[peg + 1 :]
        if code != guess and code in game.guesses:
            left = np.count_nonzero(table.ordinals[table.guesses.index(code), secrets] == ordinal)
            if left:
                yield Repair(((number, Row(code, feedback)),), ("misread",), int(left))


def smallest_wrong_sets(position: Position, answers: Answers, most: int | None = None) -> tuple[list[WrongRows], int]:
    """Return the smallest sets of wrong rows, in the order of their rows, and the number of all sets.

    *most*: return at most this many, those that leave the most candidates.
    """
    numbers = [number for number in range(1, len(position.history) + 1) if number not in position.ignored]
    if not answers.fit_in_memory:
        by_size = sorted(_try_all_sets(position, numbers), key=lambda wrong: -wrong.candidates)
        return sorted(by_size[:most], key=lambda wrong: wrong.rows), len(by_size)
    # Step 1. Find the secrets that break fewest rows.
    broken_rows = np.zeros(len(position.game.secrets), np.uint16)
    for number in numbers:
        poll()
        broken_rows += ~answers.secrets_fitting(number)
    secrets = np.flatnonzero(broken_rows == broken_rows.min()).astype(np.uint32)
    # Step 2. Write the rows that each of them breaks as the bits of an integer, the first row as the highest bit.
    bits: NDArray[Any] = np.zeros(len(secrets), np.uint64 if len(numbers) <= _WORD_BITS else object)
    for number in numbers:
        poll()
        bits = bits * 2 + ~answers.secrets_fitting(number)[secrets]
    # Step 3. Equal integers are one set. Descending integers are sets in the order of their rows.
    sets, sizes = np.unique(bits, return_counts=True)
    sets, sizes = sets[::-1], sizes[::-1]
    results = list[WrongRows]()
    for place in np.sort(np.argsort(-sizes, kind="stable")[:most]).tolist():
        is_broken = f"{sets[place]:0{len(numbers)}b}"
        rows = tuple(number for number, bit in zip(numbers, is_broken, strict=True) if bit == "1")
        results.append(WrongRows(rows, int(sizes[place]), secrets[bits == sets[place]]))
    return results, len(sets)


def _try_all_sets(position: Position, numbers: list[int]) -> list[WrongRows]:
    """Return the smallest sets by trying all sets of one row, then all of two, and so on, with a scan for each."""
    for size in range(1, len(numbers) + 1):
        sets = itertools.combinations(numbers, size)
        counts = [(rows, find_candidates(position.game, _other_rows(position, rows), limit=0).count) for rows in sets]
        if any(count for _, count in counts):
            return [WrongRows(rows, count) for rows, count in counts if count]
    return []


def _other_rows(position: Position, rows: tuple[int, ...]) -> History:
    """Return the active rows of *position* except those with the numbers *rows*."""
    return Position(position.game, position.history, ignored=position.ignored.union(rows)).active_rows
