"""The strategies `optimal` and `optimal-worst`: what the exact search plays."""

from typing import TYPE_CHECKING

from bestguess.data.plans import plan_move
from bestguess.errors import StrategyError
from bestguess.games import Code
from bestguess.solvers.exact import optimum
from bestguess.solvers.search import SearchProgress
from bestguess.strategies import Position, Strategy, register_built_in
from bestguess.table import Progress
from bestguess.trees import Tree

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes


class OptimalStrategy(Strategy):
    """Plays a best tree for an objective, by the tie rule.

    In play that is the plan that ships, while it is followed; else the position is solved, as whole trees always are.
    """

    def __init__(self, name: str, objective: str, consistent: bool = False) -> None:
        super().__init__(name, consistent)
        self.objective = objective
        self.progress: SearchProgress | None = None

    def choose(self, position: Position) -> Code:
        """What the shipped plan plays, or the first guess of the best tree from *position* on."""
        planned = None if self.consistent else plan_move(position.game, position.history, self.name)
        return self._tree(position, None).root.guess if planned is None else planned.guess

    def nodes(self, position: Position, threads: int | None, progress: Progress | None) -> "Nodes":
        """The best tree from *position* on."""
        tree = self._tree(position, threads)
        return tree.guess, tree.branch, tree.depth, tree.wins.astype("uint32")

    def _tree(self, position: Position, threads: int | None) -> Tree:
        first = self.first_guess if not position.history else None
        result = optimum(
            position.table,
            self.objective,
            history=str(position.history),
            consistent=self.consistent,
            first_guess=first,
            threads=threads,
            progress=self.progress,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        if result.tree is None or not result.proven:
            raise StrategyError(f"no {self.name} tree for {position.game} after {str(position.history)!r}")
        return result.tree


register_built_in(
    "optimal", "least mean, proven", lambda consistent, seed: OptimalStrategy("optimal", "mean", consistent)
)
register_built_in(
    "optimal-worst",
    "least worst case, and least mean among those, proven",
    lambda consistent, seed: OptimalStrategy("optimal-worst", "worst,mean", consistent),
)
