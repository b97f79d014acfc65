"""Checks a certificate: that no strategy does better than its tree, which `tree` has played through.

*At most*: the tree. *At least*: claims, each checked (`proof`). What must be proven follows from the objective.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, WITHIN, Cost, Costs
from bestguess.check.document import Claims, Document
from bestguess.check.limits import Limits
from bestguess.check.position import Position
from bestguess.check.proof import Progress, Proof
from bestguess.check.rules import check_rows
from bestguess.check.table import Table
from bestguess.check.tree import check_names
from bestguess.errors import FileError

Statement: TypeAlias = tuple[Costs, Cost]
"""What a proof must prove: by these costs, nothing costs less than this bound."""


def check_certificate(
    position: Position, figures: dict[str, Any], limits: Limits, progress: Progress | None = None
) -> str:
    """Return what the certificate proves, in words; raise FileError that says which claim fails.

    *figures* are those of its tree; empty: it has none.
    """
    document, rules = position.document, position.rules
    if not figures and document.secret_names:
        check_names(document, rules)
    if document.first_guess is not None:
        if document.first_guess not in rules.guesses:
            raise FileError(f"its first guess is {document.first_guess!r}, which is not a guess of the game")
        check_rows(rules, document.history, document.first_guess, "it")
    says, statements = _what_it_says(position, figures)
    if len(document.proofs) != len(statements):
        proofs = "1 proof" if len(statements) == 1 else f"{len(statements)} proofs"
        raise FileError(f"expected {proofs} for what it says, got {len(document.proofs)}")
    table = Table.of(rules, position.candidates, limits)
    for claims, (costs, bound) in zip(document.proofs, statements, strict=True):
        proof = Proof(position, table, costs, claims, limits)
        if proof.bound[0] != bound:
            raise FileError(f"its first claim is {claims.bound[0]}, but what it says needs {_shown(bound)}")
        proof.check(progress)
    after = f" after {position.history}" if document.history else ""
    among = " among consistent guesses" if document.consistent else ""
    among += f" by rule {rules.rule}" if rules.rule != "free" else ""
    begun = f" beginning with {document.first_guess}" if document.first_guess is not None else ""
    return f"{says}{after}{among}{begun}"


def _what_it_says(position: Position, figures: dict[str, Any]) -> tuple[str, list[Statement]]:
    """Return what the certificate says, in words, and as what each proof must prove."""
    objective, limit = position.document.objective, position.limit
    if objective not in ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"):
        raise FileError(f"expected a known objective, got {objective!r}")
    if position.rules.costs and objective in ("at-worst", "lost"):
        raise FileError(f"expected no objective {objective!r} where guesses have costs")
    if not figures:
        if limit is None or objective == "lost":
            raise FileError("has no tree, and no limit that none could keep")
        return f"no strategy exists within {_guesses(limit)}", [_none_within(position.document, limit)]
    if objective == "lost":
        return _what_lost_says(position, figures)
    if figures["lost"]:
        raise FileError(f"the tree does not find {figures['lost']} secrets, which only the objective 'lost' allows")
    if position.rules.costs:
        return _what_costs_say(position, figures)
    return _what_guesses_say(position, figures)


def _what_guesses_say(position: Position, figures: dict[str, Any]) -> tuple[str, list[Statement]]:
    """The same where all is found, and every guess costs 1."""
    document, limit, total, worst = position.document, position.limit, figures["total"], figures["worst"]
    within = "" if limit is None else f" within {_guesses(limit)}"
    if document.objective == "mean":
        return f"no strategy{within} has a total below {total}", [_total(document, 0, limit, total)]
    if document.objective == "mean,worst":
        says = f"no strategy{within} has a total below {total}, "
        says += f"and none with that total needs fewer than {_guesses(worst)}"
        fewer = [_total(document, 1, worst - 1, total + 1)] if worst > 1 else []
        return says, [_total(document, 0, limit, total), *fewer]
    given = document.objective == "at-worst" and position.limit_given is not None
    needed = [_none_within(document, worst - 1)] if worst > 1 and not given else []
    says = f"no strategy needs fewer than {_guesses(worst)}"
    if document.objective == "worst":
        return says, needed
    if document.objective == "worst,mean":
        says += f", and none that needs {worst} has a total below {total}"
        return says, [*needed, _total(document, len(needed), worst, total)]
    most = worst if limit is None else limit
    count = figures["distribution"][most - 1] if most <= worst else 0
    _proof_about(document, len(needed), [most])
    says = f"no strategy within {_guesses(most)} leaves fewer than {count} secrets to the last"
    return says, [*needed, (Costs(LAST, most), (count,))]


def _what_costs_say(position: Position, figures: dict[str, Any]) -> tuple[str, list[Statement]]:
    """The same where guesses have costs: then the worst is a cost, and the limit of guesses holds beside it."""
    document, limit, total, worst = position.document, position.limit, figures["total"], figures["worst"]
    strategy = "no strategy" if limit is None else f"no strategy within {_guesses(limit)}"
    below, at_worst = (_in_units(cost, position.rules.parts) for cost in (total, worst))
    if document.objective == "mean":
        return f"{strategy} has a total cost below {below}", [_total(document, 0, limit, total)]
    if document.objective == "mean,worst":
        says = f"{strategy} has a total cost below {below}, "
        says += f"and none with that total costs less than {at_worst} at worst"
        return says, [_total(document, 0, limit, total), _total(document, 1, limit, total + 1, worst - 1)]
    proof = _proof_about(document, 0, [limit, None], [worst - 1])
    needed = (Costs(WITHIN, None if proof is None else proof.limit, worst - 1), (INFINITE,))
    says = f"{strategy} costs less than {at_worst} at worst"
    if document.objective == "worst":
        return says, [needed]
    says += f", and none that costs no more has a total cost below {below}"
    return says, [needed, _total(document, 1, limit, total, worst)]


def _in_units(cost: int, parts: int) -> str:
    """Return a *cost* of the file in the unit of the costs of the game, exactly: `12`, `7.5` or `22/3`."""
    exact = Fraction(cost, parts)
    return str(exact) if Fraction(text := str(cost / parts)) != exact or exact.denominator == 1 else text


def _what_lost_says(position: Position, figures: dict[str, Any]) -> tuple[str, list[Statement]]:
    """That nothing loses less, and that nothing that loses so little finds the others sooner.

    Where all is found, a proof about totals will do. It must be one without a limit when some secrets weigh nothing:
    within a limit it is about strategies that find these, too, and to lose them may help the others.
    """
    document, rules, limit = position.document, position.rules, position.limit
    if limit is None:
        raise FileError("expected a limit of guesses, without which nothing is lost, got none")
    lost, total = figures["lost_weight"], figures["total"]
    what = "weight of secrets" if rules.weights else "secrets"
    says = f"no strategy within {_guesses(limit)} loses less than {lost} {what}, "
    says += f"and none that loses so little has a total below {total}"
    if document.proofs and not isinstance(document.proofs[0].bound[0], list):
        if figures["lost"]:
            raise FileError("expected claims about pairs, of what is lost and of the total, where something is lost")
        weightless = any(rules.weights[secret] == 0 for secret in position.candidates)
        if weightless and document.proofs[0].limit is not None:
            raise FileError("expected claims about pairs where secrets weigh nothing: to lose one may help the others")
        return says, [_total(document, 0, limit, total)]
    _proof_about(document, 0, [limit])
    return says, [(Costs(LOST, limit), (lost, total))]


def _none_within(document: Document, limit: int) -> Statement:
    """That no strategy exists within *limit* guesses, by the first proof."""
    _proof_about(document, 0, [limit])
    return Costs(WITHIN, limit), (INFINITE,)


def _total(document: Document, number: int, limit: int | None, total: int, cost_limit: int | None = None) -> Statement:
    """That no strategy within these limits has a lower total; a proof without one of them proves more."""
    proof = _proof_about(document, number, [limit, None], [cost_limit, None])
    costs = Costs(TOTAL) if proof is None else Costs(TOTAL, proof.limit, proof.cost_limit)
    return costs, (total,)


def _proof_about(
    document: Document, number: int, limits: Sequence[int | None], cost_limits: Sequence[int | None] = (None,)
) -> Claims | None:
    """Return proof *number*, which must be about one of these *limits* and *cost_limits*; None when there is none."""
    if number >= len(document.proofs):
        return None
    proof = document.proofs[number]
    if proof.limit not in limits:
        raise FileError(f"expected a proof about {limits[0]} guesses, got one about {proof.limit}")
    if proof.cost_limit not in cost_limits:
        raise FileError(f"expected a proof about a cost of {cost_limits[0]}, got one about {proof.cost_limit}")
    return proof


def _shown(bound: Cost) -> str:
    return "None" if bound == (INFINITE,) else str(bound[0] if len(bound) == 1 else list(bound))


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"
