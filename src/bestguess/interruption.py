"""Lets a thread that computes be stopped from outside, as Ctrl-C stops the main thread.

Whatever may compute long calls `poll` now and then. Outside `interruptible` that does nothing.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class _ThreadState(threading.local):
    check: Callable[[], None] | None = None


_thread = _ThreadState()


@contextmanager
def interruptible(check: Callable[[], None]) -> Iterator[None]:
    """Calls *check*, which may raise, whenever the computation inside polls in this thread.

    >>> def stop():
    ...     raise RuntimeError("nobody waits")
    >>> with interruptible(stop):
    ...     poll()
    Traceback (most recent call last):
    RuntimeError: nobody waits
    >>> poll()
    """
    before, _thread.check = _thread.check, check
    try:
        yield
    finally:
        _thread.check = before


def poll() -> None:
    """Raises what stops the computation of this thread, if it is to stop."""
    current_check()()


def current_check() -> Callable[[], None]:
    """What `poll` calls in this thread, for those who call it from another thread."""
    return _thread.check or (lambda: None)


def is_stopped(check: Callable[[], None]) -> bool:
    """Whether *check* raises, for those who cannot let an exception through."""
    try:
        check()
    except Exception:
        return True
    return False
