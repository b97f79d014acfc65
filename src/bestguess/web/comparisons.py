"""JSON documents of comparisons and sweeps, computed part by part."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict

from bestguess.data import ShippedJson, atlas_source, known_figures, known_plan
from bestguess.errors import SizeError
from bestguess.games import Game
from bestguess.games.documents import Document
from bestguess.stats.sweeps import Size
from bestguess.trees import Figures
from bestguess.web.jobs import JobContext
from bestguess.web.queries import CompareQuery, SweepQuery
from bestguess.web.service import Service
from bestguess.web.trees import strategy_figures
from bestguess.web.validation import pair_count, size_keys

Source: TypeAlias = Literal["computed", "shipped"]
_SWEEP_SEEDS = 10  # that random is averaged over


class ComparisonJson(TypedDict):
    """Strategies over every secret."""

    game: str
    results: list[Figures]  # the figures of each strategy, in the order that was asked for


def compare_document(
    service: Service, context: JobContext, query: CompareQuery, game: Game, names: list[str]
) -> ComparisonJson:
    """The figures of the strategies *names* on *game*."""
    results = list[Figures]()
    for name in names:
        results.append(strategy_figures(service, context, game, name, query.consistent, query.seeds))
        context.partial(results[-1])
    return {"game": str(game), "results": results}


@dataclass(frozen=True, kw_only=True)
class SizeNumbers(Document):
    """A size: the numbers that the games of its family have."""

    pegs: int | None = None  # places of a code
    symbols: int | None = None  # symbols of a code
    n: int | None = None  # the number that its games have
    coins: int | None = None  # how many coins there are
    length: int | None = None  # letters of a word


@dataclass(frozen=True, kw_only=True)
class SweptFigures(SizeNumbers, Figures):
    """Figures of one size, and where they come from."""

    source: Source


@dataclass(frozen=True, kw_only=True)
class Missing(SizeNumbers):
    """A size that has no figures."""

    reason: str


class SweptJson(TypedDict):
    """A strategy over many sizes."""

    family: str
    strategy: str
    consistent: bool
    results: list[SweptFigures]  # one for each size
    missing: list[Missing]  # sizes without figures
    shipped: ShippedJson  # where figures that ship come from


def sweep_document(service: Service, context: JobContext, query: SweepQuery, games: dict[Size, Game]) -> SweptJson:
    """The figures of a strategy on *games* by their sizes; what is too large is missing, with the reason."""
    names = size_keys(query.family)
    results, missing = dict[Size, SweptFigures](), list[Missing]()
    for done, (numbers, game) in enumerate(games.items()):
        size: dict[str, Any] = dict(zip(names, numbers, strict=True))
        context.progress(done, len(games), label=str(game))
        try:
            figures, source = _cell(service, context, query, game)
            results[numbers] = SweptFigures(**vars(figures), **size, source=source)
            context.partial(results[numbers])
        except SizeError as error:
            context.check()
            missing.append(Missing(**size, reason=str(error)))
    return {
        "family": query.family,
        "strategy": query.strategy,
        "consistent": query.consistent,
        "results": [results[numbers] for numbers in sorted(results)],
        "missing": missing,
        "shipped": atlas_source(),
    }


def _cell(service: Service, context: JobContext, query: SweepQuery, game: Game) -> tuple[Figures, Source]:
    """The figures of one size, and whether they are shipped or computed; raises SizeError when it is too large."""
    shipped = _shipped_figures(query, game)
    if shipped is not None:
        return shipped, "shipped"
    pairs, limit = pair_count(game), service.settings.sweep_pairs
    if pairs > limit:
        raise SizeError(f"{pairs:,} guess-secret pairs, over the limit of {limit:,}")
    nodes = service.settings.proof_nodes
    return strategy_figures(service, context, game, query.strategy, query.consistent, _SWEEP_SEEDS, nodes), "computed"


def _shipped_figures(query: SweepQuery, game: Game) -> Figures | None:
    plan = None if query.consistent else known_plan(game, query.strategy)
    return known_figures(game, query.strategy, query.consistent) if plan is None else plan.figures
