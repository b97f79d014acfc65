"""The symmetries of a game as the core sees them: permutations of the guesses, by index."""

import math
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np

from bestguess import engine
from bestguess.games.codes import Code, CodeSpace
from bestguess.games.symmetries import CodeSymmetries, Generator

_MOST_SYMBOLS, _MOST_PERMUTATIONS = 64, math.factorial(8)  # of codes that the core permutes
_MOST_SYMBOLS_BY_POSITION = 128  # counted at each position


def native_code_symmetries(symmetries: CodeSymmetries, guesses: Sequence[Code]) -> engine.Symmetries | None:
    """The *symmetries* of a game with these *guesses* for the core; None where it cannot permute the codes.

    Raises KeyError for a symbol that no guess has.
    """
    try:
        order = guesses.symbols if isinstance(guesses, CodeSpace) else sorted(set(chain.from_iterable(guesses)))
        plain = _has_plain_codes(symmetries, guesses, order)
    except TypeError:  # symbols without an order
        return None
    return _code_symmetries(symmetries, guesses, order) if plain else None


def native_generators(steps: Sequence[Generator]) -> engine.Symmetries | None:
    """The symmetries that these *steps* make; None where there are none."""
    if not steps:
        return None
    permutations = np.stack([step.permutation for step in steps]).astype(np.uint32)
    renames = np.stack([step.renamed for step in steps]).astype(np.uint8)
    return engine.GeneratorSymmetries(permutations, renames)


def _has_plain_codes(symmetries: CodeSymmetries, guesses: Sequence[Code], order: Sequence[Any]) -> bool:
    """Whether the core can permute the codes: in order, of one length, with few symbols and few permutations."""
    permutations = math.prod(math.factorial(len(group)) for group in symmetries.positions)
    if permutations > _MOST_PERMUTATIONS or len(order) > _MOST_SYMBOLS or not order:
        return False
    if symmetries.symbols_by_position and not _is_permuted_by_position(symmetries, guesses, order):
        return False
    if isinstance(guesses, CodeSpace):
        return True
    return len({len(guess) for guess in guesses}) == 1 and all(a < b for a, b in pairwise(guesses))


def _is_permuted_by_position(symmetries: CodeSymmetries, guesses: Sequence[Code], order: Sequence[Any]) -> bool:
    """Whether the core can permute symbols by position: all of them, at all positions."""
    places = sorted(place for group in symmetries.positions for place in group)
    whole = sorted(map(sorted, symmetries.symbols)) == [sorted(order)] and places == list(range(len(guesses[0])))
    return whole and len(order) * len(places) <= _MOST_SYMBOLS_BY_POSITION


def _code_symmetries(symmetries: CodeSymmetries, guesses: Sequence[Code], order: Sequence[Any]) -> engine.Symmetries:
    length = len(guesses[0])
    place = {symbol: index for index, symbol in enumerate(order)}
    letters = np.fromiter(map(place.__getitem__, chain.from_iterable(guesses)), np.uint8).reshape(-1, length)
    position_class, symbol_class = list(range(length)), list(range(len(order)))
    for group in symmetries.positions:
        for position in group:
            position_class[position] = group[0]
    for group_of_symbols in symmetries.symbols:
        for symbol in group_of_symbols:
            symbol_class[place[symbol]] = place[group_of_symbols[0]]
    return engine.CodeSymmetries(letters, position_class, symbol_class, symmetries.symbols_by_position)
