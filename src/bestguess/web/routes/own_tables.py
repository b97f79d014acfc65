"""The route that describes a table of one's own."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from bestguess.web import schemas
from bestguess.web.jobs import JobContext
from bestguess.web.own_tables import OwnTableJson, table_document
from bestguess.web.queries import TableQuery
from bestguess.web.responses import encode_document
from bestguess.web.service import Service


def own_table_routes(service: Service) -> APIRouter:
    """The route of tables of one's own."""
    router = APIRouter(tags=["at the board"], responses=schemas.PROBLEMS)

    @router.post("/table", responses=schemas.answer(OwnTableJson, "table"))
    async def table(request: Request, query: TableQuery) -> Response:
        """Reads a table of one's own, a CSV text, and says what is in it, or in which row there is a problem.

        The game that it is called by is asked about by POST, with the table in the body.
        """
        game = await service.own_game(request, query)

        def compute(context: JobContext) -> bytes:
            return encode_document("table", table_document(game, service.with_table(game).table))

        asked = query.model_copy(update={"table": game.sha256})
        return await service.respond(request, asked, compute, pool=service.pool_for(game))

    return router
