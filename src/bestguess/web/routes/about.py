"""Routes that describe the server: health, games, what it answers about a game, strategies."""

from dataclasses import replace
from typing import Literal, TypedDict

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from bestguess.games import families
from bestguess.games.registry import PRESETS, Family
from bestguess.strategies import known_strategies
from bestguess.strategies.registry import StrategiesJson
from bestguess.web import schemas
from bestguess.web.abilities import AbilitiesJson, abilities
from bestguess.web.queries import GameQuery
from bestguess.web.responses import encode_document, json_response
from bestguess.web.routes.questions import question
from bestguess.web.service import Service
from bestguess.web.settings import Settings

_LIMITS = (
    *("secrets", "pairs", "tree_pairs", "proof_pairs", "rows", "count", "codes", "sweep_cells", "seeds", "query"),
    *("own_bytes", "own_guesses", "own_secrets", "own_feedbacks", "own_letters"),
)


class HealthJson(TypedDict):
    """How the server is."""

    status: Literal["ok"]  # ok
    running: int  # computations that run
    waiting: int  # computations that wait


class PresetJson(TypedDict):
    """A game that many play."""

    game: str
    name: str  # what it is called


class GamesJson(TypedDict):
    """What can be played."""

    families: list[Family]  # the families of games
    presets: list[PresetJson]  # games that many play
    limits: dict[str, float]  # the limits of this server, by name


def about_routes(service: Service) -> APIRouter:
    """The routes that describe the server."""
    router = APIRouter(tags=["about"], responses={429: schemas.PROBLEMS[429]})

    @router.get("/health", responses=schemas.answer(HealthJson, "health"))
    async def health() -> Response:
        """The state of the server: how many computations run, and how many wait."""
        running, waiting = (sum(getattr(pool, name) for pool in service.pools) for name in ("running", "waiting"))
        fields: HealthJson = {"status": "ok", "running": running, "waiting": waiting}
        data = encode_document("health", fields)
        return Response(data, media_type="application/json", headers={"Cache-Control": "no-store"})

    @router.get("/games", responses=schemas.answer(GamesJson, "games"))
    async def games(request: Request) -> Response:
        """The families of games, common games, and the limits of this server."""
        return json_response(request, encode_document("games", _games(service.settings)))

    @question(router, "/abilities", GameQuery, {**schemas.PROBLEMS, **schemas.answer(AbilitiesJson, "abilities")})
    async def abilities_(request: Request, query: GameQuery) -> Response:
        """Which questions about a game this server answers: large games are only counted and advised by samples."""
        game = await service.game_of(request, query)
        return json_response(request, encode_document("abilities", abilities(game, service.settings)))

    @router.get("/strategies", responses=schemas.answer(StrategiesJson, "strategies"))
    async def strategies(request: Request) -> Response:
        """The built-in strategies."""
        fields: StrategiesJson = {"strategies": [entry for entry in known_strategies() if entry.built_in]}
        return json_response(request, encode_document("strategies", fields))

    return router


def _games(settings: Settings) -> GamesJson:
    built_in = [family for family in families() if family.built_in and family.name != "table"]
    return {
        "families": [replace(family, form=family.served_form or family.form) for family in built_in],
        "presets": [{"game": preset.game, "name": preset.name} for preset in PRESETS],
        "limits": {name: getattr(settings, name) for name in _LIMITS},
    }
