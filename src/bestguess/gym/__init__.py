"""Games as Gymnasium environments, for agents that learn: docs/gym.md. Gymnasium is an optional extra.

Imported as ``bestguess.gym``, which registers the environments, and by nothing else here. Read `setup` first, then
`single` and `vector`.

>>> import gymnasium, bestguess.gym
>>> env = gymnasium.make("bestguess/Mastermind-v0", render_mode="ansi")
>>> board, info = env.reset(options={"secret": "3632"})
>>> board, reward, terminated, truncated, info = env.step(7)
>>> info["guess"], info["feedback"], info["candidates"], reward
('1122', '1.0', 256, -1.0)
"""

try:
    from gymnasium import register, registry
    from gymnasium.vector import AutoresetMode  # noqa: F401  # since 1.1
except ImportError as error:
    raise ImportError("bestguess.gym needs gymnasium 1.1 or later: pip install 'bestguess[gym]'") from error

from bestguess.gym.single import GameEnv
from bestguess.gym.vector import GameVectorEnv

__all__ = ["IDS", "GameEnv", "GameVectorEnv"]

IDS = {
    "bestguess/Mastermind-v0": "Mastermind",
    "bestguess/BullsAndCows-v0": "BullsAndCows",
    "bestguess/Words-v0": "Words",
    "bestguess/Game-v0": "Game",
}
"""The ids of the environments, and how their classes begin."""

for _id, _name in IDS.items():
    _module = "bestguess.gym" if _name == "Game" else "bestguess.gym.families"
    if _id not in registry:
        register(_id, f"{_module}:{_name}Env", vector_entry_point=f"{_module}:{_name}VectorEnv")
