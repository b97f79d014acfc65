"""Positions: what a strategy sees."""

from functools import cached_property
from typing import TYPE_CHECKING

from bestguess import engine
from bestguess.errors import no_candidate
from bestguess.games import Code, Feedback, Game, History, Row
from bestguess.table import Table

if TYPE_CHECKING:
    from bestguess.engine import Indices


class Position:
    """The candidates of a game after a history. Never changes.

    >>> from bestguess.games import game
    >>> start = Position(Table(game("mastermind(4,6)")))
    >>> later = start.after("1122", "2.0").after("1134", "0.2")
    >>> len(start.candidates), len(later.candidates), later.codes[:3]
    (1296, 2, ('3422', '4322'))
    """

    def __init__(self, table: Table, history: History | None = None) -> None:
        self.table = table
        self.history = History() if history is None else history
        self._candidates: Indices | None = None

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    @property
    def rows_left(self) -> int | None:
        """How many guesses the board still allows; None where it has no limit."""
        return None if self.game.rows is None else self.game.rows - len(self.history)

    @property
    def candidates(self) -> "Indices":
        """The secrets that are left, by index."""
        if self._candidates is None:
            self._candidates = self.table.candidates(self.history)
        return self._candidates

    @cached_property
    def codes(self) -> tuple[Code, ...]:
        """The secrets that are left, lowest first."""
        return tuple(self.table.secrets[int(index)] for index in self.candidates)

    @cached_property
    def guesses_so_far(self) -> tuple[int, ...]:
        """The guesses of the history, by index."""
        return tuple(self.table.guesses.index(row.guess) for row in self.history)

    def after(self, guess: Code, feedback: Feedback) -> "Position":
        """The position once *guess* has got *feedback*; raises ContradictionError when no candidate is left."""
        table = self.table
        row = table.ordinals[table.guesses.index(guess)]
        left = engine.filter_candidates(row, self.candidates, table.ordinal(feedback))
        return self._next(guess, feedback, left)

    def _next(self, guess: Code, feedback: Feedback, candidates: "Indices") -> "Position":
        history = self.history + Row(guess, feedback)
        if not len(candidates):
            raise no_candidate(self.game, history)
        position = Position(self.table, history)
        position._candidates = candidates
        return position

    def parts(self, guess: Code) -> "dict[Feedback, Position]":
        """The position after each feedback that *guess* may get here, the winning one among them."""
        parts = self.table.partition(self.table.guesses.index(guess), self.candidates)
        texts = self.table.feedbacks
        return {texts[ordinal]: self._next(guess, texts[ordinal], part) for ordinal, part in parts.items()}
