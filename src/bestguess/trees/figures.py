"""Figures: what a strategy needs over all secrets."""

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
"""Guesses, or what they cost in games with costs."""


class Sample(NamedTuple):
    """Which secrets were played, where not all were: how many there are, and the *seed* that drew some *of* them."""

    of: int
    seed: int


@dataclass(frozen=True)
class Figures(Document, HtmlRepr):
    """Guesses over all secrets that are found, or what they cost; where guesses are limited, how many are lost.

    With weights, *total* is the sum of weight times guesses, and *mean* is total by weight; the others count secrets.
    In a game with *costs*, total, mean and worst are sums of costs in the user's unit; the distribution counts guesses.
    With *goal* identify guesses are questions; to say what it is counts as none.
    Where guesses are limited, every figure but *secrets* and *lost* is of those that are found. When nothing is found,
    *mean* is not a number and *worst* 0. Of a program that failed, total, mean, worst and at worst are not numbers.
    """

    game: str
    """The text of the game."""
    strategy: str
    """The name of the strategy."""
    consistent: bool
    """Whether only consistent guesses were allowed."""
    secrets: int
    """How many secrets there are, found or not."""
    total: float  # an integer, but for averages over seeds and some costs; so are the next ones
    """Guesses summed over all secrets."""
    mean: Annotated[float, float | None]
    """Guesses on average; in JSON None where nothing is found."""
    worst: Annotated[float, CostJson | None]
    """The most guesses that a secret needs, or the most that they cost; in JSON None where nothing is found."""
    at_worst: float
    """How many secrets need the most."""
    distribution: Mapping[int, float]
    """How many secrets need each number of guesses."""
    first_guess: Code
    """The guess that the strategy begins with."""
    lost: float | None = None
    """How many secrets are not found within the limit; only where guesses are limited."""
    lost_weight: float | None = None
    """What these weigh; only where guesses are limited."""
    goal: str = HIT
    """The goal of the game: `hit` or `identify`."""
    costs: Hidden[bool] = False
    """Whether the game has costs."""
    seconds: Hidden[float] = field(default=0.0, compare=False)
    """How long it took to build the tree, in seconds."""
    table_seconds: Hidden[float] = field(default=0.0, compare=False)
    """How long it took to build the table, in seconds."""
    sample: Hidden[Sample | None] = None
    """The sample that was played; None where all secrets were."""
    error: Hidden[str | None] = None
    """What went wrong with a program that failed; else None."""
    seeds: int | None = None
    """How many seeds `random` was averaged over; only of random."""
    mean_sd: float | None = None
    """The standard deviation of the mean from seed to seed; only of random."""

    def __repr__(self) -> str:
        if self.error is not None:
            return one_line(self, f"of {self.game}, failed: {self.error}")
        sampled = "" if self.sample is None else f" over {self.secrets_text}"
        return one_line(self, f"of {self.game}, {self.strategy}: {self.summary}{sampled}")

    def __str__(self) -> str:
        if self.error is not None:
            return "failed"
        lost = f":{self.lost} lost" if self.lost else ""
        return f"{self.total}:{self.worst}:{self.at_worst}{lost}"

    @property
    def most_guesses(self) -> int:
        """The most guesses that a secret needs that is found: *worst*, but in games with costs."""
        return max(self.distribution, default=0)

    @property
    def summary(self) -> str:
        """What is lost, and mean and worst: `lost 694, of those found mean 3.872, worst 4`."""
        needs = f"mean {self.mean:.3f}, worst {self.worst:g}" if self.distribution else "nothing found"
        if not self.lost:
            return needs
        return f"lost {self.lost:g}{self.lost_weight_text}, {'of those found ' if self.distribution else ''}{needs}"

    @property
    def lost_weight_text(self) -> str:
        """What the lost secrets weigh, behind their number: ` (weight 10)`; nothing where each weighs 1."""
        return "" if self.lost_weight == self.lost else f" (weight {self.lost_weight:g})"

    @property
    def secrets_text(self) -> str:
        """How many secrets were played; of a sample also of how many, and its seed: `100 of 5,040 secrets, seed 7`."""
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
        """How many secrets the game has; only of a sample."""
        return None if self.sample is None else self.sample.of

    def as_json(self, text: Text = text_of) -> dict[str, Any]:
        """Return the figures by their JSON keys; of a program that failed, a `FailedProgramJson`."""
        document = super().as_json(text)
        if not self.distribution:
            document |= {"mean": None, "worst": None}
        if self.error is not None:
            document |= dict.fromkeys(("total", "at_worst", "distribution", "first_guess"))
            document["error"] = self.error
        return document


@dataclass(frozen=True, repr=False)
class TimedFigures(Figures):
    """Guesses over all secrets that are found, or what they cost, and how long they took to compute."""

    seconds: float = field(default=0.0, compare=False)
    table_seconds: float = field(default=0.0, compare=False)


class FailedProgramJson(TypedDict):
    """A program that failed: what went wrong, and no figures."""

    game: str
    goal: str
    rule: str
    strategy: str
    consistent: bool
    secrets: int  # how many secrets there are, found or not
    of: NotRequired[int]  # how many secrets the game has; only of a sample
    total: None  # null: there are no figures
    mean: None  # null: there are no figures
    worst: None  # null: there are no figures
    at_worst: None  # null: there are no figures
    distribution: None  # null: there are no figures
    first_guess: None  # null: there are no figures
    error: str  # what went wrong, and what the program was asked then
    seconds: float  # how long it took
    table_seconds: float  # how long it took to build the table


def in_user_units(units: int, unit: Fraction) -> float:
    """So many *units*, each of which is *unit*: an integer where it is one.

    >>> in_user_units(6, Fraction(1, 2)), in_user_units(5, Fraction(1, 2))
    (3, 2.5)
    """
    value = units * unit
    return int(value) if value.denominator == 1 else float(value)


def distribution_of(depths: Iterable[int]) -> dict[int, int]:
    """How many secrets need each number of guesses, from 1 to the most.

    >>> distribution_of([2, 1, 4])
    {1: 1, 2: 1, 3: 0, 4: 1}
    """
    listed = list(depths)
    return {depth: listed.count(depth) for depth in range(1, max(listed) + 1)}
