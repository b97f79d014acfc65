"""Turn an objective into a result: choose the searches that find the best tree, and combine what they prove.

A search of the core minimises one number, given by a price for each depth (see `engine.Objective`). An objective needs
one such search or several: `solve` chooses them.
"""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from bestguess.bounds import Bounds
from bestguess.engine import INFINITE
from bestguess.engine import Objective as CoreObjective
from bestguess.position import Position
from bestguess.solve.greedy import best_greedy, greedy_lost, greedy_worst, needs_of
from bestguess.solve.limits import Objective
from bestguess.solve.result import BoundProof, Claim, FirstGuess, Result
from bestguess.solve.search import NO_ANSWER, Run, SearchAnswer, finite_bounds
from bestguess.solve.totals import fewest_guesses
from bestguess.trees import Tree, tree_of

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes

_SMALL = 2**21  # guesses times candidates: in smaller games, building a tree takes milliseconds

# -- Objectives of the core.


def least_mean(limit: int | None, secrets: int, spending_limit: int | None = None) -> CoreObjective:
    """Return the objective of the least total within *limit* guesses.

    With costs, no secret may cost more than *spending_limit*. The best tree never needs more guesses than there are
    *secrets*, so the list of prices ends there.
    """
    if limit is None and spending_limit is None:
        return CoreObjective()
    allowed = secrets if limit is None else min(limit, secrets)
    return CoreObjective(linear=False, cost=range(1, allowed + 1), spending_limit=spending_limit)


def any_within(limit: int, spending_limit: int | None = None) -> CoreObjective:
    """Return an objective that asks for any tree within *limit* guesses and *spending_limit*: all of them cost 0."""
    return CoreObjective(linear=False, cost=[0] * limit, weighted=False, spending_limit=spending_limit)


def fewest_at_limit(limit: int, secrets: int) -> CoreObjective:
    """Return the objective of the fewest secrets that need guess number *limit*, where none may need more."""
    cost = [0] * (limit - 1) + [1] if limit <= secrets else [0] * secrets
    return CoreObjective(linear=False, cost=cost, weighted=False)


def fewest_lost(limit: int, secrets: int) -> CoreObjective:
    """Return the objective of the least weight not found within *limit* guesses, then the least total of the rest."""
    return CoreObjective(linear=False, cost=range(1, min(limit, secrets) + 1), may_lose=True)


# -- The objectives.


def solve(run: Run) -> Result:
    """Return the result of *run*: do the searches that its objective needs, one after another."""
    match run.objective:
        case Objective.MEAN:
            answer = _mean_within_rows(run)
        case Objective.MEAN_WORST:
            answer = _mean_then_worst(run, _mean_within_rows(run))
        case Objective.LOST:
            answer = _least_lost(run)
        case _:
            # The three others begin with the least worst case.
            answer = _lower_cost(run, *greedy_worst(run)) if run.position.game.has_costs else _least_worst(run)
            if run.every_first_guess and run.objective == Objective.WORST and answer.proven:
                run.first_guesses = _worst_of_first_guesses(run, answer.nodes is not None)
            run.bounds = None
            impossible = answer.proven and answer.nodes is None
            if run.objective == Objective.WORST_MEAN and not impossible:
                answer = _worst_then_mean(run, answer)
            elif run.objective == Objective.AT_WORST and not impossible:
                answer = _fewest_at_worst(run, answer)
    return _result(run, answer)


def _worst_then_mean(run: Run, worst: SearchAnswer) -> SearchAnswer:
    """Minimise the total among the trees that have the least worst case, which *worst* has found."""
    if not worst.proven:
        return replace(worst, bounds=Bounds(INFINITE, INFINITE))  # nothing is known about the total
    least = worst.bounds.upper
    mean = _mean(run, run.max_guesses, least) if run.position.game.has_costs else _mean(run, least)
    if mean.nodes is not None:
        return mean
    # The search was stopped before it had a tree. The tree of *worst* is one.
    assert worst.nodes is not None
    total = needs_of(run.position, worst.nodes).total
    return replace(mean, nodes=worst.nodes, bounds=Bounds(mean.bounds.lower, total))


def _fewest_at_worst(run: Run, worst: SearchAnswer) -> SearchAnswer:
    """Minimise the number of secrets that need the last guess: guess *max_guesses*, else the least worst case."""
    if not worst.proven:
        return replace(worst, bounds=Bounds(0, _count_found_by(run, worst.nodes, run.max_guesses)))
    run.limit = limit = worst.bounds.upper if run.max_guesses is None else run.max_guesses
    if run.max_guesses is not None:
        run.proofs.clear()  # The caller chose the limit, so there is no need to prove that it is the least.
    answer = run.search(fewest_at_limit(limit, run.secrets), every_first_guess=run.every_first_guess)
    run.proofs.append(BoundProof(answer.claims, limit))
    if answer.nodes is not None:
        return answer
    bounds = Bounds(answer.bounds.lower, _count_found_by(run, worst.nodes, limit))  # that tree keeps to the limit too
    return SearchAnswer(bounds, False, worst.nodes)


def _count_found_by(run: Run, nodes: "Nodes | None", guess: int | None) -> int:
    """Return how many secrets the tree of *nodes* finds with guess number *guess*; INFINITE if either is None."""
    if nodes is None or guess is None:
        return INFINITE
    return int(_tree(run, nodes).distribution.get(guess, 0))


def _least_lost(run: Run) -> SearchAnswer:
    """Minimise the weight not found within the limit, then the total of the secrets that are found."""
    limit, position = run.max_guesses, run.position
    assert limit is not None
    greedy_cost, greedy = greedy_lost(run, limit)
    # If some tree finds every secret, the best of those trees loses the least. This fails if some secrets weigh
    # nothing: losing one of them may help the others.
    all_weigh = bool(position.table.weights[position.candidate_indices].all())
    if greedy is not None and not run.every_first_guess and all_weigh and needs_of(position, greedy).keeps_to(limit):
        answer = _mean_within_rows(run)
        return replace(answer, bounds=Bounds(0, INFINITE if answer.nodes is None else 0))
    objective = fewest_lost(limit, run.secrets)
    answer = run.search(objective, None if greedy is None else greedy_cost, run.every_first_guess)
    run.proofs.append(BoundProof(answer.claims, limit))
    return answer if answer.nodes is not None else replace(answer, nodes=greedy)


def _mean_within_rows(run: Run) -> SearchAnswer:
    """Minimise the total within the limit.

    If the limit comes from the rows of the board, search without it first, which is faster. A best tree that fits into
    the rows is also the best one within them.
    """
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


def _mean(run: Run, limit: int | None, spending_limit: int | None = None) -> SearchAnswer:
    """Minimise the total within *limit* guesses; with costs, no secret may cost more than *spending_limit*.

    A greedy tree is returned if the search is stopped. It does not make the search faster. So small games, where it
    takes no time, build it only after the search was stopped. A search with a limit of nodes has it from the start,
    because it may depend on it.
    """
    table = run.position.table
    small = len(table.guesses) * run.secrets <= _SMALL and run.executor is None and run.limits.nodes is None
    greedy_total, greedy = (INFINITE, None) if small else best_greedy(run, limit, spending_limit=spending_limit)
    objective = least_mean(limit, run.secrets, spending_limit)
    answer = run.search(objective, None if greedy is None else (0, greedy_total), run.every_first_guess)
    if small and not answer.proven:
        greedy_total, greedy = best_greedy(run, limit, spending_limit=spending_limit, stopped=True)
        if greedy_total < answer.bounds.upper:
            answer = replace(answer, bounds=Bounds(answer.bounds.lower, greedy_total), nodes=None)
    if run.certify and answer.proven and not answer.feasible:
        # The claims of a certificate without a tree are about the existence of any tree, not about totals.
        assert limit is not None
        answer = replace(answer, claims=run.search(any_within(min(limit, run.secrets))).claims)
    run.proofs.append(BoundProof(answer.claims, limit, spending_limit))
    return answer if answer.nodes is not None else _mark_if_proven(run, replace(answer, nodes=greedy))


def _mean_then_worst(run: Run, mean: SearchAnswer) -> SearchAnswer:
    """Minimise the worst case among the trees that have the least total, which *mean* has found.

    Each search asks for a tree with this total and a smaller worst case than the best tree so far. The first search
    that finds none ends the loop. The result does not depend on the steps between: if a tree by the tie rule keeps to a
    smaller limit, it is also the tree by the tie rule within that limit.
    """
    best, total, has_costs = mean, mean.bounds.upper, run.position.game.has_costs
    while best.proven and best.nodes is not None:
        less = needs_of(run.position, best.nodes).worst - 1
        if not has_costs and less < 1:
            break  # no tree has a worst case of 0 guesses
        limit, spending_limit = (run.max_guesses, less) if has_costs else (less, None)
        objective = least_mean(limit, run.secrets, spending_limit)
        run.bounds = Bounds(total, total)
        answer = NO_ANSWER if run.stopped else run.search(objective, (0, total + 1), lower_bound=total)
        run.bounds = None
        if answer.nodes is None:
            run.proofs.append(BoundProof(answer.claims, limit, spending_limit))
            return replace(best, proven=answer.proven)
        best = replace(best, nodes=answer.nodes)
    return best


def _mark_if_proven(run: Run, answer: SearchAnswer) -> SearchAnswer:
    """Return *answer*, marked as proven if its bounds are equal: the greedy tree is then as good as any.

    With a limit of nodes it is not marked. A proven tree then follows the tie rule, and a greedy tree may not.
    """
    bounds_meet = answer.bounds.lower == answer.bounds.upper
    optimal = answer.feasible and bounds_meet and run.limits.nodes is None
    return replace(answer, proven=answer.proven or optimal)


def _least_worst(run: Run) -> SearchAnswer:
    """Minimise the worst case, counted in guesses."""
    upper, greedy = greedy_worst(run)
    least = fewest_guesses(run.position.table, run.position.candidate_indices)
    least = least if run.max_guesses is None else min(least, run.max_guesses + 1)
    if least > 1:
        # Counting shows that fewer guesses are not enough; one claim says so.
        run.proofs = [BoundProof([Claim(0, None, None, INFINITE)], least - 1)]
    answer = _deepen(run, least, upper)
    if answer.proven:
        return answer
    return _mark_if_proven(run, SearchAnswer(Bounds(answer.bounds.lower, upper), False, greedy))


def _deepen(run: Run, least: int, upper: int, whole_tree: bool = True) -> SearchAnswer:
    """Find the least worst case, counted in guesses: ask for a tree within *least*, *least* + 1, ... guesses.

    *upper* is a known upper bound, which is only reported.
    """
    most = run.secrets if run.max_guesses is None else run.max_guesses
    while least <= most:
        run.bounds = finite_bounds(Bounds(least, upper))
        # The first search of a run always starts. If time is up, the core itself stops it.
        stopped = run.searches and run.stopped
        answer = NO_ANSWER if stopped else run.search(any_within(least), whole_tree=whole_tree)
        if not answer.proven or answer.feasible:
            value = least if answer.proven else INFINITE
            return SearchAnswer(Bounds(least, value), answer.proven, answer.nodes)
        run.proofs = [BoundProof(answer.claims, least)]
        least += 1
    return SearchAnswer(Bounds(least, INFINITE), True, None)


def _lower_cost(run: Run, upper: int, nodes: "Nodes | None") -> SearchAnswer:
    """Find the least worst case, counted in costs, starting from a tree of *nodes* that costs *upper*.

    Each search asks for any tree that costs less than the best one so far. The tree that it finds may cost much less.
    """
    allowed = run.secrets if run.max_guesses is None else min(run.max_guesses, run.secrets)
    while True:
        run.bounds = finite_bounds(Bounds(0, upper))
        less = None if upper >= INFINITE else upper - 1
        answer = NO_ANSWER if run.searches and run.stopped else run.search(any_within(allowed, less))
        if not answer.proven:
            return SearchAnswer(Bounds(0, upper), False, nodes)
        if not answer.feasible:
            run.proofs = [BoundProof(answer.claims, run.max_guesses, less)]
            return SearchAnswer(Bounds(0 if less is None else upper, upper), True, nodes)
        assert answer.nodes is not None
        nodes = answer.nodes
        upper = needs_of(run.position, nodes).worst


# -- First guesses.


def splits_or_wins(position: Position, guess: int) -> bool:
    """Whether the guess with index *guess* splits the candidates, or may win."""
    parts = position.table.partition(guess, position.candidate_indices)
    return len(parts) > 1 or position.table.win in parts


def _worst_of_first_guesses(run: Run, feasible: bool) -> tuple[FirstGuess, ...]:
    """Return the least worst case after each first guess, one guess for each orbit.

    *feasible* says whether any tree exists within the limit. The list ends early when a search is stopped.
    """
    position, values = run.position, list[FirstGuess]()
    for guess in position.different_guesses.tolist():
        if not splits_or_wins(position, guess) or (run.consistent and not position.may_win(guess)):
            continue
        run.first_guess = guess
        if not feasible:
            best = SearchAnswer(Bounds(0, INFINITE), True, None)
        elif position.game.has_costs:
            best = _lower_cost(run, INFINITE, None)
        else:
            best = _deepen(run, 1, INFINITE, whole_tree=False)
        value = best.bounds.upper if best.proven else best.bounds.lower
        values.append(run.first_guess_of(guess, value, best.proven))
        if not best.proven:
            break
    run.first_guess = None
    return tuple(values)


# -- The result.


def _tree(run: Run, nodes: "Nodes") -> Tree:
    return tree_of(run.position, "best known", run.consistent, nodes, rows=run.rows)


def _result(run: Run, answer: SearchAnswer) -> Result:
    """Return the result of *run*. Its tree, if there is one, gets the name of the strategy."""
    table, position = run.position.table, run.position
    tree = None if answer.nodes is None else _tree(run, answer.nodes)
    feasibility_unknown = tree is None and not answer.proven
    certified = run.certify and answer.proven and all(proof.claims for proof in run.proofs)
    result = Result(
        rules=position.game,
        objective=run.objective,
        max_guesses=run.limit,
        requested_max_guesses=run.max_guesses,
        requested_first_guess=None if run.first_guess is None else table.guesses[run.first_guess],
        consistent=run.consistent,
        history=position.game.history_text(position.active_rows),
        bounds=finite_bounds(answer.bounds),
        proven=answer.proven,
        feasible=None if feasibility_unknown else tree is not None,
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
