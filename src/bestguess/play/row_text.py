"""Reading guesses and rows in the forms that people type: 1 1 2 2, 1122 BBW, 1122:1.0, 1344:0.1."""

import re

from bestguess.errors import BestguessError, CodeError, FeedbackError
from bestguess.games import Code, Game, History, PegGame, Row
from bestguess.play.feedback_text import read_feedback

_MOST_WORDS = 20  # that a guess can be typed in
_BETWEEN_PEGS = re.compile(r"[\s,]+")
_BETWEEN_ROWS = (r"\s*;\s*", r",\s+", r"\s*,\s*")  # the feedback 1,2 has a comma too: a comma alone is tried last


def read_guess(game: Game, text: str) -> Code:
    """The guess of *game* in *text*, whose pegs may stand apart; raises CodeError.

    >>> from bestguess.games import game
    >>> read_guess(game("mm4x6"), "1 1 2 2"), read_guess(game("mm4x6"), "1,1,2,2")
    ('1122', '1122')
    """
    joined = _BETWEEN_PEGS.sub("", text)
    if isinstance(game, PegGame):
        return game.parse_guess(joined)
    try:
        return game.parse_guess(text)
    except CodeError:
        if joined == text or not is_guess(game, joined):
            raise
        return game.parse_guess(joined)


def is_guess(game: Game, text: str) -> bool:
    """Whether *text* is a guess of *game*."""
    try:
        game.parse_guess(text)
    except BestguessError:
        return False
    return True


def split_row(game: Game, text: str) -> tuple[str, str]:
    """The guess that *text* begins with, and what follows it; the first word where there is no guess.

    >>> from bestguess.games import game
    >>> [split_row(game("mm4x6"), text) for text in ("1122 1.0", "1 1 2 2: bw", "1 1 2 2", "112 1.0", "1 1 2")]
    [('1122', '1.0'), ('1122', 'bw'), ('1122', ''), ('112', '1.0'), ('112', '')]
    """
    words = text.replace(":", " : ").split()
    for count in range(1, min(len(words), _MOST_WORDS) + 1):
        for guess in (" ".join(words[:count]), "".join(words[:count])):
            if is_guess(game, guess):
                return guess, _without_colons(words[count:])
    if words and all(len(word) == 1 for word in words) and ":" not in words:
        return "".join(words), ""  # pegs, but too few or too many
    return words[0] if words else "", _without_colons(words[1:])


def _without_colons(words: list[str]) -> str:
    return " ".join(word for word in words if word != ":")


def read_row(game: Game, text: str) -> Row:
    """The guess and its feedback in *text*; raises CodeError or FeedbackError."""
    guess, feedback = split_row(game, text)
    code = read_guess(game, guess)
    if not feedback:
        raise FeedbackError(f"expected a feedback after {code}, got nothing")
    return Row(code, read_feedback(game, feedback))


def read_rows(game: Game, text: str) -> History:
    """The rows in *text*: one, or several separated by commas, semicolons or spaces. Raises BestguessError.

    >>> from bestguess.games import game
    >>> for text in ("1122 1, 0", "1122:1.0, 1344:0.1", "1122 bw,1344 w; 3526 none", "1122:1.0 1344:0.1"):
    ...     print(read_rows(game("mm4x6"), text))
    1122:1.0
    1122:1.0 1344:0.1
    1122:1.1 1344:0.1 3526:0.0
    1122:1.0 1344:0.1
    """
    found = _written_rows(game, text) or _separated_rows(game, text)
    return found or History([read_row(game, text)])  # which raises what is wrong with it


def _written_rows(game: Game, text: str) -> History | None:
    """The rows of a history as it is written everywhere else; None where it is none."""
    try:
        return game.parse_rows(text)
    except BestguessError:
        return None


def _separated_rows(game: Game, text: str, level: int = 0) -> History | None:
    """The rows between separators, those that separate most clearly first; None where one of them is no row.

    In games with pegs a comma may stand inside a feedback, so a row that can be read is not split further. In others
    a comma that can separate rows does.
    """
    if level == len(_BETWEEN_ROWS):
        return None
    found: list[Row] = []
    for piece in filter(None, re.split(_BETWEEN_ROWS[level], text.strip())):
        whole, split = _row_or_none(game, piece), _separated_rows(game, piece, level + 1)
        rows = (whole or split) if isinstance(game, PegGame) else (split or whole)
        if rows is None:
            return None
        found += rows
    return History(found)


def _row_or_none(game: Game, text: str) -> History | None:
    """The one row in *text*, None where there is none."""
    try:
        return History([read_row(game, text)])
    except BestguessError:
        return None


def read_history(game: Game, text: str) -> History:
    """The history in *text*, which may be empty, as it is written everywhere or as `read_rows` reads it.

    Whether the rule of the game allows it is not asked.

    >>> from bestguess.games import game
    >>> str(read_history(game("mm4x6"), "1122:BBW, 1344:0.1"))
    '1122:2.1 1344:0.1'
    """
    try:
        return game.parse_rows(text)
    except BestguessError:
        rows = _separated_rows(game, text)
        if not rows:
            raise
        return rows
