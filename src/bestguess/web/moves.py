"""What a strategy plays in a position, and how many guesses it still needs at the most."""

from typing import Any

from bestguess.analysis.atlas import known_figures
from bestguess.analysis.budget import nodes_for
from bestguess.errors import ContradictionError, HistoryError
from bestguess.games import Game
from bestguess.play import Playthrough, advise
from bestguess.play.ranking import DEFAULT_STRATEGY
from bestguess.solvers import OptimalStrategy, optimum
from bestguess.solvers.plans import known_plan, plan_move
from bestguess.strategies import NativeStrategy, Position, strategy
from bestguess.web.kitchen import Kitchen
from bestguess.web.questions import MoveQuestion, playthrough

_TREE_PAIRS = 3 * 10**7  # of guesses and candidates whose whole tree is built beside a move


def move(kitchen: Kitchen, question: MoveQuestion, game: Game) -> dict[str, Any]:
    """What the strategy of *question* plays, by its JSON keys."""
    planned = plan_move(game, game.parse_history(question.history), question.strategy)
    run = playthrough(game, kitchen.table(game), question.history, "")
    if run.state != "running":
        raise HistoryError(f"expected a game that is running, got one that is {run.state}")
    if not run.count:
        raise ContradictionError(f"no secret of {game} fits the answers {run.history}")
    found = _move(kitchen, run, question) if planned is None else (planned.guess, True, planned.height)
    return {
        "game": str(game),
        "history": question.history,
        "strategy": question.strategy,
        "guess": found[0],
        "candidates": run.count,
        "certain": found[1],
        "worst_now": found[2],
        "worst": _worst(kitchen, game, question.strategy),
    }


def _move(kitchen: Kitchen, run: Playthrough, question: MoveQuestion) -> tuple[str, bool, int | None]:
    """The guess, whether it is what the strategy plays for certain, and the most guesses from here on, if known."""
    chosen = strategy(question.strategy, seed=question.seed, game=run.game)
    position = run.position
    if isinstance(chosen, OptimalStrategy):
        return _proven(kitchen, run, chosen)
    if position is None:
        return advise(run, by=chosen.name, count=1, seed=question.seed).choice, True, None
    return chosen(position), True, _height(position, chosen)


def _proven(kitchen: Kitchen, run: Playthrough, chosen: OptimalStrategy) -> tuple[str, bool, int | None]:
    """What an optimal strategy plays, as far as a usual budget tells; else the best guess that is known."""
    position = run.position
    if position is None or _pairs(position) > kitchen.settings.proof_pairs:
        return advise(run, by=DEFAULT_STRATEGY, count=1).choice, False, None
    nodes = nodes_for(len(position.table.guesses), len(position.candidates), None)
    result = optimum(position.table, chosen.objective, history=str(position.history), node_limit=nodes, threads=1)
    if result.tree is None:
        return advise(run, by=DEFAULT_STRATEGY, count=1).choice, False, None
    return result.tree.root.guess, result.proven, result.worst if result.proven else None


def _pairs(position: Position) -> int:
    return len(position.table.guesses) * len(position.candidates)


def _height(position: Position, chosen: object) -> int | None:
    """The most guesses that *chosen* needs from *position* on, where its tree is quickly built."""
    if not isinstance(chosen, NativeStrategy) or chosen.name == "random" or _pairs(position) > _TREE_PAIRS:
        return None
    return int(chosen.nodes_after(position, None, 1, None)[2].max())


def _worst(kitchen: Kitchen, game: Game, name: str) -> int | None:
    """The most guesses that the whole strategy needs from the start, where that is known or quickly found."""
    plan = known_plan(game, name)
    shipped = known_figures(game, name) if plan is None else plan.figures
    if shipped is not None:
        return shipped.worst
    chosen = strategy(name, game=game)
    if isinstance(chosen, OptimalStrategy) or len(game.guesses) * len(game.secrets) > _TREE_PAIRS:
        return None
    key = (str(game.with_rows(None)), name)
    if key not in kitchen.worsts:
        table = kitchen.table(game)
        kitchen.worsts[key] = None if table is None else _height(Position(table), chosen)
    return kitchen.worsts[key]
