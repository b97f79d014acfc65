"""Guesses that are images of one another, by permutations of places and symbols that leave others as they are."""

from collections.abc import Callable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray


def lowest_of_orbits(
    guesses: tuple[str, ...], fixed: tuple[int, ...], tick: Callable[[], None] = lambda: None
) -> NDArray[np.int64]:
    """The guesses that have no lower image, where the guesses *fixed* stay as they are. *guesses* are in order.

    *tick* is called now and then.

    >>> lowest_of_orbits(("11", "12", "21", "22"), ()).tolist()
    [0, 1]
    >>> lowest_of_orbits(("11", "12", "21", "22"), (1,)).tolist()
    [0, 1, 2]
    """
    symbols = sorted(set("".join(guesses)))
    words = np.array([[symbols.index(letter) for letter in code] for code in guesses], np.int64)
    played = sorted({symbol for guess in fixed for symbol in words[guess].tolist()})
    free = np.array([s for s in range(len(symbols)) if s not in played] + [len(symbols)], np.int64)
    lowest = np.ones(len(guesses), bool)
    own = _number(words, len(symbols))
    for places in permutations(range(words.shape[1])):
        tick()
        if (symbol_map := _symbol_map(words, fixed, places)) is not None:
            lowest &= own <= _number(_lowest_image(words, places, symbol_map, free), len(symbols))
    return np.flatnonzero(lowest)


def _symbol_map(words: NDArray[np.int64], fixed: tuple[int, ...], places: tuple[int, ...]) -> dict[int, int] | None:
    """Where the symbols of the *fixed* guesses must go, for them to stay as they are; None when they cannot."""
    there, back = dict[int, int](), dict[int, int]()
    for guess in fixed:
        for place, source in enumerate(places):
            x, y = int(words[guess, source]), int(words[guess, place])
            if there.setdefault(x, y) != y or back.setdefault(y, x) != x:
                return None
    return there


def _lowest_image(
    words: NDArray[np.int64], places: tuple[int, ...], symbol_map: dict[int, int], free: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The image of each word: symbols that are mapped go there, the others become the free ones in order."""
    rows = np.arange(len(words))
    symbols = len(free) - 1 + len(symbol_map)
    goes = np.full((len(words), symbols), -1, np.int64)
    for x, y in symbol_map.items():
        goes[:, x] = y
    used = np.zeros(len(words), np.int64)
    image = np.empty_like(words)
    for place, source in enumerate(places):
        symbol = words[:, source]
        fresh = goes[rows, symbol] < 0
        goes[rows[fresh], symbol[fresh]] = free[used[fresh]]
        used[fresh] += 1
        image[:, place] = goes[rows, symbol]
    return image


def _number(words: NDArray[np.int64], symbols: int) -> NDArray[np.int64]:
    """Words as numbers, in their order."""
    number = np.zeros(len(words), np.int64)
    for place in range(words.shape[1]):
        number = number * symbols + words[:, place]
    return number
