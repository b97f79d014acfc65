"""A SQLite file with the figures of strategies, so that none is computed twice.

A result is valid for one version of the engine only. Other versions compute their own.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from bestguess.arguments import as_path, as_seconds
from bestguess.engine import version
from bestguess.errors import FileError
from bestguess.folders import data_folder
from bestguess.games import Code, Game, described_by_text
from bestguess.shown import short_code
from bestguess.strategies import Strategy, described_by_name
from bestguess.trees import Figures

# Up to 0.2.0 a table `results` was written without the first guess; nothing reads it any more.
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS figures (
        version TEXT NOT NULL, game TEXT NOT NULL, strategy TEXT NOT NULL, consistent INTEGER NOT NULL,
        first_guess TEXT NOT NULL, figures TEXT NOT NULL,
        PRIMARY KEY (version, game, strategy, consistent, first_guess)
    )
"""


class ResultKey(NamedTuple):
    """All that the figures of a strategy depend on, the version of the engine apart. *first_guess*: as it was asked.

    *game*: its text, and the SHA-256 of each list of words that it is made of.
    """

    game: str
    strategy: str
    consistent: bool
    first_guess: Code | None


def result_key(game: Game, chosen: Strategy) -> ResultKey | None:
    """The key of the figures of *chosen* on *game*; None when names do not say everything, so that nothing is kept.

    Only built-in games and strategies have a key, and none that draws: its figures depend on seeds.

    >>> from bestguess.games import game
    >>> from bestguess.strategies import strategy
    >>> mastermind = game("mastermind(4,6)")
    >>> result_key(mastermind, strategy("minimax", first_guess="1123", game=mastermind))
    ResultKey(game='mastermind(4,6)', strategy='minimax', consistent=False, first_guess='1123')
    >>> result_key(mastermind, strategy("random", game=mastermind)) is None
    True
    """
    if chosen.drawn or not described_by_text(game) or not described_by_name(chosen):
        return None
    text = " ".join([str(game), *(sha256 for _, sha256 in game.files)])
    return ResultKey(text, chosen.name, chosen.consistent, chosen.first_guess)


def default_store() -> Path:
    """The file that results are kept in by default."""
    return data_folder() / "results.sqlite"


class Store:
    """The results in the SQLite file at *path*, created if necessary.

    Raises FileError if the file is not a store, or if another program locks it for longer than *timeout* seconds.
    """

    def __init__(self, path: str | Path, timeout: float = 5.0) -> None:
        self.path, self.timeout = as_path("the file of results", path), as_seconds("timeout", timeout) or 0.0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{self.path.parent}: cannot be created: {error.strerror}") from error
        with self._connection() as connection:
            connection.execute(_SCHEMA)

    def __repr__(self) -> str:
        return short_code(self, f"Store({str(self.path)!r})", f"in {self.path.name}")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=self.timeout)) as connection, connection:
                yield connection
        except sqlite3.OperationalError as error:
            busy = "locked" in str(error)
            reason = "another program is writing to it" if busy else f"cannot be used as a store: {error}"
            raise FileError(f"{self.path}: {reason}") from error
        except sqlite3.DatabaseError as error:
            raise FileError(f"{self.path}: not a store of results: {error}") from error

    def find(self, key: ResultKey) -> Figures | None:
        """The figures that this version of the engine computed for *key*, None if there are none."""
        query = (
            "SELECT figures FROM figures"
            " WHERE version = ? AND game = ? AND strategy = ? AND consistent = ? AND first_guess = ?"
        )
        with self._connection() as connection:
            row = connection.execute(query, _columns(key)).fetchone()
        if row is None:
            return None
        try:
            return _parse_figures(row[0])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FileError(f"{self.path}: the result for {key.game} is damaged: {error}") from error

    def keep(self, key: ResultKey, figures: Figures) -> None:
        """Writes *figures* to the file."""
        row = (*_columns(key), json.dumps(figures.as_json()))
        with self._connection() as connection:
            connection.execute("INSERT OR REPLACE INTO figures VALUES (?, ?, ?, ?, ?, ?)", row)


def _columns(key: ResultKey) -> tuple[str | bool, ...]:
    """The columns of the primary key."""
    return (version, key.game, key.strategy, key.consistent, key.first_guess or "")


def _parse_figures(text: str) -> Figures:
    """The figures in the JSON *text*; raises ValueError, TypeError, KeyError or AttributeError."""
    fields = json.loads(text)
    fields["distribution"] = {int(depth): int(count) for depth, count in fields["distribution"].items()}
    fields.pop("rule", None)  # which the text of the game says
    figures = Figures(**fields)
    if not all(isinstance(getattr(figures, name), int) for name in ("secrets", "total", "worst", "at_worst")):
        raise ValueError("its numbers are not numbers")
    return replace(figures, mean=float(figures.mean), seconds=float(figures.seconds))
