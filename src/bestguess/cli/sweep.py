"""bestguess sweep: one strategy over many sizes."""

import re
from pathlib import Path
from typing import Annotated, Literal

import typer

from bestguess.cli.options import Consistent, Json, Load, MemoryLimit, StrategyName, Threads, load_files, parse_size
from bestguess.cli.output import print_heat_maps, print_json, progress_bar
from bestguess.errors import FileError
from bestguess.statistics import Store, Sweep, default_store
from bestguess.statistics import sweep as swept
from bestguess.statistics.sweeps import SYMBOL_WORD, sizes_of
from bestguess.strategies import known_strategies
from bestguess.trees.files import check_folder, write_whole


def parse_range(text: str, option: str) -> range:
    """The numbers that *text* stands for.

    >>> parse_range("2-4", "--pegs"), parse_range("3", "--pegs")
    (range(2, 5), range(3, 4))
    """
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", text)
    if match is None or (match[2] and int(match[2]) < int(match[1])):
        raise typer.BadParameter(f"expected a number or a range such as 2-5, got {text!r}", param_hint=option)
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def sweep(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="mastermind or bullscows.")],
    pegs: Annotated[str, typer.Option("--pegs", metavar="RANGE", help="Pegs, such as 1-5.")],
    strategy: StrategyName = "minimax",
    colours: Annotated[str | None, typer.Option("--colours", metavar="RANGE", help="Colours, of mastermind.")] = None,
    digits: Annotated[str | None, typer.Option("--digits", metavar="RANGE", help="Digits, of bullscows.")] = None,
    consistent: Consistent = False,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it, .png or .svg.")] = None,
    figure: Annotated[Literal["worst", "mean"], typer.Option("--figure", help="What the picture shows.")] = "worst",
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write a line for each size.")] = None,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE", help="Where results are kept and found again.")
    ] = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Compute everything anew, and keep nothing.")] = False,
    seeds: Annotated[int, typer.Option("--seeds", min=1, max=100_000, help="How many seeds random runs over.")] = 10,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Run a strategy over many sizes of a game: the heat map of worst cases and of means.

    Results are kept, so a sweep that was stopped goes on where it was.

    [bold]Examples[/bold]

      bestguess sweep mastermind --pegs 1-5 --colours 2-8 --strategy minimax --plot heat.png

      bestguess sweep bullscows --pegs 2-4 --digits 4-10 --strategy entropy --csv sweep.csv
    """
    load_files(load)
    given = {"colours": colours, "digits": digits}
    word = SYMBOL_WORD.get(family, "colours")
    symbols = given[word]
    if family in SYMBOL_WORD and (symbols is None or any(v is not None for k, v in given.items() if k != word)):
        raise typer.BadParameter(f"{family} is swept over --pegs and --{word}")
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)
    sizes = (parse_range(pegs, "--pegs"), parse_range(symbols or "1", f"--{word}"))
    if csv:
        check_folder(csv)
    kept = None if no_store else _store(strategy, store)
    count = len(sizes_of(family, *sizes))
    options = {"consistent": consistent, "store": kept, "seeds": seeds, "threads": threads}
    options["memory_limit"] = parse_size(memory_limit)
    result: Sweep | None = None
    stopped, failure = False, None
    with progress_bar("sizes") as report:
        try:
            for result in swept(family, *sizes, strategy, **options):  # type: ignore[arg-type]
                report(len(result.figures), count)
        except KeyboardInterrupt:
            stopped = True
        except FileError as error:  # the store: what was computed is shown all the same
            failure = error
    if result is not None:
        _show(result, as_json, plot, figure, csv)
    if failure:
        raise failure
    if stopped:
        raise typer.Exit(130)


def _store(strategy: str, path: Path | None) -> Store | None:
    """Where results of *strategy* are kept, if they are: those of functions that may change are not."""
    if path and (strategy == "random" or any(e.name == strategy and not e.built_in for e in known_strategies())):
        raise typer.BadParameter(f"results of {strategy} are not kept: leave --store out")
    built_in = {entry.name for entry in known_strategies() if entry.built_in} - {"random"}
    return Store(path or default_store()) if path or strategy in built_in else None


def _show(result: Sweep, as_json: bool, plot: Path | None, figure: Literal["worst", "mean"], csv: Path | None) -> None:
    if csv:
        write_whole(csv, result.as_csv())
    if plot:
        from bestguess.plots import plot_heat_map

        plot_heat_map(result, plot, figure)
    if as_json:
        figures = [one.as_json() for _, one in sorted(result.figures.items())]
        print_json("sweep", {"family": result.family, "strategy": result.strategy, "results": figures})
    else:
        print_heat_maps(result)
