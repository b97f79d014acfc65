"""Which questions about a game this server answers, so that a player knows before the game begins."""

from typing import TypedDict

from bestguess.data import known_plan, shipped_count
from bestguess.games import FREE, HIT, Game
from bestguess.web.settings import Settings
from bestguess.web.validation import has_table, is_answered, pair_count


class AbilitiesJson(TypedDict):
    """Which questions about a game this server answers."""

    game: str
    secrets: int  # how many secrets the game has
    count: bool  # candidates are counted, exactly
    advice: bool  # advise, explain, hint and move
    sampled: bool  # these are estimates, from a sample of the candidates
    review: bool  # whether games are reviewed
    tree: bool  # whether whole trees are built
    compare: bool  # whether strategies are compared over every secret
    optimum: bool  # the best tree is proven, or ships
    puzzles: bool  # practice puzzles ship, or are made
    contradictions: bool  # whether contradictions are looked for
    contradiction_rows: int | None  # most rows of which contradictions are looked for; null: any number


def abilities(game: Game, settings: Settings) -> AbilitiesJson:
    """What is answered about *game*, by its JSON keys: if anything, candidates are counted and guesses advised."""
    answered, pairs = is_answered(game, settings), pair_count(game)
    table = answered and has_table(game, settings)
    makes_puzzles = answered and game.rule == FREE and game.goal == HIT
    rows = None if table else settings.scan_pairs // len(game.secrets) if answered else 0
    return {
        "game": str(game),
        "secrets": len(game.secrets),
        "count": answered,
        "advice": answered,
        "sampled": answered and not table,
        "review": table,
        "tree": table and pairs <= settings.tree_pairs,
        "compare": table and pairs <= settings.tree_pairs,
        "optimum": (table and pairs <= settings.proof_pairs) or known_plan(game, "optimal") is not None,
        "puzzles": (makes_puzzles and pairs <= settings.puzzle_pairs) or shipped_count(game) > 0,
        "contradictions": rows is None or rows > 0,
        "contradiction_rows": rows,
    }
