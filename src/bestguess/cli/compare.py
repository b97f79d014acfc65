"""bestguess compare: strategies over all secrets."""

from pathlib import Path
from typing import Annotated

import typer

from bestguess.cli.options import (
    Consistent,
    FirstGuess,
    GameText,
    Json,
    Load,
    MemoryLimit,
    Threads,
    load_game,
    parse_size,
)
from bestguess.cli.output import print_comparison, print_json, progress_bar
from bestguess.statistics import compare as compared
from bestguess.table import Progress, Table
from bestguess.trees import Figures


def compare(
    game: GameText,
    strategies: Annotated[str, typer.Option("--strategies", metavar="A,B,…", help="Strategies, with commas between.")],
    consistent: Consistent = False,
    first_guess: FirstGuess = None,
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, max=100_000, help="Seeds over which random is averaged.")
    ] = 10,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture, .png or .svg.")] = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Run strategies over every secret: total, mean, worst, distribution and time.

    Ctrl-C keeps what is done.

    [bold]Examples[/bold]

      bestguess compare "mastermind(4,6)" --strategies first,minimax,entropy

      bestguess compare bc4x10 --strategies first,random,entropy --consistent --seeds 100 --plot compare.png
    """
    rules = load_game(game, load)
    names = [name.strip() for name in strategies.split(",") if name.strip()]
    if plot:
        from bestguess.plots import check_plot  # what cannot be drawn is said before the work

        check_plot(plot)
    results: list[Figures] = []
    stopped = False
    with progress_bar(str(rules)) as report:
        table = Table(rules, memory_limit=parse_size(memory_limit), threads=threads, progress=report)

        def named(name: str) -> Progress:
            return report

        options = {"consistent": consistent, "first_guess": first_guess, "seeds": seeds}
        runs = compared(table, names, **options, threads=threads, progress=named)  # type: ignore[arg-type]
        try:
            results.extend(runs)
        except KeyboardInterrupt:
            stopped = True
    if plot and results:
        from bestguess.plots import plot_comparison

        plot_comparison(results, plot)
    if as_json:
        print_json("compare", {"game": str(rules), "results": [figures.as_json() for figures in results]})
    elif results:
        print_comparison(str(rules), results)
    if stopped:
        raise typer.Exit(130)
