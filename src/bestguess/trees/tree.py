"""Trees: a strategy written out, as data."""

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypedDict, TypeVar

import numpy as np

from bestguess.arguments import check_function, describe, is_hashable
from bestguess.display import HtmlRepr, one_line
from bestguess.errors import (
    BestguessError,
    ContradictionError,
    FeedbackError,
    GameError,
    HistoryError,
    StrategyError,
    error_text,
    game_over_error,
    game_won_error,
)
from bestguess.games import Code, Feedback, Game, History, HistoryLike, Row, Selection, as_game, quote
from bestguess.games.codes import CodeTuple
from bestguess.games.declarations import Label
from bestguess.games.registry import GameRecord, HoldsGame
from bestguess.position import Position
from bestguess.strategies import NO_GUESS, Strategy, TreeStrategy
from bestguess.trees.figures import Figures, in_user_units
from bestguess.wording import count_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.trees.build import LazyNode


Scorer: TypeAlias = Callable[[Code], Feedback]
"""A function that answers guesses with feedback."""


MAX_NUMBER = 2**50 - 1
"""The greatest number allowed in a file."""
Number: TypeAlias = Annotated[int, ("maximum", MAX_NUMBER)]


class FiledFigures(TypedDict):
    """Figures of a tree as integers: guesses, or costs in the unit of the file."""

    secrets: Number  # how many candidates there are, including those that are lost
    total: Number  # weight times guesses or costs, summed over the candidates that are found
    worst: Number  # the most that a candidate needs, of those that are found; 0: none is found
    at_worst: Number  # how many candidates need the most
    distribution: list[Number]  # how many candidates are found by 1, 2, ... guesses
    lost: Number | None  # how many candidates are not found; null: there is no limit
    lost_weight: Number | None  # the weight of the lost candidates; null: there is no limit


@dataclass(frozen=True, eq=False)
class Tree(HtmlRepr, HoldsGame):
    """A strategy written out, in columns with one item for each node.

    Nodes are in preorder, the branches of a node in the order of *feedbacks*. Node i plays ``codes[guess[i]]``. The
    feedback that leads to it is ``feedbacks[branch[i]]`` (meaningless for the root). Its depth ``depth[i]`` counts
    guesses from 1. ``wins[i]`` is the number of candidates that its guess wins against.

    With goal identify there are also *leaves*: nodes without a guess, where ``guess[i]`` is `NO_GUESS`. ``label[i]`` is
    the label of the candidates left, and ``wins[i]`` their number. The depth of a leaf is one more than that of the
    guess above it.
    """

    rules: Game | GameRecord
    """The game; for a tree from a file, the record of the game in that file."""
    history: History
    """The rows before the root."""
    strategy: str
    consistent: bool
    """Whether only consistent guesses were allowed."""
    feedbacks: tuple[Feedback, ...]
    codes: Sequence[Code]
    guess: "NDArray[np.uint32]"
    branch: "NDArray[np.uint32]"
    depth: "NDArray[np.uint32]"
    wins: "NDArray[np.uint32]"
    label: Sequence[Label | None]
    """The label at each leaf; None at guesses."""
    weight: "NDArray[np.int64]"
    """The weight of the candidates that are found at each node."""
    node_lost: "NDArray[np.int64]"
    """The number of candidates lost at each node, because its guess was the last one allowed."""
    node_lost_weight: "NDArray[np.int64]"
    """The weight of the candidates that are lost at each node."""
    limit: int | None = None
    """The most guesses from the root on; None: no limit."""
    secret_names: Mapping[Code, Code] = field(default_factory=dict)
    """The secret that a guess wins against, if it is the only one and its text differs from the guess."""
    seconds: float = 0.0
    """The time to build the tree, in seconds."""
    table_seconds: float = 0.0
    """The time to build the table, in seconds."""

    def __len__(self) -> int:
        return len(self.guess)

    def __repr__(self) -> str:
        return one_line(self, f"of {self.game}, {self.strategy}: {len(self):,} nodes, {self.figures.summary}")

    def __eq__(self, other: object) -> bool:
        from bestguess.trees.files import tree_document  # here, because that module imports this one

        return isinstance(other, Tree) and tree_document(self) == tree_document(other)

    def __hash__(self) -> int:
        return hash((self.game, self.strategy, len(self)))

    @property
    def game(self) -> str:
        """The text of the game."""
        return str(self.rules)

    @property
    def goal(self) -> str:
        """The goal of the game: `hit` or `identify`."""
        return self.rules.goal

    @cached_property
    def guesses(self) -> list[Code | None]:
        """The guess at every node; None at leaves."""
        return [None if index == NO_GUESS else self.codes[index] for index in self.guess.tolist()]

    @cached_property
    def is_leaf(self) -> "NDArray[np.bool_]":
        """Whether each node is a leaf; all False with goal hit."""
        return np.asarray(self.guess == NO_GUESS)

    @cached_property
    def guesses_made(self) -> "NDArray[np.int64]":
        """The number of guesses made at each node, its own included: its depth, at a leaf one less."""
        return self.depth.astype(np.int64) - self.is_leaf

    @cached_property
    def cost(self) -> "NDArray[np.int64]":
        """The cost of the guess at each node, in units; 0 at leaves."""
        if self.rules.costs is None:
            return (~self.is_leaf).astype(np.int64)
        cost_of = dict(zip(self.rules.guesses, self.rules.costs, strict=True))
        return np.array([0 if guess is None else cost_of[guess] for guess in self.guesses], np.int64)

    @cached_property
    def spent(self) -> "NDArray[np.int64]":
        """The sum of the costs of all guesses down to each node, in units."""
        if not self.rules.has_costs:
            return self.guesses_made
        # A sum over the nodes in preorder: the cost of a guess is added at its node, and subtracted after its subtree.
        steps = np.zeros(len(self) + 1, np.int64)
        steps[:-1] = self.cost
        np.subtract.at(steps, np.array(self.ends), self.cost)
        return np.cumsum(steps[:-1])

    @cached_property
    def parents(self) -> list[int]:
        """The index of the node above each node; -1 for the root."""
        parents: list[int] = []
        path = [-1]
        for node, depth in enumerate(self.depth.tolist()):
            del path[depth:]
            parents.append(path[-1])
            path.append(node)
        return parents

    @cached_property
    def ends(self) -> list[int]:
        """The end of the subtree of each node i: it contains the nodes from i up to, but not including, ``ends[i]``."""
        ends, parents = list(range(1, len(self) + 1)), self.parents
        for node in range(len(self) - 1, 0, -1):
            ends[parents[node]] = max(ends[parents[node]], ends[node])
        return ends

    @cached_property
    def heights(self) -> list[int]:
        """The most guesses that are made from each node on; 0 at a leaf."""
        heights: list[int] = (1 - self.is_leaf).tolist()
        for node in range(len(self) - 1, 0, -1):
            heights[self.parents[node]] = max(heights[self.parents[node]], heights[node] + 1)
        return heights

    @cached_property
    def sizes(self) -> list[int]:
        """The number of candidates at each node."""
        before = np.concatenate([[0], np.cumsum(self.wins + self.node_lost)])
        sizes: list[int] = (before[self.ends] - before[:-1]).tolist()
        return sizes

    @property
    def total(self) -> float:
        """Guesses summed over all secrets that are found; see `Figures` for this and the figures below."""
        return self.figures.total

    @property
    def mean(self) -> float:
        """Guesses on average."""
        return self.figures.mean

    @property
    def worst(self) -> float:
        """The most guesses that a secret needs."""
        return self.figures.worst

    @property
    def at_worst(self) -> float:
        """The number of secrets that need the most."""
        return self.figures.at_worst

    @property
    def distribution(self) -> Mapping[int, float]:
        """The number of secrets for each number of guesses that they need."""
        return dict(self.figures.distribution)

    @property
    def lost(self) -> float | None:
        """The number of secrets not found within the rows; None without rows."""
        return self.figures.lost

    @property
    def first_guess(self) -> Code:
        """The guess that the tree begins with."""
        return self.codes[int(self.guess[0])]

    def play(self, secret: "Code | Scorer") -> History:
        """Return the rows when *secret* is the secret, whether it is found or lost.

        *secret* may also be a function that answers guesses. Raises ContradictionError if its answers contradict each
        other.

        >>> from bestguess.trees import build_tree
        >>> str(build_tree("mastermind(4,6)", "minimax").play("3632"))
        '1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0'
        """
        return self.root.play(secret)

    def solutions(self) -> list[History]:
        """Return the rows that find each secret, in the order of the tree; lost secrets are left out.

        >>> from bestguess.trees import build_tree
        >>> [str(history) for history in build_tree("mastermind(2,2)", "first").solutions()]
        ['11:2.0', '11:0.0 22:2.0', '11:1.0 12:2.0', '11:1.0 12:0.2 21:2.0']
        """
        return self.root.solutions()

    def save(self, path: str | Path) -> None:
        """Write the tree to *path*; for a custom game, also write its table to PATH.csv."""
        from bestguess.trees.files import save_tree  # here, because that module imports this one

        save_tree(self, path)

    def as_text(self) -> "Tree":
        """Return this tree with texts in place of the codes, feedbacks and labels of a custom game."""
        if isinstance(self.rules, GameRecord) or (text_game := self.rules.as_text()) is self.rules:
            return self
        text = self.rules.text
        return replace(
            self,
            rules=text_game,
            history=History([(text(row.guess), text(row.feedback)) for row in self.history]),
            feedbacks=tuple(map(text, self.feedbacks)),
            codes=CodeTuple(map(text, self.codes)),
            label=[None if label is None else text(label) for label in self.label],
            secret_names={text(guess): text(secret) for guess, secret in self.secret_names.items()},
        )

    def game_rules(self) -> Game:
        """Return the game, which a tree from a file knows only by its text; raise GameError if that fails."""
        if isinstance(self.rules, Game):
            return self.rules
        try:
            game = as_game(self.game)
        except BestguessError as error:
            raise GameError(f"the game of the tree: {error}") from error
        files = self.rules.files
        if files and {sha256 for _, sha256 in game.files} != {sha256 for _, sha256 in files}:
            raise GameError(f"the game of the tree: the file of {game} is not the one that the tree was built with")
        return game

    @property
    def root(self) -> "Node":
        """The first node."""
        return Node(self, 0)

    def as_strategy(self) -> Strategy:
        """Return the strategy that plays this tree, in positions that the tree reaches."""
        return TreeStrategy(self.strategy, self._guess_in)

    def _guess_in(self, position: Position) -> Code:
        # The position may be in a sample of the game, and its game may have other rows than the game of the tree.
        game = position.game.game if isinstance(position.game, Selection) else position.game
        other_text = self.game not in (str(game), str(game.with_rows(None)))
        if other_text or (isinstance(self.rules, Game) and self.rules.with_rows(None) != game.with_rows(None)):
            raise StrategyError(f"expected a tree of {game}, got one of {self.game}")
        rows_before, rows = len(self.history), position.active_rows
        if rows[:rows_before] != self.history:
            raise StrategyError(
                f"expected a position after {self.history}, where the tree begins, got one after {rows}"
            )
        return self.root.at(rows[rows_before:]).guess

    @cached_property
    def unit_figures(self) -> FiledFigures:
        """The figures as integers; costs in units."""
        ends = self.wins > 0
        wins, spent = self.wins[ends], self.spent[ends]
        worst = int(spent.max(initial=0))
        return {
            "secrets": int(wins.sum() + self.node_lost.sum()),
            "total": int((spent * self.weight[ends]).sum()),
            "worst": worst,
            "at_worst": int(wins[spent == worst].sum()),
            "distribution": np.bincount(self.guesses_made[ends], wins)[1:].astype(np.int64).tolist(),
            "lost": int(self.node_lost.sum()),
            "lost_weight": int(self.node_lost_weight.sum()),
        }

    @cached_property
    def figures(self) -> Figures:
        """The guesses that the tree needs over all secrets, or their costs."""
        units, unit = self.unit_figures, self.rules.cost_unit
        weight = int(self.weight.sum()) or 1  # After a history, all candidates left may have weight 0.
        return Figures(
            self.game,
            self.strategy,
            self.consistent,
            secrets=units["secrets"],
            total=in_user_units(units["total"], unit),
            mean=float(unit * units["total"] / weight) if units["distribution"] else math.nan,
            worst=in_user_units(units["worst"], unit),
            at_worst=units["at_worst"],
            distribution=dict(enumerate(units["distribution"], start=1)),
            first_guess=self.first_guess,
            lost=None if self.limit is None else units["lost"],
            lost_weight=None if self.limit is None else units["lost_weight"],
            goal=self.goal,
            costs=self.rules.has_costs,
            seconds=self.seconds,
            table_seconds=self.table_seconds,
        )


@dataclass(frozen=True)
class Node(HtmlRepr):
    """A node of a tree: its guess, and a branch for each feedback; at a leaf, a label.

    >>> from bestguess.trees import build_tree
    >>> node = build_tree("mastermind(2,2)", "first").root
    >>> node.guess, {feedback: branch.guess for feedback, branch in node.branches.items()}
    ('11', {'0.0': '22', '1.0': '12'})
    """

    tree: Tree
    index: int
    """The place of the node in the tree, in preorder."""

    def __repr__(self) -> str:
        text = self.guess if self.label is None else self.label
        return one_line(self, f"{quote(text)}: {count_text(self.size, 'candidate')} of {self.tree.game}")

    @property
    def label(self) -> Label | None:
        """The label of all candidates, at a leaf; None at a guess."""
        return self.tree.label[self.index]

    @property
    def guess(self) -> Code:
        """The guess that is played here; raises StrategyError at a leaf."""
        index = int(self.tree.guess[self.index])
        if index == NO_GUESS:
            raise StrategyError(f"expected a node with a guess, got a leaf: it is {self.label}")
        return self.tree.codes[index]

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""
        return self.label is None and bool(self.tree.wins[self.index])

    @property
    def found_count(self) -> int:
        """The number of candidates found here: those that the guess wins against, at a leaf all of them."""
        return int(self.tree.wins[self.index])

    @property
    def cost(self) -> float:
        """The cost of the guess here, in the user's unit; 0 at a leaf."""
        return self._in_user_units(self.tree.cost[self.index])

    @property
    def branches(self) -> "dict[Feedback, Node]":
        """The nodes after each feedback except the winning one."""
        branches: dict[Feedback, Node] = {}
        child = self.index + 1
        while child < self.tree.ends[self.index]:
            branches[self.tree.feedbacks[self.tree.branch[child]]] = Node(self.tree, child)
            child = self.tree.ends[child]
        return branches

    @property
    def _subtree(self) -> slice:
        return slice(self.index, self.tree.ends[self.index])

    @property
    def size(self) -> int:
        """The number of candidates here."""
        return self.tree.sizes[self.index]

    @property
    def lost(self) -> int:
        """The number of candidates here that are lost, because the guesses are limited."""
        return int(self.tree.node_lost[self._subtree].sum())

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one allowed, and some candidates are not found by it."""
        return bool(self.tree.node_lost[self.index])

    @property
    def height(self) -> int:
        """The most guesses that are made from here on; 0 at a leaf."""
        return self.tree.heights[self.index]

    @property
    def total(self) -> float:
        """Weight times guesses from here on, or their costs, summed over the candidates that are found."""
        spent = self.tree.spent[self._subtree] - self._spent_before
        return self._in_user_units((spent * self.tree.weight[self._subtree]).sum())

    @property
    def mean(self) -> float | None:
        """*total* divided by the weight of the candidates that are found; None if that is 0."""
        weight = int(self.tree.weight[self._subtree].sum())
        return self.total / weight if weight else None

    @property
    def worst(self) -> float:
        """The most that a candidate needs from here on, of those that are found."""
        tree, subtree = self.tree, self._subtree
        most = tree.spent[subtree][tree.wins[subtree] > 0].max(initial=self._spent_before)
        return self._in_user_units(most - self._spent_before)

    @property
    def _spent_before(self) -> int:
        return int(self.tree.spent[self.index] - self.tree.cost[self.index])

    def _in_user_units(self, units: int) -> float:
        return in_user_units(int(units), self.tree.rules.cost_unit)

    def after(self, feedback: Feedback) -> "Node":
        """Return the node after *feedback*; raise ContradictionError if no candidate gives that feedback.

        Raises HistoryError if no guess is left, and at a leaf.
        """
        if self.label is not None:
            raise game_over_error(self.label)
        rules = self.tree.rules
        answer = feedback if isinstance(rules, GameRecord) else rules.as_feedback(feedback)
        if is_hashable(answer) and answer in (branches := self.branches):
            return branches[answer]
        if isinstance(rules, Game) and answer == rules.win and self.wins:
            raise game_won_error(self.guess, answer)
        if self.last:
            raise HistoryError(f"no row is left after {self.guess}")
        raise ContradictionError(f"no candidate answers {self.guess} with {describe(feedback)}")

    def play(self, secret: "Code | Scorer") -> History:
        """Return the rows from here on when *secret* is the secret; see `Tree.play`."""
        return play_out(self, self.tree.game_rules(), secret)

    def solutions(self) -> list[History]:
        """Return the rows from here on that find each secret, in the order of the tree."""
        return solutions_of(self, None if self.tree.rules.identifies else self.tree.game_rules().win)

    def at(self, history: HistoryLike) -> "Node":
        """Return the node that *history* leads to; raise ContradictionError if the tree plays other guesses.

        Raises HistoryError if *history* goes on after a leaf.
        """
        if isinstance(history, str):
            history = self.tree.game_rules().parse_rows(history) if history else ()
        node = self
        for row in History(history):
            if node.label is None and row.guess != node.guess:
                raise ContradictionError(f"the tree plays {node.guess} where the history has {row.guess}")
            node = node.after(row.feedback)
        return node

    def walk(self) -> "Iterator[tuple[History, Node]]":
        """Yield this node and all nodes below it in preorder, each with the rows that lead to it."""
        return walk(self)


_AnyNode = TypeVar("_AnyNode", "Node", "LazyNode")


def walk(node: _AnyNode) -> "Iterator[tuple[History, _AnyNode]]":
    """Yield *node* and all nodes below it in preorder, each with the rows that lead to it."""
    stack = [(History(), node)]
    while stack:
        rows, node = stack.pop()
        yield rows, node
        # Reversed, because the stack gives the last one first.
        branches = reversed(node.branches.items())
        stack += [(rows + Row(node.guess, feedback), branch) for feedback, branch in branches]


def solutions_of(node: _AnyNode, win: Feedback | None) -> list[History]:
    """Return the rows from *node* on that find each secret; *win* is the winning feedback."""
    solutions = list[History]()
    for rows, end in walk(node):
        solutions += [rows if end.label is not None else rows + Row(end.guess, win)] * end.found_count
    return solutions


def play_out(node: "Node | LazyNode", game: Game, secret: Code | Scorer) -> History:
    """Return the rows from *node* on, until a guess wins, a leaf is reached, or no row is left.

    *secret* is a secret of *game*, or a function that answers guesses. Raises ContradictionError if the answers
    contradict each other, FeedbackError if the function fails.
    """
    score = _scorer(game, secret)
    history = History()
    while node.label is None:
        try:
            answer = score(node.guess)
        except BestguessError:
            raise
        except Exception as error:  # a user's function may raise anything
            where = f"the function that answers guesses fails for {describe(node.guess)}"
            raise FeedbackError(f"{where}: {error_text(error)}") from error
        feedback = game.as_feedback(answer)
        history += Row(node.guess, feedback)
        if feedback == game.win:
            if not node.wins:
                raise ContradictionError(f"{node.guess} cannot be the secret after the answers {history[:-1]}")
            return history
        try:
            node = node.after(feedback)
        except HistoryError:  # no row is left
            return history
        except ContradictionError as error:
            raise ContradictionError(f"the answers {history} contradict each other: {error}") from error
    return history


def _scorer(game: Game, secret: Code | Scorer) -> Scorer:
    """Return a function that answers guesses: *secret* itself if it is one, else one that scores against *secret*."""
    # The secrets of a custom game may be callable objects.
    if callable(secret) and (not isinstance(secret, Hashable) or secret not in game.secrets):
        check_function("a secret, or a function that answers guesses", secret, 1)
        function: Scorer = secret
        return function
    secret_code = game.as_secret(secret)
    return lambda guess: game.score_unchecked(guess, secret_code)
