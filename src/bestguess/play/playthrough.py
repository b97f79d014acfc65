"""One run of a game: its rows, what they leave, and how it stands. Every step gives another playthrough."""

from bestguess.errors import HistoryError
from bestguess.games import History, Row
from bestguess.valuation import Situation


class Playthrough(Situation):
    """The rows of *game* so far. Never changes: `add`, `undo`, `edit`, `ignore` and `heed` give another one.

    Rows are numbered from 1. A row that is ignored stays in the history but excludes no candidate.

    >>> from bestguess.games import game
    >>> run = Playthrough(game("mastermind(4,6)")).add("1122", "1.0").add("1344", "0.1")
    >>> run.count, run.state, run.undo().count, run.ignore(1).count
    (44, 'running', 256, 276)
    >>> run == run.add("3526", "1.2").undo()
    True
    """

    def add(self, guess: str, feedback: str) -> "Playthrough":
        """One row more; raises HistoryError when the game is over, CodeError or FeedbackError."""
        self.check_running()
        return self._with(self.history + self._row(guess, feedback), self.ignored)

    def undo(self) -> "Playthrough":
        """Without the last row; raises HistoryError when there is none."""
        if not self.history:
            raise HistoryError("expected a row to take back, got none")
        return self._with(self.history[:-1], self.ignored - {len(self.history)})

    def edit(self, row: int, guess: str | None = None, feedback: str | None = None) -> "Playthrough":
        """With another guess or feedback in a *row*."""
        old = self.history[self._index(row)]
        new = self._row(old.guess if guess is None else guess, old.feedback if feedback is None else feedback)
        rows = [new if number == row else kept for number, kept in enumerate(self.history, start=1)]
        return self._with(History(rows), self.ignored)

    def ignore(self, row: int) -> "Playthrough":
        """With a *row* that excludes nothing any more."""
        return self._with(self.history, self.ignored | {self._index(row) + 1})

    def heed(self, row: int) -> "Playthrough":
        """With a *row* that counts again."""
        return self._with(self.history, self.ignored - {self._index(row) + 1})

    def _with(self, history: History, ignored: frozenset[int]) -> "Playthrough":
        return Playthrough(self.loaded, history, ignored)

    def _row(self, guess: str, feedback: str) -> Row:
        row = Row(self.game.parse_guess(guess), self.game.parse_feedback(feedback))
        if self.loaded.table is not None:
            self.loaded.table.ordinal(row.feedback)  # raises for a feedback that no guess can get
        return row

    def _index(self, row: int) -> int:
        if not 1 <= row <= len(self.history):
            raise HistoryError(f"expected a row from 1 to {len(self.history)}, got {row}")
        return row - 1
