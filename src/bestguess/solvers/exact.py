"""The best tree there is, and the proof that it is: a door to the core's exact search.

An objective is a cost of depths (see `Objective`); the core finds the tree whose secrets cost least in all.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bestguess import engine
from bestguess.engine import INFINITE
from bestguess.errors import BestguessError, ContradictionError, SizeError, StrategyError, unknown
from bestguess.games import Code, Game
from bestguess.games.pegs import PegGame
from bestguess.solvers.certificate import check_certifiable
from bestguess.solvers.checkpoint import Checkpoint
from bestguess.solvers.result import Claim, Claims, FirstGuess, Result
from bestguess.strategies import NativeStrategy, Position, strategy
from bestguess.table import Table, table_bytes
from bestguess.trees import Tree, tree_of
from bestguess.trees.build import prepare

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes

SearchProgress: TypeAlias = Callable[[int | None, int | None, int], None]
"""Called now and then with the lower bound, the upper bound and the number of nodes."""

OBJECTIVES = ("mean", "worst", "worst,mean", "at-worst")
_NO_LIMIT = 2**64 - 1
_GREEDY = ("most-parts", "entropy", "expected-size")


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
    def mean(limit: int | None = None) -> "Objective":
        """The fewest guesses in all, within a *limit* for each secret."""
        return Objective() if limit is None else Objective(linear=False, cost=tuple(range(1, limit + 1)))

    @staticmethod
    def within(limit: int) -> "Objective":
        """No cost at all, but a *limit*: is there any strategy?"""
        return Objective(linear=False, cost=(0,) * limit, weighted=False)

    @staticmethod
    def at_limit(limit: int) -> "Objective":
        """The fewest secrets that need the last guess of the *limit*."""
        return Objective(linear=False, cost=(0,) * (limit - 1) + (1,), weighted=False)


@dataclass
class _Run:
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
    first_guesses: list[tuple[int, int, bool]] = field(default_factory=list)
    proofs: list[Claims] = field(default_factory=list)

    def search(self, objective: Objective, known: int = INFINITE, every_first_guess: bool = False) -> "_Found":
        """What the core finds for *objective*, when a tree of cost *known* is there already."""
        table, before, number = self.position.table, self.nodes, self.searches
        self.searches += 1
        checkpoint = self.checkpoint

        def report(lower: int, upper: int, nodes: int) -> bool:
            if self.progress:
                self.progress(lower, None if upper >= INFINITE else upper, before + nodes)
            late = self.deadline is not None and time.monotonic() > self.deadline
            return not (late or (self.cancel is not None and self.cancel.is_set()))

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
        )
        self.nodes += nodes
        self.interrupted |= interrupted
        self.first_guesses = firsts
        return _Found(lower, upper, proven, tree if len(tree[0]) else None, self._claims(claims))

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


@dataclass(frozen=True)
class _Found:
    """Bounds and, if one was found, a tree, in the unit of an objective."""

    lower: int
    upper: int
    proven: bool
    nodes: "Nodes | None"
    claims: Claims = ()


def optimum(
    game: Game | Table,
    objective: str = "mean",
    *,
    max_guesses: int | None = None,
    consistent: bool = False,
    history: str = "",
    first_guess: Code | None = None,
    first_guesses: bool = False,
    threads: int | None = None,
    memory_limit: int | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    certify: bool = False,
    checkpoint: str | Path | None = None,
    progress: SearchProgress | None = None,
    cancel: threading.Event | None = None,
) -> Result:
    """The best tree for *objective*, and whether it is proven to be the best.

    *objective*: `mean`, `worst`, `worst,mean` or `at-worst`; *max_guesses* limits the guesses for each secret.
    *first_guesses* gives the value of every first guess that differs. With *certify* the proof is written down, for
    `save_certificate`. *checkpoint* is a file that keeps what is found, so that a search that was killed can go on.

    Ends early, with what is known by then, after *time_limit* seconds, after *node_limit* nodes (then on one thread, so
    that the same question has the same answer everywhere), when *cancel* is set from another thread, or on Ctrl-C.

    >>> from bestguess.games import game
    >>> result = optimum(game("mastermind(3,4)"))
    >>> result.total, result.proven, result.tree.root.guess
    (206, True, '112')
    >>> optimum(game("mastermind(3,4)"), max_guesses=3).summary()
    'mastermind(3,4): no strategy exists within 3 guesses (proven)'
    """
    if objective not in OBJECTIVES:
        raise StrategyError(unknown("objective", objective, OBJECTIVES))
    if certify:
        check_certifiable(game.game if isinstance(game, Table) else game)
        if first_guesses:
            raise StrategyError("expected a certificate or the values of all first guesses, got both")
    if node_limit is not None and node_limit < 0:
        raise StrategyError(f"expected a node_limit of 0 or more, got {node_limit}")
    if max_guesses is not None and max_guesses < 1:
        raise StrategyError(f"expected max_guesses of 1 or more, got {max_guesses}")
    limit = engine.default_memory_limit() if memory_limit is None else memory_limit
    table = game if isinstance(game, Table) else Table(game, threads=threads, memory_limit=limit)
    position = Position(table, table.game.parse_history(history))
    if not len(position.candidates):
        raise ContradictionError(f"no secret of {table.game} fits the answers {position.history}")
    if (left := limit - table_bytes(table.game)) <= 0:
        raise SizeError(
            f"expected a memory limit above the {table_bytes(table.game):,} bytes of the table, got {limit:,}"
        )
    prepare(table)
    began = time.perf_counter()
    first = -1 if first_guess is None else _first_guess(position, first_guess, consistent)
    deadline = None if time_limit is None else time.monotonic() + time_limit
    workers = 1 if node_limit is not None else threads or engine.default_threads()
    question = {
        "game": str(table.game),
        "game_sha256": getattr(table.game, "sha256", None),
        "history": str(position.history),
        "consistent": consistent,
        "objective": objective,
        "max_guesses": max_guesses,
        "first_guess": None if first < 0 else table.guesses[first],
        "first_guesses": first_guesses,
    }
    kept = None if checkpoint is None else Checkpoint(checkpoint, question)
    run = _Run(position, consistent, first, workers, left, node_limit, certify, kept, deadline, cancel, progress)
    try:
        result = _solve(run, objective, max_guesses, first_guesses)
    finally:
        if kept is not None:
            kept.close()
    return replace(
        result,
        seconds=time.perf_counter() - began,
        asked_max_guesses=max_guesses,
        asked_first_guess=None if first < 0 else table.guesses[first],
        proofs=tuple(run.proofs) if certify and result.proven else None,
    )


def _first_guess(position: Position, text: Code, consistent: bool) -> int:
    """The index of the guess that *text* is; raises StrategyError."""
    try:
        index = position.table.guesses.index(position.game.parse_guess(text))
    except BestguessError as error:
        raise StrategyError(f"the first guess {text!r} is not a guess of {position.game}: {error}") from error
    if consistent and position.table.won.get(index) not in set(position.candidates.tolist()):
        raise StrategyError(f"the first guess {text!r} is not consistent with the history")
    parts = position.table.partition(index, position.candidates)
    if len(parts) == 1 and position.table.win not in parts:
        raise StrategyError(f"the first guess {text!r} tells nothing: all candidates answer it alike")
    return index


def _solve(run: _Run, objective: str, max_guesses: int | None, first_guesses: bool) -> Result:
    if objective == "mean":
        return _mean(run, objective, max_guesses, first_guesses)
    worst = _worst(run, objective, max_guesses, first_guesses and objective == "worst")
    if objective == "worst" or not (worst.proven and worst.feasible):
        return worst
    least = worst.upper_bound
    assert least is not None
    if objective == "worst,mean":
        return _mean(run, objective, least, first_guesses, max_guesses)
    limit = least if max_guesses is None else max_guesses
    if max_guesses is not None:
        run.proofs.clear()  # within a limit that is given, nothing more needs to be proven
    found = run.search(Objective.at_limit(limit), every_first_guess=first_guesses)
    run.proofs.append(found.claims)
    if found.nodes is None:  # stopped before anything better: any tree within the limit will do
        return replace(
            worst, objective=objective, max_guesses=limit, lower_bound=found.lower, upper_bound=None, proven=False
        )
    return _result(run, objective, limit, found, found.nodes)


def _mean(run: _Run, objective: str, limit: int | None, first_guesses: bool, asked: int | None = None) -> Result:
    """The least total within *limit* guesses; a good tree first."""
    known, greedy = _greedy(run, limit)
    cost = INFINITE if greedy is None else known
    found = run.search(Objective.mean(limit), cost, first_guesses)
    run.proofs.append(found.claims)
    nodes = found.nodes if found.nodes is not None else greedy
    return _result(run, objective, limit if objective == "mean" else asked, found, nodes)


def _greedy(run: _Run, limit: int | None) -> "tuple[int, Nodes | None]":
    """The best of the trees of one-step strategies that keep to *limit*, and its total."""
    best: tuple[int, Nodes | None] = (INFINITE, None)
    for name in _GREEDY:
        chosen = strategy(name, consistent=run.consistent, game=run.position.game)
        assert isinstance(chosen, NativeStrategy)
        nodes = chosen.nodes_after(run.position, run.first_guess, run.threads, None)
        figures = tree_of(run.position.table, name, run.consistent, nodes, 0).figures
        if (limit is None or figures.worst <= limit) and figures.total < best[0]:
            best = (int(figures.total), nodes)
    return best


def _worst(run: _Run, objective: str, max_guesses: int | None, first_guesses: bool) -> Result:
    """The least number of guesses within which every secret is found."""
    chosen = strategy("minimax", consistent=run.consistent, game=run.position.game)
    assert isinstance(chosen, NativeStrategy)
    nodes = chosen.nodes_after(run.position, run.first_guess, run.threads, None)
    upper = tree_of(run.position.table, "minimax", run.consistent, nodes, 0).figures.worst
    least = 1
    while max_guesses is None or least <= max_guesses:
        found = run.search(Objective.within(least))
        if not found.proven:
            return _result(run, objective, max_guesses, _Found(least, upper, False, None), nodes)
        if found.upper < INFINITE:
            break
        run.proofs = [found.claims]
        least += 1
    else:
        return _result(run, objective, max_guesses, _Found(least, INFINITE, True, None), None)
    if first_guesses:
        run.first_guesses = _worst_of_first_guesses(run)
    return _result(run, objective, max_guesses, _Found(least, least, True, found.nodes), found.nodes)


def _worst_of_first_guesses(run: _Run) -> list[tuple[int, int, bool]]:
    """The least worst case of each first guess that differs."""
    values: list[tuple[int, int, bool]] = []
    for guess in run.position.table.representatives(run.position.guesses_so_far).tolist():
        one = replace(run, first_guess=guess)
        if run.consistent and run.position.table.won.get(guess) not in set(run.position.candidates.tolist()):
            continue
        least = 1
        most = len(run.position.candidates) + 1  # a guess that needs more tells nothing
        while (found := one.search(Objective.within(least))).proven and found.upper >= INFINITE and least < most:
            least += 1
        values.append((guess, INFINITE if found.proven and found.upper >= INFINITE else least, found.proven))
        run.nodes, run.searches, run.interrupted = one.nodes, one.searches, one.interrupted
        if not found.proven:
            break
    return values


def _result(run: _Run, objective: str, limit: int | None, found: _Found, nodes: "Nodes | None") -> Result:
    table, position = run.position.table, run.position
    name = "optimal" if found.proven else "best known"
    tree: Tree | None = None if nodes is None else tree_of(table, name, run.consistent, nodes, 0)
    feasible = True if tree is not None else False if found.proven else None
    firsts = tuple(
        FirstGuess(table.guesses[guess], None if value >= INFINITE else value, proven)
        for guess, value, proven in run.first_guesses
    )
    return Result(
        game=str(table.game),
        game_sha256=getattr(table.game, "sha256", None),
        objective=objective,
        max_guesses=limit,
        consistent=run.consistent,
        history=str(position.history),
        lower_bound=None if found.lower >= INFINITE else found.lower,
        upper_bound=None if found.upper >= INFINITE else found.upper,
        proven=found.proven,
        feasible=feasible,
        tree=tree,
        secrets=len(position.candidates),
        nodes=run.nodes,
        threads=run.threads,
        seconds=0.0,
        table_seconds=table.seconds,
        first_guesses=firsts if run.first_guesses else None,
        interrupted=run.interrupted,
    )
