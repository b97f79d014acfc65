"""Results that are kept: a small SQLite file, so that no figure is computed twice.

A result belongs to the version of the engine that made it; another version computes its own.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from bestguess.engine import version
from bestguess.errors import FileError
from bestguess.trees import Figures

_SCHEMA = """
    CREATE TABLE IF NOT EXISTS results (
        version TEXT NOT NULL, game TEXT NOT NULL, strategy TEXT NOT NULL, consistent INTEGER NOT NULL,
        figures TEXT NOT NULL,
        PRIMARY KEY (version, game, strategy, consistent)
    )
"""


def default_store() -> Path:
    """Where results are kept if nothing else is said."""
    folder = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(folder) / "bestguess" / "results.sqlite"


class Store:
    """The results in the SQLite file at *path*, which is made when it is not there.

    Raises FileError when the file is no store, or another program holds it for longer than *patience* seconds.
    """

    def __init__(self, path: str | Path, patience: float = 5.0) -> None:
        self.path, self.patience = Path(path), patience
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{self.path.parent}: cannot be made: {error.strerror}") from error
        with self._connection() as connection:
            connection.execute(_SCHEMA)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=self.patience)) as connection, connection:
                yield connection
        except sqlite3.OperationalError as error:
            busy = "locked" in str(error)
            reason = "another program is writing to it" if busy else f"cannot be used as a store: {error}"
            raise FileError(f"{self.path}: {reason}") from error
        except sqlite3.DatabaseError as error:
            raise FileError(f"{self.path}: not a store of results: {error}") from error

    def find(self, game: str, strategy: str, consistent: bool) -> Figures | None:
        """The figures of a strategy on a game by this version of the engine, if they are there."""
        query = "SELECT figures FROM results WHERE version = ? AND game = ? AND strategy = ? AND consistent = ?"
        with self._connection() as connection:
            row = connection.execute(query, (version, game, strategy, consistent)).fetchone()
        if row is None:
            return None
        try:
            fields = json.loads(row[0])
            fields["distribution"] = {int(depth): int(count) for depth, count in fields["distribution"].items()}
            figures = Figures(**fields)
            if not all(isinstance(getattr(figures, name), int) for name in ("secrets", "total", "worst", "at_worst")):
                raise ValueError("its numbers are not numbers")
            return replace(figures, mean=float(figures.mean), seconds=float(figures.seconds))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FileError(f"{self.path}: the result for {game} is damaged: {error}") from error

    def keep(self, figures: Figures) -> None:
        """Keeps *figures*, at once and for good."""
        row = (version, figures.game, figures.strategy, figures.consistent, json.dumps(figures.as_json()))
        with self._connection() as connection:
            connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", row)
