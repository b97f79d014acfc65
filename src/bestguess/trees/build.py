"""Writing a strategy out as a tree."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bestguess.arguments import as_threads, check_progress
from bestguess.errors import StrategyError
from bestguess.games import Code, Game, GameLike, History
from bestguess.strategies import Position, Strategy, StrategyLike, strategy
from bestguess.table import Progress, Table, as_table
from bestguess.trees.tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices
    from bestguess.strategies.base import Nodes


def build_tree(
    game: GameLike,
    by: StrategyLike,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tree:
    """The whole tree of a strategy: natively for those that the core knows, else position by position.

    In a game with rows the tree ends with the last row: what is not found by then is lost.

    >>> build_tree("mastermind(4,6)", "minimax").figures.distribution
    {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    """
    threads = as_threads(threads)
    check_progress(progress)
    table = as_table(game, threads=threads)
    chosen = strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=table.game)
    prepare(table)
    first = chosen.first_guess
    if chosen.consistent and first is not None and not len(table.won(table.guesses.index(first))):
        raise StrategyError(f"the first guess {first!r} is not consistent: it wins against no secret of {table.game}")
    began = time.perf_counter()
    nodes = chosen.nodes(Position(table), threads, progress)
    if nodes is None:
        nodes = _called_nodes(table, chosen, progress)
    seconds = time.perf_counter() - began
    rows = table.game.rows
    lost = None
    if rows is not None and int(nodes[3].sum()) < len(table.secrets):  # the strategy itself ended at the last row
        lost = lost_after(Position(table), nodes, rows)
    return tree_of(table, chosen.name, chosen.consistent, nodes, seconds, rows=rows, lost=lost)


def prepare(table: Table) -> None:
    """Makes what trees need beside the table, once, so that it does not count as search."""
    _ = table.native, table.native_symmetries, table.winners


def _called_nodes(table: Table, chosen: Strategy, progress: Progress | None) -> "Nodes":
    """The nodes of a strategy that is called position by position, down to the last row of the board."""
    nodes: list[tuple[int, int, int, int]] = []
    found = 0
    waiting = [(Position(table), 0, 1)]
    while waiting:
        position, branch, depth = waiting.pop()
        guess = chosen(position)
        parts = position.parts(guess)
        won = None if table.game.win is None else parts.pop(table.game.win, None)
        nodes.append((table.guesses.index(guess), branch, depth, won is not None))
        if depth == table.game.rows:
            continue
        for feedback, part in reversed(parts.items()):
            waiting.append((part, table.ordinal(feedback), depth + 1))
        found += won is not None
        if progress:
            progress(found, len(table.secrets))
    guess_column, branch_column, depth_column, wins_column = np.array(nodes, np.uint32).T
    return guess_column, branch_column, depth_column, wins_column


class Lost(NamedTuple):
    """How many candidates of each node are not found, because it was the last guess; with weights, their weight."""

    secrets: "NDArray[np.int64]"
    weight: "NDArray[np.int64] | None"


def tree_of(
    table: Table,
    name: str,
    consistent: bool,
    nodes: "Nodes",
    seconds: float,
    *,
    history: History | None = None,
    rows: int | None = None,
    lost: Lost | None = None,
) -> Tree:
    """The tree of *nodes*, which the strategy called *name* made in so many *seconds* after *history*.

    What needs more than *rows* guesses, those of the history counted, is cut off and lost; *lost* says what that is
    where it is cut off already.
    """
    game = table.game
    before = History() if history is None else history
    weight = _weights_won(table, nodes)
    if rows is not None and lost is None:
        nodes, weight, lost = _cut(nodes, weight, rows - len(before))
    guess, branch, depth, wins = nodes
    return Tree(
        str(game.with_rows(rows)),
        name,
        consistent,
        table.feedbacks,
        table.guesses,
        guess,
        branch,
        depth,
        wins.astype(np.bool_),
        weight,
        _secret_names(table),
        game.files,
        before,
        None if lost is None else lost.secrets,
        None if lost is None else lost.weight,
        seconds,
        table.seconds,
    )


def within_rows(tree: Tree, game: Game) -> Tree:
    """*tree*, which is of *game* without rows, as the tree of *game*: what comes after its last row is cut off."""
    left = game.rows_left(tree.history)
    if left is None or tree.lost is not None:
        return replace(tree, game=str(game))
    nodes = (tree.guess, tree.branch, tree.depth, tree.wins.astype(np.uint32))
    (guess, branch, depth, wins), weight, lost = _cut(nodes, tree.weight, left)
    return replace(
        tree,
        game=str(game),
        guess=guess,
        branch=branch,
        depth=depth,
        wins=wins.astype(np.bool_),
        weight=weight,
        lost=lost.secrets,
        lost_weight=lost.weight,
    )


def _weights_won(table: Table, nodes: "Nodes") -> "NDArray[np.int64] | None":
    """In a game with weights, the weight of the secret that each node wins against."""
    if table.weights is None:
        return None
    guess, _, _, wins = nodes
    weighed = np.array([table.weights[table.won(index)].sum() for index in guess.tolist()], np.int64)
    return np.where(wins.astype(np.bool_), weighed, 0)


def _secret_names(table: Table) -> dict[Code, Code]:
    """The secret that a guess wins against, where it has another text."""
    if table.guesses == table.secrets or table.game.kernel() is not None:
        return {}
    texts = ((table.guesses[int(index)], table.secrets[secret]) for secret, index in enumerate(table.winner))
    return {guess_text: secret_text for guess_text, secret_text in texts if guess_text != secret_text}


def lost_after(position: Position, nodes: "Nodes", limit: int) -> Lost:
    """What the tree of *nodes* from *position* on, which ends after *limit* guesses, loses at each node."""
    table = position.table
    path: list[dict[int, Indices]] = []  # the parts at each node on the way
    secrets = np.zeros(len(nodes[0]), np.int64)
    weight = np.zeros(len(nodes[0]), np.int64)
    for node, (guess, branch, depth) in enumerate(zip(*(column.tolist() for column in nodes[:3]), strict=True)):
        del path[depth - 1 :]
        path.append(table.partition(guess, path[-1][branch] if path else position.candidates))
        if depth == limit:
            lost = [part for ordinal, part in path[-1].items() if ordinal != table.win]
            secrets[node] = sum(map(len, lost))
            if table.weights is not None:
                weight[node] = sum(int(table.weights[part].sum()) for part in lost)
    return Lost(secrets, None if table.weights is None else weight)


def _cut(
    nodes: "Nodes", weight: "NDArray[np.int64] | None", limit: int
) -> "tuple[Nodes, NDArray[np.int64] | None, Lost]":
    """The *nodes* of at most *limit* guesses, their *weight*, and what is found only below them."""
    guess, branch, depth, wins = nodes
    kept = depth <= limit
    place = np.cumsum(kept) - 1  # of each node, or of the last one before it that is kept: its ancestor, in preorder
    below = ~kept & wins.astype(np.bool_)
    size = int(kept.sum())
    secrets = np.bincount(place[below], minlength=size).astype(np.int64)
    left: Nodes = (guess[kept], branch[kept], depth[kept], wins[kept])
    if weight is None:
        return left, None, Lost(secrets, None)
    lost_weight = np.zeros(size, np.int64)
    np.add.at(lost_weight, place[below], weight[below])
    return left, weight[kept], Lost(secrets, lost_weight)
