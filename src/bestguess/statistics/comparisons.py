"""Strategies over all secrets of a game."""

import math
import statistics
from collections.abc import Callable, Iterator, Sequence

from bestguess.errors import StrategyError
from bestguess.games import Code
from bestguess.strategies import Strategy, strategy
from bestguess.table import Progress, Table
from bestguess.trees import Figures, RandomFigures, build_tree


def compare(
    table: Table,
    names: Sequence[str | Strategy],
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seeds: int = 10,
    threads: int | None = None,
    progress: Callable[[str], Progress] | None = None,
) -> Iterator[Figures]:
    """The figures of each strategy in turn, as soon as they are there; `random` is averaged over *seeds*.

    All names are looked up before anything is computed. *progress* is asked for a progress function by name.

    >>> from bestguess.games import game
    >>> [str(figures) for figures in compare(Table(game("mastermind(4,6)")), ["first", "minimax", "entropy"])]
    ['7471:9:6', '5801:5:694', '5722:6:12']
    """
    if not names:
        raise StrategyError("expected at least one strategy, got none")
    if seeds < 1:
        raise StrategyError(f"expected seeds of 1 or more, got {seeds}")
    options = {"consistent": consistent, "first_guess": first_guess, "game": table.game}
    chosen = [strategy(name, **options) for name in names]  # type: ignore[arg-type]  # mypy merges the values' types
    return _figures_of(table, chosen, seeds, threads, progress)


def _figures_of(
    table: Table,
    chosen: Sequence[Strategy],
    seeds: int,
    threads: int | None,
    progress: Callable[[str], Progress] | None,
) -> Iterator[Figures]:
    for one in chosen:
        report = progress(one.name) if progress else None
        if one.drawn:
            yield random_figures(table, one, seeds, threads, report)
        else:
            yield build_tree(table, one, threads=threads, progress=report).figures


def random_figures(
    table: Table, chosen: Strategy, seeds: int, threads: int | None = None, progress: Progress | None = None
) -> RandomFigures:
    """The figures of a strategy that draws, over its seed and those that follow: averages, and the worst of all."""
    runs = []
    for seed in range(chosen.seed, chosen.seed + seeds):
        runs.append(build_tree(table, chosen.with_seed(seed), threads=threads).figures)
        if progress:
            progress(len(runs), seeds)
    worst = max(run.worst for run in runs)
    distribution = {depth: _average([run.distribution.get(depth, 0) for run in runs]) for depth in range(1, worst + 1)}
    means = [run.mean for run in runs if run.distribution]  # a run that finds nothing has no mean
    averages = {
        "total": _average([run.total for run in runs]),
        "mean": statistics.fmean(means) if means else math.nan,
        "worst": worst,
        "at_worst": distribution.get(worst, 0),
        "distribution": distribution,
        "consistent": chosen.consistent,
        "seconds": sum(run.seconds for run in runs),
    }
    if table.game.rows is not None:
        averages["lost"] = _average([run.lost or 0 for run in runs])
        averages["lost_weight"] = _average([run.lost_weight or 0 for run in runs])
    spread = statistics.stdev(means) if len(means) > 1 else 0.0
    return RandomFigures(**{**vars(runs[0]), **averages}, seeds=seeds, mean_sd=spread)


def _average(numbers: Sequence[float]) -> float:
    """The mean of *numbers*, an integer when it is one."""
    mean = sum(numbers) / len(numbers)
    return int(mean) if mean == int(mean) else mean
