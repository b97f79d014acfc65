"""Coins on a balance: one is too heavy or too light, and as many are put on the left as on the right."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from string import ascii_uppercase
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits

LEFT, RIGHT, LEVEL = "left", "right", "level"


def coins_of(count: int) -> str:
    """The coins: the first letters."""
    return ascii_uppercase[:count]


def number_of_weighings(count: int) -> int:
    """How many different weighings there are of so many coins."""
    return sum(comb(count, 2 * side) * comb(2 * side, side) // 2 for side in range(1, count // 2 + 1))


def weighings(count: int) -> Iterator[tuple[str, ...]]:
    """All weighings, in any order, as their letters: the lowest coin of all is on the left.

    >>> sorted("".join(weighing) for weighing in weighings(3))
    ['A-B', 'A-C', 'B-C']
    """
    for side in range(1, count // 2 + 1):
        for coins in combinations(coins_of(count), 2 * side):
            for others in combinations(coins[1:], side - 1):
                left = {coins[0], *others}
                yield (*(c for c in coins if c in left), "-", *(c for c in coins if c not in left))


def secrets_of(count: int) -> tuple[str, ...]:
    """Which coin it may be, and whether it is too heavy (`+`) or too light."""
    return tuple(coin + sign for coin in coins_of(count) for sign in "+-")


def balance_feedback(weighing: str, secret: str) -> str:
    """The side that goes down."""
    left, right = weighing.split("-")
    coin, heavy = secret[0], secret[1] == "+"
    if coin in left:
        return LEFT if heavy else RIGHT
    if coin in right:
        return RIGHT if heavy else LEFT
    return LEVEL


def sides(weighings: tuple[str, ...], count: int) -> NDArray[np.int8]:
    """For each weighing and coin: 1 where it is on the left, -1 on the right, 0 on neither."""
    letters = np.array(weighings).view(np.uint32).reshape(len(weighings), -1)
    behind = np.cumsum(letters == ord("-"), axis=1) > 0
    found = np.zeros((len(weighings), count), np.int8)
    for coin in range(count):
        here = letters == ord(ascii_uppercase[coin])
        found[:, coin] = (here & ~behind).any(1).astype(np.int8) - (here & behind).any(1)
    return found


def balance_answers(
    count: int, guesses: tuple[str, ...], secrets: list[str], limits: Limits
) -> tuple[list[str], NDArray[Any]]:
    """The side of the coin, or the other one if it is too light."""
    limits.tick()
    column = np.array([ord(secret[0]) - ord("A") for secret in secrets])
    sign = np.array([1 if secret[1] == "+" else -1 for secret in secrets], np.int8)
    down = sides(guesses, count)[:, column] * sign  # 1: the left side, -1: the right one
    return [LEVEL, LEFT, RIGHT], np.array([0, 1, 2], np.uint8)[down]
