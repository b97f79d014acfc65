"""bestguess check: is a tree or a certificate what it says it is?"""

from dataclasses import asdict
from typing import Annotated

import typer

from bestguess.check import check_file
from bestguess.cli.options import Json
from bestguess.cli.output import print_json, progress_bar


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A tree or a certificate written by bestguess.")],
    as_json: Json = False,
) -> None:
    """Check a tree or a certificate, independently of the engine that made it.

    Every secret is played through the tree by rules of its own: it must be found, by true feedbacks only, and the
    figures that the file claims must come out. Every claim of a certificate must follow from smaller ones, or from what
    one look at all guesses tells.

    [bold]Examples[/bold]

      bestguess check knuth.json

      bestguess optimum "mastermind(4,6)" --certificate mm46.cert && bestguess check mm46.cert
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
