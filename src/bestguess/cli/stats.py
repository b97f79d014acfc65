"""bestguess stats: statistics of the games played on this machine."""

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

from rich.console import RenderableType

from bestguess.cli import options
from bestguess.cli.files import load_files, load_game
from bestguess.cli.options import argument, option
from bestguess.cli.tables import BarChart, fields_table
from bestguess.cli.terminal import Terminal, print_json, print_note
from bestguess.errors import BestguessError, FileError
from bestguess.files import write_whole
from bestguess.games import game as parse_game
from bestguess.games.documents import Member, Written
from bestguess.records import RecordFile, RecordSummary, default_path, group_records, read_records, summarise
from bestguess.wording import plural


def stats(
    game: Annotated[
        str | None, argument("GAME", "Only count this game. Default: all games.", options.game_texts)
    ] = None,
    export: Annotated[
        Path | None, option("--export", "Write the games to this file as JSON; - for standard output.", "FILE")
    ] = None,
    delete: Annotated[bool, option("--delete", "Delete all games. This cannot be undone.")] = False,
    yes: Annotated[bool, option("--yes", "Delete without asking.")] = False,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Show statistics of the games you played: means, streaks, a histogram.

    Each game is shown separately, and so are games with help: hint, candidates,
    why, try, undo, finish, or rows from --history. Games are stored only on
    this machine.

    [bold]Examples[/bold]

      bestguess stats

      bestguess stats "mastermind(4,6)" --json

      bestguess stats --export games.json --delete --yes

      bestguess stats --export - | jq length
    """
    to_stdout = str(export) == "-"
    if to_stdout and as_json:
        raise FileError("--json does not work with --export -: both print to standard output")
    if delete and game is not None:
        raise FileError("--delete does not work with a game: it deletes all games")
    if delete and not (yes or sys.stdin.isatty()):
        raise FileError("--delete needs --yes if there is no terminal to ask on")
    path, terminal = default_path(), Terminal(to_stderr=as_json or to_stdout)
    file = read_records(path)
    for number in file.damaged:
        print_note(f"bestguess: {path}, line {number}: not the record of a game; this line is ignored")
    load_files(load)
    name = None if game is None else str(load_game(game, None))
    records = [record for record in file.records if name in (None, record.game)]
    kinds = [
        PlayedKind(**vars(summarise(group)), game=game_text, helped=helped)
        for (game_text, helped), group in group_records(records).items()
    ]
    if export is not None:
        text = json.dumps([asdict(record) for record in records], indent=2) + "\n"
        if to_stdout:
            print(text, end="", flush=True)  # before anything is deleted
        else:
            write_whole(export, text)
    if not (delete or as_json or to_stdout):
        of_game = "" if name is None else f" of {name}"
        no_games = f"No games{of_game} yet: bestguess play saves them in {path}"
        terminal.print(*(_render_kinds(kinds) or [no_games]))
    deleted = delete and _delete(path, file, yes, terminal)
    if as_json:
        answer = StatsDocument(
            **vars(summarise(records)),
            game=name,
            file=str(path),
            deleted=deleted,
            export=None if export is None else str(export),
            kinds=kinds,
            damaged_lines=file.damaged,
        )
        print_json("stats", answer)


def _render_kinds(kinds: Sequence["PlayedKind"]) -> list[RenderableType]:
    """Lay out all *kinds* of games, with a blank line between them."""
    items = list[RenderableType]()
    for kind in kinds:
        if items:
            items.append("")
        items += _render_kind(kind)
    return items


def _render_kind(kind: "PlayedKind") -> list[RenderableType]:
    """Lay out games of one kind: their number, means, streaks, and a histogram of guesses and lost games."""
    fields = {"games": f"{kind.games:,}, {kind.won:,} won"}
    if kind.mean_guesses is not None:
        fields["mean guesses"] = f"{kind.mean_guesses:.2f}, of the games won"
    if kind.mean_loss is not None:
        unit = " guesses"
        with suppress(BestguessError, OSError):  # an unknown game, such as a file that is gone
            unit = " guesses" if parse_game(kind.game).costs is None else ""
        fields["mean loss"] = f"{kind.mean_loss:.3f}{unit} a game, against the best moves"
    fields["streak of wins"] = f"{kind.streak:,}, the longest {kind.longest_streak:,}"
    bars = [(str(number), count, f"{count:,}") for number, count in kind.distribution.items()]
    if kind.lost:
        bars.append(("lost", kind.lost, f"{kind.lost:,}"))
    title = f"{kind.game}, {'with help' if kind.helped else 'without help'}"
    return [title, fields_table(fields), "games by number of guesses:", BarChart(bars, 40)]


def _delete(path: Path, file: RecordFile, yes: bool, terminal: Terminal) -> bool:
    """Delete the *file* at *path* if the user agrees; return whether it was deleted."""
    if not path.exists():
        terminal.print("There are no games to delete.")
        return False
    count = len(file.records)
    games = f"{count:,} {plural(count, 'game')}"
    damaged = f" and {len(file.damaged):,} damaged {plural(len(file.damaged), 'line')}" if file.damaged else ""
    if not yes:
        try:
            answer = terminal.ask(f"Delete {games}{damaged} in {path}? [y/N] ")
        except EOFError:
            answer = "no"
        if answer.lower() not in ("y", "yes"):
            terminal.print("Nothing was deleted.")
            return False
    try:
        path.unlink()
    except OSError as error:
        raise FileError(f"{path}: cannot delete the file: {error.strerror}") from error
    terminal.print(f"{games}{damaged} deleted.")
    return True


@dataclass(frozen=True, kw_only=True)
class PlayedKind(RecordSummary):
    """Games of one kind: the same game, either all with help or all without."""

    game: str
    helped: bool
    """Whether the player took help."""

    @property
    def lost(self) -> Written[int]:
        """Number of games not won."""
        return self.games - self.won

    @property
    def won_by_guesses(self) -> Annotated[dict[int, int], Member("distribution")]:
        """Number of games won with each number of guesses."""
        return self.distribution


@dataclass(frozen=True, kw_only=True)
class StatsDocument(RecordSummary):
    """Statistics of the games played on this machine."""

    game: str | None
    """The requested game in its long form; None: all games."""
    file: str
    """The file where the games are stored."""
    deleted: bool
    """Whether the games were deleted."""
    export: str | None
    """The file that the games were exported to; None: not exported."""
    kinds: Sequence[PlayedKind]
    """The statistics of each kind of games."""
    damaged_lines: Sequence[int]
    """The numbers of lines in the file that are not records of games."""
