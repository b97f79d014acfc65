"""Symmetries: permutations of guesses and of secrets that together change no feedback, no weight and no cost.

Secrets of one label go to secrets of one label. The feedbacks of a guess may be renamed, but never the winning one:
turning a balance round exchanges `left` and `right`.

They come in two forms. Games of codes over symbols say which positions and which symbols may be permuted
(`CodeSymmetries`); other games give generators, each a `Symmetry`. What a user declares is verified by index
(`verified_generators`); `bestguess.symmetries` finds what is not declared.
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
    """One generator: what becomes of a guess, and what becomes of a secret (default: the same).

    >>> mirror = Symmetry(lambda code: code[::-1])
    >>> mirror.guess("12"), mirror.secret("12")
    ('21', '21')
    """

    guess: CodeMap
    secret: CodeMap = None  # type: ignore[assignment]  # filled in below, so never None for a reader

    def __post_init__(self) -> None:
        if self.secret is None:
            object.__setattr__(self, "secret", self.guess)
        check_function("what becomes of a guess", self.guess, 1, GameError)
        check_function("what becomes of a secret", self.secret, 1, GameError)

    def __repr__(self) -> str:
        return one_line(self, "of guesses and secrets" if self.secret is self.guess else "of guesses, and of secrets")


@dataclass(frozen=True)
class CodeSymmetries:
    """Groups of *positions*, and groups of *symbols*, that may be permuted among themselves: in texts and in tuples.

    Mastermind (4,6) has ``CodeSymmetries(positions=((0, 1, 2, 3),), symbols=("123456",))``. With *symbols_by_position*
    the symbols at each of these positions may be permuted on their own.
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
        """Swaps of neighbours in each group; together they make all the permutations.

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
"""The symmetries of a game, in one of the two forms."""


@dataclass(frozen=True)
class Generator:
    """A symmetry by index: the image of each guess, and whether the feedbacks of the guess are *renamed*.

    Where it is not known whether they are, they are said to be. What renames a feedback of a guess does not leave a
    history with that guess as it is.
    """

    permutation: "NDArray[np.uint32]"
    renamed: "NDArray[np.bool_]"


def generators(symmetries: Symmetries) -> list[Symmetry]:
    """The generators of *symmetries*, in whichever form they come."""
    return list(symmetries.generators() if isinstance(symmetries, CodeSymmetries) else symmetries)


def check_symmetries(symmetries: Symmetries) -> Symmetries:
    """*symmetries* in one of their two forms; raises GameError."""
    if isinstance(symmetries, CodeSymmetries):
        return symmetries
    steps = as_list("symmetries", symmetries, GameError)
    if not all(isinstance(step, Symmetry) for step in steps):
        raise expected_error("symmetries, each a Symmetry, or CodeSymmetries", symmetries, GameError)
    return tuple(steps)


def _groups(name: str, groups: Sequence[Sequence[object]]) -> list[Sequence[object]]:
    found = as_list(f"groups of {name}", groups, GameError)
    if not all(isinstance(group, Sequence) for group in found):
        raise expected_error(f"groups of {name}", groups, GameError)
    return found


def _swap_positions(a: int, b: int) -> CodeMap:
    def swap(code: Code) -> Code:
        letters = list(code)
        letters[a], letters[b] = letters[b], letters[a]
        return _like(code, letters)

    return swap


def _swap_symbols(x: object, y: object, place: int | None) -> CodeMap:
    """Return the map that swaps two symbols, at one *place* only or at all."""
    exchange = {x: y, y: x}

    def swap(code: Code) -> Code:
        letters = enumerate(code)
        swapped = [exchange.get(letter, letter) if place in (None, index) else letter for index, letter in letters]
        return _like(code, swapped)

    return swap


def _like(code: Code, letters: list[Any]) -> Code:
    """A code of *letters* as *code* is: a text or a tuple."""
    return "".join(letters) if isinstance(code, str) else tuple(letters)


_MOST_SYMBOLS, _MOST_PERMUTATIONS = 64, math.factorial(8)  # of codes that the core permutes
_MOST_SYMBOLS_BY_POSITION = 128  # counted at each position


def native_code_symmetries(symmetries: CodeSymmetries, guesses: Sequence[Code]) -> engine.Symmetries | None:
    """The *symmetries* of a game with these *guesses* for the core; None where it cannot permute the codes.

    Raises KeyError for a symbol that no guess has.
    """
    try:
        order = guesses.symbols if isinstance(guesses, CodeSpace) else sorted(set(chain.from_iterable(guesses)))
        if not _has_plain_codes(symmetries, guesses, order):
            return None
    except TypeError:  # symbols without an order
        return None
    length = len(guesses[0])
    place = {symbol: index for index, symbol in enumerate(order)}
    letters = np.fromiter(map(place.__getitem__, chain.from_iterable(guesses)), np.uint8).reshape(-1, length)
    position_class, symbol_class = list(range(length)), list(range(len(order)))
    for group in symmetries.positions:
        for position in group:
            position_class[position] = group[0]
    for letters_of_group in symmetries.symbols:
        for symbol in letters_of_group:
            symbol_class[place[symbol]] = place[letters_of_group[0]]
    return engine.CodeSymmetries(letters, position_class, symbol_class, symmetries.symbols_by_position)


def _has_plain_codes(symmetries: CodeSymmetries, guesses: Sequence[Code], order: Sequence[Any]) -> bool:
    """Whether the core can permute the codes: in order, of one length, with few symbols and few permutations."""
    permutations = math.prod(math.factorial(len(group)) for group in symmetries.positions)
    if permutations > _MOST_PERMUTATIONS or len(order) > _MOST_SYMBOLS or not order:
        return False
    if symmetries.symbols_by_position:  # all of them must be permuted, at all positions
        places = sorted(place for group in symmetries.positions for place in group)
        every_place = places == list(range(len(guesses[0])))
        every_symbol = sorted(map(sorted, symmetries.symbols)) == [sorted(order)]
        if not every_place or not every_symbol or len(order) * len(places) > _MOST_SYMBOLS_BY_POSITION:
            return False
    if isinstance(guesses, CodeSpace):
        return True
    return len({len(guess) for guess in guesses}) == 1 and all(a < b for a, b in pairwise(guesses))


_MOST_PAIRS = 2**29  # of guesses and secrets that are looked at for all symmetries of a game: some seconds
_PAIRS_PER_STEP = 2**20


def verified_generators(table: "Table") -> list[Generator]:
    """The symmetries of the game of *table* by index; raises GameError for a wrong one, and what its function raises.

    Exact: looks at every pair of a guess and a secret that may change, unless there are more than 2^29 for all steps
    together. Then looks at some of the guesses only, drawn by a fixed seed, and takes the others for renamed.
    """
    steps, found, pairs_left = generators(table.game.symmetries), list[Generator](), _MOST_PAIRS
    guesses = {code: place for place, code in enumerate(table.guesses)}
    secrets = {code: place for place, code in enumerate(table.secrets)}
    for number, step in enumerate(steps, start=1):
        guess_map = _images(f"symmetry {number} of the guesses", step.guess, guesses)
        secret_map = _images(f"symmetry {number} of the secrets", step.secret, secrets)
        if (problem := symmetry_problem(table, guess_map, secret_map)) is not None:
            raise GameError(f"symmetry {number} changes {problem}")
        rows = changing_rows(table, guess_map, secret_map)
        most = max(1, pairs_left // (len(secrets) * (len(steps) + 1 - number)))
        some = rows if len(rows) <= most else np.random.default_rng(0).choice(rows, most, replace=False)
        renamed = renamed_guesses(table, guess_map, secret_map, some)
        if renamed is None:
            raise GameError(f"symmetry {number} changes a feedback")
        renamed[np.setdiff1d(rows, some)] = True
        found.append(Generator(guess_map, renamed))
        pairs_left -= len(some) * len(secrets)
    return found


def symmetry_problem(table: "Table", guess_map: "Indices", secret_map: "Indices") -> str | None:
    """What these permutations change beside feedbacks; None where they change nothing."""
    if not np.array_equal(table.costs[guess_map], table.costs):
        return "the cost of a guess"
    if not np.array_equal(table.weights[secret_map], table.weights):
        return "the weight of a secret"
    if table.game.labels is None:
        return None
    pairs = np.unique(np.stack([table.labels, table.labels[secret_map]]), axis=1)
    same = all(len(np.unique(side)) == pairs.shape[1] for side in pairs)
    return None if same else "which secrets have the same label"


def changing_rows(table: "Table", guess_map: "Indices", secret_map: "Indices") -> "NDArray[np.intp]":
    """The guesses whose row of feedbacks these permutations may change; quick where few secrets move."""
    moved = np.flatnonzero(secret_map != np.arange(len(secret_map)))
    still = guess_map == np.arange(len(guess_map))
    if len(moved) > len(secret_map) // 4 or not still.any():
        return np.arange(len(guess_map))
    rows = table.ordinals[still]
    still[still] = (rows[:, moved] == rows[:, secret_map[moved]]).all(axis=1)
    return np.flatnonzero(~still)


def renamed_guesses(
    table: "Table", guess_map: "Indices", secret_map: "Indices", rows: "NDArray[np.intp]"
) -> "NDArray[np.bool_] | None":
    """Of which guesses the feedbacks are renamed; None where this is not enough, or the winning one would be.

    Only the guesses *rows* are looked at; the feedbacks of the others stay.
    """
    renamed = np.zeros(len(table.ordinals), np.bool_)
    step = max(1, _PAIRS_PER_STEP // max(table.ordinals.shape[1], len(table.feedbacks)))
    for begin in range(0, len(rows), step):
        some = rows[begin : begin + step]
        before, after = table.ordinals[some], table.ordinals[guess_map[some]][:, secret_map]
        differ = (before != after).any(axis=1)
        renamed[some] = differ
        if differ.any() and not _are_renamed(before[differ], after[differ], table):
            return None
    return renamed


def _are_renamed(before: "Ordinals", after: "Ordinals", table: "Table") -> bool:
    """Whether each row of *after* is that of *before* with other names for the feedbacks, but for the winning one."""
    if not np.array_equal(before == table.win, after == table.win):
        return False
    lines = np.arange(len(before))[:, None]
    for one, other in ((before, after), (after, before)):
        name = np.zeros((len(before), len(table.feedbacks)), one.dtype)
        name[lines, one] = other  # one of the names, where there are several
        if not np.array_equal(name[lines, one], other):
            return False
    return True


def _images(what: str, image: CodeMap, place_of: dict[Code, int]) -> "Indices":
    """The place of the image of each code."""
    images = [image(code) for code in place_of]
    if strange := [code for code in images if code not in place_of]:
        raise GameError(f"{what} leads to {describe(strange[0])}, which is not one of them")
    places = np.fromiter(map(place_of.__getitem__, images), np.uint32, len(images))
    if len(np.unique(places)) < len(places):
        raise GameError(f"{what} is not a permutation of them")
    return places
