"""Symmetries: permutations of guesses and of secrets that together change no feedback, no weight and no cost.

Secrets with one label are mapped to secrets with one label. The feedbacks of a guess may be renamed, but never the
winning one: turning a balance round swaps `left` and `right`.

Symmetries come in two forms. Games of codes over symbols say which positions and which symbols may be permuted
(`CodeSymmetries`). Other games give generators, each a `Symmetry`. Symmetries that a user declares are verified by
index (`verified_generators`); `bestguess.symmetries` finds undeclared ones.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from bestguess import engine
from bestguess.arguments import as_flag, as_list, check_function, describe, expected_error
from bestguess.display import one_line
from bestguess.errors import GameError
from bestguess.games.codes import Code, CodeSpace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals
    from bestguess.games.table import Table

CodeMap: TypeAlias = Callable[[Code], Code]


@dataclass(frozen=True)
class Symmetry:
    """One generator: a function that maps guesses, and one that maps secrets (default: the function for guesses).

    >>> mirror = Symmetry(lambda code: code[::-1])
    >>> mirror.guess("12"), mirror.secret("12")
    ('21', '21')
    """

    guess: CodeMap
    secret: CodeMap = None  # type: ignore[assignment]  # __post_init__ replaces None

    def __post_init__(self) -> None:
        if self.secret is None:
            object.__setattr__(self, "secret", self.guess)
        check_function("what becomes of a guess", self.guess, 1, GameError)
        check_function("what becomes of a secret", self.secret, 1, GameError)

    def __repr__(self) -> str:
        return one_line(self, "of guesses and secrets" if self.secret is self.guess else "of guesses, and of secrets")


@dataclass(frozen=True)
class CodeSymmetries:
    """Groups of *positions* and groups of *symbols* of codes that may be permuted. Codes are texts or tuples.

    Mastermind (4,6) has ``CodeSymmetries(positions=((0, 1, 2, 3),), symbols=("123456",))``. With *symbols_by_position*
    the symbols at each of these positions may be permuted independently.
    """

    positions: tuple[tuple[int, ...], ...] = ()
    symbols: tuple[Sequence[Any], ...] = ()
    symbols_by_position: bool = False

    def __post_init__(self) -> None:
        positions = [
            as_list("a group of positions", group, GameError) for group in _groups("positions", self.positions)
        ]
        if not all(isinstance(place, int) for group in positions for place in group):
            raise expected_error("groups of positions, numbered from 0", self.positions, GameError)
        if not all(isinstance(symbol, Hashable) for group in _groups("symbols", self.symbols) for symbol in group):
            raise expected_error("groups of symbols", self.symbols, GameError)
        object.__setattr__(self, "symbols_by_position", as_flag("symbols_by_position", self.symbols_by_position))

    def generators(self) -> Iterator[Symmetry]:
        """Yield the swaps of neighbours in each group. Together they generate all permutations.

        >>> [g.guess("123") for g in CodeSymmetries(((0, 2),), ("12",)).generators()]
        ['321', '213']
        >>> [g.guess("121") for g in CodeSymmetries(((0, 2),), ("12",), symbols_by_position=True).generators()]
        ['121', '221', '122']
        >>> [g.guess(("red", "blue")) for g in CodeSymmetries(((0, 1),), (("red", "blue"),)).generators()]
        [('blue', 'red'), ('blue', 'red')]
        """
        for group in self.positions:
            for a, b in pairwise(group):
                yield Symmetry(_swap_positions(a, b))
        places = [place for group in self.positions for place in group] if self.symbols_by_position else [None]
        for place in places:
            for letters in self.symbols:
                for x, y in pairwise(letters):
                    yield Symmetry(_swap_symbols(x, y, place))


Symmetries: TypeAlias = CodeSymmetries | Sequence[Symmetry]
"""Symmetries of a game, in one of the two forms."""


@dataclass(frozen=True)
class Generator:
    """A symmetry by index: the image of each guess, and whether the feedbacks of each guess are *renamed*.

    True is the safe value if this is not known. A symmetry that renames the feedbacks of a guess changes a history with
    that guess, so it does not apply after it.
    """

    permutation: "NDArray[np.uint32]"
    renamed: "NDArray[np.bool_]"


def generators(symmetries: Symmetries) -> list[Symmetry]:
    """Return the generators of *symmetries*, which may have either form."""
    return list(symmetries.generators() if isinstance(symmetries, CodeSymmetries) else symmetries)


def check_symmetries(symmetries: Symmetries) -> Symmetries:
    """Return *symmetries*, which must have one of the two forms. Raises GameError."""
    if isinstance(symmetries, CodeSymmetries):
        return symmetries
    items = as_list("symmetries", symmetries, GameError)
    if not all(isinstance(item, Symmetry) for item in items):
        raise expected_error("symmetries, each a Symmetry, or CodeSymmetries", symmetries, GameError)
    return tuple(items)


def _groups(name: str, groups: Sequence[Sequence[object]]) -> list[Sequence[object]]:
    group_list = as_list(f"groups of {name}", groups, GameError)
    if not all(isinstance(group, Sequence) for group in group_list):
        raise expected_error(f"groups of {name}", groups, GameError)
    return group_list


def _swap_positions(a: int, b: int) -> CodeMap:
    def swap(code: Code) -> Code:
        letters = list(code)
        letters[a], letters[b] = letters[b], letters[a]
        return _same_type(code, letters)

    return swap


def _swap_symbols(x: object, y: object, place: int | None) -> CodeMap:
    """Return the map that swaps two symbols, only at *place*, or everywhere if that is None."""
    partner = {x: y, y: x}

    def swap(code: Code) -> Code:
        letters = enumerate(code)
        swapped = [partner.get(letter, letter) if place in (None, index) else letter for index, letter in letters]
        return _same_type(code, swapped)

    return swap


def _same_type(code: Code, letters: list[Any]) -> Code:
    """Return *letters* as a text if *code* is a text, else as a tuple."""
    return "".join(letters) if isinstance(code, str) else tuple(letters)


# Limits of the core: symbols, permutations of positions, and symbols summed over all positions.
_MAX_SYMBOLS, _MAX_PERMUTATIONS = 64, math.factorial(8)
_MAX_SYMBOLS_BY_POSITION = 128


def native_code_symmetries(symmetries: CodeSymmetries, guesses: Sequence[Code]) -> engine.Symmetries | None:
    """Return *symmetries* of a game with these *guesses* for the core; None if the core cannot permute such codes.

    Raises KeyError for a symbol that no guess has.
    """
    try:
        order = guesses.symbols if isinstance(guesses, CodeSpace) else sorted(set(chain.from_iterable(guesses)))
        if not _core_can_permute(symmetries, guesses, order):
            return None
    except TypeError:  # symbols without an order
        return None
    length = len(guesses[0])
    digit = {symbol: index for index, symbol in enumerate(order)}
    codes = np.fromiter(map(digit.__getitem__, chain.from_iterable(guesses)), np.uint8).reshape(-1, length)
    # The first member of each group represents its class; everything else is its own class.
    position_class, symbol_class = list(range(length)), list(range(len(order)))
    for positions in symmetries.positions:
        for position in positions:
            position_class[position] = positions[0]
    for symbols in symmetries.symbols:
        for symbol in symbols:
            symbol_class[digit[symbol]] = digit[symbols[0]]
    return engine.CodeSymmetries(codes, position_class, symbol_class, symmetries.symbols_by_position)


def _core_can_permute(symmetries: CodeSymmetries, guesses: Sequence[Code], order: Sequence[Any]) -> bool:
    """Whether the guesses are ascending and of one length, with few enough symbols and permutations for the core."""
    permutations = math.prod(math.factorial(len(group)) for group in symmetries.positions)
    if permutations > _MAX_PERMUTATIONS or len(order) > _MAX_SYMBOLS or not order:
        return False
    if symmetries.symbols_by_position:  # the core supports this only for all symbols at all positions
        positions = sorted(position for group in symmetries.positions for position in group)
        all_positions = positions == list(range(len(guesses[0])))
        all_symbols = sorted(map(sorted, symmetries.symbols)) == [sorted(order)]
        if not all_positions or not all_symbols or len(order) * len(positions) > _MAX_SYMBOLS_BY_POSITION:
            return False
    if isinstance(guesses, CodeSpace):
        return True
    return len({len(guess) for guess in guesses}) == 1 and all(a < b for a, b in pairwise(guesses))


_MAX_PAIRS = 2**29  # pairs of a guess and a secret compared for all symmetries of a game: some seconds
_PAIRS_PER_STEP = 2**20


def verified_generators(table: "Table") -> list[Generator]:
    """Return the symmetries of the game of *table* by index. Raises GameError if one is wrong.

    Compares every pair of a guess and a secret that may change, up to 2^29 pairs for all symmetries together. Beyond
    that it compares a sample of the guesses, drawn with a fixed seed, and marks the other guesses as renamed. Errors
    of a user's functions pass through.
    """
    symmetries, verified, pairs_left = generators(table.game.symmetries), list[Generator](), _MAX_PAIRS
    guesses = {code: index for index, code in enumerate(table.guesses)}
    secrets = {code: index for index, code in enumerate(table.secrets)}
    for number, symmetry in enumerate(symmetries, start=1):
        guess_map = _images(f"symmetry {number} of the guesses", symmetry.guess, guesses)
        secret_map = _images(f"symmetry {number} of the secrets", symmetry.secret, secrets)
        if (problem := symmetry_problem(table, guess_map, secret_map)) is not None:
            raise GameError(f"symmetry {number} changes {problem}")
        rows = changing_rows(table, guess_map, secret_map)
        # Share the pairs that are left equally among the symmetries that are left.
        max_rows = max(1, pairs_left // (len(secrets) * (len(symmetries) + 1 - number)))
        compared = rows if len(rows) <= max_rows else np.random.default_rng(0).choice(rows, max_rows, replace=False)
        renamed = renamed_guesses(table, guess_map, secret_map, compared)
        if renamed is None:
            raise GameError(f"symmetry {number} changes a feedback")
        renamed[np.setdiff1d(rows, compared)] = True
        verified.append(Generator(guess_map, renamed))
        pairs_left -= len(compared) * len(secrets)
    return verified


def symmetry_problem(table: "Table", guess_map: "Indices", secret_map: "Indices") -> str | None:
    """Return what these permutations change besides feedbacks, as words for a message; None if nothing."""
    if not np.array_equal(table.costs[guess_map], table.costs):
        return "the cost of a guess"
    if not np.array_equal(table.weights[secret_map], table.weights):
        return "the weight of a secret"
    if table.game.labels is None:
        return None
    # Labels must be mapped one to one: among the different pairs (label, image) no label occurs twice on a side.
    pairs = np.unique(np.stack([table.labels, table.labels[secret_map]]), axis=1)
    one_to_one = all(len(np.unique(side)) == pairs.shape[1] for side in pairs)
    return None if one_to_one else "which secrets have the same label"


def changing_rows(table: "Table", guess_map: "Indices", secret_map: "Indices") -> "NDArray[np.intp]":
    """Return the guesses whose row of feedbacks these permutations may change. Fast if few secrets move."""
    moved = np.flatnonzero(secret_map != np.arange(len(secret_map)))
    fixed = guess_map == np.arange(len(guess_map))
    if len(moved) > len(secret_map) // 4 or not fixed.any():
        return np.arange(len(guess_map))  # too little to save: compare all rows
    # The row of a fixed guess stays the same if it is equal at each moved secret and at its image.
    rows = table.ordinals[fixed]
    fixed[fixed] = (rows[:, moved] == rows[:, secret_map[moved]]).all(axis=1)
    return np.flatnonzero(~fixed)


def renamed_guesses(
    table: "Table", guess_map: "Indices", secret_map: "Indices", rows: "NDArray[np.intp]"
) -> "NDArray[np.bool_] | None":
    """Return, for each guess, whether these permutations rename its feedbacks; None if they are not a symmetry.

    They are none if renaming is not enough, or if the winning feedback is renamed. Compares only the guesses *rows*;
    all others count as not renamed.
    """
    renamed = np.zeros(len(table.ordinals), np.bool_)
    step = max(1, _PAIRS_PER_STEP // max(table.ordinals.shape[1], len(table.feedbacks)))
    for begin in range(0, len(rows), step):
        block = rows[begin : begin + step]
        before, after = table.ordinals[block], table.ordinals[guess_map[block]][:, secret_map]
        differ = (before != after).any(axis=1)
        renamed[block] = differ
        if differ.any() and not _is_renaming(before[differ], after[differ], table):
            return None
    return renamed


def _is_renaming(before: "Ordinals", after: "Ordinals", table: "Table") -> bool:
    """Whether each row of *after* is the row of *before* with its feedbacks renamed, except for the winning one."""
    if not np.array_equal(before == table.win, after == table.win):
        return False
    lines = np.arange(len(before))[:, None]
    # The renaming of each row must be a function in both directions. If a feedback has several images, the
    # assignment keeps only one of them, and the comparison fails.
    for source, target in ((before, after), (after, before)):
        image = np.zeros((len(before), len(table.feedbacks)), source.dtype)
        image[lines, source] = target
        if not np.array_equal(image[lines, source], target):
            return False
    return True


def _images(what: str, image: CodeMap, index_of: dict[Code, int]) -> "Indices":
    """Return the index of the image of each code. Raises GameError if *image* is not a permutation of the codes."""
    images = [image(code) for code in index_of]
    if unknown := [code for code in images if code not in index_of]:
        raise GameError(f"{what} leads to {describe(unknown[0])}, which is not one of them")
    indices = np.fromiter(map(index_of.__getitem__, images), np.uint32, len(images))
    if len(np.unique(indices)) < len(indices):
        raise GameError(f"{what} is not a permutation of them")
    return indices
