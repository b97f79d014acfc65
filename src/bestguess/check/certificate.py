"""Checks a certificate: that a tree does what it says, and that no strategy does better.

*At most*: the tree, played through (`tree`). *At least*: claims, each checked (`proof`). What must be proven follows
from the objective.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bestguess.check.allowed import check_rows
from bestguess.check.costs import INFINITE, LAST, LOST, TOTAL, WITHIN, Cost, Costs
from bestguess.check.document import Claims, Document
from bestguess.check.game import Rules
from bestguess.check.limits import Limits
from bestguess.check.position import candidates_after, guess_limit, guess_limit_given, history_text
from bestguess.check.proof import Position, Progress, Proof
from bestguess.check.table import Table
from bestguess.check.tree import check_names, check_tree
from bestguess.errors import FileError


@dataclass(frozen=True)
class Proven:
    """What a certificate proves."""

    secrets: int
    figures: dict[str, Any] | None
    proves: str
    claims: int


@dataclass(frozen=True)
class Statement:
    """What a proof must prove: that with these *costs*, nothing costs less than *bound*."""

    costs: Costs
    bound: Cost


def check_certificate(document: Document, rules: Rules, limits: Limits, progress: Progress | None = None) -> Proven:
    """What *document* proves of the game of these *rules*; raises FileError that says which claim fails."""
    secrets = candidates_after(rules, document.history, limits)
    limit = guess_limit(document, rules)
    figures = None
    if document.nodes is not None:
        figures = check_tree(document, rules, secrets, limits)
        if document.first_guess not in (None, figures["first_guess"]):
            raise FileError(f"the tree begins with {figures['first_guess']!r}, not with {document.first_guess!r}")
    elif document.secret_names:
        check_names(document, rules)
    if figures is None and document.first_guess is not None and document.first_guess not in rules.guesses:
        raise FileError(f"its first guess is {document.first_guess!r}, which is not a guess of the game")
    if document.first_guess is not None:
        check_rows(rules, document.history, document.first_guess, "it")
    says, statements = _what_it_says(document, rules, figures, limit, secrets)
    if len(document.proofs) != len(statements):
        proofs = "1 proof" if len(statements) == 1 else f"{len(statements)} proofs"
        raise FileError(f"expected {proofs} for what it says, got {len(document.proofs)}")
    table = Table.of(rules, secrets, limits)
    position = Position(rules, table, document.history, document.consistent, document.first_guess)
    for claims, statement in zip(document.proofs, statements, strict=True):
        proof = Proof(position, statement.costs, claims, document.feedbacks, limits)
        if proof.bound[0] != statement.bound:
            raise FileError(f"its first claim is {claims.bound[0]}, but what it says needs {_shown(statement.bound)}")
        proof.check(progress)
    after = f" after {history_text(document.history)}" if document.history else ""
    among = " among consistent guesses" if document.consistent else ""
    among += f" by rule {rules.rule}" if rules.rule != "free" else ""
    begun = f" beginning with {document.first_guess}" if document.first_guess is not None else ""
    checked = sum(len(claims.bound) for claims in document.proofs)
    return Proven(len(secrets), figures, f"{says}{after}{among}{begun}", checked)


def _what_it_says(
    document: Document, rules: Rules, figures: dict[str, Any] | None, limit: int | None, candidates: list[str]
) -> tuple[str, list[Statement]]:
    """In words, and as what each proof must prove."""
    if document.objective not in ("mean", "worst", "worst,mean", "mean,worst", "at-worst", "lost"):
        raise FileError(f"expected a known objective, got {document.objective!r}")
    if rules.costs is not None and document.objective in ("at-worst", "lost"):
        raise FileError(f"expected no objective {document.objective!r} where guesses have costs")
    if figures is None:
        if limit is None or document.objective == "lost":
            raise FileError("has no tree, and no limit that none could keep")
        return f"no strategy exists within {_guesses(limit)}", [_none_within(document, 0, limit)]
    if document.objective == "lost":
        return _what_lost_says(document, rules, figures, limit, candidates)
    if figures["lost"]:
        raise FileError(f"the tree does not find {figures['lost']} secrets, which only the objective 'lost' allows")
    if rules.costs is not None:
        return _what_costs_say(document, rules, figures, limit)
    return _what_guesses_say(document, rules, figures, limit)


def _what_guesses_say(
    document: Document, rules: Rules, figures: dict[str, Any], limit: int | None
) -> tuple[str, list[Statement]]:
    """The same where all is found, and every guess costs 1."""
    total, worst = figures["total"], figures["worst"]
    if document.objective == "mean":
        within = "" if limit is None else f" within {_guesses(limit)}"
        return f"no strategy{within} has a total below {total}", [_total(document, 0, limit, total)]
    if document.objective == "mean,worst":
        within = "" if limit is None else f" within {_guesses(limit)}"
        says = f"no strategy{within} has a total below {total}, "
        says += f"and none with that total needs fewer than {_guesses(worst)}"
        fewer = [_total(document, 1, worst - 1, total + 1)] if worst > 1 else []
        return says, [_total(document, 0, limit, total), *fewer]
    if document.objective == "worst":
        return f"no strategy needs fewer than {_guesses(worst)}", _least_worst(document, worst)
    if document.objective == "worst,mean":
        says = f"no strategy needs fewer than {_guesses(worst)}, and none that needs {worst} has a total below {total}"
        needed = _least_worst(document, worst)
        return says, [*needed, _total(document, len(needed), worst, total)]
    most = worst if limit is None else limit
    count = figures["distribution"][most - 1] if most <= worst else 0
    says = f"no strategy within {_guesses(most)} leaves fewer than {count} secrets to the last"
    needed = _least_worst(document, worst) if guess_limit_given(document, rules) is None else []
    _proof_about(document, len(needed), [most])
    return says, [*needed, Statement(Costs(LAST, most), (count,))]


def _what_costs_say(
    document: Document, rules: Rules, figures: dict[str, Any], limit: int | None
) -> tuple[str, list[Statement]]:
    """The same where guesses have costs: then the worst is a cost, and the limit of guesses holds beside it."""
    total, worst = figures["total"], figures["worst"]
    strategy = "no strategy" if limit is None else f"no strategy within {_guesses(limit)}"
    below, at_worst = (_in_units(cost, rules) for cost in (total, worst))
    if document.objective == "mean":
        return f"{strategy} has a total cost below {below}", [_total(document, 0, limit, total)]
    if document.objective == "mean,worst":
        says = (
            f"{strategy} has a total cost below {below}, and none with that total costs less than {at_worst} at worst"
        )
        return says, [_total(document, 0, limit, total), _total(document, 1, limit, total + 1, worst - 1)]
    dearest = _proof_about(document, 0, [limit, None], [worst - 1])
    needed = Statement(Costs(WITHIN, None if dearest is None else dearest.limit, worst - 1), (INFINITE,))
    if document.objective == "worst":
        return f"{strategy} costs less than {at_worst} at worst", [needed]
    says = f"{strategy} costs less than {at_worst} at worst, and none that costs no more has a total cost below {below}"
    return says, [needed, _total(document, 1, limit, total, worst)]


def _in_units(cost: int, rules: Rules) -> str:
    """A *cost* of the file in the unit of the costs of the game, exactly: `12`, `7.5` or `22/3`."""
    exact = Fraction(cost, rules.parts)
    return str(exact) if Fraction(text := str(cost / rules.parts)) != exact or exact.denominator == 1 else text


def _what_lost_says(
    document: Document, rules: Rules, figures: dict[str, Any], limit: int | None, candidates: list[str]
) -> tuple[str, list[Statement]]:
    """That nothing loses less, and that nothing that loses so little finds the others sooner.

    Where all is found, a proof about totals will do. It must be one without a limit when some secrets weigh nothing:
    within a limit it is about strategies that find these, too, and to lose them may help the others.
    """
    if limit is None:
        raise FileError("expected a limit of guesses, without which nothing is lost, got none")
    lost, total = figures["lost_weight"], figures["total"]
    what = "secrets" if rules.weights is None else "weight of secrets"
    says = f"no strategy within {_guesses(limit)} loses less than {lost} {what}, "
    says += f"and none that loses so little has a total below {total}"
    if document.proofs and not isinstance(document.proofs[0].bound[0], list):
        if figures["lost"]:
            raise FileError("expected claims about pairs, of what is lost and of the total, where something is lost")
        weightless = any(rules.weight(secret) == 0 for secret in candidates)
        if weightless and document.proofs[0].limit is not None:
            raise FileError("expected claims about pairs where secrets weigh nothing: to lose one may help the others")
        return says, [_total(document, 0, limit, total)]
    _proof_about(document, 0, [limit])
    return says, [Statement(Costs(LOST, limit), (lost, total))]


def _least_worst(document: Document, worst: int) -> list[Statement]:
    """That no strategy needs fewer than *worst* guesses, by the first proof."""
    return [_none_within(document, 0, worst - 1)] if worst > 1 else []


def _none_within(document: Document, number: int, limit: int) -> Statement:
    """That no strategy exists within *limit* guesses."""
    _proof_about(document, number, [limit])
    return Statement(Costs(WITHIN, limit), (INFINITE,))


def _total(document: Document, number: int, limit: int | None, total: int, cost_limit: int | None = None) -> Statement:
    """That no strategy within these limits has a lower total; a proof without one of them proves more."""
    about = _proof_about(document, number, [limit, None], [cost_limit, None])
    costs = Costs(TOTAL) if about is None else Costs(TOTAL, about.limit, about.cost_limit)
    return Statement(costs, (total,))


def _proof_about(
    document: Document, number: int, limits: Sequence[int | None], cost_limits: Sequence[int | None] = (None,)
) -> Claims | None:
    """Proof *number*, which must be about one of these *limits* and *cost_limits*; None when there is none."""
    if number >= len(document.proofs):
        return None
    if (proof := document.proofs[number]).limit not in limits:
        raise FileError(f"expected a proof about {limits[0]} guesses, got one about {proof.limit}")
    if proof.cost_limit not in cost_limits:
        raise FileError(f"expected a proof about a cost of {cost_limits[0]}, got one about {proof.cost_limit}")
    return proof


def _shown(bound: Cost) -> str:
    return "None" if bound == (INFINITE,) else str(bound[0] if len(bound) == 1 else list(bound))


def _guesses(count: int) -> str:
    return "1 guess" if count == 1 else f"{count} guesses"
