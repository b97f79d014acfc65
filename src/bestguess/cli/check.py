"""bestguess check: verifies a tree or a certificate."""

from dataclasses import asdict
from typing import Annotated

import typer

from bestguess.check import check_file
from bestguess.cli.options import Json
from bestguess.cli.progress import progress_bar
from bestguess.cli.terminal import print_json


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A tree or a certificate written by bestguess.")],
    as_json: Json = False,
) -> None:
    """Check a tree or a certificate, independently of the engine that made it.

    The checker has its own rules of the games. It plays every secret through a
    tree and compares the result with the figures in the file. In a certificate
    it verifies every claim, from the smallest positions up.

    [bold]Examples[/bold]

      bestguess check knuth.json

      bestguess optimum "mastermind(4,6)" --certificate mm46.cert

      bestguess check mm46.cert
    """
    with progress_bar("claims") as report:
        found = check_file(file, report)
    if as_json:
        print_json("check", {"file": file, "holds": True, **asdict(found)})
    elif found.proves is None:
        print(
            f"{file} holds: a {found.kind} for {found.game} by {found.strategy} finds all {found.secrets:,} secrets, "
            f"total {found.total:,}, worst {found.worst}"
        )
    else:
        print(f"{file} holds: for {found.game}, {found.proves} ({found.claims:,} claims checked)")
