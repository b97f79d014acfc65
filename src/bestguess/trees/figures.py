"""Figures: how many guesses a strategy needs over all secrets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, NotRequired, TypeAlias, TypedDict

from bestguess.display import HtmlRepr, one_line
from bestguess.games import HIT, Code, rule_in
from bestguess.games.codes import text_of
from bestguess.games.documents import Document, Hidden, Member, Text, Written
from bestguess.wording import plural

CostJson: TypeAlias = Annotated[float, ("minimum", 0)]
"""A number of guesses, or in games with costs the sum of their costs."""


class Sample(NamedTuple):
    """The sample of secrets that were played: the game has *of* secrets, and *seed* drew some of them."""

    of: int
    seed: int


@dataclass(frozen=True)
class Figures(Document, HtmlRepr):
    """The guesses that a strategy needs over all secrets, or their costs, and how many secrets it loses.

    With weights, *total* is the sum of weight times guesses, and *mean* is total / weight; the others count secrets.
    In a game with *costs*, total, mean and worst are sums of costs in the user's unit; the distribution counts guesses.
    With *goal* identify, guesses are questions; naming the label at the end counts as none.
    With a limit of guesses, every figure except *secrets* and *lost* is about the secrets that are found. If none is
    found, *mean* is NaN and *worst* is 0. If a program failed, *total*, *mean*, *worst* and *at_worst* are NaN.
    """

    game: str
    """The text of the game."""
    strategy: str
    """The name of the strategy."""
    consistent: bool
    """Whether only consistent guesses were allowed."""
    secrets: int
    """The number of secrets, found or not."""
    total: float  # an integer, except for averages over seeds and some costs; this holds for the figures below too
    """Guesses summed over all secrets."""
    mean: Annotated[float, float | None]
    """Guesses on average; in JSON None if no secret is found."""
    worst: Annotated[float, CostJson | None]
    """The most guesses that a secret needs, or their highest cost; in JSON None if no secret is found."""
    at_worst: float
    """The number of secrets that need the most."""
    distribution: Mapping[int, float]
    """The number of secrets for each number of guesses that they need."""
    first_guess: Code
    """The guess that the strategy begins with."""
    lost: float | None = None
    """The number of secrets not found within the limit; only with a limit of guesses."""
    lost_weight: float | None = None
    """The weight of the lost secrets; only with a limit of guesses."""
    goal: str = HIT
    """The goal of the game: `hit` or `identify`."""
    costs: Hidden[bool] = False
    """Whether the game has costs."""
    seconds: Hidden[float] = field(default=0.0, compare=False)
    """The time to build the tree, in seconds."""
    table_seconds: Hidden[float] = field(default=0.0, compare=False)
    """The time to build the table, in seconds."""
    sample: Hidden[Sample | None] = None
    """The sample that was played; None: all secrets were played."""
    error: Hidden[str | None] = None
    """The error of a program that failed; else None."""
    seeds: int | None = None
    """The number of seeds that the figures are averaged over; only for the strategy `random`."""
    mean_sd: float | None = None
    """The standard deviation of the mean from seed to seed; only for the strategy `random`."""

    def __repr__(self) -> str:
        if self.error is not None:
            return one_line(self, f"of {self.game}, failed: {self.error}")
        sample = "" if self.sample is None else f" over {self.secrets_text}"
        return one_line(self, f"of {self.game}, {self.strategy}: {self.summary}{sample}")

    def __str__(self) -> str:
        if self.error is not None:
            return "failed"
        lost = f":{self.lost} lost" if self.lost else ""
        return f"{self.total}:{self.worst}:{self.at_worst}{lost}"

    @property
    def most_guesses(self) -> int:
        """The most guesses that a secret needs; equal to *worst* except in games with costs."""
        return max(self.distribution, default=0)

    @property
    def summary(self) -> str:
        """The secrets lost, mean and worst in words: `lost 694, of those found mean 3.872, worst 4`."""
        needs = f"mean {self.mean:.3f}, worst {self.worst:g}" if self.distribution else "nothing found"
        if not self.lost:
            return needs
        return f"lost {self.lost:g}{self.lost_weight_text}, {'of those found ' if self.distribution else ''}{needs}"

    @property
    def lost_weight_text(self) -> str:
        """The weight of the lost secrets, to follow their number: ` (weight 10)`; empty if each weighs 1."""
        return "" if self.lost_weight == self.lost else f" (weight {self.lost_weight:g})"

    @property
    def secrets_text(self) -> str:
        """The number of secrets played, in words; for a sample `100 of 5,040 secrets, seed 7`."""
        if self.sample is None:
            return f"{self.secrets:,} {plural(self.secrets, 'secret')}"
        count, seed = self.sample
        return f"{self.secrets:,} of {count:,} {plural(count, 'secret')}, seed {seed}"

    @property
    def rule(self) -> Written[str]:
        """The rule of the game."""
        return rule_in(self.game)

    @property
    def of(self) -> Annotated[int | None, Member(only_with="of")]:
        """The number of secrets of the game; only for a sample."""
        return None if self.sample is None else self.sample.of

    def as_json(self, text: Text = text_of) -> dict[str, Any]:
        """Return the figures by their JSON keys; for a program that failed, a `FailedProgramJson`."""
        document = super().as_json(text)
        if not self.distribution:
            document |= {"mean": None, "worst": None}
        if self.error is not None:
            document |= dict.fromkeys(("total", "at_worst", "distribution", "first_guess"))
            document["error"] = self.error
        return document


@dataclass(frozen=True, repr=False)
class TimedFigures(Figures):
    """The guesses that a strategy needs over all secrets, or their costs, and how long it took to compute them."""

    seconds: float = field(default=0.0, compare=False)
    table_seconds: float = field(default=0.0, compare=False)


class FailedProgramJson(TypedDict):
    """A program that failed: its error instead of figures."""

    game: str
    goal: str
    rule: str
    strategy: str
    consistent: bool
    secrets: int  # how many secrets there are, found or not
    of: NotRequired[int]  # how many secrets the game has; only for a sample
    total: None  # null: there are no figures
    mean: None  # null: there are no figures
    worst: None  # null: there are no figures
    at_worst: None  # null: there are no figures
    distribution: None  # null: there are no figures
    first_guess: None  # null: there are no figures
    error: str  # what went wrong, and at which request to the program
    seconds: float  # how long it took
    table_seconds: float  # how long it took to build the table


def in_user_units(units: int, unit: Fraction) -> float:
    """Convert a cost of *units* units, each worth *unit*, to the user's unit; an int if the result is whole.

    >>> in_user_units(6, Fraction(1, 2)), in_user_units(5, Fraction(1, 2))
    (3, 2.5)
    """
    value = units * unit
    return int(value) if value.denominator == 1 else float(value)


def distribution_of(depths: Iterable[int]) -> dict[int, int]:
    """Return how many secrets need each number of guesses, from 1 to the most.

    >>> distribution_of([2, 1, 4])
    {1: 1, 2: 1, 3: 0, 4: 1}
    """
    all_depths = list(depths)
    return {depth: all_depths.count(depth) for depth in range(1, max(all_depths) + 1)}
