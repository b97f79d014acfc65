"""Prepares common games when the server starts."""

from collections import deque
from collections.abc import Iterable

from bestguess.engine import limited_threads
from bestguess.games import Code
from bestguess.position import Position
from bestguess.web.board import advice_document
from bestguess.web.queries import AdviseQuery
from bestguess.web.responses import encode_document
from bestguess.web.service import Service, body_key, is_small
from bestguess.web.validation import served_game

_PREPARED_GUESSES = 3  # of a game that follows the advice


def warm_up(service: Service, games: Iterable[str]) -> None:
    """Caches the tables of those *games* that are small, and advice for their first guesses, until *service* is closed.

    Early guesses take longest to compute, and players who follow the advice ask for the same ones. All first guesses
    come before all second ones.
    """
    served = [served_game(text, service.settings.secrets) for text in games]
    small = [game for game in served if is_small(game)]
    waiting = deque(service.position(game) for game in small)
    with limited_threads(1):
        while waiting and not service.closed:
            position = waiting.popleft()
            with service.table_loaded(position):
                choice = _cache_advice(service, position)
                if len(position.history) + 1 < _PREPARED_GUESSES:
                    waiting.extend(part for part in position.parts(choice).values() if not part.over)


def _cache_advice(service: Service, position: Position) -> Code:
    """Caches the advice in *position*; returns the guess that it chooses."""
    query = AdviseQuery(game=str(position.game), history=str(position.history))
    advice = advice_document(service, query, position)
    service.bodies.put(body_key("/api/advise", query), encode_document("advise", advice))
    return advice.choice
