"""bestguess check: is a tree what it says it is?"""

from dataclasses import asdict
from typing import Annotated

import typer

from bestguess.check import check_file
from bestguess.cli.options import Json
from bestguess.cli.output import print_json


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A tree written by bestguess.")],
    as_json: Json = False,
) -> None:
    """Check a tree, independently of the engine that made it.

    Every secret is played through it by rules of its own: it must be found, by true feedbacks only, and the figures
    that the file claims must come out.

    [bold]Examples[/bold]

      bestguess check knuth.json
    """
    found = check_file(file)
    if as_json:
        print_json("check", {"file": file, "holds": True, **asdict(found)})
    else:
        print(
            f"{file} holds: a {found.kind} for {found.game} by {found.strategy} finds all {found.secrets:,} secrets, "
            f"total {found.total:,}, worst {found.worst}"
        )
