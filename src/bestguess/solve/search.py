"""One search of the core: an objective, a position, and what has been spent."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bestguess import engine
from bestguess.bounds import Bounds, SearchProgress, SearchState
from bestguess.engine import INFINITE, Objective, SearchRequest
from bestguess.errors import GameError, SizeError
from bestguess.games.balance import Balance
from bestguess.games.pegs import PegGame
from bestguess.games.symmetries import CodeSymmetries
from bestguess.games.table import Table
from bestguess.interruption import current_check, is_stopped, poll
from bestguess.position import Position
from bestguess.solve.checkpoint import Checkpoint
from bestguess.solve.result import Claim, Claims, Image

if TYPE_CHECKING:
    from bestguess.cluster.coordinator import Coordinator, TaskProgress
    from bestguess.strategies.base import Nodes


def least_mean(limit: int | None, most: int, spending_limit: int | None = None) -> Objective:
    """The fewest guesses in all, within a *limit*; none of *most* secrets needs more than *most*.

    With costs, what they cost in all, and no secret more than *spending_limit*.
    """
    if limit is None and spending_limit is None:
        return Objective()
    allowed = most if limit is None else min(limit, most)
    return Objective(linear=False, cost=range(1, allowed + 1), spending_limit=spending_limit)


def any_within(limit: int, spending_limit: int | None = None) -> Objective:
    """No cost at all, but a *limit* of guesses, and of what they cost for each secret: is there any strategy?"""
    return Objective(linear=False, cost=[0] * limit, weighted=False, spending_limit=spending_limit)


def fewest_at_limit(limit: int, most: int) -> Objective:
    """The fewest secrets that need the last guess of the *limit*; none of *most* secrets needs more than *most*."""
    cost = [0] * (limit - 1) + [1] if limit <= most else [0] * most
    return Objective(linear=False, cost=cost, weighted=False)


def fewest_lost(limit: int, most: int) -> Objective:
    """The least weight that is not found within *limit* guesses, then the fewest guesses for the others."""
    return Objective(linear=False, cost=range(1, min(limit, most) + 1), may_lose=True)


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
    most_valued: int | None = None
    """Of how many first guesses, the best ones, the values are found where those of every one are asked for."""
    rows: int | None = None
    """The rows of the board, those of the history counted, where they limit the guesses: trees end there."""
    first_guesses: "list[ValuedGuess]" = field(default_factory=list)
    bounds: Bounds[int | None, int | None] | None = None
    """What to report during a search that asks yes or no; otherwise its own bounds are reported."""
    proofs: list[Claims] = field(default_factory=list)
    executor: Executor | None = None
    worker_memory: int | None = None

    @property
    def secrets(self) -> int:
        """How many are to be found."""
        return len(self.position.candidate_indices)

    @property
    def stopped(self) -> bool:
        """Whether it is time to end: by Ctrl-C, the clock, or another thread."""
        return self.is_late(0) or self.interrupted or (self.cancel is not None and self.cancel.is_set())

    def is_late(self, seconds: float) -> bool:
        """Whether the time limit was reached more than so many *seconds* ago."""
        return self.deadline is not None and time.monotonic() > self.deadline + seconds

    def search(
        self,
        objective: Objective,
        upper_bound: int | tuple[int, int] | None = None,
        every_first_guess: bool = False,
        whole_tree: bool = True,
        lower_bound: int | None = None,
    ) -> "Found":
        """What the core finds for *objective*, when a tree of cost *upper_bound* is there already.

        Where secrets may be lost, a cost is a pair: weight lost, and total of the others.

        *lower_bound*: it is known already that nothing costs less. Then the search ends with the first tree that
        reaches it, and finds no tree where none costs less than *upper_bound*.

        Without *whole_tree*, what is proven has the first node of its tree alone.
        """
        number = self.searches
        self.searches += 1
        remembered = b"" if self.checkpoint is None else self.checkpoint.remembered(number)
        least = 0  # that workers have shown
        if self.executor is not None:
            asked = objective, upper_bound, every_first_guess and self.most_valued is None
            remembered, least = self._distributed(self.executor, *asked, number, remembered, lower_bound)
        lost_bound, upper_bound = upper_bound if isinstance(upper_bound, tuple) else (0, upper_bound)
        request = SearchRequest(
            objective=objective,
            candidates=self.position.candidate_indices,
            history=self.position.guesses_so_far,
            allowed=self.position.allowed_indices,
            consistent=self.consistent,
            first_guess=self.first_guess,
            all_first_guesses=every_first_guess,
            most_valued=self.most_valued,
            upper_bound=upper_bound,
            lost_upper_bound=lost_bound,
            lower_bound=lower_bound,
            symmetries=self._symmetries,
            threads=self.threads,
            memory_limit=self.memory_limit,
            node_limit=None if self.node_limit is None else max(self.node_limit - self.nodes, 0),
            whole_tree=whole_tree,
            certify=self.certify,
            progress=partial(self._report, self.nodes, objective.may_lose, current_check()),
            checkpoint=self._search_checkpoint(number, remembered),
        )
        found = self._run(request)
        poll()
        self.nodes += found.nodes
        self.interrupted |= found.interrupted
        self.first_guesses = [_valued(first, objective.may_lose) for first in found.first_guesses]
        tree = found.tree if len(found.tree[0]) else None
        known = (found.lost_upper, found.upper) == (lost_bound, upper_bound)
        if found.proven and tree is None and whole_tree and found.upper < INFINITE and not known:
            return _without_its_tree(found, objective.may_lose, lost_bound, upper_bound)
        claims = self._claims(found.claims, objective.may_lose)
        bounds = _lost_bounds(found) if objective.may_lose else Bounds(found.lower, found.upper)
        if not found.proven:
            bounds = Bounds(max(bounds.lower, min(least, bounds.upper)), bounds.upper)
        return Found(bounds, found.proven, tree, claims)

    def _run(self, request: SearchRequest) -> engine.SearchResult:
        """The result of the core; raises GameError where its tree shows that the symmetries of the game are wrong."""
        try:
            return engine.search(self.position.table.native, request)
        except RuntimeError as error:
            if self._symmetries is None:
                raise
            game = self.position.game
            raise GameError(f"the symmetries of {game} are not sound: {error}; check_game says more") from error

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

    def _distributed(
        self,
        executor: Executor,
        objective: Objective,
        upper_bound: int | tuple[int, int] | None,
        every_first_guess: bool,
        number: int,
        remembered: bytes,
        lower_bound: int | None,
    ) -> tuple[bytes, int]:
        """What the workers of *executor* find out for search *number*: to be remembered, and a lower bound."""
        from bestguess.cluster.coordinator import Coordinator  # most searches need no workers
        from bestguess.cluster.tasks import Question

        budget = (
            upper_bound if isinstance(upper_bound, tuple) else (0, INFINITE if upper_bound is None else upper_bound)
        )
        if objective.may_lose and budget[1] >= INFINITE:
            budget = (INFINITE, 0)
        position, memory = self.position, self.worker_memory
        question = Question.about(position, objective, consistent=self.consistent, memory_limit=memory)
        journal = _Journal(self.checkpoint, number)
        check = current_check()

        def report(progress: "TaskProgress", nodes: int) -> None:
            journal.save()
            if self.progress:
                bounds = self.bounds or _task_bounds(coordinator)
                self.progress(SearchState(bounds, self.nodes + nodes, tasks=progress))

        coordinator = Coordinator(
            executor,
            question,
            position,
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

    @property
    def _symmetries(self) -> engine.Symmetries | None:
        """A checker knows those of peg games and of coins only."""
        table = self.position.table
        known = not self.certify or isinstance(table.game, PegGame | Balance)
        return table.native_symmetries if known else None

    def _claims(self, claims: Sequence[engine.Claim], may_lose: bool) -> Claims:
        guesses, feedbacks = self.position.table.guesses, self.position.table.feedbacks
        bounds = [(one.lost, one.bound) if may_lose else one.bound for one in claims]
        symmetries = self.position.table.symmetries
        apart = isinstance(symmetries, CodeSymmetries) and symmetries.symbols_by_position
        return [
            Claim(one.parent, guesses[one.guess], feedbacks[one.feedback], bound, _image(one, apart))
            if number
            else Claim(0, None, None, bound)
            for number, (one, bound) in enumerate(zip(claims, bounds, strict=True))
        ]


def _image(claim: engine.Claim, apart: bool) -> Image | None:
    """Of which claim it is about an image. *apart*: whether each place has symbols of its own."""
    if claim.image_of is None:
        return None
    places, symbols = list(claim.positions), list(claim.symbols)
    own = len(symbols) // len(places)
    of_places = [[symbol % own for symbol in symbols[p * own : (p + 1) * own]] for p in range(len(places))]
    return Image(claim.image_of, places, of_places if apart else symbols)


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


class ValuedGuess(NamedTuple):
    """A first guess by index and its value, or a bound; where secrets may be lost, the weight lost, and the total."""

    guess: int
    value: int
    proven: bool
    total: int | None = None


def _valued(first: engine.FirstGuess, may_lose: bool) -> ValuedGuess:
    if not may_lose or first.value >= INFINITE:
        return ValuedGuess(first.guess, first.value, first.exact)
    return ValuedGuess(first.guess, first.lost, first.exact, first.value if first.exact else None)


def _without_its_tree(found: engine.SearchResult, may_lose: bool, lost_bound: int, upper_bound: int | None) -> "Found":
    """What is left of a proof that was stopped while its tree was written: nothing better than was known has a tree."""
    if may_lose:
        return Found(Bounds(found.lost_lower, INFINITE if upper_bound is None else lost_bound), False, None)
    return Found(Bounds(found.lower, INFINITE if upper_bound is None else upper_bound), False, None)


def _lost_bounds(found: "engine.SearchResult | engine.SearchStatus") -> Bounds[int, int]:
    """What is known of the weight that is lost; INFINITE while no tree is known."""
    return Bounds(found.lost_lower, INFINITE if found.upper >= INFINITE else found.lost_upper)


def memory_left(table: Table, limit: int) -> int:
    """What a *limit* of bytes leaves beside the table and its copy by secrets; raises SizeError if that is nothing."""
    taken = table.ordinals.nbytes * (1 if table.symmetric else 2)
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
