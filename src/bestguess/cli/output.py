"""The one place that draws: text for people, JSON for programs, progress on standard error."""

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

import bestguess
from bestguess.solvers import Result
from bestguess.statistics import Sweep
from bestguess.statistics.sweeps import TRADITIONAL
from bestguess.table import Progress as Report
from bestguess.trees import Figures, RandomFigures

_SHOWN_AFTER = 1.0  # seconds: what is quicker needs no progress bar
_LINE_EVERY = 10.0  # seconds


def print_json(command: str, fields: dict[str, Any]) -> None:
    """Prints one JSON document for *command*, with `schema` and `version`."""
    document = {"schema": f"bestguess.{command}/1", "version": bestguess.__version__, **fields}
    json.dump(document, sys.stdout, indent=2)
    print()


def print_note(text: str) -> None:
    """Prints *text* to standard error, beside the result."""
    print(text, file=sys.stderr)


def console() -> Console:
    """Standard output, in colour where it is a terminal that wants it (NO_COLOR is honoured)."""
    return Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 200)


def print_codes(codes: tuple[str, ...], more: int) -> None:
    """Prints *codes* in columns that fill the line, and how many more there are."""
    for line in code_lines(codes, more, console().width if sys.stdout.isatty() else 80):
        print(line)


def code_lines(codes: tuple[str, ...], more: int, columns: int) -> list[str]:
    """*codes* in lines of so many *columns*, and how many more there are."""
    if not codes:
        return []
    width = max(map(len, codes)) + 2
    across = max(1, columns // width)
    starts = range(0, len(codes), across)
    lines = ["".join(code.ljust(width) for code in codes[start : start + across]).rstrip() for start in starts]
    return [*lines, f"… and {more:,} more"] if more else lines


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
    """Progress on standard error, as a function of how much is done and of how much.

    A bar after a second where that is a terminal, else a line every ten seconds.
    """
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=None)
    shown = time.monotonic()

    def report(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if console.is_terminal:
            if not bar.live.is_started and now - shown > _SHOWN_AFTER:
                bar.start()
            bar.update(task, completed=done, total=total)
        elif now - shown > _LINE_EVERY:
            shown = now
            print(f"{what}: {done:,} of {total:,}", file=sys.stderr, flush=True)

    try:
        yield report
    finally:
        if bar.live.is_started:
            bar.stop()


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
            print(f"  {depth:>2}  {bar(count / most, 50)} {_number(count)}")


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def bar(share: float, width: int) -> str:
    """A bar in eighths of a character.

    >>> bar(0.5, 4), bar(0.03, 4)
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


@contextmanager
def search_progress(what: str) -> Iterator[Callable[[int | None, int | None, int], None]]:
    """What a search knows, on standard error: a line that changes on a terminal, else a line every ten seconds."""
    began = shown = time.monotonic()
    terminal = sys.stderr.isatty()
    written = False

    def report(lower: int | None, upper: int | None, nodes: int) -> None:
        nonlocal shown, written
        now = time.monotonic()
        if now - shown < (0.2 if written and terminal else _SHOWN_AFTER if terminal else _LINE_EVERY):
            return
        shown = now
        gap = f", gap {upper - lower:,}" if upper is not None and lower is not None else ""
        rate = nodes / (now - began)
        speed = f"{nodes:,} nodes, {rate:,.0f} a second, {now - began:.0f} s"
        line = f"{what}: at least {lower}, at most {upper}{gap}; {speed}"
        print(f"\r\x1b[K{line}" if terminal else line, end="" if terminal else "\n", file=sys.stderr, flush=True)
        written = True

    try:
        yield report
    finally:
        if written and terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def print_result(result: Result) -> None:
    """Prints what a search for the optimum found."""
    print(result.summary())
    if result.first_guesses:
        lines = [(one.guess, "-" if one.value is None else f"{one.value:,}") for one in result.first_guesses]
        print()
        print_grid(("first guess", "value"), lines)
    if result.tree is not None:
        print()
        print_comparison(result.game, [replace(result.tree.figures, seconds=result.seconds)])
    seconds = f"{result.seconds:.3f} s, table {result.table_seconds:.3f} s"
    print(f"\n{result.nodes:,} nodes, {result.threads} threads, {seconds}")
