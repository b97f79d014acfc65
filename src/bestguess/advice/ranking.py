"""The guesses of a position in the order of a metric, all at once."""

import numpy as np

from bestguess.games import Code
from bestguess.metrics import all_entropies
from bestguess.position import Position
from bestguess.strategies import NO_GUESS, Strategy


def ranked(position: Position, chosen: Strategy, consistent: bool, count: int) -> list[Code]:
    """The best *count* guesses by the metric of a strategy (by bits, if it has none).

    Guesses that do not split the candidates and those that the rule of the game forbids are left out, and of those that
    symmetries exchange the lowest stands for all. Ties as everywhere: a consistent guess before any other, then the
    cheapest, then the lowest. A guess that is sure to win comes first.

    >>> from bestguess.strategies import strategy
    >>> ranked(Position("mastermind(4,6)"), strategy("minimax"), False, 3)
    ['1122', '1123', '1234']
    """
    table, candidates = position.table, position.candidate_indices
    winning = np.zeros(len(table.guesses), np.bool_)
    winning[table.consistent_guesses(candidates)] = True
    guesses = position.different_guesses  # what is like a winner is one
    if consistent:
        guesses = guesses[winning[guesses]]
    wins = winning[guesses]
    sizes, weights = table.listed_parts(guesses, candidates)
    useful = np.flatnonzero((np.count_nonzero(sizes, axis=1) > 1) | wins)
    metric = chosen.array_metric or all_entropies
    costs = table.costs[guesses[useful]]
    values = metric(weights[useful], sizes[useful], costs)
    sure = table.sure_win(candidates)  # which every strategy plays
    others = guesses[useful] != (NO_GUESS if sure is None else sure)
    order = useful[np.lexsort((useful, costs, ~wins[useful], np.round(values, 9), others))]
    return [table.guesses[int(guess)] for guess in guesses[order[:count]]]
