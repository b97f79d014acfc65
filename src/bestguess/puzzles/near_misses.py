"""Why a guess is no solution: what the wrong guesses that come nearest fail on."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bestguess.games import Code, Feedback, Game
from bestguess.position import Position
from bestguess.puzzles.kinds import Kind, as_kind
from bestguess.puzzles.misses import FAR
from bestguess.puzzles.puzzle import NearMiss, Puzzle

if TYPE_CHECKING:
    from bestguess.puzzles.misses import Misses


def in_order(position: Position, guesses: Iterable[int]) -> list[int]:
    """*guesses* in the order of ties: consistent before others, then the lowest."""
    return sorted(map(int, guesses), key=lambda guess: (not position.may_win(guess), guess))


def nearest(position: Position, misses: "Misses") -> list[int]:
    """The wrong guesses with the least of *misses*, in the order of ties; none where no wrong guess tells anything."""
    wrong = misses[(misses > 0) & (misses < FAR)]
    return in_order(position, np.flatnonzero(misses == wrong.min())) if len(wrong) else []


def part_sizes(position: Position, guess: int) -> dict[Feedback, int]:
    """How many candidates *guess* leaves after each answer, the winning one among them."""
    sizes = position.table.part_sizes(guess, position.candidate_indices).tolist()
    return {feedback: size for feedback, size in zip(position.table.feedbacks, sizes, strict=True) if size}


def failure(game: Game, puzzle: Puzzle, guess: Code) -> NearMiss | None:
    """Return what *guess*, which does not solve *puzzle*, fails on; None for no secret where the secret is asked for.

    *loss* of a guess that is not even second best is a lower bound; None if the guess tells nothing.

    >>> from bestguess.games import game
    >>> from bestguess.puzzles import make
    >>> mastermind = game("mastermind(4,6)")
    >>> failure(mastermind, next(make(mastermind, "win-in-two", 1, 1)), "1111").candidates_after
    5
    """
    game = game.with_rows(None)
    table, position, kind = game.table, Position(game, puzzle.history), as_kind(puzzle.kind)
    number = table.guesses.index(game.as_guess(guess))
    if kind.most == 1 and not len(table.won(number)):
        return None
    misses = kind.misses(position)
    assert misses is not None, "the position of a puzzle has solutions"
    return near_miss(position, kind, number, int(misses[number]))


def near_miss(position: Position, kind: Kind, guess: int, miss: int) -> NearMiss:
    """What *guess* fails on, which misses by so much: the first row that it contradicts, or its largest part."""
    table = position.table
    code = table.guesses[guess]
    if kind.most == 1:
        won = int(table.won(guess)[0])
        answers = [table.feedbacks[int(table.ordinals[row, won])] for row in position.guesses_so_far]
        rows = enumerate(zip(position.history, answers, strict=True), start=1)
        number, answer = next((number, answer) for number, (row, answer) in rows if row.feedback != answer)
        return NearMiss(code, answer, row=number)
    losing = {answer: size for answer, size in part_sizes(position, guess).items() if answer != position.game.win}
    feedback = max(losing, key=losing.__getitem__)
    loss = Fraction(miss, len(position.candidate_indices)) if kind.rows_left is None and miss < FAR else None
    return NearMiss(code, feedback, losing[feedback], loss=loss)
