"""Guesses that are images of one another, by symmetries that leave others as they are.

Those of pegs permute the places and the symbols; where only exact pegs are told (`places`), the places, and the symbols
of each place on its own; those of a balance permute the coins.
"""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.coins import sides
from bestguess.check.game import Rules


class Images:
    """Which guesses of *rules* are images of one another. *tick* is called now and then."""

    def __init__(self, rules: Rules, tick: Callable[[], None] = lambda: None) -> None:
        self._rules, self._tick = rules, tick
        self._known: dict[tuple[int, ...], NDArray[np.int64]] = {}
        self._drawn: NDArray[Any] | None = None

    def lowest(self, fixed: tuple[int, ...]) -> NDArray[np.int64]:
        """The guesses that have no lower image, where the guesses *fixed* stay as they are."""
        if fixed not in self._known:
            self._tick()
            self._known[fixed] = self._lowest(fixed)
        return self._known[fixed]

    def _lowest(self, fixed: tuple[int, ...]) -> NDArray[np.int64]:
        guesses = self._rules.guesses
        if self._rules.symmetry == "pegs":
            return lowest_of_orbits(guesses, fixed, self._tick)
        if self._rules.symmetry is None:
            return np.arange(len(guesses))
        if self._rules.symmetry == "places":
            self._drawn = _words(guesses) if self._drawn is None else self._drawn
            return lowest_by_places(self._drawn, fixed)
        if self._drawn is None:
            self._drawn = sides(guesses, len(self._rules.secrets) // 2)
        return lowest_weighings(self._drawn, fixed)


def lowest_by_places(words: NDArray[Any], fixed: tuple[int, ...]) -> NDArray[np.int64]:
    """The first of *words*, which are in order, of each orbit by permutations of places and of the symbols of each.

    At a place, a symbol is that of one of the *fixed* words, or any other. A place goes to one where the fixed words
    have the same symbols in common, and there the symbol that they have to the one that they have.

    >>> lowest_by_places(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), ()).tolist()
    [0]
    >>> lowest_by_places(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), (0,)).tolist()
    [0, 1, 3]
    """
    played = words[list(fixed)]
    shared = [tuple(column.index(symbol) for symbol in column) for column in played.T.tolist()]
    kind = {pattern: number for number, pattern in enumerate(dict.fromkeys(shared))}
    described = np.empty(words.shape, np.int64)
    for place, pattern in enumerate(shared):
        first_with = np.full(int(words.max()) + 1, len(fixed))
        for row in reversed(range(len(fixed))):
            first_with[played[row, place]] = row
        described[:, place] = kind[pattern] * (len(fixed) + 1) + first_with[words[:, place]]
    return _first_of_each(np.sort(described, axis=1))


def lowest_weighings(side: NDArray[Any], fixed: tuple[int, ...]) -> NDArray[np.int64]:
    """The first weighing of each orbit by permutations of coins; *side* is where each coin is in each weighing.

    Coins are alike that are on the same side in each of the *fixed* weighings, or in none. How many of them are on the
    left and on the right is all that matters, and not which side is which.
    """
    _, group = np.unique(side[list(fixed)].T, axis=0, return_inverse=True) if fixed else (None, np.zeros(side.shape[1]))
    groups = [np.flatnonzero(group.ravel() == number) for number in range(int(group.max()) + 1)]
    left, right = (np.stack([(side[:, coins] == one).sum(1) for coins in groups], 1) for one in (1, -1))
    one, other = np.concatenate([left, right], 1), np.concatenate([right, left], 1)
    differ = one != other
    place = differ.argmax(1)
    rows = np.arange(len(side))
    swap = one[rows, place] > other[rows, place]
    return _first_of_each(np.where(swap[:, None], other, one))


def _first_of_each(rows: NDArray[Any]) -> NDArray[np.int64]:
    """The place of the first of each kind of *rows*, in order."""
    rows = np.ascontiguousarray(rows.astype(np.int16))
    kinds = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    return np.sort(np.unique(kinds, return_index=True)[1])


def _words(guesses: tuple[str, ...]) -> NDArray[np.int64]:
    """The guesses as numbers of symbols, in the order in which the *guesses*, which are in order, have them first."""
    number = {symbol: place for place, symbol in enumerate(dict.fromkeys("".join(guesses)))}
    return np.array([[number[letter] for letter in code] for code in guesses], np.int64)


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
    words = _words(guesses)
    symbols = range(int(words.max()) + 1)
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
