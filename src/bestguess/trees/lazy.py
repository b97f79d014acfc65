"""Lazy trees: nodes computed only when they are walked, so that following one path costs one path."""

from collections.abc import Mapping
from functools import cached_property

from bestguess.arguments import described
from bestguess.errors import ContradictionError, HistoryError, StrategyError, game_over, game_won
from bestguess.games import Code, Feedback, History, Row
from bestguess.games.declarations import Label
from bestguess.position import Position, PositionLike, as_position
from bestguess.shown import Shown, one_line
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, strategy
from bestguess.trees.tree import Scorer, play_out


class LazyNode(Shown):
    """A position and what a strategy plays there; what comes after is computed when asked for.

    >>> node = lazy_tree("mastermind(4,6)", "minimax")
    >>> node.guess, node.after("1.0").guess, node.after("1.0").after("0.1").size
    ('1122', '1344', 44)
    """

    def __init__(self, position: PositionLike, chosen: StrategyLike) -> None:
        self.position: Position = as_position(position)
        self.strategy = strategy(chosen, game=self.position.game)

    def __repr__(self) -> str:
        where = f" after {self.position.active_rows}" if self.position.active_rows else ""
        return one_line(self, f"of {self.position.game}{where}, {self.strategy.name}")

    def as_strategy(self) -> Strategy:
        """The strategy that is played here and below."""
        return self.strategy

    def play(self, secret: Code | Scorer) -> History:
        """Return the rows that *secret* takes from here on; it may also be a function that answers guesses.

        >>> str(lazy_tree("mastermind(4,6)", "minimax").play("3632"))
        '1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0'
        """
        return play_out(self, self.position.game, secret)

    def solutions(self) -> list[History]:
        """Return the rows from here on that find each secret, in the order of the tree; lost ones have none.

        >>> len(lazy_tree("mastermind(2,3)", "minimax").solutions())
        9
        """
        win, solutions = self.position.game.win, list[History]()
        waiting: list[tuple[LazyNode, History]] = [(self, History())]
        while waiting:
            node, rows = waiting.pop()
            if node.label is not None:
                solutions += [rows] * node.size
                continue
            if node.won is not None:
                solutions += [rows + Row(node.guess, win)] * node.won.count
            below = reversed(node.branches.items())
            waiting += [(branch, rows + Row(node.guess, feedback)) for feedback, branch in below]
        return solutions

    @property
    def size(self) -> int:
        """How many candidates there are here."""
        return self.position.count

    @property
    def label(self) -> Label | None:
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
        if self.label is not None:
            raise game_over(self.label)
        answer = self.position.game.as_feedback(feedback)
        if answer not in self._parts:
            raise ContradictionError(f"no candidate answers {self.guess} with {described(feedback)}")
        if answer in self.branches:
            return self.branches[answer]
        if answer == self.position.game.win:
            raise game_won(self.guess, answer)
        raise HistoryError(f"no row is left after {self.guess}")


def lazy_tree(
    game: PositionLike,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
) -> LazyNode:
    """Return the root of the lazy tree of a strategy, from a game or a position on."""
    position = as_position(game)
    position.check_running()
    return LazyNode(position, strategy(by, consistent=consistent, first_guess=first_guess, game=position.game))
