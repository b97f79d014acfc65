"""The application: routes, errors, the gate before them, and the page behind them."""

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

import bestguess
from bestguess.games.presets import PRESETS
from bestguess.web.about import about_routes
from bestguess.web.challenges import Challenges, challenge_routes, load_key
from bestguess.web.comparisons import comparison_routes
from bestguess.web.docs import docs_page
from bestguess.web.front import Front
from bestguess.web.gate import Gate
from bestguess.web.kitchen import Kitchen
from bestguess.web.page import Page
from bestguess.web.problems import add_problem_handlers
from bestguess.web.quick import quick_routes, warm
from bestguess.web.settings import Settings
from bestguess.web.trees import tree_routes


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application; *settings* are those of the environment, if not said."""
    given = Settings.from_environment() if settings is None else settings
    kitchen, page = Kitchen(given), Page(given.page)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        kitchen.closed = False
        if given.warm:
            games = [preset.game for preset in PRESETS]
            threading.Thread(target=warm, args=(kitchen, games)).start()  # no lane waits for it; it ends by `close`
        yield
        kitchen.close()

    app = FastAPI(
        title="bestguess",
        version=bestguess.__version__,
        description="The best next guess, for Mastermind, Bulls and Cows and any guessing game.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.kitchen = kitchen
    add_problem_handlers(app)
    makers = (about_routes, quick_routes, tree_routes, comparison_routes)
    challenges = Challenges(given.key.encode() or load_key())
    for router in (*(make(kitchen) for make in makers), challenge_routes(kitchen, challenges)):
        app.include_router(router, prefix="/api")

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return docs_page(app.openapi())

    @app.get("/{path:path}", include_in_schema=False)
    async def file(request: Request) -> Response:
        return page.response(request)

    app.add_middleware(Front, kitchen=kitchen)
    app.add_middleware(Gate, settings=given)
    return app
