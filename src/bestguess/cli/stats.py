"""bestguess stats: statistics of the games played on this machine."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from bestguess.cli.completion import game_texts, offer
from bestguess.cli.loading import load_files, read_game
from bestguess.cli.options import Json, Load, Plain
from bestguess.cli.render.reviews import render_kind
from bestguess.cli.terminal import Terminal, print_json, print_note
from bestguess.errors import FileError
from bestguess.files import write_whole
from bestguess.records import Record, RecordFile, RecordKind, default_path, kinds_of, read_records, summarise
from bestguess.wording import plural


def stats(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help="Only count this game. Default: all games.", autocompletion=offer(game_texts)
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the games to this file, as JSON; - for standard output."),
    ] = None,
    delete: Annotated[bool, typer.Option("--delete", help="Delete all games. This cannot be undone.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Delete without asking.")] = False,
    plain: Plain = False,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Show statistics of the games you played: means, streaks, a histogram.

    Each game is shown apart, and so are games with help: hints, candidates,
    why, try, undo, finish, or rows given by --history. Games are kept on this
    machine only.

    [bold]Examples[/bold]

      bestguess stats

      bestguess stats "mastermind(4,6)" --json

      bestguess stats --export games.json --delete --yes

      bestguess stats --export - | jq length
    """
    to_stdout = str(export) == "-"
    if to_stdout and as_json:
        raise FileError("expected either --json or --export -, got both: standard output takes one document")
    if delete and game is not None:
        raise FileError("expected no game with --delete, which forgets every game")
    if delete and not (yes or sys.stdin.isatty()):
        raise FileError("expected --yes with --delete where nobody can be asked")
    path, terminal = default_path(), Terminal(plain, to_stderr=as_json or to_stdout)
    found = read_records(path)
    for number in found.damaged:
        print_note(f"bestguess: {path}, line {number}: expected a record of a game; the line is passed over")
    load_files(load)
    name = None if game is None else str(read_game(game))
    records = [record for record in found.records if name in (None, record.game)]
    if export is not None:
        text = json.dumps([asdict(record) for record in records], indent=2) + "\n"
        if to_stdout:
            print(text, end="", flush=True)  # before anything is deleted
        else:
            write_whole(export, text)
    if not (delete or as_json or to_stdout):
        _print_kinds(records, name, path, terminal)
    deleted = delete and _delete(path, found, yes, terminal)
    if as_json:
        fields = {
            "game": name,
            "file": str(path),
            "deleted": deleted,
            "export": None if export is None else str(export),
        }
        kinds = [_kind_as_json(kind) for kind in kinds_of(records)]
        summary = asdict(summarise(records))
        print_json("stats", {**fields, **summary, "kinds": kinds, "damaged_lines": found.damaged})


def _print_kinds(records: list[Record], name: str | None, path: Path, terminal: Terminal) -> None:
    """Prints the statistics of each kind of game; *name* is the only one asked for."""
    if not records:
        terminal.print(f"No games{'' if name is None else f' of {name}'} yet: bestguess play keeps them in {path}")
    for number, kind in enumerate(kinds_of(records)):
        terminal.print(*([""] if number else []), *render_kind(kind))


def _kind_as_json(kind: RecordKind) -> dict[str, Any]:
    """The statistics of *kind* by their JSON keys."""
    summary = summarise(kind.records)
    lost = summary.games - summary.won
    fields = {"game": kind.game, "helped": kind.helped, **asdict(summary), "lost": lost}
    return {**fields, "distribution": {str(number): count for number, count in summary.distribution.items()}}


def _delete(path: Path, found: RecordFile, yes: bool, terminal: Terminal) -> bool:
    """Deletes the file at *path* if the user agrees; whether it did."""
    if not path.exists():
        terminal.print("There are no games to delete.")
        return False
    count = len(found.records)
    games = f"{count:,} {plural(count, 'game')}"
    damaged = f" and {len(found.damaged):,} damaged {plural(len(found.damaged), 'line')}" if found.damaged else ""
    if not (yes or terminal.confirm(f"Delete {games}{damaged} in {path}?")):
        terminal.print("Nothing is deleted.")
        return False
    try:
        path.unlink()
    except OSError as error:
        raise FileError(f"{path}: cannot be deleted: {error.strerror}") from error
    terminal.print(f"{games}{damaged} deleted.")
    return True
