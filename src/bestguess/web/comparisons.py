"""Strategies over every secret of a game, and a strategy over many sizes: what the heat map shows."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from bestguess.data.atlas import atlas_source, known_figures
from bestguess.data.plans import known_plan
from bestguess.errors import SizeError, StrategyError
from bestguess.games import Game
from bestguess.statistics.sweeps import sizes_of
from bestguess.trees import Figures
from bestguess.web import schemas
from bestguess.web.answers import encoded, untimed
from bestguess.web.building import figures_of
from bestguess.web.flights import Job
from bestguess.web.kitchen import Kitchen
from bestguess.web.questions import CompareQuestion, SweepQuestion, canonical, checked_strategy

_SEEDS = 10  # that random is averaged over in a sweep


def comparison_routes(kitchen: Kitchen) -> APIRouter:
    """The routes of comparisons and sweeps."""
    router = APIRouter(tags=["explore"], responses=schemas.PROBLEMS)

    @router.get("/compare", responses=schemas.streamable(schemas.Comparison))
    async def compare(request: Request, question: Annotated[CompareQuestion, Query()]) -> Response:
        """Strategies over every secret: total, mean, worst, distribution."""
        asked, game = canonical(question, kitchen.settings)
        names = _names(asked.strategies)
        if asked.seeds > kitchen.settings.seeds:
            raise SizeError(f"expected at most {kitchen.settings.seeds} seeds, got {asked.seeds}")
        asked = asked.model_copy(update={"strategies": ",".join(names)})

        def work(job: Job) -> bytes:
            results = list[dict[str, Any]]()
            for name in names:
                figures = figures_of(kitchen, job, game, name, asked.consistent, asked.seeds)
                results.append(untimed(figures.as_json()))
                job.partial(results[-1])
            return encoded("compare", {"game": str(game), "results": results})

        return await kitchen.answer(request, asked, work, lane=kitchen.long)

    @router.get("/sweep", responses=schemas.streamable(schemas.Swept))
    async def sweep(request: Request, question: Annotated[SweepQuestion, Query()]) -> Response:
        """A strategy over many sizes of a game; sizes that are too large and do not ship are missing."""
        checked_strategy(question.strategy)
        games = sizes_of(question.family, _numbers(question.pegs), _numbers(question.symbols))
        if len(games) > kitchen.settings.sweep_cells:
            raise SizeError(f"expected at most {kitchen.settings.sweep_cells} sizes, got {len(games)}")

        def work(job: Job) -> bytes:
            return encoded("sweep", _swept(kitchen, job, question, games))

        return await kitchen.answer(request, question, work, lane=kitchen.long)

    return router


def _names(text: str) -> list[str]:
    """The strategies that *text* names, each once; raises StrategyError."""
    names = list(dict.fromkeys(checked_strategy(name.strip()) for name in text.split(",") if name.strip()))
    if not names:
        raise StrategyError("expected at least one strategy, got none")
    return names


def _numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _swept(kitchen: Kitchen, job: Job, question: SweepQuestion, games: dict[tuple[int, int], Game]) -> dict[str, Any]:
    results, missing = list[dict[str, Any]](), list[dict[str, Any]]()
    for done, ((pegs, symbols), game) in enumerate(games.items()):
        size = {"pegs": pegs, "symbols": symbols}
        job.progress(done, len(games), label=str(game))
        try:
            results.append({**_cell(kitchen, job, game, question), **size})
            job.partial(results[-1])
        except SizeError as error:
            job.check()
            missing.append({**size, "reason": str(error)})
    order = sorted(results, key=lambda one: (one["pegs"], one["symbols"]))
    return {
        "family": question.family,
        "strategy": question.strategy,
        "consistent": question.consistent,
        "results": order,
        "missing": missing,
        "shipped": vars(atlas_source()),
    }


def _cell(kitchen: Kitchen, job: Job, game: Game, question: SweepQuestion) -> dict[str, Any]:
    """The figures of one size: those that ship, or new ones; raises SizeError when it is too large."""
    shipped = _shipped(game, question)
    if shipped is not None:
        return {**untimed(shipped.as_json()), "source": "shipped"}
    pairs, most = len(game.guesses) * len(game.secrets), kitchen.settings.sweep_pairs
    if pairs > most:
        raise SizeError(f"{pairs:,} guess-secret pairs, over the limit of {most:,}")
    nodes = kitchen.settings.proof_nodes
    found = figures_of(kitchen, job, game, question.strategy, question.consistent, _SEEDS, nodes)
    return {**untimed(found.as_json()), "source": "computed"}


def _shipped(game: Game, question: SweepQuestion) -> Figures | None:
    """The figures that ship with bestguess, if there are some."""
    plan = None if question.consistent else known_plan(game, question.strategy)
    return known_figures(game, question.strategy, question.consistent) if plan is None else plan.figures
