"""One call of `optimum`: what it asks for, the searches of the core that answer it, and what they have spent."""

import math
import time
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

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
from bestguess.solve.result import BoundProof, Claims, FirstGuess
from bestguess.trees.build import prepare
from bestguess.trees.figures import in_user_units

if TYPE_CHECKING:
    from bestguess.cluster.coordinator import Coordinator
    from bestguess.strategies.base import Nodes

_MOST_ALL_VALUED, _VALUED = 1_000, 10  # first guesses that all get a value, and the best ones of more


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
    first_guesses: tuple[FirstGuess, ...] = ()
    bounds: Bounds[int | None, int | None] | None = None
    """What to report during a search that asks yes or no; otherwise its own bounds are reported."""
    proofs: list[BoundProof] = field(default_factory=list)
    proven_without_limit: bool = False

    def __post_init__(self) -> None:
        self.limit = self.max_guesses  # that the result is about: where none was given, that of the least worst case
        self._check = current_check()
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
        canceled = cancel is not None and cancel.is_set()
        return self.is_late(0) or self.interrupted or canceled or is_stopped(self._check)

    def is_late(self, seconds: float) -> bool:
        """Whether the time limit was reached more than so many *seconds* ago."""
        limit = self.limits.seconds
        return limit is not None and time.monotonic() > self.began + limit + seconds

    def valued(self, guess: int, value: int, proven: bool, total: int | None = None) -> FirstGuess:
        """The first guess of this index and its *value* in units of cost, or a bound."""
        in_units = None if value >= INFINITE else in_user_units(value, self.position.game.cost_unit)
        return FirstGuess(self.position.table.guesses[guess], in_units, proven, total)

    def search(
        self,
        objective: CoreObjective,
        known: tuple[int, int] | None = None,
        every_first_guess: bool = False,
        whole_tree: bool = True,
        lower_bound: int | None = None,
    ) -> Found:
        """What the core finds for *objective*, when a tree of the cost *known* is there already.

        A cost is a pair: the weight that is lost, and the total of the others.

        *lower_bound*: it is known already that nothing costs less. Then the search ends with the first tree that
        reaches it, and finds no tree where none costs less than *known*.

        Without *whole_tree*, what is proven has the first node of its tree alone.
        """
        number = self.searches
        self.searches += 1
        remembered = b"" if self.checkpoint is None else self.checkpoint.remembered(number)
        position = self.position
        many = every_first_guess and len(position.different_guesses) > _MOST_ALL_VALUED
        lower_by_workers = 0
        if self.executor is not None:
            from bestguess.cluster.coordinator import Coordinator  # most searches need no workers

            workers = Coordinator(
                self.executor,
                position,
                objective,
                known,
                consistent=self.consistent,
                memory_limit=self.limits.memory,
                least=lower_bound,
                first_guess=self.first_guess,
                every_first_guess=every_first_guess and not many,
                remembered=remembered,
            )
            lower_by_workers = self._ask_workers(workers, number)
            remembered = b"".join([remembered, *workers.learnt])
        lost_bound, upper_bound = known or (0, None)
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
            progress=partial(self._report, self.nodes, objective.may_lose),
            checkpoint=self._search_checkpoint(number, remembered),
        )
        answer = self._ask_core(request)
        if every_first_guess:
            self.first_guesses = tuple(self._valued(first, objective.may_lose) for first in answer.first_guesses)
        return self._found(answer, request, known, lower_by_workers)

    def _found(
        self, answer: engine.SearchResult, request: SearchRequest, known: tuple[int, int] | None, lower_by_workers: int
    ) -> Found:
        """What the core's *answer* to *request* says, when a tree of the cost *known* is there already."""
        may_lose = request.objective.may_lose
        lower, upper = _bounds(answer, may_lose)
        tree = answer.tree if len(answer.tree[0]) else None
        better = answer.upper < INFINITE and (answer.lost_upper, answer.upper) != known
        if answer.proven and better and request.whole_tree and tree is None:
            # Stopped while its tree was written: nothing better than was known has a tree.
            upper = INFINITE if known is None else known[0 if may_lose else 1]
            return Found(Bounds(lower, upper), False, None)
        if not answer.proven:
            lower = max(lower, min(lower_by_workers, upper))
        claims = claims_of(self.position.table, answer.claims, may_lose)
        return Found(Bounds(lower, upper), answer.proven, tree, claims)

    def _ask_core(self, request: SearchRequest) -> engine.SearchResult:
        """What the core finds; raises GameError when it meets symmetries that are none."""
        try:
            found = engine.search(self.position.table.native, request)
        except RuntimeError as error:
            if self._symmetries is None:
                raise
            game = self.position.game
            raise GameError(f"the symmetries of {game} are not sound: {error}; check_game says more") from error
        poll()
        self.nodes += found.nodes
        self.interrupted |= found.interrupted
        return found

    def _report(self, before: int, may_lose: bool, status: engine.SearchStatus) -> bool:
        """Reports on a search that began after *before* nodes; returns whether it is to go on."""
        if self.progress:
            firsts = (status.first_guesses - status.open_first_guesses, status.first_guesses)
            bounds = self.bounds or finite_bounds(_bounds(status, may_lose))
            self.progress(SearchState(bounds, before + status.nodes, firsts if firsts[1] > 1 else None))
        return not self.stopped

    def _valued(self, first: engine.FirstGuess, may_lose: bool) -> FirstGuess:
        if not may_lose or first.value >= INFINITE:
            return self.valued(first.guess, first.value, first.exact)
        return self.valued(first.guess, first.lost, first.exact, first.value if first.exact else None)

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

    def _ask_workers(self, workers: "Coordinator", number: int) -> int:
        """Lets *workers* do search *number*, and keeps what they learn; returns what is not undercut, as they show."""
        saved, kept = time.monotonic(), len(workers.learnt)
        try:
            with closing(workers.run()) as steps:
                while not self.stopped and (tasks := next(steps, None)) is not None:
                    if self.checkpoint is not None and time.monotonic() - saved > self.checkpoint.every:
                        self.checkpoint.keep(number, b"".join(workers.learnt[kept:]))
                        saved, kept = time.monotonic(), len(workers.learnt)
                    if self.progress:
                        bounds = self.bounds or finite_bounds(workers.bounds)
                        self.progress(SearchState(bounds, self.nodes + workers.nodes, tasks=tasks))
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            if self.checkpoint is not None:
                self.checkpoint.keep(number, b"".join(workers.learnt[kept:]))
            self.nodes += workers.nodes
        return finite_bounds(workers.bounds).lower or 0


def _bounds(found: engine.SearchResult | engine.SearchStatus, may_lose: bool) -> Bounds[int, int]:
    """What is known of the value, or of the weight that is lost; INFINITE while no tree is known."""
    if not may_lose:
        return Bounds(found.lower, found.upper)
    return Bounds(found.lost_lower, INFINITE if found.upper >= INFINITE else found.lost_upper)


def finite_bounds(bounds: Bounds[int, int]) -> Bounds[int | None, int | None]:
    """*bounds* as callers see them: None where they are infinite."""
    lower, upper = (None if bound >= INFINITE else bound for bound in bounds)
    return Bounds(lower, upper)
