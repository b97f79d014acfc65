"""bestguess optimum and check: find the best possible strategy with a proof, and check trees and proofs."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from bestguess import solve
from bestguess.check import CheckResult, check_file
from bestguess.cli import options
from bestguess.cli.figures import render_result
from bestguess.cli.files import FileErrors, build_table, check_files, check_possible, load_game, warnings_as_notes
from bestguess.cli.options import argument, option, output_file
from bestguess.cli.terminal import Terminal, print_json, print_note, progress_bar, search_progress
from bestguess.errors import printable
from bestguess.files import check_writable
from bestguess.games import Game
from bestguess.position import Position
from bestguess.solve import Limits, Objective, Result
from bestguess.solve.certificate import check_certifiable
from bestguess.wording import plural


def optimum(
    game: options.GameText,
    objective: Annotated[
        str,
        option(
            "--objective",
            "What to minimise: mean, worst, at-worst, lost, or one and then the other: mean,worst or worst,mean.",
            "NAME",
            autocompletion=options.offer(lambda: Objective),
        ),
    ] = "mean",
    max_guesses: Annotated[
        int | None,
        option(
            "--max-guesses",
            "Only allow strategies that find every secret within N guesses. With --objective lost, secrets not found "
            "within N guesses are lost. Default: the rows of the game, or no limit.",
            "N",
            min=1,
            max=1_000_000,
        ),
    ] = None,
    consistent: options.Consistent = False,
    history: options.HistoryText = "",
    first_guess: options.FirstGuess = None,
    first_guesses: Annotated[
        bool,
        option(
            "--first-guesses",
            "Also print the value of every first guess, symmetric ones once; if there are more than 1,000, only of "
            "the ten best. Does not work with --first-guess or --certificate.",
        ),
    ] = False,
    time_limit: options.TimeLimit = None,
    certificate: Annotated[
        Path | None, output_file("--certificate", "Write the proof to this file, for `bestguess check`.")
    ] = None,
    checkpoint: Annotated[
        Path | None, output_file("--checkpoint", "Save progress to this file; continue from it if it exists.")
    ] = None,
    tree: Annotated[Path | None, output_file("--tree", "Write the best tree to this file.")] = None,
    memory_limit: Annotated[
        str | None,
        option(
            "--memory-limit", "Memory limit for tables, such as 4GB. Default: half of the machine's memory.", "SIZE"
        ),
    ] = None,
    address: options.Cluster = None,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Find the best possible strategy, and prove that no other is better.

    Ctrl-C and --time-limit stop the search. You then get the best tree so far
    and the proven bounds. For a game of your own, --tree FILE and --certificate
    FILE also write its table to FILE.csv, for `bestguess check`.

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
    for name, value in (("--certificate", certificate), ("--first-guess", first_guess)):
        if first_guesses and value is not None:
            raise typer.TyperException(f"--first-guesses does not work with {name}")
    rules, memory = load_game(game, load), options.parse_size(memory_limit)
    # Check everything that can fail before the search, which may take hours.
    check_files(rules, *filter(None, (tree, certificate)))
    if checkpoint:
        check_writable(checkpoint)
    build_table(rules, memory_limit=memory, threads=threads)
    if tree or certificate:
        check_certifiable(rules)
    position, limits = Position(rules, history), Limits(seconds=time_limit, memory=memory, threads=threads)
    check_possible(position)
    with options.cluster(address) as executor, search_progress(str(rules)) as report, warnings_as_notes():
        search: dict[str, Any] = {
            "max_guesses": max_guesses,
            "consistent": consistent,
            "limits": limits,
            "checkpoint": checkpoint,
            "progress": report,
            "executor": executor,
        }
        if first_guesses:
            result = solve.first_guesses(position, objective, **search)
        else:
            certify = certificate is not None
            result = solve.optimum(position, objective, **search, first_guess=first_guess, certify=certify)
    errors = _save(result, rules, tree, certificate)
    if as_json:
        print_json("optimum", result)
    else:
        terminal = Terminal()
        terminal.print(*render_result(result, terminal.plain), *errors.notes)
    errors.raise_any()
    if result.interrupted:
        raise typer.Exit(130)


def _save(result: Result, rules: Game, tree: Path | None, certificate: Path | None) -> FileErrors:
    """Write the tree and the certificate if their paths are given; return the errors."""
    errors = FileErrors()
    if tree and result.tree is not None:
        errors.write(tree, result.tree.save, rules)
    if certificate and result.proofs is not None:
        errors.write(certificate, result.save_certificate, rules)
    elif certificate:
        reason = "the search stopped before it was written" if result.proven else "the optimum is not proven"
        print_note(f"no certificate of {rules}: {reason}")
    return errors


def check(
    file: Annotated[str, argument("FILE", "A tree or a certificate written by bestguess.")],
    table: Annotated[
        str | None, option("--table", "The table of the game. Default: the file that the game names.", "FILE")
    ] = None,
    secrets: Annotated[str | None, option("--secrets", "The list of secrets of a game of words.", "FILE")] = None,
    guesses: Annotated[
        str | None, option("--guesses", "The list of further guesses of a game of words.", "FILE")
    ] = None,
    without: Annotated[
        str | None, option("--without", "The list of excluded secrets of a game of words.", "FILE")
    ] = None,
    memory_limit: Annotated[
        str | None,
        option(
            "--memory-limit",
            "Refuse files that need more memory than this. Default: half of the machine's memory, at most 4GB.",
            "SIZE",
        ),
    ] = None,
    time_limit: Annotated[
        float, option("--time-limit", "Stop after this time; nothing is proven then.", "SECONDS", min=0.0)
    ] = 3600.0,
    as_json: options.Json = False,
) -> None:
    """Check a tree or a certificate, independently of the engine that wrote it.

    The checker implements the rules of the games itself. It plays every secret
    through a tree and compares the result with the figures in the file. In a
    certificate it checks every claim. A game from files needs exactly the same
    files. If they are neither in their old place nor beside FILE, name them with
    --table, --secrets, --guesses and --without.

    [bold]Examples[/bold]

      bestguess check knuth.json

      bestguess optimum "mastermind(4,6)" --certificate mm46.cert

      bestguess check mm46.cert

      bestguess check faults.cert --table faults.csv
    """
    with progress_bar("claims") as report:
        result = check_file(
            file,
            report,
            table=table,
            secrets=secrets,
            guesses=guesses,
            without=without,
            memory_limit=options.parse_size(memory_limit),
            time_limit=time_limit,
            announce=lambda need: print_note(f"bestguess: {printable(need)}"),
        )
    if as_json:
        print_json("check", asdict(CheckDocument(**vars(result), file=file)))
    elif result.proves is None:
        print(f"{printable(file)} holds: {_describe_tree(result)}")
    else:
        claims = f"{result.claims:,} {plural(result.claims, 'claim')}"
        print(f"{printable(file)} holds: for {result.game}, {result.proves} ({claims} checked)")


def _describe_tree(tree: CheckResult) -> str:
    """Say what was checked about *tree*. The name of its strategy cannot be checked, only quoted."""
    position = f"{tree.game} after {tree.history}" if tree.history else tree.game
    finds = f"finds all {tree.secrets:,} secrets"
    if tree.lost:
        guesses = f"{tree.limit} {plural(tree.limit, 'guess')}"
        finds = f"finds {tree.secrets - tree.lost:,} of {tree.secrets:,} secrets within {guesses}"
        finds += f" and loses {tree.lost:,}"
    cost = " cost" * tree.costs
    figures = f"total{cost} {tree.total:,}, worst{cost} {tree.worst}"
    return f"a tree for {position} {finds}, {figures} (the file names its strategy {tree.strategy!r})"


@dataclass(frozen=True, kw_only=True, repr=False)
class CheckDocument(CheckResult):
    """The checked facts about a tree or a certificate."""

    file: str
    """The file that was checked."""
    holds: Literal[True] = True
    """Always true: a file that does not hold is an error."""
    kind: Annotated[str, Literal["tree", "certificate"]]
    total: float | None
    worst: float | None
