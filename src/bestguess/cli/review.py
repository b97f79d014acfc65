"""bestguess review: what every move of a game was worth."""

import time
from typing import Annotated

import typer

from bestguess import valuation
from bestguess.cli.loading import check_possible, load_game_and_table
from bestguess.cli.options import GameText, Json, Load, Plain, Threads, TimeLimit, check_count
from bestguess.cli.progress import search_progress
from bestguess.cli.render.reviews import render_review
from bestguess.cli.terminal import Terminal, print_json
from bestguess.errors import SizeError
from bestguess.games import Words
from bestguess.play import Playthrough


def review(
    game: GameText,
    history: Annotated[
        str,
        typer.Option(
            "--history", metavar="ROWS", help='The guesses with their feedbacks, such as "1122:0.2 1344:1.1".'
        ),
    ],
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            metavar="NODES",
            help="Nodes to search at most for each value. Default: no limit; for words what suits the position.",
            callback=check_count,
        ),
    ] = None,
    time_limit: TimeLimit = None,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Show what every move of a game was worth, in guesses: loss and luck.

    Loss compares a guess with the best one. Luck compares its feedback with
    the average. Both are proven, except for words and where --budget or
    --time-limit is given; what is not proven is shown as a range. Ctrl-C stops
    with what is known.

    [bold]Examples[/bold]

      bestguess review mm4x6 --history "1122:1.0 1344:0.1 3526:1.2 1462:1.1"

      bestguess review bc4x10 --history "0123:1.1 0245:0.1" --budget 1000 --json
    """
    loaded = load_game_and_table(game, load, threads)
    playthrough = Playthrough(loaded, history)
    if loaded.table is None:
        raise SizeError(f"expected a game small enough for a table, got {playthrough.game}")
    check_possible(playthrough)
    began = time.perf_counter()
    with search_progress(str(playthrough.game)) as report:
        found = valuation.review(
            loaded.table,
            playthrough.history,
            budget=budget,
            prove=budget is None and not isinstance(playthrough.game, Words),  # a proof for words would take days
            time_limit=time_limit,
            threads=threads,
            progress=report,
        )
    if as_json:
        print_json("review", {**found.as_json(), "seconds": time.perf_counter() - began})
    else:
        Terminal(plain).print(*render_review(found))
    if found.interrupted:
        raise typer.Exit(130)
