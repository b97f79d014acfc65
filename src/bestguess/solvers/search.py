"""One search of the core: an objective, a position, and what has been spent."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from bestguess import engine
from bestguess.bounds import Bounds, SearchProgress
from bestguess.engine import INFINITE, Objective, SearchRequest
from bestguess.errors import SizeError
from bestguess.games.pegs import PegGame
from bestguess.interruption import current_check, is_stopped, poll
from bestguess.solvers.checkpoint import Checkpoint
from bestguess.solvers.result import Claim, Claims
from bestguess.strategies import Position
from bestguess.table import Table, table_bytes

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes


def least_mean(limit: int | None, most: int) -> Objective:
    """The fewest guesses in all, within a *limit*; none of *most* secrets needs more than *most*."""
    return Objective() if limit is None else Objective(linear=False, cost=range(1, min(limit, most) + 1))


def any_within(limit: int) -> Objective:
    """No cost at all, but a *limit*: is there any strategy?"""
    return Objective(linear=False, cost=[0] * limit, weighted=False)


def fewest_at_limit(limit: int, most: int) -> Objective:
    """The fewest secrets that need the last guess of the *limit*; none of *most* secrets needs more than *most*."""
    cost = [0] * (limit - 1) + [1] if limit <= most else [0] * most
    return Objective(linear=False, cost=cost, weighted=False)


@dataclass
class Run:
    """One call of `optimum`: the position, the limits, and what has been spent."""

    position: Position
    consistent: bool
    first_guess: int | None
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
    bounds: Bounds[int | None, int | None] | None = None
    """What to report during a search that asks yes or no; otherwise its own bounds are reported."""
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
        self,
        objective: Objective,
        upper_bound: int | None = None,
        every_first_guess: bool = False,
        whole_tree: bool = True,
    ) -> "Found":
        """What the core finds for *objective*, when a tree of cost *upper_bound* is there already.

        Without *whole_tree*, what is proven has the first node of its tree alone.
        """
        request = SearchRequest(
            objective=objective,
            candidates=self.position.candidates,
            history=self.position.guesses_so_far,
            consistent=self.consistent,
            first_guess=self.first_guess,
            all_first_guesses=every_first_guess,
            upper_bound=upper_bound,
            symmetries=self._symmetries,
            threads=self.threads,
            memory_limit=self.memory_limit,
            node_limit=None if self.node_limit is None else max(self.node_limit - self.nodes, 0),
            whole_tree=whole_tree,
            certify=self.certify,
            progress=partial(self._report, self.nodes, current_check()),
            checkpoint=self._next_checkpoint(),
        )
        found = engine.search(self.position.table.native, request)
        poll()
        self.nodes += found.nodes
        self.interrupted |= found.interrupted
        self.first_guesses = [(first.guess, first.value, True) for first in found.first_guesses]
        tree = found.tree if len(found.tree[0]) else None
        return Found(Bounds(found.lower, found.upper), found.proven, tree, self._claims(found.claims))

    def _report(self, before: int, check: Callable[[], None], status: engine.SearchStatus) -> bool:
        """Reports on a search that began after *before* nodes; returns whether it is to go on."""
        if self.progress:
            self.progress(self.bounds or finite_bounds(Bounds(status.lower, status.upper)), before + status.nodes)
        return not self.stopped and not is_stopped(check)

    def _next_checkpoint(self) -> engine.SearchCheckpoint | None:
        """What the checkpoint has of the search that begins, the next of this run."""
        number, checkpoint = self.searches, self.checkpoint
        self.searches += 1
        if checkpoint is None:
            return None
        return engine.SearchCheckpoint(
            remembered=checkpoint.remembered(number), save=partial(checkpoint.keep, number), every=checkpoint.every
        )

    @property
    def _symmetries(self) -> engine.Symmetries | None:
        """A checker knows those of peg games only."""
        table = self.position.table
        return table.native_symmetries if not self.certify or isinstance(table.game, PegGame) else None

    def _claims(self, claims: Sequence[engine.Claim]) -> Claims:
        guesses, feedbacks = self.position.table.guesses, self.position.table.feedbacks
        return [
            Claim(one.parent, guesses[one.guess], feedbacks[one.feedback], one.bound)
            if number
            else Claim(0, None, None, one.bound)
            for number, one in enumerate(claims)
        ]


def memory_left(table: Table, limit: int) -> int:
    """What a *limit* of bytes leaves beside the table; raises SizeError when that is nothing."""
    taken = table_bytes(table.game)
    if taken >= limit:
        raise SizeError(f"expected a memory limit above the {taken:,} bytes of the table, got {limit:,}")
    return limit - taken


@dataclass(frozen=True)
class Found:
    """Bounds and, if one was found, a tree, in the unit of an objective; INFINITE is what cannot be done."""

    bounds: Bounds[int, int]
    proven: bool
    nodes: "Nodes | None"
    claims: Claims = ()

    @property
    def feasible(self) -> bool:
        """Whether a tree is known to exist."""
        return self.bounds.upper < INFINITE


def finite_bounds(bounds: Bounds[int, int]) -> Bounds[int | None, int | None]:
    """*bounds* as callers see them: None where they are infinite."""
    lower, upper = (None if bound >= INFINITE else bound for bound in bounds)
    return Bounds(lower, upper)
