"""What every game is: guesses, secrets, a feedback function, and their texts."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Self

from bestguess import engine
from bestguess.errors import BestguessError, GameError, HistoryError
from bestguess.games.codes import Code, Feedback
from bestguess.games.history import History
from bestguess.games.symmetries import Symmetries


class Game(ABC):
    """The rules. Never changes: a playthrough is one run of it.

    A family defines `guesses`, `secrets`, `win`, `feedback`, `parse_feedback`, and its text by `arguments`; the rest
    follows.
    """

    family: str
    rows: int | None = None
    """How many guesses a board allows, or None."""
    weights: tuple[int, ...] | None = None
    """How likely each secret is, or None when all are alike."""

    @property
    @abstractmethod
    def guesses(self) -> Sequence[Code]:
        """The legal guesses, lowest first."""

    @property
    @abstractmethod
    def secrets(self) -> Sequence[Code]:
        """The possible secrets, lowest first."""

    @property
    @abstractmethod
    def win(self) -> Feedback:
        """The winning feedback."""

    @abstractmethod
    def feedback(self, guess: Code, secret: Code) -> Feedback:
        """The answer to *guess* when *secret* is the secret: plain, slow, and by definition right."""

    @abstractmethod
    def parse_feedback(self, text: str) -> Feedback:
        """The feedback that *text* is; raises FeedbackError."""

    @abstractmethod
    def parse_guess(self, text: str) -> Code:
        """The guess that *text* is; raises CodeError."""

    @abstractmethod
    def parse_secret(self, text: str) -> Code:
        """The secret that *text* is; raises CodeError."""

    @property
    def symmetries(self) -> Symmetries:
        """What may be permuted without changing any feedback or weight. Default: nothing."""
        return ()

    def kernel(self) -> engine.Kernel | None:
        """The native scorer of this game, if it has one."""
        return None

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """The feedbacks in the order of the kernel's ordinals; empty for a game without a kernel."""
        return ()

    @abstractmethod
    def arguments(self) -> tuple[str, ...]:
        """What stands between the parentheses of the game's text, `rows` apart."""

    def __str__(self) -> str:
        arguments = [*self.arguments(), *([f"rows={self.rows}"] if self.rows else [])]
        return f"{self.family}({','.join(arguments)})" if arguments else self.family

    def __repr__(self) -> str:
        return f"game({str(self)!r})"

    def _key(self) -> tuple[Any, ...]:
        """What makes two games of a family equal."""
        return (str(self),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def with_rows(self, rows: int | None) -> Self:
        """The same game on a board of *rows* guesses."""
        if rows is not None and rows < 1:
            raise GameError(f"expected rows of 1 or more, got {rows}")
        game = copy.copy(self)
        game.rows = rows
        return game

    def check_end(self, history: History) -> None:
        """Raises HistoryError when a row of *history* follows the winning one."""
        for row, after in pairwise(history):
            if row.feedback == self.win:
                raise HistoryError(f"expected no row after the winning one, {str(row)!r}, got {str(after)!r}")

    def parse_history(self, text: str) -> History:
        """The history that *text* is, such as ``1122:0.2 1344:1.1``; raises HistoryError, which says where."""
        rows = []
        for number, row in enumerate(text.split(), start=1):
            where = f"row {number} of the history, {row!r}"
            guess, colon, feedback = row.partition(":")
            if not (guess and colon and feedback):
                raise HistoryError(f"{where}: expected guess:feedback")
            try:
                rows.append((self.parse_guess(guess), self.parse_feedback(feedback)))
            except BestguessError as error:
                raise HistoryError(f"{where}: {error}") from error
        return History(rows)
