"""JSON documents about a position: advice, explanations, hints, candidates, contradictions, reviews.

Each function takes a query in canonical form and its position, asks the library, and returns the fields of the
document.
"""

from collections.abc import Sequence
from typing import TypedDict

from bestguess.advice import (
    Advice,
    Conflict,
    Contradiction,
    Hint,
    Part,
    Review,
    Suggestion,
    advise_or_label,
    evaluate_guess,
    explain,
    hint,
    review,
    top_contradictions,
    why_not,
)
from bestguess.advice.values import MAX_PAIRS
from bestguess.candidates import CandidatesDocument, find_candidates
from bestguess.errors import CodeError, SizeError
from bestguess.position import Position
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


def advice_document(service: Service, query: AdviseQuery, position: Position) -> Advice:
    """The best next guesses, and what each is worth; with goal identify the label instead, once it is known."""
    if query.count > service.settings.count:
        raise SizeError(f"expected a count of at most {service.settings.count}, got {query.count}")
    return advise_or_label(
        position,
        by=query.strategy,
        count=query.count,
        consistent=query.consistent,
        budget=_checked_budget(service, position, min(position.count, 1_000_000), query.budget),
        seed=query.seed,
    )


class ExplanationJson(TypedDict):
    """What a guess would do."""

    game: str
    history: str
    guess: str
    candidates: int
    consistent: bool  # whether the guess can be the secret
    sampled: bool
    parts: Sequence[Part]  # the candidates by the feedback that the guess would get, the largest part first
    conflicts: Sequence[Conflict]  # rows that exclude the guess as the secret
    suggestion: Suggestion  # what the guess is worth


def explanation_document(service: Service, query: ExplainQuery, position: Position) -> "ExplanationJson":
    """What a guess would do, and which rows exclude it as the secret."""
    position.check_possible()
    suggestion = evaluate_guess(position, query.guess, seed=query.seed)
    return {
        "game": str(position.game),
        "history": query.history,
        "guess": query.guess,
        "candidates": position.count,
        "consistent": suggestion.consistent,
        "sampled": not position.has_table,
        "parts": explain(position, query.guess, seed=query.seed),
        "conflicts": _conflicts(position, query.guess),
        "suggestion": suggestion,
    }


def _conflicts(position: Position, guess: str) -> tuple[Conflict, ...]:
    """The rows that exclude *guess* as the secret; none when it is no secret of the game at all."""
    try:
        return why_not(position, guess)
    except CodeError:
        return ()


def hint_document(service: Service, query: HintQuery, position: Position) -> Hint:
    """A hint: first what is certain, then several guesses, then the best one; the label alone, once it is known."""
    if position.label is None:
        return hint(position, step=query.step, seed=query.seed)
    left = position.list_candidates(0)
    return Hint(query.step, left.count, "", "", "", (), left.likely, left.labels, left.label)


def candidates_document(service: Service, query: CandidatesQuery, position: Position) -> CandidatesDocument:
    """How many candidates there are, and the lowest of them."""
    if query.limit > service.settings.codes:
        raise SizeError(f"expected a limit of at most {service.settings.codes:,}, got {query.limit:,}")
    game = position.game
    found = find_candidates(game, position.active_rows, limit=query.limit)  # needs no table
    return CandidatesDocument(**vars(found), game=str(game), history=query.history)


class ContradictionsJson(TypedDict):
    """The fewest rows that must be wrong: the sets that leave most candidates, and how many sets there are."""

    game: str
    history: str
    candidates: int
    contradictions: Sequence[Contradiction]  # sets of rows that must be wrong
    sets: int  # how many such sets there are


def contradictions_document(service: Service, query: PositionQuery, position: Position) -> "ContradictionsJson":
    """The fewest rows that must be wrong, and the likeliest slips; none while there are candidates."""
    game, scanned = position.game, len(position.game.secrets) * len(position.active_rows)
    if not position.has_table and not position.count and scanned > service.settings.scan_pairs:
        raise SizeError(f"expected fewer rows that contradict each other in a game of the size of {game}")
    found, count = top_contradictions(position, most=service.settings.sets, scan=False)
    return {
        "game": str(game),
        "history": query.history,
        "candidates": position.count,
        "contradictions": found,
        "sets": count,
    }


def review_document(service: Service, query: ReviewQuery, position: Position) -> Review:
    """What every move was worth: loss and luck, in guesses."""
    game = position.game
    if not position.has_table:
        raise SizeError(f"expected a game small enough for a table, got {game}")
    budget = _checked_budget(service, position, len(game.secrets), query.budget, 2 * len(position.history) + 1)
    return review(position, budget=budget)


def _checked_budget(
    service: Service, position: Position, candidates: int, budget: int | None, values: int = 1
) -> int | None:
    """*budget*, if the position allows that many nodes for each of so many *values*; else raises SizeError."""
    guesses = len(position.game.guesses) if position.has_table else _SAMPLED_GUESSES
    usual = MAX_PAIRS // (guesses * max(candidates, 1))
    most = max(usual, service.settings.budget_pairs // (guesses * max(candidates, 1) * values))
    if budget is not None and budget > most:
        raise SizeError(f"expected a budget of at most {most:,} nodes in this position, got {budget:,}")
    return budget
