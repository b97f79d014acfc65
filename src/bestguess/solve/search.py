"""One run of the solver: the request, the searches in the core, and the nodes and time they take."""

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

_MAX_TO_VALUE_ALL = 1_000  # with more first guesses than this, only the best ones get a value
_BEST_TO_VALUE = 10


@dataclass(frozen=True)
class SearchAnswer:
    """Bounds of a value and, if the search has one, a tree.

    Bounds are in the unit of the objective. An upper bound of INFINITE means that no tree is known; in a proven answer,
    that none exists.
    """

    bounds: Bounds[int, int]
    proven: bool
    nodes: "Nodes | None"
    claims: Claims = ()

    @property
    def feasible(self) -> bool:
        """Whether a tree is known to exist."""
        return self.bounds.upper < INFINITE


NO_ANSWER = SearchAnswer(Bounds(0, INFINITE), False, None)
"""The answer of a search that did not run: nothing is known."""


@dataclass
class Run:
    """One run of the solver: the request, its limits, and the nodes and time used so far.

    Raises SizeError when the table leaves no room within the memory limit.
    """

    position: Position
    objective: Objective = Objective.MEAN
    max_guesses: int | None = None
    """The guesses allowed for each secret, from the caller or from the rows of the board."""
    limits: Limits = NO_LIMITS
    consistent: bool = False
    first_guess: int | None = None
    every_first_guess: bool = False
    certify: bool = False
    rows: int | None = None
    """The rows of the board, including those of the history; None unless they limit the guesses. Trees end there."""
    checkpoint: Checkpoint | None = None
    progress: SearchProgress | None = None
    executor: Executor | None = None

    nodes: int = 0
    searches: int = 0
    interrupted: bool = False
    first_guesses: tuple[FirstGuess, ...] = ()
    bounds: Bounds[int | None, int | None] | None = None
    """Bounds to report during a search that only asks whether a tree exists; None: report those of the search."""
    proofs: list[BoundProof] = field(default_factory=list)
    proven_without_limit: bool = False

    def __post_init__(self) -> None:
        # The limit that the result names. Without max_guesses, the objective at-worst sets it to the least worst case.
        self.limit = self.max_guesses
        self._check = current_check()
        table, limits = self.position.table, self.limits
        limit = engine.default_memory_limit() if limits.memory is None else limits.memory
        # The core also keeps the table by secrets, unless both are the same.
        table_bytes = table.ordinals.nbytes * (1 if table.symmetric else 2)
        if table_bytes >= limit:
            raise SizeError(f"expected a memory limit above the {table_bytes:,} bytes of the table, got {limit:,}")
        self.memory_limit = limit - table_bytes
        self.threads = 1 if limits.nodes is not None else limits.threads or engine.default_threads()
        prepare(table)
        self.began = time.monotonic()  # last: building what trees need does not count as search

    @property
    def secrets(self) -> int:
        """The number of secrets that are still possible."""
        return len(self.position.candidate_indices)

    @property
    def stopped(self) -> bool:
        """Whether the run must end: by Ctrl-C, the time limit, or another thread."""
        cancel = self.limits.cancel
        canceled = cancel is not None and cancel.is_set()
        return self.is_late(0) or self.interrupted or canceled or is_stopped(self._check)

    def is_late(self, seconds: float) -> bool:
        """Whether the time limit was reached more than *seconds* ago."""
        limit = self.limits.seconds
        return limit is not None and time.monotonic() > self.began + limit + seconds

    def first_guess_of(self, guess: int, value: int, proven: bool, total: int | None = None) -> FirstGuess:
        """Return the guess with index *guess* and its *value*, converted from units of cost to the user's unit."""
        user_value = None if value >= INFINITE else in_user_units(value, self.position.game.cost_unit)
        return FirstGuess(self.position.table.guesses[guess], user_value, proven, total)

    def search(
        self,
        objective: CoreObjective,
        known_cost: tuple[int, int] | None = None,
        every_first_guess: bool = False,
        whole_tree: bool = True,
        lower_bound: int | None = None,
    ) -> SearchAnswer:
        """Search for the best tree by *objective*, and return the answer.

        *known_cost* is the cost of a tree that the caller already has. A cost is a pair: the weight lost, and the total
        of the secrets that are found.

        *lower_bound* is a proven bound. With it, the search ends at the first tree that reaches it, and returns no
        tree if none costs less than *known_cost*.

        Without *whole_tree*, a proven answer contains only the first node of its tree.
        """
        # Step 1. Read what an earlier run of the same search saved.
        number = self.searches
        self.searches += 1
        saved_sets = b"" if self.checkpoint is None else self.checkpoint.saved_sets(number)
        position = self.position
        only_best = every_first_guess and len(position.different_guesses) > _MAX_TO_VALUE_ALL
        # Step 2. Let the workers solve parts of the search. The core then starts from the sets that they solved.
        lower_by_workers = 0
        if self.executor is not None:
            from bestguess.cluster.coordinator import Coordinator  # most searches need no workers

            workers = Coordinator(
                self.executor,
                position,
                objective,
                known_cost,
                consistent=self.consistent,
                memory_limit=self.limits.memory,
                least=lower_bound,
                first_guess=self.first_guess,
                every_first_guess=every_first_guess and not only_best,
                remembered=saved_sets,
            )
            lower_by_workers = self._ask_workers(workers, number)
            saved_sets = b"".join([saved_sets, *workers.messages])
        # Step 3. Search in the core.
        lost_bound, upper_bound = known_cost or (0, None)
        node_limit = self.limits.nodes
        request = SearchRequest(
            objective=objective,
            candidates=position.candidate_indices,
            history=position.guesses_so_far,
            allowed=position.allowed_indices,
            consistent=self.consistent,
            first_guess=self.first_guess,
            all_first_guesses=every_first_guess,
            most_valued=_BEST_TO_VALUE if only_best else None,
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
            checkpoint=self._search_checkpoint(number, saved_sets),
        )
        core_result = self._ask_core(request)
        if every_first_guess:
            self.first_guesses = tuple(
                self._from_core(first, objective.may_lose) for first in core_result.first_guesses
            )
        return self._answer(core_result, request, known_cost, lower_by_workers)

    def _answer(
        self,
        core_result: engine.SearchResult,
        request: SearchRequest,
        known_cost: tuple[int, int] | None,
        lower_by_workers: int,
    ) -> SearchAnswer:
        """Convert *core_result* to an answer; *known_cost* is the cost of a tree that the caller already has."""
        may_lose = request.objective.may_lose
        lower, upper = _bounds(core_result, may_lose)
        tree = core_result.tree if len(core_result.tree[0]) else None
        improves = core_result.upper < INFINITE and (core_result.lost_upper, core_result.upper) != known_cost
        if core_result.proven and improves and request.whole_tree and tree is None:
            # The search was stopped while it wrote down its tree, so the only tree is the one that the caller has.
            upper = INFINITE if known_cost is None else known_cost[0 if may_lose else 1]
            return SearchAnswer(Bounds(lower, upper), False, None)
        if not core_result.proven:
            lower = max(lower, min(lower_by_workers, upper))
        claims = claims_of(self.position.table, core_result.claims, may_lose)
        return SearchAnswer(Bounds(lower, upper), core_result.proven, tree, claims)

    def _ask_core(self, request: SearchRequest) -> engine.SearchResult:
        """Run the search in the core; raise GameError if the symmetries of the game turn out to be wrong."""
        try:
            result = engine.search(self.position.table.native, request)
        except RuntimeError as error:
            if self._symmetries is None:
                raise
            game = self.position.game
            raise GameError(f"the symmetries of {game} are not sound: {error}; check_game says more") from error
        poll()
        self.nodes += result.nodes
        self.interrupted |= result.interrupted
        return result

    def _report(self, nodes_before: int, may_lose: bool, status: engine.SearchStatus) -> bool:
        """Report the progress of a search in the core; return whether it must go on.

        *nodes_before* counts the nodes of the searches before this one.
        """
        if self.progress:
            firsts = (status.first_guesses - status.open_first_guesses, status.first_guesses)
            bounds = self.bounds or finite_bounds(_bounds(status, may_lose))
            self.progress(SearchState(bounds, nodes_before + status.nodes, firsts if firsts[1] > 1 else None))
        return not self.stopped

    def _from_core(self, first: engine.FirstGuess, may_lose: bool) -> FirstGuess:
        if not may_lose or first.value >= INFINITE:
            return self.first_guess_of(first.guess, first.value, first.exact)
        return self.first_guess_of(first.guess, first.lost, first.exact, first.value if first.exact else None)

    def _search_checkpoint(self, number: int, saved_sets: bytes) -> engine.SearchCheckpoint | None:
        """Return the *saved_sets* that search *number* starts from, and the function that saves more of them."""
        if self.checkpoint is not None:
            save, every = partial(self.checkpoint.keep, number), self.checkpoint.every
            return engine.SearchCheckpoint(remembered=saved_sets, save=save, every=every)
        if not saved_sets:
            return None
        # Workers solved these sets; there is no file to save more of them to.
        return engine.SearchCheckpoint(remembered=saved_sets, save=lambda solved: None, every=math.inf)

    @property
    def _symmetries(self) -> engine.Symmetries | None:
        """Symmetries that the search may use: for a certificate, only those that a checker knows."""
        table = self.position.table
        usable = not self.certify or isinstance(table.game, PegGame | Balance)
        return table.native_symmetries if usable else None

    def _ask_workers(self, workers: "Coordinator", number: int) -> int:
        """Let *workers* run search *number*, and save the sets that they solve; return the lower bound they prove."""
        saved_at, saved_count = time.monotonic(), len(workers.messages)
        try:
            with closing(workers.run()) as steps:
                while not self.stopped and (tasks := next(steps, None)) is not None:
                    if self.checkpoint is not None and time.monotonic() - saved_at > self.checkpoint.every:
                        self.checkpoint.keep(number, b"".join(workers.messages[saved_count:]))
                        saved_at, saved_count = time.monotonic(), len(workers.messages)
                    if self.progress:
                        bounds = self.bounds or finite_bounds(workers.bounds)
                        self.progress(SearchState(bounds, self.nodes + workers.nodes, tasks=tasks))
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            if self.checkpoint is not None:
                self.checkpoint.keep(number, b"".join(workers.messages[saved_count:]))
            self.nodes += workers.nodes
        return finite_bounds(workers.bounds).lower or 0


def _bounds(source: engine.SearchResult | engine.SearchStatus, may_lose: bool) -> Bounds[int, int]:
    """Return the bounds of the value, or with *may_lose* those of the weight lost.

    The upper bound is INFINITE while no tree is known.
    """
    if not may_lose:
        return Bounds(source.lower, source.upper)
    return Bounds(source.lost_lower, INFINITE if source.upper >= INFINITE else source.lost_upper)


def finite_bounds(bounds: Bounds[int, int]) -> Bounds[int | None, int | None]:
    """Return *bounds* as callers see them: None where a bound is infinite."""
    lower, upper = (None if bound >= INFINITE else bound for bound in bounds)
    return Bounds(lower, upper)
