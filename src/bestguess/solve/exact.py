"""The best tree there is, and the proof that it is, by the exact search of the core.

An objective is a cost of depths (see `engine.Objective`); the core finds the tree whose secrets cost least in all.
"""

import hashlib
import time
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bestguess import engine
from bestguess.arguments import (
    as_flag,
    as_integer,
    as_limit,
    as_path,
    check_progress,
    described,
    expected,
)
from bestguess.bounds import Bounds, SearchProgress
from bestguess.cluster.executors import check_executor
from bestguess.engine import INFINITE
from bestguess.engine import Objective as CoreObjective
from bestguess.errors import BestguessError, StrategyError
from bestguess.games import Code, described_by_text
from bestguess.games.table import Table
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.certificate import check_certifiable
from bestguess.solve.checkpoint import Checkpoint
from bestguess.solve.greedy import best_greedy, greedy_worst, least_lost, least_worst_cost, needs_of
from bestguess.solve.limits import NO_LIMITS, Limits, Objective
from bestguess.solve.result import Claim, FirstGuess, Result
from bestguess.solve.search import (
    Found,
    Run,
    ValuedGuess,
    any_within,
    fewest_at_limit,
    fewest_lost,
    finite_bounds,
    least_mean,
    memory_left,
)
from bestguess.solve.size_bounds import fewest_guesses
from bestguess.trees import Tree, tree_of
from bestguess.trees.build import prepare
from bestguess.trees.figures import in_user_units

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes

_SMALL = 2**21  # guesses times candidates of a game in which to build a tree takes milliseconds
_MOST_ALL_VALUED, _VALUED = 1_000, 10  # first guesses that all get a value, and the best ones of more


def optimum(
    position: PositionLike,
    objective: Objective | str = Objective.MEAN,
    *,
    max_guesses: int | None = None,
    consistent: bool = False,
    first_guess: Code | None = None,
    limits: Limits = NO_LIMITS,
    certify: bool = False,
    checkpoint: str | Path | None = None,
    progress: SearchProgress | None = None,
    executor: Executor | None = None,
) -> Result:
    """Return the best tree for *objective*, and whether it is proven to be the best.

    *max_guesses* limits the guesses for each secret. Default: the rows of the game that are left. With *certify* the
    proof is written down, for `Result.save_certificate`. *checkpoint* is a file that keeps what is found, so that a
    search that was killed can go on. With an *executor* its workers do the search.

    Ends early, with what is known by then, at one of the *limits* or on Ctrl-C. Raises HistoryError when the game is
    over, ContradictionError when no secret fits.

    >>> result = optimum("mastermind(3,4)")
    >>> result.total, result.proven, result.tree.root.guess
    (206, True, '112')
    >>> optimum("mastermind(3,4)", max_guesses=3).summary()
    'mastermind(3,4): no strategy exists within 3 guesses (proven)'
    >>> optimum("mastermind(3,4,rows=3)", "lost").lost
    21
    """
    asked = _Request(position, objective, max_guesses, consistent, limits, checkpoint, progress, executor)
    return asked.result(first_guess=first_guess, certify=as_flag("certify", certify))


def first_guesses(
    position: PositionLike,
    objective: Objective | str = Objective.MEAN,
    *,
    max_guesses: int | None = None,
    consistent: bool = False,
    limits: Limits = NO_LIMITS,
    checkpoint: str | Path | None = None,
    progress: SearchProgress | None = None,
    executor: Executor | None = None,
) -> Result:
    """Return what `optimum` does, with `Result.first_guesses`: the value of every first guess that differs and splits.

    Of more than 1,000 guesses those of the ten best have a value, and the others a bound that none of them is below.

    >>> [(first.guess, first.value) for first in first_guesses("mastermind(2,3)").first_guesses]
    [('11', 24), ('12', 21)]
    """
    asked = _Request(position, objective, max_guesses, consistent, limits, checkpoint, progress, executor)
    return asked.result(every_first_guess=True)


def solvable_within(position: PositionLike, guesses: int) -> bool:
    """Whether some strategy finds every secret in that many guesses, or tells every label.

    The rows of a board are no limit here, and every guess counts 1, whatever it costs. Raises HistoryError when the
    game is over, ContradictionError when no secret fits.

    >>> solvable_within("twod(5)", 3), solvable_within("twod(5)", 4)
    (False, True)
    """
    most = as_integer("guesses", guesses, least=0)
    unlimited = _unlimited(position)
    return most > 0 and bool(_proven_worst(unlimited, most).feasible)


def least_worst(position: PositionLike) -> int:
    """Return the least number of guesses in which some strategy finds every secret, or tells every label.

    The rows of a board are no limit here, and every guess counts 1, whatever it costs.

    >>> least_worst("mastermind(3,3)"), least_worst("mastermind(3,3,rows=2)")
    (4, 4)
    """
    worst = _proven_worst(_unlimited(position)).worst
    assert worst is not None, "without a limit of guesses there is a tree"
    return int(worst)


def _proven_worst(position: Position, most: int | None = None) -> Result:
    """The tree with the least worst case within *most* guesses, if there is one, proven; on Ctrl-C nothing is."""
    result = optimum(position, Objective.WORST, max_guesses=most)
    if not result.proven:
        raise KeyboardInterrupt
    return result


def _unlimited(given: PositionLike) -> Position:
    """The position where every guess costs 1, and without a limit of rows; raises HistoryError when it is over."""
    position = as_position(given)
    position.check_running()
    game = position.game.without_costs().with_rows(None)
    return Position(game, position.history, ignored=position.ignored)


@dataclass
class _Request:
    """What `optimum` and `first_guesses` are asked for, checked."""

    given: PositionLike
    objective: str
    max_guesses: int | None
    consistent: bool
    limits: Limits
    checkpoint: str | Path | None
    progress: SearchProgress | None
    executor: Executor | None

    def __post_init__(self) -> None:
        if not isinstance(self.objective, str):
            raise expected("an objective, a text", self.objective, StrategyError)
        self.objective = Objective(self.objective).value
        self.consistent = as_flag("consistent", self.consistent)
        as_limit("max_guesses", self.max_guesses, least=1, error=StrategyError)
        if not isinstance(self.limits, Limits):
            raise expected("limits, such as Limits(seconds=60)", self.limits, StrategyError)
        check_progress(self.progress, 1)
        check_executor(self.executor)
        if self.executor is not None and self.limits.nodes is not None:
            raise StrategyError("expected a limit of nodes or an executor, got both")

    def result(self, first_guess: Code | None = None, every_first_guess: bool = False, certify: bool = False) -> Result:
        """The result of the search; with a *first_guess*, or with the value of *every_first_guess*."""
        limits, position = self.limits, as_position(self.given)
        memory = engine.default_memory_limit() if limits.memory is None else limits.memory
        position.game.build_table(threads=limits.threads, memory_limit=memory)
        position.check_running()
        position = position.without_ignored().normalised()  # as trees and certificates know it
        table = position.table
        if certify:
            check_certifiable(position.game)
        _check_goal_and_costs(table, self.objective, self.consistent)
        most = _most_guesses(position, self.objective, self.max_guesses)
        left = memory_left(table, memory)
        prepare(table)
        began = time.perf_counter()
        first = None if first_guess is None else _first_guess(position, first_guess, self.consistent)
        deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        workers = 1 if limits.nodes is not None else limits.threads or engine.default_threads()
        opened = self._open_checkpoint(position, most, first, every_first_guess)
        run = Run(
            position,
            self.consistent,
            first,
            workers,
            left,
            limits.nodes,
            certify,
            opened,
            deadline,
            limits.cancel,
            self.progress,
        )
        run.every_first_guess = every_first_guess
        if every_first_guess and len(position.different_guesses) > _MOST_ALL_VALUED:
            run.most_valued = _VALUED
        run.executor, run.worker_memory = self.executor, limits.memory
        if most is not None and (self.objective == "lost" or self.max_guesses is None):
            run.rows = len(position.history) + most
        try:
            result = _solve(run, self.objective, most, every_first_guess)
        finally:
            if opened is not None:
                opened.close()
        result = replace(
            result,
            seconds=time.perf_counter() - began,
            objective=Objective(self.objective),
            requested_max_guesses=most,
            requested_first_guess=None if first is None else table.guesses[first],
            proofs=tuple(run.proofs) if certify and result.proven and all(run.proofs) else None,
        )
        if result.tree is None:
            return result
        return replace(result, tree=replace(result.tree, strategy=result.strategy))

    def _open_checkpoint(
        self, position: Position, most: int | None, first: int | None, every_first_guess: bool
    ) -> Checkpoint | None:
        """The checkpoint, if one was asked for, and the question that it must be about."""
        if self.checkpoint is None:
            return None
        game = position.game
        question = {
            "game": str(game),
            "table_sha256": _table_sha256(position.table),
            "history": _history_key(position),
            "consistent": self.consistent,
            "objective": self.objective,
            "max_guesses": most,
            "first_guess": None if first is None else game.text(position.table.guesses[first]),
            "first_guesses": every_first_guess,
        }
        return Checkpoint(as_path("checkpoint", self.checkpoint), question)


def _most_guesses(position: Position, objective: str, max_guesses: int | None) -> int | None:
    """The limit of guesses: *max_guesses*, or the rows that are left; raises StrategyError when none is."""
    if max_guesses is not None:
        return int(max_guesses)
    left = position.rows_left
    if left is None and objective == "lost":
        raise StrategyError("expected max_guesses or a game with rows, to count what is lost, got neither")
    return left


def _check_goal_and_costs(table: Table, objective: str, consistent: bool) -> None:
    """Raises StrategyError for what the goal or the costs of the game leave no room for."""
    if consistent and table.game.identifies:
        raise StrategyError(f"consistent=True does not work with goal=identify, which {table.game} has")
    if table.game.has_costs and objective in ("at-worst", "lost"):
        fitting = "mean, worst, worst,mean or mean,worst"
        raise StrategyError(f"expected {fitting}, since guesses of {table.game} cost, got {objective}")


def _table_sha256(table: Table) -> str | None:
    """A digest of the whole table, for games that their text alone does not describe completely."""
    if described_by_text(table.game) and not table.game.files:
        return None
    game = table.game
    codes = (table.guesses, table.secrets, table.feedbacks, game.labels or ())
    texts = [list(map(game.text, some)) for some in codes]  # an object may have another repr in another process
    names = repr((texts, table.win, game.weights, game.costs))
    return hashlib.sha256(names.encode("utf-8", "surrogatepass") + table.ordinals.tobytes()).hexdigest()


def _history_key(position: Position) -> str | list[list[str]]:
    """The history as a checkpoint has it: row by row where codes may be any text, so that no two are alike."""
    if described_by_text(position.game):
        return str(position.active_rows)
    text = position.game.text
    return [[text(row.guess), text(row.feedback)] for row in position.active_rows]


def _first_guess(position: Position, text: Code, consistent: bool) -> int:
    """The index of the guess that *text* is; raises StrategyError."""
    try:
        index = position.table.guesses.index(position.game.as_guess(text))
    except BestguessError as error:
        raise StrategyError(f"the first guess {described(text)} is not a guess of {position.game}: {error}") from error
    if consistent and not position.may_win(index):
        raise StrategyError(f"the first guess {text!r} is not consistent with the history")
    if (why := position.why_forbidden(position.table.guesses[index])) is not None:
        raise StrategyError(f"the first guess {text!r} is not allowed: {why}")
    if not _tells_something(position, index):
        raise StrategyError(f"the first guess {text!r} does not split the candidates: all answer it alike")
    return index


def _tells_something(position: Position, guess: int) -> bool:
    """Whether the guess of this index splits the candidates, or wins."""
    parts = position.table.partition(guess, position.candidate_indices)
    return len(parts) > 1 or position.table.win in parts


def _solve(run: Run, objective: str, max_guesses: int | None, first_guesses: bool) -> Result:
    if objective == "lost":
        assert max_guesses is not None
        return _lost(run, max_guesses, first_guesses)
    if objective == "mean":
        return _mean_within(run, objective, max_guesses, first_guesses)
    if objective == "mean,worst":
        return _mean_then_worst(run, _mean_within(run, objective, max_guesses, first_guesses), max_guesses)
    find_worst = _worst_cost if run.position.game.has_costs else _worst
    worst = find_worst(run, objective, max_guesses, first_guesses and objective == "worst")
    if objective == "worst" or worst.feasible is False:
        return worst
    if not worst.proven:
        return _without_least_worst(worst, objective, max_guesses)
    least = worst.bounds.upper
    assert least is not None
    if objective == "worst,mean":
        if not run.position.game.has_costs:
            mean = _mean(run, objective, least, first_guesses, max_guesses)
        else:
            mean = _mean(run, objective, max_guesses, first_guesses, max_guesses, spending_limit=least)
        return mean if mean.tree is not None else _with_tree_of(worst, mean)
    limit = least if max_guesses is None else max_guesses
    if max_guesses is not None:
        run.proofs.clear()  # within a limit that is given, nothing more needs to be proven
    found = run.search(fewest_at_limit(limit, run.secrets), every_first_guess=first_guesses)
    run.proofs.append(found.claims)
    if found.nodes is None:  # stopped before anything better: any tree within the limit will do
        stopped = replace(worst, objective=objective, max_guesses=limit, proven=False)
        bounds: Bounds[int | None, int | None] = Bounds(found.bounds.lower, stopped.at_limit)
        return replace(stopped, bounds=bounds, nodes=run.nodes, interrupted=run.interrupted)
    return _result(run, objective, limit, found, found.nodes)


def _with_tree_of(worst: Result, mean: Result) -> Result:
    """*mean*, which was stopped before it had a tree, with the tree of *worst*, which has the least worst case."""
    tree = worst.tree
    assert tree is not None
    return replace(mean, tree=tree, feasible=True, bounds=Bounds(mean.bounds.lower, tree.unit_figures.total))


def _without_least_worst(worst: Result, objective: str, max_guesses: int | None) -> Result:
    """What is known when the least worst case is not proven: no totals; the secrets at a limit as the tree has them."""
    unknown = replace(worst, objective=objective, max_guesses=max_guesses, bounds=Bounds(None, None))
    if objective == "at-worst":
        return replace(unknown, bounds=Bounds(0, unknown.at_limit))
    return unknown


def _lost(run: Run, limit: int, first_guesses: bool) -> Result:
    """The least weight that is not found within *limit* guesses, then the least total of the others."""
    known, greedy = least_lost(run, limit)
    if greedy is not None and not first_guesses and _nothing_need_be_lost(run, greedy, limit):
        result = _mean_within(run, "lost", limit, first_guesses)
        return replace(result, bounds=Bounds(0, 0) if result.tree is not None else Bounds(0, None))
    found = run.search(fewest_lost(limit, run.secrets), None if greedy is None else known, first_guesses)
    run.proofs.append(found.claims)
    return _result(run, "lost", limit, found, greedy if found.nodes is None else found.nodes)


def _nothing_need_be_lost(run: Run, nodes: "Nodes", limit: int) -> bool:
    """Whether the tree of *nodes* finds all, so that the best one that finds all loses least.

    Not so where some secrets weigh nothing: to lose one of those may help the others.
    """
    if not run.position.table.weights[run.position.candidate_indices].all():
        return False
    return needs_of(run.position, nodes).most_guesses <= limit


def _mean_within(run: Run, objective: str, limit: int | None, first_guesses: bool) -> Result:
    """The least total within *limit* guesses; of a board with rows that without a limit, if its tree fits."""
    possible = limit is not None and fewest_guesses(run.position.table, run.position.candidate_indices) <= limit
    if run.rows is None or limit is None or first_guesses or not possible:
        return _mean(run, objective, limit, first_guesses, limit)
    unlimited = _mean(run, objective, None, False, limit)
    if unlimited.lost == 0:
        return replace(unlimited, proven_without_limit=True)
    run.proofs.clear()
    within = _mean(run, objective, limit, False, limit)
    if within.proven or unlimited.bounds.lower is None or within.bounds.lower is None:
        return within
    lower = max(unlimited.bounds.lower, within.bounds.lower)
    return replace(within, bounds=Bounds(lower, within.bounds.upper))


def _mean(
    run: Run,
    objective: str,
    limit: int | None,
    first_guesses: bool,
    requested: int | None,
    spending_limit: int | None = None,
) -> Result:
    """The least total within *limit* guesses; a good tree first. *requested*: the limit that the caller gave.

    With costs, no secret costs more than *spending_limit*.

    The tree is there in case that the search is stopped, which takes as long with it as without: in small games it is
    built only then, unless so few nodes are allowed that the search counts on it.
    """
    table = run.position.table
    small = len(table.guesses) * run.secrets <= _SMALL and run.executor is None and run.node_limit is None
    known, greedy = (INFINITE, None) if small else best_greedy(run, limit, spending_limit=spending_limit)
    sought = least_mean(limit, run.secrets, spending_limit)
    found = run.search(sought, None if greedy is None else known, first_guesses)
    if small and not found.proven:
        known, greedy = best_greedy(run, limit, spending_limit=spending_limit, stopped=True)
        if known < found.bounds.upper:
            found = replace(found, bounds=Bounds(found.bounds.lower, known), nodes=None)
    if run.certify and found.proven and not found.feasible:
        assert limit is not None
        found = replace(found, claims=run.search(any_within(min(limit, run.secrets))).claims)
    run.proofs.append(found.claims)
    if found.nodes is not None:
        return _result(run, objective, requested, found, found.nodes)
    return _result(run, objective, requested, _settled(run, found), greedy)


def _mean_then_worst(run: Run, mean: Result, limit: int | None) -> Result:
    """*mean*, the least total within *limit* guesses, by the tree that also has the least worst case.

    From above: each search asks for a tree of this total that needs less at worst than the best one so far. The least
    limit within which there is one decides the tree: where a tree by the tie rule keeps to a smaller limit, it is the
    tree by the tie rule within that limit, too.
    """
    best = mean
    while best.proven and best.tree is not None and (sought := _within_less(run, best.tree, limit)) is not None:
        total = best.tree.unit_figures.total
        run.bounds = Bounds(total, total)
        found = Found(Bounds(0, INFINITE), False, None)
        if not run.stopped:
            found = run.search(sought, total + 1, lower_bound=total)
        run.bounds = None
        if found.nodes is None:
            run.proofs.append(found.claims)
            best = replace(best, proven=found.proven)
            break
        best = replace(best, tree=_result(run, mean.objective, mean.max_guesses, found, found.nodes).tree)
    return replace(best, nodes=run.nodes, interrupted=run.interrupted)


def _within_less(run: Run, tree: Tree, limit: int | None) -> CoreObjective | None:
    """The least total of a tree that needs less than *tree* at worst; None where no guess would be left."""
    worst = tree.unit_figures.worst
    if run.position.game.has_costs:
        return least_mean(limit, run.secrets, spending_limit=worst - 1)
    return least_mean(worst - 1, run.secrets) if worst > 1 else None


def _settled(run: Run, found: Found) -> Found:
    """*found*, proven if its bounds meet in a tree that was known before the search was stopped.

    Not so after a limit of nodes: what is proven then is a tree by the tie rule, which this one need not be.
    """
    met = found.feasible and found.bounds.lower == found.bounds.upper and run.node_limit is None
    return replace(found, proven=found.proven or met)


def _worst(run: Run, objective: str, max_guesses: int | None, first_guesses: bool) -> Result:
    """The least number of guesses within which every secret is found."""
    upper, built = greedy_worst(run)
    least = fewest_guesses(run.position.table, run.position.candidate_indices)
    if least > 1:
        run.proofs = [[Claim(0, None, None, INFINITE)]]
    if max_guesses is not None and least > max_guesses:
        run.first_guesses = _impossible_first_guesses(run) if first_guesses else []
        return _result(run, objective, max_guesses, Found(Bounds(max_guesses + 1, INFINITE), True, None), None)
    while max_guesses is None or least <= max_guesses:
        run.bounds = finite_bounds(Bounds(least, upper))
        found = (
            Found(Bounds(0, INFINITE), False, None) if run.searches and run.stopped else run.search(any_within(least))
        )
        if not found.proven:
            within_limit = built if max_guesses is None or upper <= max_guesses else None
            stopped = Found(Bounds(least, INFINITE if within_limit is None else upper), False, None)
            return _result(run, objective, max_guesses, _settled(run, stopped), within_limit)
        if found.feasible:
            break
        run.proofs = [found.claims]
        least += 1
    else:
        run.first_guesses = _impossible_first_guesses(run) if first_guesses else []
        return _result(run, objective, max_guesses, Found(Bounds(least, INFINITE), True, None), None)
    if first_guesses:
        run.first_guesses = _worst_of_first_guesses(run, max_guesses)
    run.bounds = None
    return _result(run, objective, max_guesses, Found(Bounds(least, least), True, found.nodes), found.nodes)


def _worst_cost(run: Run, objective: str, max_guesses: int | None, first_guesses: bool) -> Result:
    """The least cost within which every secret is found, where guesses have costs.

    From above: each search asks for a tree that is better than the best one so far, and its tree may be much better.
    """
    upper, nodes = least_worst_cost(run, max_guesses)
    found = _cheaper(run, max_guesses, upper, nodes)
    bounds = Bounds(found.bounds.upper if found.proven else 0, found.bounds.upper)
    if found.proven and found.nodes is None:
        bounds = Bounds(0, INFINITE)
    if first_guesses and found.proven:
        run.first_guesses = (
            _impossible_first_guesses(run) if found.nodes is None else _worst_of_first_guesses(run, max_guesses)
        )
    run.bounds = None
    return _result(run, objective, max_guesses, replace(found, bounds=bounds), found.nodes)


def _cheaper(run: Run, max_guesses: int | None, upper: int, nodes: "Nodes | None", whole_tree: bool = True) -> Found:
    """The tree of the least worst case, in units of cost, when one of *nodes* with the worst case *upper* is known."""
    allowed = run.secrets if max_guesses is None else min(max_guesses, run.secrets)
    while True:
        run.bounds = finite_bounds(Bounds(0, upper))
        if run.searches and run.stopped:
            return Found(Bounds(0, upper), False, nodes)
        found = run.search(any_within(allowed, None if upper >= INFINITE else upper - 1), whole_tree=whole_tree)
        if not found.proven:
            return Found(Bounds(0, upper), False, nodes)
        if not found.feasible:
            run.proofs = [found.claims]
            return Found(Bounds(upper, upper), True, nodes)
        assert found.nodes is not None
        nodes = found.nodes
        upper = needs_of(run.position, nodes).most_spent


def _useful_first_guesses(run: Run) -> list[int]:
    """The first guesses that differ, are allowed and tell something."""
    return [
        guess
        for guess in run.position.different_guesses.tolist()
        if _tells_something(run.position, guess) and (not run.consistent or run.position.may_win(guess))
    ]


def _impossible_first_guesses(run: Run) -> list[ValuedGuess]:
    """Their values where nothing can be done within the limits."""
    return [ValuedGuess(guess, INFINITE, True) for guess in _useful_first_guesses(run)]


def _worst_of_first_guesses(run: Run, max_guesses: int | None) -> list[ValuedGuess]:
    """The least worst case of each first guess that differs, within *max_guesses*."""
    values: list[ValuedGuess] = []
    for guess in _useful_first_guesses(run):
        one = replace(run, first_guess=guess)
        if run.position.game.has_costs:
            best = _cheaper(one, max_guesses, INFINITE, None)
            values.append(ValuedGuess(guess, best.bounds.upper, best.proven))
            run.nodes, run.searches, run.interrupted = one.nodes, one.searches, one.interrupted
            if not best.proven or run.stopped:
                break
            continue
        least = 1
        most = len(run.position.candidate_indices) if max_guesses is None else max_guesses
        found = one.search(any_within(least), whole_tree=False)
        while found.proven and not found.feasible and least < most and not one.stopped:
            least += 1
            found = one.search(any_within(least), whole_tree=False)
        value = INFINITE if found.proven and not found.feasible else least
        values.append(ValuedGuess(guess, value, found.proven and (found.feasible or least == most)))
        run.nodes, run.searches, run.interrupted = one.nodes, one.searches, one.interrupted
        if not found.proven or run.stopped:
            break
    return values


def _in_user_units(run: Run, value: int) -> float | None:
    """*value* as a user sees it; None when it is infinite."""
    return None if value >= INFINITE else in_user_units(value, run.position.game.cost_unit)


def _result(run: Run, objective: str, limit: int | None, found: Found, nodes: "Nodes | None") -> Result:
    table, position = run.position.table, run.position
    tree: Tree | None = None
    if nodes is not None:
        tree = tree_of(position, "best known", run.consistent, nodes, rows=run.rows)
    feasible = True if tree is not None else False if found.proven else None
    firsts = tuple(
        FirstGuess(table.guesses[guess], _in_user_units(run, value), proven, total)
        for guess, value, proven, total in run.first_guesses
    )
    return Result(
        rules=position.game,
        objective=objective,
        max_guesses=limit,
        consistent=run.consistent,
        history=position.game.history_text(position.active_rows),
        bounds=finite_bounds(found.bounds),
        proven=found.proven,
        feasible=feasible,
        tree=tree,
        secrets=len(position.candidate_indices),
        nodes=run.nodes,
        threads=run.threads,
        seconds=0.0,
        table_seconds=table.seconds,
        first_guesses=firsts if run.every_first_guess else None,
        interrupted=run.interrupted,
    )
