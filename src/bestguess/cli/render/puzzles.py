"""Practice puzzles: positions, solutions and why they are solutions, and what wrong guesses fail on."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from bestguess.cli.render.board import render_feedback, render_pegs
from bestguess.games import Game
from bestguess.puzzles import Kind, NearMiss, Puzzle
from bestguess.wording import plural


def render_question(game: Game, kind: Kind) -> list[str]:
    """What puzzles of this *kind* ask for."""
    return [f"{game}, {kind.name}", kind.about]


def render_puzzle(game: Game, number: int, puzzle: Puzzle, plain: bool) -> list[RenderableType]:
    """Puzzle *number*, below an empty line."""
    return ["", _heading(number, puzzle, plain), *_rows(game, puzzle, plain)]


def render_solutions(game: Game, puzzles: Sequence[Puzzle], plain: bool) -> list[RenderableType]:
    """The solutions of all *puzzles*, by their numbers."""
    lines: list[RenderableType] = ["", "Solutions:"]
    for number, puzzle in enumerate(puzzles, start=1):
        lines += render_solution(game, f"{number:>3}", puzzle, plain)
    return lines


def render_solution(game: Game, heading: str, puzzle: Puzzle, plain: bool) -> list[RenderableType]:
    """All solutions of one puzzle after a *heading*, and why they are solutions."""
    return [Text(f"{heading}  ").append(_solution(game, puzzle, plain)), *_reasons(puzzle)]


def render_failure(puzzle: Puzzle, wrong: NearMiss | None) -> str:
    """What a guess that does not solve *puzzle* fails on; None: it cannot be the secret."""
    if wrong is None:
        return "it cannot be the secret"
    best = puzzle.near_miss
    bound = wrong.loss is not None and best is not None and best.loss is not None and wrong.loss > best.loss
    return f"{'at least ' * bound}{_failure(wrong)}"


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


def _solution(game: Game, puzzle: Puzzle, plain: bool) -> Text:
    """All solutions of a puzzle, in one line."""
    line = Text()
    for place, code in enumerate(puzzle.solutions):
        line.append("or " if place and not plain else " or " if place else "").append(render_pegs(game, code, plain))
    return line


def _reasons(puzzle: Puzzle) -> list[str]:
    """Why the solution is one, and what the nearest wrong guess fails on: indented lines."""
    if puzzle.expected is not None:
        lines = [f"{float(puzzle.expected):.3f} guesses on average, {len(puzzle.parts)} answers possible"]
    elif puzzle.candidates == 1:
        lines = ["fits every row"]
    else:
        lines = [f"{len(puzzle.parts)} answers possible, each leaves one code"]
    wrong = puzzle.near_miss
    if wrong is not None:
        others = f" (as near: {puzzle.near_misses - 1:,} more)" if puzzle.near_misses > 1 else ""
        lines.append(f"nearest wrong guess {wrong.guess}: {_failure(wrong)}{others}")
    return [f"     {line}" for line in lines]


def _failure(wrong: NearMiss) -> str:
    """What a wrong guess fails on."""
    if wrong.row is not None:
        return f"row {wrong.row} would have got {wrong.feedback}"
    if wrong.loss is not None:
        return f"{float(wrong.loss):.3f} guesses more on average"
    return f"the answer {wrong.feedback} would leave {wrong.candidates_after}"
