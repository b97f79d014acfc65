"""What a strategy plays in a position, and how many guesses it still needs at the most."""

from typing import Any

from bestguess.data import known_figures, known_plan, plan_move
from bestguess.errors import ContradictionError, HistoryError
from bestguess.games import Game
from bestguess.play import Playthrough
from bestguess.solvers import OptimalStrategy, optimum
from bestguess.strategies import NativeStrategy, Position, strategy
from bestguess.valuation import advise
from bestguess.valuation.budgets import nodes_for
from bestguess.valuation.ranking import DEFAULT_STRATEGY
from bestguess.web.queries import MoveQuery
from bestguess.web.service import Service

_TREE_PAIRS = 3 * 10**7  # of guesses and candidates whose whole tree is built beside a move


def move(service: Service, query: MoveQuery, game: Game) -> dict[str, Any]:
    """What the strategy of *query* plays, by its JSON keys."""
    planned = plan_move(game, game.parse_history(query.history), query.strategy)
    run = service.playthrough(game, query.history)
    if run.state != "running":
        raise HistoryError(f"expected a game that is running, got one that is {run.state}")
    if not run.count:
        raise ContradictionError(f"no secret of {game} fits the answers {run.history}")
    found = _move(service, run, query) if planned is None else (planned.guess, True, planned.height)
    return {
        "game": str(game),
        "history": query.history,
        "strategy": query.strategy,
        "guess": found[0],
        "candidates": run.count,
        "certain": found[1],
        "worst_now": found[2],
        "worst": _worst(service, game, query.strategy),
    }


def _move(service: Service, run: Playthrough, query: MoveQuery) -> tuple[str, bool, int | None]:
    """The guess, whether it is what the strategy plays for certain, and the most guesses from here on, if known."""
    chosen = strategy(query.strategy, seed=query.seed, game=run.game)
    position = run.position
    if isinstance(chosen, OptimalStrategy):
        return _proven(service, run, chosen)
    if position is None:
        return advise(run, by=chosen.name, count=1, seed=query.seed).choice, True, None
    return chosen(position), True, _height(position, chosen)


def _proven(service: Service, run: Playthrough, chosen: OptimalStrategy) -> tuple[str, bool, int | None]:
    """What an optimal strategy plays, as far as a usual budget tells; else the best guess that is known."""
    position = run.position
    if position is None or _pairs(position) > service.settings.proof_pairs:
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
    return int(chosen.nodes_after(position, -1, 1, None)[2].max())


def _worst(service: Service, game: Game, name: str) -> int | None:
    """The most guesses that the whole strategy needs from the start, where that is known or quickly found."""
    plan = known_plan(game, name)
    shipped = known_figures(game, name) if plan is None else plan.figures
    if shipped is not None:
        return shipped.worst
    chosen = strategy(name, game=game)
    if isinstance(chosen, OptimalStrategy) or len(game.guesses) * len(game.secrets) > _TREE_PAIRS:
        return None
    key = (str(game.with_rows(None)), name)
    if key not in service.worst_cases:
        table = service.table(game)
        service.worst_cases[key] = None if table is None else _height(Position(table), chosen)
    return service.worst_cases[key]
