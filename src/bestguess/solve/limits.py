"""Objectives and limits of a search."""

import threading
from dataclasses import dataclass
from enum import StrEnum

from bestguess.arguments import as_limit, as_seconds, as_threads, expected_error
from bestguess.errors import StrategyError, unknown_name_text


class Objective(StrEnum):
    """The meaning of "best" for a tree. Every function also accepts the text, such as ``"mean"``."""

    MEAN = "mean"
    """The least mean."""
    WORST = "worst"
    """The least worst case."""
    WORST_MEAN = "worst,mean"
    """The least worst case, and the least mean among the trees that reach it."""
    MEAN_WORST = "mean,worst"
    """The least mean, and the least worst case among the trees that reach it."""
    AT_WORST = "at-worst"
    """The fewest secrets that need the most guesses."""
    LOST = "lost"
    """The least weight not found within the limit of guesses, then the least total of the secrets that are found."""

    @classmethod
    def _missing_(cls, value: object) -> "Objective":
        if isinstance(value, str):
            raise StrategyError(unknown_name_text("objective", value, [objective.value for objective in cls]))
        raise expected_error("an objective, a text", value, StrategyError)


@dataclass(frozen=True)
class Limits:
    """Limits of a search: when it ends early, and how much of the machine it may use.

    A search that ends early returns the bounds and the tree known by then. Ctrl-C ends it as well. With *nodes*, a
    search runs on one thread, so that the same question has the same answer on every machine.

    >>> Limits(seconds=60, threads=2)
    Limits(seconds=60, nodes=None, memory=None, threads=2, cancel=None)
    """

    seconds: float | None = None
    """The time limit in seconds; None: no limit."""
    nodes: int | None = None
    """The most sets of candidates to open; None: no limit."""
    memory: int | None = None
    """The most bytes to use, with an executor for each worker; None: half of the machine's memory."""
    threads: int | None = None
    """The number of threads; None: all cores."""
    cancel: threading.Event | None = None
    """An event that ends the search when another thread sets it."""

    def __post_init__(self) -> None:
        as_seconds("limit", self.seconds)
        as_limit("a limit of nodes", self.nodes, error=StrategyError)
        as_limit("a limit of memory", self.memory)
        as_threads(self.threads)
        if self.cancel is not None and not isinstance(self.cancel, threading.Event):
            raise expected_error("cancel, a threading.Event", self.cancel)


NO_LIMITS = Limits()
