"""Reading guesses and rows in the forms that people type: 1 1 2 2, 1122 BBW, 1122:1.0, 1344:0.1."""

import re

from bestguess.errors import BestguessError, CodeError, FeedbackError
from bestguess.games import IDENTIFY, Balance, Code, Feedback, Game, History, PegGame, Row, unquoted
from bestguess.games.table import Table
from bestguess.games.texts import QUOTED
from bestguess.play.choices import answers_to, choose, find_choice, has_names
from bestguess.play.feedback_text import read_feedback

_MOST_WORDS = 20  # that a guess can be typed in
_BETWEEN_PEGS = re.compile(r"[\s,]+")
_QUOTED = re.compile(QUOTED)
_WEIGHING = re.compile(r"\s*([A-Za-z]+)(?:\s*[-/|,]\s*|\s+(?:vs?\.?\s+)?)([A-Za-z]+)")
_BETWEEN_ROWS = (r"\s*;\s*", r",\s+", r"\s*,\s*")  # the feedback 1,2 has a comma too: a comma alone is tried last


def read_guess(game: Game, text: str) -> Code:
    """The guess of *game* in *text*, whose pegs may stand apart; raises CodeError.

    Guesses that are names are read in any case, by their beginning or by their number; weighings with any sign between
    the sides.

    >>> from bestguess.games import game
    >>> read_guess(game("mm4x6"), "1 1 2 2"), read_guess(game("mm4x6"), "1,1,2,2")
    ('1122', '1122')
    >>> read_guess(game("balance(4)"), "ab cd"), read_guess(game("balance(4)"), "a / d")
    ('AB-CD', 'A-D')
    """
    joined = _BETWEEN_PEGS.sub("", text)
    if isinstance(game, PegGame):
        return game.parse_guess(joined)
    if (weighing := _weighing(game, text)) is not None and not weighing[1]:
        return game.parse_guess(weighing[0])
    if has_names(game) and not is_guess(game, text) and not is_guess(game, joined):
        what = "a question" if game.goal == IDENTIFY else "a guess"
        return choose(f"{what} of {game}", unquoted(text), game.guesses, CodeError)
    try:
        return game.parse_guess(text)
    except CodeError:
        if joined == text or not is_guess(game, joined):
            raise
        return game.parse_guess(joined)


def typed_guess(game: Game, text: str) -> Code:
    """The guess in *text*, a weighing with its sides as they are typed, to ask for its feedback; raises CodeError.

    >>> from bestguess.games import game
    >>> typed_guess(game("balance(4)"), "dc ab"), typed_guess(game("balance(4)"), "ab dc")
    ('CD-AB', 'AB-CD')
    """
    guess, weighing = read_guess(game, text), _weighing(game, text)
    if weighing is None or not isinstance(game, Balance) or not game.guesses.is_turned(weighing[0]):
        return guess
    left, right = guess.split("-")
    return f"{right}-{left}"


def read_secret(game: Game, text: str) -> Code:
    """The secret of *game* in *text*, read as guesses are; raises CodeError."""
    try:
        return game.parse_secret(_BETWEEN_PEGS.sub("", text) if isinstance(game, PegGame) else text)
    except CodeError:
        if not has_names(game):
            raise
        return choose(f"a secret of {game}", unquoted(text), game.secrets, CodeError)


def _weighing(game: Game, text: str) -> tuple[Code, str] | None:
    """The weighing that *text* begins with, its sides as they are typed, and what follows it."""
    found = _WEIGHING.match(text) if isinstance(game, Balance) else None
    if found is None or not is_guess(game, f"{found[1]}-{found[2]}"):
        return None
    return f"{found[1]}-{found[2]}", text[found.end() :].strip(" \t:")


def is_guess(game: Game, text: str) -> bool:
    """Whether *text* is a guess of *game*."""
    try:
        game.parse_guess(text)
    except BestguessError:
        return False
    return True


def split_row(game: Game, text: str, table: Table | None = None) -> tuple[str, str]:
    """The guess that *text* begins with, and what follows it; the first word where there is no guess.

    *table*: of *game*, as in `read_feedback`.

    >>> from bestguess.games import game
    >>> [split_row(game("mm4x6"), text) for text in ("1122 1.0", "1 1 2 2: bw", "1 1 2 2", "112 1.0", "1 1 2")]
    [('1122', '1.0'), ('1122', 'bw'), ('1122', ''), ('112', '1.0'), ('112', '')]
    """
    if has_names(game):
        return _split_names(game, text.strip(), table)
    if (weighing := _weighing(game, text)) is not None:
        return weighing
    if (found := _split_words(game, text)) is not None:
        return found
    words = text.replace(":", " : ").split()
    if words and all(len(word) == 1 for word in words) and ":" not in words:
        return "".join(words), ""  # pegs, but too few or too many
    return words[0] if words else "", _without_colons(words[1:])


def _split_words(game: Game, text: str) -> tuple[str, str] | None:
    """The guess that the first words of *text* are, also without the spaces between them, and what follows it."""
    words = text.replace(":", " : ").split()
    for count in range(1, min(len(words), _MOST_WORDS) + 1):
        for guess in (" ".join(words[:count]), "".join(words[:count])):
            if is_guess(game, guess):
                return guess, _without_colons(words[count:])
    return None


def begins_with_guess(game: Game, text: str) -> bool:
    """Whether *text* begins with a guess of *game*, in full."""
    if has_names(game):
        return any(text.startswith(guess) and _begins(text, guess) for guess in game.guesses)
    return is_guess(game, split_row(game, text)[0])


def _split_names(game: Game, text: str, table: Table | None) -> tuple[str, str]:
    """The same for guesses that are names, which may have spaces and colons in them."""
    begun = (quote := _QUOTED.match(text)) and unquoted(quote[0])
    if quote and begun and is_guess(game, begun):
        return begun, text[quote.end() :].strip(" \t:")
    whole = [guess for guess in game.guesses if _begins(text, guess)]
    if whole:
        longest = max(whole, key=len)
        return longest, text[len(longest) :].strip(" \t:")
    if (found := _split_words(game, text)) is not None:
        return found
    if (guess := find_choice(text, game.guesses)) is not None:
        return guess, ""
    head, _, tail = text.rpartition(":")
    if (guess := find_choice(head.strip(), game.guesses)) is not None:
        return guess, tail.strip()
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        guess, rest = find_choice(" ".join(words[:count]), game.guesses), " ".join(words[count:])
        answers = answers_to(game, guess, table)
        if guess is not None and (not answers or find_choice(rest, answers) is not None):
            return guess, rest
    return text, ""


def _begins(text: str, guess: Code) -> bool:
    """Whether *text* begins with all of *guess*, in any case."""
    after = text[len(guess) : len(guess) + 1]
    return text[: len(guess)].casefold() == guess.casefold() and (not after or after in ": \t")


def _without_colons(words: list[str]) -> str:
    return " ".join(word for word in words if word != ":")


def read_row(game: Game, text: str, table: Table | None = None) -> Row:
    """The guess and its feedback in *text*; raises CodeError or FeedbackError."""
    guess, feedback = split_row(game, text, table)
    code = read_guess(game, guess)
    if not feedback:
        raise FeedbackError(f"expected a feedback after {code}, got nothing")
    return typed_row(game, guess, read_feedback(game, feedback, code, table))


def typed_row(game: Game, guess: str, feedback: Feedback) -> Row:
    """The row of a typed *guess* and the *feedback* to it as it is typed; raises CodeError."""
    return Row(read_guess(game, guess), game.feedback_as_written(guess, feedback))


def read_rows(game: Game, text: str, table: Table | None = None) -> History:
    """The rows in *text*: one, or several separated by commas, semicolons or spaces. Raises BestguessError.

    *table*: of *game*, as in `read_feedback`.

    >>> from bestguess.games import game
    >>> for text in ("1122 1, 0", "1122:1.0, 1344:0.1", "1122 bw,1344 w; 3526 none", "1122:1.0 1344:0.1"):
    ...     print(read_rows(game("mm4x6"), text))
    1122:1.0
    1122:1.0 1344:0.1
    1122:1.1 1344:0.1 3526:0.0
    1122:1.0 1344:0.1
    """
    found = _written_rows(game, text, table) or _separated_rows(game, text, table)
    return found or History([read_row(game, text, table)])  # which raises what is wrong with it


def has_feedback(game: Game, text: str, table: Table | None = None) -> bool:
    """Whether *text* is more than a guess: a row, or several.

    >>> from bestguess.games import game
    >>> has_feedback(game("mm4x6"), "1122 bw"), has_feedback(game("mm4x6"), "1122")
    (True, False)
    """
    return bool(split_row(game, text, table)[1]) or (has_names(game) and bool(_separated_rows(game, text, table)))


def _written_rows(game: Game, text: str, table: Table | None) -> History | None:
    """The rows of a history as it is written everywhere else; None where it is none, or has other feedbacks."""
    try:
        found = game.parse_rows(text)
    except BestguessError:
        return None
    known = answers_to(game, table=table)
    return None if known and any(row.feedback not in known for row in found) else found


def _separated_rows(game: Game, text: str, table: Table | None = None, level: int = 0) -> History | None:
    """The rows between separators, those that separate most clearly first; None where one of them is no row.

    In games with pegs a comma may stand inside a feedback, so a row that can be read is not split further. In others
    a comma that can separate rows does.
    """
    if level == len(_BETWEEN_ROWS):
        return None
    found: list[Row] = []
    for piece in filter(None, re.split(_BETWEEN_ROWS[level], text.strip())):
        whole, split = _row_or_none(game, piece, table), _separated_rows(game, piece, table, level + 1)
        rows = (whole or split) if isinstance(game, PegGame) else (split or whole)
        if rows is None:
            return None
        found += rows
    return History(found)


def _row_or_none(game: Game, text: str, table: Table | None) -> History | None:
    """The one row in *text*, None where there is none."""
    try:
        return History([read_row(game, text, table)])
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
