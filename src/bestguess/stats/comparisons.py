"""Strategies over all secrets of a game."""

import math
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import Any

from bestguess.arguments import as_integer, as_list, as_threads, check_progress
from bestguess.cluster.executors import RemoteCall, check_executor
from bestguess.display import HtmlRepr
from bestguess.engine import default_threads
from bestguess.errors import StrategyError, printable
from bestguess.games import Code, Game, GameLike, described_by_text
from bestguess.games.table import Progress
from bestguess.position import Position, PositionLike, as_position
from bestguess.stats.playing import SideBySide, played_figures, sampled_secrets
from bestguess.stats.tables import LazyList, comparison_lines, comparison_records, summary_lines
from bestguess.strategies import HasStrategy, Strategy, StrategyLike, UselessGuessError, strategy
from bestguess.strategies.program import Program
from bestguess.tabular import Lines, Tabular, aligned_text
from bestguess.trees import Figures, build_tree
from bestguess.trees.figures import Sample

MOST_SEEDS = 10**6


class Comparison(LazyList[Figures], Tabular, HtmlRepr):
    """The figures of several strategies for one *game*, computed when they are asked for; also a table of all.

    The figures come in the order that was asked for; in the table who loses least comes first. Iterating gives each
    as soon as it is computed; printing computes all.

    >>> compare("mastermind(4,6)", ["minimax", "entropy"])
    mastermind(4,6): 1,296 secrets
    strategy  total    mean  worst  at worst
    minimax    5801  4.4761      5       694
    entropy    5722  4.4151      6        12
    """

    def __init__(self, game: str, computed: Iterable[Figures], count: int) -> None:
        super().__init__(iter(computed), count)
        self.game = game

    def __repr__(self) -> str:
        results = self.computed()
        secrets = results[0].secrets_text if results else "no figures"
        missing = f", {len(results)} of {len(self)} strategies computed" if len(results) < len(self) else ""
        return f"{printable(self.game)}: {secrets}{missing}\n{aligned_text(summary_lines(results))}"

    def records(self) -> list[dict[str, Any]]:
        """The figures of each strategy by their JSON keys, and `guesses_1` and so on: how many secrets need so many.

        Where something is lost, who loses least comes first, and `found` says of how many secrets the figures are.
        """
        return comparison_records(self)

    def lines(self) -> Lines:
        """What `records` has, as people read it: a row for each strategy."""
        return comparison_lines(self)


def compare(
    game: PositionLike,
    strategies: StrategyLike | Iterable[StrategyLike],
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seeds: int = 10,
    sample: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[str], Progress] | None = None,
    executor: Executor | None = None,
) -> Comparison:
    """Return the figures of each strategy, computed when they are asked for, from a game or a position on.

    `random` is averaged over *seeds*.

    All names are looked up before anything is computed. *progress* is asked for a progress function by name. With
    an *executor* its workers compute all at once, each strategy by one of them. *sample*: play so many secrets only,
    drawn by *seed*, the same for every strategy. Programs alone (`exec:./mybot`) need no table of the game; they play
    side by side, at most *threads* at once. One that fails has a row too: its `error` says what went wrong and where.

    >>> [str(figures) for figures in compare("mastermind(4,6)", ["first", "minimax", "entropy"])]
    ['7471:9:6', '5801:5:694', '5722:6:12']
    """
    seeds, threads = as_integer("seeds", seeds, 1, MOST_SEEDS, StrategyError), as_threads(threads)
    check_progress(progress, 1)
    check_executor(executor)
    position = as_position(game).without_ignored()
    rules, title = position.game, str(position.game)
    chosen = [strategy(one, consistent=consistent, first_guess=first_guess, game=rules) for one in _listed(strategies)]
    if position.history:
        position.check_running()
        title += f" after {rules.history_text(position.history)}"
    secrets = None if sample is None else sampled_secrets(position, sample, seed)
    if executor is not None:
        given = (position if position.history else sent_to_workers(rules), seeds, 1, secrets)
        calls = [RemoteCall(executor, f"{one.name} for {rules}", _row_of, *given, one) for one in chosen]
        figures: Iterator[Figures] = map(RemoteCall.result, calls)
    else:
        if not all(isinstance(one, Program) for one in chosen):
            rules.build_table(threads=threads)
        figures = _rows_of(partial(_row_of, position, seeds, threads, secrets), chosen, threads, progress)
    size = len(sampled_secrets(position, None))
    if secrets is not None and len(secrets) < size:
        figures = (replace(one, sample=Sample(size, seed)) for one in figures)
    return Comparison(title, figures, len(chosen))


def sent_to_workers(game: Game) -> GameLike:
    """Return the text of *game*, or the game itself where a worker would not know it from its text."""
    return str(game) if described_by_text(game) and not game.files else game


def _listed(strategies: StrategyLike | Iterable[StrategyLike]) -> list[StrategyLike]:
    """Return one strategy or several as a list; raises StrategyError when there is none."""
    if isinstance(strategies, Iterable) and not isinstance(strategies, str | HasStrategy):
        listed: list[StrategyLike] = as_list("strategies", strategies, StrategyError)
    else:
        listed = [strategies]
    if not listed:
        raise StrategyError("expected at least one strategy, got none")
    return listed


def _rows_of(
    row_of: Callable[[Strategy, Progress | None], Figures],
    chosen: Sequence[Strategy],
    threads: int | None,
    progress: Callable[[str], Progress] | None,
) -> Iterator[Figures]:
    """Yield the figures of each strategy. From the first program on all of them play, and end with this iterator."""
    programs = [player for player in chosen if isinstance(player, Program)]
    playing = SideBySide(row_of, programs, threads or default_threads())
    try:
        for player in chosen:
            report = progress(player.name) if progress else None
            yield playing.next_figures(report) if isinstance(player, Program) else row_of(player, report)
    finally:
        playing.close()


def _row_of(
    game: PositionLike,
    seeds: int,
    threads: int | None,
    secrets: Sequence[Code] | None,
    chosen: Strategy,
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of one strategy. A program that fails has a row with its error: the others keep theirs."""
    began = time.perf_counter()
    try:
        return figures_of(game, chosen, seeds, threads, None, secrets, progress)
    except StrategyError as error:
        if not isinstance(chosen, Program):
            raise
        position = as_position(game)
        count = position.count if secrets is None else len(secrets)
        rules, seconds = position.game, time.perf_counter() - began
        none = Figures(str(rules), chosen.name, False, count, math.nan, math.nan, math.nan, math.nan, {}, "")
        return replace(none, goal=rules.goal, costs=rules.has_costs, seconds=seconds, error=str(error))


def figures_of(
    game: PositionLike,
    chosen: Strategy,
    seeds: int,
    threads: int | None = None,
    memory_limit: int | None = None,
    secrets: Sequence[Code] | None = None,
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of one strategy over *secrets* of a game or position; None: all. A program needs no table."""
    position = as_position(game)
    if isinstance(chosen, Program):
        return played_figures(position, chosen, secrets or sampled_secrets(position, None), progress)
    position.game.build_table(threads=threads, memory_limit=memory_limit)
    if not chosen.drawn:
        return _figures_of_run(position, chosen, threads, secrets, progress)
    runs = []
    for seed in range(chosen.seed, chosen.seed + seeds):
        runs.append(_figures_of_run(position, chosen.with_seed(seed), threads, secrets))
        if progress:
            progress(len(runs), seeds)
    return _averaged(runs)


def _figures_of_run(
    position: Position,
    chosen: Strategy,
    threads: int | None,
    secrets: Sequence[Code] | None,
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of one run over *secrets*; of all, by the tree, if it has one."""
    if secrets is None:
        try:
            return build_tree(position, chosen, threads=threads, progress=progress).figures
        except UselessGuessError:  # a function's, which a game may have, and no tree
            secrets = position.candidates
    return played_figures(position, chosen, secrets, progress)


def _averaged(runs: Sequence[Figures]) -> Figures:
    """Return the averages of *runs*, one for each seed, and the worst of all."""
    worst, most = max(run.worst for run in runs), max(run.most_guesses for run in runs)
    means = [run.mean for run in runs if run.distribution]  # a run that finds nothing has no mean
    averages: dict[str, Any] = {
        "total": _average([run.total for run in runs]),
        "mean": statistics.fmean(means) if means else math.nan,
        "worst": worst,
        "at_worst": _average([run.at_worst if run.worst == worst else 0 for run in runs]),
        "distribution": {
            depth: _average([run.distribution.get(depth, 0) for run in runs]) for depth in range(1, most + 1)
        },
        "seconds": sum(run.seconds for run in runs),
    }
    if runs[0].lost is not None:
        averages["lost"] = _average([run.lost or 0 for run in runs])
        averages["lost_weight"] = _average([run.lost_weight or 0 for run in runs])
    spread = statistics.stdev(means) if len(means) > 1 else 0.0
    return replace(runs[0], **averages, seeds=len(runs), mean_sd=spread)


def _average(numbers: Sequence[float]) -> float:
    """Return the mean of *numbers*, an integer when it is one."""
    mean = sum(numbers) / len(numbers)
    return int(mean) if mean == int(mean) else mean
