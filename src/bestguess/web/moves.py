"""What a strategy plays in a position, and how many guesses it still needs at the most."""

from typing import Any

from bestguess.advice import known_worst, next_move
from bestguess.games import Game
from bestguess.position import Position
from bestguess.strategies import strategy
from bestguess.web.caches import game_key
from bestguess.web.queries import MoveQuery
from bestguess.web.service import Service


def move(service: Service, query: MoveQuery, position: Position) -> dict[str, Any]:
    """What the strategy of *query* plays, by its JSON keys; with goal identify the label instead, once it is known."""
    chosen = strategy(query.strategy, seed=query.seed, game=position.game)
    label = position.label  # known: nothing is asked any more
    found = None if label else next_move(position, chosen, most_pairs=service.settings.proof_pairs, seed=query.seed)
    return {
        "game": str(position.game),
        "history": query.history,
        "strategy": chosen.name,
        "guess": found and found.guess,
        **({"label": label} if label else {}),
        "candidates": position.count,
        "certain": found is None or found.certain,
        "worst_now": 0 if found is None else found.worst,
        "worst": _worst(service, position.game, chosen.name),
        "sampled": not position.has_table,
        **({} if position.rows_left is None else {"rows_left": position.rows_left}),
    }


def _worst(service: Service, game: Game, name: str) -> int | None:
    """The most guesses that the strategy *name* needs from the start, if that is known."""
    key = (game_key(game), name)
    cached = service.worst_cases.get(key)
    if cached is None:
        cached = (known_worst(game, name),)
        service.worst_cases.put(key, cached)
    return cached[0]
