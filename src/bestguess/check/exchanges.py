"""Sets of codes that symmetries take to themselves or to one another.

A symmetry of pegs takes what stands at a place to another place, and each symbol to another symbol; where only exact
pegs are told (`places`), the symbols of each place on its own. An *exchange* is one that exchanges two symbols, or two
places, and nothing else.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.game import Rules
from bestguess.check.table import Indices
from bestguess.errors import FileError


class Codes:
    """The codes of a game of pegs: all guesses, and the *secrets* that sets are made of."""

    def __init__(self, rules: Rules, secrets: Sequence[str]) -> None:
        symbols = dict.fromkeys("".join(rules.guesses))
        number = {symbol: place for place, symbol in enumerate(symbols)}
        self._apart = rules.symmetry == "places"
        self._symbols, self._places = len(number), len(rules.guesses[0])
        self._words = np.array([[number[letter] for letter in code] for code in secrets], np.int64)
        guesses = np.array([[number[letter] for letter in code] for code in rules.guesses], np.int64)
        exchanges = [self._exchange(*pair) for pair in self._pairs()]
        self._goes = np.array([goes for goes, _ in exchanges]).reshape(-1, self._places)
        self._becomes = np.array([becomes for _, becomes in exchanges]).reshape(-1, self._places, self._symbols)
        own = self._numbers(guesses)
        self._lowered = np.array(
            [self._numbers(_image(guesses, goes, becomes)) < own for goes, becomes in exchanges], bool
        ).reshape(-1, len(guesses))

    def _pairs(self) -> list[tuple[int | None, int, int]]:
        """Two places (None), or two symbols and the place where they stand (-1: at any)."""
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

    def _numbers(self, words: NDArray[Any]) -> NDArray[np.int64]:
        """Codes as numbers, in their order."""
        values = self._symbols ** np.arange(self._places - 1, -1, -1, dtype=np.int64)
        numbers: NDArray[np.int64] = words @ values
        return numbers

    def lowest(self, some: Indices) -> NDArray[np.bool_]:
        """Whether each guess is to be looked at: not if an exchange that keeps the set of *some* secrets lowers it."""
        words = self._words[some]
        places = np.arange(self._places)
        images = np.empty((len(self._goes), *words.shape), np.int64)
        for row, goes in enumerate(self._goes):
            images[row][:, goes] = self._becomes[row][places, words]
        same = (np.sort(self._numbers(images), axis=1) == np.sort(self._numbers(words))).all(1)
        kept: NDArray[np.bool_] = ~self._lowered[same].any(0)
        return kept

    def renaming(self, value: Any) -> tuple[NDArray[Any], NDArray[Any]]:
        """The symmetry that a file names by `places` and `symbols`; raises FileError if it is none."""
        if not isinstance(value, dict) or set(value) != {"places", "symbols"}:
            raise FileError("expected an image by places and symbols")
        symbols = value["symbols"] if self._apart else [value["symbols"]] * self._places
        if not isinstance(symbols, list) or len(symbols) != self._places:
            raise FileError("expected the symbols of an image for each place")
        for named, count in [(value["places"], self._places), *((one, self._symbols) for one in symbols)]:
            listed = isinstance(named, list) and all(type(one) is int for one in named)
            if not listed or sorted(named) != list(range(count)):
                raise FileError("expected an image that permutes places, and symbols")
        return np.array(value["places"]), np.array(symbols)

    def is_image(self, some: Indices, others: Indices, value: Any) -> bool:
        """Whether the symmetry that *value* names takes the set of *some* secrets to that of *others*."""
        image = _image(self._words[some], *self.renaming(value))
        return np.array_equal(np.sort(self._numbers(image)), np.sort(self._numbers(self._words[others])))


def _image(words: NDArray[Any], goes: NDArray[Any], becomes: NDArray[Any]) -> NDArray[Any]:
    """The *words*, where place p goes to ``goes[p]``, and a symbol s there becomes ``becomes[p, s]``."""
    image = np.empty_like(words)
    image[:, goes] = becomes[np.arange(words.shape[1]), words]
    return image
