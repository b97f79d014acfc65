"""bestguess review: what every move was worth."""

import time
from typing import Annotated

import typer

from bestguess.cli.board import review_lines
from bestguess.cli.loading import check_possible, load_game_and_table
from bestguess.cli.options import Budget, GameText, Json, Load, Plain, Threads
from bestguess.cli.output import print_json, search_progress
from bestguess.cli.talk import Talk
from bestguess.errors import SizeError
from bestguess.play import Playthrough
from bestguess.valuation import review as reviewed


def review(
    game: GameText,
    history: Annotated[str, typer.Option("--history", metavar="ROWS", help='The moves, such as "1122:0.2 1344:1.1".')],
    budget: Budget = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0.0, metavar="SECONDS", help="Stop proving then: ranges.")
    ] = None,
    plain: Plain = False,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Say what every move of a game was worth: guesses lost against the best move, and luck with its feedback.

    Everything is proven, unless a budget of nodes or a time limit is given: then what is not proven is a range. Ctrl-C
    ends with what is known.

    [bold]Examples[/bold]

      bestguess review "mastermind(4,6)" --history "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0"

      bestguess review bc4x10 --history "0123:1.1 0245:0.1" --budget 1000 --json
    """
    loaded = load_game_and_table(game, load, threads)
    run = Playthrough(loaded, history)
    if loaded.table is None:
        raise SizeError(f"expected a game small enough for a table, got {run.game}")
    check_possible(run)
    began = time.perf_counter()
    with search_progress(str(run.game)) as searching:
        found = reviewed(
            loaded.table,
            run.history,
            budget=budget,
            prove=budget is None,
            time_limit=time_limit,
            threads=threads,
            progress=searching,
        )
    if as_json:
        print_json("review", {**found.as_json(), "seconds": time.perf_counter() - began})
    else:
        Talk(plain, to_errors=False).tell_all(review_lines(found))
    if found.interrupted:
        raise typer.Exit(130)
