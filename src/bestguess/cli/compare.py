"""bestguess compare: strategies over all secrets of a game."""

from typing import Annotated, Any

import typer

from bestguess import statistics
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
    Seeds,
    Threads,
    cluster,
    parse_size,
)
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.figures import render_comparison
from bestguess.cli.terminal import Terminal, print_json
from bestguess.table import Table
from bestguess.trees import Figures


def compare(
    game: GameText,
    strategies: Annotated[
        str, typer.Option("--strategies", metavar="A,B,…", help="The strategies, separated by commas.")
    ],
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seeds: Seeds = 10,
    plot: PlotFile = None,
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
    """
    rules = load_game(game, load)
    names = [name.strip() for name in strategies.split(",") if name.strip()]
    if plot:
        from bestguess.plots import check_plot

        check_plot(plot)  # raises before the work, not after it
    results: list[Figures] = []
    stopped = False
    with cluster(address) as executor, progress_bar(str(rules)) as report:
        table = Table(rules, memory_limit=parse_size(memory_limit), threads=threads, progress=report)
        options: dict[str, Any] = {
            "consistent": consistent,
            "first_guess": first_guess,
            "seeds": seeds,
            "executor": executor,
        }
        try:
            results.extend(statistics.compare(table, names, **options, threads=threads, progress=lambda name: report))
        except KeyboardInterrupt:
            stopped = True
    errors = FileErrors()
    if plot and results:
        from bestguess.plots import plot_comparison

        with errors.collected():
            plot_comparison(results, plot)
    if as_json:
        print_json("compare", {"game": str(rules), "results": [figures.as_json() for figures in results]})
    elif results:
        Terminal(plain).print(*render_comparison(str(rules), results))
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)
