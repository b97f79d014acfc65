"""Games as Gymnasium environments, for agents that learn. See docs/gym.md. Gymnasium is an optional extra.

``import bestguess.gym`` registers the environments; nothing else in bestguess imports this package. Read `base` first,
then `single` and `vector`.

>>> import gymnasium, bestguess.gym
>>> env = gymnasium.make("bestguess/Mastermind-v0", render_mode="ansi")
>>> board, info = env.reset(options={"secret": "3632"})
>>> board, reward, terminated, truncated, info = env.step(7)
>>> info["guess"], info["feedback"], info["candidates"], reward
('1122', '1.0', 256, -1.0)
"""

from inspect import signature
from typing import Any, Literal

try:
    from gymnasium import register, registry
    from gymnasium.vector import AutoresetMode  # noqa: F401  # since 1.1
except ImportError as error:
    raise ImportError("bestguess.gym needs gymnasium 1.1 or later: pip install 'bestguess[gym]'") from error

from bestguess.errors import BestguessError, unknown_name_text
from bestguess.games import BullsCows, Game, Mastermind, Words
from bestguess.gym.single import GameEnv
from bestguess.gym.vector import GameVectorEnv

__all__ = ["ENVIRONMENT_IDS", "GameEnv", "GameVectorEnv"]

ENVIRONMENT_IDS = {
    "bestguess/Mastermind-v0": "Mastermind",
    "bestguess/BullsAndCows-v0": "BullsAndCows",
    "bestguess/Words-v0": "Words",
    "bestguess/Game-v0": "Game",
}
"""Ids of the environments, and the beginning of the names of their classes."""


def _initialise(env: Any, game: Game, rows: int | None, options: dict[str, Any]) -> None:
    """Initialise *env* for *game* on a board of *rows*; raise BestguessError for an unknown option."""
    general = GameVectorEnv if isinstance(env, GameVectorEnv) else GameEnv
    names = [name for cls in (type(env), general) for name in signature(cls).parameters]
    names = [name for name in names if name not in ("game", "options")]
    for name in options:
        if name not in names:
            raise BestguessError(unknown_name_text("option", name, names))
    general.__init__(env, game.with_rows(rows), **options)


class _Mastermind:
    def __init__(
        self,
        pegs: int = 4,
        colours: int = 6,
        rows: int | None = 10,
        rule: Literal["free", "strict"] = "free",
        **options: Any,
    ) -> None:
        _initialise(self, Mastermind(pegs, colours, rule=rule), rows, options)


class _BullsAndCows:
    def __init__(
        self,
        pegs: int = 4,
        digits: int = 10,
        rows: int | None = 10,
        rule: Literal["free", "strict"] = "free",
        **options: Any,
    ) -> None:
        _initialise(self, BullsCows(pegs, digits, rule=rule), rows, options)


class _Words:
    def __init__(
        self,
        words: str = "english",
        length: int | None = 5,
        rows: int | None = 6,
        rule: Literal["free", "hard", "strict"] = "free",
        **options: Any,
    ) -> None:
        _initialise(self, Words(words, length, rule=rule), rows, options)


class MastermindEnv(_Mastermind, GameEnv):
    """Mastermind as an environment. *options* are those of `GameEnv`."""


class MastermindVectorEnv(_Mastermind, GameVectorEnv):
    """Many environments of Mastermind. *options* are those of `GameVectorEnv`."""


class BullsAndCowsEnv(_BullsAndCows, GameEnv):
    """Bulls and Cows as an environment. *options* are those of `GameEnv`."""


class BullsAndCowsVectorEnv(_BullsAndCows, GameVectorEnv):
    """Many environments of Bulls and Cows. *options* are those of `GameVectorEnv`."""


class WordsEnv(_Words, GameEnv):
    """Words as an environment. *options* are those of `GameEnv`."""


class WordsVectorEnv(_Words, GameVectorEnv):
    """Many environments of Words. *options* are those of `GameVectorEnv`."""


for _id, _name in ENVIRONMENT_IDS.items():
    if _id not in registry:
        register(_id, f"bestguess.gym:{_name}Env", vector_entry_point=f"bestguess.gym:{_name}VectorEnv")
