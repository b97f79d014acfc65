"""From an objective to a result: which searches find the best tree, and what they prove together.

The core makes one number least, by a price for each depth (see `engine.Objective`). Each objective is one such search
or several: `solve` says which.
"""

import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from bestguess.bounds import Bounds
from bestguess.engine import INFINITE
from bestguess.engine import Objective as CoreObjective
from bestguess.position import Position
from bestguess.solve.greedy import best_greedy, greedy_worst, least_lost, least_worst_cost, needs_of
from bestguess.solve.limits import Objective
from bestguess.solve.result import Claim, FirstGuess, Result
from bestguess.solve.search import NOTHING_FOUND, Found, Run, ValuedGuess, finite_bounds
from bestguess.solve.totals import fewest_guesses
from bestguess.trees import Tree, tree_of
from bestguess.trees.figures import in_user_units

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes

_SMALL = 2**21  # guesses times candidates of a game in which to build a tree takes milliseconds

# -- What the core makes least.


def least_mean(limit: int | None, most: int, spending_limit: int | None = None) -> CoreObjective:
    """The fewest guesses in all, within a *limit*; none of *most* secrets needs more than *most*.

    With costs, what they cost in all, and no secret more than *spending_limit*.
    """
    if limit is None and spending_limit is None:
        return CoreObjective()
    allowed = most if limit is None else min(limit, most)
    return CoreObjective(linear=False, cost=range(1, allowed + 1), spending_limit=spending_limit)


def any_within(limit: int, spending_limit: int | None = None) -> CoreObjective:
    """No cost at all, but a *limit* of guesses, and of what they cost for each secret: is there any strategy?"""
    return CoreObjective(linear=False, cost=[0] * limit, weighted=False, spending_limit=spending_limit)


def fewest_at_limit(limit: int, most: int) -> CoreObjective:
    """The fewest secrets that need the last guess of the *limit*; none of *most* secrets needs more than *most*."""
    cost = [0] * (limit - 1) + [1] if limit <= most else [0] * most
    return CoreObjective(linear=False, cost=cost, weighted=False)


def fewest_lost(limit: int, most: int) -> CoreObjective:
    """The least weight that is not found within *limit* guesses, then the fewest guesses for the others."""
    return CoreObjective(linear=False, cost=range(1, min(limit, most) + 1), may_lose=True)


# -- The objectives.


def solve(run: Run) -> Result:
    """Return what the searches of *run* find for its objective."""
    match run.objective:
        case Objective.MEAN:
            return _mean_within(run)
        case Objective.MEAN_WORST:
            return _mean_then_worst(run, _mean_within(run))
        case Objective.LOST:
            return _lost(run)
    worst = _worst_cost(run) if run.position.game.has_costs else _worst(run)
    if run.objective == Objective.WORST or worst.feasible is False:
        return worst
    if run.objective == Objective.WORST_MEAN:
        return _worst_then_mean(run, worst)
    return _at_worst(run, worst)


def _worst_then_mean(run: Run, worst: Result) -> Result:
    """The least total among the trees that have the least worst case, that of *worst*."""
    if not worst.proven:
        return replace(worst, bounds=Bounds(None, None))
    least = worst.bounds.upper
    mean = _mean(run, run.max_guesses, least) if run.position.game.has_costs else _mean(run, least)
    if mean.tree is not None:
        return mean
    tree = worst.tree  # the search was stopped before it had one
    assert tree is not None
    return replace(mean, tree=tree, feasible=True, bounds=Bounds(mean.bounds.lower, tree.unit_figures["total"]))


def _at_worst(run: Run, worst: Result) -> Result:
    """The fewest secrets that need the last guess of the limit, or of the least worst case, that of *worst*."""
    if not worst.proven:
        return replace(worst, bounds=Bounds(0, worst.at_limit))
    limit = worst.bounds.upper if run.max_guesses is None else run.max_guesses
    assert limit is not None
    if run.max_guesses is not None:
        run.proofs.clear()  # within a limit that is given, nothing more needs to be proven
    found = run.search(fewest_at_limit(limit, run.secrets), every_first_guess=run.every_first_guess)
    run.proofs.append(found.claims)
    if found.nodes is not None:
        return replace(_result(run, found, found.nodes), max_guesses=limit)
    stopped = replace(worst, max_guesses=limit, proven=False)  # any tree within the limit will do
    bounds: Bounds[int | None, int | None] = Bounds(found.bounds.lower, stopped.at_limit)
    return replace(stopped, bounds=bounds, nodes=run.nodes, interrupted=run.interrupted)


def _lost(run: Run) -> Result:
    """The least weight that is not found within the limit, then the least total of the others."""
    limit, position = run.max_guesses, run.position
    assert limit is not None
    known, greedy = least_lost(run, limit)
    # Where a tree finds all, the best one that finds all loses least. Not so where some secrets weigh nothing: to lose
    # one of those may help the others.
    all_weigh = bool(position.table.weights[position.candidate_indices].all())
    if greedy is not None and not run.every_first_guess and all_weigh and needs_of(position, greedy).keeps_to(limit):
        result = _mean_within(run)
        return replace(result, bounds=Bounds(0, 0) if result.tree is not None else Bounds(0, None))
    sought = fewest_lost(limit, run.secrets)
    found = run.search(sought, None if greedy is None else known, run.every_first_guess)
    run.proofs.append(found.claims)
    return _result(run, found, greedy if found.nodes is None else found.nodes)


def _mean_within(run: Run) -> Result:
    """The least total within the limit; of a board with rows that without a limit, if its tree fits."""
    limit = run.max_guesses
    possible = limit is not None and fewest_guesses(run.position.table, run.position.candidate_indices) <= limit
    if run.rows is None or run.every_first_guess or not possible:
        return _mean(run, limit)
    unlimited = _mean(run, None)
    if unlimited.lost == 0:
        return replace(unlimited, proven_without_limit=True)
    run.proofs.clear()
    within = _mean(run, limit)
    if within.proven or unlimited.bounds.lower is None or within.bounds.lower is None:
        return within
    lower = max(unlimited.bounds.lower, within.bounds.lower)
    return replace(within, bounds=Bounds(lower, within.bounds.upper))


def _mean(run: Run, limit: int | None, spending_limit: int | None = None) -> Result:
    """The least total within *limit* guesses; a good tree first. With costs, no secret exceeds *spending_limit*.

    The tree is there in case that the search is stopped, which takes as long with it as without: in small games it is
    built only then, unless so few nodes are allowed that the search counts on it.
    """
    table = run.position.table
    small = len(table.guesses) * run.secrets <= _SMALL and run.executor is None and run.limits.nodes is None
    known, greedy = (INFINITE, None) if small else best_greedy(run, limit, spending_limit=spending_limit)
    sought = least_mean(limit, run.secrets, spending_limit)
    found = run.search(sought, None if greedy is None else known, run.every_first_guess)
    if small and not found.proven:
        known, greedy = best_greedy(run, limit, spending_limit=spending_limit, stopped=True)
        if known < found.bounds.upper:
            found = replace(found, bounds=Bounds(found.bounds.lower, known), nodes=None)
    if run.certify and found.proven and not found.feasible:
        assert limit is not None
        found = replace(found, claims=run.search(any_within(min(limit, run.secrets))).claims)
    run.proofs.append(found.claims)
    if found.nodes is not None:
        return _result(run, found, found.nodes)
    return _result(run, _settled(run, found), greedy)


def _mean_then_worst(run: Run, mean: Result) -> Result:
    """*mean*, the least total within the limit, by the tree that also has the least worst case.

    From above: each search asks for a tree of this total that needs less at worst than the best one so far. The least
    limit within which there is one decides the tree: where a tree by the tie rule keeps to a smaller limit, it is the
    tree by the tie rule within that limit, too.
    """
    best, has_costs = mean, run.position.game.has_costs
    while best.proven and best.tree is not None:
        total, less = best.tree.unit_figures["total"], best.tree.unit_figures["worst"] - 1
        if not has_costs and less < 1:
            break  # no guess would be left
        sought = least_mean(run.max_guesses, run.secrets, less) if has_costs else least_mean(less, run.secrets)
        run.bounds = Bounds(total, total)
        found = NOTHING_FOUND if run.stopped else run.search(sought, total + 1, lower_bound=total)
        run.bounds = None
        if found.nodes is None:
            run.proofs.append(found.claims)
            best = replace(best, proven=found.proven)
            break
        best = replace(best, tree=_result(run, found, found.nodes).tree)
    return replace(best, nodes=run.nodes, interrupted=run.interrupted)


def _settled(run: Run, found: Found) -> Found:
    """*found*, proven if its bounds meet in a tree that was known before the search was stopped.

    Not so after a limit of nodes: what is proven then is a tree by the tie rule, which this one need not be.
    """
    met = found.feasible and found.bounds.lower == found.bounds.upper and run.limits.nodes is None
    return replace(found, proven=found.proven or met)


def _worst(run: Run) -> Result:
    """The least number of guesses within which every secret is found."""
    upper, built = greedy_worst(run)
    least = fewest_guesses(run.position.table, run.position.candidate_indices)
    limit = INFINITE if run.max_guesses is None else run.max_guesses
    if least > 1:
        run.proofs = [[Claim(0, None, None, INFINITE)]]
    if least > limit:
        least = limit + 1
    found = NOTHING_FOUND
    while least <= limit:
        run.bounds = finite_bounds(Bounds(least, upper))
        found = NOTHING_FOUND if run.searches and run.stopped else run.search(any_within(least))
        if not found.proven:
            within_limit = built if upper <= limit else None
            stopped = Found(Bounds(least, INFINITE if within_limit is None else upper), False, None)
            return _result(run, _settled(run, stopped), within_limit)
        if found.feasible:
            break
        run.proofs = [found.claims]
        least += 1
    run.first_guesses = _worst_of_first_guesses(run, found.feasible)
    run.bounds = None
    return _result(run, Found(Bounds(least, least if found.feasible else INFINITE), True, found.nodes), found.nodes)


def _worst_cost(run: Run) -> Result:
    """The least cost within which every secret is found, where guesses have costs."""
    found = _cheaper(run, *least_worst_cost(run, run.max_guesses))
    bounds = Bounds(found.bounds.upper if found.proven else 0, found.bounds.upper)
    if found.proven and found.nodes is None:
        bounds = Bounds(0, INFINITE)
    if found.proven:
        run.first_guesses = _worst_of_first_guesses(run, found.nodes is not None)
    run.bounds = None
    return _result(run, replace(found, bounds=bounds), found.nodes)


def _cheaper(run: Run, upper: int, nodes: "Nodes | None") -> Found:
    """The tree of the least worst case, in units of cost, when one of *nodes* with the worst case *upper* is known.

    From above: each search asks for a tree that is better than the best one so far, and its tree may be much better.
    """
    allowed = run.secrets if run.max_guesses is None else min(run.max_guesses, run.secrets)
    while True:
        run.bounds = finite_bounds(Bounds(0, upper))
        if run.searches and run.stopped:
            return Found(Bounds(0, upper), False, nodes)
        found = run.search(any_within(allowed, None if upper >= INFINITE else upper - 1))
        if not found.proven:
            return Found(Bounds(0, upper), False, nodes)
        if not found.feasible:
            run.proofs = [found.claims]
            return Found(Bounds(upper, upper), True, nodes)
        assert found.nodes is not None
        nodes = found.nodes
        upper = needs_of(run.position, nodes).most_spent


# -- First guesses.


def tells_something(position: Position, guess: int) -> bool:
    """Whether the guess of this index splits the candidates, or wins."""
    parts = position.table.partition(guess, position.candidate_indices)
    return len(parts) > 1 or position.table.win in parts


def _worst_of_first_guesses(run: Run, feasible: bool) -> list[ValuedGuess]:
    """The least worst case of each first guess that differs, where that is asked for; *feasible*: if there is any."""
    if not (run.every_first_guess and run.objective == Objective.WORST):
        return []
    position = run.position
    values: list[ValuedGuess] = []
    for guess in position.different_guesses.tolist():
        if not tells_something(position, guess) or (run.consistent and not position.may_win(guess)):
            continue
        if not feasible:
            values.append(ValuedGuess(guess, INFINITE, True))
            continue
        after = copy.copy(run)
        after.first_guess = guess
        if position.game.has_costs:
            best = _cheaper(after, INFINITE, None)
            value, proven = best.bounds.upper, best.proven
        else:
            value, proven = _least_guesses(after)
        values.append(ValuedGuess(guess, value, proven))
        run.nodes, run.searches, run.interrupted = after.nodes, after.searches, after.interrupted
        if not proven or run.stopped:
            break
    return values


def _least_guesses(run: Run) -> tuple[int, bool]:
    """The fewest guesses within which every secret is found after the first guess, and whether that is proven."""
    least, most = 1, run.secrets if run.max_guesses is None else run.max_guesses
    found = run.search(any_within(least), whole_tree=False)
    while found.proven and not found.feasible and least < most and not run.stopped:
        least += 1
        found = run.search(any_within(least), whole_tree=False)
    value = INFINITE if found.proven and not found.feasible else least
    return value, found.proven and (found.feasible or least == most)


# -- The result.


def _result(run: Run, found: Found, nodes: "Nodes | None") -> Result:
    """What is *found*, with the tree of *nodes*, if there is one."""
    table, position = run.position.table, run.position
    tree: Tree | None = None
    if nodes is not None:
        tree = tree_of(position, "best known", run.consistent, nodes, rows=run.rows)
    firsts = tuple(
        FirstGuess(
            table.guesses[guess],
            None if value >= INFINITE else in_user_units(value, position.game.cost_unit),
            proven,
            total,
        )
        for guess, value, proven, total in run.first_guesses
    )
    return Result(
        rules=position.game,
        objective=run.objective,
        max_guesses=run.max_guesses,
        requested_max_guesses=run.max_guesses,
        requested_first_guess=None if run.first_guess is None else table.guesses[run.first_guess],
        consistent=run.consistent,
        history=position.game.history_text(position.active_rows),
        bounds=finite_bounds(found.bounds),
        proven=found.proven,
        feasible=True if tree is not None else False if found.proven else None,
        tree=tree,
        secrets=run.secrets,
        nodes=run.nodes,
        threads=run.threads,
        seconds=0.0,
        table_seconds=table.seconds,
        first_guesses=firsts if run.every_first_guess else None,
        interrupted=run.interrupted,
    )
