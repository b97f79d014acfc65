"""What guesses lose against the best move."""

from bestguess.advice import Values
from bestguess.advice.budgets import nodes_for
from bestguess.games import Code, GameLike, as_game
from bestguess.position import Position

_MOST_KEPT = 50_000  # values, of two kinds for each guess; then they are found anew


class Losses:
    """The losses of guesses in positions of *game*, each value found once, within a *budget* of nodes, as in reviews.

    A loss is the expected number of further guesses, in games with costs what they cost, if the guess is made now and
    the best is played after, less that of the best guess, as if there were no limit of rows. Default budget: what suits
    the position.

    >>> losses, start = Losses("mastermind(2,2)"), Position("mastermind(2,2)")
    >>> losses.of(start, "11"), losses.of(start, "12")
    ((0.0, True), (0.0, True))
    """

    def __init__(self, game: GameLike, budget: int | None = None) -> None:
        self._game, self._budget = as_game(game), budget
        self._values, self._asked = Values(self._game), 0

    def of(self, position: Position, guess: Code) -> tuple[float, bool]:
        """The loss of *guess* in *position*, and whether it is exact; if not, it is that of the best trees known."""
        if self._asked == _MOST_KEPT:
            self._values, self._asked = Values(self._game), 0
        self._asked += 1
        values = self._values
        values.nodes = nodes_for(len(self._game.guesses), position.count, self._budget) // 2
        best, made = values.of(position), values.of_guess(position, guess)
        loss = float(made.bounds.upper - best.bounds.upper)
        return max(loss, 0.0), best.proven and made.proven
