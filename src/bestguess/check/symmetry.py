"""Symmetries: guesses that are images of one another, and sets of codes that are.

Those of pegs (`pegs`) permute the places and the symbols; where only exact pegs are told (`places`), the places, and
the symbols of each place on its own; those of a balance (`coins`) permute the coins. An *exchange* is a symmetry of
pegs that exchanges two symbols, or two places, and nothing else.
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.families import letters_of, sides
from bestguess.check.rules import Indices, Rules
from bestguess.errors import FileError


def lowest_images(rules: Rules, tick: Callable[[], None] = lambda: None) -> Callable[[tuple[int, ...]], Indices]:
    """Return a function of guesses that stay as they are: the guesses that then have no lower image, remembered.

    *tick* is called now and then.
    """
    if rules.symmetry == "coins":
        return cache(partial(lowest_weighings, sides(rules.guesses)[:, : len(rules.secrets) // 2]))
    if rules.symmetry == "places":
        return cache(partial(lowest_by_places, _words(rules, rules.guesses)))
    if rules.symmetry == "pegs":
        return cache(partial(lowest_by_pegs, _words(rules, rules.guesses), tick=tick))
    everything = np.arange(len(rules.guesses))
    return lambda _fixed: everything


def _words(rules: Rules, codes: Sequence[str]) -> Indices:
    """Return *codes* as numbers of symbols, in the order in which the guesses have them first."""
    symbols = dict.fromkeys("".join(rules.guesses))
    number = np.zeros(max(map(ord, symbols)) + 1, np.int64)
    number[[ord(symbol) for symbol in symbols]] = np.arange(len(symbols))
    return number[letters_of(codes)]


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
    group: NDArray[Any] = np.zeros(side.shape[1])  # of each coin: without fixed weighings all are alike
    if fixed:
        _, group = np.unique(side[list(fixed)].T, axis=0, return_inverse=True)
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
    symbol_map = dict[int, int]()  # onto the symbols of the same guesses, so that no two go to one
    for guess in fixed:
        for place, source in enumerate(places):
            symbol = int(words[guess, place])
            if symbol_map.setdefault(int(words[guess, source]), symbol) != symbol:
                return None
    return symbol_map


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
        guesses = _words(rules, rules.guesses)
        self._apart = rules.symmetry == "places"
        self._symbols, self._places = int(guesses.max()) + 1, guesses.shape[1]
        self._words = _words(rules, secrets)
        self._exchanges = self._all_exchanges()
        own = _numbers(guesses, self._symbols)
        lowered = [_numbers(_image(guesses, *exchange), self._symbols) < own for exchange in self._exchanges]
        self._lowered = np.array(lowered, bool).reshape(-1, len(guesses))

    def _all_exchanges(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return for each exchange where each place goes, and for each place what each symbol becomes."""
        same_places = np.arange(self._places)
        same_symbols = np.tile(np.arange(self._symbols), (self._places, 1))
        exchanges = []
        for pair in combinations(range(self._places), 2):
            goes = same_places.copy()
            goes[list(pair)] = pair[::-1]
            exchanges.append((goes, same_symbols))
        for at in range(self._places) if self._apart else [slice(None)]:
            for pair in combinations(range(self._symbols), 2):
                becomes = same_symbols.copy()
                becomes[at, list(pair)] = pair[::-1]
                exchanges.append((same_places, becomes))
        return exchanges

    def lowest(self, some: Indices) -> NDArray[np.bool_]:
        """Whether each guess is to be looked at: not if an exchange that keeps the set of *some* secrets lowers it."""
        words = self._words[some]
        images = np.array([_image(words, *exchange) for exchange in self._exchanges]).reshape(-1, *words.shape)
        numbers = np.sort(_numbers(images, self._symbols), axis=1)
        same = (numbers == np.sort(_numbers(words, self._symbols))).all(1)
        return np.asarray(~self._lowered[same].any(0))

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
