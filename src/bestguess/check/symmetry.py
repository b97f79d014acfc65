"""Symmetries of games: permutations of the codes that change no feedback.

There are three kinds (`Rules.symmetry`). `pegs`: permutations of the places and of the symbols. `places`, for
feedback=exact: permutations of the places, and of the symbols of each place on its own. `coins`, for a balance:
permutations of the coins. An *exchange* is a symmetry of pegs that exchanges two places or two symbols, and nothing
else.

Guesses that symmetries map to each other form an *orbit*; they cost the same, so only the lowest must be checked.
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
    """Return a function that finds the lowest guess of each orbit, if given guesses stay as they are.

    The function takes a tuple of these guesses, and remembers its results. *tick* is called now and then.
    """
    if rules.symmetry == "coins":
        return cache(partial(lowest_weighings, sides(rules.guesses)[:, : len(rules.secrets) // 2]))
    if rules.symmetry == "places":
        return cache(partial(lowest_by_places, _symbol_numbers(rules, rules.guesses)))
    if rules.symmetry == "pegs":
        return cache(partial(lowest_by_pegs, _symbol_numbers(rules, rules.guesses), tick=tick))
    everything = np.arange(len(rules.guesses))
    return lambda _fixed: everything


def _symbol_numbers(rules: Rules, codes: Sequence[str]) -> Indices:
    """Return *codes* with symbols as numbers. Guesses are sorted, so symbols first occur in order too."""
    symbols = dict.fromkeys("".join(rules.guesses))
    number = np.zeros(max(map(ord, symbols)) + 1, np.int64)
    number[[ord(symbol) for symbol in symbols]] = np.arange(len(symbols))
    return number[letters_of(codes)]


def lowest_by_places(words: NDArray[Any], fixed: tuple[int, ...]) -> Indices:
    """Return the first of *words* of each orbit, if each place has its own symbols. The words are sorted.

    Symmetries leave the *fixed* words unchanged. So a place can only move to a place where the same fixed words share a
    symbol, and each fixed word's symbol becomes that word's symbol in the new place. All other symbols of a place are
    interchangeable. So an orbit is identified by the places of a word, in any order: the kind of each place, and the
    first fixed word with the same symbol there.

    >>> lowest_by_places(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), ()).tolist()
    [0]
    >>> lowest_by_places(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), (0,)).tolist()
    [0, 1, 3]
    """
    played = words[list(fixed)]
    shared = [tuple(column.index(symbol) for symbol in column) for column in played.T.tolist()]
    kind = {pattern: number for number, pattern in enumerate(dict.fromkeys(shared))}
    features = np.empty(words.shape, np.int64)
    for place, pattern in enumerate(shared):
        first_with = np.full(int(words.max()) + 1, len(fixed))
        for row in reversed(range(len(fixed))):
            first_with[played[row, place]] = row
        features[:, place] = kind[pattern] * (len(fixed) + 1) + first_with[words[:, place]]
    return _first_of_each(np.sort(features, axis=1))


def lowest_weighings(side: NDArray[Any], fixed: tuple[int, ...]) -> Indices:
    """Return the first weighing of each orbit by permutations of coins. *side* has the side of each coin (`sides`).

    Coins that are on the same side in all *fixed* weighings, or in none, are a group. An orbit is known by how many
    coins of each group are on either side, whichever side that is.
    """
    group: NDArray[Any] = np.zeros(side.shape[1])  # of each coin; without fixed weighings there is one group
    if fixed:
        _, group = np.unique(side[list(fixed)].T, axis=0, return_inverse=True)
    groups = [np.flatnonzero(group.ravel() == number) for number in range(int(group.max()) + 1)]
    left, right = (np.stack([(side[:, coins] == which).sum(1) for coins in groups], 1) for which in (1, -1))
    # Take the smaller of both orientations: compare them at the first place where they differ.
    counts, exchanged = np.concatenate([left, right], 1), np.concatenate([right, left], 1)
    place = (counts != exchanged).argmax(1)
    rows = np.arange(len(side))
    swap = counts[rows, place] > exchanged[rows, place]
    return _first_of_each(np.where(swap[:, None], exchanged, counts))


def _first_of_each(rows: NDArray[Any]) -> Indices:
    """Return the index of the first of each group of equal *rows*, in order."""
    rows = np.ascontiguousarray(rows.astype(np.int16))
    kinds = rows.view(np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))).ravel()  # each row as one value
    return np.sort(np.unique(kinds, return_index=True)[1])


def lowest_by_pegs(words: Indices, fixed: tuple[int, ...], tick: Callable[[], None] = lambda: None) -> Indices:
    """Return the *words* that no symmetry of pegs maps to a lower one. The words are sorted.

    Only symmetries that leave the *fixed* words unchanged count.

    >>> lowest_by_pegs(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), ()).tolist()
    [0, 1]
    >>> lowest_by_pegs(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), (1,)).tolist()
    [0, 1, 2]
    """
    symbols = int(words.max()) + 1
    fixed_symbols = {symbol for guess in fixed for symbol in words[guess].tolist()}
    # The symbols that may be permuted freely. An extra one at the end keeps the index of the next one valid.
    free = np.array([symbol for symbol in range(symbols) if symbol not in fixed_symbols] + [symbols], np.int64)
    lowest = np.ones(len(words), bool)
    own = _numbers(words, symbols)
    for places in permutations(range(words.shape[1])):
        tick()
        if (symbol_map := _symbol_map(words, fixed, places)) is not None:
            lowest &= own <= _numbers(_lowest_image(words, places, symbol_map, free), symbols)
    return np.flatnonzero(lowest)


def _symbol_map(words: Indices, fixed: tuple[int, ...], places: tuple[int, ...]) -> dict[int, int] | None:
    """Return where the symbols of the *fixed* guesses go if the places are permuted and these guesses do not change.

    Return None if that is impossible.
    """
    symbol_map = dict[int, int]()  # onto the symbols of the same guesses, so no two symbols become the same
    for guess in fixed:
        for place, source in enumerate(places):
            symbol = int(words[guess, place])
            if symbol_map.setdefault(int(words[guess, source]), symbol) != symbol:
                return None
    return symbol_map


def _lowest_image(words: Indices, places: tuple[int, ...], symbol_map: dict[int, int], free: Indices) -> Indices:
    """Return the lowest image of each word: symbols follow *symbol_map*, and others become the *free* ones in order."""
    rows = np.arange(len(words))
    target = np.full((len(words), len(free) - 1 + len(symbol_map)), -1, np.int64)  # of each symbol; -1: undecided
    for symbol, image_symbol in symbol_map.items():
        target[:, symbol] = image_symbol
    used = np.zeros(len(words), np.int64)
    image = np.empty_like(words)
    for place, source in enumerate(places):
        column = words[:, source]
        undecided = target[rows, column] < 0
        target[rows[undecided], column[undecided]] = free[used[undecided]]
        used[undecided] += 1
        image[:, place] = target[rows, column]
    return image


def _numbers(words: NDArray[Any], symbols: int) -> Indices:
    """Return *words* as numbers that have the same order."""
    values = symbols ** np.arange(words.shape[-1] - 1, -1, -1, dtype=np.int64)
    numbers: Indices = words @ values
    return numbers


class PegCodes:
    """Codes of a peg game and their exchanges: all guesses, and the *secrets* that sets are made of."""

    def __init__(self, rules: Rules, secrets: Sequence[str]) -> None:
        guesses = _symbol_numbers(rules, rules.guesses)
        self._separate = rules.symmetry == "places"
        self._symbols, self._places = int(guesses.max()) + 1, guesses.shape[1]
        self._words = _symbol_numbers(rules, secrets)
        self._exchanges = self._all_exchanges()
        own = _numbers(guesses, self._symbols)
        # For each exchange and guess, whether it maps the guess to a lower one.
        lowered = [_numbers(_image(guesses, *exchange), self._symbols) < own for exchange in self._exchanges]
        self._lowered = np.array(lowered, bool).reshape(-1, len(guesses))

    def _all_exchanges(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return all exchanges: where each place goes, and what each symbol of each place becomes (`_image`)."""
        same_places = np.arange(self._places)
        same_symbols = np.tile(np.arange(self._symbols), (self._places, 1))
        exchanges = []
        for pair in combinations(range(self._places), 2):
            places = same_places.copy()
            places[list(pair)] = pair[::-1]
            exchanges.append((places, same_symbols))
        for at in range(self._places) if self._separate else [slice(None)]:
            for pair in combinations(range(self._symbols), 2):
                symbols = same_symbols.copy()
                symbols[at, list(pair)] = pair[::-1]
                exchanges.append((same_places, symbols))
        return exchanges

    def lowest(self, chosen: Indices) -> NDArray[np.bool_]:
        """Whether each guess must be checked for the set of *chosen* secrets.

        Not if an exchange maps the set to itself and the guess to a lower one: both guesses cost the same.
        """
        words = self._words[chosen]
        images = np.array([_image(words, *exchange) for exchange in self._exchanges]).reshape(-1, *words.shape)
        numbers = np.sort(_numbers(images, self._symbols), axis=1)
        keeps_set = (numbers == np.sort(_numbers(words, self._symbols))).all(1)
        return np.asarray(~self._lowered[keeps_set].any(0))

    def is_image(self, chosen: Indices, others: Indices, value: Any) -> bool:
        """Whether the symmetry that a file describes by *value* maps the set of *chosen* secrets to the *others*."""
        image = _numbers(_image(self._words[chosen], *self._parse_symmetry(value)), self._symbols)
        target = _numbers(self._words[others], self._symbols)
        return np.array_equal(np.sort(image), np.sort(target))

    def _parse_symmetry(self, value: Any) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the symmetry that a file describes by `places` and `symbols`; raise FileError if it is not one."""
        if not isinstance(value, dict) or set(value) != {"places", "symbols"}:
            raise FileError("expected an image with places and symbols")
        symbols = value["symbols"] if self._separate else [value["symbols"]] * self._places
        if not isinstance(symbols, list) or len(symbols) != self._places:
            raise FileError("expected symbols for each place of an image")
        for numbers, count in [(value["places"], self._places), *((row, self._symbols) for row in symbols)]:
            is_list = isinstance(numbers, list) and all(type(item) is int for item in numbers)
            if not is_list or sorted(numbers) != list(range(count)):
                raise FileError("expected permutations as the places and symbols of an image")
        return np.array(value["places"]), np.array(symbols)


def _image(words: NDArray[Any], places: NDArray[Any], symbols: NDArray[Any]) -> NDArray[Any]:
    """Return the images of *words*: place p goes to ``places[p]``, and symbol s there becomes ``symbols[p, s]``."""
    image = np.empty_like(words)
    image[:, places] = symbols[np.arange(words.shape[1]), words]
    return image
