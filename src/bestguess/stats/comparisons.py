"""Comparisons of strategies over all secrets of a game, or a sample of them."""

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
from bestguess.games import Code, Game, GameLike, is_described_by_text
from bestguess.games.table import Progress
from bestguess.position import Position, PositionLike, as_position
from bestguess.stats.playing import ParallelPrograms, played_figures, sampled_secrets
from bestguess.stats.tables import LazyList, comparison_lines, comparison_records, summary_lines
from bestguess.strategies import HasStrategy, Strategy, StrategyLike, UselessGuessError, strategy
from bestguess.strategies.program import Program
from bestguess.tabular import Lines, Tabular, aligned_text
from bestguess.trees import Figures, build_tree
from bestguess.trees.figures import Sample

MAX_SEEDS = 10**6


class Comparison(LazyList[Figures], Tabular, HtmlRepr):
    """The figures of several strategies for one *game*: a lazy list, and a table.

    The list is in the order of the strategies. Iterating computes the figures one by one; printing computes all. In the
    table, where secrets are lost, the strategy that loses least comes first.

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
        """Return the figures of each strategy by their JSON keys.

        `guesses_1`, `guesses_2` and so on are the numbers of secrets that need 1, 2, ... guesses. Where secrets are
        lost, the strategy that loses least comes first, and `found` is the number of secrets that the figures count.
        """
        return comparison_records(self)

    def lines(self) -> Lines:
        """Return the table for people, with a row for each strategy."""
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
    """Return the figures of each of *strategies* from a game or a position on. They are computed when they are read.

    Unknown names raise an error before anything is computed. *consistent*, *first_guess*: options of every strategy.
    *seeds*: the figures of `random` are averages over this many seeds. *sample*: play only this many secrets, drawn by
    *seed*, the same for every strategy. *progress*: called with the name of a strategy; returns the function that gets
    its progress. *executor*: its workers compute all strategies at once, one each.

    Programs (`exec:./mybot`) play side by side, at most *threads* at once. If all strategies are programs, no table of
    the game is built. A program that fails has a row too, with the reason in `error`.

    >>> [str(figures) for figures in compare("mastermind(4,6)", ["first", "minimax", "entropy"])]
    ['7471:9:6', '5801:5:694', '5722:6:12']
    """
    seeds, threads = as_integer("seeds", seeds, 1, MAX_SEEDS, StrategyError), as_threads(threads)
    check_progress(progress, 1)
    check_executor(executor)
    position = as_position(game).without_ignored()
    rules, title = position.game, str(position.game)
    players = [
        strategy(like, consistent=consistent, first_guess=first_guess, game=rules) for like in _as_list(strategies)
    ]
    if position.history:
        position.check_running()
        title += f" after {rules.history_text(position.history)}"
    secrets = None if sample is None else sampled_secrets(position, sample, seed)
    if executor is not None:
        # Each worker uses one thread: other strategies use the other cores.
        arguments = (position if position.history else worker_game(rules), seeds, 1, secrets)
        calls = [
            RemoteCall(executor, f"{player.name} for {rules}", _figures_or_error, *arguments, player)
            for player in players
        ]
        figures: Iterator[Figures] = map(RemoteCall.result, calls)
    else:
        if not all(isinstance(player, Program) for player in players):
            rules.build_table(threads=threads)
        compute = partial(_figures_or_error, position, seeds, threads, secrets)
        figures = _compute_all(compute, players, threads, progress)
    size = len(sampled_secrets(position, None))
    if secrets is not None and len(secrets) < size:
        figures = (replace(row, sample=Sample(size, seed)) for row in figures)
    return Comparison(title, figures, len(players))


def worker_game(game: Game) -> GameLike:
    """Return *game* in the form to send to a worker: its text, if a worker can read the game from it."""
    return str(game) if is_described_by_text(game) and not game.files else game


def _as_list(strategies: StrategyLike | Iterable[StrategyLike]) -> list[StrategyLike]:
    """Return one strategy or several as a list; raise StrategyError if there is none."""
    if isinstance(strategies, Iterable) and not isinstance(strategies, str | HasStrategy):
        strategy_list: list[StrategyLike] = as_list("strategies", strategies, StrategyError)
    else:
        strategy_list = [strategies]
    if not strategy_list:
        raise StrategyError("expected at least one strategy, got none")
    return strategy_list


def _compute_all(
    compute: Callable[[Strategy, Progress | None], Figures],
    players: Sequence[Strategy],
    threads: int | None,
    progress: Callable[[str], Progress] | None,
) -> Iterator[Figures]:
    """Yield the figures of each strategy.

    When the first program's turn comes, all programs start to play. They stop when this iterator is closed.
    """
    programs = [player for player in players if isinstance(player, Program)]
    playing = ParallelPrograms(compute, programs, threads or default_threads())
    try:
        for player in players:
            report = progress(player.name) if progress else None
            yield playing.next_figures(report) if isinstance(player, Program) else compute(player, report)
    finally:
        playing.close()


def _figures_or_error(
    game: PositionLike,
    seeds: int,
    threads: int | None,
    secrets: Sequence[Code] | None,
    player: Strategy,
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of one strategy. If a program fails, return figures with its error instead of raising.

    So one program that fails does not end the comparison of the others.
    """
    start = time.perf_counter()
    try:
        return figures_of(game, player, seeds, threads, None, secrets, progress)
    except StrategyError as error:
        if not isinstance(player, Program):
            raise
        position = as_position(game)
        count = position.count if secrets is None else len(secrets)
        rules, seconds = position.game, time.perf_counter() - start
        no_figures = Figures(str(rules), player.name, False, count, math.nan, math.nan, math.nan, math.nan, {}, "")
        return replace(no_figures, goal=rules.goal, costs=rules.has_costs, seconds=seconds, error=str(error))


def figures_of(
    game: PositionLike,
    player: Strategy,
    seeds: int,
    threads: int | None = None,
    memory_limit: int | None = None,
    secrets: Sequence[Code] | None = None,
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of one strategy over *secrets* of a game or position (None: all).

    If the strategy is random, return averages over *seeds*. A program needs no table.
    """
    position = as_position(game)
    if isinstance(player, Program):
        return played_figures(position, player, secrets or sampled_secrets(position, None), progress)
    position.game.build_table(threads=threads, memory_limit=memory_limit)
    if not player.is_random:
        return _figures_of_run(position, player, threads, secrets, progress)
    runs = []
    for seed in range(player.seed, player.seed + seeds):
        runs.append(_figures_of_run(position, player.with_seed(seed), threads, secrets))
        if progress:
            progress(len(runs), seeds)
    return _average_figures(runs)


def _figures_of_run(
    position: Position,
    player: Strategy,
    threads: int | None,
    secrets: Sequence[Code] | None,
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of one run over *secrets*. For all secrets (None), use the tree of *player* if it has one."""
    if secrets is None:
        try:
            return build_tree(position, player, threads=threads, progress=progress).figures
        except UselessGuessError:  # a tree cannot have such a guess, but a game can
            secrets = position.candidates
    return played_figures(position, player, secrets, progress)


def _average_figures(runs: Sequence[Figures]) -> Figures:
    """Return the average figures of *runs*, one for each seed, with the worst case of all of them."""
    worst, most_guesses = max(run.worst for run in runs), max(run.most_guesses for run in runs)
    means = [run.mean for run in runs if run.distribution]  # a run that finds nothing has no mean
    averages: dict[str, Any] = {
        "total": _average([run.total for run in runs]),
        "mean": statistics.fmean(means) if means else math.nan,
        "worst": worst,
        "at_worst": _average([run.at_worst if run.worst == worst else 0 for run in runs]),
        "distribution": {
            depth: _average([run.distribution.get(depth, 0) for run in runs]) for depth in range(1, most_guesses + 1)
        },
        "seconds": sum(run.seconds for run in runs),
    }
    if runs[0].lost is not None:
        averages["lost"] = _average([run.lost or 0 for run in runs])
        averages["lost_weight"] = _average([run.lost_weight or 0 for run in runs])
    spread = statistics.stdev(means) if len(means) > 1 else 0.0
    return replace(runs[0], **averages, seeds=len(runs), mean_sd=spread)


def _average(numbers: Sequence[float]) -> float:
    """Return the mean of *numbers*, as an int if it is whole."""
    mean = sum(numbers) / len(numbers)
    return int(mean) if mean == int(mean) else mean
