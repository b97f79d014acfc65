"""What a strategy plays in a position, and how many guesses it still needs at the most."""

from typing import Any

from bestguess.games import Game
from bestguess.strategies import strategy
from bestguess.valuation import known_worst, next_move
from bestguess.web.kitchen import Kitchen
from bestguess.web.questions import MoveQuestion, playthrough


def move(kitchen: Kitchen, question: MoveQuestion, game: Game) -> dict[str, Any]:
    """What the strategy of *question* plays, by its JSON keys."""
    table = kitchen.table(game)
    run = playthrough(game, table, question.history, "")
    chosen = strategy(question.strategy, seed=question.seed, game=game)
    found = next_move(run, chosen, most_pairs=kitchen.settings.proof_pairs, seed=question.seed)
    key = (str(game.with_rows(None)), chosen.name)
    if key not in kitchen.worsts:
        kitchen.worsts[key] = known_worst(game, chosen.name, table)
    return {
        "game": str(game),
        "history": question.history,
        "strategy": chosen.name,
        "guess": found.guess,
        "candidates": run.count,
        "certain": found.certain,
        "worst_now": found.worst,
        "worst": kitchen.worsts[key],
    }
