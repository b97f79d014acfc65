"""Advice as data: guesses, and what each would do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from bestguess.bounds import Bounds
from bestguess.errors import game_over
from bestguess.games import HIT, Code, Game, quoted
from bestguess.games.registry import HoldsGame
from bestguess.games.texts import text_in, text_of
from bestguess.shown import Shown, one_line
from bestguess.wording import counted


@dataclass(frozen=True)
class Suggestion:
    """A guess and what it would do. *expected* is the expected number of further guesses, this one counted.

    *win_probability*: how likely the game is over with it. In games with costs, *cost* is what it costs, and *expected*
    what it and all further guesses do, in the user's unit; else *cost* is None.

    Its upper bound is what a known tree needs; None when none is known. In a sample, sizes are estimates. Where the
    board has rows, *chance* is the chance to win within those that are left when this guess is made: its lower bound
    is what known play reaches, None when nothing is known. *expected* counts as if there were no limit.
    """

    guess: Code
    """The guess."""
    consistent: bool
    """Whether it may be the secret."""
    parts: int
    """Into how many parts it splits the candidates."""
    largest_part: int
    """How many candidates the largest part has."""
    expected_size: float
    """How many candidates are left on average."""
    entropy: float
    """How many bits its feedback tells on average."""
    win_probability: Fraction
    """How likely the game is over with it."""
    expected: Bounds[Fraction, Fraction | None]
    """The expected number of further guesses, this one counted."""
    chance: Bounds[Fraction | None, Fraction] | None = None
    """The chance to win within the rows; None without rows."""
    cost: Fraction | None = None
    """What the guess costs; None without costs."""

    def __repr__(self) -> str:
        parts = f"{counted(self.parts, 'part')}, largest {self.largest_part}"
        return one_line(self, f"{quoted(self.guess)}: {parts}, expected {self.expected.as_text()}")

    @property
    def proven(self) -> bool:
        """Whether the expected number of guesses is exact."""
        return self.expected.proven

    def as_json(self, text: Callable[[object], str] = text_of) -> dict[str, Any]:
        """The suggestion by its JSON keys; `chance`, `chance_range` only where there are rows, `cost` with costs.

        *text* writes its guess.
        """
        names = ("guess", "consistent", "parts", "largest_part", "expected_size", "entropy")
        expected_range = self.expected.as_json()
        chance = None if self.chance is None else self.chance.as_json()
        return {
            **{name: getattr(self, name) for name in names},
            "guess": text(self.guess),
            "win_probability": float(self.win_probability),
            "expected_guesses": expected_range[1],
            "expected_range": expected_range,
            "proven": self.proven,
            **({} if self.cost is None else {"cost": float(self.cost)}),
            **({} if chance is None else {"chance": chance[0], "chance_range": chance}),
        }


@dataclass(frozen=True)
class Advice(Shown, HoldsGame):
    """The best guesses of a position, the best first; *choice*, which is among them, is what the strategy plays.

    The advice is `best`: of all guesses that were valued the best, whatever the strategy plays.
    *certain*: whether a strategy that proves had the budget to; else *choice* is the best that is known.
    *sampled*: guesses, and perhaps candidates, were drawn by a seed, because the game is too large for its table.
    *rows_left*: how many guesses the board still allows, or None. Where it has rows, guesses are ordered by their
    chance to win within them first, and *choice* is the strategy's guess only if no other is known to win more often;
    else it is the best guess, and *certain* says whether its chance is proven to be the best.
    *likely*: where secrets have weights, how many candidates weigh more than half as much as the heaviest of them.
    *labels*: where secrets have labels, how many the candidates have. With goal identify, *label* is what it is once
    the game is over: then there is no choice, and there are no suggestions.
    """

    game: str
    history: str
    """The rows so far."""
    candidates: int
    strategy: str
    choice: Code | None = None
    certain: bool = True
    suggestions: tuple[Suggestion, ...] = ()
    nodes: int = 0
    """How many nodes the search for values opened."""
    sampled: bool = False
    rows_left: int | None = None
    likely: int | None = None
    goal: str = HIT
    labels: int | None = None
    label: str | None = None
    known_best: Suggestion | None = None
    """The best guess, where it is not the first of the suggestions because few were asked for; see `best`."""
    rules: Game | None = field(default=None, repr=False, compare=False)
    """The game itself, which says how codes are written."""

    def __repr__(self) -> str:
        best = f"it is {self.label}" if self.label is not None else quoted(self.best.guess)
        expected = "" if self.label is not None else f", expected {self.best.expected.as_text()}"
        after = f" after {self.history}" if self.history else ""
        return one_line(self, f"{best}{expected}, of {counted(self.candidates, 'candidate')}: {self.game}{after}")

    @property
    def best(self) -> Suggestion:
        """The best guess known, also where only the strategy's was asked for; raises HistoryError for a game over."""
        if self.label is not None:
            raise game_over(self.label)
        return self.known_best or self.suggestions[0]

    def as_json(self) -> dict[str, Any]:
        """The advice by its JSON keys; `rows_left` only where the board has rows, `likely` where there are weights.

        `labels` only where there are labels, `label` once the game is over.
        """
        before, after = ("game", "goal", "history", "candidates", "strategy"), ("certain", "nodes", "sampled")
        text, optional = text_in(self.rules), {name: getattr(self, name) for name in ("likely", "labels", "rows_left")}
        optional["label"] = None if self.label is None else text(self.label)
        return {
            **{name: getattr(self, name) for name in before},
            "choice": None if self.choice is None else text(self.choice),
            "best": None if self.label is not None else text(self.best.guess),
            **{name: getattr(self, name) for name in after},
            **{name: value for name, value in optional.items() if value is not None},
            "suggestions": [suggestion.as_json(text) for suggestion in self.suggestions],
        }
