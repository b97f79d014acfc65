"""The strategies `optimal` and `optimal-worst`: what the exact search plays."""

from typing import TYPE_CHECKING, Any

from bestguess import engine
from bestguess.arguments import as_limit
from bestguess.bounds import Bounds, SearchState
from bestguess.data import plan_node
from bestguess.errors import StrategyError
from bestguess.games import Code, when
from bestguess.games.table import Progress
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.exact import optimum
from bestguess.solve.limits import Limits
from bestguess.solve.result import Result
from bestguess.solve.totals import LEAST_NODES
from bestguess.strategies import Move, NativeStrategy, Strategy

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes


def best_within_rows(position: Position, objective: str, *, may_lose: bool = False, **options: Any) -> Result:
    """Return the best tree for *objective* within the rows that are left; *options* are those of `optimum`.

    With *may_lose*, or where no tree finds every secret within the rows, it is the tree that loses the least. Rows
    count guesses, so that tree ignores costs.
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
    """Plays a best tree for an *objective*, by the tie rule.

    A move comes from the plan that ships, while it is followed; else the position is solved, as whole trees always are.
    On a board with rows it keeps to them; where not every secret can be found within them, it plays the tree that loses
    the least weight, and needs the least total for the rest.
    """

    objective: str

    def __init__(self, name: str, objective: str, consistent: bool = False) -> None:
        super().__init__(name, consistent)
        self.objective = objective

    def choose(self, position: Position) -> Code:
        """The proven guess in *position*, however long the proof takes; raises StrategyError when there is none."""
        return self.move(position).guess

    def move(self, position: PositionLike, budget: int | None = None) -> Move:
        """The move of the shipped plan, or what a search of at most *budget* nodes finds.

        A move that is not proven is the best known one, or that of `entropy` when the budget is too small to search.
        """
        position, budget = as_position(position), as_limit("a budget", budget, error=StrategyError)
        if (opening := self.opening(position.game, position.active_rows)) is not None:
            return Move(opening)
        if (planned := self._planned(position)) is not None:
            return planned
        result = None if budget is not None and budget < LEAST_NODES else self._search(position, None, budget)
        if result is None or result.tree is None:
            one_step = NativeStrategy("entropy", engine.Choice.entropy, self.consistent)
            return Move(one_step(position), certain=False)
        tree, (lower, upper), total = result.tree, result.bounds, None
        free = result.max_guesses is None or result.proven_without_limit  # a limit may need more
        if self.least_mean and result.objective == self.objective and free and lower is not None and upper is not None:
            total = Bounds(lower, upper)
        finds_all = result.proven and not tree.figures.lost
        worst = int(tree.guesses_made.max()) if finds_all else None
        return Move(tree.root.guess, result.proven, worst, total)

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """The best tree from *position* on; *progress* counts the first guesses that are done with."""
        tree = self._search(position, threads, None, progress).tree
        assert tree is not None
        return tree.guess, tree.branch, tree.depth, tree.wins

    def _planned(self, position: Position) -> Move | None:
        node = None if self.consistent else plan_node(position.game, position.active_rows, self.name)
        if node is None or (position.rows_left is not None and node.height > position.rows_left):
            return None
        total = Bounds(int(node.total), int(node.total)) if self.least_mean else None
        return Move(node.guess, worst=node.height, total=total)

    def _search(
        self, position: Position, threads: int | None, budget: int | None, first_guesses: Progress | None = None
    ) -> Result:
        """What is found within a *budget* of nodes; without one, raises StrategyError where nothing is proven."""

        def report(state: SearchState) -> None:
            if self.progress is not None:
                self.progress(state)
            if first_guesses is not None and state.first_guesses is not None:
                first_guesses(*state.first_guesses)

        result = best_within_rows(
            position,
            self.objective,
            may_lose=self._lost_some_before(position),
            consistent=self.consistent,
            first_guess=self.opening(position.game, position.active_rows),
            limits=Limits(threads=threads, nodes=budget),
            progress=report,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        if budget is None and (result.tree is None or not result.proven):
            raise StrategyError(f"no {self.name} tree for {position.game} {when(position.active_rows)}")
        return result

    def _lost_some_before(self, position: Position) -> bool:
        """Whether at some earlier row of *position* not every secret could be found within the rows any more.

        From there on this strategy plays a tree that loses the least, and must go on with it even where all secrets
        that are left could be found: the tree may lose one that weighs nothing to find the others sooner. Without such
        secrets both trees are equally good, and nothing is searched here.
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
