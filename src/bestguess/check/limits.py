"""How much memory and time a check may take: said before the memory is allocated, and looked at while time passes."""

import os
import time

from bestguess.errors import FileError, SizeError

MOST_MEMORY = 4_000_000_000
"""The memory that a check may take at most, in bytes, unless its caller says otherwise."""


def default_memory_limit() -> int:
    """Half of the machine's memory, and no more than `MOST_MEMORY`, in bytes."""
    try:
        return min(MOST_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
    except (AttributeError, ValueError, OSError):  # the system does not say
        return MOST_MEMORY // 2


class Limits:
    """The limits of one check: *memory* in bytes and *seconds* from now on; None: the default, and no limit."""

    def __init__(self, memory: int | None = None, seconds: float | None = None) -> None:
        self.memory = default_memory_limit() if memory is None else memory
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def need(self, size: int, what: str) -> None:
        """Raises SizeError unless *size* bytes, for *what*, are within the limit."""
        if size > self.memory:
            raise SizeError(
                f"not checked: {what} would take about {size:,} bytes, more than the memory limit of {self.memory:,}"
            )

    def tick(self) -> None:
        """Raises FileError when the time is over."""
        if self._end is not None and time.monotonic() > self._end:
            raise FileError(f"not checked within {self._seconds:g} seconds: nothing is proven")
