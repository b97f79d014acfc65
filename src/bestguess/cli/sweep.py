"""bestguess sweep: one strategy on many sizes of a game."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from bestguess import statistics
from bestguess.cli.loading import load_files
from bestguess.cli.options import (
    Cluster,
    Consistent,
    Json,
    Load,
    MemoryLimit,
    PlotFile,
    Seeds,
    StrategyName,
    Threads,
    cluster,
    parse_size,
)
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.figures import render_heat_maps
from bestguess.cli.terminal import Terminal, print_json, print_note
from bestguess.errors import FileError
from bestguess.files import check_folder, write_whole
from bestguess.statistics import Store, Sweep, default_store
from bestguess.statistics.store import ResultKey
from bestguess.statistics.sweeps import SYMBOL_WORD, HeatFigure, sizes_of
from bestguess.strategies import known_strategies
from bestguess.trees import Figures


def parse_range(text: str, option: str) -> range:
    """The range of numbers in *text*; raises typer's BadParameter.

    >>> parse_range("2-4", "--pegs"), parse_range("3", "--pegs")
    (range(2, 5), range(3, 4))
    """
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", text)
    if match is None or (match[2] and int(match[2]) < int(match[1])):
        raise typer.BadParameter(f"expected a number or a range such as 2-5, got {text!r}", param_hint=option)
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def sweep(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="The kind of game: mastermind or bullscows.")],
    pegs: Annotated[str, typer.Option("--pegs", metavar="RANGE", help="Numbers of pegs, such as 1-5.")],
    strategy: StrategyName = "minimax",
    colours: Annotated[
        str | None, typer.Option("--colours", metavar="RANGE", help="Numbers of colours, for mastermind.")
    ] = None,
    digits: Annotated[
        str | None, typer.Option("--digits", metavar="RANGE", help="Numbers of digits, for bullscows.")
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option("--rows", min=1, metavar="N", help="Guesses that each board allows. Default: no limit."),
    ] = None,
    consistent: Consistent = False,
    plot: PlotFile = None,
    figure: Annotated[
        HeatFigure,
        typer.Option("--figure", help="What the picture shows: the worst case, the mean, or with --rows what is lost."),
    ] = "worst",
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Also write a CSV file with a line for each size.")
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="File that keeps results. Default: in your data folder."),
    ] = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Do not read or keep results.")] = False,
    seeds: Seeds = 10,
    memory_limit: MemoryLimit = None,
    address: Cluster = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Run a strategy on many sizes of a game: a heat map of worst cases and means.

    Results are kept, so that a sweep that was stopped continues where it was.

    [bold]Examples[/bold]

      bestguess sweep mastermind --pegs 1-5 --colours 2-8 --plot heat.png

      bestguess sweep bullscows --pegs 2-4 --digits 4-10 --strategy entropy
    """
    load_files(load)
    if figure == "lost" and rows is None:
        raise typer.BadParameter("--figure lost needs --rows")
    sizes = _parse_sizes(family, pegs, {"colours": colours, "digits": digits})
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)  # raises before the work, not after it
    if csv:
        check_folder(csv)
    count = len(sizes_of(family, *sizes))
    options: dict[str, Any] = {"consistent": consistent, "rows": rows, "seeds": seeds, "threads": threads}
    options["store"] = None if no_store else _open_store(strategy, store)
    options["memory_limit"] = parse_size(memory_limit)
    result: Sweep | None = None
    stopped, failure = False, None
    with cluster(address) as executor, progress_bar("sizes") as report:
        try:
            for result in statistics.sweep(family, *sizes, strategy, **options, executor=executor):
                report(len(result.figures), count)
        except KeyboardInterrupt:
            stopped = True
        except FileError as error:  # of the store: show what was computed nevertheless
            failure = error
    if result is not None:
        _output(result, as_json, plot, figure, csv)
    if failure:
        raise failure
    if stopped:
        raise typer.Exit(130)


def _parse_sizes(family: str, pegs: str, symbols: dict[str, str | None]) -> tuple[range, range]:
    """The ranges of pegs and of colours or digits; raises typer's BadParameter unless they fit *family*."""
    word = SYMBOL_WORD.get(family, "colours")
    given = symbols[word]
    others = any(text is not None for name, text in symbols.items() if name != word)
    if family in SYMBOL_WORD and (given is None or others):
        raise typer.BadParameter(f"{family} is swept over --pegs and --{word}")
    return parse_range(pegs, "--pegs"), parse_range(given or "1", f"--{word}")


def _open_store(strategy: str, path: Path | None) -> Store | None:
    """The store for results of *strategy*. None for strategies that draw, and for the user's own."""
    kept = {entry.name: entry.built_in and not entry.drawn for entry in known_strategies()}
    if path and not kept.get(strategy, True):
        raise typer.BadParameter(f"results of {strategy} are not kept: leave --store out")
    if path:
        return Store(path)
    return _open_default_store() if kept.get(strategy, False) else None


class _DefaultStore(Store):
    """The store in the user's data folder. Where it cannot be written, the sweep goes on and says so once."""

    kept = True

    def keep(self, key: ResultKey, figures: Figures) -> None:
        """Writes *figures* to the file, as long as that works."""
        if self.kept:
            try:
                super().keep(key, figures)
            except FileError as error:
                self.kept = False
                _print_not_kept(error)


def _print_not_kept(error: FileError) -> None:
    print_note(f"bestguess: {error}; results are computed, and nothing is kept")


def _open_default_store() -> Store | None:
    """The store in the user's data folder; None, with a note, if it cannot be used."""
    try:
        return _DefaultStore(default_store())
    except FileError as error:
        _print_not_kept(error)
        return None


def _output(result: Sweep, as_json: bool, plot: Path | None, figure: HeatFigure, csv: Path | None) -> None:
    """Writes the files and prints the result."""
    errors = FileErrors()
    if csv:
        with errors.collected():
            write_whole(csv, result.as_csv())
    if plot:
        from bestguess.plots import plot_heat_map

        with errors.collected():
            plot_heat_map(result, plot, figure)
    if as_json:
        figures = [one.as_json() for _, one in sorted(result.figures.items())]
        print_json("sweep", {"family": result.family, "strategy": result.strategy, "results": figures})
    else:
        Terminal().print(*render_heat_maps(result))
    errors.raise_any()
