"""bestguess puzzles: practice positions with proven solutions."""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from bestguess.cli.completion import offer
from bestguess.cli.loading import build_table, load_game
from bestguess.cli.options import DEFAULT_GAME, GameText, Json, Load, Plain, RandomSeed, check_output
from bestguess.cli.output_files import FileErrors
from bestguess.cli.progress import progress_bar
from bestguess.cli.render.puzzles import (
    render_failure,
    render_puzzle,
    render_question,
    render_solution,
    render_solutions,
)
from bestguess.cli.terminal import EndOfInputError, Terminal, document, print_note
from bestguess.cli.typed import is_guess, read_guess
from bestguess.errors import CodeError
from bestguess.files import check_writable, write_whole
from bestguess.games import Game
from bestguess.puzzles import KINDS, MOST_PUZZLES, Kind, Puzzle, as_kind, check_puzzles, failure, make
from bestguess.wording import counted

_TYPING = "Type a guess. Enter or skip shows the solution, quit or Ctrl-D ends."


def puzzles(
    game: GameText = DEFAULT_GAME,
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", help=f"{', '.join(KINDS)}.", autocompletion=offer(lambda: KINDS)),
    ] = "win-in-two",
    count: Annotated[
        int, typer.Option("--count", min=1, max=MOST_PUZZLES, metavar="N", help="How many puzzles to make.")
    ] = 5,
    seed: RandomSeed = 0,
    solutions: Annotated[bool, typer.Option("--solutions", help="Print the solutions below the puzzles.")] = False,
    play: Annotated[bool, typer.Option("--play", help="Ask the puzzles one by one, and say what is right.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FILE",
            help="Also write the JSON document, with the solutions, to this file.",
            callback=check_output,
        ),
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
    first; the others have three at most. The same seed gives the same puzzles.
    Ctrl-C stops with what is found.

    With --play you type a guess for each puzzle. A wrong one is told what it
    fails on, and you try again; Enter or skip shows the solution, quit ends.
    The solutions are also printed by --solutions, and are in the JSON document.

    [bold]Examples[/bold]

      bestguess puzzles --play

      bestguess puzzles "mastermind(4,6)" --solutions

      bestguess puzzles mm4x6 --kind best-guess --count 50 --seed 1 --json

      bestguess puzzles bc4x10 --kind only-secret --output puzzles.json
    """
    if play and (solutions or as_json):
        raise typer.BadParameter("--play shows each solution in its turn: leave --solutions and --json out")
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
    elif found and (stopped or not play):
        _print(rules, asked, found, solutions, Terminal(plain))
    if len(found) < count:
        reason = "stopped" if stopped else "no more were found"
        print_note(f"bestguess: {len(found):,} of {count:,} puzzles: {reason}")
    if found and play and not stopped:
        stopped = _play(asked, rules, found, Terminal(plain))
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)


def _print(rules: Game, kind: Kind, puzzles: list[Puzzle], solutions: bool, terminal: Terminal) -> None:
    """Prints all *puzzles*, and below them their *solutions* or how to see them."""
    terminal.print(*render_question(rules, kind))
    for number, puzzle in enumerate(puzzles, start=1):
        terminal.print(*render_puzzle(rules, number, puzzle, terminal.plain))
    if solutions:
        terminal.print(*render_solutions(rules, puzzles, terminal.plain))
    else:
        terminal.print("", "--solutions prints the solutions, --play asks the puzzles one by one.")


def _play(kind: Kind, rules: Game, puzzles: list[Puzzle], terminal: Terminal) -> bool:
    """Asks *puzzles* one by one and prints how many were solved. Whether Ctrl-C ended it."""
    tries, interrupted = list[int](), False
    terminal.print(*render_question(rules, kind), _TYPING)
    try:
        for number, puzzle in enumerate(puzzles, start=1):
            terminal.print(*render_puzzle(rules, number, puzzle, terminal.plain))
            tries.append(_tries(rules, puzzle, terminal))
    except EndOfInputError:
        pass
    except KeyboardInterrupt:
        terminal.print("")
        interrupted = True
    solved, at_once = sum(map(bool, tries)), tries.count(1)
    terminal.print("", f"{solved} of {counted(len(puzzles), 'puzzle')} solved, {at_once} at the first try.")
    return interrupted


def _tries(rules: Game, puzzle: Puzzle, terminal: Terminal) -> int:
    """Asks for a solution of *puzzle*: how many tries it took, 0 if it was shown. Raises EndOfInputError."""
    tries = 0
    while True:
        line = terminal.ask("guess: ")
        word = "" if is_guess(rules, line) else line.lower()
        if word in ("quit", "exit"):
            raise EndOfInputError("quit")
        if not line or word == "skip":
            terminal.print(*render_solution(rules, "Solution:", puzzle, terminal.plain))
            return 0
        try:
            guess = read_guess(rules, line)
        except CodeError as error:
            terminal.print(_TYPING if word in ("help", "?") else f"{error}; or skip, or quit")
            continue
        tries += 1
        if guess in puzzle.solutions:
            terminal.print(*render_solution(rules, "Right:", puzzle, terminal.plain))
            return tries
        terminal.print(f"Wrong: {render_failure(puzzle, failure(rules, puzzle, guess))}.")


def _found(rules: Game, kind: str, count: int, seed: int) -> tuple[list[Puzzle], bool]:
    """The puzzles that are found, and whether Ctrl-C ended the search."""
    found = list[Puzzle]()
    build_table(rules)
    with progress_bar(str(rules)) as report:
        try:
            for puzzle in make(rules, kind, count, seed, progress=report):
                found.append(puzzle)
        except KeyboardInterrupt:
            return found, True
    return found, False


def _text(fields: dict[str, Any]) -> str:
    """The JSON document, as it is printed and written."""
    return json.dumps(document("puzzles", fields), indent=2) + "\n"
