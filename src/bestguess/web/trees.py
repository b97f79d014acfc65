"""Trees and figures of strategies: shipped, cached or computed, and as JSON documents."""

import time
from dataclasses import replace
from typing import Any, NotRequired, TypedDict

import numpy as np

from bestguess import engine
from bestguess.bounds import SearchState
from bestguess.candidates import find_candidates
from bestguess.data import known_plan
from bestguess.errors import HistoryError, SizeError, game_over_error
from bestguess.games import Code, Feedback, Game
from bestguess.games.table import Progress
from bestguess.position import Position
from bestguess.solve import Limits, OptimalStrategy
from bestguess.solve.optimal import best_within_rows
from bestguess.stats import compare
from bestguess.strategies import Strategy, is_random, strategy
from bestguess.trees import Figures, Node, Tree, build_tree
from bestguess.trees.tree import play_out
from bestguess.web.caches import game_key
from bestguess.web.jobs import JobContext
from bestguess.web.queries import TreeFileQuery, TreeQuery
from bestguess.web.service import Service
from bestguess.web.validation import pair_count

THREADS = max(1, engine.default_threads() - 1)  # native threads of a long computation: one core stays free for advice


def strategy_tree(
    service: Service,
    context: JobContext,
    game: Game,
    name: str,
    consistent: bool,
    nodes: int | None = None,
    first_guess: Code | None = None,
) -> Tree:
    """The whole tree of a strategy: shipped, cached or built now.

    *nodes* limits the proof of an optimal one. Raises SizeError when the game is too large or the proof too long.
    """
    plan = None if consistent or first_guess is not None else known_plan(game, name)
    if plan is not None and (game.rows is None or plan.figures.most_guesses <= game.rows):
        return replace(plan, rules=game, limit=game.rows)
    key = (game_key(game), name, consistent, first_guess)
    tree = service.trees.get(key)
    if tree is None:
        chosen = strategy(name, consistent=consistent, first_guess=first_guess, game=game)
        tree = replace(_build(service, context, game, chosen, nodes), rules=game)  # which keeps no table
        service.trees.put(key, tree)
    return tree


def asked_tree(service: Service, context: JobContext, game: Game, query: TreeQuery | TreeFileQuery) -> Tree:
    """The tree that *query* asks for, however long its proof takes."""
    return strategy_tree(service, context, game, query.strategy, query.consistent, first_guess=query.first_guess)


def strategy_figures(
    service: Service, context: JobContext, game: Game, name: str, consistent: bool, seeds: int, nodes: int | None = None
) -> Figures:
    """The figures of a strategy over every secret; `random` is averaged over *seeds*; *nodes* as in `strategy_tree`."""
    if not is_random(name):
        return strategy_tree(service, context, game, name, consistent, nodes).figures
    game = with_table(service, context, game, service.settings.tree_pairs)
    options = {"consistent": consistent, "seeds": seeds, "threads": THREADS}
    return compare(game, [name], **options, progress=lambda label: _labelled(context, label))[0]  # type: ignore[arg-type]


class _PlaceJson(TypedDict):
    """What comes from a place in a tree on."""

    wins: bool  # whether the guess can win here
    candidates: int
    height: int  # the most further guesses that are needed
    mean: float | None  # guesses on average
    lost: NotRequired[int]  # how many secrets are not found within the rows


class BranchJson(_PlaceJson):
    """What comes after one feedback: a guess, or with goal identify what it is."""

    feedback: str
    guess: str | None  # the guess; null where it is known what the secret is
    label: NotRequired[str]


class PathRowJson(TypedDict):
    """A row of a path, and how many candidates it leaves."""

    guess: str
    feedback: str
    candidates: int  # how many candidates the row leaves


class TreeNodeJson(_PlaceJson):
    """A node of a strategy's tree."""

    game: str
    strategy: str
    consistent: bool
    figures: Figures  # the figures of the whole tree
    history: str
    guess: str
    branches: list[BranchJson]  # what comes after each feedback
    depths: dict[str, int]  # how many secrets need each number of further guesses
    path: NotRequired[list[PathRowJson]]  # the rows that find the secret that was asked for


def node_document(tree: Tree, position: Position, query: TreeQuery) -> TreeNodeJson:
    """The node that *position* leads to, or the root and the path to the secret of *query*."""
    game, history = position.game, position.history
    if history and history[-1].feedback == game.win:
        raise HistoryError("the game is over: it is won")
    node = tree.root.at(history)
    if node.label is not None:
        raise game_over_error(node.label)
    document: TreeNodeJson = {
        "game": str(game),
        "strategy": tree.strategy,
        "consistent": tree.consistent,
        "figures": tree.figures,
        "history": query.history,
        "guess": node.guess,
        "wins": node.wins,
        "candidates": node.size,
        "height": node.height,
        "mean": node.mean,
        "branches": [_branch(feedback, branch) for feedback, branch in node.branches.items()],
        "depths": {str(depth): count for depth, count in enumerate(np.bincount(_depths(node)).tolist()) if depth},
    }
    if tree.limit is not None:
        document["lost"] = node.lost
    if query.secret is not None:
        document["path"] = _path(tree, game, query.secret)
    return document


def _branch(feedback: Feedback, node: Node) -> BranchJson:
    document: BranchJson = {
        "feedback": feedback,
        "guess": node.guess if node.label is None else None,
        "wins": node.wins,
        "candidates": node.size,
        "height": node.height,
        "mean": node.mean,
    }
    if node.label is not None:
        document["label"] = node.label
    if node.tree.limit is not None:
        document["lost"] = node.lost
    return document


def _build(service: Service, context: JobContext, game: Game, chosen: Strategy, nodes: int | None) -> Tree:
    if isinstance(chosen, OptimalStrategy):
        game = with_table(service, context, game, service.settings.proof_pairs)
        return _prove(service, context, game, chosen, nodes)
    game = with_table(service, context, game, service.settings.tree_pairs)
    return build_tree(game, chosen, threads=THREADS, progress=_labelled(context, chosen.name))


def with_table(service: Service, context: JobContext, game: Game, max_pairs: int) -> Game:
    """A copy of *game* that has its table; raises SizeError when it has more than *max_pairs* pairs."""
    pairs = pair_count(game)
    if pairs > min(max_pairs, service.settings.pairs):
        raise SizeError(f"expected a game of at most {max_pairs:,} guess-secret pairs, got {game} with {pairs:,}")
    context.check()
    return service.with_table(game, THREADS, _labelled(context, "table"))


def _prove(service: Service, context: JobContext, game: Game, chosen: OptimalStrategy, nodes: int | None) -> Tree:
    """The best tree, proven; raises SizeError when that takes too many *nodes* or too long."""

    def report(state: SearchState) -> None:
        bounds = {"lower_bound": state.bounds.lower, "upper_bound": state.bounds.upper}
        context.report(done=state.nodes, total=nodes or 0, label=chosen.name, **bounds)

    start = time.perf_counter()
    result = best_within_rows(
        Position(game),
        chosen.objective,
        consistent=chosen.consistent,
        first_guess=chosen.first_guess,
        limits=Limits(service.settings.seconds, nodes, threads=THREADS, cancel=context.cancel),
        progress=report,
    )
    context.check()
    if result.tree is None or not result.proven:
        limit = f"{service.settings.seconds:g} s" if nodes is None else f"{nodes:,} nodes"
        raise SizeError(f"{chosen.name} of {game} is not proven within {limit}")
    return replace(result.tree, strategy=chosen.name, seconds=time.perf_counter() - start)


def _labelled(context: JobContext, label: str) -> Progress:
    return lambda done, total: context.progress(done, total, label=label)


def _depths(node: Node) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """How many guesses each secret that is found below *node* still needs, including the one at *node*."""
    below = slice(node.index, node.tree.ends[node.index])
    before = int(node.tree.depth[node.index]) - 1
    return np.repeat(node.tree.guesses_made[below] - before, node.tree.wins[below])


def _path(tree: Tree, game: Game, secret: str) -> list[PathRowJson]:
    """The rows that find *secret*, or lose it, and how many candidates each leaves."""
    history = play_out(tree.root, game, secret)
    left = [find_candidates(game, history[:number], limit=0).count for number in range(1, len(history) + 1)]
    return [
        {"guess": row.guess, "feedback": row.feedback, "candidates": count}
        for row, count in zip(history, left, strict=True)
    ]
