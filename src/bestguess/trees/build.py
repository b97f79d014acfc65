"""Writing a strategy out as a tree."""

import time
from dataclasses import replace
from fractions import Fraction
from itertools import compress, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import numpy as np

from bestguess.arguments import as_threads, check_progress
from bestguess.errors import StrategyError
from bestguess.games import HIT, Code, Game, History
from bestguess.games.declarations import Label
from bestguess.games.table import Progress, Table
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import NO_GUESS, Strategy, StrategyLike, strategy
from bestguess.trees.tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices
    from bestguess.strategies.base import Nodes


def build_tree(
    game: PositionLike,
    by: StrategyLike,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Tree:
    """Return the whole tree of a strategy from a game or a position on.

    It is built natively for strategies that the core knows, else position by position. In a game with rows it ends with
    the last row: what is not found by then is lost.

    >>> build_tree("mastermind(4,6)", "minimax").distribution
    {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    """
    threads = as_threads(threads)
    check_progress(progress)
    given = as_position(game)
    given.game.build_table(threads=threads)
    position = given.without_ignored().normalised()
    position.check_running()
    rules, table = position.game, position.table
    chosen = strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=rules)
    prepare(table)
    first = chosen.first_guess
    if chosen.consistent and first is not None and not len(table.won(table.guesses.index(first))):
        raise StrategyError(f"the first guess {first!r} is not consistent: it wins against no secret of {table.game}")
    began = time.perf_counter()
    nodes = chosen.nodes(position, threads, progress)
    if nodes is None:
        nodes = _called_nodes(position, chosen, progress)
    seconds = time.perf_counter() - began
    rows = rules.rows
    lost = None
    if rows is not None and int(nodes[3].sum()) < position.count:  # the strategy itself ended at the last row
        lost = lost_after(position, nodes)
    begun = {"history": position.history, "candidates": position.candidate_indices}
    return tree_of(table, chosen.name, chosen.consistent, nodes, seconds, **begun, rows=rows, lost=lost)  # type: ignore[arg-type]


def prepare(table: Table) -> None:
    """Makes what trees need beside the table, once, so that it does not count as search."""
    _ = table.native, table.native_symmetries, table.winners


def _called_nodes(start: Position, chosen: Strategy, progress: Progress | None) -> "Nodes":
    """The nodes of a strategy that is called position by position, down to the last row of the board."""
    table, rows = start.table, start.rows_left
    nodes: list[tuple[int, int, int, int]] = []
    found = 0
    waiting: list[tuple[Position, int, int]] = [(start, 0, 1)]
    while waiting:
        position, branch, depth = waiting.pop()
        size = len(position.candidate_indices)
        if table.is_over(position.candidate_indices):
            nodes.append((NO_GUESS, branch, depth, size))
            found += size
            continue
        guess = chosen(position)
        parts = position.parts(guess)
        won = None if table.game.win is None else parts.pop(table.game.win, None)
        wins = 0 if won is None else won.count
        nodes.append((table.guesses.index(guess), branch, depth, wins))
        found += wins
        last = depth == rows
        for feedback, part in reversed(parts.items()):
            if not last or table.is_over(part.candidate_indices):
                waiting.append((part, table.ordinal(feedback), depth + 1))
        if progress:
            progress(found, start.count)
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
    candidates: "Indices | None" = None,
    rows: int | None = None,
    lost: Lost | None = None,
) -> Tree:
    """The tree of *nodes*, which the strategy called *name* made in so many *seconds* after *history*.

    *candidates*: those that it begins with. Default: what *history* leaves. What needs more than *rows* guesses, those
    of the history counted, is cut off and lost; *lost* says what that is where it is cut off already.
    """
    game = table.game
    before = History() if history is None else history
    label, weight, ended = None, None, None
    if table.game.identifies or table.most_won > 1:
        left = table.candidates(before) if candidates is None else candidates
        ended = _ended(table, nodes, left)
        label, weight = _labels(table, ended), _weights(table, ended)
    elif table.game.has_weights:
        weight = _weights_won(table, table.weights, nodes)
    tree = Tree(
        str(game.with_rows(rows)),
        name,
        consistent,
        table.feedbacks,
        table.guesses,
        *nodes,
        weight,
        _secret_names(table),
        game.files,
        before,
        None if lost is None else lost.secrets,
        None if lost is None else lost.weight,
        seconds,
        table.seconds,
        label=label,
        **said_by(game),
        ended=None if ended is None else _codes(table, ended),
        rules=game.with_rows(rows),
    )
    return _cut(tree, rows - len(before)) if rows is not None and lost is None else tree


class Said(TypedDict):
    """What a game says beside its text: the fields of a tree, and the members of a file."""

    goal: str
    labels: tuple[tuple[Code, Label], ...] | None
    costs: tuple[tuple[Code, int], ...] | None
    cost_unit: Fraction


NOTHING_SAID: Said = {"goal": HIT, "labels": None, "costs": None, "cost_unit": Fraction(1)}
"""Of games with the goal hit, and no costs."""


def said_by(game: Game) -> Said:
    """What *game* says beside its text.

    >>> from bestguess.games import game
    >>> said_by(game("mastermind(4,6)"))
    {'goal': 'hit', 'labels': None, 'costs': None, 'cost_unit': Fraction(1, 1)}
    """
    return {
        "goal": game.goal,
        "labels": None if game.labels is None else tuple(zip(game.secrets, game.labels, strict=True)),
        "costs": None if game.costs is None else tuple(zip(game.guesses, game.costs, strict=True)),
        "cost_unit": game.cost_unit,
    }


def within_rows(tree: Tree, game: Game) -> Tree:
    """*tree*, which is of *game* without rows, as the tree of *game*: what comes after its last row is cut off."""
    left = game.rows_left(tree.history)
    tree = replace(tree, game=str(game), rules=game)
    return tree if left is None or tree.node_lost is not None else _cut(tree, left)


def _weights_won(table: Table, weights: "NDArray[np.int64]", nodes: "Nodes") -> "NDArray[np.int64]":
    """The weight of the secret that each node wins against, where no guess wins against two."""
    guess, _, _, wins = nodes
    weighed = np.zeros(len(table.guesses), np.int64)
    ends, winners = table.winners
    np.add.at(weighed, winners, np.repeat(weights, np.diff(ends, prepend=np.uint32(0))))
    return np.where(wins > 0, weighed[guess], 0)


def _ended(table: Table, nodes: "Nodes", candidates: "Indices") -> "list[Indices]":
    """Those of *candidates* that end at each of *nodes*."""
    at, found = played_through(table, nodes, candidates)
    order = np.argsort(at[found], kind="stable")
    counts = np.bincount(at[found], minlength=len(nodes[0]))
    if (counts != nodes[3]).any():
        raise ValueError("the tree is of other candidates")
    return np.split(candidates[found][order], np.cumsum(counts)[:-1])


def _labels(table: Table, ended: "list[Indices]") -> list[Label | None] | None:
    """What it is at each leaf, where these secrets have *ended*; None with goal hit."""
    if not table.game.identifies:
        return None
    return [table.label_names[int(table.labels[secrets[0]])] if len(secrets) else None for secrets in ended]


def _weights(table: Table, ended: "list[Indices]") -> "NDArray[np.int64] | None":
    """The weight of what has *ended* at each node; None without weights."""
    weights = table.weights
    return None if not table.game.has_weights else np.array([weights[secrets].sum() for secrets in ended], np.int64)


def _codes(table: Table, ended: "list[Indices]") -> list[tuple[Code, ...]]:
    return [tuple(table.secrets[secret] for secret in secrets.tolist()) for secrets in ended]


def played_through(
    table: Table, nodes: "Nodes", candidates: "Indices"
) -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
    """The last node on the way of each of *candidates*, and whether it is found there: level by level, all at once."""
    guess, branch, depth, _ = nodes
    by_depth = np.argsort(depth, kind="stable")
    levels = np.split(by_depth, np.cumsum(np.bincount(depth))[1:-1])
    at = np.zeros(len(candidates), np.int64)  # the node of each candidate
    place = np.zeros(len(candidates), np.int64)  # of that node in its level
    going = np.arange(len(candidates))  # who is at the level
    size = len(table.feedbacks)
    for level, below in pairwise(levels):
        going = going[guess[at[going]] != NO_GUESS]
        answers = table.ordinals[guess[at[going]], candidates[going]].astype(np.int64)
        above = np.searchsorted(level, below, side="right") - 1  # in preorder a node comes after the one above it
        keys = above * size + branch[below]
        order = np.argsort(keys)
        wanted = place[going] * size + answers
        child = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
        goes_on = keys[order[child]] == wanted
        going, child = going[goes_on], order[child[goes_on]]
        at[going], place[going] = below[child], child
    found = guess[at] == NO_GUESS
    found[~found] = table.ordinals[guess[at[~found]], candidates[~found]] == table.win
    return at, found


def _secret_names(table: Table) -> dict[Code, Code]:
    """The secret that a guess wins against, where it wins against no other, and that has another text; by guess."""
    if table.game.kernel() is not None or table.game.identifies:
        return {}
    ends, winners = table.winners
    secrets = np.repeat(table.all_candidates, np.diff(ends, prepend=np.uint32(0)))
    alone = np.bincount(winners, minlength=len(table.guesses))[winners] == 1
    pairs = sorted(zip(winners[alone].tolist(), secrets[alone].tolist(), strict=True))
    codes = ((table.guesses[guess], table.secrets[secret]) for guess, secret in pairs)
    return {guess: secret for guess, secret in codes if guess != secret}


def lost_after(position: Position, nodes: "Nodes") -> Lost:
    """What the tree of *nodes* from *position* on, which ends before all is found, loses at each node."""
    table, candidates = position.table, position.candidate_indices
    ends, found = played_through(table, nodes, candidates)
    secrets = np.bincount(ends[~found], minlength=len(nodes[0])).astype(np.int64)
    if not table.game.has_weights:
        return Lost(secrets, None)
    weight = np.zeros(len(nodes[0]), np.int64)
    np.add.at(weight, ends[~found], table.weights[candidates[~found]])
    return Lost(secrets, weight)


def _cut(tree: Tree, limit: int) -> Tree:
    """*tree* without what comes after *limit* guesses: what is found only there is lost at the last guess before."""
    kept = tree.asked <= limit
    size = int(kept.sum())
    before = np.where(tree.depth <= limit, np.arange(len(tree)), 0)
    # Of each node the last one before it that is not below a last guess; in preorder, what is cut off is below that.
    place = (np.cumsum(kept) - 1)[np.maximum.accumulate(before)]
    secrets = np.zeros(size, np.int64)
    np.add.at(secrets, place[~kept], tree.wins[~kept].astype(np.int64))
    lost_weight = None
    if tree.weight is not None:
        lost_weight = np.zeros(size, np.int64)
        np.add.at(lost_weight, place[~kept], tree.weight[~kept])
    return replace(
        tree,
        guess=tree.guess[kept],
        branch=tree.branch[kept],
        depth=tree.depth[kept],
        wins=tree.wins[kept],
        weight=None if tree.weight is None else tree.weight[kept],
        label=None if tree.label is None else list(compress(tree.label, kept)),
        ended=None if tree.ended is None else list(compress(tree.ended, kept)),
        node_lost=secrets,
        node_lost_weight=lost_weight,
    )
