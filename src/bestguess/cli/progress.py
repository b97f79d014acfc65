"""Progress on standard error: a live display on a terminal, otherwise a line every ten seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bestguess.bounds import SearchProgress, SearchState
from bestguess.games.table import Progress as ProgressFunction
from bestguess.wording import counted

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

_DELAY = 1.0  # seconds before the live display appears
_LINE_INTERVAL = 10.0  # seconds between lines where there is no terminal


class _Display:
    """Shows the latest state of some work, unless the work is quick."""

    def __init__(self, columns: "Callable[[], tuple[ProgressColumn, ...]]") -> None:
        self._columns = columns
        self._live: Progress | None = None
        self._last = self.began = time.monotonic()

    def show(self, line: str, **fields: Any) -> None:
        """Shows *line*, or *fields* in the columns of the live display."""
        now = time.monotonic()
        if now - self.began <= min(_DELAY, _LINE_INTERVAL):  # quick work needs no display
            return
        if self._live is None:
            self._live = self._start()
        if self._live.console.is_terminal:
            self._live.update(self._live.task_ids[0], **fields)
        elif now - self._last > _LINE_INTERVAL:
            self._last = now
            print(line, file=sys.stderr, flush=True)

    def _start(self) -> "Progress":
        """The live display, which a terminal shows from now on."""
        from rich.console import Console
        from rich.progress import Progress

        live = Progress(*self._columns(), console=Console(stderr=True), transient=True)
        live.add_task("", total=None)
        if live.console.is_terminal:
            live.start()
        return live

    def close(self) -> None:
        """Removes the live display."""
        if self._live is not None and self._live.live.is_started:
            self._live.stop()


def _bar_columns() -> "tuple[ProgressColumn, ...]":
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()


def _line_columns() -> "tuple[ProgressColumn, ...]":
    from rich.progress import TextColumn

    return (TextColumn("{task.description}", markup=False),)


@contextmanager
def progress_bar(title: str) -> Iterator[ProgressFunction]:
    """Shows how much of some work is done. Gives a function to call with what is done and with the total."""
    display = _Display(_bar_columns)

    def report(done: int, total: int) -> None:
        display.show(f"{title}: {done:,} of {total:,}", description=title, completed=done, total=total)

    try:
        yield report
    finally:
        display.close()


@contextmanager
def search_progress(title: str) -> Iterator[SearchProgress]:
    """Shows how far a search is. Gives a function to call with its state."""
    display = _Display(_line_columns)

    def report(state: SearchState) -> None:
        line = f"{title}: {_state_text(state, time.monotonic() - display.began)}"
        display.show(line, description=line)

    try:
        yield report
    finally:
        display.close()


def _state_text(state: SearchState, seconds: float) -> str:
    """What is known after so many *seconds*, and what is done with: nodes, first guesses, and the tasks of workers."""
    lower, upper = state.bounds
    gap = f", gap {upper - lower:,}" if upper is not None and lower is not None else ""
    speed = f"{state.nodes:,} nodes, {state.nodes / max(seconds, 1e-9):,.0f} a second, {seconds:.0f} s"
    text = f"at least {lower}, at most {upper}{gap}; {speed}"
    if state.first_guesses is not None:
        done, total = state.first_guesses
        text += f"; {done:,} of {total:,} first guesses done"
    if (tasks := state.tasks) is not None:
        text += f"; {counted(tasks.workers, 'worker')}, {counted(tasks.running, 'task')} handed out"
        text += f", {tasks.finished:,} done, {tasks.rate:.1f} a second"
    return text
