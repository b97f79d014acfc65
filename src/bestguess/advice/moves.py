"""What a strategy plays next in any situation, also in a game too large for a table."""

from dataclasses import replace

from bestguess.advice.advice import advise
from bestguess.advice.budgets import nodes_for
from bestguess.arguments import as_limit
from bestguess.data import known_figures, known_plan
from bestguess.errors import StrategyError
from bestguess.games import Game
from bestguess.games.table import fits_table
from bestguess.position import Position
from bestguess.strategies import DEFAULT_STRATEGY, Move, StrategyLike, strategy

QUICK_PAIRS = 3 * 10**7
"""Pairs of guesses and candidates of a position whose whole tree is built to find its height."""


def next_move(
    position: Position,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    budget: int | None = None,
    most_pairs: int | None = None,
    seed: int = 0,
) -> Move:
    """The move of the strategy *by*, as far as a search of *budget* nodes can prove it (None: what suits the position).

    Positions of more than *most_pairs* pairs of guesses and candidates are not searched. The worst case of the move is
    None where it is not known, or where not every candidate is found within the rows that are left.

    In a game too large for a table it comes from a sample, and is never certain for a strategy that proves its moves.
    Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> next_move(Position("mastermind(4,6)", "1123:0.0"), "optimal-worst")
    Move(guess='4456', certain=True, worst=4, total=None)
    """
    budget, most_pairs = as_limit("a budget", budget, error=StrategyError), as_limit("most_pairs", most_pairs)
    position.check_running()
    chosen = strategy(by, seed=seed, game=position.game)
    if not position.has_table:
        proves = chosen.objective is not None
        advice = advise(position, by=DEFAULT_STRATEGY if proves else chosen, count=1, seed=seed)
        return Move(advice.best.guess if advice.choice is None else advice.choice, certain=not proves)
    guesses, candidates = len(position.table.guesses), len(position.candidate_indices)
    searched = most_pairs is None or guesses * candidates <= most_pairs
    move = chosen.move(position, nodes_for(guesses, candidates, budget) if searched else 0)
    worst = move.worst
    if worst is None and move.certain:
        worst = chosen.worst_from(position, QUICK_PAIRS)
    return replace(move, worst=_within(worst, position.rows_left))


def known_worst(game: Game, by: str) -> int | None:
    """The most guesses that the strategy *by* needs from the start: from shipped data, or quickly found.

    None where that is not known, or more than the rows of *game*: then not every secret is found.
    """
    plan = known_plan(game, by)
    shipped = known_figures(game, by) if plan is None else plan.figures
    if shipped is not None:
        return _within(shipped.most_guesses, game.rows)
    worst = strategy(by, game=game).worst_from(Position(game), QUICK_PAIRS) if fits_table(game) else None
    return _within(worst, game.rows)


def _within(worst: int | None, rows: int | None) -> int | None:
    """*worst*, unless it is more than the *rows*."""
    return None if worst is None or (rows is not None and worst > rows) else worst
