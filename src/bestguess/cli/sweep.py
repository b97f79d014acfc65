"""bestguess sweep: one strategy on many sizes of a game."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from bestguess import stats
from bestguess.cli.commands import Command
from bestguess.cli.completion import family_names, offer
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
    TableFormat,
    Threads,
    check_format,
    check_output,
    cluster,
    parse_size,
)
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.figures import render_heat_maps
from bestguess.cli.terminal import Terminal, print_json, print_note, print_table
from bestguess.errors import FileError, GameError
from bestguess.files import check_writable, write_whole
from bestguess.games import families, game
from bestguess.stats import Store, Sweep, default_store
from bestguess.stats.sweeps import TRADITIONAL, HeatFigure, ResultKey, Size, needed_names, parse_sizes, size_names
from bestguess.strategies import known_strategies
from bestguess.trees import Figures

SizeRange: TypeAlias = str | None
_OWN_RANGES = "ranges of arguments of a registered family"

app = typer.Typer(add_completion=False, rich_markup_mode="rich")


class SweepCommand(Command):
    """A command that takes `--NAME RANGE` for any name: the family decides which arguments it has."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Keep the ranges of names that are no options for the command, and parse the rest."""
        options = {name for one in self.get_params(ctx) for name in one.opts}
        rest, ctx.meta[_OWN_RANGES] = split_ranges(args, options)
        return super().parse_args(ctx, rest)


def split_ranges(arguments: list[str], options: Collection[str]) -> tuple[list[str], dict[str, str]]:
    """The *arguments* without each `--NAME RANGE` that is none of the *options*, and these ranges by name.

    >>> split_ranges(["warmer", "--n", "2-5", "--json", "--max-d=1"], ["--json"])
    (['warmer', '--json'], {'n': '2-5', 'max_d': '1'})
    """
    rest, ranges, words = list[str](), dict[str, str](), list(arguments)
    while words and words[0] != "--":
        word = words.pop(0)
        option, equals, value = word.partition("=")
        if not option.startswith("--") or option in options:
            rest.append(word)
            continue
        if not equals and words and not words[0].startswith("--"):
            value = words.pop(0)
        ranges[option.removeprefix("--").replace("-", "_")] = value
    return rest + words, ranges


def _option(name: str, about: str) -> Any:
    return typer.Option(f"--{name}", metavar="RANGE", help=about)


@app.command(cls=SweepCommand)
def sweep(
    context: typer.Context,
    family: Annotated[
        str,
        typer.Argument(
            metavar="FAMILY", help="The kind of game: see `bestguess games`.", autocompletion=offer(family_names)
        ),
    ],
    strategy: StrategyName = "minimax",
    pegs: Annotated[
        SizeRange, _option("pegs", "Numbers of pegs, such as 1-5 or 2,4,6, for mastermind and bullscows.")
    ] = None,
    colours: Annotated[SizeRange, _option("colours", "Numbers of colours, for mastermind.")] = None,
    digits: Annotated[SizeRange, _option("digits", "Numbers of digits, for bullscows.")] = None,
    n: Annotated[SizeRange, _option("n", "Sizes, for numbers, twod and games of your own.")] = None,
    coins: Annotated[SizeRange, _option("coins", "Numbers of coins, for balance.")] = None,
    length: Annotated[SizeRange, _option("length", "Lengths of words, for the lists that ship.")] = None,
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
        Path | None,
        typer.Option(
            "--csv", metavar="FILE", help="Also write a CSV file with a line for each size.", callback=check_output
        ),
    ] = None,
    form: TableFormat = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="File that keeps results. Default: in your data folder.",
            callback=check_output,
        ),
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

    A family with one number has a table and a line, one with three or more a
    table. For a family of your own, --NAME RANGE gives the values of each
    argument of your function by its name: 3, 2-5 or 2,4,6. Results are kept, so
    that a sweep that was stopped continues where it was.

    [bold]Examples[/bold]

      bestguess sweep mastermind --pegs 1-5 --colours 2-8 --plot heat.png

      bestguess sweep bullscows --pegs 2-4 --digits 4-10 --strategy entropy

      bestguess sweep numbers --n 10,100,1000 --strategy minimax

      bestguess sweep warmer --load my.py --n 2-5 --d 1-2
    """
    check_format(form, as_json)
    load_files(load)
    if figure == "lost" and rows is None:
        raise typer.BadParameter("--figure lost needs --rows")
    given = {"pegs": pegs, "colours": colours, "digits": digits, "n": n, "coins": coins, "length": length}
    sizes = _parse_ranges(family, {name: text for name, text in given.items() if text}, context.meta[_OWN_RANGES])
    _check_files(plot, csv, len(sizes))
    options: dict[str, Any] = {"consistent": consistent, "rows": rows, "seeds": seeds, "threads": threads}
    options["store"] = None if no_store else _open_store(strategy, store)
    options["memory_limit"] = parse_size(memory_limit)
    result: Sweep | None = None
    stopped, failure = False, None
    with cluster(address) as executor, progress_bar("sizes") as report:
        try:
            steps = stats.sweep(family, sizes, by=strategy, **options, executor=executor)
            for result in steps:
                report(len(result.figures), len(steps))
        except KeyboardInterrupt:
            stopped = True
        except FileError as error:  # of the store: show what was computed nevertheless
            failure = error
    if result is not None:
        _output(result, as_json, form, plot, figure, csv)
    if failure:
        raise failure
    if stopped:
        raise typer.Exit(130)


def _check_files(plot: Path | None, csv: Path | None, arguments: int) -> None:
    """Raise before the work, not after it, where a file cannot be written or a picture not be drawn."""
    if plot and arguments > 2:
        raise typer.BadParameter(f"--plot shows one or two arguments, got {arguments}")
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)
    if csv:
        check_writable(csv)


def _parse_ranges(family: str, given: dict[str, str], own: dict[str, str]) -> dict[str, list[int]]:
    """The values of each argument of *family*, *given* by options or by *own* names; raises TyperException."""
    known, ranges = size_names(family), given | own
    if len(known) == 1 and list(ranges) == ["n"] and _is_registered(family):
        ranges = {known[0]: ranges["n"]}  # --n is its only argument, whatever the name
    unknown = [f"No such option: --{name}; " for name in own if name not in known]
    try:
        names = needed_names(family, list(ranges), "--")
    except GameError as error:
        raise typer.TyperException("".join(unknown[:1]) + str(error)) from error
    return {name: _parse_option(f"--{name}", ranges[name]) for name in names}


def _is_registered(family: str) -> bool:
    return any(one.name == family and not one.built_in for one in families())


def _parse_option(option: str, text: str) -> list[int]:
    """The sizes that *option* has; raises typer's BadParameter."""
    try:
        return parse_sizes(text)
    except GameError as error:
        raise typer.BadParameter(str(error), param_hint=option) from error


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


def _output(
    result: Sweep, as_json: bool, form: str | None, plot: Path | None, figure: HeatFigure, csv: Path | None
) -> None:
    """Writes the files and prints the result."""
    result, errors = _as_text(result), FileErrors()
    if csv:
        errors.write(csv, lambda path: write_whole(path, result.to_csv()))
    if plot:
        from bestguess.plots import save_sweep

        errors.write(plot, lambda path: save_sweep(result, path, figure))
    if as_json:
        results = [_as_json(result, size) for size in sorted(result.figures)]
        print_json("sweep", {"family": result.family, "strategy": result.strategy, "results": results})
    elif form:
        print_table(result, form)
    else:
        Terminal().print(*render_heat_maps(result))
    errors.raise_any()


def _as_text(result: Sweep) -> Sweep:
    """*result* with the texts of its first guesses, which may be objects in a family of the user's own."""
    texts = {size: game(figures.game).text(figures.first_guess) for size, figures in result.figures.items()}
    figures = {size: replace(figures, first_guess=texts[size]) for size, figures in result.figures.items()}
    return replace(result, figures=figures)


def _as_json(result: Sweep, size: Size) -> dict[str, Any]:
    """The figures of *size* by their JSON keys, and its arguments by their names; not pegs, colours and digits."""
    figures = result.figures[size].as_json()
    if result.family in TRADITIONAL:  # the game says them
        return figures
    return {**figures, "arguments": dict(zip(result.names, size, strict=True))}
