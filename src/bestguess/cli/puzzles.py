"""bestguess puzzles: practice positions with proven solutions."""

import time
from pathlib import Path
from typing import Annotated, Literal, NotRequired, cast

import typer
from rich.console import RenderableType
from rich.text import Text

from bestguess.cli import options
from bestguess.cli.board import render_feedback, render_pegs
from bestguess.cli.files import FileErrors, build_table, load_game
from bestguess.cli.options import option, output_file
from bestguess.cli.terminal import Terminal, print_note, progress_bar
from bestguess.cli.typed import is_guess, read_guess
from bestguess.errors import CodeError
from bestguess.files import check_writable, write_whole
from bestguess.games import Game
from bestguess.games.documents import json_text
from bestguess.puzzles import KINDS, MAX_PUZZLES, Kind, NearMiss, Puzzle, as_kind, check_puzzles, failure, make
from bestguess.puzzles.generation import PuzzlesJson, puzzles_json
from bestguess.wording import count_text, plural

_HELP = "Type a guess. Enter or skip shows the solution; quit or Ctrl-D stops."


def puzzles(
    game: options.GameText = options.DEFAULT_GAME,
    kind: Annotated[
        str, option("--kind", f"One of {', '.join(KINDS)}.", "KIND", autocompletion=options.offer(lambda: KINDS))
    ] = "win-in-two",
    count: Annotated[int, option("--count", "How many puzzles to make.", "N", min=1, max=MAX_PUZZLES)] = 5,
    seed: options.RandomSeed = 0,
    solutions: Annotated[bool, option("--solutions", "Print the solutions below the puzzles.")] = False,
    play: Annotated[bool, option("--play", "Solve the puzzles one by one.")] = False,
    output: Annotated[
        Path | None, output_file("--output", "Also write the JSON document, with the solutions, to this file.")
    ] = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """Make practice puzzles: positions with a question and proven solutions.

    only-secret: only one code is possible; find it. win-in-two: find the guess
    after which the next guess is certain to win. cannot-lose: the same, but no
    guess that can win now is a solution. best-guess: find the guess that leads
    to the fewest guesses on average. Puzzles with exactly one solution come
    first; the others have at most three. The same seed gives the same puzzles.
    Ctrl-C stops and prints the puzzles found so far.

    With --play you type a guess for each puzzle. If it is wrong, you see why
    and try again. Enter or skip shows the solution, quit stops. --solutions
    prints the solutions; the JSON document always has them.

    [bold]Examples[/bold]

      bestguess puzzles --play

      bestguess puzzles "mastermind(4,6)" --solutions

      bestguess puzzles mm4x6 --kind best-guess --count 50 --seed 1 --json

      bestguess puzzles bc4x10 --kind only-secret --output puzzles.json
    """
    if play and (solutions or as_json):
        raise typer.BadParameter("--play does not work with --solutions or --json")
    rules, terminal = load_game(game, load).with_rows(None), Terminal()
    puzzle_kind = as_kind(kind)
    check_puzzles(rules, puzzle_kind)
    if output:
        check_writable(output)
    began = time.perf_counter()
    puzzle_list, stopped = _make(rules, kind, count, seed)
    fields = cast("PuzzlesDocument", puzzles_json(rules, puzzle_kind, seed, count, puzzle_list))
    fields["seconds"] = time.perf_counter() - began
    text, errors = json_text("puzzles", fields, indent=2) + "\n", FileErrors()
    if output:
        errors.write(output, lambda path: write_whole(path, text))
    if as_json:
        print(text, end="")
    elif puzzle_list and (stopped or not play):
        _print(rules, puzzle_kind, puzzle_list, solutions, terminal)
    if len(puzzle_list) < count:
        reason = "stopped" if stopped else "no more were found"
        print_note(f"bestguess: {len(puzzle_list):,} of {count:,} puzzles: {reason}")
    if puzzle_list and play and not stopped:
        stopped = _play(rules, puzzle_kind, puzzle_list, terminal)
    errors.raise_any()
    if stopped:
        raise typer.Exit(130)


def _make(rules: Game, kind: str, count: int, seed: int) -> tuple[list[Puzzle], bool]:
    """Return the puzzles found, and whether Ctrl-C stopped the search."""
    puzzle_list = list[Puzzle]()
    build_table(rules)
    with progress_bar(str(rules)) as report:
        try:
            for puzzle in make(rules, kind, count, seed, progress=report):
                puzzle_list.append(puzzle)
        except KeyboardInterrupt:
            return puzzle_list, True
    return puzzle_list, False


def _print(rules: Game, kind: Kind, puzzles: list[Puzzle], solutions: bool, terminal: Terminal) -> None:
    """Print all *puzzles*, and below them the solutions or how to see them."""
    terminal.print(f"{rules}, {kind.name}", kind.question)
    for number, puzzle in enumerate(puzzles, start=1):
        terminal.print(*_render_puzzle(rules, number, puzzle, terminal.plain))
    if not solutions:
        terminal.print("", "--solutions prints the solutions; --play lets you solve the puzzles one by one.")
        return
    terminal.print("", "Solutions:")
    for number, puzzle in enumerate(puzzles, start=1):
        terminal.print(*_render_solution(rules, f"{number:>3}", puzzle, terminal.plain))


def _play(rules: Game, kind: Kind, puzzles: list[Puzzle], terminal: Terminal) -> bool:
    """Ask *puzzles* one by one and print how many were solved. Return whether Ctrl-C stopped it."""
    tries, interrupted = list[int](), False
    terminal.print(f"{rules}, {kind.name}", kind.question, _HELP)
    try:
        for number, puzzle in enumerate(puzzles, start=1):
            terminal.print(*_render_puzzle(rules, number, puzzle, terminal.plain))
            tries.append(_ask_puzzle(rules, puzzle, terminal))
    except EOFError:
        pass
    except KeyboardInterrupt:
        terminal.print("")
        interrupted = True
    solved, at_once = sum(map(bool, tries)), tries.count(1)
    terminal.print("", f"{solved} of {count_text(len(puzzles), 'puzzle')} solved, {at_once} at the first try.")
    return interrupted


def _ask_puzzle(rules: Game, puzzle: Puzzle, terminal: Terminal) -> int:
    """Ask for a solution of *puzzle*. Return the number of tries, or 0 if it was skipped.

    Raise EOFError if the user quits.
    """
    tries = 0
    while True:
        line = terminal.ask("guess: ")
        word = "" if is_guess(rules, line) else line.lower()
        if word in ("quit", "exit"):
            raise EOFError
        if not line or word == "skip":
            terminal.print(*_render_solution(rules, "Solution:", puzzle, terminal.plain))
            return 0
        try:
            guess = read_guess(rules, line)
        except CodeError as error:
            terminal.print(_HELP if word in ("help", "?") else f"{error}; or type skip or quit")
            continue
        tries += 1
        if guess in puzzle.solutions:
            terminal.print(*_render_solution(rules, "Right:", puzzle, terminal.plain))
            return tries
        wrong, nearest = failure(rules, puzzle, guess), puzzle.near_miss
        if wrong is None:
            terminal.print("Wrong: it cannot be the secret.")
        else:
            smallest = None if nearest is None else nearest.loss
            # A loss above that of the nearest miss is only a lower bound.
            bound = wrong.loss is not None and smallest is not None and wrong.loss > smallest
            terminal.print(f"Wrong: {'at least ' * bound}{_describe_failure(wrong)}.")


def _render_puzzle(game: Game, number: int, puzzle: Puzzle, plain: bool) -> list[RenderableType]:
    """Lay out puzzle *number* below an empty line: its difficulty, candidates and board."""
    filled, empty = "*." if plain else "●○"
    level = filled * puzzle.difficulty + empty * (3 - puzzle.difficulty)
    rows = [
        Text(f"{place:>3}  ")
        .append(render_pegs(game, row.guess, plain))
        .append(f"  {render_feedback(game, row.feedback, plain)}")
        for place, row in enumerate(puzzle.history, start=1)
    ]
    possible = f"{puzzle.candidates:,} {plural(puzzle.candidates, 'code')} possible"
    return ["", f"Puzzle {number}  {level}  {possible}", *rows]


def _render_solution(game: Game, heading: str, puzzle: Puzzle, plain: bool) -> list[RenderableType]:
    """Lay out all solutions of a puzzle after a *heading*, the reason, and why the nearest wrong guess fails."""
    line = Text(f"{heading}  ")
    for place, code in enumerate(puzzle.solutions):
        if place:
            line.append(" or " if plain else "or ")
        line.append(render_pegs(game, code, plain))
    if puzzle.expected is not None:
        reason = f"{float(puzzle.expected):.3f} guesses on average, {len(puzzle.parts)} answers possible"
    elif puzzle.candidates == 1:
        reason = "fits every row"
    else:
        reason = f"{len(puzzle.parts)} answers possible, each leaves one code"
    lines: list[RenderableType] = [line, f"     {reason}"]
    wrong = puzzle.near_miss
    if wrong is not None:
        others = f" (as near: {puzzle.near_misses - 1:,} more)" if puzzle.near_misses > 1 else ""
        lines.append(f"     nearest wrong guess {wrong.guess}: {_describe_failure(wrong)}{others}")
    return lines


def _describe_failure(wrong: NearMiss) -> str:
    """Say why a wrong guess fails."""
    if wrong.row is not None:
        return f"row {wrong.row} would have got {wrong.feedback}"
    if wrong.loss is not None:
        return f"{float(wrong.loss):.3f} guesses more on average"
    return f"the answer {wrong.feedback} would leave {wrong.candidates_after}"


class PuzzlesDocument(PuzzlesJson):
    """Practice puzzles of one kind; fewer than the requested number if no more were found."""

    source: NotRequired[Literal["computed", "shipped"]]
    """Whether the puzzles were computed now, or shipped with bestguess; only in answers of the server."""
    seconds: NotRequired[float]
