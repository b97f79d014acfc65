"""Read results of word games as people share them: rows of coloured squares, without the guesses.

::

    Wordle 1,234 3/6*       a headline; its number of guesses is checked

    ⬛🟨⬛⬜🟩              the marks of each guess, in either palette
    🟧🟦⬛⬛⬛ 2nd try       text after the squares is ignored, and so are lines without squares
    🟩🟩🟩🟩🟩
"""

import re
from collections.abc import Iterable

from bestguess.arguments import as_list, as_text
from bestguess.errors import BestguessError, GameError, HistoryError
from bestguess.games.codes import History, Row
from bestguess.games.registry import GameLike, as_game
from bestguess.games.words import Words
from bestguess.wording import count_text

_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")  # U+FE0F asks for the coloured form of a square
_SQUARES = re.compile("[⬛⬜🟨🟦🟩🟧](?:[ \t]*[⬛⬜🟨🟦🟩🟧])*")
_HEADLINE = re.compile(r"(?<![\d/])([1-9]\d?|[Xx])/\d{1,2}(?![\d/])")


def read_squares(game: GameLike, guesses: str | Iterable[str], squares: str) -> History:
    """Return the history of *guesses* with the feedbacks in *squares*, the text of a shared result.

    Raises GameError if the game is not a game of words, CodeError if a word is not a legal guess, and HistoryError
    unless there is one row of squares for each guess.

    >>> shared = '''Wordle 1,234 2/6*
    ...
    ... 🟨🟨🟩⬜🟨
    ... 🟩🟩🟩🟩🟩'''
    >>> str(read_squares("words(english,5)", "crane react", shared))
    'crane:YYGBY react:GGGGG'
    """
    rules = as_game(game)
    if not isinstance(rules, Words):
        raise GameError(f"expected a game of words, whose results are squares, got {rules}")
    words = re.split(r"[\s,;]+", guesses.strip(" \t\r\n,;")) if isinstance(guesses, str) else None
    guess_list = as_list("guesses", guesses, HistoryError) if words is None else [word for word in words if word]
    lines = _INVISIBLE.sub("", as_text("squares", squares, HistoryError)).splitlines()
    rows = [(number, match[0]) for number, line in enumerate(lines, 1) if (match := _SQUARES.match(line.strip()))]
    if not rows:
        raise HistoryError("expected rows of coloured squares, got none")
    feedbacks = list[str]()
    for number, text in rows:
        row = "".join(text.split())
        if len(row) != rules.length:
            raise HistoryError(f"line {number}: expected {rules.length} squares, got {len(row)}")
        try:
            feedbacks.append(rules.as_feedback(row))
        except BestguessError as error:
            raise HistoryError(f"line {number}: {error}") from error
    _check_headline(lines[: rows[0][0] - 1], len(feedbacks), feedbacks[-1] == rules.win)
    if len(guess_list) != len(feedbacks):
        raise HistoryError(
            f"expected {count_text(len(feedbacks), 'guess')}, one for each row of squares, got {len(guess_list)}"
        )
    pairs = zip(guess_list, feedbacks, strict=True)
    return History([Row(rules.as_guess(guess), feedback) for guess, feedback in pairs])


def _check_headline(lines: list[str], rows: int, won: bool) -> None:
    """Raise HistoryError if a headline such as ``Wordle 1,234 4/6`` says another number of guesses; X is not found."""
    for match in filter(None, map(_HEADLINE.search, lines)):
        count = match[1]
        if count in "Xx" and won:
            raise HistoryError(f"the headline says {match[0]!r}, not found, but the last row is the winning one")
        if count not in "Xx" and int(count) != rows:
            raise HistoryError(f"the headline says {match[0]!r}, but there are {count_text(rows, 'row')} of squares")
