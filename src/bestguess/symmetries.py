"""The symmetries of a game of your own: how they are said, and `find`, which looks for them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from bestguess.games import Code, CodeSymmetries, GameLike, Symmetry, as_game
from bestguess.games.finding import found_symmetries

if TYPE_CHECKING:
    from bestguess.engine import Indices

__all__ = ["CodeSymmetries", "Symmetry", "find"]


def find(game: GameLike) -> tuple[Symmetry, ...]:
    """Return symmetries of *game* that together make all others.

    Exchanges of secrets that no guess tells apart are left out. Each symmetry is verified, so none is ever wrong. The
    search takes some seconds at most, and then returns what it has found. A game of more than 2^25 pairs of a guess and
    a secret gets none. With them, solvers of a `CustomGame` are faster:

    >>> from bestguess.games import CustomGame, game
    >>> plain = CustomGame(range(1, 6), range(1, 6), lambda g, s: "<=>"[(g > s) - (g < s) + 1], "=")
    >>> mirror, = find(plain)
    >>> [mirror.guess(number) for number in plain.guesses]
    [5, 4, 3, 2, 1]
    """
    table = as_game(game).table
    guesses, secrets = tuple(table.guesses), tuple(table.secrets)
    found = found_symmetries(table.invariants)
    return tuple(Symmetry(_Images(one, guesses), _Images(other, secrets)) for one, other in found)


class _Images:
    """What becomes of a code: itself, unless said otherwise."""

    def __init__(self, images: "Indices", codes: Sequence[Code]) -> None:
        moved = np.flatnonzero(images != np.arange(len(images)))
        self._moved = {codes[one]: codes[int(images[one])] for one in moved.tolist()}

    def __call__(self, code: Code) -> Code:
        return self._moved.get(code, code)
