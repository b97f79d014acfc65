"""The kinds of puzzles: what each asks, and which positions it is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bestguess.arguments import as_text
from bestguess.errors import BestguessError, unknown
from bestguess.position import Position
from bestguess.puzzles.misses import best_guess_misses, cannot_lose_misses, only_secret_misses, win_in_two_misses

if TYPE_CHECKING:
    from bestguess.puzzles.misses import Misses


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle: its *name*, what it asks (*about*), and how its solutions are found (*misses*).

    Its positions have *least* to *most* candidates, and the player has *rows_left* guesses; None: no limit.
    """

    name: str
    about: str
    least: int
    most: int
    rows_left: int | None
    misses: "Callable[[Position], Misses | None]"


KINDS = {
    kind.name: kind
    for kind in (
        Kind("only-secret", "Only one code is possible. Find it.", 1, 1, 1, only_secret_misses),
        Kind(
            "win-in-two",
            "Two guesses are left. Find the guess after which the next one is certain to win.",
            4,
            14,
            2,
            win_in_two_misses,
        ),
        Kind(
            "cannot-lose",
            "Two guesses are left. Each possible code can lose: find the guess that cannot.",
            4,
            14,
            2,
            cannot_lose_misses,
        ),
        Kind(
            "best-guess",
            "Find the guess that needs the fewest guesses on average.",
            4,
            16,
            None,
            best_guess_misses,
        ),
    )
}
"""The kinds of puzzles by name, the easiest first."""


def as_kind(value: object) -> Kind:
    """The kind called *value*; raises BestguessError.

    >>> as_kind("win-in-two").rows_left
    2
    """
    name = as_text("a kind of puzzle", value)
    if name not in KINDS:
        raise BestguessError(unknown("kind of puzzle", name, KINDS))
    return KINDS[name]
