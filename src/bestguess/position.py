"""Positions: a game and its history.

A position finds its candidates, as indices, in the table of its game. Games too large for a table are scanned instead.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeAlias, overload

import numpy as np

from bestguess import engine
from bestguess.arguments import as_integer, as_limit, expected_error
from bestguess.candidates import (
    CandidateList,
    Partition,
    candidate_list,
    codes_around,
    consistent_indices,
    counts_of_steps,
    find_candidates,
    first_codes,
    partition,
    scan_arguments,
)
from bestguess.display import HtmlRepr, one_line, short_code
from bestguess.errors import HistoryError, game_over_error, no_candidate_error
from bestguess.games import (
    FREE,
    HIT,
    Answer,
    Feedback,
    Game,
    Guess,
    History,
    HistoryLike,
    Row,
    Secret,
    as_game,
    row_numbers,
)
from bestguess.games.declarations import Label
from bestguess.games.table import Table, fits_table, table_bytes
from bestguess.wording import count_text, plural

if TYPE_CHECKING:
    from bestguess.engine import Indices

Outcome: TypeAlias = Literal["won", "lost", "identified"]
_SMALL_TABLE = 2**26  # bytes: `partition` builds a table of this size rather than score candidates in Python
_QUICK_PAIRS = 2**18  # guesses times secrets: a table that a feedback function in Python fills quickly


class Position(HtmlRepr, Generic[Guess, Secret, Answer]):
    """A *game*, given as an object or a text, and the *history* so far. A position never changes.

    Methods such as `after` return a new position. *secret*: the code that `after` scores guesses against. It is never
    part of a repr, a comparison or JSON. *ignored*: the numbers of rows, from 1, that exclude no candidate. They stay
    in the history and use up rows of the board.

    Raises HistoryError when rows follow the winning one, when the history has more rows than the board, and when an
    ignored row does not exist. With goal identify, rows may follow after the secret is known.

    >>> position = Position("mastermind(4,6)").after("1122", "1.0")
    >>> len(position.candidates), position.candidates[:3], position.over
    (256, ['1333', '1334', '1335'], False)
    >>> position == Position("mm4x6", "1122:1.0") == Position("mm4x6", [("1122", "1.0")])
    True
    """

    game: Game[Guess, Secret, Answer]
    history: History
    ignored: frozenset[int]

    def __init__(
        self,
        game: "str | Game[Guess, Secret, Answer]",
        history: HistoryLike = "",
        *,
        secret: Secret | None = None,
        ignored: Collection[int] = (),
    ) -> None:
        rules, numbers = as_game(game), row_numbers(ignored)
        checked_secret = None if secret is None else rules.as_secret(secret)
        self._set(game=rules, history=rules.as_history(history, numbers), ignored=numbers, _secret=checked_secret)
        for number in sorted(numbers):
            if not 1 <= number <= len(self.history):
                raise expected_error(f"rows from 1 to {len(self.history)} to ignore", number, HistoryError)
        for row, next_row in pairwise(self.active_rows):
            if row.feedback == rules.win:
                raise HistoryError(f"expected no row after the winning one, {str(row)!r}, got {str(next_row)!r}")
        self._check_rows(len(self.history))
        for number, row in enumerate(self.history, start=1):
            if number not in self.ignored:
                self._check_answer(number, row)

    _secret: Secret | None
    _previous: "Position | None" = None
    """The position before this one, in games with a rule: its allowed guesses speed up the search for those here."""

    def _set(self, **values: Any) -> None:
        """Set attributes, bypassing `__setattr__`. Only for a position that is being built."""
        vars(self).update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a position never changes, so {name} cannot be set: after and before return other positions"
        )

    def _check_answer(self, number: int, row: Row) -> None:
        """Raise HistoryError when the position has a secret that gives a different feedback from *row*."""
        if self._secret is not None and self.game.score_unchecked(row.guess, self._secret) != row.feedback:
            raise HistoryError(f"row {number} of the history, {str(row)!r}: the secret gives a different feedback")

    def __repr__(self) -> str:
        ignored = f", ignored={set(self.ignored)}" if self.ignored else ""
        code = f"Position({str(self.game)!r}, {str(self.history)!r}{ignored})"
        return short_code(self, code, f"of {self.game} after {count_text(len(self.history), 'row')}: {self.history}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[Game, History, frozenset[int]]:
        return self.game, self.history, self.ignored

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to pickle: not those that can be computed again."""
        return {name: vars(self)[name] for name in ("game", "history", "ignored", "_secret")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._set(**state)

    def _check_rows(self, rows: int) -> None:
        """Raise HistoryError when the board has fewer *rows*."""
        if (limit := self.game.rows) is not None and rows > limit:
            raise HistoryError(f"expected at most {limit} {plural(limit, 'row')} in {self.game}, got {rows}")

    @cached_property
    def active_rows(self) -> History:
        """The rows that are not ignored."""
        if not self.ignored:
            return self.history
        return History([row for number, row in enumerate(self.history, start=1) if number not in self.ignored])

    @property
    def rows_left(self) -> int | None:
        """The number of guesses that the board still allows; None without a limit. Ignored rows count as used."""
        return self.game.rows_left(self.history)

    @property
    def has_table(self) -> bool:
        """Whether the game is small enough for a table. Otherwise scans and samples replace it."""
        return fits_table(self.game)

    @property
    def table(self) -> Table:
        """The table of the game. Raises SizeError if the game is too large for one."""
        return self.game.table

    @property
    def _by_table(self) -> bool:
        """Whether to find candidates in the table, because it exists or is quickly built. Otherwise by a scan."""
        game = self.game
        if game._table is not None:
            return self.has_table
        return game.kernel() is None and len(game.guesses) * len(game.secrets) <= _QUICK_PAIRS and self.has_table

    # Candidates.

    @cached_property
    def candidates(self) -> "Candidates[Secret]":
        """The secrets consistent with the active rows, lowest first: a lazy sequence."""
        return Candidates(self)

    @cached_property
    def candidate_indices(self) -> "Indices":
        """The indices of the candidates among the secrets, in ascending order."""
        if self._by_table:
            return self.table.candidates(self.active_rows)
        if self.game.kernel() is None:
            return consistent_indices(self.game, self.active_rows)
        kernel, rows = scan_arguments(self.game, self.active_rows)
        return engine.scan(kernel, rows, len(self.game.secrets))[1]

    @cached_property
    def count(self) -> int:
        """The number of candidates. Counting does not store the candidates of a game too large for a table."""
        if self.has_table or self.game.kernel() is None:
            return len(self.candidate_indices)
        if not self.active_rows:
            return len(self.game.secrets)
        return sum(count for _, _, count in counts_of_steps(self.game, self.active_rows))

    def list_candidates(self, limit: int | None = None) -> CandidateList:
        """Return the number of candidates, the lowest *limit* of them (default: all), likely ones and labels."""
        if not self._by_table:
            return find_candidates(self.game, self.active_rows, limit=limit)
        return candidate_list(self.game, self.candidate_indices, as_limit("limit", limit))

    @property
    def likely(self) -> int | None:
        """The number of likely candidates; None where secrets have no weights."""
        return self.list_candidates(0).likely if self.game.has_weights else None

    @property
    def labels_left(self) -> int | None:
        """The number of different labels of the candidates; None where secrets have no labels."""
        return None if self.game.labels is None else self.list_candidates(0).labels

    @cached_property
    def label(self) -> Label | None:
        """The label of all candidates, with goal identify, once they share one; else None."""
        if self.game.goal == HIT:
            return None
        if not self._by_table:
            return self.list_candidates(0).label
        table = self.table
        if not table.is_over(self.candidate_indices):
            return None
        return table.label_names[int(table.labels[self.candidate_indices[0]])]

    # The end of the game.

    @property
    def outcome(self) -> Outcome | None:
        """None while the game is running; then `won`, `identified`, or `lost` if the rows of the board are used up."""
        if self.game.goal == HIT:
            if self.active_rows and self.active_rows[-1].feedback == self.game.win:
                return "won"
        elif self.label is not None:
            return "identified"
        return "lost" if self.rows_left is not None and self.rows_left <= 0 else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    def check_running(self) -> None:
        """Raise HistoryError when the game is over, ContradictionError when no candidate is left."""
        outcome = self.outcome
        if outcome == "won":
            raise HistoryError("the game is over: it is won")
        if outcome == "identified":
            raise game_over_error(self.label)
        self.check_possible()
        if outcome == "lost":
            raise HistoryError(f"no row is left: all {self.game.rows} of {self.game} are used, and the game is lost")

    def check_possible(self) -> None:
        """Raise ContradictionError when no candidate is left."""
        if not self.count:
            raise no_candidate_error(self.game, self.active_rows)

    # Allowed guesses.

    @property
    def allowed(self) -> Sequence[Guess]:
        """The guesses that the rule of the game allows here."""
        if self.game.rule == FREE or not self.active_rows:
            return self.game.guesses
        if self.has_table and self.allowed_indices is not None:
            return [self.game.guesses[int(index)] for index in self.allowed_indices]
        return [guess for guess in self.game.guesses if self.why_forbidden(guess) is None]

    @cached_property
    def allowed_indices(self) -> "Indices | None":
        """The indices of the guesses that the rule of the game allows here; None if it allows all."""
        if self._previous is None:
            return self.table.allowed(self.active_rows)
        # A row never allows again what an earlier row forbids: only the last row is new.
        return self.table.allowed(self.history[-1:], self._previous.allowed_indices)

    @cached_property
    def different_guesses(self) -> "Indices":
        """The indices of the allowed guesses that differ: of guesses that symmetries exchange, only the lowest.

        A symmetry that leaves the history unchanged also leaves the set of allowed guesses unchanged.
        """
        different = self.table.representatives(self.guesses_so_far)
        if self.allowed_indices is None:
            return different
        return np.intersect1d(different, self.allowed_indices, assume_unique=True)

    @cached_property
    def guesses_so_far(self) -> tuple[int, ...]:
        """The indices of the guesses in the active rows."""
        return tuple(self.table.guesses.index(row.guess) for row in self.active_rows)

    @property
    def key(self) -> bytes:
        """A key for caches: positions of one game with the same key have the same value."""
        candidates = self.candidate_indices.tobytes()
        if self.allowed_indices is None:
            return candidates
        return candidates + b"|" + hashlib.sha256(self.allowed_indices.tobytes()).digest()

    def why_forbidden(self, guess: object) -> str | None:
        """Return why the rule of the game forbids *guess* here; None if it is allowed."""
        return self.game.why_forbidden(guess, self.history, self.ignored)

    def check_allowed(self, guess: object) -> None:
        """Raise HistoryError when the rule of the game forbids *guess* here."""
        if self.game.rule != FREE and (why := self.why_forbidden(guess)) is not None:
            raise HistoryError(why)

    def may_win(self, guess: int) -> bool:
        """Whether the guess with this index wins against some candidate, which makes it a consistent guess."""
        return bool((self.table.ordinals[guess, self.candidate_indices] == self.table.win).any())

    # Other positions.

    def after(self, guess: Guess, feedback: Answer | None = None) -> Self:
        """Return the position after *guess* and its *feedback*. If the position has a secret, *feedback* is optional.

        The new position has no candidates if the feedbacks contradict each other. Raises HistoryError when the game is
        won or lost or its rule forbids *guess*, and CodeError and FeedbackError for unknown ones. With goal identify,
        guesses may follow after the secret is known.
        """
        if feedback is None:
            if self._secret is None:
                raise expected_error("a feedback, or a position with a secret", feedback, HistoryError)
            feedback = self.game.score(guess, self._secret)
        if self.outcome in ("won", "lost"):
            self.check_running()
        self._check_rows(len(self.history) + 1)
        row = self.game.as_row(guess, feedback)
        self.check_allowed(row.guess)
        self._check_answer(len(self.history) + 1, row)
        if not self._by_table:
            return self._next(row, None)
        table = self.table
        ordinal = table.ordinal(row.feedback)  # raises FeedbackError for a feedback that no guess can get
        ordinals = table.ordinals[table.guesses.index(row.guess)]
        candidates = engine.filter_candidates(ordinals, self.candidate_indices, ordinal)
        return self._next(Row(row.guess, table.feedbacks[ordinal]), candidates)

    def _next(self, row: Row, candidates: "Indices | None") -> Self:
        """Return the position after one more *row*, with these *candidates*; None means to find them when needed.

        Does not check *row*: the caller has done that.
        """
        position = type(self).__new__(type(self))
        position._set(game=self.game, history=self.history + row, ignored=self.ignored, _secret=self._secret)
        if self.game.rule != FREE:
            position._set(_previous=self)
        if candidates is not None:
            position._set(candidate_indices=candidates)
        return position

    def _with(self, history: History, ignored: frozenset[int]) -> Self:
        return type(self)(self.game, history, secret=self._secret, ignored=ignored)

    def before(self) -> Self:
        """Return the position before the last row; raise HistoryError when there is none."""
        if not self.history:
            raise HistoryError("there is no row to undo")
        return self._with(self.history[:-1], self.ignored - {len(self.history)})

    def without(self, row: int) -> Self:
        """Return the position with this *row* number ignored, so that it excludes no candidate."""
        return self._with(self.history, self.ignored | {self._row_number(row)})

    def restore(self, row: int) -> Self:
        """Return the position with this *row* number no longer ignored."""
        return self._with(self.history, self.ignored - {self._row_number(row)})

    def without_ignored(self) -> Self:
        """Return the position with the active rows only, on a board shortened by the number of ignored rows."""
        if not self.ignored:
            return self
        rows = self.game.rows
        game = self.game if rows is None else self.game.with_rows(rows - len(self.ignored))
        return type(self)(game, self.active_rows, secret=self._secret)

    def _row_number(self, row: int) -> int:
        number = as_integer("the number of a row", row, error=HistoryError)
        if not self.history:
            raise HistoryError(f"there is no row {number}: the history is empty")
        if not 1 <= number <= len(self.history):
            raise expected_error(f"a row from 1 to {len(self.history)}", number, HistoryError)
        return number

    def partition(self, guess: Guess) -> Partition[Answer, Secret]:
        """Split the candidates by the feedback that *guess* would get; raise CodeError if it is not a guess.

        The parts are in the order of their lowest candidates.
        """
        if self.game._table is None and not (self.has_table and table_bytes(self.game) <= _SMALL_TABLE):
            return partition(self.game, guess, self.candidates)
        game_guess, table = self.game.as_guess(guess), self.table
        parts = table.partition(table.guesses.index(game_guess), self.candidate_indices)
        codes_by_feedback = dict[Any, list[Any]]()
        for ordinal, part in sorted(parts.items(), key=lambda item: int(item[1][0])):
            feedback = self.game.orient_feedback(guess, table.feedbacks[ordinal])
            codes_by_feedback[feedback] = [table.secret_codes[index] for index in part.tolist()]
        return Partition(self.game, guess, codes_by_feedback)

    def parts(self, guess: Guess) -> dict[Feedback, Self]:
        """Return the position after each feedback that *guess* may get here, including the winning one.

        Raises HistoryError when the game is won or lost, or its rule forbids *guess*.
        """
        if self.outcome in ("won", "lost"):
            self.check_running()
        game_guess = self.game.as_guess(guess)
        self.check_allowed(game_guess)
        parts = self.table.partition(self.table.guesses.index(game_guess), self.candidate_indices)
        positions = dict[Feedback, Self]()
        for ordinal, part in parts.items():
            feedback = self.table.feedbacks[ordinal]
            positions[self.game.orient_feedback(guess, feedback)] = self._next(Row(game_guess, feedback), part)
        return positions

    def in_game(self, game: Game) -> "Position":
        """Translate the position to *game*: its guesses, secrets and feedbacks correspond to those here, in order.

        Such games are a game and its `as_text()`. If *game* is this game, the result has the game's own feedback
        objects instead of equal ones that a caller gave.
        """
        table, other = self.table, game.table
        rows = [
            (other.guesses[table.guesses.index(row.guess)], other.feedbacks[table.ordinal(row.feedback)])
            for row in self.history
        ]
        position: Position = Position(game, History(rows), ignored=self.ignored)
        position._set(candidate_indices=self.candidate_indices)
        return position


class Candidates(Sequence[Secret], HtmlRepr):
    """The candidates of a *position*, lowest first. A lazy sequence: it finds only the items that are read.

    >>> candidates = Position("mastermind(8,12)", "11223344:1.0").candidates
    >>> len(candidates), candidates[0], "15555555" in candidates
    (16777216, '15555555', True)
    """

    def __init__(self, position: "Position[Any, Secret, Any]") -> None:
        self.position = position
        # A run of consecutive candidates of a game without a table, and the index of the first of them.
        self._first, self._run = 0, list[Any]()

    def __len__(self) -> int:
        return self.position.count

    @overload
    def __getitem__(self, index: int) -> Secret: ...
    @overload
    def __getitem__(self, index: slice) -> list[Secret]: ...
    def __getitem__(self, index: int | slice) -> Secret | list[Secret]:
        try:
            places = range(len(self))[index]
        except IndexError:
            raise IndexError(f"there are {len(self):,} candidates, so none has the index {index}") from None
        return self._at(places) if isinstance(places, int) else [self._at(place) for place in places]

    def __iter__(self) -> Iterator[Secret]:
        if not self.position.has_table:
            return (self._at(place) for place in range(len(self)))
        secrets = self._secrets
        return (secrets[index] for index in self.position.candidate_indices.tolist())

    def __contains__(self, code: object) -> bool:
        game = self.position.game
        if code not in game.secrets:
            return False
        rows = self.position.active_rows
        return all(game.score_unchecked(row.guess, code) == row.feedback for row in rows)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        """Whether *other* is a list, a tuple or Candidates with equal items in the same order."""
        if not isinstance(other, Candidates | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # not hashable, like a list

    @property
    def _secrets(self) -> Sequence[Secret]:
        game = self.position.game
        # The table has the codes as a list; `game.secrets` may compute each code from its index.
        return game.secrets if game._table is None else game.table.secret_codes

    def _at(self, place: int) -> Secret:
        position = self.position
        if position.has_table:
            return self._secrets[int(position.candidate_indices[place])]
        if not self._first <= place < self._first + len(self._run):
            self._first, self._run = codes_around(position.game, position.active_rows, place)
        return self._run[place - self._first]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return one_line(self, first_codes(self, len(self)))


PositionLike: TypeAlias = str | Game | Position
"""A position, a game, or the text of a game. Every function that takes a position accepts any of them."""


def as_position(
    game: "str | Game[Guess, Secret, Answer] | Position[Guess, Secret, Answer]", history: HistoryLike = ""
) -> Position[Guess, Secret, Answer]:
    """Return *game* if it is a position, else the position of *game* after *history*.

    Raises HistoryError if a position is given with a *history*, because a position has its own.
    """
    if not isinstance(game, Position):
        return Position(game, history)
    if game.game.as_history(history):
        raise HistoryError(f"expected no history with a position, which has its own, got {str(history)!r}")
    return game
