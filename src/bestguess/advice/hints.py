"""Hints in three steps: what is certain, a good guess among several, the best one."""

import random
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bestguess.advice.advice import advise
from bestguess.arguments import as_integer
from bestguess.games import Code, Game, HistoryLike, PegGame, quoted
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden
from bestguess.games.registry import HoldsGame
from bestguess.position import Position, PositionLike, as_position
from bestguess.shown import one_line
from bestguess.strategies import as_seed
from bestguess.wording import counted

STEPS = 3
_CHOICES = 4
_MOST_READ = 100_000  # candidates that are read for what is certain; of more, nothing is said


@dataclass(frozen=True)
class Hint(Document, HoldsGame):
    """What a step tells: how many *candidates* there are and what is certain of them, then *guesses* to choose from."""

    step: Annotated[int, Literal[1, 2, 3]]
    """Which step it is, from 1 to 3."""
    candidates: int
    """How many candidates there are."""
    present: str
    """The symbols that are in every candidate."""
    absent: str
    """The symbols that are in no candidate."""
    fixed: str
    """The symbol of each place that is certain, a dot for the others."""
    guesses: tuple[Code, ...]
    """Guesses to choose from; none in the first step, and once the game is over."""
    likely: int | None = None
    """How many candidates weigh more than half as much as the heaviest of them; only where secrets have weights."""
    labels: int | None = None
    """How many different labels the candidates have; only where secrets have labels."""
    label: Label | None = None
    """What it is, once the game is over; only with goal identify."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which says how guesses are written."""

    def __repr__(self) -> str:
        said = [f"{name} {value}" for name in ("present", "absent", "fixed") if (value := getattr(self, name))]
        said += [f"guesses {' '.join(map(quoted, self.guesses))}"] if self.guesses else []
        said += [f"it is {self.label}"] if self.label is not None else []
        return one_line(self, ", ".join([f"{self.step}: {counted(self.candidates, 'candidate')}", *said]))


def hint(game: PositionLike, history: HistoryLike = "", *, step: int = 1, seed: int = 0) -> Hint:
    """Return the hint of a *step*, 1 to 3 (more is the last): each says more than the one before.

    Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> position = Position("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2")
    >>> first = hint(position)
    >>> first.candidates, first.present, first.absent, first.guesses, hint(position, step=3).guesses
    (7, '2', '1', (), ('3632',))
    """
    position, seed = as_position(game, history), as_seed(seed)
    step = min(max(as_integer("a step", step), 1), STEPS)
    position.check_running()
    left, guesses = position.listed(0), list[Code]()
    if step > 1:
        guesses = [suggestion.guess for suggestion in advise(position, count=_CHOICES, seed=seed).suggestions]
    if step == 2:  # several guesses, the best among them, in no order
        random.Random(f"{seed} {position.history}").shuffle(guesses)
    told = tuple(guesses if step == 2 else guesses[:1])
    return Hint(step, left.count, *_certain(position), told, left.likely, left.labels, left.label, position.game)


def _certain(position: Position) -> tuple[str, str, str]:
    """The symbols in every candidate and in none, and those at certain positions; nothing for games of other kinds."""
    if not isinstance(position.game, PegGame) or not 0 < position.count <= _MOST_READ:
        return "", "", ""
    codes = position.candidates
    symbols = position.game.symbols
    everywhere = set(codes[0]).intersection(*map(set, codes))
    somewhere = set().union(*map(set, codes))
    columns = [{code[peg] for code in codes} for peg in range(position.game.pegs)]
    return (
        "".join(symbol for symbol in symbols if symbol in everywhere),
        "".join(symbol for symbol in symbols if symbol not in somewhere),
        "".join(min(column) if len(column) == 1 else "." for column in columns),
    )
