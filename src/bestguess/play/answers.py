"""Drawing a secret, and reading a feedback as people write it."""

import random
import re
from collections.abc import Sequence

from bestguess.errors import ContradictionError, FeedbackError
from bestguess.games import Code, Feedback, Game, History, PegGame
from bestguess.table import find_candidates

_DRAWS = 1_000  # before the candidates are listed
_EXACT, _MISPLACED = "bx●•*", "wco○-"


def draw_secret(game: Game, seed: int, history: History | None = None) -> Code:
    """The secret of *game* that *seed* draws, by the weights if there are some; one that fits *history*.

    Raises ContradictionError when none fits.

    >>> from bestguess.games import game
    >>> draw_secret(game("mastermind(4,6)"), 7)
    '4134'
    >>> draw_secret(game("mastermind(4,6)"), 7, game("mastermind(4,6)").parse_history("1122:2.0 1134:0.2"))
    '4322'
    """
    chance = random.Random(seed)
    for _ in range(_DRAWS):
        code = _draw(chance, game.secrets, game.weights)
        if all(game.feedback(row.guess, code) == row.feedback for row in history or ()):
            return code
    found = find_candidates(game, history or History()).codes
    if not found:
        raise ContradictionError(f"no secret of {game} fits the answers {history}")
    if game.weights is None:
        return _draw(chance, found, None)
    weights = dict(zip(game.secrets, game.weights, strict=True))
    return _draw(chance, found, [weights[code] for code in found])


def _draw(chance: random.Random, codes: Sequence[Code], weights: Sequence[int] | None) -> Code:
    if weights is not None and any(weights):
        return chance.choices(codes, weights)[0]
    return codes[chance.randrange(len(codes))]


def read_feedback(game: Game, text: str) -> Feedback:
    """The feedback that *text* is, in any usual form; raises FeedbackError.

    Of pegs, beside what the game itself reads: two numbers with a space or a sign between, a letter for each peg (b or
    x exact, w, c or o misplaced), and `none`.

    >>> from bestguess.games import game
    >>> [read_feedback(game("mm4x6"), text) for text in ("1 2", "bww", "1b2w", "12", "none", "x o")]
    ['1.2', '1.2', '1.2', '1.2', '0.0', '1.1']
    """
    try:
        return game.parse_feedback("".join(text.split()) if not isinstance(game, PegGame) else text)
    except FeedbackError:
        if not isinstance(game, PegGame):
            raise
        usual = _counted(text.lower().strip())
        if usual is None:
            raise
        return game.parse_feedback(usual)


def _counted(text: str) -> str | None:
    if two := re.fullmatch(r"(\d+)\s*[\s/;:|+-]\s*(\d+)", text):
        return f"{int(two[1])}.{int(two[2])}"
    signs = "".join(text.split())
    if signs in ("none", "nothing"):
        return "0.0"
    if signs and all(sign in _EXACT + _MISPLACED for sign in signs):
        exact = sum(sign in _EXACT for sign in signs)
        return f"{exact}.{len(signs) - exact}"
    return None
