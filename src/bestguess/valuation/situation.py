"""A game after some rows, as advice, hints and reviews see it, whether or not the game has a table.

A `Position` (see `strategies`) is the candidates on a table. A `Situation` is one step further out: it also exists for
games too large for a table, and some of its rows may be ignored.
"""

from collections.abc import Collection
from functools import cached_property
from typing import Literal, TypeAlias

from bestguess.arguments import as_limit, as_threads
from bestguess.candidates import CandidateList, count_candidates, find_candidates
from bestguess.errors import HistoryError, game_over, no_candidate, no_row_left
from bestguess.games import (
    HIT,
    Code,
    Game,
    GameLike,
    History,
    HistoryLike,
    PositionLike,
    as_game,
    as_history,
    check_no_history,
    game_and_history,
    row_numbers,
)
from bestguess.shown import Shown, short_code
from bestguess.strategies import Position
from bestguess.table import Table
from bestguess.valuation.samples import fits_table
from bestguess.wording import counted, plural

State: TypeAlias = Literal["running", "won", "lost"]


class LoadedGame:
    """A game and its table, which is built when it is first needed; None for a game too large for one.

    *threads*: how many threads the core may use. Default: all cores.
    """

    def __init__(self, game: GameLike, threads: int | None = None) -> None:
        self.game = as_game(game)
        self.threads = as_threads(threads)
        if isinstance(game, Table):
            self.table = game

    @cached_property
    def table(self) -> Table | None:
        """The table, if the game is small enough for one."""
        return Table(self.game, threads=self.threads) if fits_table(self.game) else None


class Situation(Shown):
    """The rows of *game* so far and what they leave. Never changes.

    Rows are numbered from 1. A row that is *ignored* stays in the history but excludes no candidate. *loaded* is the
    game with its table, for other situations of the same game. Raises
    HistoryError when rows follow the winning one, or when there are more rows than the board has. With goal identify
    rows may follow the one after which it is known what the secret is.

    >>> from bestguess.games import game
    >>> situation = Situation(game("mastermind(4,6)"), "1122:1.0 1344:0.1")
    >>> situation.count, situation.state
    (44, 'running')
    """

    def __init__(
        self, game: GameLike | LoadedGame, history: HistoryLike = "", ignored: Collection[int] = frozenset()
    ) -> None:
        self.loaded = game if isinstance(game, LoadedGame) else LoadedGame(game)
        self.game = self.loaded.game
        self.ignored = row_numbers(ignored)
        self.history = as_history(self.game, history, self.ignored)
        self.game.check_end(self.heeded)
        if self.rows_left is not None and self.rows_left < 0:
            most = f"{self.game.rows} {plural(self.game.rows, 'row')}"
            raise HistoryError(f"expected at most {most} in {self.game}, got {len(self.history)}")

    def __repr__(self) -> str:
        ignored = f", ignored={set(self.ignored)}" if self.ignored else ""
        code = f"{type(self).__name__}({self.game!r}, {str(self.history)!r}{ignored})"
        return short_code(self, code, f"of {self.game} after {counted(len(self.history), 'row')}: {self.history}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Situation) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Game, History, frozenset[int]]:
        return self.game, self.history, self.ignored

    @cached_property
    def heeded(self) -> History:
        """The rows that count."""
        return History([row for number, row in enumerate(self.history, start=1) if number not in self.ignored])

    @property
    def state(self) -> State:
        """Won, lost when the rows of the board are used up, or running.

        With goal identify it is won once all candidates have one label.
        """
        return "won" if self._is_won else "lost" if self.rows_left == 0 else "running"

    @property
    def _is_won(self) -> bool:
        if self.game.goal != HIT:
            return self.label is not None
        last = self.history[-1].feedback if self.history else None
        return last is not None and last == self.game.win and len(self.history) not in self.ignored

    @property
    def label(self) -> str | None:
        """With goal identify what it is, once all candidates have one label; else None."""
        if self.game.goal == HIT:
            return None
        return self.candidates(0).label if self.position is None else self.position.label

    @property
    def rows_left(self) -> int | None:
        """How many guesses the board still allows, rows that are ignored counted as used; None without a limit."""
        return self.game.rows_left(self.history)

    def check_running(self) -> None:
        """Raises HistoryError when the game is over, ContradictionError when its answers contradict each other."""
        if self.state != "running":
            if not self.count:
                raise no_candidate(self.game, self.heeded)
            if self.state == "lost":
                raise no_row_left(self.game, self.game.rows)
            if self.label is not None:
                raise game_over(self.label)
            raise HistoryError(f"expected a game that is running, got one that is {self.state}")

    def check_allowed(self, guess: Code) -> None:
        """Raises HistoryError when the rule of the game forbids *guess*, a legal one, now."""
        self.game.check_allowed(guess, self.history, self.ignored)

    @cached_property
    def table(self) -> Table | None:
        """The table of the game on a board that is shorter by the rows that are ignored; None without a table."""
        table = self.loaded.table
        if table is None or self.game.rows is None:
            return table
        ignored = len(self.history) - len(self.heeded)
        return table.with_rows(max(1, self.game.rows - ignored))  # nothing is played when no row is left

    @cached_property
    def position(self) -> Position | None:
        """The position on the table, which knows the rows left; None for a game too large for a table."""
        return None if self.table is None else Position(self.table, self.heeded)

    @cached_property
    def count(self) -> int:
        """How many candidates are left."""
        if self.position is not None:
            return len(self.position.candidates)
        if self.game.kernel() is None:
            return self.candidates(0).count
        return count_candidates(self.game, self.heeded, self.loaded.threads)

    @property
    def likely(self) -> int | None:
        """How many of the candidates are likely; None where secrets have no weights."""
        return self.candidates(0).likely if self.position is None else self.position.likely

    def candidates(self, limit: int | None = None) -> CandidateList:
        """The candidates that are left, the lowest *limit* of them."""
        limit = as_limit("limit", limit)
        if self.position is None:
            return find_candidates(self.game, self.heeded, limit=limit, threads=self.loaded.threads)
        table, found = self.position.table, self.position.candidates
        likely = table.likely(found)
        return CandidateList(
            len(found),
            tuple(table.secrets[int(index)] for index in found[:limit]),
            None if likely is None else len(likely),
            () if likely is None else tuple(table.secrets[int(index)] for index in likely[:limit]),
            table.labels_left(found),
            self.position.label,
        )


def as_situation(given: PositionLike | LoadedGame, history: HistoryLike = "", threads: int | None = None) -> Situation:
    """The situation that a caller gave: a game and a *history*, or anything with both, such as a playthrough.

    >>> as_situation("mm4x6", "1122:1.0").count, as_situation(Position("mm4x6", "1122:1.0")).count
    (256, 256)
    """
    if isinstance(given, Situation):
        check_no_history(given, history)
        return given
    if isinstance(given, LoadedGame):
        return Situation(given, history)
    rules, rows = game_and_history(given, history)
    table = given.table if isinstance(given, Position) else given
    return Situation(LoadedGame(table if isinstance(table, Table) else rules, threads), rows)
