"""JSON documents about a position: advice, explanations, hints, candidates, contradictions, reviews.

Each function takes a query in canonical form and its game, asks the library, and returns the fields of the document.
"""

from typing import Any

from bestguess.candidates import find_candidates
from bestguess.errors import CodeError, SizeError, no_candidate
from bestguess.games import Game
from bestguess.play import Contradiction, Playthrough, explain, why_not
from bestguess.play.contradictions import find_most_contradictions
from bestguess.valuation import advise, hint, review
from bestguess.valuation.advice import evaluate_guess
from bestguess.valuation.budgets import nodes_for
from bestguess.web.queries import (
    AdviseQuery,
    CandidatesQuery,
    ExplainQuery,
    HintQuery,
    PositionQuery,
    ReviewQuery,
)
from bestguess.web.service import Service

_SAMPLED_GUESSES = 2_000  # guesses that a sample values


def advice_document(service: Service, query: AdviseQuery, game: Game) -> dict[str, Any]:
    """The best next guesses, and what each is worth."""
    if query.count > service.settings.count:
        raise SizeError(f"expected a count of at most {service.settings.count}, got {query.count}")
    run = service.playthrough(game, query.history, query.ignored)
    found = advise(
        run,
        by=query.strategy,
        count=query.count,
        consistent=query.consistent,
        budget=_checked_budget(service, run, min(run.count, 1_000_000), query.budget),
        seed=query.seed,
    )
    return found.as_json()


def explanation_document(service: Service, query: ExplainQuery, game: Game) -> dict[str, Any]:
    """What a guess would do, and which rows exclude it as the secret."""
    run = service.playthrough(game, query.history, query.ignored)
    if not run.count:
        raise no_candidate(game, run.heeded)
    suggestion = evaluate_guess(run, query.guess, seed=query.seed)
    return {
        "game": str(game),
        "history": query.history,
        "guess": query.guess,
        "candidates": run.count,
        "consistent": suggestion.consistent,
        "sampled": run.position is None,
        "parts": [vars(part) for part in explain(run, query.guess, seed=query.seed)],
        "conflicts": _conflicts(run, query.guess),
        "suggestion": suggestion.as_json(),
    }


def _conflicts(run: Playthrough, guess: str) -> list[dict[str, Any]]:
    """The rows that exclude *guess* as the secret; none when it is no secret of the game at all."""
    try:
        found = why_not(run, guess)
    except CodeError:
        return []
    return [{"number": one.number, "row": str(one.row), "expected": one.expected} for one in found]


def hint_document(service: Service, query: HintQuery, game: Game) -> dict[str, Any]:
    """A hint: first what is certain, then several guesses, then the best one."""
    return hint(service.playthrough(game, query.history, query.ignored), query.step, query.seed).as_json()


def candidates_document(service: Service, query: CandidatesQuery, game: Game) -> dict[str, Any]:
    """How many candidates there are, and the lowest of them."""
    if query.limit > service.settings.codes:
        raise SizeError(f"expected a limit of at most {service.settings.codes:,}, got {query.limit:,}")
    run = service.playthrough(game, query.history, query.ignored, with_table=False)  # counting needs no table
    found = find_candidates(game, run.heeded, limit=query.limit, threads=1)
    likely = {} if found.likely is None else {"likely": found.likely, "likely_codes": found.likely_codes}
    labels = {"labels": found.labels, "label": found.label}
    said = {name: value for name, value in labels.items() if value is not None}
    fields = {"game": str(game), "history": query.history, "candidates": found.count, "codes": found.codes}
    return {**fields, **likely, **said}


def contradictions_document(service: Service, query: PositionQuery, game: Game) -> dict[str, Any]:
    """The fewest rows that must be wrong, and the likeliest slips; none while there are candidates."""
    run = service.playthrough(game, query.history, query.ignored)
    if run.position is None and not run.count and len(game.secrets) * len(run.heeded) > service.settings.scan_pairs:
        raise SizeError(f"expected fewer rows that contradict each other in a game of the size of {game}")
    found, count = find_most_contradictions(run, most=service.settings.sets, scan=False)
    return {
        "game": str(game),
        "history": query.history,
        "candidates": run.count,
        "contradictions": [_contradiction(one) for one in found],
        "sets": count,
    }


def _contradiction(found: Contradiction) -> dict[str, Any]:
    repairs = [
        {
            "rows": [{"number": number, **row._asdict()} for number, row in repair.rows],
            "slips": repair.slips,
            "candidates": repair.candidates,
        }
        for repair in found.repairs
    ]
    return {"rows": found.rows, "candidates": found.candidates, "repairs": repairs}


def review_document(service: Service, query: ReviewQuery, game: Game) -> dict[str, Any]:
    """What every move was worth: loss and luck, in guesses."""
    run = service.playthrough(game, query.history)
    if run.table is None:
        raise SizeError(f"expected a game small enough for a table, got {game}")
    budget = _checked_budget(service, run, len(game.secrets), query.budget, 2 * len(run.history) + 1)
    return {**review(run.table, run.history, budget=budget, threads=1).as_json(), "game": str(game)}


def _checked_budget(
    service: Service, run: Playthrough, candidates: int, budget: int | None, values: int = 1
) -> int | None:
    """*budget*, if the position allows that many nodes for each of so many *values*; else raises SizeError."""
    guesses = len(run.game.guesses) if run.position is not None else _SAMPLED_GUESSES
    usual = nodes_for(guesses, max(candidates, 1), None)
    most = max(usual, service.settings.budget_pairs // (guesses * max(candidates, 1) * values))
    if budget is not None and budget > most:
        raise SizeError(f"expected a budget of at most {most:,} nodes in this position, got {budget:,}")
    return budget
