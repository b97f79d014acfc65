"""Whole trees and figures, computed for those who wait, and given up when they have gone."""

import time
from dataclasses import replace

from bestguess import engine
from bestguess.data.plans import known_plan
from bestguess.errors import SizeError
from bestguess.games import Game
from bestguess.solvers import OptimalStrategy, optimum
from bestguess.statistics import compare
from bestguess.strategies import strategy
from bestguess.table import Progress, Table
from bestguess.trees import Figures, Tree, build_tree
from bestguess.web.flights import Job
from bestguess.web.kitchen import Kitchen

THREADS = max(1, engine.default_threads() - 1)  # of the core for a long computation: advice keeps the other one


def tree_of(kitchen: Kitchen, job: Job, game: Game, name: str, consistent: bool, nodes: int | None = None) -> Tree:
    """The whole tree of a strategy: one that ships, one that is kept, or a new one.

    *nodes* bounds the proof of an optimal one. Raises SizeError when the game is too large or the proof too long.
    """
    plan = None if consistent else known_plan(game, name)
    key = (str(game.with_rows(None)), name, consistent)
    tree = plan or kitchen.trees.get(key)
    if tree is None:
        tree = _built(kitchen, job, game, name, consistent, nodes)
        kitchen.trees.keep(key, tree)
    return tree


def figures_of(
    kitchen: Kitchen, job: Job, game: Game, name: str, consistent: bool, seeds: int, nodes: int | None = None
) -> Figures:
    """The figures of a strategy over every secret; of `random` over so many *seeds*; *nodes* as for `tree_of`."""
    if name != "random":
        return tree_of(kitchen, job, game, name, consistent, nodes).figures
    table = _table(kitchen, job, game, kitchen.settings.tree_pairs)
    options = {"consistent": consistent, "seeds": seeds, "threads": THREADS}
    return next(compare(table, [name], **options, progress=lambda label: _labelled(job, label)))  # type: ignore[arg-type]


def _built(kitchen: Kitchen, job: Job, game: Game, name: str, consistent: bool, nodes: int | None) -> Tree:
    chosen = strategy(name, consistent=consistent, game=game)
    if isinstance(chosen, OptimalStrategy):
        table = _table(kitchen, job, game, kitchen.settings.proof_pairs)
        return _proven(kitchen, job, table, chosen, nodes)
    table = _table(kitchen, job, game, kitchen.settings.tree_pairs)
    return build_tree(table, chosen, threads=THREADS, progress=_labelled(job, name))


def _table(kitchen: Kitchen, job: Job, game: Game, most: int) -> Table:
    """The table of *game*, unless it has more than *most* pairs; then SizeError."""
    pairs = len(game.guesses) * len(game.secrets)
    if pairs > min(most, kitchen.settings.pairs):
        raise SizeError(f"expected a game of at most {most:,} guess-secret pairs, got {game} with {pairs:,}")
    job.check()
    return kitchen.tables.of(game, THREADS, _labelled(job, "table"))


def _proven(kitchen: Kitchen, job: Job, table: Table, chosen: OptimalStrategy, nodes: int | None) -> Tree:
    """The best tree, proven; raises SizeError when that takes too many *nodes* or too long."""

    def report(lower: int | None, upper: int | None, spent: int) -> None:
        job.tell(done=spent, total=nodes or 0, label=chosen.name, lower_bound=lower, upper_bound=upper)

    began = time.perf_counter()
    result = optimum(
        table,
        chosen.objective,
        consistent=chosen.consistent,
        threads=THREADS,
        node_limit=nodes,
        time_limit=kitchen.settings.seconds,
        cancel=job.cancel,
        progress=report,
    )
    job.check()
    if result.tree is None or not result.proven:
        most = f"{kitchen.settings.seconds:g} s" if nodes is None else f"{nodes:,} nodes"
        raise SizeError(f"{chosen.name} of {table.game} is not proven within {most}")
    return replace(result.tree, strategy=chosen.name, seconds=time.perf_counter() - began)


def _labelled(job: Job, label: str) -> Progress:
    return lambda done, total: job.progress(done, total, label=label)
