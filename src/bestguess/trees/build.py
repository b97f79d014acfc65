"""Build the tree of a strategy: whole, or lazily, node by node."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import as_threads, check_progress, describe
from bestguess.display import HtmlRepr, one_line
from bestguess.errors import ContradictionError, HistoryError, StrategyError, game_over_error, game_won_error
from bestguess.games import Code, Feedback, History
from bestguess.games.declarations import Label
from bestguess.games.table import Progress, Table
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import DEFAULT_STRATEGY, NO_GUESS, Strategy, StrategyLike, strategy
from bestguess.trees.tree import Scorer, Tree, play_out, solutions_of, walk

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
    """Build the whole tree of the strategy *by*, from a game or a position on.

    The core builds the trees of the strategies that it knows. Other strategies are called once for every node. In a
    game with rows the tree ends at the last row, and secrets not found by then are lost.

    >>> build_tree("mastermind(4,6)", "minimax").distribution
    {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    """
    threads = as_threads(threads)
    check_progress(progress)
    position = as_position(game)
    position.game.build_table(threads=threads)
    position = position.without_ignored()
    position = position.in_game(position.game)  # with the feedback objects of the table, which the tree contains
    position.check_running()
    rules, table = position.game, position.table
    chosen_strategy = strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=rules)
    prepare(table)
    first = chosen_strategy.first_guess
    if chosen_strategy.consistent and first is not None and not len(table.secrets_won_by(table.guesses.index(first))):
        raise StrategyError(f"the first guess {first!r} is not consistent: it wins against no secret of {table.game}")
    began = time.perf_counter()
    nodes = chosen_strategy.nodes(position, threads, progress)
    if nodes is None:
        nodes = _nodes_by_calls(position, chosen_strategy, progress)
    seconds = time.perf_counter() - began
    return tree_of(position, chosen_strategy.name, chosen_strategy.consistent, nodes, rows=rules.rows, seconds=seconds)


def prepare(table: Table) -> None:
    """Compute the cached properties of *table* that trees need, so that the search is not charged for their time."""
    _ = table.native, table.native_symmetries, table.winners


def _nodes_by_calls(start: Position, chosen_strategy: Strategy, progress: Progress | None) -> "Nodes":
    """Return the nodes of a strategy that the core does not know, by calling it in every position."""
    table, found_count = start.table, 0
    nodes: list[tuple[int, int, int, int]] = []
    for rows, node in walk(LazyNode(start, chosen_strategy)):
        guess = table.guesses.index(node.guess) if node.label is None else NO_GUESS
        branch = table.ordinal(rows[-1].feedback) if rows else 0
        nodes.append((guess, branch, len(rows) + 1, node.found_count))
        found_count += node.found_count
        if progress:
            progress(found_count, start.count)
    guess_column, branch_column, depth_column, wins_column = np.array(nodes, np.uint32).T
    return guess_column, branch_column, depth_column, wins_column


def tree_of(
    position: Position,
    name: str,
    consistent: bool,
    nodes: "Nodes",
    *,
    rows: int | None = None,
    seconds: float = 0.0,
) -> Tree:
    """Return the tree of *nodes* from *position* on; *name* is the name of the strategy.

    The tree is cut off after *rows* guesses, including those of the history. What is not found by then is lost.
    """
    table, candidates = position.table, position.candidate_indices
    rules, history = position.game.with_rows(rows), position.active_rows
    limit = rules.rows_left(history)
    if limit is not None:
        guess, branch, depth, wins = nodes
        kept = depth <= limit + (guess == NO_GUESS)  # a leaf needs no guess, so it may be one deeper
        nodes = (guess[kept], branch[kept], depth[kept], wins[kept])
    guess, branch, depth, wins = nodes
    label = [None] * len(guess)
    weight = np.zeros(len(guess), np.int64)
    lost, lost_weight = weight.copy(), weight.copy()
    all_won = not rules.identifies and int(wins.sum()) >= len(candidates)
    # Three ways to find the weight of the candidates that end at each node, the fastest first.
    if all_won and not rules.has_weights:
        weight = wins.astype(np.int64)
    elif all_won and table.max_wins == 1:
        weight = np.where(wins > 0, _weight_won(table)[guess], 0)
    else:
        last_node, is_found = find_last_nodes(table, nodes, candidates)
        weights = table.weights[candidates]
        np.add.at(weight, last_node[is_found], weights[is_found])
        np.add.at(lost, last_node[~is_found], 1)
        np.add.at(lost_weight, last_node[~is_found], weights[~is_found])
        if rules.identifies:
            numbers = table.labels[candidates[is_found]].tolist()
            for node, number in zip(last_node[is_found].tolist(), numbers, strict=True):
                label[node] = table.label_names[number]
    return Tree(
        rules=rules,
        history=history,
        strategy=name,
        consistent=consistent,
        feedbacks=table.feedbacks,
        codes=table.guesses,
        guess=guess,
        branch=branch,
        depth=depth,
        wins=wins.astype(np.uint32),
        label=label,
        weight=weight,
        node_lost=lost,
        node_lost_weight=lost_weight,
        limit=limit,
        secret_names=table.secret_names,
        seconds=seconds,
        table_seconds=table.seconds,
    )


def _weight_won(table: Table) -> "NDArray[np.int64]":
    """Return the weight of the secret that each guess wins against; each may win against one secret at most."""
    ends, winners = table.winners
    weight = np.zeros(len(table.guesses), np.int64)
    weight[winners] = np.repeat(table.weights, np.diff(ends, prepend=np.uint32(0)))
    return weight


def find_last_nodes(
    table: Table, nodes: "Nodes", candidates: "Indices"
) -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
    """Return the last node that each of *candidates* reaches, and whether it is found there.

    All candidates descend together, one level of the tree at a time. A node is identified by a key: the place of its
    parent in the level above, times the number of feedbacks, plus the feedback that leads to it.
    """
    guess, branch, depth, _ = nodes
    by_depth = np.argsort(depth, kind="stable")
    levels = np.split(by_depth, np.cumsum(np.bincount(depth))[1:-1])
    at = np.zeros(len(candidates), np.int64)  # the node of each candidate
    place = np.zeros(len(candidates), np.int64)  # the place of that node in its level
    active = np.arange(len(candidates))  # the candidates that reached this level
    size = len(table.feedbacks)
    for level, below in pairwise(levels):
        active = active[guess[at[active]] != NO_GUESS]
        answers = table.ordinals[guess[at[active]], candidates[active]].astype(np.int64)
        # In preorder the parent of a node is the last node of the level above that comes before it.
        parent = np.searchsorted(level, below, side="right") - 1
        keys = parent * size + branch[below]
        order = np.argsort(keys)
        candidate_keys = place[active] * size + answers
        child = np.minimum(np.searchsorted(keys, candidate_keys, sorter=order), len(keys) - 1)
        has_child = keys[order[child]] == candidate_keys  # else the guess won, or it was the last
        active, child = active[has_child], order[child[has_child]]
        at[active], place[active] = below[child], child
    is_found = guess[at] == NO_GUESS
    is_found[~is_found] = table.ordinals[guess[at[~is_found]], candidates[~is_found]] == table.win
    return at, is_found


@dataclass(frozen=True, eq=False)
class LazyNode(HtmlRepr):
    """A node of a lazy tree: a position and the guess of a strategy there. Nodes below are computed on first use.

    >>> node = lazy_tree("mastermind(4,6)", "minimax")
    >>> node.guess, node.after("1.0").guess, node.after("1.0").after("0.1").size
    ('1122', '1344', 44)
    """

    position: Position
    strategy: Strategy

    def __repr__(self) -> str:
        where = f" after {self.position.active_rows}" if self.position.active_rows else ""
        return one_line(self, f"of {self.position.game}{where}, {self.strategy.name}")

    def as_strategy(self) -> Strategy:
        """Return the strategy that is played here and below."""
        return self.strategy

    def play(self, secret: Code | Scorer) -> History:
        """Return the rows from here on when *secret* is the secret; see `Tree.play`."""
        return play_out(self, self.position.game, secret)

    def solutions(self) -> list[History]:
        """Return the rows from here on that find each secret; see `Tree.solutions`."""
        return solutions_of(self, self.position.game.win)

    @property
    def size(self) -> int:
        """The number of candidates here."""
        return self.position.count

    @property
    def label(self) -> Label | None:
        """The label of all candidates, at a leaf; None at a guess."""
        return self.position.label

    @cached_property
    def guess(self) -> Code:
        """The guess that is played here; raises StrategyError at a leaf."""
        if self.label is not None:
            raise StrategyError(f"expected a node with a guess, got a leaf: it is {self.label}")
        return self.strategy(self.position)

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""
        return self.position.game.win in self._parts

    @property
    def found_count(self) -> int:
        """The number of candidates found here: those that the guess wins against, at a leaf all of them."""
        if self.label is not None:
            return self.size
        return self._parts[self.position.game.win].count if self.wins else 0

    @cached_property
    def _parts(self) -> Mapping[Feedback, Position]:
        return {} if self.label is not None else self.position.parts(self.guess)

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one allowed, and some candidates are not found by it."""
        handled = self.branches.keys() | {self.position.game.win}
        return not self._parts.keys() <= handled

    @cached_property
    def branches(self) -> "dict[Feedback, LazyNode]":
        """The nodes after each feedback except the winning one; after the last row, leaves only."""
        win, rows_left = self.position.game.win, self.position.rows_left
        return {
            feedback: LazyNode(part, self.strategy)
            for feedback, part in self._parts.items()
            if feedback != win and not (rows_left == 1 and part.label is None)
        }

    def after(self, feedback: Feedback) -> "LazyNode":
        """Return the node after *feedback*; raise the same errors as `Node.after`."""
        if self.label is not None:
            raise game_over_error(self.label)
        answer = self.position.game.as_feedback(feedback)
        if answer not in self._parts:
            raise ContradictionError(f"no candidate answers {self.guess} with {describe(feedback)}")
        if answer in self.branches:
            return self.branches[answer]
        if answer == self.position.game.win:
            raise game_won_error(self.guess, answer)
        raise HistoryError(f"no row is left after {self.guess}")


def lazy_tree(
    game: PositionLike,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
) -> LazyNode:
    """Return the root of the lazy tree of the strategy *by*, from a game or a position on."""
    position = as_position(game)
    position.check_running()
    return LazyNode(position, strategy(by, consistent=consistent, first_guess=first_guess, game=position.game))
