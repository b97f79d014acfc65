"""What there is: health, games, strategies."""

from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from bestguess.games import families
from bestguess.games.presets import PRESETS
from bestguess.strategies import known_strategies
from bestguess.web import schemas
from bestguess.web.answers import encoded, told
from bestguess.web.kitchen import Kitchen
from bestguess.web.settings import Settings

_LIMITS = ("secrets", "pairs", "tree_pairs", "proof_pairs", "rows", "count", "codes", "sweep_cells", "seeds", "query")


def about_routes(kitchen: Kitchen) -> APIRouter:
    """The routes that tell what there is."""
    router = APIRouter(tags=["about"], responses={429: schemas.PROBLEMS[429]})

    @router.get("/health", responses=schemas.answer(schemas.Health))
    async def health() -> Response:
        """How the server is: how many computations run, and how many wait."""
        running, waiting = (sum(getattr(lane, name) for lane in kitchen.lanes) for name in ("running", "waiting"))
        data = encoded("health", {"status": "ok", "running": running, "waiting": waiting})
        return Response(data, media_type="application/json", headers={"Cache-Control": "no-store"})

    @router.get("/games", responses=schemas.answer(schemas.Games))
    async def games(request: Request) -> Response:
        """The families of games, some games that many play, and how large a game may be here."""
        return told(request, encoded("games", _games(kitchen.settings)))

    @router.get("/strategies", responses=schemas.answer(schemas.Strategies))
    async def strategies(request: Request) -> Response:
        """The strategies there are."""
        listed = [
            {"strategy": entry.name, "about": entry.about, "built_in": True}
            for entry in known_strategies()
            if entry.built_in
        ]
        return told(request, encoded("strategies", {"strategies": listed}))

    return router


def _games(settings: Settings) -> dict[str, Any]:
    built_in = [family for family in families() if family.built_in and family.name != "table"]
    return {
        "families": [{"family": f.name, "form": f.form, "example": f.example, "about": f.about} for f in built_in],
        "presets": [{"game": preset.game, "name": preset.name} for preset in PRESETS],
        "limits": {name: getattr(settings, name) for name in _LIMITS},
    }
