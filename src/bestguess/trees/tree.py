"""Trees: a strategy written out, as data."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bestguess.arguments import as_text
from bestguess.errors import ContradictionError, FeedbackError, HistoryError, StrategyError, game_over
from bestguess.games import HIT, Code, Feedback, History, HistoryLike, Row, Selection, as_rows, quoted
from bestguess.shown import Shown, one_line
from bestguess.strategies import NO_GUESS, OwnStrategy, Position, Strategy
from bestguess.trees.figures import Figures, in_user_units
from bestguess.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray


class UnitFigures(NamedTuple):
    """The figures of a tree in integers, as files have them: *total* and *worst* in units of the costs.

    *distribution* has how many secrets are found by 1, 2, … guesses; *weight* is that of the secrets that are found.
    """

    secrets: int
    total: int
    worst: int
    at_worst: int
    distribution: tuple[int, ...]
    weight: int


@dataclass(frozen=True, eq=False)
class Tree(Shown):
    """A strategy written out, node by node in preorder; the branches of a node are in the order of *feedbacks*.

    Node i plays ``codes[guess[i]]``. The feedback that leads to it is ``feedbacks[branch[i]]`` (of the root, nothing),
    its depth ``depth[i]`` counts guesses from 1, and ``wins[i]`` says how many candidates its guess wins against there.
    With goal identify a *leaf* is a node without a guess, where ``guess[i]`` is `NO_GUESS`: ``label[i]`` says what it
    is, and ``wins[i]`` how many candidates are left. Its depth is one more than that of the guess above it.
    """

    game: str
    """The text of the game."""
    strategy: str
    consistent: bool
    """Whether only consistent guesses were allowed."""
    feedbacks: tuple[Feedback, ...]
    codes: Sequence[Code]
    guess: "NDArray[np.uint32]"
    branch: "NDArray[np.uint32]"
    depth: "NDArray[np.uint32]"
    wins: "NDArray[np.uint32]"
    weight: "NDArray[np.int64] | None" = None
    """Of a game with weights, the weight of the candidates that each node ends for."""
    secret_names: Mapping[Code, Code] = field(default_factory=dict)
    """The secret that a guess wins against, where it is one of another text."""
    game_files: tuple[tuple[str, str], ...] = ()
    """Of a game from files, the name and the SHA-256 of each."""
    history: History = field(default_factory=History)
    """The rows before the root."""
    lost: "NDArray[np.int64] | None" = None
    """Where guesses are limited: how many candidates of each node are not found, because it was the last guess."""
    lost_weight: "NDArray[np.int64] | None" = None
    """Of a game with weights, the weight of those."""
    seconds: float = 0.0
    """How long it took to build."""
    table_seconds: float = 0.0
    """How long it took to build the table."""
    goal: str = HIT
    """The goal of the game: `hit` or `identify`."""
    label: Sequence[str | None] | None = None
    """With goal identify, what it is at each leaf; None at guesses."""
    labels: tuple[tuple[Code, str], ...] | None = None
    """Of a game with labels, that of each secret."""
    costs: tuple[tuple[Code, int], ...] | None = None
    """Of a game with costs, that of each guess, in units of *cost_unit*."""
    cost_unit: Fraction = Fraction(1)
    """What one unit of the costs is in the user's unit."""
    ended: Sequence[tuple[Code, ...]] | None = field(default=None, repr=False)
    """The secrets that end at each node, where these may be others than the labels and guesses say; not in files."""

    def __len__(self) -> int:
        return len(self.guess)

    def __repr__(self) -> str:
        return one_line(self, f"of {self.game}, {self.strategy}: {len(self):,} nodes, {self.figures.summary}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.game, self.strategy, len(self)))

    def _key(self) -> tuple[object, ...]:
        weight = None if self.weight is None else self.weight[self.wins > 0].tolist()
        nodes = (self.branch[1:].tolist(), self.depth.tolist(), self.wins.tolist(), weight)
        lost = [None if column is None else column.tolist() for column in (self.lost, self.lost_weight)]
        names = (self.game, self.strategy, self.consistent, self.feedbacks, dict(self.secret_names), self.game_files)
        said = (self.goal, None if self.label is None else list(self.label), self.labels, self.costs, self.cost_unit)
        return (names, self.history, self.guesses, nodes, lost, said)

    @cached_property
    def guesses(self) -> list[Code | None]:
        """The guess at every node; None at leaves."""
        return [None if index == NO_GUESS else self.codes[index] for index in self.guess.tolist()]

    @cached_property
    def is_leaf(self) -> "NDArray[np.bool_]":
        """Which nodes are leaves; none with goal hit."""
        return np.asarray(self.guess == NO_GUESS)

    @cached_property
    def asked(self) -> "NDArray[np.int64]":
        """How many guesses have been made once a game ends at each node: its depth, at a leaf one less."""
        return self.depth.astype(np.int64) - self.is_leaf

    @cached_property
    def cost(self) -> "NDArray[np.int64] | None":
        """Of a game with costs, what the guess at each node costs, in units of *cost_unit*; 0 at leaves."""
        if self.costs is None:
            return None
        cost_of = dict(self.costs)
        return np.array([0 if guess is None else cost_of[guess] for guess in self.guesses], np.int64)

    @cached_property
    def spent(self) -> "NDArray[np.int64]":
        """What the guesses down to each node cost, its own among them; without costs, how many they are."""
        if self.cost is None:
            return self.asked
        steps = np.zeros(len(self) + 1, np.int64)
        steps[:-1] = self.cost
        np.subtract.at(steps, np.array(self.ends), self.cost)  # what ends there is on the way no more
        return np.cumsum(steps[:-1])

    def secret(self, node: int) -> Code:
        """What is found at *node*: the label of a leaf; the secret that the guess wins against.

        Where it is not known which of several secrets that is, the text of the guess stands for them.
        """
        if self.label is not None and (label := self.label[node]) is not None:
            return label
        if self.ended is not None and len(self.ended[node]) == 1:
            return self.ended[node][0]
        guess = Node(self, node).guess
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
    def unit_figures(self) -> UnitFigures:
        """The figures in integers: with costs, in their units."""
        ends = self.wins > 0
        wins, spent = self.wins[ends].astype(np.int64), self.spent[ends]
        weights = wins if self.weight is None else self.weight[ends]
        counts = np.zeros(int(self.asked[ends].max(initial=0)) + 1, np.int64)
        np.add.at(counts, self.asked[ends], wins)
        worst = int(spent.max(initial=0))
        return UnitFigures(
            secrets=int(wins.sum()) + (0 if self.lost is None else int(self.lost.sum())),
            total=int((spent * weights).sum()),
            worst=worst,
            at_worst=int(wins[spent == worst].sum()),
            distribution=tuple(counts[1:].tolist()),
            weight=int(weights.sum()),
        )

    @cached_property
    def figures(self) -> Figures:
        """Total, mean, worst and distribution over all secrets that are found, and how many are not."""
        units, unit = self.unit_figures, self.cost_unit
        lost = None if self.lost is None else int(self.lost.sum())
        mean = math.nan
        if units.distribution:  # no weight: after a history only
            mean = float(unit * units.total / (units.weight or 1))
        return Figures(
            self.game,
            self.strategy,
            self.consistent,
            secrets=units.secrets,
            total=in_user_units(units.total, unit),
            mean=mean,
            worst=in_user_units(units.worst, unit),
            at_worst=units.at_worst,
            distribution=dict(enumerate(units.distribution, start=1)),
            first_guess=self.codes[int(self.guess[0])],
            lost=lost,
            lost_weight=lost if self.lost_weight is None else int(self.lost_weight.sum()),
            goal=self.goal,
            costs=self.costs is not None,
            seconds=self.seconds,
            table_seconds=self.table_seconds,
        )


@dataclass(frozen=True)
class Node(Shown):
    """A node of a tree: the guess there, and what comes after each feedback; at a leaf, what it is.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> node = build_tree(game("mastermind(2,2)"), "first").root
    >>> node.guess, {feedback: branch.guess for feedback, branch in node.branches.items()}
    ('11', {'0.0': '22', '1.0': '12'})
    """

    tree: Tree
    index: int
    """Its place in the tree, in preorder."""

    def __repr__(self) -> str:
        said = self.label if self.label is not None else self.guess
        return one_line(self, f"{quoted(said)}: {counted(self.size, 'candidate')} of {self.tree.game}")

    @property
    def label(self) -> str | None:
        """With goal identify what it is, where that is known: at a leaf. None where there is a guess."""
        return None if self.tree.label is None else self.tree.label[self.index]

    @property
    def guess(self) -> Code:
        """What is played here; raises StrategyError at a leaf, where `label` says what it is."""
        index = int(self.tree.guess[self.index])
        if index == NO_GUESS:
            raise StrategyError(f"expected a node with a guess, got a leaf: it is {self.label}")
        return self.tree.codes[index]

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""
        return self.label is None and bool(self.tree.wins[self.index])

    @property
    def found(self) -> int:
        """How many candidates end here: the guess wins against them, or it is a leaf."""
        return int(self.tree.wins[self.index])

    @property
    def cost(self) -> float:
        """What the guess here costs, in the user's unit: 1 in games without costs; nothing at a leaf."""
        if self.tree.cost is None:
            return int(self.label is None)
        return in_user_units(int(self.tree.cost[self.index]), self.tree.cost_unit)

    @property
    def branches(self) -> "dict[Feedback, Node]":
        """The nodes after each feedback but the winning one."""
        return {self.tree.feedbacks[self.tree.branch[child]]: Node(self.tree, child) for child in self._children()}

    @property
    def _here(self) -> slice:
        """The node and all below it."""
        return slice(self.index, self.tree.ends[self.index])

    @property
    def size(self) -> int:
        """How many candidates there are here."""
        return int(self.tree.wins[self._here].sum()) + self.lost

    @property
    def lost(self) -> int:
        """How many of them are not found, because guesses are limited."""
        return 0 if self.tree.lost is None else int(self.tree.lost[self._here].sum())

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one that is allowed, and may not be enough."""
        return self.tree.lost is not None and bool(self.tree.lost[self.index])

    @property
    def height(self) -> int:
        """How many guesses are made from here at the most; none at a leaf."""
        return int(self.tree.asked[self._here].max()) - int(self.tree.depth[self.index]) + 1

    @property
    def total(self) -> float:
        """Guesses from here on, summed over the candidates that are found; with weights, weight times guesses.

        With costs, what they cost, in the user's unit; an integer wherever it is one.
        """
        spent = self.tree.spent[self._here] - self._spent_before
        return in_user_units(int((spent * self._found_weights).sum()), self.tree.cost_unit)

    @property
    def mean(self) -> float | None:
        """*total* for a candidate that is found, on average; with weights, by weight; None where none is found."""
        weight = int(self._found_weights.sum())
        return self.total / weight if weight else None

    @property
    def worst(self) -> float:
        """The most that a candidate that is found needs from here on: guesses or, with costs, the user's unit."""
        tree, here = self.tree, self._here
        most = tree.spent[here][tree.wins[here] > 0].max(initial=self._spent_before)
        return in_user_units(int(most) - self._spent_before, tree.cost_unit)

    @property
    def _found_weights(self) -> "NDArray[np.int64]":
        """The weights of the candidates that each node from here on ends for; without weights, how many they are."""
        wins = self.tree.wins[self._here].astype(np.int64)
        return wins if self.tree.weight is None else self.tree.weight[self._here] * (wins > 0)

    @property
    def _spent_before(self) -> int:
        own = int(self.label is None) if self.tree.cost is None else int(self.tree.cost[self.index])
        return int(self.tree.spent[self.index]) - own

    def _children(self) -> Iterator[int]:
        child = self.index + 1
        while child < self.tree.ends[self.index]:
            yield child
            child = self.tree.ends[child]

    def after(self, feedback: Feedback) -> "Node":
        """The node after *feedback*, which may be a leaf; raises ContradictionError when no candidate would give it.

        Raises HistoryError when no guess is left, and at a leaf.
        """
        as_text("a feedback", feedback, FeedbackError)
        if self.label is not None:
            raise game_over(self.label)
        for child in self._children():
            if self.tree.feedbacks[self.tree.branch[child]] == feedback:
                return Node(self.tree, child)
        if self.last:
            raise HistoryError(f"no row is left after {self.guess}")
        won = ", unless it wins" if self.wins else ""  # a tree does not know which feedback wins
        raise ContradictionError(f"no secret that is left answers {self.guess} with {feedback!r}{won}")

    def at(self, history: HistoryLike) -> "Node":
        """The node that *history* leads to, whose guesses are the tree's own; else ContradictionError.

        Raises HistoryError when *history* goes on after a leaf.
        """
        node = self
        for row in as_rows(history):
            if node.label is not None:
                raise game_over(node.label)
            if row.guess != node.guess:
                raise ContradictionError(f"the tree plays {node.guess} where the history has {row.guess}")
            node = node.after(row.feedback)
        return node

    def walk(self) -> "Iterator[tuple[History, Node]]":
        """The node and all below it in preorder, leaves too, each with the rows that lead to it."""
        rows: list[Row] = []
        path: list[Code] = []
        for index in range(self.index, self.tree.ends[self.index]):
            above = int(self.tree.depth[index]) - int(self.tree.depth[self.index])
            del path[above:], rows[max(0, above - 1) :]
            if above:
                rows.append(Row(path[-1], self.tree.feedbacks[self.tree.branch[index]]))
            path.append(self.tree.guesses[index] or "")  # nothing is below a leaf
            yield History(rows), Node(self.tree, index)
