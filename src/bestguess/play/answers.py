"""Drawing a secret, and reading a feedback as people write it."""

import random
import re
from collections.abc import Sequence

from bestguess.errors import ContradictionError, FeedbackError
from bestguess.games import BullsCows, Code, Feedback, Game, History, PegGame
from bestguess.table import find_candidates

_DRAWS = 1_000  # before the candidates are listed
_EXACT = frozenset(["b", "x", "●", "•", "*", "black", "blacks", "bull", "bulls", "exact"])
_MISPLACED = frozenset(["w", "c", "o", "○", "white", "whites", "cow", "cows", "misplaced"])
_NOTHING = ("none", "nothing", "0", "-")
_TWO = re.compile(r"(\d+)\s*[\s.,/;:|+-]\s*(\d+)")
_PAIR = re.compile(r"(\d+)\s*([^\W\d_]+|[●•*○])")
_COUNTED = re.compile(rf"{_PAIR.pattern}(?:(?:\s*[,;.+/&]\s*|\s+and\s+|\s*){_PAIR.pattern})*")


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

    Of pegs, beside what the game itself reads: two numbers with a space or a sign between; numbers with a letter or a
    word each, in any order; a letter for each peg (b or x exact, w, c or o misplaced); and `none`, `-` or `0`. With an
    `a` among the letters, a is exact and b misplaced.

    >>> from bestguess.games import game
    >>> [read_feedback(game("mm4x6"), text) for text in ("1 2", "bww", "2w 1b", "12", "none", "x o", "1 black", "1A2B")]
    ['1.2', '1.2', '1.2', '1.2', '0.0', '1.1', '1.0', '1.2']
    """
    if not isinstance(game, PegGame):
        return game.parse_feedback("".join(text.split()))
    return game.parse_feedback(_usual(text.lower().strip(), isinstance(game, BullsCows)) or text.strip())


def _usual(text: str, bulls: bool) -> str | None:
    """*text* as exact.misplaced, None when it is in no usual form; raises FeedbackError when it is ambiguous."""
    if text in _NOTHING:
        return "0.0"
    if two := _TWO.fullmatch(text):
        return f"{int(two[1])}.{int(two[2])}"
    if _COUNTED.fullmatch(text):
        return _counted(text, bulls)
    signs = "".join(text.split())
    if signs and all(sign in _EXACT or sign in _MISPLACED for sign in signs):
        exact = sum(sign in _EXACT for sign in signs)
        return f"{exact}.{len(signs) - exact}"
    return None


def _counted(text: str, bulls: bool) -> str | None:
    """Numbers with a word each; None when a word is unknown."""
    pairs = [(int(number), word) for number, word in _PAIR.findall(text)]
    words = [word for _, word in pairs]
    exact, misplaced = (_EXACT - {"b"} | {"a"}, _MISPLACED | {"b"}) if "a" in words else (_EXACT, _MISPLACED)
    if any(word not in exact | misplaced for word in words):
        return None
    kinds = [word in exact for word in words]
    if len(set(kinds)) < len(kinds) or (bulls and words == ["b"]):  # a lone b: bulls, or the B of 1A2B
        raise FeedbackError(f"expected exact.misplaced such as 1.2, got {text!r}, which can be read in two ways")
    count = dict(zip(kinds, (number for number, _ in pairs), strict=True))
    return f"{count.get(True, 0)}.{count.get(False, 0)}"
