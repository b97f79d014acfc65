"""Hints in three steps: what is certain, a good guess among several, the best one."""

import random
from dataclasses import dataclass
from typing import Any

from bestguess.arguments import as_integer
from bestguess.errors import no_candidate
from bestguess.games import Code, HistoryLike, PegGame, PositionLike, quoted
from bestguess.shown import one_line
from bestguess.strategies import as_seed
from bestguess.valuation.advice import advise
from bestguess.valuation.situation import Situation, as_situation
from bestguess.wording import counted

STEPS = 3
_CHOICES = 4
_MOST_READ = 100_000  # candidates that are read for what is certain; of more, nothing is said


@dataclass(frozen=True)
class Hint:
    """What a step tells: how many *candidates* there are and what is certain of them, then *guesses* to choose from.

    *likely*: how many of the candidates are, where secrets have weights. *labels*: how many they have, where secrets
    have labels. *label*: with goal identify what it is, once the game is over; then there are no guesses.

    *present* symbols are in every candidate, *absent* ones in none; *fixed* has the symbol of every position that is
    certain, and a dot for the others.
    """

    step: int
    candidates: int
    present: str
    absent: str
    fixed: str
    guesses: tuple[Code, ...]
    likely: int | None = None
    labels: int | None = None
    label: str | None = None

    def __repr__(self) -> str:
        said = [f"{name} {value}" for name in ("present", "absent", "fixed") if (value := getattr(self, name))]
        said += [f"guesses {' '.join(map(quoted, self.guesses))}"] if self.guesses else []
        said += [f"it is {self.label}"] if self.label is not None else []
        return one_line(self, ", ".join([f"{self.step}: {counted(self.candidates, 'candidate')}", *said]))

    def as_json(self) -> dict[str, Any]:
        """The hint by its JSON keys; `likely` only where secrets have weights, `labels` and `label` likewise."""
        return {name: value for name, value in vars(self).items() if value is not None}


def hint(game: PositionLike, step: int = 1, seed: int = 0, *, history: HistoryLike = "") -> Hint:
    """The hint of a *step*, 1 to 3 (more is the last): each says more than the one before.

    Raises ContradictionError when no candidate is left.

    >>> situation = Situation("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2")
    >>> first = hint(situation)
    >>> first.candidates, first.present, first.absent, first.guesses, hint(situation, 3).guesses
    (7, '2', '1', (), ('3632',))
    """
    situation, seed = as_situation(game, history), as_seed(seed)
    step = min(max(as_integer("a step", step), 1), STEPS)
    if not situation.count:
        raise no_candidate(situation.game, situation.heeded)
    left, guesses = situation.candidates(0), _guesses(situation, step, seed)
    return Hint(step, left.count, *_certain(situation), guesses, left.likely, left.labels, left.label)


def _guesses(situation: Situation, step: int, seed: int) -> tuple[Code, ...]:
    """Nothing; several guesses, the best among them, in no order; the best."""
    if step == 1:
        return ()
    found = [one.guess for one in advise(situation, count=_CHOICES, seed=seed).suggestions]
    if step == 2:
        random.Random(f"{seed} {situation.history}").shuffle(found)
        return tuple(found)
    return tuple(found[:1])


def _certain(situation: Situation) -> tuple[str, str, str]:
    """The symbols in every candidate and in none, and those at certain positions; nothing for games of other kinds."""
    if not isinstance(situation.game, PegGame) or not 0 < situation.count <= _MOST_READ:
        return "", "", ""
    codes = situation.candidates().codes
    symbols = situation.game.symbols
    everywhere = set(codes[0]).intersection(*map(set, codes))
    somewhere = set().union(*map(set, codes))
    columns = [{code[peg] for code in codes} for peg in range(situation.game.pegs)]
    return (
        "".join(symbol for symbol in symbols if symbol in everywhere),
        "".join(symbol for symbol in symbols if symbol not in somewhere),
        "".join(min(column) if len(column) == 1 else "." for column in columns),
    )
