"""Values that hold the game they are about."""

import pickle
from typing import Any

from bestguess.games.base import Game
from bestguess.games.registry import described_by_text


class HoldsGame:
    """A value with a field `rules`, which pickles leave out where the game cannot be pickled, as one with a lambda."""

    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        rules = state.get("rules")
        if isinstance(rules, Game) and not described_by_text(rules) and not _is_picklable(rules):
            state["rules"] = None
        return state


def _is_picklable(game: Game) -> bool:
    try:
        pickle.dumps(game)
    except Exception:  # whatever a user's object raises
        return False
    return True
