"""A SQLite file with the figures of strategies, so that none is computed twice.

A result is valid for one version of the engine only. Other versions compute their own.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from bestguess.arguments import as_path, as_seconds
from bestguess.engine import version
from bestguess.errors import FileError
from bestguess.folders import data_folder
from bestguess.trees import Figures

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS results (
        version TEXT NOT NULL, game TEXT NOT NULL, strategy TEXT NOT NULL, consistent INTEGER NOT NULL,
        figures TEXT NOT NULL,
        PRIMARY KEY (version, game, strategy, consistent)
    )
"""


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

    def find(self, game: str, strategy: str, consistent: bool) -> Figures | None:
        """The figures of a strategy on a game by this version of the engine, None if there are none."""
        query = "SELECT figures FROM results WHERE version = ? AND game = ? AND strategy = ? AND consistent = ?"
        with self._connection() as connection:
            row = connection.execute(query, (version, game, strategy, consistent)).fetchone()
        if row is None:
            return None
        try:
            return _parse_figures(row[0])
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FileError(f"{self.path}: the result for {game} is damaged: {error}") from error

    def keep(self, figures: Figures) -> None:
        """Writes *figures* to the file."""
        row = (version, figures.game, figures.strategy, figures.consistent, json.dumps(figures.as_json()))
        with self._connection() as connection:
            connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", row)


def _parse_figures(text: str) -> Figures:
    """The figures in the JSON *text*; raises ValueError, TypeError, KeyError or AttributeError."""
    fields = json.loads(text)
    fields["distribution"] = {int(depth): int(count) for depth, count in fields["distribution"].items()}
    figures = Figures(**fields)
    if not all(isinstance(getattr(figures, name), int) for name in ("secrets", "total", "worst", "at_worst")):
        raise ValueError("its numbers are not numbers")
    return replace(figures, mean=float(figures.mean), seconds=float(figures.seconds))
