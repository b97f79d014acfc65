"""One run of a game: its rows, what they leave, and how it stands. Every step gives another playthrough."""

from collections.abc import Collection
from functools import cached_property
from typing import Literal, TypeAlias

from bestguess.analysis.sampling import fits_table
from bestguess.errors import HistoryError
from bestguess.games import Game, History, Row
from bestguess.strategies import Position
from bestguess.table import CandidateList, Table, find_candidates

State: TypeAlias = Literal["running", "won", "lost"]


class Desk:
    """A game and its table, which is built when it is first needed; None for a game too large for one.

    *threads* is how many the core may use for what is asked here (None: as many as there are cores).
    """

    def __init__(self, game: Game | Table, threads: int | None = None) -> None:
        self.game = game.game if isinstance(game, Table) else game
        self.threads = threads
        if isinstance(game, Table):
            self.table = game

    @cached_property
    def table(self) -> Table | None:
        """The table, if there can be one."""
        return Table(self.game, threads=self.threads) if fits_table(self.game) else None


class Playthrough:
    """The rows of *game* so far. Never changes: `add`, `undo`, `edit`, `ignore` and `heed` give another one.

    Rows are numbered from 1. A row that is ignored stays in sight but forbids nothing.

    >>> from bestguess.games import game
    >>> run = Playthrough(game("mastermind(4,6)")).add("1122", "1.0").add("1344", "0.1")
    >>> run.count, run.state, run.undo().count, run.ignore(1).count
    (44, 'running', 256, 276)
    >>> run == run.add("3526", "1.2").undo()
    True
    """

    def __init__(
        self, game: Game | Table | Desk, history: str | History = "", ignored: Collection[int] = frozenset()
    ) -> None:
        self.desk = game if isinstance(game, Desk) else Desk(game)
        self.game = self.desk.game
        self.history = self.game.parse_history(str(history))
        self.ignored = frozenset(ignored)
        self.game.check_end(self.heeded)
        if self.game.rows is not None and len(self.history) > self.game.rows:
            raise HistoryError(f"expected at most {self.game.rows} rows in {self.game}, got {len(self.history)}")

    def __repr__(self) -> str:
        ignored = f", ignored={set(self.ignored)}" if self.ignored else ""
        return f"Playthrough({self.game!r}, {str(self.history)!r}{ignored})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Playthrough) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Game, History, frozenset[int]]:
        return self.game, self.history, self.ignored

    def add(self, guess: str, feedback: str) -> "Playthrough":
        """One row more; raises HistoryError when the game is over, CodeError or FeedbackError."""
        if self.state != "running":
            raise HistoryError(f"expected a game that is running, got one that is {self.state}")
        return self._with(self.history + self._row(guess, feedback), self.ignored)

    def undo(self) -> "Playthrough":
        """Without the last row; raises HistoryError when there is none."""
        if not self.history:
            raise HistoryError("expected a row to take back, got none")
        return self._with(self.history[:-1], self.ignored - {len(self.history)})

    def edit(self, row: int, guess: str | None = None, feedback: str | None = None) -> "Playthrough":
        """With another guess or feedback in a *row*."""
        old = self.history[self._place(row)]
        new = self._row(old.guess if guess is None else guess, old.feedback if feedback is None else feedback)
        rows = [new if number == row else kept for number, kept in enumerate(self.history, start=1)]
        return self._with(History(rows), self.ignored)

    def ignore(self, row: int) -> "Playthrough":
        """With a *row* that forbids nothing any more."""
        return self._with(self.history, self.ignored | {self._place(row) + 1})

    def heed(self, row: int) -> "Playthrough":
        """With a *row* that counts again."""
        return self._with(self.history, self.ignored - {self._place(row) + 1})

    @cached_property
    def heeded(self) -> History:
        """The rows that count."""
        return History([row for number, row in enumerate(self.history, start=1) if number not in self.ignored])

    @property
    def state(self) -> State:
        """Won, lost when the rows of the board are used up, or running."""
        if self.history and self.history[-1].feedback == self.game.win and len(self.history) not in self.ignored:
            return "won"
        return "lost" if self.game.rows is not None and len(self.history) >= self.game.rows else "running"

    @cached_property
    def position(self) -> Position | None:
        """The position on the table; None for a game too large for one."""
        return None if self.desk.table is None else Position(self.desk.table, self.heeded)

    @cached_property
    def count(self) -> int:
        """How many candidates are left."""
        return len(self.position.candidates) if self.position is not None else self.candidates(0).count

    def candidates(self, limit: int | None = None) -> CandidateList:
        """The candidates that are left, the lowest *limit* of them."""
        if self.position is None:
            return find_candidates(self.game, self.heeded, limit=limit, threads=self.desk.threads)
        secrets = self.position.table.secrets
        codes = tuple(secrets[int(index)] for index in self.position.candidates[:limit])
        return CandidateList(len(self.position.candidates), codes)

    def _with(self, history: History, ignored: frozenset[int]) -> "Playthrough":
        return Playthrough(self.desk, history, ignored)

    def _row(self, guess: str, feedback: str) -> Row:
        row = Row(self.game.parse_guess(guess), self.game.parse_feedback(feedback))
        if self.desk.table is not None:
            self.desk.table.ordinal(row.feedback)  # refuses what no guess can get
        return row

    def _place(self, row: int) -> int:
        if not 1 <= row <= len(self.history):
            raise HistoryError(f"expected a row from 1 to {len(self.history)}, got {row}")
        return row - 1
