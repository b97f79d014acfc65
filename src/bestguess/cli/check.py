"""bestguess check: verifies a tree or a certificate."""

from dataclasses import asdict
from typing import Annotated

import typer

from bestguess.check import Checked, check_file
from bestguess.cli.options import Json, parse_size
from bestguess.cli.progress import progress_bar
from bestguess.cli.terminal import print_json, print_note
from bestguess.errors import printable
from bestguess.wording import plural


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A tree or a certificate written by bestguess.")],
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="FILE", help="The table of the game. Default: the file that its text names."),
    ] = None,
    secrets: Annotated[
        str | None,
        typer.Option("--secrets", metavar="FILE", help="The list of the secrets, of a game of words."),
    ] = None,
    guesses: Annotated[
        str | None,
        typer.Option("--guesses", metavar="FILE", help="The list of further guesses, of a game of words."),
    ] = None,
    without: Annotated[
        str | None,
        typer.Option("--without", metavar="FILE", help="The list of secrets that are out, of a game of words."),
    ] = None,
    memory_limit: Annotated[
        str | None,
        typer.Option(
            "--memory-limit",
            metavar="SIZE",
            help="Refuse what needs more memory than this. Default: half of the machine's memory, at most 4GB.",
        ),
    ] = None,
    time_limit: Annotated[
        float,
        typer.Option("--time-limit", min=0.0, metavar="SECONDS", help="Stop after this time; then nothing is proven."),
    ] = 3600.0,
    as_json: Json = False,
) -> None:
    """Check a tree or a certificate, independently of the engine that made it.

    The checker has its own rules of the games. It plays every secret through a
    tree and compares the result with the figures in the file. In a certificate
    it verifies every claim, from the smallest positions up. A game that is made
    of files must be made of the very same files; say where they are, if they
    are neither where they were nor beside FILE.

    [bold]Examples[/bold]

      bestguess check knuth.json

      bestguess optimum "mastermind(4,6)" --certificate mm46.cert

      bestguess check mm46.cert

      bestguess check faults.cert --table faults.csv
    """
    given = {"table": table, "secrets": secrets, "guesses": guesses, "without": without}
    with progress_bar("claims") as report:
        memory = parse_size(memory_limit)
        found = check_file(file, report, **given, memory_limit=memory, time_limit=time_limit, announce=_announce)
    if as_json:
        print_json("check", {"file": file, "holds": True, **asdict(found)})
    elif found.proves is None:
        print(f"{printable(file)} holds: {_of_a_tree(found)}")
    else:
        claims = f"{found.claims:,} {plural(found.claims, 'claim')}"
        print(f"{printable(file)} holds: for {found.game}, {found.proves} ({claims} checked)")


def _announce(need: str) -> None:
    print_note(f"bestguess: {printable(need)}")


def _of_a_tree(found: Checked) -> str:
    """What was found true of a tree. The name of its strategy is what the file says, and no more."""
    position = f"{found.game} after {found.history}" if found.history else found.game
    all_found = f"finds all {found.secrets:,} secrets"
    if found.lost:
        guesses = f"{found.limit} {plural(found.limit, 'guess')}"
        all_found = f"finds {found.secrets - found.lost:,} of {found.secrets:,} secrets within {guesses}"
        all_found += f" and loses {found.lost:,}"
    cost = " cost" * found.costs
    figures = f"total{cost} {found.total:,}, worst{cost} {found.worst}"
    return f"a tree for {position} {all_found}, {figures} (the file names its strategy {found.strategy!r})"
