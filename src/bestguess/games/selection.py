"""The rules of a game on fewer codes: a list of candidates, or a sample of a game too large for a table."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bestguess import engine
from bestguess.games.base import Game
from bestguess.games.codes import Code, Feedback
from bestguess.games.rules import FREE

if TYPE_CHECKING:
    from bestguess.games.table import Table


class Selection(Game):
    """*game* with these *guesses* and *secrets* only.

    Each secret must be won by one of the guesses, or with goal identify be told from those of other labels.

    Secrets that all weigh nothing are alike.

    >>> from bestguess.games.pegs import Mastermind
    >>> Selection(Mastermind(2, 3), ["11", "12"], ["12"])
    game('mastermind(2,3) with 1 of its secrets')
    """

    def __init__(self, game: Game, guesses: Sequence[Code], secrets: Sequence[Code]) -> None:
        self.game, self._guesses, self._secrets, self._win = game, guesses, secrets, game.win
        self.rows, self.rule, self.goal = game.rows, game.rule, game.goal
        self.cost_unit, self.costs = game.cost_unit, _chosen(game.costs, game.guesses, guesses)
        self.labels, weights = (_chosen(values, game.secrets, secrets) for values in (game.labels, game.weights))
        self.weights = weights if weights and any(weights) else None

    def _new_table(self, **options: Any) -> "Table":
        """The table of these codes; of pegs and words it is computed at once."""
        from bestguess.games.table import Table  # which needs games

        ordinals, guesses, secrets = self.game.native.ordinals, self._guesses, self._secrets
        if ordinals is None:
            return Table(self)
        return Table.of_ordinals(self, self.game.feedbacks, ordinals(guesses, secrets))

    def native_rule(self) -> engine.Rule | None:
        """Return the rule of the whole game for these guesses."""
        return None if self.rule == FREE else self.game.native.rule(self._guesses)

    def score(self, guess: Code, secret: Code) -> Feedback:
        """The feedback of the whole game; raises CodeError."""
        return self.game.score(guess, secret)

    @property
    def score_unchecked(self) -> Callable[[Code, Code], Feedback]:
        """As in the whole game."""
        return self.game.score_unchecked

    def as_feedback(self, given: object) -> Feedback:
        """As in the whole game."""
        return self.game.as_feedback(given)

    def as_guess(self, given: object) -> Code:
        """As in the whole game."""
        return self.game.as_guess(given)

    def as_secret(self, given: object) -> Code:
        """As in the whole game."""
        return self.game.as_secret(given)

    def text(self, value: object) -> str:
        """As in the whole game."""
        return self.game.text(value)

    def feedback_as_written(self, guess: object, feedback: Feedback) -> Feedback:
        """As in the whole game."""
        return self.game.feedback_as_written(guess, feedback)

    def arguments(self) -> tuple[str, ...]:
        """Those of the whole game."""
        return self.game.arguments()

    def __str__(self) -> str:
        return f"{self.game} with {len(self._secrets)} of its secrets"

    def _key(self) -> tuple[object, ...]:
        return (self.game, self.rows, self.rule, tuple(self._guesses), tuple(self._secrets))


def _chosen(values: tuple[Any, ...] | None, codes: Sequence[Code], chosen: Sequence[Code]) -> tuple[Any, ...] | None:
    """Return the *values*, one for each of *codes*, of those that were *chosen*."""
    if values is None or chosen is codes:
        return values
    value_of = dict(zip(codes, values, strict=True))
    return tuple(value_of[code] for code in chosen)
