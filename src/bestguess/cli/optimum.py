"""bestguess optimum: the best strategy there is, and the proof."""

from pathlib import Path
from typing import Annotated

import typer

from bestguess.cli.options import (
    Consistent,
    FirstGuess,
    GameText,
    HistoryText,
    Json,
    Load,
    MemoryLimit,
    Threads,
    load_game,
    parse_size,
)
from bestguess.cli.output import print_json, print_note, print_result, progress_bar, search_progress
from bestguess.solvers import optimum as solve
from bestguess.solvers import save_certificate
from bestguess.table import Table
from bestguess.trees import save_tree
from bestguess.trees.files import check_folder


def optimum(
    game: GameText,
    objective: Annotated[
        str, typer.Option("--objective", metavar="NAME", help="mean, worst, worst,mean or at-worst.")
    ] = "mean",
    max_guesses: Annotated[
        int | None, typer.Option("--max-guesses", min=1, max=1_000_000, help="The most guesses for any secret.")
    ] = None,
    consistent: Consistent = False,
    history: HistoryText = "",
    first_guess: FirstGuess = None,
    first_guesses: Annotated[
        bool, typer.Option("--first-guesses", help="The exact value of every first guess that differs.")
    ] = False,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0.0, metavar="SECONDS", help="Stop then, with what is known.")
    ] = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="Write the proof, for `bestguess check`.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Keep what is found there; go on from it if it is there."),
    ] = None,
    tree: Annotated[Path | None, typer.Option("--tree", metavar="FILE", help="Write the tree that was found.")] = None,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Find the best strategy there is, and prove that it is the best.

    Ctrl-C and --time-limit end with the best tree so far and the bounds that are proven.

    [bold]Examples[/bold]

      bestguess optimum "mastermind(4,6)"

      bestguess optimum "mastermind(4,6)" --max-guesses 5 --tree best.json

      bestguess optimum "bullscows(4,10)" --objective worst,mean --json

      bestguess optimum "mastermind(4,6)" --certificate mm46.cert

      bestguess optimum "mastermind(6,4)" --checkpoint mm64.part
    """
    rules = load_game(game, load)
    limit = parse_size(memory_limit)
    for path in (tree, certificate, checkpoint):
        if path:
            check_folder(path)
    with progress_bar(f"table of {rules}") as report:
        table = Table(rules, memory_limit=limit, threads=threads, progress=report)
    with search_progress(str(rules)) as searching:
        result = solve(
            table,
            objective,
            max_guesses=max_guesses,
            consistent=consistent,
            history=history,
            first_guess=first_guess,
            first_guesses=first_guesses,
            threads=threads,
            memory_limit=limit,
            time_limit=time_limit,
            certify=certificate is not None,
            checkpoint=checkpoint,
            progress=searching,
        )
    if tree and result.tree is not None:
        save_tree(result.tree, tree)
    if certificate and result.proofs is not None:
        save_certificate(result, certificate)
    elif certificate:
        reason = "ended before it was written" if result.proven else "not proven"
        print_note(f"no certificate of {result.game}: {reason}")
    if as_json:
        print_json("optimum", {**result.as_json(), "strategy": "optimal" if result.proven else "best known"})
    else:
        print_result(result)
    if result.interrupted:
        raise typer.Exit(130)
