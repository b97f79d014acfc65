"""JSON documents of comparisons and sweeps, computed part by part."""

from typing import Any

from bestguess.data import atlas_source, known_figures, known_plan
from bestguess.errors import SizeError
from bestguess.games import Game
from bestguess.stats.sweeps import Size
from bestguess.trees import Figures
from bestguess.web.jobs import JobContext
from bestguess.web.queries import CompareQuery, SweepQuery
from bestguess.web.responses import without_times
from bestguess.web.service import Service
from bestguess.web.trees import strategy_figures
from bestguess.web.validation import pair_count, size_keys

_SWEEP_SEEDS = 10  # that random is averaged over


def compare_document(
    service: Service, context: JobContext, query: CompareQuery, game: Game, names: list[str]
) -> dict[str, Any]:
    """The figures of the strategies *names* on *game*."""
    results = list[dict[str, Any]]()
    for name in names:
        figures = strategy_figures(service, context, game, name, query.consistent, query.seeds)
        results.append(without_times(figures.as_json()))
        context.partial(results[-1])
    return {"game": str(game), "results": results}


def sweep_document(service: Service, context: JobContext, query: SweepQuery, games: dict[Size, Game]) -> dict[str, Any]:
    """The figures of a strategy on *games* by their sizes; what is too large is missing, with the reason."""
    names = size_keys(query.family)
    results, missing = list[dict[str, Any]](), list[dict[str, Any]]()
    for done, (numbers, game) in enumerate(games.items()):
        size = dict(zip(names, numbers, strict=True))
        context.progress(done, len(games), label=str(game))
        try:
            results.append({**_cell(service, context, query, game), **size})
            context.partial(results[-1])
        except SizeError as error:
            context.check()
            missing.append({**size, "reason": str(error)})
    return {
        "family": query.family,
        "strategy": query.strategy,
        "consistent": query.consistent,
        "results": sorted(results, key=lambda one: [one[name] for name in names]),
        "missing": missing,
        "shipped": atlas_source(),
    }


def _cell(service: Service, context: JobContext, query: SweepQuery, game: Game) -> dict[str, Any]:
    """The figures of one size, shipped or computed; raises SizeError when it is too large."""
    shipped = _shipped_figures(query, game)
    if shipped is not None:
        return {**without_times(shipped.as_json()), "source": "shipped"}
    pairs, limit = pair_count(game), service.settings.sweep_pairs
    if pairs > limit:
        raise SizeError(f"{pairs:,} guess-secret pairs, over the limit of {limit:,}")
    nodes = service.settings.proof_nodes
    computed = strategy_figures(service, context, game, query.strategy, query.consistent, _SWEEP_SEEDS, nodes)
    return {**without_times(computed.as_json()), "source": "computed"}


def _shipped_figures(query: SweepQuery, game: Game) -> Figures | None:
    plan = None if query.consistent else known_plan(game, query.strategy)
    return known_figures(game, query.strategy, query.consistent) if plan is None else plan.figures
