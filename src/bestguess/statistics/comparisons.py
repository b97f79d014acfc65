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
from bestguess.engine import default_threads
from bestguess.errors import StrategyError
from bestguess.executors import RemoteCall, check_executor
from bestguess.games import Code, GameLike, as_game, described_by_text
from bestguess.shown import Shown, one_line
from bestguess.statistics.lazy_list import LazyList
from bestguess.statistics.playing import failed_figures, played_figures, sampled_secrets
from bestguess.statistics.side_by_side import SideBySide
from bestguess.statistics.tables import OF_FOUND, comparison_lines, comparison_records, ranked, some_lost
from bestguess.strategies import HasStrategy, Strategy, StrategyLike, strategy
from bestguess.strategies.own import UselessGuessError
from bestguess.strategies.program import Program
from bestguess.table import Progress, Table, as_table
from bestguess.tabular import Lines, Tabular
from bestguess.trees import Figures, RandomFigures, build_tree
from bestguess.wording import counted

MOST_SEEDS = 10**6


class Comparison(LazyList[Figures], Tabular, Shown):
    """The figures of several strategies for one *game*, computed when they are asked for; also a table of all.

    The figures come in the order that was asked for; in the table who loses least comes first.
    """

    def __init__(self, game: str, computed: Iterable[Figures], count: int) -> None:
        super().__init__(iter(computed), count)
        self.game = game

    def __repr__(self) -> str:
        known = ", ".join(f"{one.strategy} {one}" for one in ranked(self.known))
        sampled = "".join(f" over {one.secrets_text}" for one in self.known[:1] if one.of is not None)
        found = f", {OF_FOUND}" if some_lost(self.known) else ""
        what = f"of {counted(len(self), 'strategy')} for {self.game}{sampled}{found}"
        return one_line(self, f"{what}: {known or 'nothing computed yet'}")

    def records(self) -> list[dict[str, Any]]:
        """The figures of each strategy by their JSON keys, and `guesses_1` and so on: how many secrets need so many.

        Where something is lost, who loses least comes first, and `found` says of how many secrets the figures are.
        """
        return comparison_records(self)

    def lines(self) -> Lines:
        """The same for people: a row for each strategy, in the same order."""
        return comparison_lines(self)


def compare(
    game: GameLike,
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
    """The figures of each strategy in turn, computed when they are asked for; `random` is averaged over *seeds*.

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
    rules = game.game if isinstance(game, Table) else as_game(game)
    chosen = [strategy(one, consistent=consistent, first_guess=first_guess, game=rules) for one in _listed(strategies)]
    secrets = None if sample is None else sampled_secrets(rules, sample, seed)
    mark = partial(_of_sample, size=len(rules.secrets), seed=seed)
    if executor is None:
        alone = all(isinstance(one, Program) for one in chosen)
        given = rules if alone else as_table(game, threads=threads)
        figures = _figures_of(given, chosen, seeds, secrets, threads, progress)
        return Comparison(str(rules), map(mark, figures), len(chosen))
    whole = described_by_text(rules) and not rules.files  # else a worker might have other words
    sent = str(rules) if whole else rules
    asked = (sent, seeds, 1, secrets)
    calls = [RemoteCall(executor, f"{one.name} for {rules}", _row_of, *asked, one) for one in chosen]
    return Comparison(str(rules), map(mark, map(RemoteCall.result, calls)), len(chosen))


def _of_sample(figures: Figures, size: int, seed: int) -> Figures:
    """*figures*, which say so where they are of fewer secrets than the *size* of the game."""
    return figures if figures.secrets == size else replace(figures, of=size, sample_seed=seed)


def _listed(strategies: StrategyLike | Iterable[StrategyLike]) -> list[StrategyLike]:
    """One strategy or several as a list; raises StrategyError when there is none."""
    if isinstance(strategies, list | tuple | set | frozenset | Iterator):
        listed = list(strategies)
    elif isinstance(strategies, Iterable) and not isinstance(strategies, str | HasStrategy):
        listed = as_list("strategies", strategies, StrategyError)
    else:
        listed = [strategies]
    if not listed:
        raise StrategyError("expected at least one strategy, got none")
    return listed


def _figures_of(
    game: GameLike,
    chosen: Sequence[Strategy],
    seeds: int,
    secrets: Sequence[Code] | None,
    threads: int | None,
    progress: Callable[[str], Progress] | None,
) -> Iterator[Figures]:
    """The figures of each strategy in turn. From the first program on all of them play, and end with this iterator."""
    programs = [one for one in chosen if isinstance(one, Program)]
    playing = SideBySide(partial(_row_of, game, seeds, threads, secrets), programs, threads or default_threads())
    try:
        for one in chosen:
            report = progress(one.name) if progress else None
            if isinstance(one, Program):
                yield playing.next_figures(report)
            else:
                yield _row_of(game, seeds, threads, secrets, one, report)
    finally:
        playing.close()


def _row_of(
    game: GameLike,
    seeds: int,
    threads: int | None,
    secrets: Sequence[Code] | None,
    chosen: Strategy,
    progress: Progress | None = None,
) -> Figures:
    """The figures of one strategy; a program that fails has a row with its error, so that the others keep theirs."""
    began = time.perf_counter()
    try:
        return figures_of(game, chosen, seeds, threads, None, secrets, progress)
    except StrategyError as error:
        if not isinstance(chosen, Program):
            raise
        rules = game.game if isinstance(game, Table) else as_game(game)
        count = len(rules.secrets if secrets is None else secrets)
        return failed_figures(rules, chosen, count, str(error), time.perf_counter() - began)


def figures_of(
    game: GameLike,
    chosen: Strategy,
    seeds: int,
    threads: int | None = None,
    memory_limit: int | None = None,
    secrets: Sequence[Code] | None = None,
    progress: Progress | None = None,
) -> Figures:
    """The figures of one strategy over *secrets* of *game*; None: all. A program needs no table."""
    if isinstance(chosen, Program):
        known, rules = (game, game.game) if isinstance(game, Table) else (None, as_game(game))
        return played_figures(rules, known, chosen, rules.secrets if secrets is None else secrets, progress)
    table = as_table(game, threads=threads, memory_limit=memory_limit)
    if chosen.drawn:
        return random_figures(table, chosen, seeds, threads, progress, secrets)
    return _run(table, chosen, threads, progress, secrets)


def _run(
    table: Table,
    chosen: Strategy,
    threads: int | None,
    progress: Progress | None = None,
    secrets: Sequence[Code] | None = None,
) -> Figures:
    """The figures of one run over *secrets*; of all, by the tree, if it has one."""
    if secrets is None:
        try:
            return build_tree(table, chosen, threads=threads, progress=progress).figures
        except UselessGuessError:  # a function's, which a game may have, and no tree
            secrets = table.secrets
    return played_figures(table.game, table, chosen, secrets, progress)


def random_figures(
    table: Table,
    chosen: Strategy,
    seeds: int,
    threads: int | None = None,
    progress: Progress | None = None,
    secrets: Sequence[Code] | None = None,
) -> RandomFigures:
    """The figures of a strategy that draws, over its seed and those that follow: averages, and the worst of all."""
    runs = []
    for seed in range(chosen.seed, chosen.seed + seeds):
        runs.append(_run(table, chosen.with_seed(seed), threads, None, secrets))
        if progress:
            progress(len(runs), seeds)
    worst, most = max(run.worst for run in runs), max(run.most_guesses for run in runs)
    distribution = {depth: _average([run.distribution.get(depth, 0) for run in runs]) for depth in range(1, most + 1)}
    means = [run.mean for run in runs if run.distribution]  # a run that finds nothing has no mean
    averages = {
        "total": _average([run.total for run in runs]),
        "mean": statistics.fmean(means) if means else math.nan,
        "worst": worst,
        "at_worst": _average([run.at_worst if run.worst == worst else 0 for run in runs]),
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
