"""Progress on standard error: a live display on a terminal, otherwise a line every ten seconds."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

from bestguess.bounds import Bounds, SearchProgress
from bestguess.table import Progress as ProgressFunction

_DELAY = 1.0  # seconds before the live display appears: quick work needs none
_LINE_INTERVAL = 10.0  # seconds between lines where there is no terminal


class _Display:
    """Shows the latest state of some work, unless the work is quick."""

    def __init__(self, *columns: ProgressColumn) -> None:
        self._console = Console(stderr=True)
        self._live = Progress(*columns, console=self._console, transient=True)
        self._task = self._live.add_task("", total=None)
        self._last = self.began = time.monotonic()

    def show(self, line: str, **fields: Any) -> None:
        """Shows *line*, or *fields* in the columns of the live display."""
        now = time.monotonic()
        if self._console.is_terminal:
            if not self._live.live.is_started and now - self.began > _DELAY:
                self._live.start()
            self._live.update(self._task, **fields)
        elif now - self._last > _LINE_INTERVAL:
            self._last = now
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Removes the live display."""
        if self._live.live.is_started:
            self._live.stop()


@contextmanager
def progress_bar(title: str) -> Iterator[ProgressFunction]:
    """Shows how much of some work is done. Gives a function to call with what is done and with the total."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    display = _Display(*columns)

    def report(done: int, total: int) -> None:
        display.show(f"{title}: {done:,} of {total:,}", description=title, completed=done, total=total)

    try:
        yield report
    finally:
        display.close()


@contextmanager
def search_progress(title: str) -> Iterator[SearchProgress]:
    """Shows the state of a search. Gives a function to call with the bounds and the nodes."""
    display = _Display(TextColumn("{task.description}", markup=False))

    def report(bounds: Bounds[int | None, int | None], nodes: int) -> None:
        lower, upper = bounds
        seconds = time.monotonic() - display.began
        gap = f", gap {upper - lower:,}" if upper is not None and lower is not None else ""
        speed = f"{nodes:,} nodes, {nodes / max(seconds, 1e-9):,.0f} a second, {seconds:.0f} s"
        line = f"{title}: at least {lower}, at most {upper}{gap}; {speed}"
        display.show(line, description=line)

    try:
        yield report
    finally:
        display.close()
