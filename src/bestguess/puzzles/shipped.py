"""Puzzles that ship as data: exactly those that `make` gives for the same game, kind and seed."""

from fractions import Fraction
from typing import Any

from bestguess.data import known_puzzle_rows
from bestguess.games import Game
from bestguess.puzzles.kinds import Kind
from bestguess.puzzles.puzzle import NearMiss, Puzzle


def known_puzzles(game: Game, kind: Kind, count: int, seed: int) -> tuple[Puzzle, ...] | None:
    """The first *count* puzzles of *game*, where so many ship for this *seed*, or all there are; else None.

    >>> from bestguess.games import game
    >>> from bestguess.puzzles.kinds import KINDS
    >>> known_puzzles(game("mastermind(4,6)"), KINDS["win-in-two"], 1, 1)[0].solutions
    ('1232',)
    """
    rows = known_puzzle_rows(game, kind.name, count, seed)
    return None if rows is None else tuple(puzzle_of_row(game.with_rows(None), kind, row) for row in rows)


def row_of_puzzle(puzzle: Puzzle) -> list[Any]:
    """What the data has of *puzzle*: a list of plain values."""
    wrong = puzzle.near_miss
    near = wrong and [wrong.guess, wrong.feedback, wrong.candidates_after, wrong.row, _text(wrong.loss)]
    parts = [[feedback, size] for feedback, size in puzzle.parts.items()]
    return [
        *(str(puzzle.history), puzzle.candidates, list(puzzle.solutions), puzzle.consistent, parts),
        *(_text(puzzle.expected), near, puzzle.near_misses, puzzle.difficulty),
    ]


def puzzle_of_row(game: Game, kind: Kind, row: list[Any]) -> Puzzle:
    """The puzzle that a *row* of the data is."""
    history, candidates, solutions, consistent, parts, expected, near, near_misses, difficulty = row
    wrong = near and NearMiss(near[0], near[1], near[2], near[3], _fraction(near[4]))
    return Puzzle(
        game=str(game),
        kind=kind.name,
        history=game.parse_history(history),
        rows_left=kind.rows_left,
        candidates=candidates,
        solutions=tuple(solutions),
        consistent=consistent,
        parts=dict(parts),
        expected=_fraction(expected),
        near_miss=wrong,
        near_misses=near_misses,
        difficulty=difficulty,
        rules=game,
    )


def _text(number: Fraction | None) -> str | None:
    return None if number is None else str(number)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
