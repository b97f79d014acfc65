"""What an environment is made of: a game, its board, its spaces, and how guesses are rewarded and refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces

from bestguess.arguments import as_integer, as_limit, expected
from bestguess.errors import BestguessError, CodeError, GameError, unknown
from bestguess.games import HIT, Game, GameLike, as_game
from bestguess.gym.arrays import GameArrays, shared_arrays
from bestguess.wording import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

Mask: TypeAlias = Literal["rule", "consistent"] | None
Reward: TypeAlias = Literal["guesses", "loss"]
Illegal: TypeAlias = Literal["error", "lose"]
Observation: TypeAlias = dict[str, Any]
"""The board: ``guesses``, a line of symbols for each row, ``feedbacks`` and how many rows are ``used``."""

USUAL_STEPS = 20
"""The guesses of an episode of a game without rows, unless `max_steps` says otherwise."""


@dataclass(frozen=True)
class Setup:
    """One game with its arrays, and the options of an environment, all of them checked."""

    game: Game
    arrays: GameArrays
    steps: int
    """The rows of the board that is observed: no episode has more guesses."""
    mask: Mask
    reward: Reward
    illegal: Illegal
    penalty: float
    budget: int | None
    render_mode: str | None

    @staticmethod
    def of(
        given: GameLike,
        max_steps: int | None,
        mask: Mask,
        reward: Reward,
        illegal: Illegal,
        penalty: float,
        budget: int | None,
        render_mode: str | None,
    ) -> "Setup":
        """The setup of what a caller gave; raises BestguessError."""
        game = as_game(given)
        _check_choice("mask", mask, ("rule", "consistent", None))
        _check_choice("reward", reward, ("guesses", "loss"))
        _check_choice("illegal", illegal, ("error", "lose"))
        _check_choice("render_mode", render_mode, ("ansi", None))
        if mask == "consistent" and game.goal != HIT:
            raise GameError(f"expected mask='rule' with goal identify, where no guess is consistent, got {mask!r}")
        most = as_integer("max_steps", max_steps, least=1) if max_steps is not None else game.rows or USUAL_STEPS
        steps = most if game.rows is None else min(most, game.rows)
        budget, penalty = as_limit("a budget", budget), _as_penalty(penalty)
        return Setup(game, shared_arrays(given), steps, mask, reward, illegal, penalty, budget, render_mode)

    @property
    def action_space(self) -> "spaces.Discrete":
        """One action for each guess: its index."""
        return spaces.Discrete(len(self.arrays.table.guesses))

    @property
    def observation_space(self) -> spaces.Dict:
        """The board, in whole numbers of 0 (an empty row) and up."""
        arrays, length = self.arrays, self.arrays.symbols.shape[1]
        feedbacks = len(arrays.table.feedbacks)
        return spaces.Dict(
            {
                "guesses": spaces.Box(0, arrays.most_symbol, (self.steps, length), np.int32),
                "feedbacks": spaces.Box(0, feedbacks, (self.steps,), np.int32),
                "used": spaces.Discrete(self.steps + 1),
            }
        )

    def is_full(self, used: Any) -> Any:
        """Whether no row of the game is left once so many are *used*; a number or an array of them."""
        return np.logical_and(used >= self.steps, self.steps == self.game.rows)

    def wasted(self, used: Any) -> Any:
        """What an illegal guess is rewarded: as if all rows that are left were used for the dearest guesses."""
        return (used - self.steps) * self.arrays.costs.max() - self.penalty

    def secrets(self, options: Mapping[str, Any] | None, count: int) -> "NDArray[np.intp] | None":
        """The secrets that the *options* of a reset name, one for all environments or one for each; None without."""
        for name in options or ():
            if name != "secret":
                raise BestguessError(unknown("option", str(name), ["secret"]))
        given = (options or {}).get("secret")
        if given is None:
            return None
        codes = [given] * count if self._is_secret(given) else given
        if not isinstance(codes, Sequence) or len(codes) != count:
            what = "a secret" if count == 1 else f"a secret, or a list of {count} {plural(count, 'secret')}"
            raise expected(what, given, CodeError)
        all_secrets = self.arrays.table.secrets
        return np.array([all_secrets.index(self.game.as_secret(code)) for code in codes], np.intp)

    def _is_secret(self, given: object) -> bool:
        """Whether *given* is one secret, and no list of them; raises CodeError for a text that is none."""
        try:
            self.game.as_secret(given)
        except CodeError:
            if isinstance(given, str):
                raise
            return False
        return True

    def board_text(self, rows: Sequence[tuple[str, str]], secret: str | None) -> str:
        """The board with these *rows*, and with the *secret* once the game is over, all of them texts.

        >>> setup = Setup.of("mastermind(4,6,rows=4)", None, None, "guesses", "error", 0, None, None)
        >>> print(setup.board_text([("1122", "1.0"), ("3456", "1.2")], None))
        mastermind(4,6,rows=4)
        1  1122  1.0
        2  3456  1.2
        3  ....
        4  ....
        """
        width = max([self.arrays.symbols.shape[1], *(len(guess) for guess, _ in rows)])
        empty = [("." * width, "")] * (self.steps - len(rows) if secret is None else 0)
        wide = len(str(self.steps))
        lines = [
            f"{number:>{wide}}  {guess:<{width}}  {feedback}".rstrip()
            for number, (guess, feedback) in enumerate([*rows, *empty], start=1)
        ]
        end = [] if secret is None else [f"The secret is {secret}."]
        return "\n".join([str(self.game), *lines, *end])


def _check_choice(name: str, value: object, choices: Sequence[object]) -> None:
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
        raise expected(f"{name} that is {' or '.join(map(repr, choices))}", value)


def _as_penalty(value: object) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < float("inf"):
        return float(value)
    raise expected("a penalty of 0 or more", value)
