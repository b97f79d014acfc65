"""Prepares common games when the server starts."""

from collections import deque
from collections.abc import Iterable

from bestguess.games import Game
from bestguess.strategies import Position
from bestguess.web.board import advice_document
from bestguess.web.queries import AdviseQuery
from bestguess.web.responses import encode_document
from bestguess.web.service import Service, body_key, is_small
from bestguess.web.validation import served_game

_PREPARED_GUESSES = 3  # of a playthrough that follows the advice


def warm_up(service: Service, games: Iterable[str]) -> None:
    """Caches the tables of those *games* that are small, and advice for their first guesses, until *service* is closed.

    Early guesses take longest to compute, and players who follow the advice ask for the same ones. All first guesses
    come before all second ones.
    """
    served = [served_game(text, service.settings.secrets) for text in games]
    small = [game for game in served if is_small(game)]
    waiting = deque((game, Position(service.tables.get(game))) for game in small)
    while waiting and not service.closed:
        game, position = waiting.popleft()
        choice = _cache_advice(service, game, str(position.history))
        if len(position.history) + 1 < _PREPARED_GUESSES:
            parts = position.parts(choice)
            running = (part for feedback, part in parts.items() if feedback != game.win and part.label is None)
            waiting.extend((game, part) for part in running if game.rows_left(part.history) != 0)


def _cache_advice(service: Service, game: Game, history: str) -> str:
    """Caches the advice after *history*; returns the guess that it chooses."""
    query = AdviseQuery(game=str(game), history=history)
    advice = advice_document(service, query, game)
    service.bodies.put(body_key("/api/advise", query), encode_document("advise", advice))
    return str(advice["choice"])
