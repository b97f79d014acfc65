"""One run of a game: its rows, what they leave, and how it stands. Every step gives another playthrough."""

from bestguess.arguments import as_integer, expected
from bestguess.errors import HistoryError
from bestguess.games import History, HistoryLike, PositionLike, Row
from bestguess.valuation import LoadedGame, Situation, as_situation


class Playthrough(Situation):
    """The rows of *game* so far. Never changes: `add`, `undo`, `edit`, `ignore` and `heed` give another one.

    Rows are numbered from 1. A row that is ignored stays in the history but excludes no candidate.

    >>> run = Playthrough("mastermind(4,6)").add("1122", "1.0").add("1344", "0.1")
    >>> run.count, run.state, run.undo().count, run.ignore(1).count
    (44, 'running', 256, 276)
    >>> run == run.add("3526", "1.2").undo()
    True
    """

    def add(self, guess: str, feedback: str) -> "Playthrough":
        """One row more; raises HistoryError when the game is over, CodeError or FeedbackError.

        With goal identify more may be asked when it is known what the secret is.
        """
        if self.label is None:
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
        row = self.game.parse_row(guess, feedback)
        if self.loaded.table is not None:
            self.loaded.table.ordinal(row.feedback)  # raises for a feedback that no guess can get
        return row

    def _index(self, row: int) -> int:
        number = as_integer("the number of a row", row, error=HistoryError)
        if not 1 <= number <= len(self.history):
            raise expected(f"a row from 1 to {len(self.history)}", number, HistoryError)
        return number - 1


def as_playthrough(given: PositionLike | LoadedGame, history: HistoryLike = "") -> Playthrough:
    """The playthrough that a caller gave: a game and a *history*, or anything with both, such as a playthrough.

    >>> as_playthrough("mm4x6", "1122:1.0").undo().count
    1296
    """
    situation = as_situation(given, history)
    if isinstance(situation, Playthrough):
        return situation
    return Playthrough(situation.loaded, situation.history, situation.ignored)
