"""The route of practice puzzles. Those that ship come at once; making others is a long computation."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.web import schemas
from bestguess.web.jobs import JobContext
from bestguess.web.puzzles import PuzzlesDocument, check_puzzle_size, made_document, shipped_document
from bestguess.web.queries import PuzzlesQuery
from bestguess.web.responses import encode_document, json_response
from bestguess.web.service import Service


def puzzle_routes(service: Service) -> APIRouter:
    """The route of practice puzzles."""
    router = APIRouter(tags=["practice"], responses=schemas.PROBLEMS)

    @router.get("/puzzles", responses=schemas.answer(PuzzlesDocument, "puzzles"))
    async def puzzles(request: Request, query: Annotated[PuzzlesQuery, Query()]) -> Response:
        """Practice puzzles: positions with a question, and every solution of it. The rows of the game do not matter."""
        query, position = await service.resolve(request, query)
        game = position.game.with_rows(None)
        query = query.model_copy(update={"game": str(game)})
        shipped = shipped_document(query, game)
        if shipped is not None:
            return json_response(request, encode_document("puzzles", shipped))
        check_puzzle_size(game, service.settings)

        def compute(context: JobContext) -> bytes:
            return encode_document("puzzles", made_document(service, context, query, game))

        light = service.is_light(game)
        return await service.respond(request, query, compute, pool=service.long_pool, light=light, streams=False)

    return router
