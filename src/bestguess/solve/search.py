"""One call of `optimum`: what it asks for, the searches of the core that answer it, and what they have spent."""

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bestguess import engine
from bestguess.bounds import Bounds, SearchProgress, SearchState
from bestguess.engine import INFINITE, SearchRequest, current_check, is_stopped, poll
from bestguess.engine import Objective as CoreObjective
from bestguess.errors import GameError, SizeError
from bestguess.games.balance import Balance
from bestguess.games.pegs import PegGame
from bestguess.position import Position
from bestguess.solve.certificate import claims_of
from bestguess.solve.checkpoint import Checkpoint
from bestguess.solve.limits import NO_LIMITS, Limits, Objective
from bestguess.solve.result import Claims
from bestguess.trees.build import prepare

if TYPE_CHECKING:
    from bestguess.cluster.coordinator import Coordinator, TaskProgress
    from bestguess.strategies.base import Nodes

_MOST_ALL_VALUED, _VALUED = 1_000, 10  # first guesses that all get a value, and the best ones of more


class ValuedGuess(NamedTuple):
    """A first guess by index and its value, or a bound; where secrets may be lost, the weight lost, and the total."""

    guess: int
    value: int
    proven: bool
    total: int | None = None


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


NOTHING_FOUND = Found(Bounds(0, INFINITE), False, None)
"""What is known before a search."""


@dataclass
class Run:
    """One call of `optimum`: what is asked for, within which limits, and what has been spent.

    Raises SizeError when the limit of memory leaves nothing beside the table.
    """

    position: Position
    objective: Objective = Objective.MEAN
    max_guesses: int | None = None
    limits: Limits = NO_LIMITS
    consistent: bool = False
    first_guess: int | None = None
    every_first_guess: bool = False
    certify: bool = False
    rows: int | None = None
    """The rows of the board, those of the history counted, where they limit the guesses: trees end there."""
    checkpoint: Checkpoint | None = None
    progress: SearchProgress | None = None
    executor: Executor | None = None

    nodes: int = 0
    searches: int = 0
    interrupted: bool = False
    first_guesses: list[ValuedGuess] = field(default_factory=list)
    bounds: Bounds[int | None, int | None] | None = None
    """What to report during a search that asks yes or no; otherwise its own bounds are reported."""
    proofs: list[Claims] = field(default_factory=list)

    def __post_init__(self) -> None:
        table, limits = self.position.table, self.limits
        limit = engine.default_memory_limit() if limits.memory is None else limits.memory
        taken = table.ordinals.nbytes * (1 if table.symmetric else 2)  # also by secrets
        if taken >= limit:
            raise SizeError(f"expected a memory limit above the {taken:,} bytes of the table, got {limit:,}")
        self.memory_limit = limit - taken
        self.threads = 1 if limits.nodes is not None else limits.threads or engine.default_threads()
        prepare(table)
        self.began = time.monotonic()

    @property
    def secrets(self) -> int:
        """How many are to be found."""
        return len(self.position.candidate_indices)

    @property
    def stopped(self) -> bool:
        """Whether it is time to end: by Ctrl-C, the clock, or another thread."""
        cancel = self.limits.cancel
        return self.is_late(0) or self.interrupted or (cancel is not None and cancel.is_set())

    def is_late(self, seconds: float) -> bool:
        """Whether the time limit was reached more than so many *seconds* ago."""
        limit = self.limits.seconds
        return limit is not None and time.monotonic() > self.began + limit + seconds

    def search(
        self,
        objective: CoreObjective,
        upper_bound: int | tuple[int, int] | None = None,
        every_first_guess: bool = False,
        whole_tree: bool = True,
        lower_bound: int | None = None,
    ) -> Found:
        """What the core finds for *objective*, when a tree of cost *upper_bound* is there already.

        Where secrets may be lost, a cost is a pair: weight lost, and total of the others.

        *lower_bound*: it is known already that nothing costs less. Then the search ends with the first tree that
        reaches it, and finds no tree where none costs less than *upper_bound*.

        Without *whole_tree*, what is proven has the first node of its tree alone.
        """
        number, position = self.searches, self.position
        self.searches += 1
        many = every_first_guess and len(position.different_guesses) > _MOST_ALL_VALUED
        remembered = b"" if self.checkpoint is None else self.checkpoint.remembered(number)
        least = 0  # that workers have shown
        if self.executor is not None:
            asked = objective, upper_bound, every_first_guess and not many
            remembered, least = self._distributed(self.executor, *asked, number, remembered, lower_bound)
        lost_bound, upper_bound = upper_bound if isinstance(upper_bound, tuple) else (0, upper_bound)
        node_limit = self.limits.nodes
        request = SearchRequest(
            objective=objective,
            candidates=position.candidate_indices,
            history=position.guesses_so_far,
            allowed=position.allowed_indices,
            consistent=self.consistent,
            first_guess=self.first_guess,
            all_first_guesses=every_first_guess,
            most_valued=_VALUED if many else None,
            upper_bound=upper_bound,
            lost_upper_bound=lost_bound,
            lower_bound=lower_bound,
            symmetries=self._symmetries,
            threads=self.threads,
            memory_limit=self.memory_limit,
            node_limit=None if node_limit is None else max(node_limit - self.nodes, 0),
            whole_tree=whole_tree,
            certify=self.certify,
            progress=partial(self._report, self.nodes, objective.may_lose, current_check()),
            checkpoint=self._search_checkpoint(number, remembered),
        )
        try:
            found = engine.search(position.table.native, request)
        except RuntimeError as error:
            if self._symmetries is None:
                raise
            game = position.game
            raise GameError(f"the symmetries of {game} are not sound: {error}; check_game says more") from error
        poll()
        self.nodes += found.nodes
        self.interrupted |= found.interrupted
        self.first_guesses = [_valued(first, objective.may_lose) for first in found.first_guesses]
        tree = found.tree if len(found.tree[0]) else None
        bounds = _lost_bounds(found) if objective.may_lose else Bounds(found.lower, found.upper)
        known = (found.lost_upper, found.upper) == (lost_bound, upper_bound)
        if found.proven and tree is None and whole_tree and found.upper < INFINITE and not known:
            # Stopped while its tree was written: nothing better than was known has a tree.
            upper = INFINITE if upper_bound is None else lost_bound if objective.may_lose else upper_bound
            return Found(Bounds(bounds.lower, upper), False, None)
        if not found.proven:
            bounds = Bounds(max(bounds.lower, min(least, bounds.upper)), bounds.upper)
        claims = claims_of(position.table, found.claims, objective.may_lose)
        return Found(bounds, found.proven, tree, claims)

    def _report(self, before: int, may_lose: bool, check: Callable[[], None], status: engine.SearchStatus) -> bool:
        """Reports on a search that began after *before* nodes; returns whether it is to go on."""
        if self.progress:
            own = _lost_bounds(status) if may_lose else Bounds(status.lower, status.upper)
            firsts = (status.first_guesses - status.open_first_guesses, status.first_guesses)
            bounds = self.bounds or finite_bounds(own)
            self.progress(SearchState(bounds, before + status.nodes, firsts if firsts[1] > 1 else None))
        return not self.stopped and not is_stopped(check)

    def _search_checkpoint(self, number: int, remembered: bytes) -> engine.SearchCheckpoint | None:
        """What is *remembered* of search *number* of this run, and where to keep what it finds."""
        if self.checkpoint is not None:
            save, every = partial(self.checkpoint.keep, number), self.checkpoint.every
            return engine.SearchCheckpoint(remembered=remembered, save=save, every=every)
        if not remembered:
            return None
        return engine.SearchCheckpoint(remembered=remembered, save=lambda solved: None, every=math.inf)

    @property
    def _symmetries(self) -> engine.Symmetries | None:
        """A checker knows those of peg games and of coins only."""
        table = self.position.table
        known = not self.certify or isinstance(table.game, PegGame | Balance)
        return table.native_symmetries if known else None

    def _distributed(
        self,
        executor: Executor,
        objective: CoreObjective,
        upper_bound: int | tuple[int, int] | None,
        every_first_guess: bool,
        number: int,
        remembered: bytes,
        lower_bound: int | None,
    ) -> tuple[bytes, int]:
        """What the workers of *executor* find out for search *number*: to be remembered, and a lower bound."""
        from bestguess.cluster.coordinator import Coordinator  # most searches need no workers
        from bestguess.cluster.tasks import Question

        total = INFINITE if upper_bound is None else upper_bound
        budget = total if isinstance(total, tuple) else (0, total)
        if objective.may_lose and budget[1] >= INFINITE:
            budget = (INFINITE, 0)
        memory, check = self.limits.memory, current_check()
        question = Question.about(self.position, objective, consistent=self.consistent, memory_limit=memory)
        journal = _Journal(self.checkpoint, number)

        def report(progress: "TaskProgress", nodes: int) -> None:
            journal.save()
            if self.progress:
                bounds = self.bounds or _task_bounds(coordinator)
                self.progress(SearchState(bounds, self.nodes + nodes, tasks=progress))

        coordinator = Coordinator(
            executor,
            question,
            self.position,
            budget,
            least=lower_bound,
            first_guess=self.first_guess,
            every_first_guess=every_first_guess,
            remembered=remembered,
            stopped=lambda: self.stopped or is_stopped(check),
            learnt=journal.add,
            progress=report,
        )
        try:
            coordinator.run()
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            journal.save(at_once=True)
            self.nodes += coordinator.nodes
        return b"".join([remembered, *coordinator.learnt]), _task_bounds(coordinator).lower or 0


def _task_bounds(coordinator: "Coordinator") -> Bounds[int | None, int | None]:
    """What workers have found out of the number that is sought, so far."""
    sought = 0 if coordinator.may_lose else 1
    lower, upper = coordinator.bounds
    return finite_bounds(Bounds(lower[sought], upper[sought]))


class _Journal:
    """Collects what is learnt, and keeps it in a checkpoint, if there is one, every few seconds."""

    def __init__(self, checkpoint: Checkpoint | None, number: int) -> None:
        self._checkpoint, self._number = checkpoint, number
        self._unsaved: list[bytes] = []
        self._saved = time.monotonic()

    def add(self, solved: bytes) -> None:
        if self._checkpoint is not None:
            self._unsaved.append(solved)

    def save(self, at_once: bool = False) -> None:
        if self._checkpoint is None or not self._unsaved:
            return
        if at_once or time.monotonic() - self._saved > self._checkpoint.every:
            self._checkpoint.keep(self._number, b"".join(self._unsaved))
            self._unsaved, self._saved = [], time.monotonic()


def _valued(first: engine.FirstGuess, may_lose: bool) -> ValuedGuess:
    if not may_lose or first.value >= INFINITE:
        return ValuedGuess(first.guess, first.value, first.exact)
    return ValuedGuess(first.guess, first.lost, first.exact, first.value if first.exact else None)


def _lost_bounds(found: engine.SearchResult | engine.SearchStatus) -> Bounds[int, int]:
    """What is known of the weight that is lost; INFINITE while no tree is known."""
    return Bounds(found.lost_lower, INFINITE if found.upper >= INFINITE else found.lost_upper)


def finite_bounds(bounds: Bounds[int, int]) -> Bounds[int | None, int | None]:
    """*bounds* as callers see them: None where they are infinite."""
    lower, upper = (None if bound >= INFINITE else bound for bound in bounds)
    return Bounds(lower, upper)
