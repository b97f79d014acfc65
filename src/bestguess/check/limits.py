"""Limits of memory and time for a check.

Memory is estimated before it is allocated. Time is checked whenever the checker calls `tick`.
"""

import os
import time
from collections.abc import Callable

from bestguess.errors import BestguessError, FileError, SizeError

NUMBERS_END = 2**50
"""Every number in a file is below this."""
MIN_ANNOUNCED_MEMORY = 100_000_000
"""Allocations of this many bytes or more are announced before they are made."""
_MAX_DEFAULT_MEMORY = 4_000_000_000  # bytes, unless the caller gives a limit
_MAX_SECONDS = 10**9  # a longer time limit is surely a mistake


def _default_memory_limit() -> int:
    """Return half of the machine's memory in bytes, at most `_MAX_DEFAULT_MEMORY`."""
    try:
        return min(_MAX_DEFAULT_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
    except (AttributeError, ValueError, OSError):  # some systems do not report their memory
        return _MAX_DEFAULT_MEMORY // 2


class Limits:
    """Limits of one check: *memory* in bytes, and *seconds* from now on.

    None means the default memory and no time limit. *announce* is called with a line before an allocation of
    `MIN_ANNOUNCED_MEMORY` or more.
    """

    def __init__(
        self,
        memory: int | None = None,
        seconds: float | None = None,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        if memory is not None and (type(memory) is not int or memory < 1):
            raise BestguessError(f"expected 1 byte or more as memory_limit, got {short_repr(memory)}")
        if seconds is not None and (type(seconds) not in (int, float) or not 0 <= seconds <= _MAX_SECONDS):
            raise BestguessError(f"expected 0 seconds or more as time_limit, got {short_repr(seconds)}")
        self.memory = _default_memory_limit() if memory is None else memory
        self._announce = announce
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def need(self, size: int, what: str, announced: bool = True) -> None:
        """Raise SizeError if *what* needs more bytes than the limit; announce it if it needs many."""
        if size > self.memory:
            raise SizeError(
                f"not checked: {what} would take about {size:,} bytes, more than the memory limit of {self.memory:,}"
            )
        if announced and self._announce is not None and size >= MIN_ANNOUNCED_MEMORY:
            self._announce(f"{what} will take about {size:,} bytes")

    def tick(self) -> None:
        """Raise FileError if time is up. Cheap enough for inner loops, but not for the innermost one."""
        if self._end is not None and time.monotonic() > self._end:
            raise FileError(f"not checked within {self._seconds:g} seconds: nothing is proven")


def short_repr(value: object) -> str:
    """Return a short repr of a JSON value for a message; for lists and objects only the type."""
    if type(value) is int and abs(value) >= NUMBERS_END:
        return "a number that is out of range"
    if value is None or type(value) in (bool, int, float, str):
        return f"{value!r:.60}"
    return f"a {type(value).__name__}"
