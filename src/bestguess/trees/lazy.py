"""Lazy trees: nodes computed only when they are walked, so that following one path costs one path."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Protocol, TypeAlias, runtime_checkable

from bestguess.arguments import as_text, check_function, expected
from bestguess.errors import ContradictionError, FeedbackError, GameError, HistoryError
from bestguess.games import Code, Feedback, Game, GameLike, History, PositionLike, Row, as_game
from bestguess.strategies import DEFAULT_STRATEGY, Position, Strategy, StrategyLike, as_position, strategy
from bestguess.table import as_table
from bestguess.trees.tree import Node, Tree

Scorer: TypeAlias = Callable[[Code], Feedback]
"""Whatever answers guesses: a person, a secret, a function."""


@runtime_checkable
class AnyNode(Protocol):
    """What nodes of trees, lazy or not, have in common."""

    @property
    def guess(self) -> Code:
        """What is played here."""

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""

    def after(self, feedback: Feedback) -> "AnyNode":
        """The node after *feedback*; raises ContradictionError, or HistoryError when no guess is left."""


class LazyNode:
    """A position and what a strategy plays there; what comes after is computed when asked for.

    >>> node = lazy_tree("mastermind(4,6)", "minimax")
    >>> node.guess, node.after("1.0").guess, node.after("1.0").after("0.1").size
    ('1122', '1344', 44)
    """

    def __init__(self, position: PositionLike, chosen: StrategyLike) -> None:
        self.position = as_position(position)
        self.strategy = strategy(chosen, game=self.position.game)

    def as_strategy(self) -> Strategy:
        """The strategy that is played here and below."""
        return self.strategy

    @property
    def size(self) -> int:
        """How many candidates there are here."""
        return len(self.position.candidates)

    @cached_property
    def guess(self) -> Code:
        """What is played here."""
        return self.strategy(self.position)

    @cached_property
    def wins(self) -> bool:
        """Whether the guess may win here."""
        return self.position.game.win in self._parts

    @cached_property
    def _parts(self) -> Mapping[Feedback, Position]:
        return self.position.parts(self.guess)

    @property
    def _is_last_row(self) -> bool:
        return self.position.rows_left is not None and self.position.rows_left <= 1

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one that the board allows, and may not win."""
        return self._is_last_row and self._parts.keys() != {self.position.game.win}

    @cached_property
    def branches(self) -> "dict[Feedback, LazyNode]":
        """The nodes after each feedback but the winning one; each computes its guess when asked.

        After the last row of the board there are none.
        """
        win = self.position.game.win
        if self._is_last_row:
            return {}
        return {feedback: LazyNode(part, self.strategy) for feedback, part in self._parts.items() if feedback != win}

    def after(self, feedback: Feedback) -> "LazyNode":
        """The node after *feedback*; raises ContradictionError when no candidate would give it.

        Raises HistoryError when the game is won, and when no row is left.
        """
        if as_text("a feedback", feedback, FeedbackError) in self._parts and self.last:
            raise HistoryError(f"no row is left after {self.guess}")
        if feedback == self.position.game.win and feedback in self._parts:
            raise HistoryError(f"no guess follows {self.guess} with {feedback!r}: the game is won")
        if feedback not in self.branches:
            raise ContradictionError(f"no secret that is left answers {self.guess} with {feedback!r}")
        return self.branches[feedback]


def lazy_tree(
    game: GameLike, by: StrategyLike = DEFAULT_STRATEGY, *, consistent: bool = False, first_guess: Code | None = None
) -> LazyNode:
    """The root of the lazy tree of a strategy."""
    table = as_table(game)
    return LazyNode(Position(table), strategy(by, consistent=consistent, first_guess=first_guess, game=table.game))


def play_out(tree: "Tree | AnyNode", scorer: Scorer | Code | None = None, win: Feedback | None = None) -> History:
    """Plays a tree, or from a node on, against *scorer* until a guess gets *win*, or no row is left.

    A game that is lost gives the rows that were played, the last of them without *win*. Raises ContradictionError.

    *scorer* answers guesses; it may also be a secret. *win*: the winning feedback. Default: that of the tree's game.

    >>> tree = lazy_tree("mastermind(4,6)", "minimax")
    >>> str(play_out(tree, "3632"))
    '1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0'
    """
    node = as_node(tree)
    answer, win = _scorer(tree, scorer), _winning(tree, win)
    history = History()
    while True:
        feedback = as_text("a feedback", answer(node.guess), FeedbackError)
        history += Row(node.guess, feedback)
        if feedback == win:
            if not node.wins:
                raise ContradictionError(f"{node.guess} cannot be the secret after the answers {history[:-1]}")
            return history
        try:
            node = node.after(feedback)
        except HistoryError:  # no row is left
            return history
        except ContradictionError as error:
            raise ContradictionError(f"the answers {history} contradict each other: {error}") from error


def as_node(tree: "Tree | AnyNode") -> AnyNode:
    """The root of a tree, or the node itself; raises BestguessError."""
    if isinstance(tree, Tree):
        return tree.root
    if isinstance(tree, type) or not isinstance(tree, AnyNode):
        raise expected("a tree or one of its nodes", tree)
    return tree


def _game_of(tree: "Tree | AnyNode") -> Game:
    """The game of a tree; raises GameError when its text names none."""
    if isinstance(tree, LazyNode):
        return tree.position.game
    if isinstance(tree, Node):
        tree = tree.tree
    if not isinstance(tree, Tree):
        raise expected("a tree, which names its game", tree, GameError)
    return as_game(tree.game)


def _scorer(tree: "Tree | AnyNode", scorer: Scorer | Code | None) -> Scorer:
    if isinstance(scorer, str):
        game = _game_of(tree)
        return partial(_answer, game, game.parse_secret(scorer))
    if scorer is None:
        raise expected("a secret, or a function that answers guesses", scorer)
    check_function("a secret, or what answers guesses", scorer, 1)
    return scorer


def _answer(game: Game, secret: Code, guess: Code) -> Feedback:
    return game.feedback(guess, secret)


def _winning(tree: "Tree | AnyNode", win: Feedback | None) -> Feedback | None:
    return _game_of(tree).win if win is None else as_text("the winning feedback", win, FeedbackError)


def solutions(tree: "Tree | Node | LazyNode") -> dict[Code, tuple[Code, ...]]:
    """The guesses that find each secret, in the order of the tree; of a node, from there on.

    Secrets that are lost are not in it.

    >>> from bestguess.trees import build_tree
    >>> solutions(build_tree("mastermind(2,2)", "first"))
    {'11': ('11',), '22': ('11', '22'), '12': ('11', '12'), '21': ('11', '12', '21')}
    """
    node = as_node(tree)
    if isinstance(node, LazyNode):
        return _lazy_solutions(node)
    if not isinstance(node, Node):
        raise expected("a tree or one of its nodes", tree)
    return {
        node.tree.secret(below.index): (*(row.guess for row in history), below.guess)
        for history, below in node.walk()
        if below.wins
    }


def _lazy_solutions(root: LazyNode) -> dict[Code, tuple[Code, ...]]:
    """The same for nodes that are computed while they are walked."""
    found: dict[Code, tuple[Code, ...]] = {}
    waiting: list[tuple[LazyNode, tuple[Code, ...]]] = [(root, (root.guess,))]
    while waiting:
        node, path = waiting.pop()
        table = node.position.table
        if node.wins:
            for secret in table.won(table.guesses.index(node.guess)):
                if secret in node.position.candidates:
                    found[table.secrets[int(secret)]] = path
        waiting += [(branch, (*path, branch.guess)) for branch in reversed(node.branches.values())]
    return found


def worst_solutions(tree: "Tree | Node | LazyNode") -> dict[Code, tuple[Code, ...]]:
    """The solutions that need the most guesses; none when nothing is found within the rows."""
    found = solutions(tree)
    worst = max(map(len, found.values()), default=0)
    return {secret: path for secret, path in found.items() if len(path) == worst}
