"""Caches in memory, each with a limit in bytes: responses, tables, trees."""

import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from cachetools import LRUCache

from bestguess.games import Game
from bestguess.games.table import Progress, Table, table_bytes
from bestguess.trees.build import prepare
from bestguess.web.own_tables import game_bytes

Value = TypeVar("Value")


class ByteLimitedCache(Generic[Value]):
    """An LRU cache of at most *max_bytes*, keys counted; *size_of* gives the bytes of a value. Safe in threads."""

    def __init__(self, max_bytes: int, size_of: Callable[[Value], int]) -> None:
        self._size_of = size_of
        self._entries: LRUCache[Hashable, tuple[Value, int]] = LRUCache(max_bytes, getsizeof=lambda entry: entry[1])
        self._lock = threading.Lock()

    @property
    def bytes(self) -> int:
        """The bytes of all entries."""
        return int(self._entries.currsize)

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> Value | None:
        """The value of *key*, if it is cached."""
        with self._lock:
            entry = self._entries.get(key)
        return None if entry is None else entry[0]

    def put(self, key: Hashable, value: Value) -> None:
        """Caches *value*, unless it is larger than the whole cache or *key* is there already."""
        size = self._size_of(value) + _key_bytes(key)
        with self._lock, suppress(ValueError):  # raised for an entry that is too large
            if key not in self._entries:
                self._entries[key] = (value, size)

    def clear(self) -> None:
        """Removes everything."""
        with self._lock:
            self._entries.clear()


def _key_bytes(key: Hashable) -> int:
    """The length of the texts in *key*, which clients choose."""
    parts = key if isinstance(key, tuple) else (key,)
    return sum(len(part) for part in parts if isinstance(part, str | bytes))


@dataclass(frozen=True)
class CachedResponse:
    """A response whose body is cached under *body_key*."""

    body_key: str
    media_type: str
    headers: dict[str, str]


def response_cache(max_bytes: int) -> ByteLimitedCache[CachedResponse]:
    """A cache of responses by path and query string, as they were sent."""
    return ByteLimitedCache(max_bytes, lambda response: 2 * len(response.body_key) + 1_000)


class TableCache:
    """The tables of games. Two threads that need the same table build it once: cachetools has no lock for each key."""

    def __init__(self, max_bytes: int) -> None:
        self._tables: ByteLimitedCache[Table] = ByteLimitedCache(max_bytes, _table_bytes)
        self._building: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def __contains__(self, game: Game) -> bool:
        return self._tables.get(game_key(game.with_rows(None))) is not None

    def clear(self) -> None:
        """Removes every table."""
        self._tables.clear()

    def get(self, game: Game, threads: int = 1, progress: Progress | None = None) -> Table:
        """The table of *game* without its limit of rows, built when it is not cached.

        *progress* may raise to stop the building.
        """
        key = game_key(game.with_rows(None))
        with self._lock:
            building = self._building.setdefault(key, threading.Lock())
        try:
            with building:
                table = self._tables.get(key)
                if table is None:
                    table = Table(game.with_rows(None), threads=threads, progress=progress)
                    prepare(table)
                    self._tables.put(key, table)
        finally:
            with self._lock:
                self._building.pop(key, None)  # who waits has it; who comes later finds the table
        return table


def game_key(game: Game) -> str:
    """What caches know *game* by: its text, and the SHA-256 of its table or of its words."""
    return " ".join([str(game), *(sha256 for _, sha256 in game.files)])


def _table_bytes(table: Table) -> int:
    """The memory of *table* and of what is derived from it."""
    game = table.game
    copies = 1 if table.symmetric else 2
    derived = 200 * len(game.secrets) + 64 * len(game.guesses)
    return copies * table_bytes(game) + derived + game_bytes(game)
