"""bestguess stats: your games on this machine."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bestguess.cli.board import statistics_lines
from bestguess.cli.options import Json, Plain
from bestguess.cli.output import print_json
from bestguess.cli.talk import Talk
from bestguess.errors import FileError
from bestguess.games import game as parse_game
from bestguess.play import default_records, load_records, summarise_records
from bestguess.trees.files import write_whole


def stats(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only games of this kind.")] = None,
    export: Annotated[Path | None, typer.Option("--export", metavar="FILE", help="Write the games as JSON.")] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Forget every game, for good.")] = False,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """Show what your games come to: means, streaks, a sparkline. They are kept on this machine only.

    [bold]Examples[/bold]

      bestguess stats

      bestguess stats "mastermind(4,6)" --json

      bestguess stats --export games.json --delete
    """
    if delete and game is not None:
        raise FileError("expected no game with --delete, which forgets every game")
    path = default_records()
    forgotten = delete and export is None and path.exists()
    if forgotten:
        path.unlink()  # unread: what is damaged can be forgotten too
    records = load_records(path, None if game is None else str(parse_game(game)))
    if export is not None:
        write_whole(export, json.dumps([asdict(record) for record in records], indent=2) + "\n")
    if delete:
        path.unlink(missing_ok=True)
    found = summarise_records(records)
    if as_json:
        fields = {"game": game, "file": str(path), "deleted": delete, "export": None if export is None else str(export)}
        print_json("stats", {**fields, **asdict(found)})
        return
    talk = Talk(plain, to_errors=False)
    if forgotten:
        talk.tell("Every game is forgotten.")
        return
    if not records:
        talk.tell(f"No games yet: bestguess play keeps them in {path}")
        return
    talk.tell_all(statistics_lines(found, talk.plain))
    if delete:
        talk.tell(f"{len(records):,} games are forgotten")
