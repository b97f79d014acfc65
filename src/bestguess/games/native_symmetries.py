"""The symmetries of a game as the core sees them: permutations of the guesses, by index."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from bestguess import engine
from bestguess.games.codes import Code
from bestguess.games.symmetries import CodeSymmetries, Symmetries, Symmetry, generators

_MOST_SYMBOLS, _MOST_PERMUTATIONS = 64, math.factorial(8)  # of codes that the core permutes


def native_symmetries(symmetries: Symmetries, guesses: Sequence[Code]) -> engine.Symmetries | None:
    """The *symmetries* of a game with these *guesses* for the core; None when there are none.

    Raises what a user's own symmetries raise, and KeyError when one of them leads to what is no guess.
    """
    if isinstance(symmetries, CodeSymmetries) and _has_plain_codes(symmetries, guesses):
        return _code_symmetries(symmetries, guesses)
    steps = generators(symmetries)
    return _generator_symmetries(steps, guesses) if steps else None


def _has_plain_codes(symmetries: CodeSymmetries, guesses: Sequence[Code]) -> bool:
    """Whether the core can permute the codes: in order, of one length, with few symbols and few permutations."""
    lengths = {len(guess) for guess in guesses}
    permutations = math.prod(math.factorial(len(group)) for group in symmetries.positions)
    few = permutations <= _MOST_PERMUTATIONS and len(set("".join(guesses))) <= _MOST_SYMBOLS
    return few and len(lengths) == 1 and all(a < b for a, b in pairwise(guesses))


def _code_symmetries(symmetries: CodeSymmetries, guesses: Sequence[Code]) -> engine.Symmetries:
    length = len(guesses[0])
    letters = np.array([ord(symbol) for symbol in "".join(guesses)], np.uint32).reshape(-1, length)
    symbols = np.unique(letters)
    position_class, symbol_class = list(range(length)), list(range(len(symbols)))
    for group in symmetries.positions:
        for position in group:
            position_class[position] = group[0]
    place = {chr(symbol): index for index, symbol in enumerate(symbols)}
    for group_of_symbols in symmetries.symbols:
        for symbol in group_of_symbols:
            symbol_class[place[symbol]] = place[group_of_symbols[0]]
    return engine.CodeSymmetries(np.searchsorted(symbols, letters).astype(np.uint8), position_class, symbol_class)


def _generator_symmetries(steps: Sequence[Symmetry], guesses: Sequence[Code]) -> engine.Symmetries:
    place = {guess: index for index, guess in enumerate(guesses)}
    images = [[place[step.guess(guess)] for guess in guesses] for step in steps]
    return engine.GeneratorSymmetries(len(guesses), images)
