"""The strategies `optimal` and `optimal-worst`, which play a tree of the exact search."""

from typing import TYPE_CHECKING, Any

from bestguess import engine
from bestguess.arguments import as_limit
from bestguess.bounds import Bounds, SearchState
from bestguess.data import plan_node
from bestguess.errors import StrategyError
from bestguess.games import Code, moment_text
from bestguess.games.table import Progress
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.exact import optimum
from bestguess.solve.limits import Limits
from bestguess.solve.result import Result
from bestguess.solve.totals import MIN_NODES
from bestguess.strategies import Move, NativeStrategy, Strategy

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes


def best_within_rows(position: Position, objective: str, *, may_lose: bool = False, **options: Any) -> Result:
    """Return the best tree for *objective* within the rows left, passing *options* to `optimum`.

    With *may_lose*, or if no tree finds every secret within the rows, return the tree that loses the least. That tree
    ignores costs, because rows count guesses.
    """
    if not may_lose:
        result = optimum(position, objective, **options)
        if result.tree is not None or result.max_guesses is None or result.interrupted:
            return result
    return optimum(_without_costs(position), "lost", **options)


def _without_costs(position: Position) -> Position:
    if not position.game.has_costs:
        return position
    return Position(position.game.without_costs(), position.history, ignored=position.ignored)


class OptimalStrategy(Strategy):
    """A strategy that plays a best tree for an *objective*, by the tie rule.

    A single move comes from a shipped plan while the history follows that plan. Otherwise, and for whole trees always,
    the position is solved. In a game with rows, the tree keeps to them. If not every secret can be found within the
    rows, it loses the least weight, and has the least total for the secrets that it finds.
    """

    objective: str

    def __init__(self, name: str, objective: str, consistent: bool = False) -> None:
        super().__init__(name, consistent)
        self.objective = objective

    def choose(self, position: Position) -> Code:
        """Return the proven best guess in *position*, however long that takes; raise StrategyError if there is none."""
        return self.move(position).guess

    def move(self, position: PositionLike, budget: int | None = None) -> Move:
        """Return the move of a shipped plan, else the best move that a search of at most *budget* nodes finds.

        If the budget is too small for a search, or it finds no tree, the move is the one of `entropy`, and not certain.
        """
        position, budget = as_position(position), as_limit("a budget", budget, error=StrategyError)
        if (opening := self.opening(position.game, position.active_rows)) is not None:
            return Move(opening)
        if (plan_move := self._plan_move(position)) is not None:
            return plan_move
        result = None if budget is not None and budget < MIN_NODES else self._search(position, None, budget)
        if result is None or result.tree is None:
            one_step = NativeStrategy("entropy", engine.Choice.entropy, self.consistent)
            return Move(one_step(position), certain=False)
        tree, (lower, upper), total = result.tree, result.bounds, None
        # The total of a move is the least one without a limit. A limit of guesses may raise it, and then it is unknown.
        unlimited = result.max_guesses is None or result.proven_without_limit
        same_objective = self.least_mean and result.objective == self.objective
        if same_objective and unlimited and lower is not None and upper is not None:
            total = Bounds(lower, upper)
        finds_all = result.proven and not tree.figures.lost
        worst = int(tree.guesses_made.max()) if finds_all else None
        return Move(tree.root.guess, result.proven, worst, total)

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """Return the best tree from *position* on; *progress* counts the first guesses that are finished."""
        tree = self._search(position, threads, None, progress).tree
        assert tree is not None
        return tree.guess, tree.branch, tree.depth, tree.wins

    def _plan_move(self, position: Position) -> Move | None:
        """Return the move of a shipped plan; None if there is none, or if it may need more than the rows left."""
        node = None if self.consistent else plan_node(position.game, position.active_rows, self.name)
        if node is None or (position.rows_left is not None and node.height > position.rows_left):
            return None
        total = Bounds(int(node.total), int(node.total)) if self.least_mean else None
        return Move(node.guess, worst=node.height, total=total)

    def _search(
        self, position: Position, threads: int | None, budget: int | None, first_guesses: Progress | None = None
    ) -> Result:
        """Return the result of a search of at most *budget* nodes.

        Without a budget, raise StrategyError if no tree is proven.
        """

        def report(state: SearchState) -> None:
            if self.progress is not None:
                self.progress(state)
            if first_guesses is not None and state.first_guesses is not None:
                first_guesses(*state.first_guesses)

        result = best_within_rows(
            position,
            self.objective,
            may_lose=self._had_to_lose_before(position),
            consistent=self.consistent,
            first_guess=self.opening(position.game, position.active_rows),
            limits=Limits(threads=threads, nodes=budget),
            progress=report,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        if budget is None and (result.tree is None or not result.proven):
            raise StrategyError(f"no {self.name} tree for {position.game} {moment_text(position.active_rows)}")
        return result

    def _had_to_lose_before(self, position: Position) -> bool:
        """Whether, at some earlier row of *position*, the rows left were too few to find every secret.

        At that row this strategy began to play a tree that loses the least. It must stay with that tree, even if all
        candidates could now be found: the tree may give up a secret of weight 0 to find the others sooner. If every
        candidate has weight, both trees are equally good, and no search is needed here.
        """
        if position.rows_left is None or position.table.weights[position.candidate_indices].all():
            return False
        earlier = _without_costs(position.without_ignored())
        while earlier.history:
            earlier = earlier.before()
            opening = self.opening(earlier.game, earlier.history)
            if optimum(earlier, "worst", consistent=self.consistent, first_guess=opening).feasible is False:
                return True
        return False
