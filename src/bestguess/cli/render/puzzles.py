"""Practice puzzles: the positions first, then the solutions and why they are solutions."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from bestguess.cli.render.board import render_feedback, render_pegs
from bestguess.games import Game
from bestguess.puzzles import Kind, Puzzle
from bestguess.wording import plural


def render_puzzles(game: Game, kind: Kind, puzzles: Sequence[Puzzle], plain: bool) -> list[RenderableType]:
    """Every puzzle, and below all of them their solutions, so that one can try before one looks."""
    lines: list[RenderableType] = [f"{game}, {kind.name}", kind.about]
    for number, puzzle in enumerate(puzzles, start=1):
        lines += ["", _heading(number, puzzle, plain), *_rows(game, puzzle, plain)]
    lines += ["", "Solutions:"]
    for number, puzzle in enumerate(puzzles, start=1):
        lines += [_solution(game, number, puzzle, plain), *(f"     {line}" for line in _reasons(puzzle))]
    return lines


def _heading(number: int, puzzle: Puzzle, plain: bool) -> str:
    filled, empty = "*." if plain else "●○"
    level = filled * puzzle.difficulty + empty * (3 - puzzle.difficulty)
    return f"Puzzle {number}  {level}  {puzzle.candidates:,} {plural(puzzle.candidates, 'code')} possible"


def _rows(game: Game, puzzle: Puzzle, plain: bool) -> list[Text]:
    """The rows of the board."""
    return [
        Text(f"{number:>3}  ")
        .append(render_pegs(game, row.guess, plain))
        .append(f"  {render_feedback(game, row.feedback, plain)}")
        for number, row in enumerate(puzzle.history, start=1)
    ]


def _solution(game: Game, number: int, puzzle: Puzzle, plain: bool) -> Text:
    """All solutions of a puzzle, in one line."""
    line = Text(f"{number:>3}  ")
    for place, code in enumerate(puzzle.solutions):
        line.append("or " if place and not plain else " or " if place else "").append(render_pegs(game, code, plain))
    return line


def _reasons(puzzle: Puzzle) -> list[str]:
    """Why the solution is one, and what the nearest wrong guess fails on."""
    if puzzle.expected is not None:
        lines = [f"{float(puzzle.expected):.3f} guesses on average, {len(puzzle.parts)} answers possible"]
    elif puzzle.candidates == 1:
        lines = ["fits every row"]
    else:
        lines = [f"{len(puzzle.parts)} answers possible, each leaves one code"]
    wrong = puzzle.near_miss
    if wrong is None:
        return lines
    others = f" (as near: {puzzle.near_misses - 1:,} more)" if puzzle.near_misses > 1 else ""
    if wrong.row is not None:
        why = f"row {wrong.row} would have got {wrong.feedback}"
    elif wrong.loss is not None:
        why = f"{float(wrong.loss):.3f} guesses more on average"
    else:
        why = f"the answer {wrong.feedback} would leave {wrong.candidates_after}"
    return [*lines, f"nearest wrong guess {wrong.guess}: {why}{others}"]
