"""bestguess games: the games there are, and the description of one."""

import time
from typing import Annotated, Any

import typer

from bestguess.cli.loading import load_files
from bestguess.cli.options import Json, Load, MemoryLimit, Threads, parse_size
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.tables import fields_table, table
from bestguess.cli.terminal import Terminal, print_json
from bestguess.errors import GameError
from bestguess.games import Game, check_game, families
from bestguess.games import game as parse_game
from bestguess.table import Table, check_size, table_bytes


def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game to describe. Default: list all kinds of games.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Build the table of the game and report mistakes in its definition.")
    ] = False,
    memory_limit: MemoryLimit = None,
    threads: Threads = None,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """List the available games, or describe one of them.

    The text of a game, such as mastermind(4,6), is the same in all commands.

    [bold]Examples[/bold]

      bestguess games

      bestguess games "mastermind(5,8)" --check

      bestguess games "table(animals.csv)" --check --json
    """
    load_files(load)
    limit = parse_size(memory_limit)
    if game is None:
        if check:
            raise GameError("expected a game to check, such as bestguess games mm4x6 --check, got none")
        _list_families(as_json)
        return
    rules = parse_game(game)
    fields, problems = _describe(rules), list[str]()
    if check:
        check_size(rules, limit)
        problems = check_game(rules)
        fields |= {"problems": problems, "table_seconds": None if problems else _time_table(rules, limit, threads)}
    if as_json:
        print_json("game", fields)
    else:
        shown = {name: value for name, value in fields.items() if name != "problems"}
        Terminal().print(fields_table(shown), *(f"- {problem}" for problem in problems))
    if problems:
        raise GameError(f"{rules} is not sound: {problems[0]}")


def _time_table(game: Game, memory_limit: int | None, threads: int | None) -> float:
    """Builds the table of *game*; the seconds it takes."""
    began = time.perf_counter()
    with progress_bar(f"table of {game}") as report:
        Table(game, memory_limit=memory_limit, threads=threads, progress=report)
    return time.perf_counter() - began


def _list_families(as_json: bool) -> None:
    if as_json:
        listed = [{"family": f.name, "form": f.form, "example": f.example, "about": f.about} for f in families()]
        print_json("games", {"games": listed})
        return
    Terminal().print(
        table(("family", "form", "what is guessed"), [(f.name, f.form, f.about) for f in families()]),
        "",
        "Every game accepts rows=N, such as mastermind(4,6,rows=10). Your own games: --load FILE.py.",
    )


def _describe(game: Game) -> dict[str, Any]:
    return {
        "game": str(game),
        "guesses": len(game.guesses),
        "secrets": len(game.secrets),
        "rows": game.rows,
        "win": game.win,
        "feedbacks": list(game.feedbacks) or None,
        "weighted": game.weights is not None,
        "native": game.kernel() is not None,
        "table_bytes": table_bytes(game),
    }
