"""bestguess optimum: the best possible strategy, with a proof."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bestguess import solve
from bestguess.cli.completion import offer
from bestguess.cli.loading import build_table, check_possible, load_game
from bestguess.cli.options import (
    Cluster,
    Consistent,
    FirstGuess,
    GameText,
    HistoryText,
    Json,
    Load,
    MemoryLimit,
    Threads,
    TimeLimit,
    check_output,
    cluster,
    parse_size,
)
from bestguess.cli.output_files import FileErrors, check_files, warnings_as_notes
from bestguess.cli.progress import search_progress
from bestguess.cli.render.figures import render_result
from bestguess.cli.terminal import Terminal, print_json, print_note
from bestguess.files import check_folder
from bestguess.games import Game
from bestguess.position import Position
from bestguess.solve import Limits, Objective, Result
from bestguess.solve.certificate import check_certifiable


def optimum(
    game: GameText,
    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            metavar="NAME",
            help="What to minimise: mean, worst, worst,mean, mean,worst, at-worst or lost.",
            autocompletion=offer(lambda: Objective),
        ),
    ] = "mean",
    max_guesses: Annotated[
        int | None,
        typer.Option(
            "--max-guesses",
            min=1,
            max=1_000_000,
            metavar="N",
            help="Only strategies that find every secret within N guesses. With --objective lost: what is not found "
            "within them is lost. Default: the rows of the game, or no limit.",
        ),
    ] = None,
    consistent: Consistent = False,
    history: HistoryText = "",
    first_guess: FirstGuess = None,
    first_guesses: Annotated[
        bool,
        typer.Option(
            "--first-guesses",
            help="Also the value of every first guess that differs; of more than 1,000 the ten best. Not with "
            "--first-guess or --certificate.",
        ),
    ] = False,
    time_limit: TimeLimit = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate",
            metavar="FILE",
            help="Write the proof to this file, for `bestguess check`.",
            callback=check_output,
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Save progress to this file, and continue from it if it exists.",
            callback=check_output,
        ),
    ] = None,
    tree: Annotated[
        Path | None,
        typer.Option("--tree", metavar="FILE", help="Write the best tree to this file.", callback=check_output),
    ] = None,
    memory_limit: MemoryLimit = None,
    address: Cluster = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Find the best possible strategy, and prove that no other is better.

    Ctrl-C and --time-limit stop the search. You then get the best tree so far
    and the proven bounds. The table of a game of your own is written beside its
    tree and its certificate, as FILE.csv, for `bestguess check`.

    [bold]Examples[/bold]

      bestguess optimum "mastermind(4,6)"

      bestguess optimum "mastermind(4,6)" --max-guesses 5 --tree best.json

      bestguess optimum "bullscows(4,10)" --objective worst,mean --json

      bestguess optimum "mastermind(4,6,rows=4)" --objective lost

      bestguess optimum "mastermind(4,6)" --certificate mm46.cert

      bestguess optimum "mastermind(6,4)" --checkpoint mm64.part

      bestguess optimum "mastermind(5,6)" --cluster tcp://head:8786

      bestguess optimum "words(english,5,rule=hard)" --first-guess slate
    """
    for option, value in (("--certificate", certificate), ("--first-guess", first_guess)):
        if first_guesses and value is not None:
            raise typer.TyperException(f"--first-guesses and {option} do not go together")
    rules, limit = load_game(game, load), parse_size(memory_limit)
    check_files(rules, *filter(None, (tree, certificate)))
    if checkpoint:
        check_folder(checkpoint)  # the search opens it before anything else
    build_table(rules, memory_limit=limit, threads=threads)
    if tree or certificate:
        check_certifiable(rules)
    position, limits = Position(rules, history), Limits(seconds=time_limit, memory=limit, threads=threads)
    check_possible(position)
    with cluster(address) as executor, search_progress(str(rules)) as report, warnings_as_notes():
        options: dict[str, Any] = {
            "max_guesses": max_guesses,
            "consistent": consistent,
            "limits": limits,
            "checkpoint": checkpoint,
            "progress": report,
            "executor": executor,
        }
        if first_guesses:
            result = solve.first_guesses(position, objective, **options)
        else:
            options |= {"first_guess": first_guess, "certify": certificate is not None}
            result = solve.optimum(position, objective, **options)
    errors = _save(result, rules, tree, certificate)
    if as_json:
        print_json("optimum", {**result.as_json(), "strategy": result.strategy})
    else:
        Terminal().print(*render_result(result), *errors.notes)
    errors.raise_any()
    if result.interrupted:
        raise typer.Exit(130)


def _save(result: Result, rules: Game, tree: Path | None, certificate: Path | None) -> FileErrors:
    """Writes the files that were asked for; returns what went wrong with them."""
    errors = FileErrors()
    if tree and result.tree is not None:
        errors.write(tree, result.tree.save, rules)
    if certificate and result.proofs is not None:
        errors.write(certificate, result.save_certificate, rules)
    elif certificate:
        reason = "ended before it was written" if result.proven else "not proven"
        print_note(f"no certificate of {rules}: {reason}")
    return errors
