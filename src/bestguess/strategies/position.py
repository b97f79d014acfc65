"""Positions: what a strategy sees."""

import hashlib
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from bestguess import engine
from bestguess.errors import game_over, no_candidate
from bestguess.games import (
    FREE,
    Code,
    Feedback,
    Game,
    GameLike,
    HasHistory,
    HistoryLike,
    PositionLike,
    Row,
    as_history,
    check_no_history,
    game_and_history,
)
from bestguess.shown import Shown, short_code
from bestguess.table import Progress, Table, as_table
from bestguess.wording import counted

if TYPE_CHECKING:
    from bestguess.engine import Indices


class Position(Shown):
    """The candidates of a game after a history. Never changes.

    *table* is the feedback table of the game (built, unless one is given), *history* the rows so far.

    >>> from bestguess.games import game
    >>> start = Position(Table(game("mastermind(4,6)")))
    >>> later = start.after("1122", "2.0").after("1134", "0.2")
    >>> len(start.candidates), len(later.candidates), later.codes[:3]
    (1296, 2, ('3422', '4322'))
    """

    def __init__(self, table: GameLike, history: HistoryLike = "") -> None:
        self.table = as_table(table)
        self.history = as_history(self.table.game, history)
        self._candidates: Indices | None = None
        self._before: Position | None = None

    def __repr__(self) -> str:
        code = f"Position({self.table!r}, {str(self.history)!r})"
        return short_code(self, code, f"of {self.game} after {counted(len(self.history), 'row')}: {self.history}")

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    @property
    def rows_left(self) -> int | None:
        """How many guesses the board still allows; None where it has no limit."""
        return self.game.rows_left(self.history)

    @property
    def candidates(self) -> "Indices":
        """The secrets that are left, by index."""
        if self._candidates is None:
            self._candidates = self.table.candidates(self.history)
        return self._candidates

    @property
    def likely(self) -> int | None:
        """How many of the candidates are likely; None where secrets have no weights."""
        likely = self.table.likely(self.candidates)
        return None if likely is None else len(likely)

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The secrets that are left, lowest first."""
        return tuple(self.table.secrets[int(index)] for index in self.candidates)

    @cached_property
    def label(self) -> str | None:
        """With goal identify what it is, once all candidates have one label and the game is over; else None."""
        labels = self.table.labels
        if labels is None or not self.table.is_over(self.candidates):
            return None
        return self.table.label_names[int(labels[self.candidates[0]])]

    def check_running(self) -> None:
        """Raises HistoryError when it is known what the secret is, with goal identify: nothing is left to ask."""
        if self.label is not None:
            raise game_over(self.label)

    @cached_property
    def allowed(self) -> "Indices | None":
        """The guesses that the rule of the game allows here, by index; None where it allows all."""
        if self._before is None:
            return self.table.allowed(self.history)
        return self.table.allowed(self.history[-1:], self._before.allowed)

    @cached_property
    def different_guesses(self) -> "Indices":
        """The guesses that are allowed here and differ: of those that symmetries exchange, the lowest.

        Symmetries that leave the history as it is leave what it allows as it is.
        """
        different = self.table.representatives(self.guesses_so_far)
        if self.allowed is None:
            return different
        return np.intersect1d(different, self.allowed, assume_unique=True)

    @property
    def key(self) -> bytes:
        """What the future depends on: positions of one table with the same key are worth the same."""
        candidates = self.candidates.tobytes()
        if self.allowed is None:
            return candidates
        return candidates + b"|" + hashlib.sha256(self.allowed.tobytes()).digest()

    @cached_property
    def guesses_so_far(self) -> tuple[int, ...]:
        """The guesses of the history, by index."""
        return tuple(self.table.guesses.index(row.guess) for row in self.history)

    def after(self, guess: Code, feedback: Feedback) -> "Position":
        """The position once *guess* has got *feedback*; raises ContradictionError when no candidate is left.

        Raises HistoryError when the rule of the game forbids *guess*.
        """
        table = self.table
        played, answer = self.game.parse_row(guess, feedback)
        self.game.check_allowed(played, self.history)
        row = table.ordinals[table.guesses.index(played)]
        left = engine.filter_candidates(row, self.candidates, table.ordinal(answer))
        return self._next(played, answer, left)

    def _next(self, guess: Code, feedback: Feedback, candidates: "Indices") -> "Position":
        history = self.history + Row(guess, feedback)
        if not len(candidates):
            raise no_candidate(self.game, history)
        position = Position.__new__(Position)
        position.table, position.history, position._candidates = self.table, history, candidates
        position._before = None if self.game.rule == FREE else self
        return position

    def may_win(self, guess: int) -> bool:
        """Whether the guess of this index wins against a candidate, so that it is consistent."""
        return bool((self.table.ordinals[guess, self.candidates] == self.table.win).any())

    def parts(self, guess: Code) -> "dict[Feedback, Position]":
        """The position after each feedback that *guess* may get here, the winning one among them.

        Raises HistoryError when the rule of the game forbids *guess*.
        """
        played = self.game.parse_guess(guess)
        self.game.check_allowed(played, self.history)
        parts = self.table.partition(self.table.guesses.index(played), self.candidates)
        found = [(self.table.feedbacks[ordinal], part) for ordinal, part in parts.items()]
        written = self.game.feedback_as_written
        return {written(guess, feedback): self._next(played, feedback, part) for feedback, part in found}


def as_position(
    given: PositionLike,
    history: HistoryLike = "",
    *,
    memory_limit: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Position:
    """The position that a caller gave: a game and a *history*, or anything with both, such as a playthrough.

    Raises HistoryError for rows after the winning one, ContradictionError when no candidate is left.

    >>> len(as_position("mm4x6", "1122:1.0").candidates)
    256
    """
    own = given
    if not isinstance(given, Position) and isinstance(given, HasHistory):
        own = getattr(given, "position", None) or given
    if isinstance(own, Position):
        check_no_history(given, history)
        position = own
    else:
        rules, rows = game_and_history(given, history)
        rules.check_end(rows)
        game = given if isinstance(given, Table) else rules
        table = as_table(game, memory_limit=memory_limit, threads=threads, progress=progress)
        position = Position(table, rows)
    if not len(position.candidates):
        raise no_candidate(position.game, position.history)
    return position
