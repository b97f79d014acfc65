"""The application: routes, error responses, middleware, and the files of the page."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI
from starlette.requests import Request
from starlette.responses import Response

import bestguess
from bestguess.games.registry import PRESETS
from bestguess.web.challenges import Challenges, load_key
from bestguess.web.examples import add_examples
from bestguess.web.html_pages import STYLE_PATH, style_sheet
from bestguess.web.middleware import add_middleware
from bestguess.web.problems import add_problem_handlers
from bestguess.web.routes.about import about_routes
from bestguess.web.routes.board import board_routes
from bestguess.web.routes.challenges import challenge_routes
from bestguess.web.routes.docs import docs_page
from bestguess.web.routes.explore import comparison_routes, tree_routes
from bestguess.web.routes.own_tables import own_table_routes
from bestguess.web.routes.puzzles import puzzle_routes
from bestguess.web.schemas import add_schemas
from bestguess.web.service import Service
from bestguess.web.settings import Settings, load_settings
from bestguess.web.static_files import StaticFiles
from bestguess.web.validation import refuse_repeated_parameters
from bestguess.web.warmup import warm_up


class Application(FastAPI):
    """FastAPI whose OpenAPI document has the schemas of all answers, and an example for every route."""

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document, made once."""
        known = self.openapi_schema is not None
        document = super().openapi()
        if not known:
            add_schemas(document)
            add_examples(document)
        return document


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application. Default: the settings from the environment."""
    service = Service(load_settings() if settings is None else settings)
    app = Application(
        title="bestguess",
        version=bestguess.__version__,
        description="The best next guess, for Mastermind, Bulls and Cows and any guessing game.",
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.service = service
    add_problem_handlers(app)
    _add_routes(app, service)
    add_middleware(app, service)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    service: Service = app.state.service
    service.closed = False
    if service.settings.warm:
        games = [preset.game for preset in PRESETS]
        threading.Thread(target=warm_up, args=(service, games)).start()  # ends when the service is closed
    yield
    service.close()


def _add_routes(app: FastAPI, service: Service) -> None:
    """The API, then its documentation, then the page, which takes every other path."""
    challenges = Challenges(service.settings.key.get_secret_value().encode() or load_key())
    makers = (about_routes, board_routes, puzzle_routes, tree_routes, comparison_routes, own_table_routes)
    for router in (*(make(service) for make in makers), challenge_routes(service, challenges)):
        app.include_router(router, prefix="/api", dependencies=[Depends(refuse_repeated_parameters)])
    files = StaticFiles(service.settings.page)

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return docs_page(app.openapi())

    @app.get(STYLE_PATH, include_in_schema=False)
    async def style() -> Response:
        return style_sheet()

    @app.get("/{path:path}", include_in_schema=False)
    async def file(request: Request) -> Response:
        return files.response(request)
