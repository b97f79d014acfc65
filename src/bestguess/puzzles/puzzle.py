"""Puzzles: a position with a question, all its solutions, and why other guesses fail.

Some puzzles ship as data. They are exactly those that `make` yields for the same game, kind and seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from bestguess.data import known_puzzle_rows
from bestguess.display import HtmlRepr, one_line
from bestguess.games import Code, Feedback, Game, History, Row
from bestguess.games.documents import Document, Hidden, Member
from bestguess.games.registry import HoldsGame
from bestguess.puzzles.kinds import Kind
from bestguess.wording import count_text


@dataclass(frozen=True)
class NearMiss(Document):
    """A wrong guess that comes nearest to solving a puzzle, and the feedback or the row at which it fails."""

    guess: Code
    """The guess."""
    feedback: Feedback
    """The feedback at which it fails; for `only-secret`, the feedback of the row if this guess were the secret."""
    candidates_after: int | None
    """The number of candidates that this feedback leaves; None for `only-secret`."""
    row: int | None
    """The number of the row that it contradicts; None except for `only-secret`."""
    loss: Fraction | None
    """The guesses that it costs on average; None except for `best-guess`."""

    def __repr__(self) -> str:
        left = [] if self.candidates_after is None else [f"{count_text(self.candidates_after, 'candidate')} left"]
        conflict = [] if self.row is None else [f"does not fit row {self.row}"]
        loss = [] if self.loss is None else [f"loss {float(self.loss):.3f}"]
        return one_line(self, ", ".join([str(Row(self.guess, self.feedback)), *left, *conflict, *loss]))


@dataclass(frozen=True)
class Puzzle(Document, HtmlRepr, HoldsGame):
    """A position of *game* after *history*, a question given by *kind*, and all solutions."""

    game: Hidden[str]
    kind: Hidden[str]
    history: History
    """The rows so far."""
    rows_left: int | None
    """The number of guesses that the player has; None: no limit."""
    candidates: int
    """The number of candidates."""
    solutions: tuple[Code, ...]
    """All guesses that solve it, possible secrets first."""
    consistent: bool
    """Whether the first solution can be the secret."""
    parts: Mapping[Feedback, int]
    """The number of candidates that the first solution leaves after each feedback."""
    expected: Annotated[Fraction | None, Member("expected_guesses")]
    """The least expected number of guesses; None except for `best-guess`."""
    near_miss: NearMiss | None
    """The wrong guess that comes nearest to solving it; None: there is none."""
    near_misses: int
    """The number of wrong guesses that come as near as that one."""
    difficulty: Annotated[int, ("minimum", 1), ("maximum", 3)]
    """The difficulty, from 1 (easiest) to 3 (hardest)."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which knows how codes are written."""

    def __repr__(self) -> str:
        numbers = f"{count_text(self.candidates, 'candidate')}, {count_text(len(self.solutions), 'solution')}"
        return one_line(self, f"{self.kind}, {numbers}, difficulty {self.difficulty}: {self.game} after {self.history}")


def shipped_puzzles(game: Game, kind: Kind, count: int, seed: int) -> tuple[Puzzle, ...] | None:
    """Return the first *count* shipped puzzles of *game* and *seed*, or all if no more exist; None if fewer ship.

    >>> from bestguess.games import game
    >>> from bestguess.puzzles.kinds import KINDS
    >>> shipped_puzzles(game("mastermind(4,6)"), KINDS["win-in-two"], 1, 1)[0].solutions
    ('1232',)
    """
    rows = known_puzzle_rows(game, kind.name, count, seed)
    return None if rows is None else tuple(_puzzle_of_row(game.with_rows(None), kind, row) for row in rows)


def row_of_puzzle(puzzle: Puzzle) -> list[Any]:
    """Return *puzzle* as a row of the shipped data: a list of plain values."""
    near, wrong = None, puzzle.near_miss
    if wrong is not None:
        loss = None if wrong.loss is None else str(wrong.loss)
        near = [wrong.guess, wrong.feedback, wrong.candidates_after, wrong.row, loss]
    return [
        str(puzzle.history),
        puzzle.candidates,
        list(puzzle.solutions),
        puzzle.consistent,
        [[feedback, size] for feedback, size in puzzle.parts.items()],
        None if puzzle.expected is None else str(puzzle.expected),
        near,
        puzzle.near_misses,
        puzzle.difficulty,
    ]


def _puzzle_of_row(game: Game, kind: Kind, row: list[Any]) -> Puzzle:
    """Return the puzzle of a *row* of the shipped data; the inverse of `row_of_puzzle`."""
    history, candidates, solutions, consistent, parts, expected, near, near_misses, difficulty = row
    wrong = near and NearMiss(near[0], near[1], near[2], near[3], near[4] and Fraction(near[4]))
    return Puzzle(
        game=str(game),
        kind=kind.name,
        history=game.as_history(history),
        rows_left=kind.rows_left,
        candidates=candidates,
        solutions=tuple(solutions),
        consistent=consistent,
        parts=dict(parts),
        expected=expected and Fraction(expected),
        near_miss=wrong,
        near_misses=near_misses,
        difficulty=difficulty,
        rules=game,
    )
