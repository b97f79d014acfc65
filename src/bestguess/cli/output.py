"""The one place that draws: text for people, JSON for programs, progress on standard error."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

import bestguess
from bestguess.analysis import Sweep
from bestguess.analysis.sweeps import TRADITIONAL
from bestguess.table import Progress as Report
from bestguess.trees import Figures, RandomFigures

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


def print_grid(headings: tuple[str, ...], lines: Sequence[tuple[str, ...]]) -> None:
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


def print_comparison(game: str, results: Sequence[Figures]) -> None:
    """Prints the figures of each strategy, and a histogram of its guesses."""
    lines = [
        (
            figures.strategy + (" (consistent)" if figures.consistent else ""),
            _number(figures.total),
            f"{figures.mean:.4f}" + (f" ± {figures.mean_sd:.4f}" if isinstance(figures, RandomFigures) else ""),
            str(figures.worst),
            _number(figures.at_worst),
            figures.first_guess,
            f"{figures.seconds:.4f}",
        )
        for figures in results
    ]
    print(f"{game}: {results[0].secrets:,} secrets\n")
    print_grid(("strategy", "total", "mean", "worst", "at worst", "first guess", "seconds"), lines)
    for figures in results:
        print(f"\n{figures.strategy}")
        most = max(figures.distribution.values())
        for depth, count in figures.distribution.items():
            print(f"  {depth:>2}  {_bar(count / most, 50)} {_number(count)}")


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def _bar(share: float, width: int) -> str:
    """A bar in eighths of a character.

    >>> _bar(0.5, 4), _bar(0.03, 4)
    ('██', '▏')
    """
    whole, eighths = divmod(round(share * width * 8), 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[eighths] if eighths else "")


def print_heat_maps(sweep: Sweep) -> None:
    """Prints the worst cases and the means by pegs and symbols, in colour where colours are shown."""
    for title, value in (("most guesses", _worst), ("mean guesses", _mean)):
        print(f"{sweep.family}, {sweep.strategy}: {title}\n")
        print_heat_map(sweep, value)
        print()


def _worst(figures: Figures) -> tuple[float, str]:
    return figures.worst, str(figures.worst)


def _mean(figures: Figures) -> tuple[float, str]:
    return figures.mean, f"{figures.mean:.3f}"


def print_heat_map(sweep: Sweep, value: Callable[[Figures], tuple[float, str]]) -> None:
    """Prints one number of each size; the traditional game stands in brackets."""
    numbers = [value(figures)[0] for figures in sweep.figures.values()]
    low, span = min(numbers), max(max(numbers) - min(numbers), 1e-9)
    grid = Grid(f"pegs \\ {sweep.symbol_word}", *map(str, sweep.symbols), box=None, pad_edge=False)
    for pegs in sweep.pegs:
        cells = [Text(str(pegs))]
        for symbols in sweep.symbols:
            figures = sweep.figures.get((pegs, symbols))
            cells.append(Text() if figures is None else _cell(*value(figures), low, span))
            if figures is not None and TRADITIONAL[sweep.family] == (pegs, symbols):
                cells[-1] = Text("[").append(cells[-1]).append("]")
        grid.add_row(*cells)
    console().print(grid)


def _cell(number: float, text: str, low: float, span: float) -> Text:
    """*text* on a ground from blue (low) to red (high)."""
    share = (number - low) / span
    red, blue = round(60 + 160 * share), round(220 - 160 * share)
    return Text(f" {text} ", style=f"white on rgb({red},70,{blue})")
