"""Positions that a reasonable player could have come to, drawn by a seed.

Only `random.Random.random` is used, whose numbers are the same in every version of Python and on every machine.
"""

import random
from collections.abc import Iterator, Sequence

from bestguess.games import Game, History
from bestguess.position import Position

_MOST_ROWS = 12
_CONSISTENT = 0.75  # how often a guess fits all rows; otherwise it fits all but one


def drawn_positions(
    game: Game, seed: str, least: int, most: int, *, further: bool = False
) -> Iterator[Position | None]:
    """Positions of *least* to *most* candidates, without end; None for every game played that has no such position.

    A game is played against a random secret until few enough candidates are left, or *further*: then it gives all its
    positions from there on. Every row tells something.
    """
    rng = random.Random(f"{seed} further" if further else seed)
    while True:
        found = False
        for position in _played(game, rng, most):
            if position.history and len(position.candidate_indices) >= least:
                found = True
                yield position
            if not further:
                break
        if not found:
            yield None


def _played(game: Game, rng: random.Random, most: int) -> Iterator[Position]:
    """The positions of a game in which at most *most* candidates are left; none when the secret is found before."""
    table = game.table
    secret = _below(rng, len(table.secrets))
    position: Position = Position(game)
    if len(position.candidate_indices) <= most:
        yield position
    while len(position.history) < _MOST_ROWS:
        guess = _next_guess(position, rng)
        ordinal = int(table.ordinals[guess, secret])
        if ordinal == table.win:
            return
        after = position.after(table.guesses[guess], table.feedbacks[ordinal])
        if after.count < position.count:
            position = after
            if len(position.candidate_indices) <= most:
                yield position


def _next_guess(position: Position, rng: random.Random) -> int:
    """A guess that wins against a random candidate; now and then against one that fits all rows but one."""
    table, rows = position.table, position.history
    fitting: Sequence[int] = position.candidate_indices.tolist()
    if rows and rng.random() >= _CONSISTENT:
        left_out = _below(rng, len(rows))
        fitting = table.candidates(History([row for place, row in enumerate(rows) if place != left_out])).tolist()
    return int(table.winner[fitting[_below(rng, len(fitting))]])


def _below(rng: random.Random, end: int) -> int:
    """A random number from 0 to *end* - 1."""
    return int(rng.random() * end)
