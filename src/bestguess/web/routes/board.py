"""Routes for a player at the board: short computations about one position."""

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeAlias

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from bestguess.advice import Advice, Hint, Review
from bestguess.candidates import CandidatesDocument
from bestguess.games import Game
from bestguess.games.documents import Content
from bestguess.position import Position
from bestguess.web import board, schemas
from bestguess.web.jobs import JobContext
from bestguess.web.moves import StrategyMoveJson, move
from bestguess.web.pools import WorkerPool
from bestguess.web.queries import (
    AdviseQuery,
    CandidatesQuery,
    ExplainQuery,
    GameQuery,
    HintQuery,
    MoveQuery,
    PositionQuery,
    ReviewQuery,
)
from bestguess.web.responses import encode_document
from bestguess.web.routes.questions import question
from bestguess.web.service import Service

_Document: TypeAlias = Callable[[Service, Any, Position], Content]


def board_routes(service: Service) -> APIRouter:
    """The routes for a player at the board."""
    router = APIRouter(tags=["at the board"], responses=schemas.PROBLEMS)

    @question(router, "/advise", AdviseQuery, schemas.answer(Advice, "advise"))
    async def advise_(request: Request, query: AdviseQuery) -> Response:
        """The best next guesses, and what each is worth."""
        return await _respond(service, request, query, "advise", board.advice_document)

    @question(router, "/explain", ExplainQuery, schemas.answer(board.ExplanationJson, "explain"))
    async def explain_(request: Request, query: ExplainQuery) -> Response:
        """What a guess would do, and which rows exclude it as the secret."""
        return await _respond(service, request, query, "explain", board.explanation_document)

    @question(router, "/hint", HintQuery, schemas.answer(Hint, "hint"))
    async def hint_(request: Request, query: HintQuery) -> Response:
        """A hint: first what is certain, then several guesses, then the best one."""
        return await _respond(service, request, query, "hint", board.hint_document)

    @question(router, "/candidates", CandidatesQuery, schemas.answer(CandidatesDocument, "candidates"))
    async def candidates(request: Request, query: CandidatesQuery) -> Response:
        """How many candidates there are, and the lowest of them."""
        return await _respond(
            service, request, query, "candidates", board.candidates_document, service.pool_for_scan, False
        )

    @question(router, "/contradictions", PositionQuery, schemas.answer(board.ContradictionsJson, "contradictions"))
    async def contradictions(request: Request, query: PositionQuery) -> Response:
        """The fewest rows that must be wrong, and the likeliest slips; none while there are candidates."""
        return await _respond(service, request, query, "contradictions", board.contradictions_document)

    @question(router, "/move", MoveQuery, schemas.answer(StrategyMoveJson, "move"))
    async def move_(request: Request, query: MoveQuery) -> Response:
        """What a strategy plays, and the most guesses that it still needs."""
        return await _respond(service, request, query, "move", move)

    @question(router, "/review", ReviewQuery, schemas.answer(Review, "review"))
    async def review_(request: Request, query: ReviewQuery) -> Response:
        """What every move was worth: loss and luck, in guesses."""
        return await _respond(service, request, query, "review", board.review_document, service.pool_for_review)

    return router


async def _respond(
    service: Service,
    request: Request,
    query: GameQuery,
    command: str,
    document: _Document,
    pool_for: Callable[[Game], WorkerPool] | None = None,
    with_table: bool = True,
) -> Response:
    """The response with the fields that *document* gives for *query*."""
    query, position = await service.resolve(request, query)
    game = position.game

    def compute(context: JobContext) -> bytes:
        with service.table_loaded(position, context.progress) if with_table else nullcontext():
            return encode_document(command, document(service, query, position))

    pool, light = (pool_for or service.pool_for)(game), not with_table or service.is_light(game)
    return await service.respond(request, query, compute, pool=pool, light=light)
