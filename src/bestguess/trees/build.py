"""Writing a strategy out as a tree."""

import time
from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import as_threads, check_progress
from bestguess.errors import StrategyError
from bestguess.games import Code, GameLike, TableGame
from bestguess.strategies import Position, Strategy, StrategyLike, strategy
from bestguess.table import Progress, Table, as_table
from bestguess.trees.tree import Tree

if TYPE_CHECKING:
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

    >>> build_tree("mastermind(4,6)", "minimax").figures.distribution
    {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    """
    threads = as_threads(threads)
    check_progress(progress)
    table = as_table(game, threads=threads)
    chosen = strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=table.game)
    prepare(table)
    first = chosen.first_guess
    if chosen.consistent and first is not None and table.guesses.index(first) not in table.won:
        raise StrategyError(f"the first guess {first!r} is not consistent: it wins against no secret of {table.game}")
    began = time.perf_counter()
    nodes = chosen.nodes(Position(table), threads, progress)
    if nodes is None:
        nodes = _called_nodes(table, chosen, progress)
    return tree_of(table, chosen.name, chosen.consistent, nodes, time.perf_counter() - began)


def prepare(table: Table) -> None:
    """Makes what trees need beside the table, once, so that it does not count as search."""
    _ = table.native, table.native_symmetries, table.won


def _called_nodes(table: Table, chosen: Strategy, progress: Progress | None) -> "Nodes":
    """The nodes of a strategy that is called position by position."""
    nodes: list[tuple[int, int, int, int]] = []
    found = 0
    waiting = [(Position(table), 0, 1)]
    while waiting:
        position, branch, depth = waiting.pop()
        guess = chosen(position)
        parts = position.parts(guess)
        won = parts.pop(table.game.win, None)
        nodes.append((table.guesses.index(guess), branch, depth, won is not None))
        for feedback, part in reversed(parts.items()):
            waiting.append((part, table.ordinal(feedback), depth + 1))
        found += won is not None
        if progress:
            progress(found, len(table.secrets))
    guess_column, branch_column, depth_column, wins_column = np.array(nodes, np.uint32).T
    return guess_column, branch_column, depth_column, wins_column


def tree_of(table: Table, name: str, consistent: bool, nodes: "Nodes", seconds: float) -> Tree:
    """The tree of *nodes*, which the strategy called *name* made in so many *seconds*."""
    game = table.game
    guess, branch, depth, wins = nodes
    weight = None
    if table.weights is not None:
        won = [table.won[index] if win else -1 for index, win in zip(guess.tolist(), wins.tolist(), strict=True)]
        weight = np.array([0 if secret < 0 else table.weights[secret] for secret in won], np.int64)
    names = dict[Code, Code]()
    if table.guesses != table.secrets and game.kernel() is None:
        texts = ((table.guesses[index], table.secrets[secret]) for index, secret in table.won.items())
        names = {guess_text: secret_text for guess_text, secret_text in texts if guess_text != secret_text}
    return Tree(
        str(game.with_rows(None)),
        name,
        consistent,
        table.feedbacks,
        table.guesses,
        guess,
        branch,
        depth,
        wins.astype(np.bool_),
        weight,
        names,
        game.sha256 if isinstance(game, TableGame) else None,
        seconds,
        table.seconds,
    )
