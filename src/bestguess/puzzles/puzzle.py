"""What a puzzle is: a position with a question, all its solutions, and why the others fail.

Some ship as data: exactly those that `make` gives for the same game, kind and seed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bestguess.data import known_puzzle_rows
from bestguess.games import Code, Feedback, Game, History, Row
from bestguess.games.registry import HoldsGame
from bestguess.games.texts import text_in, text_of
from bestguess.puzzles.kinds import Kind
from bestguess.shown import Shown, one_line
from bestguess.wording import counted


@dataclass(frozen=True)
class NearMiss:
    """The wrong guess that comes nearest to solving a puzzle, and what it fails on.

    In general that is an answer, *feedback*, which would leave *candidates_after* candidates. Of `only-secret` it is
    the row of this number that does not fit: with this guess as the secret, it would have got *feedback*.
    *loss*: how many guesses it costs on average, for `best-guess`.
    """

    guess: Code
    feedback: Feedback
    candidates_after: int | None = None
    row: int | None = None
    loss: Fraction | None = None

    def __repr__(self) -> str:
        left = [] if self.candidates_after is None else [f"{counted(self.candidates_after, 'candidate')} left"]
        misfit = [] if self.row is None else [f"does not fit row {self.row}"]
        loss = [] if self.loss is None else [f"loss {float(self.loss):.3f}"]
        return one_line(self, ", ".join([str(Row(self.guess, self.feedback)), *left, *misfit, *loss]))

    def as_json(self, text: Callable[[object], str] = text_of) -> dict[str, Any]:
        """The near miss by its JSON keys; the fractions as numbers. *text* writes guess and feedback."""
        codes = {"guess": text(self.guess), "feedback": text(self.feedback)}
        return {**vars(self), **codes, "loss": None if self.loss is None else float(self.loss)}


@dataclass(frozen=True)
class Puzzle(Shown, HoldsGame):
    """A position of *game* after *history*, with every solution of the question that its *kind* asks.

    *rows_left*: how many guesses the player has, None where that is not limited. *candidates*: how many secrets are
    possible. *solutions*: all of them, consistent ones first. *parts*: how the first solution splits the candidates,
    by answer. *expected*: the least expected number of guesses, for `best-guess`. *near_misses*: how many wrong guesses
    come as near as *near_miss*. *difficulty* is 1, 2 or 3.
    """

    game: str
    kind: str
    history: History
    rows_left: int | None
    candidates: int
    solutions: tuple[Code, ...]
    consistent: bool
    parts: Mapping[Feedback, int]
    expected: Fraction | None
    near_miss: NearMiss | None
    near_misses: int
    difficulty: int
    rules: Game | None = field(default=None, repr=False, compare=False)
    """The game itself, which says how codes are written."""

    def __repr__(self) -> str:
        numbers = f"{counted(self.candidates, 'candidate')}, {counted(len(self.solutions), 'solution')}"
        return one_line(self, f"{self.kind}, {numbers}, difficulty {self.difficulty}: {self.game} after {self.history}")

    def as_json(self) -> dict[str, Any]:
        """The puzzle by its JSON keys; game and kind, which many puzzles share, are left to the caller."""
        text = text_in(self.rules)
        return {
            "history": str(self.history) if self.rules is None else self.rules.history_text(self.history),
            "rows_left": self.rows_left,
            "candidates": self.candidates,
            "solutions": list(map(text, self.solutions)),
            "consistent": self.consistent,
            "parts": {text(feedback): size for feedback, size in self.parts.items()},
            "expected_guesses": None if self.expected is None else float(self.expected),
            "near_miss": None if self.near_miss is None else self.near_miss.as_json(text),
            "near_misses": self.near_misses,
            "difficulty": self.difficulty,
        }


def known_puzzles(game: Game, kind: Kind, count: int, seed: int) -> tuple[Puzzle, ...] | None:
    """Return the first *count* puzzles of *game*, where so many ship for this *seed*, or all there are; else None.

    >>> from bestguess.games import game
    >>> from bestguess.puzzles.kinds import KINDS
    >>> known_puzzles(game("mastermind(4,6)"), KINDS["win-in-two"], 1, 1)[0].solutions
    ('1232',)
    """
    rows = known_puzzle_rows(game, kind.name, count, seed)
    return None if rows is None else tuple(_puzzle_of_row(game.with_rows(None), kind, row) for row in rows)


def row_of_puzzle(puzzle: Puzzle) -> list[Any]:
    """Return what the data has of *puzzle*: a list of plain values."""
    wrong = puzzle.near_miss
    near = wrong and [wrong.guess, wrong.feedback, wrong.candidates_after, wrong.row, _text(wrong.loss)]
    parts = [[feedback, size] for feedback, size in puzzle.parts.items()]
    return [
        *(str(puzzle.history), puzzle.candidates, list(puzzle.solutions), puzzle.consistent, parts),
        *(_text(puzzle.expected), near, puzzle.near_misses, puzzle.difficulty),
    ]


def _puzzle_of_row(game: Game, kind: Kind, row: list[Any]) -> Puzzle:
    """Return the puzzle that a *row* of the data is."""
    history, candidates, solutions, consistent, parts, expected, near, near_misses, difficulty = row
    wrong = near and NearMiss(near[0], near[1], near[2], near[3], _fraction(near[4]))
    return Puzzle(
        game=str(game),
        kind=kind.name,
        history=game.as_history(history),
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
