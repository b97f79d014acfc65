"""The nodes of a strategy that is called position by position."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from bestguess.games import Code
from bestguess.strategies.position import Position
from bestguess.table import Progress

if TYPE_CHECKING:
    from bestguess.strategies.base import Nodes


def called_nodes(
    position: Position, choose: Callable[[Position], Code], limit: int | None, progress: Progress | None
) -> "Nodes":
    """The nodes of the tree of what *choose* plays from *position* on; guess number *limit*, if given, is the last."""
    table, nodes = position.table, list[tuple[int, int, int, bool]]()
    found = 0
    waiting = [(position, 0, 1)]
    while waiting:
        here, branch, depth = waiting.pop()
        guess = choose(here)
        parts = here.parts(guess)
        won = parts.pop(table.game.win, None)
        nodes.append((table.guesses.index(guess), branch, depth, won is not None))
        if depth == limit:
            continue
        for feedback, part in reversed(parts.items()):
            waiting.append((part, table.ordinal(feedback), depth + 1))
        found += won is not None
        if progress:
            progress(found, len(position.candidates))
    guess_column, branch_column, depth_column, wins_column = np.array(nodes, np.uint32).T
    return guess_column, branch_column, depth_column, wins_column
