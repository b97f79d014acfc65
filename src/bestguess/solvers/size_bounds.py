"""Bounds by size: with b losing feedbacks, at most 1, b, b * b, ... secrets are found by guess 1, 2, 3, ....

A tree has one node at its root, each node has at most b branches that go on, and each node wins one secret at most.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _most_found(feedbacks: int) -> Iterator[int]:
    """How many secrets can be found by guess 1, 2, 3, ... at most."""
    width = 1
    while True:
        yield width
        width *= max(1, feedbacks - 1)


def most_within(feedbacks: int, guesses: int, secrets: int) -> int:
    """How many of so many *secrets* can be found within so many *guesses* at most.

    >>> most_within(14, 1, 50), most_within(14, 2, 50), most_within(14, 3, 50)
    (1, 14, 50)
    """
    found = 0
    for width, _ in zip(_most_found(feedbacks), range(guesses), strict=False):
        found += width
        if found >= secrets:
            return secrets
    return found


def least_worst(feedbacks: int, secrets: int) -> int:
    """The fewest guesses within which so many *secrets* can all be found.

    >>> least_worst(14, 1), least_worst(14, 1 + 13), least_worst(14, 1 + 13 + 1)
    (1, 2, 3)
    """
    guesses = 0
    for width in _most_found(feedbacks):
        guesses, secrets = guesses + 1, secrets - width
        if secrets <= 0:
            break
    return guesses


@lru_cache(maxsize=10_000)
def least_total(feedbacks: int, secrets: int) -> int:
    """The least total that so many *secrets* can need when all weigh one.

    >>> least_total(14, 1 + 13 + 2)
    33
    """
    total = 0
    for guesses, width in enumerate(_most_found(feedbacks), start=1):
        total, secrets = total + guesses * min(secrets, width), secrets - width
        if secrets <= 0:
            break
    return total


def least_weighted_total(feedbacks: int, weights: "NDArray[np.int64]") -> int:
    """The least total that secrets of these *weights* can need: the heaviest are found first.

    >>> least_weighted_total(3, np.array([1, 5, 2, 2]))
    16
    """
    return int((np.sort(weights)[::-1] * least_depths(feedbacks, len(weights))).sum())


def least_depths(feedbacks: int, secrets: int) -> "NDArray[np.int64]":
    """The least numbers of guesses that so many *secrets* can need, lowest first.

    >>> least_depths(3, 5).tolist()
    [1, 2, 2, 3, 3]
    """
    depths, left = list[int](), secrets
    for guesses, width in enumerate(_most_found(feedbacks), start=1):
        depths += [guesses] * min(left, width)
        left -= width
        if left <= 0:
            break
    return np.array(depths, np.int64)
