"""Checks a certificate: that no strategy is better than its tree.

`tree` has already replayed the tree, so its figures are attainable. This module finds the statements that the objective
requires. `proof` checks the claims that prove each of them.
"""

from dataclasses import dataclass
from fractions import Fraction

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, WITHIN, Cost, Costs
from bestguess.check.document import Certificate, Figures
from bestguess.check.limits import Limits, short_repr
from bestguess.check.position import Position, history_text
from bestguess.check.proof import Progress, Proof
from bestguess.check.rules import Rules
from bestguess.check.table import Table
from bestguess.errors import FileError


@dataclass(frozen=True)
class Statement:
    """Statement that a proof must prove: no strategy costs less than *bound*, counted by the *cost_kind*.

    The proof must have one of these *limits*, and one of these *cost_limits*. The first is the limit of the statement.
    None, no limit, proves more.
    """

    cost_kind: str
    bound: Cost
    limits: tuple[int | None, ...]
    cost_limits: tuple[int | None, ...] = (None,)


def check_certificate(
    document: Certificate, position: Position, figures: Figures | None, limits: Limits, progress: Progress | None = None
) -> str:
    """Check all proofs, and return what they prove, in words. Raise FileError if a claim fails.

    *figures* are those of the tree; None if the certificate has no tree.
    """
    rules = position.rules
    if document.first_guess is not None:
        if document.first_guess not in rules.guesses:
            raise FileError(f"its first guess is {document.first_guess!r}, which is not a guess of the game")
        rules.check_rows(document.history, document.first_guess, "it")
    conclusion, statements = _statements(document, position, figures)
    if len(document.proofs) != len(statements):
        proofs = "1 proof" if len(statements) == 1 else f"{len(statements)} proofs"
        raise FileError(f"expected {proofs} for its objective, got {len(document.proofs)}")
    table = Table.of(rules, position.candidates, limits)
    for claims, statement in zip(document.proofs, statements, strict=True):
        if claims.limit not in statement.limits:
            raise FileError(f"expected a proof with the limit {statement.limits[0]}, got one with {claims.limit}")
        if claims.cost_limit not in statement.cost_limits:
            expected = f"a proof with the cost limit {statement.cost_limits[0]}"
            raise FileError(f"expected {expected}, got one with {claims.cost_limit}")
        proof = Proof(position, table, Costs(statement.cost_kind, claims.limit, claims.cost_limit), claims, limits)
        if proof.bound[0] != statement.bound:
            bound = statement.bound[0] if len(statement.bound) == 1 else list(statement.bound)
            raise FileError(f"its first claim is {short_repr(claims.bound[0])}, but its objective needs {bound}")
        proof.check(progress)
    after = f" after {history_text(document.history)}" if document.history else ""
    among = " among consistent guesses" if document.consistent else ""
    among += f" by rule {rules.rule}" if rules.rule != "free" else ""
    beginning = f" beginning with {document.first_guess}" if document.first_guess is not None else ""
    return f"{conclusion}{after}{among}{beginning}"


def _statements(document: Certificate, position: Position, figures: Figures | None) -> tuple[str, list[Statement]]:
    """Return the conclusion, which says in words what the certificate proves, and a statement for each proof."""
    objective, limit, has_costs = document.objective, document.limit, bool(position.rules.costs)
    if objective not in ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"):
        raise FileError(f"expected a known objective, got {short_repr(objective)}")
    if has_costs and objective in ("at-worst", "lost"):
        raise FileError(f"objective {objective!r} does not work where guesses have costs")
    if figures is None:
        if limit is None or objective == "lost":
            raise FileError("expected a tree, or a limit of guesses within which no strategy exists")
        return f"no strategy exists within {_guesses(limit)}", [Statement(WITHIN, (INFINITE,), (limit,))]
    if objective == "lost":
        return _lost_statements(document, position, figures)
    if figures.lost:
        raise FileError(f"the tree does not find {figures.lost} secrets, which only the objective 'lost' allows")
    if objective == "at-worst":
        return _at_worst_statements(document, position.rules, figures)
    return _mean_and_worst_statements(document, position.rules, figures)


def _mean_and_worst_statements(document: Certificate, rules: Rules, figures: Figures) -> tuple[str, list[Statement]]:
    """Return the conclusion and the statements for means and worst cases.

    With costs the worst case is a cost, so "within the worst case" is a cost limit, in addition to the guess limit.
    """
    limit, total, worst, has_costs = document.limit, figures.total, figures.worst, bool(rules.costs)

    def least_total(bound: int, worst_limit: int | None = None) -> Statement:
        """Return the statement that no strategy has a total below *bound*, given this limit of its worst case."""
        if has_costs:
            return Statement(TOTAL, (bound,), (limit, None), (worst_limit, None))
        return Statement(TOTAL, (bound,), (limit if worst_limit is None else worst_limit, None))

    any_strategy = "no strategy" if limit is None else f"no strategy within {_guesses(limit)}"
    if has_costs:
        lower_total = f"has a total cost below {_cost_text(total, rules.unit_parts)}"
        lower_worst, as_good = f"costs less than {_cost_text(worst, rules.unit_parts)} at worst", "costs no more"
        worst_statements = [Statement(WITHIN, (INFINITE,), (limit, None), (worst - 1,))]
    else:
        lower_total, as_good = f"has a total below {total}", f"needs {worst}"
        lower_worst = f"needs fewer than {_guesses(worst)}"
        worst_statements = [Statement(WITHIN, (INFINITE,), (worst - 1,))] if worst > 1 else []
    if document.objective == "mean":
        return f"{any_strategy} {lower_total}", [least_total(total)]
    if document.objective == "mean,worst":
        conclusion = f"{any_strategy} {lower_total}, and none with that total {lower_worst}"
        # No second proof is needed if no worst case can be lower.
        return conclusion, [least_total(total), *(least_total(total + 1, worst - 1) for _ in worst_statements)]
    conclusion = f"{any_strategy if has_costs else 'no strategy'} {lower_worst}"
    if document.objective == "worst":
        return conclusion, worst_statements
    return f"{conclusion}, and none that {as_good} {lower_total}", [*worst_statements, least_total(total, worst)]


def _cost_text(cost: int, unit_parts: int) -> str:
    """Return a *cost* of the file in the game's unit, exactly: `12`, `7.5` or `22/3`."""
    exact, decimal = Fraction(cost, unit_parts), str(cost / unit_parts)
    if exact.denominator == 1 or Fraction(decimal) != exact:  # whole, or not exact as a decimal
        return str(exact)
    return decimal


def _at_worst_statements(document: Certificate, rules: Rules, figures: Figures) -> tuple[str, list[Statement]]:
    """Return the conclusion and the statements for `at-worst`. A limit that is not given must be proven the least."""
    limit = document.limit
    assert limit is not None
    limit_is_given = document.max_guesses is not None or rules.rows is not None
    worst_statements = [] if limit_is_given or limit == 1 else [Statement(WITHIN, (INFINITE,), (limit - 1,))]
    count = figures.distribution[limit - 1] if limit <= figures.worst else 0
    conclusion = f"no strategy within {_guesses(limit)} leaves fewer than {count} secrets to the last"
    return conclusion, [*worst_statements, Statement(LAST, (count,), (limit,))]


def _lost_statements(document: Certificate, position: Position, figures: Figures) -> tuple[str, list[Statement]]:
    """Return the conclusion and the statements for `lost`: the least weight lost, then the least total.

    If nothing is lost, a proof of the total is enough. If a secret has weight 0, that proof must have no limit: a proof
    within a limit covers only strategies that find every secret, and losing a secret of weight 0 may help the others.
    """
    rules, limit, lost, total = position.rules, document.limit, figures.lost_weight, figures.total
    if limit is None or lost is None:
        raise FileError("objective 'lost' needs a limit of guesses")
    noun = "weight of secrets" if rules.weights else "secrets"
    conclusion = f"no strategy within {_guesses(limit)} loses less than {lost} {noun}, "
    conclusion += f"and none that loses as little has a total below {total}"
    if not document.proofs or isinstance(document.proofs[0].bound[0], list):
        return conclusion, [Statement(LOST, (lost, total), (limit,))]
    if figures.lost:
        raise FileError("expected pairs of lost weight and total as bounds, because the tree loses secrets")
    weightless = any(rules.weights[secret] == 0 for secret in position.candidates)
    if weightless and document.proofs[0].limit is not None:
        raise FileError("expected pairs as bounds, or a proof without a limit, because a secret has weight 0")
    return conclusion, [Statement(TOTAL, (total,), (limit, None))]


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"
