"""The one place that draws: text for people, JSON for programs, progress on standard error."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

import bestguess
from bestguess.table import Progress as Report

_SHOWN_AFTER = 1.0  # seconds: what is quicker needs no progress bar


def print_json(command: str, fields: dict[str, Any]) -> None:
    """Prints one JSON document for *command*, with `schema` and `version`."""
    document = {"schema": f"bestguess.{command}/1", "version": bestguess.__version__, **fields}
    json.dump(document, sys.stdout, indent=2)
    print()


def console() -> Console:
    """Standard output, in colour where it is a terminal that wants it (NO_COLOR is honoured)."""
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 200)


def print_codes(codes: tuple[str, ...], more: int) -> None:
    """Prints *codes* in columns that fill the line, and how many more there are."""
    if not codes:
        return
    width = max(map(len, codes)) + 2
    across = max(1, (console().width if sys.stdout.isatty() else 80) // width)
    for start in range(0, len(codes), across):
        print("".join(code.ljust(width) for code in codes[start : start + across]).rstrip())
    if more:
        print(f"… and {more:,} more")


def print_grid(headings: tuple[str, ...], lines: list[tuple[str, ...]]) -> None:
    """Prints a table with *headings*."""
    grid = Grid(*headings, box=None, pad_edge=False, header_style="bold")
    for line in lines:
        grid.add_row(*(Text(cell) for cell in line))
    console().print(grid)


def print_fields(fields: dict[str, Any]) -> None:
    """Prints names and values, a line each."""
    width = max(map(len, fields)) + 2
    for name, value in fields.items():
        print(f"{name.replace('_', ' '):{width}}{_shown(value)}")


def _shown(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "-"}[value]
    if isinstance(value, float):
        return f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else " ".join(value) if isinstance(value, list) else str(value)


@contextmanager
def progress_bar(what: str) -> Iterator[Report]:
    """A progress bar on standard error, as a function of how much is done and of how much; shown after a second."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task(what, total=None)
    began = time.monotonic()

    def report(done: int, total: int) -> None:
        if not progress.live.is_started and time.monotonic() - began > _SHOWN_AFTER:
            progress.start()
        progress.update(task, completed=done, total=total)

    try:
        yield report
    finally:
        if progress.live.is_started:
            progress.stop()
