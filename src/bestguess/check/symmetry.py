"""Symmetries: guesses that are images of one another, and sets of codes that are.

Those of pegs (`pegs`) permute the places and the symbols; where only exact pegs are told (`places`), the places, and
the symbols of each place on its own; those of a balance (`coins`) permute the coins. An *exchange* is a symmetry of
pegs that exchanges two symbols, or two places, and nothing else.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.families import numbered, sides
from bestguess.check.rules import Indices, Rules
from bestguess.errors import FileError


class Images:
    """Which guesses of *rules* are images of one another. *tick* is called now and then."""

    def __init__(self, rules: Rules, tick: Callable[[], None] = lambda: None) -> None:
        self._rules, self._tick = rules, tick
        self._known: dict[tuple[int, ...], Indices] = {}
        self._drawn: NDArray[Any] = np.empty(0)
        if rules.symmetry == "coins":
            self._drawn = sides(rules.guesses, len(rules.secrets) // 2)
        elif rules.symmetry is not None:
            self._drawn = numbered(rules.guesses, rules.guesses).astype(np.int64)

    def lowest(self, fixed: tuple[int, ...]) -> Indices:
        """Return the guesses that have no lower image, where the guesses *fixed* stay as they are."""
        if fixed not in self._known:
            self._tick()
            self._known[fixed] = self._lowest(fixed)
        return self._known[fixed]

    def _lowest(self, fixed: tuple[int, ...]) -> Indices:
        if self._rules.symmetry == "pegs":
            return lowest_by_pegs(self._drawn, fixed, self._tick)
        if self._rules.symmetry == "places":
            return lowest_by_places(self._drawn, fixed)
        if self._rules.symmetry == "coins":
            return lowest_weighings(self._drawn, fixed)
        return np.arange(len(self._rules.guesses))


def lowest_by_places(words: NDArray[Any], fixed: tuple[int, ...]) -> Indices:
    """Return the first of *words*, which are in order, of each orbit by permutations of places and of symbols of each.

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


def lowest_weighings(side: NDArray[Any], fixed: tuple[int, ...]) -> Indices:
    """Return the first weighing of each orbit by permutations of coins; *side* is where each coin is in each weighing.

    Coins are alike that are on the same side in each of the *fixed* weighings, or in none. How many of them are on the
    left and on the right is all that matters, and not which side is which.
    """
    _, group = np.unique(side[list(fixed)].T, axis=0, return_inverse=True) if fixed else (None, np.zeros(side.shape[1]))
    groups = [np.flatnonzero(group.ravel() == number) for number in range(int(group.max()) + 1)]
    left, right = (np.stack([(side[:, coins] == which).sum(1) for coins in groups], 1) for which in (1, -1))
    written, turned = np.concatenate([left, right], 1), np.concatenate([right, left], 1)
    place = (written != turned).argmax(1)
    rows = np.arange(len(side))
    swap = written[rows, place] > turned[rows, place]
    return _first_of_each(np.where(swap[:, None], turned, written))


def _first_of_each(rows: NDArray[Any]) -> Indices:
    """Return the place of the first of each kind of *rows*, in order."""
    rows = np.ascontiguousarray(rows.astype(np.int16))
    kinds = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()
    return np.sort(np.unique(kinds, return_index=True)[1])


def lowest_by_pegs(words: Indices, fixed: tuple[int, ...], tick: Callable[[], None] = lambda: None) -> Indices:
    """Return the *words*, which are in order, that have no lower image where those that are *fixed* stay as they are.

    *tick* is called now and then.

    >>> lowest_by_pegs(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), ()).tolist()
    [0, 1]
    >>> lowest_by_pegs(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), (1,)).tolist()
    [0, 1, 2]
    """
    symbols = int(words.max()) + 1
    played = {symbol for guess in fixed for symbol in words[guess].tolist()}
    free = np.array([symbol for symbol in range(symbols) if symbol not in played] + [symbols], np.int64)
    lowest = np.ones(len(words), bool)
    own = _numbers(words, symbols)
    for places in permutations(range(words.shape[1])):
        tick()
        if (symbol_map := _symbol_map(words, fixed, places)) is not None:
            lowest &= own <= _numbers(_lowest_image(words, places, symbol_map, free), symbols)
    return np.flatnonzero(lowest)


def _symbol_map(words: Indices, fixed: tuple[int, ...], places: tuple[int, ...]) -> dict[int, int] | None:
    """Return where the symbols of the *fixed* guesses must go, for them to stay as they are; None if they cannot."""
    there, back = dict[int, int](), dict[int, int]()
    for guess in fixed:
        for place, source in enumerate(places):
            x, y = int(words[guess, source]), int(words[guess, place])
            if there.setdefault(x, y) != y or back.setdefault(y, x) != x:
                return None
    return there


def _lowest_image(words: Indices, places: tuple[int, ...], symbol_map: dict[int, int], free: Indices) -> Indices:
    """Return the image of each word: symbols that are mapped go there, the others become the free ones in order."""
    rows = np.arange(len(words))
    goes = np.full((len(words), len(free) - 1 + len(symbol_map)), -1, np.int64)
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


def _numbers(words: NDArray[Any], symbols: int) -> Indices:
    """Return *words*, along the last axis, as numbers in their order."""
    values = symbols ** np.arange(words.shape[-1] - 1, -1, -1, dtype=np.int64)
    numbers: Indices = words @ values
    return numbers


class Codes:
    """The codes of a game of pegs: all guesses, and the *secrets* that sets are made of."""

    def __init__(self, rules: Rules, secrets: Sequence[str]) -> None:
        guesses = numbered(rules.guesses, rules.guesses).astype(np.int64)
        self._apart = rules.symmetry == "places"
        self._symbols, self._places = int(guesses.max()) + 1, guesses.shape[1]
        self._words = numbered(secrets, rules.guesses).astype(np.int64)
        exchanges = [self._exchange(*pair) for pair in self._pairs()]
        self._goes = np.array([goes for goes, _ in exchanges]).reshape(-1, self._places)
        self._becomes = np.array([becomes for _, becomes in exchanges]).reshape(-1, self._places, self._symbols)
        own = _numbers(guesses, self._symbols)
        self._lowered = np.array(
            [_numbers(_image(guesses, goes, becomes), self._symbols) < own for goes, becomes in exchanges], bool
        ).reshape(-1, len(guesses))

    def _pairs(self) -> list[tuple[int | None, int, int]]:
        """Return two places (None), or two symbols and the place where they stand (-1: at any)."""
        of_places = [(None, *pair) for pair in combinations(range(self._places), 2)]
        homes = range(self._places) if self._apart else [-1]
        return [*of_places, *((home, *pair) for home in homes for pair in combinations(range(self._symbols), 2))]

    def _exchange(self, home: int | None, one: int, other: int) -> tuple[NDArray[Any], NDArray[Any]]:
        goes = np.arange(self._places)
        becomes = np.tile(np.arange(self._symbols), (self._places, 1))
        if home is None:
            goes[[one, other]] = other, one
        else:
            becomes[slice(None) if home < 0 else home, [one, other]] = other, one
        return goes, becomes

    def lowest(self, some: Indices) -> NDArray[np.bool_]:
        """Whether each guess is to be looked at: not if an exchange that keeps the set of *some* secrets lowers it."""
        words = self._words[some]
        places = np.arange(self._places)
        images = np.empty((len(self._goes), *words.shape), np.int64)
        for row, goes in enumerate(self._goes):
            images[row][:, goes] = self._becomes[row][places, words]
        numbers = np.sort(_numbers(images, self._symbols), axis=1)
        same = (numbers == np.sort(_numbers(words, self._symbols))).all(1)
        kept: NDArray[np.bool_] = ~self._lowered[same].any(0)
        return kept

    def is_image(self, some: Indices, others: Indices, value: Any) -> bool:
        """Whether the symmetry that *value* names takes the set of *some* secrets to that of *others*."""
        image = _image(self._words[some], *self._renaming(value))
        there = _numbers(self._words[others], self._symbols)
        return np.array_equal(np.sort(_numbers(image, self._symbols)), np.sort(there))

    def _renaming(self, value: Any) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the symmetry that a file names by `places` and `symbols`; raise FileError if it is none."""
        if not isinstance(value, dict) or set(value) != {"places", "symbols"}:
            raise FileError("expected an image by places and symbols")
        symbols = value["symbols"] if self._apart else [value["symbols"]] * self._places
        if not isinstance(symbols, list) or len(symbols) != self._places:
            raise FileError("expected the symbols of an image for each place")
        for named, count in [(value["places"], self._places), *((row, self._symbols) for row in symbols)]:
            listed = isinstance(named, list) and all(type(item) is int for item in named)
            if not listed or sorted(named) != list(range(count)):
                raise FileError("expected an image that permutes places, and symbols")
        return np.array(value["places"]), np.array(symbols)


def _image(words: NDArray[Any], goes: NDArray[Any], becomes: NDArray[Any]) -> NDArray[Any]:
    """Return the *words*, where place p goes to ``goes[p]``, and a symbol s there becomes ``becomes[p, s]``."""
    image = np.empty_like(words)
    image[:, goes] = becomes[np.arange(words.shape[1]), words]
    return image
