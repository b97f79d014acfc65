"""What a puzzle is: a position with a question, all its solutions, and why the others fail."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bestguess.games import Code, Feedback, History, Row
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
        return one_line(self, str(Row(self.guess, self.feedback)))

    def as_json(self) -> dict[str, Any]:
        """The near miss by its JSON keys; the fractions as numbers."""
        return {**vars(self), "loss": None if self.loss is None else float(self.loss)}


@dataclass(frozen=True)
class Puzzle(Shown):
    """A position of *game* after *history*, with every solution of the question that its *kind* asks.

    *rows_left*: how many guesses the player has, None where that is not limited. *candidates*: how many secrets are
    possible. *solutions*: all of them, consistent ones first. *parts*: how the first solution splits the candidates,
    by answer. *expected*: the least expected number of guesses, for `best-guess`. *near_misses*: how many wrong guesses
    come as near as *near_miss*. *difficulty* is 1, 2 or 3 (see `difficulty`).
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

    def __repr__(self) -> str:
        return one_line(self, f"{self.kind}, {self.game} after {self.history}: {counted(self.candidates, 'candidate')}")

    def as_json(self) -> dict[str, Any]:
        """The puzzle by its JSON keys; game and kind, which many puzzles share, are left to the caller."""
        return {
            "history": str(self.history),
            "rows_left": self.rows_left,
            "candidates": self.candidates,
            "solutions": list(self.solutions),
            "consistent": self.consistent,
            "parts": dict(self.parts),
            "expected_guesses": None if self.expected is None else float(self.expected),
            "near_miss": None if self.near_miss is None else self.near_miss.as_json(),
            "near_misses": self.near_misses,
            "difficulty": self.difficulty,
        }
