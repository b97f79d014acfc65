"""What a strategy plays in a position, and how many guesses it still needs at the most."""

from typing import Any

from bestguess.games import Game
from bestguess.play import Playthrough
from bestguess.strategies import strategy
from bestguess.valuation import known_worst, next_move
from bestguess.web.caches import game_key
from bestguess.web.queries import MoveQuery
from bestguess.web.service import Service


def move(service: Service, query: MoveQuery, game: Game) -> dict[str, Any]:
    """What the strategy of *query* plays, by its JSON keys."""
    run = service.playthrough(game, query.history)
    chosen = strategy(query.strategy, seed=query.seed, game=game)
    found = next_move(run, chosen, most_pairs=service.settings.proof_pairs, seed=query.seed)
    return {
        "game": str(game),
        "history": query.history,
        "strategy": chosen.name,
        "guess": found.guess,
        "candidates": run.count,
        "certain": found.certain,
        "worst_now": found.worst,
        "worst": _worst(service, run, chosen.name),
        **({} if run.rows_left is None else {"rows_left": run.rows_left}),
    }


def _worst(service: Service, run: Playthrough, name: str) -> int | None:
    """The most guesses that the strategy *name* needs from the start, if that is known."""
    key = (game_key(run.game), name)
    cached = service.worst_cases.get(key)
    if cached is None:
        cached = (known_worst(run.game, name, run.table),)
        service.worst_cases.put(key, cached)
    return cached[0]
