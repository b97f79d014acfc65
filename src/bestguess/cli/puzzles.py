"""bestguess puzzles: practice positions with proven solutions."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from bestguess.cli.completion import offer
from bestguess.cli.loading import load_game
from bestguess.cli.options import GameText, Json, Load, Plain, RandomSeed
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.puzzles import render_puzzles
from bestguess.cli.terminal import Terminal, document, print_note
from bestguess.files import check_writable, write_whole
from bestguess.games import Game
from bestguess.puzzles import KINDS, MOST_PUZZLES, Puzzle, as_kind, check_puzzles, make_puzzles
from bestguess.table import Table


def puzzles(
    game: GameText,
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", help=f"{', '.join(KINDS)}.", autocompletion=offer(lambda: KINDS)),
    ] = "win-in-two",
    count: Annotated[
        int, typer.Option("--count", min=1, max=MOST_PUZZLES, metavar="N", help="How many puzzles to make.")
    ] = 5,
    seed: RandomSeed = 0,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Also write the JSON document to this file.")
    ] = None,
    plain: Plain = False,
    load: Load = None,
    as_json: Json = False,
) -> None:
    """Make practice puzzles: positions with a question and proven solutions.

    only-secret: one code is possible, find it. win-in-two: find the guess
    after which the next one is certain to win. cannot-lose: the same, where
    every code that may win now can lose. best-guess: find the guess that needs
    the fewest guesses on average. Puzzles with exactly one solution come
    first; of the others all solutions are named, three at most. The same seed
    gives the same puzzles. Ctrl-C stops with what is found.

    [bold]Examples[/bold]

      bestguess puzzles "mastermind(4,6)"

      bestguess puzzles mm4x6 --kind best-guess --count 50 --seed 1 --json

      bestguess puzzles bc4x10 --kind only-secret --output puzzles.json
    """
    rules = load_game(game, load).with_rows(None)
    asked = as_kind(kind)
    check_puzzles(rules, asked)
    if output:
        check_writable(output)
    began = time.perf_counter()
    found, stopped = _found(rules, kind, count, seed)
    fields = {
        "game": str(rules),
        "kind": kind,
        "question": asked.about,
        "seed": seed,
        "count": count,
        "complete": len(found) == count,
        "puzzles": [puzzle.as_json() for puzzle in found],
        "seconds": time.perf_counter() - began,
    }
    errors = FileErrors()
    if output:
        errors.write(output, lambda path: write_whole(path, _text(fields)))
    if as_json:
        print(_text(fields), end="")
    elif found:
        terminal = Terminal(plain)
        terminal.print(*render_puzzles(rules, asked, found, terminal.plain))
    if len(found) < count:
        reason = "stopped" if stopped else "no more were found"
        print_note(f"bestguess: {len(found):,} of {count:,} puzzles: {reason}")
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)


def _found(rules: Game, kind: str, count: int, seed: int) -> tuple[list[Puzzle], bool]:
    """The puzzles that are found, and whether Ctrl-C ended the search."""
    found = list[Puzzle]()
    with progress_bar(str(rules)) as report:
        table = Table(rules, progress=report)
        try:
            for puzzle in make_puzzles(table, kind, count, seed, progress=report):
                found.append(puzzle)
        except KeyboardInterrupt:
            return found, True
    return found, False


def _text(fields: dict[str, Any]) -> str:
    """The JSON document, as it is printed and written."""
    return json.dumps(document("puzzles", fields), indent=2) + "\n"
