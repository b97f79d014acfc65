"""Routes for exploring strategies: trees, comparisons, objectives, sweeps. Long computations, which may stream."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.errors import SizeError, StrategyError
from bestguess.games import Game
from bestguess.position import Position
from bestguess.trees.files import tree_text
from bestguess.trees.formats import FORMATS
from bestguess.web import schemas
from bestguess.web.comparisons import ComparisonJson, SweptJson, compare_document, sweep_document
from bestguess.web.jobs import JobContext
from bestguess.web.objectives import ObjectivesDocument, objectives_document
from bestguess.web.queries import CompareQuery, ObjectivesQuery, SweepQuery, TreeFileQuery, TreeQuery
from bestguess.web.responses import encode_document
from bestguess.web.routes.questions import question
from bestguess.web.service import Service
from bestguess.web.trees import TreeNodeJson, asked_tree, node_document
from bestguess.web.validation import checked_strategy, swept_games

_FILES = {
    "json": ("application/json", "json"),
    "text": ("text/plain; charset=utf-8", "txt"),
    "dot": ("text/vnd.graphviz; charset=utf-8", "dot"),
    "svg": ("image/svg+xml", "svg"),
    "sheet": ("image/svg+xml", "svg"),
}
_FILE_RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The tree; as JSON it is the file that `bestguess check` accepts.",
        "content": {kind.partition(";")[0]: {"schema": {}} for kind, _ in _FILES.values()},
    }
}


def tree_routes(service: Service) -> APIRouter:
    """The routes of trees."""
    router = APIRouter(tags=["explore"], responses=schemas.PROBLEMS)

    @question(router, "/tree", TreeQuery, schemas.streamable(TreeNodeJson, "tree"))
    async def tree(request: Request, query: TreeQuery) -> Response:
        """One node of a strategy's tree: the one after the history, or the root and the path to a secret."""
        query, position = await service.resolve(request, query)
        game = position.game
        if query.secret is not None:
            query = query.model_copy(update={"secret": game.as_secret(query.secret), "history": ""})
            position = Position(game)

        def compute(context: JobContext) -> bytes:
            found = asked_tree(service, context, game, query)
            return encode_document("tree", node_document(found, position, query))

        return await service.respond(request, query, compute, pool=service.long_pool, light=service.is_light(game))

    @router.get("/tree/file", responses=_FILE_RESPONSES, response_class=Response)
    async def tree_file(request: Request, query: Annotated[TreeFileQuery, Query()]) -> Response:
        """A strategy's tree as a file: JSON, text, Graphviz DOT, a picture or a sheet to print."""
        query, position = await service.resolve(request, query)
        game = position.game

        def compute(context: JobContext) -> bytes:
            found = asked_tree(service, context, game, query)
            text = tree_text(found) if query.format == "json" else FORMATS[query.format](found, None)
            return text.encode()

        headers = {"Content-Disposition": f'attachment; filename="{_file_name(query, game)}"'}
        media_type, _ = _FILES[query.format]
        return await service.respond(
            request,
            query,
            compute,
            pool=service.long_pool,
            light=service.is_light(game),
            media_type=media_type,
            headers=headers,
            streams=False,
        )

    return router


def comparison_routes(service: Service) -> APIRouter:
    """The routes of comparisons, objectives and sweeps."""
    router = APIRouter(tags=["explore"], responses=schemas.PROBLEMS)

    @question(router, "/compare", CompareQuery, schemas.streamable(ComparisonJson, "compare"))
    async def compare(request: Request, query: CompareQuery) -> Response:
        """Strategies over every secret: total, mean, worst, distribution."""
        query, position = await service.resolve(request, query)
        game = position.game
        names = _strategy_names(query.strategies)
        if query.seeds > service.settings.seeds:
            raise SizeError(f"expected at most {service.settings.seeds} seeds, got {query.seeds}")
        query = query.model_copy(update={"strategies": ",".join(names)})

        def compute(context: JobContext) -> bytes:
            return encode_document("compare", compare_document(service, context, query, game, names))

        return await service.respond(request, query, compute, pool=service.long_pool, light=service.is_light(game))

    @router.get("/objectives", responses=schemas.streamable(ObjectivesDocument, "objectives"))
    async def objectives(request: Request, query: Annotated[ObjectivesQuery, Query()]) -> Response:
        """What strategies and first guesses cost in mean, in the worst case, and in chance to lose within k guesses."""
        query, position = await service.resolve(request, query)
        game = position.game

        def compute(context: JobContext) -> bytes:
            return encode_document("objectives", objectives_document(service, context, query, game))

        return await service.respond(request, query, compute, pool=service.long_pool, light=service.is_light(game))

    @router.get("/sweep", responses=schemas.streamable(SweptJson, "sweep"))
    async def sweep(request: Request, query: Annotated[SweepQuery, Query()]) -> Response:
        """A strategy over many sizes of any family; sizes that are too large and do not ship are missing."""
        checked_strategy(query.strategy)
        games = swept_games(query, service.settings)

        def compute(context: JobContext) -> bytes:
            return encode_document("sweep", sweep_document(service, context, query, games))

        return await service.respond(request, query, compute, pool=service.long_pool, light=False)

    return router


def _file_name(query: TreeFileQuery, game: Game) -> str:
    """A name that tells the game, the strategy and the format; the sheet is an SVG as the picture is."""
    marks = "" if query.first_guess is None else f"-{query.first_guess}"
    marks += "-consistent" * query.consistent + "-sheet" * (query.format == "sheet")
    name = re.sub("[^a-z0-9]+", "-", f"{game}-{query.strategy}{marks}").strip("-")
    return f"{name}.{_FILES[query.format][1]}"


def _strategy_names(text: str) -> list[str]:
    """The strategies in *text*, each once; raises StrategyError."""
    names = list(dict.fromkeys(checked_strategy(name.strip()) for name in text.split(",") if name.strip()))
    if not names:
        raise StrategyError("expected at least one strategy, got none")
    return names
