"""Checks a certificate: that no strategy is better than its tree.

`tree` has played the tree through, so its figures can be reached. Here the objective says which statements must be
proven, and `proof` checks the claims that prove each of them.
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
    """Statement that a proof must prove: nothing costs less than *bound*.

    The limit of the proof must be one of *limits*, its cost limit one of *cost_limits*; the first is that of the
    statement, and None proves more.
    """

    counts: str
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
            raise FileError(f"expected a proof about {statement.limits[0]} guesses, got one about {claims.limit}")
        if claims.cost_limit not in statement.cost_limits:
            expected = f"a proof about a cost of {statement.cost_limits[0]}"
            raise FileError(f"expected {expected}, got one about {claims.cost_limit}")
        proof = Proof(position, table, Costs(statement.counts, claims.limit, claims.cost_limit), claims, limits)
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
    """Return what the certificate proves, in words, and a statement for each proof."""
    objective, limit, priced = document.objective, document.limit, bool(position.rules.costs)
    if objective not in ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"):
        raise FileError(f"expected a known objective, got {short_repr(objective)}")
    if priced and objective in ("at-worst", "lost"):
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
    """Return words and statements for means and worst cases.

    With costs the worst case is a cost, so "within the worst case" is a cost limit beside the limit of guesses.
    """
    limit, total, worst, priced = document.limit, figures.total, figures.worst, bool(rules.costs)

    def least_total(bound: int, most: int | None = None) -> Statement:
        """Return the statement that no strategy has a lower total than *bound*, of those whose worst case is *most*."""
        if priced:
            return Statement(TOTAL, (bound,), (limit, None), (most, None))
        return Statement(TOTAL, (bound,), (limit if most is None else most, None))

    any_strategy = "no strategy" if limit is None else f"no strategy within {_guesses(limit)}"
    if priced:
        less_in_all = f"has a total cost below {_in_units(total, rules.unit_parts)}"
        less_at_worst, as_good = f"costs less than {_in_units(worst, rules.unit_parts)} at worst", "costs no more"
        less_worst = [Statement(WITHIN, (INFINITE,), (limit, None), (worst - 1,))]
    else:
        less_in_all, as_good = f"has a total below {total}", f"needs {worst}"
        less_at_worst = f"needs fewer than {_guesses(worst)}"
        less_worst = [Statement(WITHIN, (INFINITE,), (worst - 1,))] if worst > 1 else []
    if document.objective == "mean":
        return f"{any_strategy} {less_in_all}", [least_total(total)]
    if document.objective == "mean,worst":
        words = f"{any_strategy} {less_in_all}, and none with that total {less_at_worst}"
        # No second proof where no worst case is lower.
        return words, [least_total(total), *(least_total(total + 1, worst - 1) for _ in less_worst)]
    words = f"{any_strategy if priced else 'no strategy'} {less_at_worst}"
    if document.objective == "worst":
        return words, less_worst
    return f"{words}, and none that {as_good} {less_in_all}", [*less_worst, least_total(total, worst)]


def _in_units(cost: int, unit_parts: int) -> str:
    """Return a *cost* of the file in the game's unit, exactly: `12`, `7.5` or `22/3`."""
    exact, decimal = Fraction(cost, unit_parts), str(cost / unit_parts)
    if exact.denominator == 1 or Fraction(decimal) != exact:  # whole, or not exact as a decimal
        return str(exact)
    return decimal


def _at_worst_statements(document: Certificate, rules: Rules, figures: Figures) -> tuple[str, list[Statement]]:
    """Return words and statements for `at-worst`. A limit that is not given is the least one: that needs a proof."""
    limit = document.limit
    assert limit is not None
    limit_is_given = document.max_guesses is not None or rules.rows is not None
    less_worst = [] if limit_is_given or limit == 1 else [Statement(WITHIN, (INFINITE,), (limit - 1,))]
    count = figures.distribution[limit - 1] if limit <= figures.worst else 0
    words = f"no strategy within {_guesses(limit)} leaves fewer than {count} secrets to the last"
    return words, [*less_worst, Statement(LAST, (count,), (limit,))]


def _lost_statements(document: Certificate, position: Position, figures: Figures) -> tuple[str, list[Statement]]:
    """Return words and statements for `lost`: nothing loses less, and then nothing has a lower total.

    If nothing is lost, a proof of the total is enough. It must be without a limit if a secret weighs nothing: within a
    limit it is only about strategies that find this secret, too, and to lose it may help the others.
    """
    rules, limit, lost, total = position.rules, document.limit, figures.lost_weight, figures.total
    if limit is None or lost is None:
        raise FileError("objective 'lost' needs a limit of guesses")
    noun = "weight of secrets" if rules.weights else "secrets"
    words = f"no strategy within {_guesses(limit)} loses less than {lost} {noun}, "
    words += f"and none that loses so little has a total below {total}"
    if not document.proofs or isinstance(document.proofs[0].bound[0], list):
        return words, [Statement(LOST, (lost, total), (limit,))]
    if figures.lost:
        raise FileError("expected claims about pairs, lost weight and total, where the tree loses secrets")
    weightless = any(rules.weights[secret] == 0 for secret in position.candidates)
    if weightless and document.proofs[0].limit is not None:
        raise FileError("expected claims about pairs, or a proof without a limit, where a secret has the weight 0")
    return words, [Statement(TOTAL, (total,), (limit, None))]


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"
