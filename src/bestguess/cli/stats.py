"""bestguess stats: statistics of the games played on this machine."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from bestguess.cli.options import Json, Plain
from bestguess.cli.render.reviews import render_statistics
from bestguess.cli.terminal import Terminal, print_json
from bestguess.errors import FileError
from bestguess.files import write_whole
from bestguess.games import game as parse_game
from bestguess.play import default_records, load_records, summarise_records


def stats(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Only count this game. Default: all games.")
    ] = None,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write the games to this file, as JSON.")
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete all games. This cannot be undone.")] = False,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """Show statistics of the games you played: means, streaks, a sparkline.

    Games are kept on this machine only.

    [bold]Examples[/bold]

      bestguess stats

      bestguess stats "mastermind(4,6)" --json

      bestguess stats --export games.json --delete
    """
    if delete and game is not None:
        raise FileError("expected no game with --delete, which forgets every game")
    path = default_records()
    deleted_unread = delete and export is None and path.exists()
    if deleted_unread:
        path.unlink()  # without reading it, so that a damaged file can be deleted too
    records = load_records(path, None if game is None else str(parse_game(game)))
    if export is not None:
        write_whole(export, json.dumps([asdict(record) for record in records], indent=2) + "\n")
    if delete:
        path.unlink(missing_ok=True)
    summary = summarise_records(records)
    if as_json:
        fields = {"game": game, "file": str(path), "deleted": delete, "export": None if export is None else str(export)}
        print_json("stats", {**fields, **asdict(summary)})
        return
    terminal = Terminal(plain)
    if deleted_unread:
        terminal.print("All games are deleted.")
    elif not records:
        terminal.print(f"No games yet: bestguess play keeps them in {path}")
    else:
        terminal.print(render_statistics(summary, terminal.plain))
        if delete:
            terminal.print(f"{len(records):,} games are deleted")
