"""A game restricted to some of its codes: its candidates, or a sample if the game is too large for a table."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bestguess import engine
from bestguess.games.base import Game
from bestguess.games.codes import Code, Feedback
from bestguess.games.rules import FREE

if TYPE_CHECKING:
    from bestguess.games.table import Table


class Selection(Game):
    """*game* restricted to some *guesses* and *secrets*.

    One of the guesses must win each secret; with goal identify the guesses must tell apart secrets of different labels.
    If all these secrets have weight 0, they count as equally likely.

    >>> from bestguess.games.pegs import Mastermind
    >>> Selection(Mastermind(2, 3), ["11", "12"], ["12"])
    game('mastermind(2,3) with 1 of its secrets')
    """

    def __init__(self, game: Game, guesses: Sequence[Code], secrets: Sequence[Code]) -> None:
        self.game, self._guesses, self._secrets, self._win = game, guesses, secrets, game.win
        self.rows, self.rule, self.goal = game.rows, game.rule, game.goal
        self.cost_unit, self.costs = game.cost_unit, _select_values(game.costs, game.guesses, guesses)
        self.labels, weights = (_select_values(values, game.secrets, secrets) for values in (game.labels, game.weights))
        self.weights = weights if weights and any(weights) else None

    def _new_table(self, **options: Any) -> "Table":
        """Return the table of these codes. Pegs and words have a fast function for it."""
        from bestguess.games.table import Table  # here, because it imports this module

        ordinals, guesses, secrets = self.game.native.ordinals, self._guesses, self._secrets
        if ordinals is None:
            return Table(self)
        return Table.from_ordinals(self, self.game.feedbacks, ordinals(guesses, secrets))

    def native_rule(self) -> engine.Rule | None:
        """Return the core's version of the game's rule for these guesses; None for `free`."""
        return None if self.rule == FREE else self.game.native.rule(self._guesses)

    def score(self, guess: Code, secret: Code) -> Feedback:
        """Return the feedback to *guess* in the whole game. Raises CodeError."""
        return self.game.score(guess, secret)

    @property
    def score_unchecked(self) -> Callable[[Code, Code], Feedback]:
        """Function of the whole game that scores codes without checking them."""
        return self.game.score_unchecked

    def as_feedback(self, value: object) -> Feedback:
        """Return the feedback of the whole game that *value* stands for. Raises FeedbackError."""
        return self.game.as_feedback(value)

    def as_guess(self, value: object) -> Code:
        """Return the guess of the whole game that *value* stands for. Raises CodeError."""
        return self.game.as_guess(value)

    def as_secret(self, value: object) -> Code:
        """Return the secret of the whole game that *value* stands for. Raises CodeError."""
        return self.game.as_secret(value)

    def text(self, value: object) -> str:
        """Return the text of a code, feedback or label in the whole game."""
        return self.game.text(value)

    def orient_feedback(self, guess: object, feedback: Feedback) -> Feedback:
        """Convert *feedback* between `as_guess(guess)` and *guess* as written; see `Game.orient_feedback`."""
        return self.game.orient_feedback(guess, feedback)

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of the whole game."""
        return self.game.arguments()

    def __str__(self) -> str:
        return f"{self.game} with {len(self._secrets)} of its secrets"

    def _key(self) -> tuple[object, ...]:
        return (self.game, self.rows, self.rule, tuple(self._guesses), tuple(self._secrets))


def _select_values(
    values: tuple[Any, ...] | None, codes: Sequence[Code], selected: Sequence[Code]
) -> tuple[Any, ...] | None:
    """Return the values of the *selected* codes, where *values* has one for each of *codes*, or is None."""
    if values is None or selected is codes:
        return values
    value_of = dict(zip(codes, values, strict=True))
    return tuple(value_of[code] for code in selected)
