"""Drawing a random secret."""

import random
from collections.abc import Sequence

from bestguess.candidates import find_candidates
from bestguess.errors import no_candidate
from bestguess.games import Code, Game, History

_TRIES = 1_000  # random draws before the candidates are listed


def draw_secret(game: Game, seed: int, history: History | None = None) -> Code:
    """A random secret of *game* that fits *history*, by weight if the game has weights. The same seed, the same secret.

    Raises ContradictionError if no secret fits.

    >>> from bestguess.games import game
    >>> draw_secret(game("mastermind(4,6)"), 7)
    '4134'
    >>> draw_secret(game("mastermind(4,6)"), 7, game("mastermind(4,6)").parse_history("1122:2.0 1134:0.2"))
    '4322'
    """
    rng = random.Random(seed)
    for _ in range(_TRIES):
        code = _draw(rng, game.secrets, game.weights)
        if all(game.score_unchecked(row.guess, code) == row.feedback for row in history or ()):
            return code
    found = find_candidates(game, history or History()).codes
    if not found:
        raise no_candidate(game, history)
    if game.weights is None:
        return _draw(rng, found, None)
    weights = dict(zip(game.secrets, game.weights, strict=True))
    return _draw(rng, found, [weights[code] for code in found])


def _draw(rng: random.Random, codes: Sequence[Code], weights: Sequence[int] | None) -> Code:
    """One of *codes*, by *weights* if they are not all zero."""
    if weights is not None and any(weights):
        return rng.choices(codes, weights)[0]
    return codes[rng.randrange(len(codes))]
