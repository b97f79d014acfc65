"""The guesses of a position in the order of a metric, all at once."""

import numpy as np

from bestguess.games import Code
from bestguess.strategies import Position, Strategy
from bestguess.strategies.metrics import all_bits_left


def ranked(
    position: Position, chosen: Strategy, consistent: bool, count: int, threads: int | None = None
) -> list[Code]:
    """The best *count* guesses by the metric of a strategy (by bits, if it has none).

    Guesses that do not split the candidates and those that the rule of the game forbids are left out, and of those that
    symmetries exchange the lowest stands for all. Ties as everywhere: a consistent guess before any other, then the
    cheapest, then the lowest.

    >>> from bestguess.games import game
    >>> from bestguess.strategies import strategy
    >>> from bestguess.table import Table
    >>> start = Position(Table(game("mastermind(4,6)")))
    >>> ranked(start, strategy("minimax", game=start.game), False, 3)
    ['1122', '1123', '1234']
    """
    table, candidates = position.table, position.candidates
    winning = np.zeros(len(table.guesses), np.bool_)
    winning[table.consistent_guesses(candidates)] = True
    guesses = position.different_guesses  # what is like a winner is one
    if consistent:
        guesses = guesses[winning[guesses]]
    wins = winning[guesses]
    sizes, weights = table.listed_parts(guesses, candidates, threads)
    useful = np.flatnonzero((np.count_nonzero(sizes, axis=1) > 1) | wins)
    metric = chosen.array_metric or all_bits_left
    costs = None if table.costs is None else table.costs[guesses[useful]]
    values = metric(weights[useful], sizes[useful], costs)
    order = useful[np.lexsort((useful, useful if costs is None else costs, ~wins[useful], np.round(values, 9)))]
    return [table.guesses[int(guess)] for guess in guesses[order[:count]]]
