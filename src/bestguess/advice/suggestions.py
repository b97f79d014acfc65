"""Advice as data: guesses, and what each would do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NotRequired, TypedDict

from bestguess.bounds import Bounds, RangeFromJson, RangeToJson
from bestguess.candidates import LeftJson, add_left
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
    """The chance to win within the rows left; None without rows."""
    cost: Fraction | None = None
    """What the guess costs; only in games with costs."""

    def __repr__(self) -> str:
        parts = f"{counted(self.parts, 'part')}, largest {self.largest_part}"
        return one_line(self, f"{quoted(self.guess)}: {parts}, expected {self.expected.as_text()}")

    @property
    def proven(self) -> bool:
        """Whether the expected number of guesses is exact."""
        return self.expected.proven

    def as_json(self, text: Callable[[object], str] = text_of) -> "SuggestionJson":
        """Return the suggestion by its JSON keys. *text* writes its guess."""
        expected_range = self.expected.as_json()
        document: SuggestionJson = {
            "guess": text(self.guess),
            "consistent": self.consistent,
            "parts": self.parts,
            "largest_part": self.largest_part,
            "expected_size": self.expected_size,
            "entropy": self.entropy,
            "win_probability": float(self.win_probability),
            "expected_guesses": expected_range[1],
            "expected_range": expected_range,
            "proven": self.proven,
        }
        if self.cost is not None:
            document["cost"] = float(self.cost)
        if self.chance is not None:
            document["chance_range"] = self.chance.as_json()
            document["chance"] = document["chance_range"][0]
        return document


class SuggestionJson(TypedDict):
    """A guess and what it would do; where the board has rows, with the chance to win within those that are left."""

    guess: str
    consistent: bool
    parts: int
    largest_part: int
    expected_size: float
    entropy: float
    win_probability: float
    expected_guesses: float | None  # guesses needed on average if it is played now; null: not known
    expected_range: RangeFromJson  # bounds of the least possible average
    proven: bool
    cost: NotRequired[float]
    chance: NotRequired[float | None]  # the chance to win within the rows left that known play reaches; null: not known
    chance_range: NotRequired[RangeToJson]  # bounds of the best chance


@dataclass(frozen=True)
class Advice(Shown, HoldsGame):
    """The best guesses of a position, the best first.

    The advice is `best`: of all guesses that were valued the best, whatever the strategy plays. Where the board has
    rows, guesses are ordered by their chance to win within them first, and *choice* is the strategy's guess only if no
    other is known to win more often; else it is the best guess, and *certain* says whether its chance is proven to be
    the best. With goal identify there is neither a choice nor a suggestion once the game is over.
    """

    game: str
    history: str
    """The rows so far."""
    candidates: int
    """How many candidates there are."""
    strategy: str
    """The name of the strategy."""
    choice: Code | None = None
    """The guess that the strategy plays, one of the suggestions; None when nothing is left to guess."""
    certain: bool = True
    """Whether a strategy that proves had the budget to; else *choice* is the best that is known."""
    suggestions: tuple[Suggestion, ...] = ()
    """The best guesses, the best first."""
    nodes: int = 0
    """How many nodes the search for values opened."""
    sampled: bool = False
    """Whether guesses, and perhaps candidates, were drawn by a seed, as the game is too large for its table."""
    rows_left: int | None = None
    """How many guesses the board still allows; only where it has rows."""
    likely: int | None = None
    """How many candidates are likely; None where secrets have no weights."""
    goal: str = HIT
    labels: int | None = None
    """How many labels the candidates have; None where secrets have none."""
    label: str | None = None
    """With goal identify, what it is once the game is over."""
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

    def as_json(self) -> "AdviceJson":
        """Return the advice by its JSON keys."""
        text = text_in(self.rules)
        document: AdviceJson = {
            "game": self.game,
            "goal": self.goal,
            "history": self.history,
            "candidates": self.candidates,
            "strategy": self.strategy,
            "choice": None if self.choice is None else text(self.choice),
            "best": None if self.label is not None else text(self.best.guess),
            "certain": self.certain,
            "nodes": self.nodes,
            "sampled": self.sampled,
            "suggestions": [suggestion.as_json(text) for suggestion in self.suggestions],
        }
        add_left(document, self.likely, self.labels, None if self.label is None else text(self.label))
        if self.rows_left is not None:
            document["rows_left"] = self.rows_left
        return document


class AdviceJson(LeftJson):
    """The best next guesses; none, and no choice, when it is known what the secret is (goal identify)."""

    game: str
    goal: str
    history: str
    candidates: int
    strategy: str
    choice: str | None
    best: str | None
    """The advice: the best guess known, which is the first of the suggestions unless only one was asked for; None when
    nothing is left to guess."""
    certain: bool
    nodes: int
    sampled: bool
    rows_left: NotRequired[int]
    suggestions: list[SuggestionJson]
