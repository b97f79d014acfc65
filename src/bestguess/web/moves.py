"""What a strategy plays in a position, and how many guesses it still needs at the most."""

from typing import NotRequired, TypedDict

from bestguess.advice import known_worst, next_move
from bestguess.games import Game
from bestguess.position import Position
from bestguess.strategies import strategy
from bestguess.trees.figures import CostJson
from bestguess.web.caches import game_key
from bestguess.web.queries import MoveQuery
from bestguess.web.service import Service


class StrategyMoveJson(TypedDict):
    """What a strategy plays; nothing when it is known what the secret is (goal identify)."""

    game: str
    history: str
    strategy: str
    guess: str | None  # the guess; null when it is known what the secret is
    label: NotRequired[str]
    candidates: int
    certain: bool  # whether no other guess can be better by the strategy's own measure
    worst_now: CostJson | None  # the most guesses that are still needed, this one counted; null: not known
    worst: CostJson | None  # the most guesses that are needed from the start; null: not known
    sampled: bool
    rows_left: NotRequired[int]


def move(service: Service, query: MoveQuery, position: Position) -> StrategyMoveJson:
    """What the strategy of *query* plays, by its JSON keys; with goal identify the label instead, once it is known."""
    chosen = strategy(query.strategy, seed=query.seed, game=position.game)
    label = position.label  # known: nothing is asked any more
    found = None if label else next_move(position, chosen, most_pairs=service.settings.proof_pairs, seed=query.seed)
    document: StrategyMoveJson = {
        "game": str(position.game),
        "history": query.history,
        "strategy": chosen.name,
        "guess": None if found is None else found.guess,
        "candidates": position.count,
        "certain": found is None or found.certain,
        "worst_now": 0 if found is None else found.worst,
        "worst": _worst(service, position.game, chosen.name),
        "sampled": not position.has_table,
    }
    if label:
        document["label"] = label
    if position.rows_left is not None:
        document["rows_left"] = position.rows_left
    return document


def _worst(service: Service, game: Game, name: str) -> int | None:
    """The most guesses that the strategy *name* needs from the start, if that is known."""
    key = (game_key(game), name)
    cached = service.worst_cases.get(key)
    if cached is None:
        cached = (known_worst(game, name),)
        service.worst_cases.put(key, cached)
    return cached[0]
