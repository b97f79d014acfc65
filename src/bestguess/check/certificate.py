"""Checks a certificate: that no strategy does better than its tree, which `tree` has played through.

*At most*: the tree. *At least*: claims, each checked (`proof`). What must be proven follows from the objective.
"""

from dataclasses import dataclass
from fractions import Fraction

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, WITHIN, Cost, Costs
from bestguess.check.document import Certificate, Figures
from bestguess.check.limits import Limits, shown
from bestguess.check.position import Position, history_text
from bestguess.check.proof import Progress, Proof
from bestguess.check.rules import Rules
from bestguess.check.table import Table
from bestguess.errors import FileError


@dataclass(frozen=True)
class Statement:
    """What a proof must prove: nothing costs less than *bound*, within one of *limits* and of *cost_limits*."""

    counts: str
    bound: Cost
    limits: tuple[int | None, ...]
    cost_limits: tuple[int | None, ...] = (None,)


def check_certificate(
    document: Certificate, position: Position, figures: Figures | None, limits: Limits, progress: Progress | None = None
) -> str:
    """Return what the certificate proves, in words; raise FileError that says which claim fails.

    *figures* are those of its tree; None: it has none.
    """
    rules = position.rules
    if document.first_guess is not None:
        if document.first_guess not in rules.guesses:
            raise FileError(f"its first guess is {document.first_guess!r}, which is not a guess of the game")
        rules.check_rows(document.history, document.first_guess, "it")
    says, statements = _what_it_says(document, position, figures)
    if len(document.proofs) != len(statements):
        proofs = "1 proof" if len(statements) == 1 else f"{len(statements)} proofs"
        raise FileError(f"expected {proofs} for what it says, got {len(document.proofs)}")
    table = Table.of(rules, position.candidates, limits)
    for claims, needed in zip(document.proofs, statements, strict=True):
        if claims.limit not in needed.limits:
            raise FileError(f"expected a proof about {needed.limits[0]} guesses, got one about {claims.limit}")
        if claims.cost_limit not in needed.cost_limits:
            expected = f"a proof about a cost of {needed.cost_limits[0]}"
            raise FileError(f"expected {expected}, got one about {claims.cost_limit}")
        proof = Proof(position, table, Costs(needed.counts, claims.limit, claims.cost_limit), claims, limits)
        if proof.bound[0] != needed.bound:
            bound = needed.bound[0] if len(needed.bound) == 1 else list(needed.bound)
            raise FileError(f"its first claim is {shown(claims.bound[0])}, but what it says needs {bound}")
        proof.check(progress)
    after = f" after {history_text(document.history)}" if document.history else ""
    among = " among consistent guesses" if document.consistent else ""
    among += f" by rule {rules.rule}" if rules.rule != "free" else ""
    begun = f" beginning with {document.first_guess}" if document.first_guess is not None else ""
    return f"{says}{after}{among}{begun}"


def _what_it_says(document: Certificate, position: Position, figures: Figures | None) -> tuple[str, list[Statement]]:
    """Return what the certificate says, in words, and what each proof must prove."""
    objective, limit, priced = document.objective, document.limit, bool(position.rules.costs)
    if objective not in ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"):
        raise FileError(f"expected a known objective, got {shown(objective)}")
    if priced and objective in ("at-worst", "lost"):
        raise FileError(f"expected no objective {objective!r} where guesses have costs")
    if figures is None:
        if limit is None or objective == "lost":
            raise FileError("has no tree, and no limit that none could keep")
        return f"no strategy exists within {_guesses(limit)}", [Statement(WITHIN, (INFINITE,), (limit,))]
    if objective == "lost":
        return _what_lost_says(document, position, figures)
    if figures.lost:
        raise FileError(f"the tree does not find {figures.lost} secrets, which only the objective 'lost' allows")
    if objective == "at-worst":
        return _what_at_worst_says(document, position.rules, figures)
    return _what_means_say(document, position.rules, figures)


def _what_means_say(document: Certificate, rules: Rules, figures: Figures) -> tuple[str, list[Statement]]:
    """Return this for means and worst cases. With costs the worst is one, and the limit of guesses holds beside it."""
    limit, total, worst, priced = document.limit, figures.total, figures.worst, bool(rules.costs)

    def least_total(bound: int, most: int | None = None) -> Statement:
        """Of those that need *most* at most; what none at all does, none within limits does."""
        if priced:
            return Statement(TOTAL, (bound,), (limit, None), (most, None))
        return Statement(TOTAL, (bound,), (limit if most is None else most, None))

    any_strategy = "no strategy" if limit is None else f"no strategy within {_guesses(limit)}"
    if priced:
        less_in_all = f"has a total cost below {_in_units(total, rules.parts)}"
        less_at_worst, as_good = f"costs less than {_in_units(worst, rules.parts)} at worst", "costs no more"
        sooner = [Statement(WITHIN, (INFINITE,), (limit, None), (worst - 1,))]
    else:
        less_in_all, as_good = f"has a total below {total}", f"needs {worst}"
        less_at_worst = f"needs fewer than {_guesses(worst)}"
        sooner = [Statement(WITHIN, (INFINITE,), (worst - 1,))] if worst > 1 else []
    if document.objective == "mean":
        return f"{any_strategy} {less_in_all}", [least_total(total)]
    if document.objective == "mean,worst":
        says = f"{any_strategy} {less_in_all}, and none with that total {less_at_worst}"
        return says, [least_total(total), *(least_total(total + 1, worst - 1) for _ in sooner)]
    says = f"{any_strategy if priced else 'no strategy'} {less_at_worst}"
    if document.objective == "worst":
        return says, sooner
    return f"{says}, and none that {as_good} {less_in_all}", [*sooner, least_total(total, worst)]


def _in_units(cost: int, parts: int) -> str:
    """Return a *cost* of the file in the unit of the costs of the game, exactly: `12`, `7.5` or `22/3`."""
    exact, decimal = Fraction(cost, parts), str(cost / parts)
    if exact.denominator == 1 or Fraction(decimal) != exact:  # an integer, or rounded as a decimal number
        return str(exact)
    return decimal


def _what_at_worst_says(document: Certificate, rules: Rules, figures: Figures) -> tuple[str, list[Statement]]:
    """Return this for the objective at-worst. Where no limit is given, it is the least, which has to be proven, too."""
    limit = document.limit
    assert limit is not None
    given = document.max_guesses is not None or rules.rows is not None
    sooner = [] if given or limit == 1 else [Statement(WITHIN, (INFINITE,), (limit - 1,))]
    count = figures.distribution[limit - 1] if limit <= figures.worst else 0
    says = f"no strategy within {_guesses(limit)} leaves fewer than {count} secrets to the last"
    return says, [*sooner, Statement(LAST, (count,), (limit,))]


def _what_lost_says(document: Certificate, position: Position, figures: Figures) -> tuple[str, list[Statement]]:
    """That nothing loses less, and that nothing that loses so little finds the others sooner.

    Where all is found, a proof about totals will do. It must be one without a limit when some secrets weigh nothing:
    within a limit it is about strategies that find these, too, and to lose them may help the others.
    """
    rules, limit, lost, total = position.rules, document.limit, figures.lost_weight, figures.total
    if limit is None or lost is None:
        raise FileError("expected a limit of guesses, without which nothing is lost, got none")
    what = "weight of secrets" if rules.weights else "secrets"
    says = f"no strategy within {_guesses(limit)} loses less than {lost} {what}, "
    says += f"and none that loses so little has a total below {total}"
    if not document.proofs or isinstance(document.proofs[0].bound[0], list):
        return says, [Statement(LOST, (lost, total), (limit,))]
    if figures.lost:
        raise FileError("expected claims about pairs, of what is lost and of the total, where something is lost")
    weightless = any(rules.weights[secret] == 0 for secret in position.candidates)
    if weightless and document.proofs[0].limit is not None:
        raise FileError("expected claims about pairs where secrets weigh nothing: to lose one may help the others")
    return says, [Statement(TOTAL, (total,), (limit, None))]


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"
