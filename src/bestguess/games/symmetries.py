"""Symmetries: permutations of guesses and of secrets that together change no feedback, no weight and no cost.

Secrets of one label go to secrets of one label. The feedbacks of a guess may be renamed, but never the winning one:
turning a balance round exchanges `left` and `right`.

They come in two forms. Games of codes over symbols say which positions and which symbols may be permuted
(`CodeSymmetries`); other games give generators, each a `Symmetry`.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from bestguess.arguments import as_flag, as_list, check_function, expected
from bestguess.errors import GameError
from bestguess.games.codes import Code
from bestguess.shown import one_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
            raise expected("groups of positions, numbered from 0", self.positions, GameError)
        if not all(isinstance(symbol, Hashable) for group in _groups("symbols", self.symbols) for symbol in group):
            raise expected("groups of symbols", self.symbols, GameError)
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
                    yield Symmetry(_swap_symbols(x, y) if place is None else _swap_symbols_at(place, x, y))


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
        raise expected("symmetries, each a Symmetry, or CodeSymmetries", symmetries, GameError)
    return tuple(steps)


def _groups(name: str, groups: Sequence[Sequence[object]]) -> list[Sequence[object]]:
    found = as_list(f"groups of {name}", groups, GameError)
    if not all(isinstance(group, Sequence) for group in found):
        raise expected(f"groups of {name}", groups, GameError)
    return found


def _swap_positions(a: int, b: int) -> CodeMap:
    def swap(code: Code) -> Code:
        letters = list(code)
        letters[a], letters[b] = letters[b], letters[a]
        return _like(code, letters)

    return swap


def _swap_symbols(x: object, y: object) -> CodeMap:
    exchange = {x: y, y: x}
    return lambda code: _like(code, [exchange.get(symbol, symbol) for symbol in code])


def _swap_symbols_at(place: int, x: object, y: object) -> CodeMap:
    exchange = {x: y, y: x}

    def swap(code: Code) -> Code:
        letters = list(code)
        letters[place] = exchange.get(letters[place], letters[place])
        return _like(code, letters)

    return swap


def _like(code: Code, letters: list[Any]) -> Code:
    """A code of *letters* as *code* is: a text or a tuple."""
    return "".join(letters) if isinstance(code, str) else tuple(letters)
