"""Lazy trees: nodes computed only when they are walked, so that following one path costs one path."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Protocol, TypeAlias

from bestguess.errors import ContradictionError, HistoryError
from bestguess.games import Code, Feedback, Game, History, Row
from bestguess.strategies import Position, Strategy, strategy
from bestguess.table import Table
from bestguess.trees.tree import Tree

Scorer: TypeAlias = Callable[[Code], Feedback]
"""Whatever answers guesses: a person, a secret, a function."""


class AnyNode(Protocol):
    """What nodes of trees, lazy or not, have in common."""

    @property
    def guess(self) -> Code:
        """What is played here."""

    @property
    def wins(self) -> bool:
        """Whether the guess may win here."""

    @property
    def last(self) -> bool:
        """Whether the guess here is the last one that is allowed, and may not win."""

    def after(self, feedback: Feedback) -> "AnyNode":
        """The node after *feedback*; raises ContradictionError, or HistoryError when no guess is left."""


class LazyNode:
    """A position and what a strategy plays there; what comes after is computed when asked for.

    >>> from bestguess.games import game
    >>> node = lazy_tree(game("mastermind(4,6)"), "minimax")
    >>> node.guess, node.after("1.0").guess, node.after("1.0").after("0.1").size
    ('1122', '1344', 44)
    """

    def __init__(self, position: Position, chosen: Strategy) -> None:
        self.position, self.strategy = position, chosen

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
    def last(self) -> bool:
        """Whether the guess here is the last one that the board allows, and may not win."""
        return self.position.rows_left == 1 and self._parts.keys() != {self.position.game.win}

    @cached_property
    def branches(self) -> "dict[Feedback, LazyNode]":
        """The nodes after each feedback but the winning one; each computes its guess when asked.

        After the last row of the board there are none.
        """
        win = self.position.game.win
        if self.position.rows_left == 1:
            return {}
        return {feedback: LazyNode(part, self.strategy) for feedback, part in self._parts.items() if feedback != win}

    def after(self, feedback: Feedback) -> "LazyNode":
        """The node after *feedback*; raises ContradictionError when no candidate would give it.

        Raises HistoryError when no row is left.
        """
        if self.last and feedback in self._parts:
            raise HistoryError(f"no row is left after {self.guess}")
        if feedback not in self.branches:
            raise ContradictionError(f"no secret that is left answers {self.guess} with {feedback!r}")
        return self.branches[feedback]


def lazy_tree(
    game: Game | Table, by: str | Strategy = "entropy", *, consistent: bool = False, first_guess: Code | None = None
) -> LazyNode:
    """The root of the lazy tree of a strategy."""
    table = game if isinstance(game, Table) else Table(game)
    return LazyNode(Position(table), strategy(by, consistent=consistent, first_guess=first_guess, game=table.game))


def play_out(node: AnyNode, scorer: Scorer, win: Feedback) -> History:
    """Plays from *node* on against *scorer* until a guess gets *win*, or no row is left; raises ContradictionError.

    A game that is lost gives the rows that were played, the last of them without *win*.

    >>> from bestguess.games import game
    >>> mastermind = game("mastermind(4,6)")
    >>> str(play_out(lazy_tree(mastermind, "minimax"), lambda guess: mastermind.feedback(guess, "3632"), "4.0"))
    '1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0'
    """
    history = History()
    while True:
        feedback = scorer(node.guess)
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


def solutions(tree: Tree) -> dict[Code, tuple[Code, ...]]:
    """The guesses that find each secret, in the order of the tree; secrets that are lost are not in it.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> solutions(build_tree(game("mastermind(2,2)"), "first"))
    {'11': ('11',), '22': ('11', '22'), '12': ('11', '12'), '21': ('11', '12', '21')}
    """
    return {
        tree.secret(node.index): (*(row.guess for row in history), node.guess)
        for history, node in tree.root.walk()
        if node.wins
    }


def worst_solutions(tree: Tree) -> dict[Code, tuple[Code, ...]]:
    """The solutions that need the most guesses; none when nothing is found within the rows."""
    found = solutions(tree)
    worst = max(map(len, found.values()), default=0)
    return {secret: path for secret, path in found.items() if len(path) == worst}
