"""An agent that learns to play mastermind(2,3) from nothing but rewards, in a few seconds, and how good it gets.

It is Q-learning with a table, on many environments at once; `pip install "bestguess[gym]"`. What it learned is then a
strategy like any other, compared with those that ship.
"""

from collections import defaultdict
from typing import Any

import gymnasium
import numpy as np

import bestguess as bg
import bestguess.gym

SIZE: dict[str, Any] = {"pegs": 2, "colours": 3, "rows": 6}
ENVS, STEPS, EXPLORING = 128, 3_000, 0.1


def key(board: dict[str, Any], env: Any = ...) -> bytes:
    """A board as a key: its guesses and feedbacks."""
    return bytes(board["guesses"][env].tobytes() + board["feedbacks"][env].tobytes())


def train(seed: int) -> dict[bytes, Any]:
    """What each guess is worth on each board that was seen: minus the guesses that it takes from there on."""
    envs = gymnasium.make_vec("bestguess/Mastermind-v0", num_envs=ENVS, penalty=1, **SIZE)
    guesses = int(envs.single_action_space.n)  # type: ignore[attr-defined]
    values: dict[bytes, Any] = defaultdict(lambda: np.zeros(guesses))
    visits: dict[bytes, Any] = defaultdict(lambda: np.zeros(guesses))
    rng = np.random.default_rng(seed)
    board, _ = envs.reset(seed=seed)
    keys, over = [key(board, env) for env in range(ENVS)], np.zeros(ENVS, bool)
    for _ in range(STEPS):
        best = np.array([values[seen].argmax() for seen in keys])
        actions = np.where(rng.random(ENVS) < EXPLORING, rng.integers(guesses, size=ENVS), best)
        board, rewards, ended, _, _ = envs.step(actions)
        after = [key(board, env) for env in range(ENVS)]
        for env in np.flatnonzero(~over):  # in the others this step only began a new game
            seen, action = keys[env], actions[env]
            visits[seen][action] += 1
            target = rewards[env] + (0 if ended[env] else values[after[env]].max())
            values[seen][action] += (target - values[seen][action]) / visits[seen][action] ** 0.7
        keys, over = after, ended
    return values


def main() -> None:
    """Trains, and compares."""
    game = bg.Mastermind(2, 3).with_rows(6)
    env = bestguess.gym.GameEnv(game)
    values = train(seed=1)

    def learned(position: bg.Position) -> str:
        return game.guesses[int(values[key(env.observe(position))].argmax())]

    for figures in bg.compare(game, [learned, "first", "optimal"]):
        print(f"{figures.strategy:<8} {figures.mean:.3f} guesses on average, {figures.worst} at most")


if __name__ == "__main__":
    main()
