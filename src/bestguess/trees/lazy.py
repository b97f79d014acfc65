"""Lazy trees: nodes computed only when they are walked, so that following one path costs one path."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Protocol, TypeAlias, runtime_checkable

from bestguess.arguments import as_text, check_function, expected
from bestguess.errors import (
    BestguessError,
    ContradictionError,
    FeedbackError,
    GameError,
    HistoryError,
    StrategyError,
    game_over,
)
from bestguess.games import HIT, IDENTIFY, Code, Feedback, Game, GameLike, History, PositionLike, Row, as_game
from bestguess.shown import Shown, one_line
from bestguess.strategies import DEFAULT_STRATEGY, Position, Strategy, StrategyLike, as_position, strategy
from bestguess.table import as_table
from bestguess.trees.build import ended_by
from bestguess.trees.tree import Node, Tree

Scorer: TypeAlias = Callable[[Code], Feedback]
"""Whatever answers guesses: a person, a secret, a function."""


@runtime_checkable
class AnyNode(Protocol):
    """What nodes of trees, lazy or not, have in common."""

    @property
    def label(self) -> str | None:
        """With goal identify what it is, where that is known: at a leaf. None where there is a guess."""

    @property
    def guess(self) -> Code:
        """What is played here; raises StrategyError at a leaf."""

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""

    def after(self, feedback: Feedback) -> "AnyNode":
        """The node after *feedback*; raises ContradictionError, or HistoryError when no guess is left."""


class LazyNode(Shown):
    """A position and what a strategy plays there; what comes after is computed when asked for.

    >>> node = lazy_tree("mastermind(4,6)", "minimax")
    >>> node.guess, node.after("1.0").guess, node.after("1.0").after("0.1").size
    ('1122', '1344', 44)
    """

    def __init__(self, position: PositionLike, chosen: StrategyLike) -> None:
        self.position = as_position(position)
        self.strategy = strategy(chosen, game=self.position.game)

    def __repr__(self) -> str:
        where = f" after {self.position.history}" if self.position.history else ""
        return one_line(self, f"of {self.position.game}{where}, {self.strategy.name}")

    def as_strategy(self) -> Strategy:
        """The strategy that is played here and below."""
        return self.strategy

    @property
    def size(self) -> int:
        """How many candidates there are here."""
        return len(self.position.candidates)

    @property
    def label(self) -> str | None:
        """With goal identify what it is, once that is known; None where there is a guess."""
        return self.position.label

    @cached_property
    def guess(self) -> Code:
        """What is played here; raises StrategyError at a leaf, where `label` says what it is."""
        if self.label is not None:
            raise StrategyError(f"expected a node with a guess, got a leaf: it is {self.label}")
        return self.strategy(self.position)

    @cached_property
    def wins(self) -> bool:
        """Whether the guess may win here."""
        return self.won is not None

    @property
    def won(self) -> Position | None:
        """The candidates that the guess wins against, as a position; None where it wins against none."""
        win = self.position.game.win
        return None if win is None else self._parts.get(win)

    @cached_property
    def _parts(self) -> Mapping[Feedback, Position]:
        return {} if self.label is not None else self.position.parts(self.guess)

    @property
    def _is_last_row(self) -> bool:
        return self.position.rows_left is not None and self.position.rows_left <= 1

    def _ends(self, feedback: Feedback) -> bool:
        """Whether nothing is asked after *feedback*: it wins, or it says what it is."""
        return feedback == self.position.game.win or self._parts[feedback].label is not None

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one that the board allows, and may not be enough."""
        return self._is_last_row and not all(map(self._ends, self._parts))

    @cached_property
    def branches(self) -> "dict[Feedback, LazyNode]":
        """The nodes after each feedback but the winning one; each computes its guess when asked.

        After the last row of the board there are none but leaves.
        """
        win, last = self.position.game.win, self._is_last_row
        return {
            feedback: LazyNode(part, self.strategy)
            for feedback, part in self._parts.items()
            if feedback != win and not (last and part.label is None)
        }

    def after(self, feedback: Feedback) -> "LazyNode":
        """The node after *feedback*, which may be a leaf; raises ContradictionError when no candidate would give it.

        Raises HistoryError when the game is over, and when no row is left.
        """
        as_text("a feedback", feedback, FeedbackError)
        if self.label is not None:
            raise game_over(self.label)
        if feedback in self.branches:
            return self.branches[feedback]
        if feedback in self._parts and self.last:
            raise HistoryError(f"no row is left after {self.guess}")
        if feedback in self._parts:
            raise HistoryError(f"no guess follows {self.guess} with {feedback!r}: the game is won")
        raise ContradictionError(f"no secret that is left answers {self.guess} with {feedback!r}")


def lazy_tree(
    game: GameLike, by: StrategyLike = DEFAULT_STRATEGY, *, consistent: bool = False, first_guess: Code | None = None
) -> LazyNode:
    """The root of the lazy tree of a strategy."""
    table = as_table(game)
    return LazyNode(Position(table), strategy(by, consistent=consistent, first_guess=first_guess, game=table.game))


def play_out(
    tree: "Tree | AnyNode",
    scorer: Scorer | Code | None = None,
    win: Feedback | None = None,
    game: GameLike | None = None,
) -> History:
    """Plays a tree, or from a node on, against *scorer* until a guess gets *win*, it is a leaf, or no row is left.

    A game that is lost gives the rows that were played, the last of them without *win*. Raises ContradictionError.

    *scorer* answers guesses; it may also be a secret. *win*: the winning feedback. Default: that of the tree's game.
    With goal identify there is none. *game*: that of the tree, where its text names none, such as one of your own.

    >>> tree = lazy_tree("mastermind(4,6)", "minimax")
    >>> str(play_out(tree, "3632"))
    '1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0'
    """
    node = as_node(tree)
    rules = None if game is None else as_game(game)
    answer, win = _scorer(tree, scorer, rules), _winning(tree, win, rules)
    history = History()
    while node.label is None:
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
    return history


def as_node(tree: "Tree | AnyNode") -> AnyNode:
    """The root of a tree, or the node itself; raises BestguessError."""
    if isinstance(tree, Tree):
        return tree.root
    if isinstance(tree, Node | LazyNode):
        return tree
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
    try:
        return as_game(tree.game)
    except GameError as error:
        raise GameError(f"the game of the tree: {error}; a game of your own is given as game=") from error


def _scorer(tree: "Tree | AnyNode", scorer: Scorer | Code | None, rules: Game | None) -> Scorer:
    if isinstance(scorer, str):
        game = rules or _game_of(tree)
        return partial(_answer, game, game.parse_secret(scorer))
    if scorer is None:
        raise expected("a secret, or a function that answers guesses", scorer)
    check_function("a secret, or what answers guesses", scorer, 1)
    return scorer


def _answer(game: Game, secret: Code, guess: Code) -> Feedback:
    return game.feedback(guess, secret)


def _winning(tree: "Tree | AnyNode", win: Feedback | None, rules: Game | None) -> Feedback | None:
    if isinstance(tree, Node):
        tree = tree.tree
    goal = tree.goal if isinstance(tree, Tree) else tree.position.game.goal if isinstance(tree, LazyNode) else HIT
    if goal == IDENTIFY:
        if win is not None:
            raise expected("no winning feedback, since the goal of the game is to identify", win, FeedbackError)
        return None
    return (rules or _game_of(tree)).win if win is None else as_text("the winning feedback", win, FeedbackError)


def solutions(tree: "Tree | Node | LazyNode", game: GameLike | None = None) -> dict[Code, tuple[Code, ...]]:
    """The guesses that find each secret, in the order of the tree; of a node, from there on.

    Secrets that are lost are not in it. *game* is asked which secrets end at a node, where several may; by default
    that which the text of the tree names. Raises GameError when it names none.

    >>> from bestguess.trees import build_tree
    >>> solutions(build_tree("mastermind(2,2)", "first"))
    {'11': ('11',), '22': ('11', '22'), '12': ('11', '12'), '21': ('11', '12', '21')}
    """
    node = as_node(tree)
    rules = None if game is None else as_game(game)
    if isinstance(node, LazyNode):
        return _lazy_solutions(node)
    if not isinstance(node, Node):
        raise expected("a tree or one of its nodes", tree)
    ended = _ended(node.tree, rules)
    return {
        secret: _path(history, below) for history, below in node.walk() if below.found for secret in ended[below.index]
    }


def _ended(tree: Tree, rules: Game | None) -> Sequence[tuple[Code, ...]]:
    """The secrets that end at each node of *tree*, as the tree itself or else *rules* tell."""
    if rules is not None:
        return ended_by(as_table(rules), tree)
    if tree.ended is not None:
        return tree.ended
    told = _told(tree)
    if told is not None and not tree.game.startswith("table("):
        return told
    try:
        return ended_by(as_table(_game_of(tree)), tree)
    except BestguessError:
        if told is None:
            raise
        return told  # a table that is not here, or is another by now


def _told(tree: Tree) -> list[tuple[Code, ...]] | None:
    """The same by the labels and guesses of *tree*; None where these do not tell one secret from another.

    In a table a guess may win against several secrets, even where it wins against one at each of its nodes.
    """
    if tree.goal == IDENTIFY:
        return None if tree.labels is not None else [() if text is None else (text,) for text in tree.label or ()]
    guesses = [guess or "" for guess in tree.guesses]
    names = [tree.secret_names.get(guess, guess) for guess, wins in zip(guesses, tree.wins, strict=True) if wins]
    if (tree.wins > 1).any() or len(set(names)) < len(names):
        return None
    named = iter(names)
    return [(next(named),) if wins else () for wins in tree.wins.tolist()]


def _path(history: History, node: Node) -> tuple[Code, ...]:
    guesses = tuple(row.guess for row in history)
    return guesses if node.label is not None else (*guesses, node.guess)


def _lazy_solutions(root: LazyNode) -> dict[Code, tuple[Code, ...]]:
    """The same for nodes that are computed while they are walked."""
    found: dict[Code, tuple[Code, ...]] = {}
    waiting: list[tuple[LazyNode, tuple[Code, ...]]] = [(root, ())]
    while waiting:
        node, path = waiting.pop()
        if node.label is not None:
            found |= dict.fromkeys(node.position.codes, path)
            continue
        path = (*path, node.guess)
        if node.won is not None:
            found |= dict.fromkeys(node.won.codes, path)
        waiting += [(branch, path) for branch in reversed(node.branches.values())]
    return found


def worst_solutions(tree: "Tree | Node | LazyNode", game: GameLike | None = None) -> dict[Code, tuple[Code, ...]]:
    """The solutions that need the most guesses, or cost the most; none when nothing is found within the rows.

    *game* as in `solutions`.
    """
    found = solutions(tree, game)
    cost_of = _costs(as_node(tree))
    needs = {secret: sum(cost_of[guess] if cost_of else 1 for guess in path) for secret, path in found.items()}
    worst = max(needs.values(), default=0)
    return {secret: path for secret, path in found.items() if needs[secret] == worst}


def _costs(node: AnyNode) -> Mapping[Code, int] | None:
    """What each guess costs, in games with costs."""
    if isinstance(node, Node):
        return None if node.tree.costs is None else dict(node.tree.costs)
    game = node.position.game if isinstance(node, LazyNode) else None
    return None if game is None or game.costs is None else dict(zip(game.guesses, game.costs, strict=True))
