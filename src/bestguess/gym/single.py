"""A single environment, written plainly. Tests compare the fast `GameVectorEnv` with it."""

from typing import Any, SupportsIndex

import gymnasium
import numpy as np

from bestguess.arguments import as_integer
from bestguess.errors import BestguessError, HistoryError
from bestguess.games import Code, GameLike
from bestguess.gym.base import Environment, Illegal, Mask, Observation, Reward
from bestguess.position import Position


class GameEnv(Environment, gymnasium.Env[Observation, SupportsIndex]):
    """A *game* as an environment. An action is the index of a guess, an observation is the board.

    An episode is terminated when the secret is found (with goal identify: its label is known), or when the rows of the
    game are used up. It is truncated after *max_steps* guesses. Default: the rows, or 20 in a game without rows.
    *mask*: which actions are legal: those that the rule allows, or only guesses that may win now. ``info`` then has
    ``action_mask``, and ``candidates``, the number of candidates left. None: by the rule, and ``info`` has neither.
    *reward*: ``guesses`` is minus the cost of each guess, which is 1 unless the game has costs. ``loss`` is minus the
    loss against the best guess, by values computed within a *budget* of nodes; ``info["proven"]`` says if it is exact.
    *penalty*: extra cost of a lost game. *illegal*: an illegal action raises HistoryError (``error``), or loses the
    game and costs as much as all rows left (``lose``).
    Guesses, feedbacks and secrets in ``info`` are texts.
    Like every Gymnasium environment it has *action_space*, *observation_space*, *metadata* and *render_mode*.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as in gymnasium.Env

    def __init__(
        self,
        game: GameLike = "mastermind(4,6,rows=10)",
        *,
        max_steps: int | None = None,
        mask: Mask = "rule",
        reward: Reward = "guesses",
        illegal: Illegal = "error",
        penalty: float = 0.0,
        budget: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(game, max_steps, mask, reward, illegal, penalty, budget, render_mode)
        self.action_space = self._action_space()
        self.observation_space = self._board_space()
        self._secret: Code = None
        self._position: Position | None = None
        self._over = False

    @property
    def secret(self) -> Code:
        """The secret of this episode."""
        return self._secret

    @property
    def position(self) -> Position:
        """The position of this episode, for strategies and advice. Raises BestguessError before the first reset."""
        if self._position is None:
            raise BestguessError("call reset() before anything else")
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode. ``options={"secret": "1234"}`` sets its secret; raises CodeError if that is invalid."""
        super().reset(seed=seed)
        self._secret = self._table.secrets[int(self._next_secrets(options, 1, self.np_random)[0])]
        self._position, self._over = Position(self._table.game), False
        return self.observe(self.position), self._mask_info()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the guess with the index *action*.

        Raises BestguessError for an invalid action, and once the episode is over.
        """
        position = self.position
        if self._over:
            raise BestguessError("the episode is over: call reset() before the next guess")
        index = as_integer("an action, an integer", action, 0, len(self._table.guesses) - 1)
        guess = self._table.guesses[index]
        allowed = position.allowed_indices
        by_rule = allowed is None or index in allowed
        legal = position.may_win(index) if self._mask == "consistent" else by_rule
        if not legal:
            return self._illegal_step(guess)
        feedback = self._table.game.score_unchecked(guess, self._secret)
        if self._reward == "guesses":
            reward, facts = -float(self._arrays.costs[index]), {}
        else:
            loss, proven = self._arrays.loss(position, guess, self._budget)
            reward, facts = -loss, {"proven": proven}
        self._position = position.after(guess, feedback)
        found = feedback == self._table.game.win or self._position.label is not None
        used = len(self._position.history)
        lost = not found and bool(self._is_full(used))
        truncated = not found and not lost and used == self._steps
        self._over = found or lost or truncated
        text = self._table.game.text
        info = self._info({"guess": text(guess), "feedback": text(feedback), "found": found, **facts})
        return self.observe(self.position), reward - lost * self._penalty, found or lost, truncated, info

    def render(self) -> str | None:
        """Return the board as text in the render mode ``ansi``, None otherwise."""
        if self.render_mode is None:
            return None
        text = self._table.game.text
        rows = [(text(guess), text(feedback)) for guess, feedback in self.position.history]
        return self._board_text(rows, text(self._secret) if self._over else None)

    def observe(self, position: Position) -> Observation:
        """Return the observation of *position*. It makes a strategy out of a learned policy.

        Raises HistoryError for a position with more rows than the board.

        >>> env = GameEnv("mastermind(2,3,rows=2)")
        >>> env.observe(Position("mastermind(2,3)", "13:1.0"))["guesses"].tolist()
        [[1, 3], [0, 0]]
        """
        symbols, rows = self._arrays.symbols, position.history
        if len(rows) > self._steps:
            raise HistoryError(f"expected a position with at most {self._steps} rows, got {len(rows)}")
        guesses = np.zeros((self._steps, symbols.shape[1]), np.int32)
        feedbacks = np.zeros(self._steps, np.int32)
        for place, (guess, feedback) in enumerate(rows):
            guesses[place] = symbols[self._table.guesses.index(guess)]
            feedbacks[place] = self._table.ordinal(feedback) + 1
        return {"guesses": guesses, "feedbacks": feedbacks, "used": np.int64(len(rows))}

    def _illegal_step(self, guess: Code) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Return the result of an illegal guess, which loses the game, or raise HistoryError."""
        if self._illegal == "error":
            reason = self._table.game.why_forbidden(guess, self.position.history)
            raise HistoryError(reason or f"expected a guess that could be the secret, got {guess!r}")
        self._over = True
        reward = float(self._illegal_reward(len(self.position.history)))
        info = self._info({"guess": self._table.game.text(guess), "feedback": "", "found": False})
        return self.observe(self.position), reward, True, False, info

    def _info(self, guess_info: dict[str, Any]) -> dict[str, Any]:
        """Return *guess_info* with the mask, and with the secret once the episode is over."""
        info = {**guess_info, **self._mask_info()}
        if self._over:
            info["secret"] = self._table.game.text(self._secret)
        return info

    def _mask_info(self) -> dict[str, Any]:
        position, mask = self.position, self._mask
        if mask is None:
            return {}
        legal = (
            self._table.consistent_guesses(position.candidate_indices)
            if mask == "consistent"
            else position.allowed_indices
        )
        action_mask = np.full(len(self._table.guesses), legal is None, np.int8)
        if legal is not None:
            action_mask[legal] = 1
        return {"action_mask": action_mask, "candidates": len(position.candidate_indices)}
