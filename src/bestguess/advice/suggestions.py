"""Advice as data: suggested guesses with their figures."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

from bestguess.bounds import Bounds
from bestguess.display import HtmlRepr, one_line
from bestguess.errors import game_over_error
from bestguess.games import HIT, Code, Game, quote
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden, Member, Written
from bestguess.games.registry import HoldsGame
from bestguess.wording import count_text


@dataclass(frozen=True)
class Suggestion(Document):
    """A guess with its figures.

    In games with costs, *expected_range* is the cost of this and all further guesses, in the user's unit. A known tree
    reaches its upper bound, which is None if no tree is known. *expected_range* ignores the limit of rows. Known play
    reaches the lower bound of *chance_range*, which is None if nothing is known. In a sample, sizes are estimates.
    """

    guess: Code
    """The guess."""
    consistent: bool
    """Whether the guess may win now."""
    parts: int
    """Number of parts into which it splits the candidates."""
    largest_part: int
    """Number of candidates in the largest part."""
    expected_size: float
    """Average number of candidates left."""
    entropy: float
    """Average information of its feedback, in bits."""
    win_probability: Fraction
    """Probability that the guess ends the game."""
    expected_range: Bounds[Fraction, Fraction | None]
    """Bounds of the least expected number of further guesses, this one included."""
    chance_range: Bounds[Fraction | None, Fraction] | None = None
    """Bounds of the chance to win within the rows left if this guess is made; only where the board has rows."""
    cost: Fraction | None = None
    """Cost of the guess; only in games with costs."""

    def __repr__(self) -> str:
        parts = f"{count_text(self.parts, 'part')}, largest {self.largest_part}"
        return one_line(self, f"{quote(self.guess)}: {parts}, expected {self.expected_range.as_text()}")

    @property
    def proven(self) -> Written[bool]:
        """Whether the expected number of guesses is exact."""
        return self.expected_range.proven

    @property
    def expected_guesses(self) -> Written[Fraction | None]:
        """Expected number of further guesses by the best known tree, this one included; None if none is known."""
        return self.expected_range.upper

    @property
    def chance(self) -> Annotated[Fraction | None, Member(only_with="chance_range")]:
        """The chance to win within the rows left with the best known strategy; None if unknown."""
        return None if self.chance_range is None else self.chance_range.lower


@dataclass(frozen=True)
class Advice(Document, HtmlRepr, HoldsGame):
    """The best guesses of a position, the best first.

    `best` is the best of all guesses that were valued; *choice* is what the strategy plays. On a board with rows,
    guesses are ordered by their chance to win, and a guess that is known to win more often replaces the choice. Then
    *certain* says whether its chance is proven to be the best. With goal identify there is no choice and no suggestion
    once the game is over.
    """

    game: str
    history: str
    """The rows so far."""
    candidates: int
    """Number of candidates."""
    strategy: str
    """The name of the strategy."""
    choice: Code | None
    """The guess that the strategy plays, one of the suggestions; None once the game is over."""
    certain: bool = True
    """Whether *choice* is proven, for a strategy that proves; if not, it is the best guess known within the budget."""
    suggestions: tuple[Suggestion, ...] = ()
    """The best guesses, the best first."""
    nodes: int = 0
    """Number of nodes that the search for values opened."""
    sampled: bool = False
    """Whether guesses, and perhaps candidates, are a sample, because the game is too large for a table."""
    rows_left: int | None = None
    """Number of guesses that the board still allows; only where it has rows."""
    likely: int | None = None
    """Number of candidates that weigh more than half as much as the heaviest one; only where secrets have weights."""
    goal: str = HIT
    labels: int | None = None
    """Number of different labels of the candidates; only where secrets have labels."""
    label: Label | None = None
    """The label of the secret, once the game is over; only with goal identify."""
    known_best: Hidden[Suggestion | None] = None
    """The best guess; it may be missing in *suggestions* if only a few were requested. See `best`."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which knows how codes are written."""

    def __repr__(self) -> str:
        best = f"it is {self.label}" if self.label is not None else quote(self.best.guess)
        expected = "" if self.label is not None else f", expected {self.best.expected_range.as_text()}"
        after = f" after {self.history}" if self.history else ""
        return one_line(self, f"{best}{expected}, of {count_text(self.candidates, 'candidate')}: {self.game}{after}")

    @property
    def best(self) -> Suggestion:
        """The best guess known, even if only the choice of the strategy was requested.

        Raises HistoryError once the game is over.
        """
        if self.label is not None:
            raise game_over_error(self.label)
        return self.known_best or self.suggestions[0]

    @property
    def best_guess(self) -> Annotated[Code | None, Member("best")]:
        """The best guess known; None once the game is over."""
        return None if self.label is not None else self.best.guess
