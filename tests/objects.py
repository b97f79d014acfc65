"""Games of a user's own over objects: tuples, numbers (0 among them), truth values and enumerations."""

from enum import Enum
from itertools import product
from typing import Any, TypeAlias

import bestguess as bg

Pair: TypeAlias = tuple[int, int]


def score_pair(guess: Pair, secret: Pair) -> Pair:
    """Exact and misplaced numbers."""
    exact = sum(one == other for one, other in zip(guess, secret, strict=True))
    return exact, sum(min(guess.count(number), secret.count(number)) for number in set(guess)) - exact


def pair_text(value: Any) -> str:
    """A pair without brackets: 0-1."""
    return "-".join(map(str, value))


def pairs(**options: Any) -> bg.CustomGame[Pair, Pair, Pair]:
    """Mastermind with two pegs and three colours, over pairs of numbers."""
    codes = list(product(range(3), range(3)))
    return bg.CustomGame(codes, codes, score_pair, win=(2, 0), name="pairs", **options)


def numbers(**options: Any) -> bg.CustomGame[int, int, int]:
    """A number from 0 to 6; the answer is -1 for too low, 1 for too high, and 0, which wins."""
    return bg.CustomGame(range(7), range(7), lambda g, s: (g > s) - (g < s), win=0, name="number", **options)


class Size(Enum):
    """What the numbers of `bits` mean."""

    SMALL = 0
    LARGE = 1


def bits(**options: Any) -> bg.CustomGame[int, int, bool]:
    """Which of the numbers 0 to 7 it is, small or large: by asking for its bits."""
    labels = [Size.SMALL] * 3 + [Size.LARGE] * 5
    return bg.CustomGame(
        range(3), range(8), lambda bit, n: bool(n >> bit & 1), goal="identify", labels=labels, name="bits", **options
    )


GAMES: dict[str, bg.CustomGame] = {
    "pairs": pairs(),
    "pairs with a text": pairs(text=pair_text),
    "weighed pairs": pairs(weights=range(9), text=pair_text),
    "numbers": numbers(),
    "numbers with a text": numbers(text=lambda value: f"<{value}>"),
    "bits": bits(),
    "bits with a text": bits(text=lambda value: getattr(value, "name", f"bit {value}"), costs=[1, 2, 3]),
}


def played(game: bg.CustomGame, rows: int = 1) -> bg.Position:
    """The position after so many *rows* for the last secret, by the first guesses."""
    position = bg.Position(game, secret=game.secrets[-1])
    for guess in game.guesses[:rows]:
        position = position.after(guess)
    return position
