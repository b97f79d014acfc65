"""Quick questions: what a player asks at the board."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.errors import CodeError, ContradictionError, SizeError
from bestguess.games import Game
from bestguess.play import Playthrough, explain, find_contradictions, why_not
from bestguess.strategies import Position
from bestguess.table import find_candidates
from bestguess.valuation import advise, hint, review
from bestguess.valuation.advice import judge_guess
from bestguess.valuation.budgets import nodes_for
from bestguess.web import schemas
from bestguess.web.answers import encoded
from bestguess.web.flights import Job
from bestguess.web.kitchen import SMALL_PAIRS, Kitchen, key_of
from bestguess.web.moves import move
from bestguess.web.questions import (
    AdviseQuestion,
    CandidatesQuestion,
    ExplainQuestion,
    HintQuestion,
    MoveQuestion,
    PositionQuestion,
    ReviewQuestion,
    canonical,
    playthrough,
    served_game,
)

_WARM_GUESSES = 3  # of a playthrough that are prepared for
_MOST_SCANNED = 2 * 10**9  # secrets: every set of rows may have to be tried where there is no table


def quick_routes(kitchen: Kitchen) -> APIRouter:
    """The routes of the quick lane."""
    router = APIRouter(tags=["at the board"], responses=schemas.PROBLEMS)

    @router.get("/advise", responses=schemas.answer(schemas.Advice))
    async def advise_(request: Request, question: Annotated[AdviseQuestion, Query()]) -> Response:
        """The best next guesses, and what each is worth."""
        return await _answer(kitchen, request, question, "advise", _advice)

    @router.get("/explain", responses=schemas.answer(schemas.Explanation))
    async def explain_(request: Request, question: Annotated[ExplainQuestion, Query()]) -> Response:
        """What a guess would do, and which rows forbid it as the secret."""
        return await _answer(kitchen, request, question, "explain", _explanation)

    @router.get("/hint", responses=schemas.answer(schemas.Hint))
    async def hint_(request: Request, question: Annotated[HintQuestion, Query()]) -> Response:
        """A hint: what is certain, then several guesses, then the best one."""
        return await _answer(kitchen, request, question, "hint", _hint)

    @router.get("/candidates", responses=schemas.answer(schemas.Candidates))
    async def candidates(request: Request, question: Annotated[CandidatesQuestion, Query()]) -> Response:
        """How many secrets are left, and the lowest of them."""
        return await _answer(kitchen, request, question, "candidates", _candidates, with_table=False)

    @router.get("/contradictions", responses=schemas.answer(schemas.Contradictions))
    async def contradictions(request: Request, question: Annotated[PositionQuestion, Query()]) -> Response:
        """The fewest rows that must be wrong, and the likeliest slips; none when a candidate is left."""
        return await _answer(kitchen, request, question, "contradictions", _contradictions)

    @router.get("/move", responses=schemas.answer(schemas.StrategyMove))
    async def move_(request: Request, question: Annotated[MoveQuestion, Query()]) -> Response:
        """What a strategy plays, and how many guesses it still needs at the most."""
        return await _answer(kitchen, request, question, "move", move)

    @router.get("/review", responses=schemas.answer(schemas.Review))
    async def review_(request: Request, question: Annotated[ReviewQuestion, Query()]) -> Response:
        """What every move was worth: loss and luck, in guesses."""
        return await _answer(kitchen, request, question, "review", _review)

    return router


def warm(kitchen: Kitchen, games: Iterable[str]) -> None:
    """Makes the tables of *games* that are small, and the advice for their first guesses, until the kitchen closes.

    Whoever follows the advice asks for it, and early guesses take longest. All first guesses come before all second.
    """
    served = [served_game(text, kitchen.settings.secrets) for text in games]
    small = [game for game in served if len(game.guesses) * len(game.secrets) <= SMALL_PAIRS]
    waiting = deque((game, Position(kitchen.tables.of(game))) for game in small)
    while waiting and not kitchen.closed:
        game, position = waiting.popleft()
        choice = _warm(kitchen, game, str(position.history))
        if len(position.history) + 1 < _WARM_GUESSES:
            parts = position.parts(choice)
            waiting.extend((game, part) for feedback, part in parts.items() if feedback != game.win)


def _warm(kitchen: Kitchen, game: Game, history: str) -> str:
    """Keeps the advice after *history*; what it would play."""
    question = AdviseQuestion(game=str(game), history=history)
    advice = _advice(kitchen, question, game)
    kitchen.answers.keep(key_of("/api/advise", question), encoded("advise", advice))
    return str(advice["choice"])


async def _answer(
    kitchen: Kitchen,
    request: Request,
    question: Any,
    command: str,
    fields: Callable[[Kitchen, Any, Game], dict[str, Any]],
    with_table: bool = True,
) -> Response:
    asked, game = canonical(question, kitchen.settings)

    def work(job: Job) -> bytes:
        if with_table:
            kitchen.table(game, job.progress)  # which may take a while, and is given up when nobody waits
        return encoded(command, fields(kitchen, asked, game))

    lane = kitchen.lane_for(game) if with_table else kitchen.quick
    return await kitchen.answer(request, asked, work, lane=lane)


def _run(kitchen: Kitchen, question: PositionQuestion, game: Game) -> Playthrough:
    return playthrough(game, kitchen.table(game), question.history, question.ignored)


def _checked_budget(kitchen: Kitchen, run: Playthrough, candidates: int, budget: int | None) -> int | None:
    """*budget*, when it is not too much for this position; else SizeError."""
    guesses = len(run.game.guesses) if run.position is not None else 2_000  # of a sample
    usual = nodes_for(guesses, max(candidates, 1), None)
    most = max(usual, kitchen.settings.budget_pairs // (guesses * max(candidates, 1)))
    if budget is not None and budget > most:
        raise SizeError(f"expected a budget of at most {most:,} nodes in this position, got {budget:,}")
    return budget


def _advice(kitchen: Kitchen, question: AdviseQuestion, game: Game) -> dict[str, Any]:
    if question.count > kitchen.settings.count:
        raise SizeError(f"expected a count of at most {kitchen.settings.count}, got {question.count}")
    run = _run(kitchen, question, game)
    found = advise(
        run,
        by=question.strategy,
        count=question.count,
        consistent=question.consistent,
        budget=_checked_budget(kitchen, run, min(run.count, 1_000_000), question.budget),
        seed=question.seed,
    )
    return found.as_json()


def _explanation(kitchen: Kitchen, question: ExplainQuestion, game: Game) -> dict[str, Any]:
    run = _run(kitchen, question, game)
    if not run.count:
        raise ContradictionError(f"no secret of {game} fits the answers {run.heeded}")
    suggestion = judge_guess(run, question.guess, seed=question.seed)
    return {
        "game": str(game),
        "history": question.history,
        "guess": question.guess,
        "candidates": run.count,
        "consistent": suggestion.consistent,
        "sampled": run.position is None,
        "parts": [vars(part) for part in explain(run, question.guess, seed=question.seed)],
        "conflicts": _conflicts(run, question.guess),
        "suggestion": suggestion.as_json(),
    }


def _conflicts(run: Playthrough, guess: str) -> list[dict[str, Any]]:
    """The rows that forbid *guess*; none of a guess that no rows are needed to forbid."""
    try:
        found = why_not(run, guess)
    except CodeError:
        return []
    return [{"number": one.number, "row": str(one.row), "expected": one.expected} for one in found]


def _hint(kitchen: Kitchen, question: HintQuestion, game: Game) -> dict[str, Any]:
    return vars(hint(_run(kitchen, question, game), question.step, question.seed))


def _candidates(kitchen: Kitchen, question: CandidatesQuestion, game: Game) -> dict[str, Any]:
    if question.limit > kitchen.settings.codes:
        raise SizeError(f"expected a limit of at most {kitchen.settings.codes:,}, got {question.limit:,}")
    run = playthrough(game, None, question.history, question.ignored)  # counting needs no table
    found = find_candidates(game, run.heeded, limit=question.limit, threads=1)
    return {"game": str(game), "history": question.history, "candidates": found.count, "codes": found.codes}


def _contradictions(kitchen: Kitchen, question: PositionQuestion, game: Game) -> dict[str, Any]:
    run = _run(kitchen, question, game)
    if run.position is None and not run.count and len(game.secrets) << len(run.heeded) > _MOST_SCANNED:
        raise SizeError(f"expected fewer rows that contradict each other in a game of the size of {game}")
    return {
        "game": str(game),
        "history": question.history,
        "candidates": run.count,
        "contradictions": [
            {
                "rows": one.rows,
                "candidates": one.candidates,
                "repairs": [
                    {
                        "rows": [{"number": number, **row._asdict()} for number, row in repair.rows],
                        "slips": repair.slips,
                        "candidates": repair.candidates,
                    }
                    for repair in one.repairs
                ],
            }
            for one in find_contradictions(run)
        ],
    }


def _review(kitchen: Kitchen, question: ReviewQuestion, game: Game) -> dict[str, Any]:
    table = kitchen.table(game)
    if table is None:
        raise SizeError(f"expected a game small enough for a table, got {game}")
    run = playthrough(game, table, question.history, "")
    budget = _checked_budget(kitchen, run, len(game.secrets), question.budget)
    return {**review(table, run.history, budget=budget, threads=1).as_json(), "game": str(game)}
