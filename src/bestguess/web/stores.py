"""What is kept in memory between questions, each kind within its bytes; the longest unused goes first."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from bestguess.games import Game
from bestguess.table import Progress, Table, table_bytes
from bestguess.trees.build import prepare

Kept = TypeVar("Kept")


class Store(Generic[Kept]):
    """Values by key within so many bytes in all, keys counted; *size* says how many a value takes."""

    def __init__(self, most: int, size: Callable[[Kept], int]) -> None:
        self._most, self._size = most, size
        self._kept: OrderedDict[Hashable, tuple[Kept, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.bytes = 0

    def get(self, key: Hashable) -> Kept | None:
        """What is kept under *key*."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def keep(self, key: Hashable, value: Kept) -> None:
        """Keeps *value*, unless it alone is too large."""
        size = self._size(value) + _length(key)
        with self._lock:
            if key in self._kept or size > self._most:
                return
            self._kept[key] = (value, size)
            self.bytes += size
            while self.bytes > self._most:
                _, (_, gone) = self._kept.popitem(last=False)
                self.bytes -= gone

    def clear(self) -> None:
        """Keeps nothing any more."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0


def _length(key: Hashable) -> int:
    """The characters and bytes of *key*: clients choose the words of their questions."""
    parts = key if isinstance(key, tuple) else (key,)
    return sum(len(part) for part in parts if isinstance(part, str | bytes))


class Tables:
    """The tables of games, each built once at a time."""

    def __init__(self, most: int) -> None:
        self._store: Store[Table] = Store(most, _bytes_of)
        self._building: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def ready(self, game: Game) -> bool:
        """Whether the table of *game* is there."""
        return self._store.get(str(game.with_rows(None))) is not None

    def clear(self) -> None:
        """Keeps nothing any more."""
        self._store.clear()

    def of(self, game: Game, threads: int = 1, progress: Progress | None = None) -> Table:
        """The table of *game*, its rows apart; *progress* may raise to end the building."""
        key = str(game.with_rows(None))
        with self._lock:
            building = self._building.setdefault(key, threading.Lock())
        with building:
            table = self._store.get(key)
            if table is None:
                table = Table(game.with_rows(None), threads=threads, progress=progress)
                prepare(table)
                self._store.keep(key, table)
        return table


def _bytes_of(table: Table) -> int:
    """The memory of *table* and of what goes with it."""
    game = table.game
    kernel = game.kernel()
    copies = 1 if kernel is not None and kernel.symmetric else 2
    return copies * table_bytes(game) + 200 * len(game.secrets) + 64 * len(game.guesses)
