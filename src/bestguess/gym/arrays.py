"""A game as arrays: its table, the symbols of its guesses, what they cost, and how likely its secrets are."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import numpy as np

from bestguess.games import CodeSpace, Game, GameLike, Words, as_game
from bestguess.games.table import Table
from bestguess.gym.losses import Losses

if TYPE_CHECKING:
    from numpy.typing import NDArray

_shared: "WeakValueDictionary[Game, GameArrays]" = WeakValueDictionary()


class GameArrays:
    """The arrays of *table*, of a game without rows, which all environments of that game share."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.symbols, self.most_symbol = _symbols(table)
        unit = float(table.game.cost_unit)
        self.costs = table.costs * unit
        self._losses: dict[int | None, Losses] = {}

    @cached_property
    def guess_texts(self) -> "NDArray[np.object_]":
        """The texts of the guesses."""
        return self._texts(self.table.guesses)

    @cached_property
    def secret_texts(self) -> "NDArray[np.object_]":
        """The texts of the secrets."""
        return self._texts(self.table.secrets)

    @cached_property
    def feedback_texts(self) -> "NDArray[np.object_]":
        """The texts of the feedbacks."""
        return self._texts(self.table.feedbacks)

    def _texts(self, values: Sequence[object]) -> "NDArray[np.object_]":
        return np.array(list(map(self.table.game.text, values)), object)

    @cached_property
    def _weight_ends(self) -> "NDArray[np.int64] | None":
        return None if not self.table.game.has_weights else np.cumsum(self.table.weights)

    def losses(self, budget: int | None) -> Losses:
        """What guesses lose, by values found within a *budget* of nodes each."""
        return self._losses.setdefault(budget, Losses(self.table.game, budget))

    def draw_secrets(self, rng: np.random.Generator, count: int) -> "NDArray[np.intp]":
        """So many secrets by index, drawn by weight if the game has weights.

        By a stream of their own: an action space with the same seed as the environment would draw the secret itself.
        """
        (rng,), ends = rng.spawn(1), self._weight_ends
        if ends is None:
            return rng.integers(len(self.table.secrets), size=count, dtype=np.intp)
        return np.searchsorted(ends, rng.integers(ends[-1], size=count), side="right")

    @cached_property
    def _wins(self) -> "tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]":
        """Secrets by the guess that wins against them, where the secrets of each guess begin, and these guesses."""
        ends, guesses = self.table.winners
        secrets = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=np.uint32(0)))
        order = np.argsort(guesses, kind="stable")
        winning, begins = np.unique(guesses[order], return_index=True)
        return secrets[order], begins, winning.astype(np.intp)

    @cached_property
    def _codes_win_themselves(self) -> bool:
        """Whether guesses and secrets are the same, and each wins against itself alone."""
        table = self.table
        same = len(table.guesses) == len(table.secrets) == len(table.winners[1])
        return same and np.array_equal(table.winner, table.all_candidates)

    def consistent(self, left: "NDArray[np.bool_]") -> "NDArray[np.bool_]":
        """Which guesses win against a secret that is *left*, a row for each environment.

        >>> arrays = shared_arrays("mastermind(2,2)")
        >>> arrays.consistent(np.array([[False, True, True, False]])).tolist()
        [[False, True, True, False]]
        """
        if self._codes_win_themselves:
            return left.copy()
        secrets, begins, winning = self._wins
        found = np.zeros((len(left), len(self.table.guesses)), np.bool_)
        by_guess = left[:, secrets]
        if len(begins) < len(secrets):  # a guess wins against several
            by_guess = np.logical_or.reduceat(by_guess, begins, axis=1)
        found[:, winning] = by_guess
        return found


def shared_arrays(given: GameLike) -> GameArrays:
    """The arrays of a game without its rows, made once while an environment uses them."""
    game = as_game(given).with_rows(None)
    arrays = _shared.get(game)
    if arrays is None:
        arrays = _shared[game] = GameArrays(game.table)
    return arrays


def _symbols(table: Table) -> "tuple[NDArray[np.int32], int]":
    """The symbols of each guess, counted from 1, and the highest of them.

    They are places among the symbols of the game where guesses are codes, and among the letters of all guesses where
    they are words. In other games a guess is one symbol, its index.
    """
    guesses = table.guesses
    if isinstance(guesses, CodeSpace):
        order = guesses.symbols
    elif isinstance(table.game, Words):
        order = "".join(sorted(set("".join(guesses))))
    else:
        return np.arange(1, len(guesses) + 1, dtype=np.int32)[:, None], len(guesses)
    place = {symbol: number for number, symbol in enumerate(order, start=1)}
    return np.array([[place[symbol] for symbol in guess] for guess in guesses], np.int32), len(order)
