"""bestguess compare: strategies over all secrets of a game."""

import csv
from typing import Annotated, Any

import typer

from bestguess import statistics
from bestguess.cli.completion import offer_list, strategy_names
from bestguess.cli.loading import load_game
from bestguess.cli.options import (
    Cluster,
    Consistent,
    FirstGuess,
    GameText,
    Json,
    Load,
    MemoryLimit,
    Plain,
    PlotFile,
    RandomSeed,
    Seeds,
    TableFormat,
    Threads,
    check_format,
    check_seconds,
    cluster,
    parse_size,
)
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.figures import render_comparison
from bestguess.cli.terminal import Terminal, print_json, print_table
from bestguess.games import Game
from bestguess.strategies import Strategy
from bestguess.strategies.program import DEFAULT_SECONDS, PREFIX, Program
from bestguess.table import Table
from bestguess.trees import Figures


def compare(
    game: GameText,
    strategies: Annotated[
        str,
        typer.Option(
            "--strategies",
            metavar="A,B,…",
            show_default=False,
            help="The strategies, separated by commas; exec:COMMAND is a program. Default: minimax, expected-size, "
            "entropy and most-parts.",
            autocompletion=offer_list(strategy_names),
        ),
    ] = "minimax,expected-size,entropy,most-parts",
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seeds: Seeds = 10,
    sample: Annotated[
        int | None,
        typer.Option("--sample", min=1, metavar="N", help="Play so many secrets, drawn by --seed. Default: all."),
    ] = None,
    seed: RandomSeed = 0,
    bot_time: Annotated[
        float,
        typer.Option(
            "--bot-time", metavar="SECONDS", help="What a program has for each guess.", callback=check_seconds
        ),
    ] = DEFAULT_SECONDS,
    plot: PlotFile = None,
    form: TableFormat = None,
    plain: Plain = False,
    memory_limit: MemoryLimit = None,
    address: Cluster = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Compare strategies over every secret of a game.

    Shows total, mean and worst number of guesses, their distribution, and the
    time. After Ctrl-C you see the strategies that are done.

    [bold]Examples[/bold]

      bestguess compare "mastermind(4,6)" --strategies first,minimax,entropy

      bestguess compare bc4x10 --strategies random,entropy --plot compare.png

      bestguess compare mm4x6 --strategies "entropy,exec:python3 mybot.py"

      bestguess compare mm4x6 --strategies minimax,optimal --format latex
    """
    check_format(form, as_json)
    rules = load_game(game, load)
    chosen = [_strategy(name, bot_time) for name in _names(strategies)]
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)  # raises before the work, not after it
    results: list[Figures] = []
    stopped = False
    with cluster(address) as executor, progress_bar(str(rules)) as report:
        table: Game | Table = rules
        if not all(isinstance(one, Program) for one in chosen):  # which need no table
            table = Table(rules, memory_limit=parse_size(memory_limit), threads=threads, progress=report)
        options: dict[str, Any] = {
            "consistent": consistent,
            "first_guess": first_guess,
            "seeds": seeds,
            "sample": sample,
            "seed": seed,
            "executor": executor,
        }
        try:
            results.extend(statistics.compare(table, chosen, **options, threads=threads, progress=lambda name: report))
        except KeyboardInterrupt:
            stopped = True
    errors = FileErrors()
    if plot and results:
        from bestguess.plots import save_comparison

        with errors.collected():
            save_comparison(results, plot)
    if as_json:
        print_json("compare", {"game": str(rules), "results": [figures.as_json() for figures in results]})
    elif results and form:
        print_table(statistics.Comparison(str(rules), results, len(results)), form)
    elif results:
        Terminal(plain).print(*render_comparison(str(rules), results))
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)


def _strategy(name: str, bot_time: float) -> str | Strategy:
    return Program(name.removeprefix(PREFIX), bot_time) if name.startswith(PREFIX) else name


def _names(text: str) -> list[str]:
    """The strategies in *text*, separated by commas; one with a comma in it may stand in double quotes.

    >>> _names('entropy, "exec:./bot 1,2"')
    ['entropy', 'exec:./bot 1,2']
    """
    return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), []) if name.strip()]
