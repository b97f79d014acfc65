"""Reading a feedback in the forms that people write: 1.2, BWW, 1b 2w, 1A2B, 1 bull 2 cows."""

import re

from bestguess.arguments import as_text
from bestguess.errors import FeedbackError
from bestguess.games import BullsCows, Code, Feedback, Game, PegGame, quoted, unquoted
from bestguess.games.table import Table
from bestguess.play.choices import answers_to, choose

_EXACT = frozenset(["b", "x", "●", "•", "*", "black", "blacks", "bull", "bulls", "exact"])
_MISPLACED = frozenset(["w", "c", "o", "○", "white", "whites", "cow", "cows", "misplaced"])
_MOST_NAMED = 6  # feedbacks in a message
_NOTHING = ("none", "nothing", "0", "-")
_TWO_NUMBERS = re.compile(r"(\d+)\s*[\s.,/;:|+-]\s*(\d+)")
_NUMBER_AND_WORD = re.compile(r"(\d+)\s*([^\W\d_]+|[●•*○])")
_SEPARATOR = r"(?:\s*[,;.+/&]\s*|\s+and\s+|\s*)"
_NUMBERS_AND_WORDS = re.compile(f"{_NUMBER_AND_WORD.pattern}(?:{_SEPARATOR}{_NUMBER_AND_WORD.pattern})*")


def read_feedback(game: Game, text: str, guess: Code | None = None, table: Table | None = None) -> Feedback:
    """The feedback of *game* that *text* stands for; raises FeedbackError.

    Feedbacks that are words are read in any case, by their beginning or by their number: those that `answers_to` has
    for *guess* and *table*. Games with pegs accept, besides their own form:

    * two numbers with a space or a punctuation mark between them;
    * numbers, each with a letter or a word, in any order. If one of the letters is `a`, then `a` is exact and `b`
      misplaced; otherwise `b` is exact;
    * one letter per peg: b or x is exact; w, c or o is misplaced;
    * `none`, `nothing`, `-` or `0`.

    >>> from bestguess.games import game
    >>> [read_feedback(game("mm4x6"), text) for text in ("1 2", "bww", "2w 1b", "12", "none", "x o", "1 black", "1A2B")]
    ['1.2', '1.2', '1.2', '1.2', '0.0', '1.1', '1.0', '1.2']
    >>> [read_feedback(game("numbers(9)"), text) for text in ("l", "HIGH", "3", "too low")]
    ['low', 'high', 'equal', 'low']
    """
    as_text("a feedback", text, FeedbackError)
    if not isinstance(game, PegGame):
        typed = text.strip()
        # The text of an object, such as a pair, has no spaces.
        written = "".join(typed.split()) if typed.startswith(("(", "[", "{")) else unquoted(typed, FeedbackError)
        if not (known := answers_to(game, guess, table)):
            return game.parse_feedback(written)
        some = ", ".join(map(quoted, known[:_MOST_NAMED])) + ", …" * (len(known) > _MOST_NAMED)
        return choose(f"a feedback ({some})", _without_too(written), known, FeedbackError)
    return game.parse_feedback(_parse_pegs(text.lower().strip(), isinstance(game, BullsCows)) or text.strip())


def _without_too(text: str) -> str:
    return re.sub(r"(?i)\Atoo\s+", "", text)


def _parse_pegs(text: str, bulls: bool) -> str | None:
    """*text* as ``exact.misplaced``, None if it has none of these forms. Raises FeedbackError if it is ambiguous."""
    if text in _NOTHING:
        return "0.0"
    if two := _TWO_NUMBERS.fullmatch(text):
        return f"{int(two[1])}.{int(two[2])}"
    if _NUMBERS_AND_WORDS.fullmatch(text):
        return _parse_counts(text, bulls)
    signs = "".join(text.split())
    if signs and all(sign in _EXACT or sign in _MISPLACED for sign in signs):
        exact = sum(sign in _EXACT for sign in signs)
        return f"{exact}.{len(signs) - exact}"
    return None


def _parse_counts(text: str, bulls: bool) -> str | None:
    """Numbers with a word each, as ``exact.misplaced``; None if a word is unknown."""
    pairs = [(int(number), word) for number, word in _NUMBER_AND_WORD.findall(text)]
    words = [word for _, word in pairs]
    exact, misplaced = (_EXACT - {"b"} | {"a"}, _MISPLACED | {"b"}) if "a" in words else (_EXACT, _MISPLACED)
    if any(word not in exact | misplaced for word in words):
        return None
    kinds = [word in exact for word in words]
    if len(set(kinds)) < len(kinds) or (bulls and words == ["b"]):  # a lone b: bulls, or the B of 1A2B
        raise FeedbackError(f"expected exact.misplaced such as 1.2, got {text!r}, which can be read in two ways")
    count = dict(zip(kinds, (number for number, _ in pairs), strict=True))
    return f"{count.get(True, 0)}.{count.get(False, 0)}"
