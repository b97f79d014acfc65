"""Why a guess is no solution: what the wrong guesses that come nearest fail on."""

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bestguess.games import Feedback
from bestguess.puzzles.kinds import Kind
from bestguess.puzzles.misses import FAR
from bestguess.puzzles.puzzle import NearMiss
from bestguess.strategies import Position

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
    sizes = position.table.part_sizes(guess, position.candidates).tolist()
    return {feedback: size for feedback, size in zip(position.table.feedbacks, sizes, strict=True) if size}


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
    loss = Fraction(miss, len(position.candidates)) if kind.rows_left is None else None
    return NearMiss(code, feedback, losing[feedback], loss=loss)
