"""Figures: what a strategy needs over all secrets."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bestguess.games import Code, rule_in


@dataclass(frozen=True)
class Figures:
    """Guesses over all secrets: their sum, mean, most, how many secrets need the most, and how many need each number.

    With weights, *total* is the sum of weight times guesses, and *mean* is total by weight; the others count secrets.
    Where guesses are limited, *lost* secrets are not found within the limit, of weight *lost_weight* in all, and every
    other figure but *secrets* is of those that are found; without a limit both are None. When nothing is found, *mean*
    is not a number and *worst* 0. *seconds* is the time of building the tree, *table_seconds* that of the table.
    """

    game: str
    strategy: str
    consistent: bool
    secrets: int
    total: float  # an integer, but for averages over seeds; so are the next ones
    mean: float
    worst: int
    at_worst: float
    distribution: Mapping[int, float]
    first_guess: Code
    lost: float | None = None
    lost_weight: float | None = None
    seconds: float = field(default=0.0, compare=False)
    table_seconds: float = field(default=0.0, compare=False)

    def __str__(self) -> str:
        lost = f":{self.lost} lost" if self.lost else ""
        return f"{self.total}:{self.worst}:{self.at_worst}{lost}"

    @property
    def rule(self) -> str:
        """The rule of the game."""
        return rule_in(self.game)

    def as_json(self) -> dict[str, Any]:
        """The figures by their JSON keys; `lost` and `lost_weight` only where guesses are limited."""
        distribution = {str(depth): count for depth, count in self.distribution.items()}
        document = {**vars(self), "rule": self.rule, "distribution": distribution}
        if self.lost is None:
            del document["lost"], document["lost_weight"]
        if not self.distribution:
            document.update(mean=None, worst=None)
        return document


@dataclass(frozen=True)
class RandomFigures(Figures):
    """Figures of `random`, averaged over so many *seeds*; *worst* is the most over all of them.

    *mean_sd* is the standard deviation of the mean from seed to seed.
    """

    seeds: int = 1
    mean_sd: float = 0.0


def distribution_of(depths: Iterable[int]) -> dict[int, int]:
    """How many secrets need each number of guesses, from 1 to the most.

    >>> distribution_of([2, 1, 4])
    {1: 1, 2: 1, 3: 0, 4: 1}
    """
    listed = list(depths)
    return {depth: listed.count(depth) for depth in range(1, max(listed) + 1)}
