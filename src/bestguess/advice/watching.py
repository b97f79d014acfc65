"""A strategy at work: how it finds a secret, step by step, with reasons."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from bestguess.advice.values import cost_of
from bestguess.arguments import check_progress
from bestguess.bounds import SearchProgress
from bestguess.errors import SizeError
from bestguess.games import Code, Feedback, Game, Row
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden
from bestguess.games.registry import HoldsGame
from bestguess.position import Position, PositionLike, as_position
from bestguess.shown import one_line
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, strategy
from bestguess.wording import counted


@dataclass(frozen=True)
class Step(Document, HoldsGame):
    """A guess of a strategy, its feedback, what that left, and what the guess could leave; costs in the user's unit."""

    guess: Code
    """The guess."""
    feedback: Feedback
    """The answer to the guess."""
    candidates_before: int
    """How many candidates there were before the guess."""
    candidates_after: int
    """How many candidates its feedback left."""
    consistent: bool
    """Whether the guess could have been the secret."""
    parts: int
    """How many different feedbacks the guess could get."""
    largest_part: int
    """The most candidates that it could leave."""
    likely_after: int | None = None
    """How many of the candidates left are likely; only where secrets have weights."""
    labels_after: int | None = None
    """How many different labels the candidates left have; only where secrets have labels."""
    label: Label | None = None
    """What it is, once that is known; only with goal identify."""
    cost: Fraction | None = None
    """What the guess costs; only in games with costs."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which says how guesses and feedbacks are written."""

    def __repr__(self) -> str:
        left = f"{self.candidates_before} to {counted(self.candidates_after, 'candidate')}"
        return one_line(self, f"{Row(self.guess, self.feedback)}, {left}")


def watch(
    game: PositionLike,
    secret: Code,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    progress: SearchProgress | None = None,
) -> Iterator[Step]:
    """Return how the strategy *by* finds *secret*, a step at a time; raises SizeError for a game too large for a table.

    It ends with the step that wins, with goal identify with that after which it is known what the secret is, or with
    the last row of the board: then the game is lost.

    >>> [step.guess for step in watch("mastermind(4,6)", "3632", "minimax")]
    ['1122', '1344', '3526', '1462', '3632']
    """
    check_progress(progress, 1)
    position = as_position(game)
    rules = position.game
    if not position.has_table:
        raise SizeError(f"expected a game small enough for a table, got {rules}: bestguess advise takes a sample")
    position.check_running()
    hidden = rules.as_secret(secret)
    Position(rules, position.history, secret=hidden, ignored=position.ignored)  # raises where it answers otherwise
    chosen = copy.copy(strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=rules))
    chosen.progress = progress
    return _steps(position, hidden, chosen)


def _steps(position: Position, secret: Code, chosen: Strategy) -> Iterator[Step]:
    rules = position.game
    while True:
        guess = chosen.move(position).guess
        parts = position.parts(guess)
        feedback = rules.score_unchecked(guess, secret)
        sizes = [part.count for part in parts.values()]
        after = parts[feedback]
        yield Step(
            guess=guess,
            feedback=feedback,
            candidates_before=position.count,
            candidates_after=after.count,
            consistent=rules.win in parts,
            parts=len(sizes),
            largest_part=max(sizes),
            likely_after=after.likely,
            labels_after=after.labels_left,
            label=after.label,
            cost=cost_of(position.table, guess) if position.game.has_costs else None,
            rules=rules,
        )
        if feedback == rules.win or after.label is not None or position.rows_left == 1:
            return
        position = after
