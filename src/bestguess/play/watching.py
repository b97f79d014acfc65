"""A strategy at work: how it finds a secret, step by step, with reasons."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bestguess.bounds import SearchProgress
from bestguess.errors import SizeError
from bestguess.games import Code, Feedback, Game
from bestguess.strategies import Position, strategy
from bestguess.table import Table
from bestguess.valuation import LoadedGame


@dataclass(frozen=True)
class Step:
    """A guess, its feedback, what that left, and what the guess could leave: so many *parts*, the *largest_part*."""

    guess: Code
    feedback: Feedback
    candidates_before: int
    candidates_after: int
    consistent: bool
    parts: int
    largest_part: int

    def as_json(self) -> dict[str, Any]:
        """The step by its JSON keys."""
        return dict(vars(self))


def watch(
    game: Game | Table,
    secret: str,
    by: str,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    progress: SearchProgress | None = None,
) -> Iterator[Step]:
    """How the strategy *by* finds *secret*, a step at a time; raises SizeError for a game too large for its table.

    It ends with the step that wins, or with the last row of the board: then the game is lost.

    >>> from bestguess.games import game
    >>> [step.guess for step in watch(game("mastermind(4,6)"), "3632", "minimax")]
    ['1122', '1344', '3526', '1462', '3632']
    """
    loaded = LoadedGame(game)
    if loaded.table is None:
        raise SizeError(f"expected a game small enough for a table, got {loaded.game}: bestguess advise takes a sample")
    rules, hidden = loaded.game, loaded.game.parse_secret(secret)
    chosen = strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=rules)
    chosen.progress = progress
    position = Position(loaded.table)
    while True:
        guess = chosen.move(position).guess
        parts = position.parts(guess)
        feedback = rules.feedback(guess, hidden)
        sizes = [len(part.candidates) for part in parts.values()]
        before, after = len(position.candidates), len(parts[feedback].candidates)
        yield Step(guess, feedback, before, after, rules.win in parts, len(sizes), max(sizes))
        if feedback == rules.win or position.rows_left == 1:
            return
        position = parts[feedback]
