"""A game as a checker needs it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from numpy.typing import NDArray

from bestguess.check.limits import Limits

Answers: TypeAlias = Callable[[tuple[str, ...], list[str], Limits], tuple[list[str], NDArray[Any]]]
"""Guesses and secrets -> the feedbacks there are, and for each guess and secret the place of its feedback there."""


@dataclass(frozen=True)
class Rules:
    """A game as a checker needs it."""

    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    feedback: Callable[[str, str], str]
    win: str | None
    """The winning feedback; None: the goal is to identify the secret, or what it means."""
    weights: Mapping[str, int] | None = None
    """The weight of each secret; None: 1."""
    labels: Mapping[str, str] | None = None
    """What each secret means, with the goal identify; None: its own text."""
    costs: Mapping[str, int] | None = None
    """What each guess costs, in parts of 1; None: 1."""
    parts: int = 1
    """How many parts of a cost make 1."""
    symmetry: str | None = None
    """Which guesses are images of one another: see `symmetry`."""
    answers: Answers | None = None
    """All feedbacks at once, where that is faster than one by one."""
    rows: int | None = None
    """How many guesses the board allows."""
    rule: str = "free"
    """Which guesses are allowed after a row: see `allowed`."""
    names: Mapping[str, str] | None = None
    """For each guess that wins against one secret alone, of another text, that secret; None: there is none."""

    @property
    def goal(self) -> str:
        """When a secret is found."""
        return "identify" if self.win is None else "hit"

    def weight(self, secret: str) -> int:
        """The weight of *secret*."""
        return 1 if self.weights is None else self.weights[secret]

    def label(self, secret: str) -> str:
        """What *secret* means."""
        return secret if self.labels is None else self.labels[secret]

    def cost(self, guess: str) -> int:
        """What *guess* costs."""
        return 1 if self.costs is None else self.costs[guess]

    def is_over(self, secrets: Sequence[str]) -> bool:
        """Whether nothing is left to ask when one of *secrets* it is."""
        return self.win is None and len({self.label(secret) for secret in secrets}) < 2
