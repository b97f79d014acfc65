"""Many environments of one game, stepped at once by operations on arrays."""

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from bestguess.arguments import as_integer, expected_error
from bestguess.errors import BestguessError, HistoryError
from bestguess.games import FREE, Code, GameLike
from bestguess.gym.base import Environment, Illegal, Mask, Observation, Reward
from bestguess.position import Position

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

_Step = tuple[Observation, "NDArray[np.float64]", "NDArray[np.bool_]", "NDArray[np.bool_]", dict[str, Any]]


class GameVectorEnv(Environment, VectorEnv[Observation, "ArrayLike", "NDArray[Any]"]):
    """*num_envs* environments of one *game*. Options are those of `GameEnv`, but *mask* is None by default.

    If an episode is over, the next step resets its environment and ignores its action: `AutoresetMode.NEXT_STEP`.
    A step loops over environments only with ``reward="loss"``, which searches each position. In games with a rule it
    also loops over the distinct rows played.
    Like every vector environment it has *action_space*, *observation_space*, *single_action_space*,
    *single_observation_space*, *metadata* and *render_mode*.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: GameLike = "mastermind(4,6,rows=10)",
        *,
        num_envs: int = 1,
        max_steps: int | None = None,
        mask: Mask = None,
        reward: Reward = "guesses",
        illegal: Illegal = "error",
        penalty: float = 0.0,
        budget: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(game, max_steps, mask, reward, illegal, penalty, budget, render_mode)
        self.num_envs = as_integer("num_envs", num_envs, 1)
        self.single_action_space = self._action_space()
        self.single_observation_space = self._board_space()
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._tracks_candidates = mask is not None or self._game.identifies  # only then `_left` is kept
        self._masks_by_rule = mask != "consistent" and self._game.rule != FREE
        self._masks = mask == "consistent" or self._masks_by_rule  # whether a guess can be illegal
        self._started = False

    @property
    def secrets(self) -> tuple[Code, ...]:
        """The secrets of the current episodes."""
        self._check_started()
        return tuple(self._table.secrets[secret] for secret in self._secrets.tolist())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode in every environment. ``options={"secret": …}`` sets one secret for all, or a list."""
        super().reset(seed=seed)
        secrets = self._next_secrets(options, self.num_envs, self.np_random)
        count, steps = self.num_envs, self._steps
        self._secrets = np.zeros(count, np.intp)
        self._actions = np.zeros((count, steps), np.intp)
        self._symbols = np.zeros((count, steps, self._arrays.symbols.shape[1]), np.int32)
        self._feedbacks = np.zeros((count, steps), np.int32)
        self._used = np.zeros(count, np.int64)
        self._over = np.zeros(count, np.bool_)
        self._left = np.ones((count, len(self._table.secrets) if self._tracks_candidates else 0), np.bool_)
        self._legal = np.ones((count, len(self._table.guesses)), np.bool_) if self._masks else None
        self._positions = [Position(self._table.game)] * (count if self._reward == "loss" else 0)
        self._begin(np.arange(count), secrets)
        self._started = True
        return self._observation(), self._mask_info()

    def step(self, actions: "ArrayLike") -> _Step:
        """Make a guess, by index, in every environment whose episode is not over, and reset the others.

        Raises BestguessError for invalid actions, and HistoryError for an illegal one with ``illegal="error"``.
        """
        # Step 1. Check the actions. Environments that are reset ignore theirs.
        indices, resets = self._as_indices(actions), self._over
        legal = resets | (True if self._legal is None else self._legal[np.arange(self.num_envs), indices])
        if self._illegal == "error" and not legal.all():
            env = int(np.flatnonzero(~legal)[0])
            guess, rule = self._table.guesses[int(indices[env])], self._table.game.rule
            what = "could be the secret" if self._mask == "consistent" else f"the rule {rule} allows"
            raise HistoryError(f"expected a guess in environment {env} that {what}, got {guess!r}")
        # Step 2. Reward the guesses and add them to the boards. This needs the old positions and secrets, so the resets
        # come after it.
        playing = np.flatnonzero(legal & ~resets)
        rewards, proven = self._rewards(indices, legal, playing)
        answers = self._table.ordinals[indices, self._secrets].astype(np.int32)
        self._add_rows(playing, indices, answers)
        over = np.flatnonzero(resets)
        self._begin(over, self._next_secrets(None, len(over), self.np_random))
        # Step 3. See which episodes are over now.
        if self._table.game.identifies:  # found: all candidates left have the label of the secret
            labels = self._table.labels
            found = ~(self._left & (labels[self._secrets][:, None] != labels)).any(axis=1)
        else:
            found = answers == self._table.win
        found &= legal & ~resets
        lost = ~found & ~resets & (self._is_full(self._used) | ~legal)
        truncated = ~found & ~lost & (self._used == self._steps)
        rewards[resets] = 0
        rewards[lost & legal] -= self._penalty
        self._over = found | lost | truncated
        infos = self._infos(indices, answers, found, ~resets, legal, proven)
        return self._observation(), rewards, found | lost, truncated, infos

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as texts in the render mode ``ansi``, None otherwise."""
        if self.render_mode is None:
            return None
        self._check_started()
        boards, (guesses, secrets, feedbacks) = list[str](), self._arrays.texts
        for env, used in enumerate(self._used.tolist()):
            row_guesses, row_feedbacks = guesses[self._actions[env, :used]], feedbacks[self._feedbacks[env, :used] - 1]
            secret = secrets[self._secrets[env]] if self._over[env] else None
            boards.append(self._board_text(list(zip(row_guesses, row_feedbacks, strict=True)), secret))
        return tuple(boards)

    def _check_started(self) -> None:
        if not self._started:
            raise BestguessError("call reset() before anything else")

    def _as_indices(self, actions: "ArrayLike") -> "NDArray[np.intp]":
        """Return the *actions* as indices of guesses, one for each environment; raise BestguessError if invalid."""
        self._check_started()
        indices, last = np.asarray(actions), len(self._table.guesses) - 1
        if indices.shape != (self.num_envs,) or indices.dtype.kind not in "iu":
            raise expected_error(f"{self.num_envs} actions, integers", actions)
        if indices.min() < 0 or indices.max() > last:
            invalid = indices[(indices < 0) | (indices > last)][0]
            raise expected_error(f"actions from 0 to {last:,}", int(invalid))
        return indices.astype(np.intp)

    def _rewards(
        self, actions: "NDArray[np.intp]", legal: "NDArray[np.bool_]", playing: "NDArray[np.intp]"
    ) -> "tuple[NDArray[np.float64], NDArray[np.bool_] | None]":
        """Return the rewards of the *actions*, and with ``reward="loss"`` whether each is exact."""
        arrays, proven = self._arrays, None
        rewards = -arrays.costs[actions]
        if self._reward == "loss":
            proven = np.zeros(len(actions), np.bool_)
            for env in playing.tolist():
                guess = self._table.guesses[int(actions[env])]
                loss, proven[env] = arrays.loss(self._positions[env], guess, self._budget)
                rewards[env] = -loss
        return np.where(legal, rewards, self._illegal_reward(self._used)), proven

    def _add_rows(self, envs: "NDArray[np.intp]", actions: "NDArray[np.intp]", answers: "NDArray[np.int32]") -> None:
        """Add a row in each of *envs*: its guess and the feedback. *actions* and *answers* are of all environments."""
        guesses, ordinals, used = actions[envs], answers[envs], self._used[envs]
        self._actions[envs, used] = guesses
        self._symbols[envs, used] = self._arrays.symbols[guesses]
        self._feedbacks[envs, used] = ordinals + 1
        self._used[envs] += 1
        if self._tracks_candidates:
            fits = self._table.ordinals[actions] == answers.astype(self._table.ordinals.dtype)[:, None]
            fits[np.setdiff1d(np.arange(self.num_envs), envs, assume_unique=True)] = True  # no row: nothing is excluded
            self._left &= fits
        if self._masks_by_rule and len(envs):
            assert self._legal is not None
            # Each row restricts the guesses independently. Equal rows of several environments are looked up only once.
            rows, places = np.unique(np.stack([guesses, ordinals], axis=1), axis=0, return_inverse=True)
            rule, all_guesses = self._table.native_rule, np.arange(len(self._table.guesses), dtype=np.uint32)
            assert rule is not None
            allowed = np.zeros((len(rows), len(all_guesses)), np.bool_)
            for place, (guess, feedback) in enumerate(rows.tolist()):
                allowed[place, rule.allowed([guess], [feedback], all_guesses)] = True
            self._legal[envs] &= allowed[places.ravel()]
        for env in envs.tolist() if self._positions else ():
            row = (self._table.guesses[int(actions[env])], self._table.feedbacks[int(answers[env])])
            self._positions[env] = self._positions[env].after(*row)

    def _begin(self, envs: "NDArray[np.intp]", secrets: "NDArray[np.intp]") -> None:
        """Begin an episode in each of *envs*, with these *secrets*."""
        self._secrets[envs] = secrets
        self._symbols[envs], self._feedbacks[envs], self._used[envs] = 0, 0, 0
        self._left[envs] = True
        if self._mask == "consistent":  # of all environments: `_add_rows` has changed `_left` in the others
            self._legal = self._arrays.consistent(self._left)
        elif self._legal is not None:
            self._legal[envs] = True
        for env in envs.tolist() if self._positions else ():
            self._positions[env] = Position(self._table.game)

    def _observation(self) -> Observation:
        return {"guesses": self._symbols.copy(), "feedbacks": self._feedbacks.copy(), "used": self._used.copy()}

    def _infos(
        self,
        actions: "NDArray[np.intp]",
        answers: "NDArray[np.int32]",
        found: "NDArray[np.bool_]",
        guessed: "NDArray[np.bool_]",
        legal: "NDArray[np.bool_]",
        proven: "NDArray[np.bool_] | None",
    ) -> dict[str, Any]:
        """Return the infos of all environments: an array for each name, and under ``_name`` which of them have it."""
        guess_texts, secret_texts, feedback_texts = self._arrays.texts
        guesses, feedbacks = guess_texts[actions], feedback_texts[answers]
        feedbacks[~legal] = ""
        for texts in (guesses, feedbacks):
            texts[~guessed] = None
        infos = {"guess": guesses, "feedback": feedbacks, "found": found}
        infos |= {f"_{name}": guessed.copy() for name in tuple(infos)}
        if proven is not None:
            infos |= {"proven": proven, "_proven": guessed & legal}
        secrets = secret_texts[self._secrets]
        secrets[~self._over] = None
        return infos | {"secret": secrets, "_secret": self._over.copy()} | self._mask_info()

    def _mask_info(self) -> dict[str, Any]:
        if self._mask is None:
            return {}
        shape, all_envs = (self.num_envs, len(self._table.guesses)), np.ones(self.num_envs, np.bool_)
        mask = np.ones(shape, np.int8) if self._legal is None else self._legal.astype(np.int8)
        counts = np.count_nonzero(self._left, axis=1)
        return {"action_mask": mask, "_action_mask": all_envs, "candidates": counts, "_candidates": all_envs.copy()}
