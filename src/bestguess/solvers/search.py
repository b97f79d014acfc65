"""One search of the core: an objective, a position, and what has been spent."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from bestguess import engine
from bestguess.engine import INFINITE
from bestguess.errors import SizeError
from bestguess.games.pegs import PegGame
from bestguess.solvers.checkpoint import Checkpoint
from bestguess.solvers.result import Claim, Claims
from bestguess.strategies import Position
from bestguess.table import Table, table_bytes

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes

SearchProgress: TypeAlias = Callable[[int | None, int | None, int], None]
"""Called now and then with the lower bound, the upper bound and the number of nodes."""

_NO_LIMIT = 2**64 - 1


@dataclass(frozen=True)
class Objective:
    """What is made least: the sum over secrets of the cost of the guess that finds them.

    *linear*: the cost is the number of the guess, without limit. Otherwise *cost* has the cost of each guess, never
    decreasing, and more guesses than that are not allowed. *weighted*: whether the weights of the secrets count.
    """

    linear: bool = True
    cost: tuple[int, ...] = ()
    weighted: bool = True

    @staticmethod
    def mean(limit: int | None, most: int) -> "Objective":
        """The fewest guesses in all, within a *limit*; none of *most* secrets needs more than *most*."""
        return Objective() if limit is None else Objective(linear=False, cost=tuple(range(1, min(limit, most) + 1)))

    @staticmethod
    def within(limit: int) -> "Objective":
        """No cost at all, but a *limit*: is there any strategy?"""
        return Objective(linear=False, cost=(0,) * limit, weighted=False)

    @staticmethod
    def at_limit(limit: int, most: int) -> "Objective":
        """The fewest secrets that need the last guess of the *limit*; none of *most* secrets needs more than *most*."""
        last = (0,) * (limit - 1) + (1,) if limit <= most else (0,) * most
        return Objective(linear=False, cost=last, weighted=False)


@dataclass
class Run:
    """One call of `optimum`: the position, the limits, and what has been spent."""

    position: Position
    consistent: bool
    first_guess: int
    threads: int
    memory_limit: int
    node_limit: int | None
    certify: bool
    checkpoint: Checkpoint | None
    deadline: float | None
    cancel: threading.Event | None
    progress: SearchProgress | None
    nodes: int = 0
    searches: int = 0
    interrupted: bool = False
    every_first_guess: bool = False
    first_guesses: list[tuple[int, int, bool]] = field(default_factory=list)
    bounds: tuple[int, int | None] | None = None
    """What to tell of a search that asks yes or no."""
    proofs: list[Claims] = field(default_factory=list)

    @property
    def secrets(self) -> int:
        """How many are to be found."""
        return len(self.position.candidates)

    @property
    def stopped(self) -> bool:
        """Whether it is time to end: by Ctrl-C, the clock, or another thread."""
        late = self.deadline is not None and time.monotonic() > self.deadline
        return late or self.interrupted or (self.cancel is not None and self.cancel.is_set())

    def search(
        self, objective: Objective, known: int = INFINITE, every_first_guess: bool = False, whole_tree: bool = True
    ) -> "Found":
        """What the core finds for *objective*, when a tree of cost *known* is there already.

        Without *whole_tree*, what is proven has the first node of its tree alone.
        """
        table, before, number = self.position.table, self.nodes, self.searches
        self.searches += 1
        checkpoint = self.checkpoint

        def report(lower: int, upper: int, nodes: int) -> bool:
            if self.progress:
                low, high = self.bounds or (lower, None if upper >= INFINITE else upper)
                self.progress(low, high, before + nodes)
            return not self.stopped

        lower, upper, proven, nodes, tree, firsts, claims, interrupted = table.native.search(
            objective.linear,
            objective.cost,
            objective.weighted,
            self.consistent,
            self.position.candidates,
            self.position.guesses_so_far,
            known,
            self.first_guess,
            every_first_guess,
            self._symmetries,
            self.threads,
            self.memory_limit,
            _NO_LIMIT if self.node_limit is None else max(self.node_limit - self.nodes, 0),
            self.certify,
            report,
            b"" if checkpoint is None else checkpoint.remembered(number),
            None if checkpoint is None else partial(checkpoint.keep, number),
            0.0 if checkpoint is None else checkpoint.every,
            whole_tree=whole_tree,
        )
        self.nodes += nodes
        self.interrupted |= interrupted
        self.first_guesses = firsts
        return Found(lower, upper, proven, tree if len(tree[0]) else None, self._claims(claims))

    @property
    def _symmetries(self) -> engine.Symmetries | None:
        """A checker knows those of peg games only."""
        table = self.position.table
        return table.native_symmetries if not self.certify or isinstance(table.game, PegGame) else None

    def _claims(self, claims: Sequence[tuple[int, int, int, int]]) -> Claims:
        guesses, feedbacks = self.position.table.guesses, self.position.table.feedbacks
        return [
            Claim(parent, guesses[guess], feedbacks[feedback], bound) if number else Claim(0, None, None, bound)
            for number, (parent, guess, feedback, bound) in enumerate(claims)
        ]


def memory_left(table: Table, limit: int) -> int:
    """What a *limit* of bytes leaves beside the table; raises SizeError when that is nothing."""
    taken = table_bytes(table.game)
    if taken >= limit:
        raise SizeError(f"expected a memory limit above the {taken:,} bytes of the table, got {limit:,}")
    return limit - taken


@dataclass(frozen=True)
class Found:
    """Bounds and, if one was found, a tree, in the unit of an objective."""

    lower: int
    upper: int
    proven: bool
    nodes: "Nodes | None"
    claims: Claims = ()
