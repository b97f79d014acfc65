"""How much memory and time a check may take: said before the memory is allocated, and looked at while time passes."""

import os
import time
from collections.abc import Callable

from bestguess.errors import BestguessError, FileError, SizeError

MOST = 2**50
"""Every number in a file is below this."""
MEMORY_WORTH_SAYING = 100_000_000
"""The memory, in bytes, that is said before it is allocated, within the limit too."""
_MOST_MEMORY = 4_000_000_000  # bytes that a check may take, unless its caller says otherwise
_MOST_SECONDS = 10**9  # a longer time is no limit


def _default_memory_limit() -> int:
    """Return half of the machine's memory, and no more than `_MOST_MEMORY`, in bytes."""
    try:
        return min(_MOST_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
    except (AttributeError, ValueError, OSError):  # the system does not say
        return _MOST_MEMORY // 2


class Limits:
    """The limits of one check: *memory* in bytes and *seconds* from now on; None: the default, and no limit.

    *announce* is called with a line for whatever needs much memory, before it is allocated.
    """

    def __init__(
        self,
        memory: int | None = None,
        seconds: float | None = None,
        announce: Callable[[str], None] | None = None,
    ) -> None:
        if memory is not None and (type(memory) is not int or memory < 1):
            raise BestguessError(f"expected memory_limit, a number of bytes of 1 or more, got {shown(memory)}")
        if seconds is not None and (type(seconds) not in (int, float) or not 0 <= seconds <= _MOST_SECONDS):
            raise BestguessError(f"expected time_limit, a number of seconds of 0 or more, got {shown(seconds)}")
        self.memory = _default_memory_limit() if memory is None else memory
        self._announce = announce
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def need(self, size: int, what: str, announced: bool = True) -> None:
        """Raises SizeError unless *size* bytes, for *what*, are within the limit; announces what is much."""
        if size > self.memory:
            raise SizeError(
                f"not checked: {what} would take about {size:,} bytes, more than the memory limit of {self.memory:,}"
            )
        if announced and self._announce is not None and size >= MEMORY_WORTH_SAYING:
            self._announce(f"{what} will take about {size:,} bytes")

    def tick(self) -> None:
        """Raises FileError when the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            raise FileError(f"not checked within {self._seconds:g} seconds: nothing is proven")


def shown(value: object) -> str:
    """Return a short text of a number, a text or null, and of anything else its type."""
    if type(value) is int and abs(value) >= MOST:
        return "a number that is out of range"
    if value is None or type(value) in (bool, int, float, str):
        return f"{value!r:.60}"
    return f"a {type(value).__name__}"
