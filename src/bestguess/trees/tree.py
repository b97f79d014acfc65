"""Trees: a strategy written out, as data."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import as_text
from bestguess.errors import ContradictionError, FeedbackError, HistoryError, StrategyError
from bestguess.games import Code, Feedback, History, HistoryLike, Row, Selection, as_rows
from bestguess.strategies import OwnStrategy, Position, Strategy
from bestguess.trees.figures import Figures

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Tree:
    """A strategy written out, node by node in preorder; the branches of a node are in the order of *feedbacks*.

    Node i plays ``codes[guess[i]]``. The feedback that leads to it is ``feedbacks[branch[i]]`` (of the root, nothing),
    its depth ``depth[i]`` counts guesses from 1, and ``wins[i]`` says whether its guess may win there.
    """

    game: str
    """The text of the game."""
    strategy: str
    consistent: bool
    feedbacks: tuple[Feedback, ...]
    codes: Sequence[Code]
    guess: "NDArray[np.uint32]"
    branch: "NDArray[np.uint32]"
    depth: "NDArray[np.uint32]"
    wins: "NDArray[np.bool_]"
    weight: "NDArray[np.int64] | None" = None
    """Of a game with weights, the weight of the secret that each node wins against."""
    secret_names: Mapping[Code, Code] = field(default_factory=dict)
    """The secret that a guess wins against, where it has another text."""
    game_files: tuple[tuple[str, str], ...] = ()
    """Of a game from files, the name and the SHA-256 of each."""
    history: History = field(default_factory=History)
    """The rows before the root."""
    lost: "NDArray[np.int64] | None" = None
    """Where guesses are limited: how many candidates of each node are not found, because it was the last guess."""
    lost_weight: "NDArray[np.int64] | None" = None
    """Of a game with weights, the weight of those."""
    seconds: float = 0.0
    table_seconds: float = 0.0

    def __len__(self) -> int:
        return len(self.guess)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, self.strategy, len(self)))

    def _key(self) -> tuple[object, ...]:
        weight = None if self.weight is None else self.weight[self.wins].tolist()
        nodes = (self.branch[1:].tolist(), self.depth.tolist(), self.wins.tolist(), weight)
        lost = [None if column is None else column.tolist() for column in (self.lost, self.lost_weight)]
        names = (self.game, self.strategy, self.consistent, self.feedbacks, dict(self.secret_names), self.game_files)
        return (names, self.history, self.guesses, nodes, lost)

    @cached_property
    def guesses(self) -> list[Code]:
        """The guess at every node."""
        return [self.codes[index] for index in self.guess.tolist()]

    def secret(self, node: int) -> Code:
        """The secret that the guess of *node* wins against."""
        guess = self.guesses[node]
        return self.secret_names.get(guess, guess)

    @cached_property
    def ends(self) -> list[int]:
        """Where the subtree of each node ends: its nodes are those from it up to there."""
        ends = [len(self)] * len(self)
        open_nodes: list[int] = []
        for node, depth in enumerate(self.depth.tolist()):
            for closed in open_nodes[depth - 1 :]:
                ends[closed] = node
            del open_nodes[depth - 1 :]
            open_nodes.append(node)
        return ends

    @property
    def root(self) -> "Node":
        """The first guess."""
        return Node(self, 0)

    def as_strategy(self) -> Strategy:
        """The strategy that plays this tree; it raises StrategyError in a position that the tree does not reach."""
        return OwnStrategy(self.strategy, self._guess_in)

    def _guess_in(self, position: Position) -> Code:
        whole = position.game.game if isinstance(position.game, Selection) else position.game
        if self.game not in (str(whole), str(whole.with_rows(None))):
            raise StrategyError(f"expected a tree of {whole}, got one of {self.game}")
        return self.root.at(position.history).guess

    @cached_property
    def figures(self) -> Figures:
        """Total, mean, worst and distribution over all secrets that are found, and how many are not."""
        depths = self.depth[self.wins].astype(np.int64)
        weights = np.ones(len(depths), np.int64) if self.weight is None else self.weight[self.wins]
        counts = np.bincount(depths, minlength=1).tolist()
        total = int((depths * weights).sum())
        lost = None if self.lost is None else int(self.lost.sum())
        return Figures(
            self.game,
            self.strategy,
            self.consistent,
            secrets=len(depths) + (lost or 0),
            total=total,
            mean=total / (int(weights.sum()) or 1) if len(depths) else math.nan,  # no weight: after a history only
            worst=len(counts) - 1,
            at_worst=counts[-1],
            distribution={depth: count for depth, count in enumerate(counts) if depth},
            first_guess=self.codes[int(self.guess[0])],
            lost=lost,
            lost_weight=lost if self.lost_weight is None else int(self.lost_weight.sum()),
            seconds=self.seconds,
            table_seconds=self.table_seconds,
        )


@dataclass(frozen=True)
class Node:
    """A node of a tree: the guess there, and what comes after each feedback.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> node = build_tree(game("mastermind(2,2)"), "first").root
    >>> node.guess, {feedback: branch.guess for feedback, branch in node.branches.items()}
    ('11', {'0.0': '22', '1.0': '12'})
    """

    tree: Tree
    index: int

    @property
    def guess(self) -> Code:
        """What is played here."""
        return self.tree.codes[int(self.tree.guess[self.index])]

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""
        return bool(self.tree.wins[self.index])

    @property
    def branches(self) -> "dict[Feedback, Node]":
        """The nodes after each feedback but the winning one."""
        return {self.tree.feedbacks[self.tree.branch[child]]: Node(self.tree, child) for child in self._children()}

    @property
    def size(self) -> int:
        """How many candidates there are here."""
        return int(self.tree.wins[self.index : self.tree.ends[self.index]].sum()) + self.lost

    @property
    def lost(self) -> int:
        """How many of them are not found, because guesses are limited."""
        return 0 if self.tree.lost is None else int(self.tree.lost[self.index : self.tree.ends[self.index]].sum())

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one that is allowed, and may not win."""
        return self.tree.lost is not None and bool(self.tree.lost[self.index])

    @property
    def height(self) -> int:
        """How many guesses are made from here at the most."""
        depths = self.tree.depth[self.index : self.tree.ends[self.index]]
        return int(depths.max()) - int(depths[0]) + 1

    @property
    def total(self) -> int:
        """Guesses from here on, summed over the candidates that are found; with weights, weight times guesses."""
        here = slice(self.index, self.tree.ends[self.index])
        guesses = self.tree.depth[here].astype(np.int64) - int(self.tree.depth[self.index]) + 1
        weights = 1 if self.tree.weight is None else self.tree.weight[here]
        return int((guesses * weights * self.tree.wins[here]).sum())

    def _children(self) -> Iterator[int]:
        child = self.index + 1
        while child < self.tree.ends[self.index]:
            yield child
            child = self.tree.ends[child]

    def after(self, feedback: Feedback) -> "Node":
        """The node after *feedback*; raises ContradictionError when no candidate would give it.

        Raises HistoryError when no guess is left.
        """
        as_text("a feedback", feedback, FeedbackError)
        if self.last:
            raise HistoryError(f"no row is left after {self.guess}")
        for child in self._children():
            if self.tree.feedbacks[self.tree.branch[child]] == feedback:
                return Node(self.tree, child)
        won = ", unless it wins" if self.wins else ""  # a tree does not know which feedback wins
        raise ContradictionError(f"no secret that is left answers {self.guess} with {feedback!r}{won}")

    def at(self, history: HistoryLike) -> "Node":
        """The node that *history* leads to, whose guesses are the tree's own; else ContradictionError."""
        node = self
        for row in as_rows(history):
            if row.guess != node.guess:
                raise ContradictionError(f"the tree plays {node.guess} where the history has {row.guess}")
            node = node.after(row.feedback)
        return node

    def walk(self) -> "Iterator[tuple[History, Node]]":
        """The node and all below it in preorder, each with the rows that lead to it."""
        rows: list[Row] = []
        path: list[Code] = []
        for index in range(self.index, self.tree.ends[self.index]):
            above = int(self.tree.depth[index]) - int(self.tree.depth[self.index])
            del path[above:], rows[max(0, above - 1) :]
            if above:
                rows.append(Row(path[-1], self.tree.feedbacks[self.tree.branch[index]]))
            path.append(self.tree.guesses[index])
            yield History(rows), Node(self.tree, index)
