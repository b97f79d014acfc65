"""Advice as data: guesses, and what each would do."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from bestguess.bounds import Bounds
from bestguess.display import HtmlRepr, one_line
from bestguess.errors import game_over
from bestguess.games import HIT, Code, Game, quote
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden, Member, Written
from bestguess.games.registry import HoldsGame
from bestguess.wording import count_text


@dataclass(frozen=True)
class Suggestion(Document):
    """A guess and what it would do.

    In games with costs, *expected* is what it and all further guesses cost, in the user's unit. Its upper bound is what
    a known tree needs; None when none is known. In a sample, sizes are estimates. Where the board has rows, *chance* is
    the chance to win within those that are left when this guess is made: its lower bound is what known play reaches,
    None when nothing is known. *expected* counts as if there were no limit.
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
    expected: Annotated[Bounds[Fraction, Fraction | None], Member("expected_range")]
    """Bounds of the least expected number of further guesses, this one counted."""
    chance: Annotated[Bounds[Fraction | None, Fraction] | None, Member("chance_range")] = None
    """Bounds of the best chance to win within the rows left; only where the board has rows."""
    cost: Fraction | None = None
    """What the guess costs; only in games with costs."""

    def __repr__(self) -> str:
        parts = f"{count_text(self.parts, 'part')}, largest {self.largest_part}"
        return one_line(self, f"{quote(self.guess)}: {parts}, expected {self.expected.as_text()}")

    @property
    def proven(self) -> Written[bool]:
        """Whether the expected number of guesses is exact."""
        return self.expected.proven

    @property
    def expected_guesses(self) -> Written[Fraction | None]:
        """Guesses needed on average if it is played now; None: not known."""
        return self.expected.upper

    @property
    def known_chance(self) -> Annotated[Fraction | None, Member("chance", only_with="chance")]:
        """The chance to win within the rows left that known play reaches; None: not known."""
        return None if self.chance is None else self.chance.lower


@dataclass(frozen=True)
class Advice(Document, HtmlRepr, HoldsGame):
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
    choice: Code | None
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
    """How many candidates weigh more than half as much as the heaviest of them; only where secrets have weights."""
    goal: str = HIT
    labels: int | None = None
    """How many different labels the candidates have; only where secrets have labels."""
    label: Label | None = None
    """What it is, once the game is over; only with goal identify."""
    known_best: Hidden[Suggestion | None] = None
    """The best guess, where it is not the first of the suggestions because few were asked for; see `best`."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game itself, which says how codes are written."""

    def __repr__(self) -> str:
        best = f"it is {self.label}" if self.label is not None else quote(self.best.guess)
        expected = "" if self.label is not None else f", expected {self.best.expected.as_text()}"
        after = f" after {self.history}" if self.history else ""
        return one_line(self, f"{best}{expected}, of {count_text(self.candidates, 'candidate')}: {self.game}{after}")

    @property
    def best(self) -> Suggestion:
        """The best guess known, also where only the strategy's was asked for; raises HistoryError for a game over."""
        if self.label is not None:
            raise game_over(self.label)
        return self.known_best or self.suggestions[0]

    @property
    def best_guess(self) -> Annotated[Code | None, Member("best")]:
        """The best guess known: the first suggestion, unless only one was asked for; None when nothing is left."""
        return None if self.label is not None else self.best.guess
