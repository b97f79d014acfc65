"""From an objective to a result: which searches find the best tree, and what they prove together.

The core makes one number least, by a price for each depth (see `engine.Objective`). Each objective is one such search
or several: `solve` says which.
"""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from bestguess.bounds import Bounds
from bestguess.engine import INFINITE
from bestguess.engine import Objective as CoreObjective
from bestguess.position import Position
from bestguess.solve.greedy import best_greedy, greedy_worst, least_lost, needs_of
from bestguess.solve.limits import Objective
from bestguess.solve.result import BoundProof, Claim, FirstGuess, Result
from bestguess.solve.search import NOTHING_FOUND, Found, Run, finite_bounds
from bestguess.solve.totals import fewest_guesses
from bestguess.trees import Tree, tree_of

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
            found = _mean_within(run)
        case Objective.MEAN_WORST:
            found = _mean_then_worst(run, _mean_within(run))
        case Objective.LOST:
            found = _lost(run)
        case _:
            found = _cheaper(run, *greedy_worst(run)) if run.position.game.has_costs else _worst(run)
            if run.every_first_guess and run.objective == Objective.WORST and found.proven:
                run.first_guesses = _worst_of_first_guesses(run, found.nodes is not None)
            run.bounds = None
            impossible = found.proven and found.nodes is None
            if run.objective == Objective.WORST_MEAN and not impossible:
                found = _worst_then_mean(run, found)
            elif run.objective == Objective.AT_WORST and not impossible:
                found = _at_worst(run, found)
    return _result(run, found)


def _worst_then_mean(run: Run, worst: Found) -> Found:
    """The least total among the trees that have the least worst case, that of *worst*."""
    if not worst.proven:
        return replace(worst, bounds=Bounds(INFINITE, INFINITE))  # of the total nothing is known
    least = worst.bounds.upper
    mean = _mean(run, run.max_guesses, least) if run.position.game.has_costs else _mean(run, least)
    if mean.nodes is not None:
        return mean
    assert worst.nodes is not None
    total = needs_of(run.position, worst.nodes).total  # the search was stopped before it had a tree
    return replace(mean, nodes=worst.nodes, bounds=Bounds(mean.bounds.lower, total))


def _at_worst(run: Run, worst: Found) -> Found:
    """The fewest secrets that need the last guess of the limit, or of the least worst case, that of *worst*."""
    if not worst.proven:
        return replace(worst, bounds=Bounds(0, _found_by(run, worst.nodes, run.max_guesses)))
    run.limit = limit = worst.bounds.upper if run.max_guesses is None else run.max_guesses
    if run.max_guesses is not None:
        run.proofs.clear()  # within a limit that is given, nothing more needs to be proven
    found = run.search(fewest_at_limit(limit, run.secrets), every_first_guess=run.every_first_guess)
    run.proofs.append(BoundProof(found.claims, limit))
    if found.nodes is not None:
        return found
    bounds = Bounds(found.bounds.lower, _found_by(run, worst.nodes, limit))  # any tree within the limit will do
    return Found(bounds, False, worst.nodes)


def _found_by(run: Run, nodes: "Nodes | None", guess: int | None) -> int:
    """How many secrets the tree of *nodes* finds by the *guess* of this number; INFINITE without either."""
    if nodes is None or guess is None:
        return INFINITE
    return int(_tree(run, nodes).distribution.get(guess, 0))


def _lost(run: Run) -> Found:
    """The least weight that is not found within the limit, then the least total of the others."""
    limit, position = run.max_guesses, run.position
    assert limit is not None
    known, greedy = least_lost(run, limit)
    # Where a tree finds all, the best one that finds all loses least. Not so where some secrets weigh nothing: to lose
    # one of those may help the others.
    all_weigh = bool(position.table.weights[position.candidate_indices].all())
    if greedy is not None and not run.every_first_guess and all_weigh and needs_of(position, greedy).keeps_to(limit):
        found = _mean_within(run)
        return replace(found, bounds=Bounds(0, INFINITE if found.nodes is None else 0))
    sought = fewest_lost(limit, run.secrets)
    found = run.search(sought, None if greedy is None else known, run.every_first_guess)
    run.proofs.append(BoundProof(found.claims, limit))
    return found if found.nodes is not None else replace(found, nodes=greedy)


def _mean_within(run: Run) -> Found:
    """The least total within the limit; of a board with rows that without a limit, if its tree fits."""
    limit, position = run.max_guesses, run.position
    possible = limit is not None and fewest_guesses(position.table, position.candidate_indices) <= limit
    if run.rows is None or run.every_first_guess or not possible:
        return _mean(run, limit)
    unlimited = _mean(run, None)
    if unlimited.nodes is not None and needs_of(position, unlimited.nodes).keeps_to(limit):
        run.proven_without_limit = True
        return unlimited
    run.proofs.clear()
    within = _mean(run, limit)
    if within.proven:
        return within
    return replace(within, bounds=Bounds(max(unlimited.bounds.lower, within.bounds.lower), within.bounds.upper))


def _mean(run: Run, limit: int | None, spending_limit: int | None = None) -> Found:
    """The least total within *limit* guesses; a good tree first. With costs, no secret exceeds *spending_limit*.

    The tree is there in case that the search is stopped, which takes as long with it as without: in small games it is
    built only then, unless so few nodes are allowed that the search counts on it.
    """
    table = run.position.table
    small = len(table.guesses) * run.secrets <= _SMALL and run.executor is None and run.limits.nodes is None
    known, greedy = (INFINITE, None) if small else best_greedy(run, limit, spending_limit=spending_limit)
    sought = least_mean(limit, run.secrets, spending_limit)
    found = run.search(sought, None if greedy is None else (0, known), run.every_first_guess)
    if small and not found.proven:
        known, greedy = best_greedy(run, limit, spending_limit=spending_limit, stopped=True)
        if known < found.bounds.upper:
            found = replace(found, bounds=Bounds(found.bounds.lower, known), nodes=None)
    if run.certify and found.proven and not found.feasible:
        assert limit is not None
        found = replace(found, claims=run.search(any_within(min(limit, run.secrets))).claims)
    run.proofs.append(BoundProof(found.claims, limit, spending_limit))
    return found if found.nodes is not None else _settled(run, replace(found, nodes=greedy))


def _mean_then_worst(run: Run, mean: Found) -> Found:
    """*mean*, the least total within the limit, by the tree that also has the least worst case.

    From above: each search asks for a tree of this total that needs less at worst than the best one so far. The least
    limit within which there is one decides the tree: where a tree by the tie rule keeps to a smaller limit, it is the
    tree by the tie rule within that limit, too.
    """
    best, total, has_costs = mean, mean.bounds.upper, run.position.game.has_costs
    while best.proven and best.nodes is not None:
        less = needs_of(run.position, best.nodes).worst - 1
        if not has_costs and less < 1:
            break  # no guess would be left
        limit, spending_limit = (run.max_guesses, less) if has_costs else (less, None)
        sought = least_mean(limit, run.secrets, spending_limit)
        run.bounds = Bounds(total, total)
        found = NOTHING_FOUND if run.stopped else run.search(sought, (0, total + 1), lower_bound=total)
        run.bounds = None
        if found.nodes is None:
            run.proofs.append(BoundProof(found.claims, limit, spending_limit))
            return replace(best, proven=found.proven)
        best = replace(best, nodes=found.nodes)
    return best


def _settled(run: Run, found: Found) -> Found:
    """*found*, proven if its bounds meet in a tree that was known before the search was stopped.

    Not so after a limit of nodes: what is proven then is a tree by the tie rule, which this one need not be.
    """
    met = found.feasible and found.bounds.lower == found.bounds.upper and run.limits.nodes is None
    return replace(found, proven=found.proven or met)


def _worst(run: Run) -> Found:
    """The least number of guesses within which every secret is found."""
    upper, built = greedy_worst(run)
    least = fewest_guesses(run.position.table, run.position.candidate_indices)
    least = least if run.max_guesses is None else min(least, run.max_guesses + 1)
    if least > 1:
        run.proofs = [BoundProof([Claim(0, None, None, INFINITE)], least - 1)]
    found = _deepened(run, least, upper)
    if found.proven:
        return found
    return _settled(run, Found(Bounds(found.bounds.lower, upper), False, built))


def _deepened(run: Run, least: int, upper: int, whole_tree: bool = True) -> Found:
    """The fewest guesses within which every secret is found: at least *least*, and at most *upper*, as is known."""
    most = run.secrets if run.max_guesses is None else run.max_guesses
    while least <= most:
        run.bounds = finite_bounds(Bounds(least, upper))
        stopped = run.searches and run.stopped
        found = NOTHING_FOUND if stopped else run.search(any_within(least), whole_tree=whole_tree)
        if not found.proven or found.feasible:
            return Found(Bounds(least, least if found.proven else INFINITE), found.proven, found.nodes)
        run.proofs = [BoundProof(found.claims, least)]
        least += 1
    return Found(Bounds(least, INFINITE), True, None)


def _cheaper(run: Run, upper: int, nodes: "Nodes | None") -> Found:
    """The least cost within which every secret is found, when a tree of *nodes* that costs *upper* is known.

    From above: each search asks for a tree that is better than the best one so far, and its tree may be much better.
    """
    allowed = run.secrets if run.max_guesses is None else min(run.max_guesses, run.secrets)
    while True:
        run.bounds = finite_bounds(Bounds(0, upper))
        less = None if upper >= INFINITE else upper - 1
        found = NOTHING_FOUND if run.searches and run.stopped else run.search(any_within(allowed, less))
        if not found.proven:
            return Found(Bounds(0, upper), False, nodes)
        if not found.feasible:
            run.proofs = [BoundProof(found.claims, run.max_guesses, less)]
            return Found(Bounds(0 if less is None else upper, upper), True, nodes)
        assert found.nodes is not None
        nodes = found.nodes
        upper = needs_of(run.position, nodes).worst


# -- First guesses.


def tells_something(position: Position, guess: int) -> bool:
    """Whether the guess of this index splits the candidates, or wins."""
    parts = position.table.partition(guess, position.candidate_indices)
    return len(parts) > 1 or position.table.win in parts


def _worst_of_first_guesses(run: Run, feasible: bool) -> tuple[FirstGuess, ...]:
    """The least worst case of each first guess that differs; *feasible*: whether there is a tree within the limit."""
    position, values = run.position, list[FirstGuess]()
    for guess in position.different_guesses.tolist():
        if not tells_something(position, guess) or (run.consistent and not position.may_win(guess)):
            continue
        run.first_guess = guess
        if not feasible:
            best = Found(Bounds(0, INFINITE), True, None)
        elif position.game.has_costs:
            best = _cheaper(run, INFINITE, None)
        else:
            best = _deepened(run, 1, INFINITE, whole_tree=False)
        values.append(run.valued(guess, best.bounds.upper if best.proven else best.bounds.lower, best.proven))
        if not best.proven:
            break
    run.first_guess = None
    return tuple(values)


# -- The result.


def _tree(run: Run, nodes: "Nodes") -> Tree:
    return tree_of(run.position, "best known", run.consistent, nodes, rows=run.rows)


def _result(run: Run, found: Found) -> Result:
    """What is *found*, with its tree, if there is one, under the name that it deserves."""
    table, position = run.position.table, run.position
    tree = None if found.nodes is None else _tree(run, found.nodes)
    unknown = tree is None and not found.proven  # whether there is a tree
    certified = run.certify and found.proven and all(proof.claims for proof in run.proofs)
    result = Result(
        rules=position.game,
        objective=run.objective,
        max_guesses=run.limit,
        requested_max_guesses=run.max_guesses,
        requested_first_guess=None if run.first_guess is None else table.guesses[run.first_guess],
        consistent=run.consistent,
        history=position.game.history_text(position.active_rows),
        bounds=finite_bounds(found.bounds),
        proven=found.proven,
        feasible=None if unknown else tree is not None,
        tree=tree,
        secrets=run.secrets,
        nodes=run.nodes,
        threads=run.threads,
        seconds=time.monotonic() - run.began,
        table_seconds=table.seconds,
        first_guesses=run.first_guesses if run.every_first_guess else None,
        interrupted=run.interrupted,
        proofs=tuple(run.proofs) if certified else None,
        proven_without_limit=run.proven_without_limit,
    )
    return result if tree is None else replace(result, tree=replace(tree, strategy=result.strategy))
