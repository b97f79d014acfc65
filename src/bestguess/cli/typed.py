"""Read choices, feedbacks, guesses and whole rows in the many forms that people type.

A choice may be typed in full, in any case, by its number, or by its beginning. A feedback may be 1.2, BWW, 1b 2w, 1A2B
or 1 bull 2 cows. Guesses and rows may be 1 1 2 2, 1122 BBW, or 1122:1.0, 1344:0.1.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches

import numpy as np

from bestguess.arguments import describe
from bestguess.errors import BestguessError, CodeError, FeedbackError
from bestguess.games import (
    IDENTIFY,
    Balance,
    BullsCows,
    Code,
    Feedback,
    Game,
    History,
    Numbers,
    PegGame,
    Row,
    Words,
    quote,
    unquote,
)
from bestguess.games.codes import QUOTED
from bestguess.games.table import fits_table

_MAX_NUMBERED = 99  # longer lists cannot be chosen from by number
_MAX_NEAR, _MAX_FEEDBACKS = 3, 6  # how many similar texts and feedbacks an error message lists
_MAX_WORDS = 20  # words of a typed guess

_EXACT = frozenset(["b", "x", "●", "•", "*", "black", "blacks", "bull", "bulls", "exact"])
_MISPLACED = frozenset(["w", "c", "o", "○", "white", "whites", "cow", "cows", "misplaced"])
_NOTHING = ("none", "nothing", "0", "-")
_TWO_NUMBERS = re.compile(r"(\d+)\s*[\s.,/;:|+-]\s*(\d+)")
_NUMBER_AND_WORD = re.compile(r"(\d+)\s*([^\W\d_]+|[●•*○])")
_SEPARATOR = r"(?:\s*[,;.+/&]\s*|\s+and\s+|\s*)"
_NUMBERS_AND_WORDS = re.compile(f"{_NUMBER_AND_WORD.pattern}(?:{_SEPARATOR}{_NUMBER_AND_WORD.pattern})*")

_BETWEEN_PEGS = re.compile(r"[\s,]+")
_WEIGHING = re.compile(r"\s*([A-Za-z]+)(?:\s*[-/|,]\s*|\s+(?:vs?\.?\s+)?)([A-Za-z]+)")
_BETWEEN_ROWS = (r"\s*;\s*", r",\s+", r"\s*,\s*")  # the feedback 1,2 has a comma too: a comma alone is tried last


# Choices.


def has_names(game: Game) -> bool:
    """Whether the guesses of *game* are arbitrary names from a list, not pegs, words, numbers or weighings."""
    return game.kernel() is None and not isinstance(game, PegGame | Balance | Numbers)


def answers_to(game: Game, guess: Code | None = None) -> Sequence[Feedback]:
    """Return the feedbacks to choose from. Empty in games of pegs and of words: they have their own forms.

    With a *guess* that is a name, return only the feedbacks that it can get.
    """
    if isinstance(game, PegGame | Words):
        return ()
    if not has_names(game) or not fits_table(game):
        return game.feedbacks
    table = game.table
    if guess is None:
        return table.feedbacks
    answers = np.unique(table.ordinals[table.guesses.index(guess)])
    return [table.feedbacks[ordinal] for ordinal in answers.tolist()]


def are_numbered(texts: Sequence[str]) -> bool:
    """Whether *texts* can be chosen by number, counted from 1: they are few, and none of them is itself a number."""
    return 1 < len(texts) <= _MAX_NUMBERED and not any(text.isdecimal() for text in texts)


def choices_text(texts: Sequence[str]) -> str:
    """Return the list of *texts* for a prompt, with numbers if they can be chosen by number."""
    numbered = are_numbered(texts)
    return ", ".join(f"{number} {text}" if numbered else text for number, text in enumerate(texts, start=1))


def find_choice(typed: str, texts: Sequence[str]) -> str | None:
    """Return the one of *texts* that *typed* means: the full text, its number, or a beginning that only it has.

    Return None if there is no such text, or several.

    >>> find_choice("h", ["low", "high"]), find_choice("2", ["low", "high"]), find_choice("l", ["left", "level"])
    ('high', 'high', None)
    """
    if typed in texts:
        return typed
    if typed.isdecimal() and are_numbered(texts) and 1 <= int(typed) <= len(texts):
        return texts[int(typed) - 1]
    same = [text for text in texts if _plain(text).replace(" ", "") == _plain(typed).replace(" ", "")]
    matching = same or _texts_beginning_with(typed, texts)
    return matching[0] if len(matching) == 1 else None


def choose(what: str, typed: str, texts: Sequence[str], error: type[BestguessError]) -> str:
    """Return the one of *texts* that *typed* means, as `find_choice` does.

    If there is none, raise *error*: it says that *what* was expected, and suggests similar texts.
    """
    choice = find_choice(typed, texts)
    if choice is not None:
        return choice
    matching = _texts_beginning_with(typed, texts)
    if len(matching) > 1:
        several = ", ".join(map(quote, matching[:_MAX_NEAR])) + ", …" * (len(matching) > _MAX_NEAR)
        raise error(f"expected {what}, got {describe(typed)}, which could mean {several}")
    # Suggest texts that contain what was typed, else the most similar text, else one with a similar word in it.
    # The dictionaries are filled in reverse order, so that the first of several equal keys wins.
    plain, whole = _plain(typed), {_plain(text): text for text in reversed(texts)}
    words = {word: text for text in reversed(texts) for word in re.findall(r"\w{3,}", _plain(text))}
    similar = [text for text in texts if len(plain) > 1 and plain in _plain(text)][:_MAX_NEAR]
    similar = similar or [whole[near] for near in get_close_matches(plain, whole, n=1)]
    similar = similar or [words[near] for near in get_close_matches(plain, words, n=1, cutoff=0.7)]
    question = f"; did you mean {' or '.join(map(quote, similar))}?" if similar else ""
    raise error(f"expected {what}, got {describe(typed)}{question}")


def _plain(text: str) -> str:
    """Return *text* in lower case, with single spaces between words."""
    return " ".join(text.casefold().split())


def _texts_beginning_with(typed: str, texts: Sequence[str]) -> list[str]:
    beginning = _plain(typed)
    return [text for text in texts if beginning and _plain(text).startswith(beginning)]


# Feedbacks.


def read_feedback(game: Game, text: str, guess: Code | None = None) -> Feedback:
    """Return the feedback of *game* that *text* stands for; raise FeedbackError.

    Feedbacks that are words are read in any case, by their beginning or by their number, from the list that
    `answers_to` gives for *guess*. Games with pegs accept, besides their own form:

    * two numbers with a space or a punctuation mark between them;
    * numbers, each with a letter or a word, in any order. If one of the letters is `a`, then `a` is exact and `b`
      misplaced; otherwise `b` is exact;
    * one letter per peg: b or x is exact; w, c or o is misplaced;
    * `none`, `nothing`, `-` or `0`.
    """
    typed = text.strip()
    if isinstance(game, PegGame):
        return game.as_feedback(_parse_pegs(typed.lower(), isinstance(game, BullsCows)) or typed)
    # The text of an object, such as a pair, has no spaces.
    answer = "".join(typed.split()) if typed.startswith(("(", "[", "{")) else unquote(typed, FeedbackError)
    if not (known := answers_to(game, guess)):
        return game.as_feedback(answer)
    examples = ", ".join(map(quote, known[:_MAX_FEEDBACKS])) + ", …" * (len(known) > _MAX_FEEDBACKS)
    # People type "too low" for the feedback "low".
    return choose(f"a feedback ({examples})", re.sub(r"(?i)\Atoo\s+", "", answer), known, FeedbackError)


def _parse_pegs(text: str, bulls: bool) -> str | None:
    """Return *text* as ``exact.misplaced``, or None if it has none of the forms of `read_feedback`.

    Raise FeedbackError if it is ambiguous. *bulls*: the game is Bulls and Cows.
    """
    if text in _NOTHING:
        return "0.0"
    if numbers := _TWO_NUMBERS.fullmatch(text):
        return f"{int(numbers[1])}.{int(numbers[2])}"
    if _NUMBERS_AND_WORDS.fullmatch(text):
        return _parse_counts(text, bulls)
    signs = "".join(text.split())
    if signs and all(sign in _EXACT or sign in _MISPLACED for sign in signs):
        exact = sum(sign in _EXACT for sign in signs)
        return f"{exact}.{len(signs) - exact}"
    return None


def _parse_counts(text: str, bulls: bool) -> str | None:
    """Return numbers, each with a word, as ``exact.misplaced``; None if a word is unknown."""
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


# Guesses and secrets.


def is_guess(game: Game, text: str) -> bool:
    """Whether *text* is a guess of *game*."""
    try:
        game.as_guess(text)
    except BestguessError:
        return False
    return True


def read_guess(game: Game, text: str) -> Code:
    """Return the guess of *game* in *text*; raise CodeError.

    Pegs may have spaces or commas between them. Names are read in any case, by their beginning or by their number.
    Weighings may have any sign between the sides.
    """
    joined = _BETWEEN_PEGS.sub("", text)
    if isinstance(game, PegGame):
        return game.as_guess(joined)
    weighing, rest = _weighing(game, text)
    if weighing and not rest:
        return game.as_guess(weighing)
    if has_names(game) and not is_guess(game, text) and not is_guess(game, joined):
        what = "a question" if game.goal == IDENTIFY else "a guess"
        return choose(f"{what} of {game}", unquote(text), game.guesses, CodeError)
    return game.as_guess(joined if not is_guess(game, text) and is_guess(game, joined) else text)


def guess_as_typed(game: Game, text: str) -> Code:
    """Return the guess in *text*; raise CodeError. A weighing keeps its sides as they were typed."""
    guess, (weighing, _) = read_guess(game, text), _weighing(game, text)
    if not isinstance(game, Balance) or not weighing or not game.has_swapped_sides(weighing):
        return guess
    left, right = guess.split("-")
    return f"{right}-{left}"


def read_secret(game: Game, text: str) -> Code:
    """Return the secret of *game* in *text*, in the forms of `read_guess`; raise CodeError."""
    try:
        return game.as_secret(_BETWEEN_PEGS.sub("", text) if isinstance(game, PegGame) else text)
    except CodeError:
        if not has_names(game):
            raise
        return choose(f"a secret of {game}", unquote(text), game.secrets, CodeError)


def _weighing(game: Game, text: str) -> tuple[str, str]:
    """Return the weighing at the beginning of *text*, with its sides as typed, and the rest; else two empty texts."""
    sides = _WEIGHING.match(text) if isinstance(game, Balance) else None
    if sides is None or not is_guess(game, f"{sides[1]}-{sides[2]}"):
        return "", ""
    return f"{sides[1]}-{sides[2]}", text[sides.end() :].strip(" \t:")


# Rows.


def split_row(game: Game, text: str) -> tuple[str, str]:
    """Return the guess at the beginning of *text*, and the rest. Without a guess, split after the first word."""
    if has_names(game):
        return _split_names(game, text.strip())
    weighing, rest = _weighing(game, text)
    if weighing:
        return weighing, rest
    if (row := _split_words(game, text)) is not None:
        return row
    words = text.replace(":", " : ").split()
    if words and all(len(word) == 1 for word in words) and ":" not in words:
        return "".join(words), ""  # pegs, but too few or too many
    return words[0] if words else "", _without_colons(words[1:])


def _split_words(game: Game, text: str) -> tuple[str, str] | None:
    """Return the guess made of the first words of *text*, with or without spaces between them, and the rest."""
    words = text.replace(":", " : ").split()
    for count in range(1, min(len(words), _MAX_WORDS) + 1):
        for guess in (" ".join(words[:count]), "".join(words[:count])):
            if is_guess(game, guess):
                return guess, _without_colons(words[count:])
    return None


def _without_colons(words: list[str]) -> str:
    return " ".join(word for word in words if word != ":")


def _split_names(game: Game, text: str) -> tuple[str, str]:
    """Split a row whose guess is a name, which may have spaces and colons in it.

    Try the clearest forms first; what is left may be read by its beginning or its number.
    """
    # Step 1. A name between quotes.
    quote = re.match(QUOTED, text)
    if quote and is_guess(game, unquote(quote[0])):
        return unquote(quote[0]), text[quote.end() :].strip(" \t:")
    # Step 2. A whole name; the longest, because one name may begin with another.
    whole = [guess for guess in game.guesses if _begins(text, guess)]
    if whole:
        longest = max(whole, key=len)
        return longest, text[len(longest) :].strip(" \t:")
    if (row := _split_words(game, text)) is not None:
        return row
    # Step 3. The number or the beginning of a name, alone or before a colon.
    if (guess := find_choice(text, game.guesses)) is not None:
        return guess, ""
    head, _, tail = text.rpartition(":")
    if (guess := find_choice(head.strip(), game.guesses)) is not None:
        return guess, tail.strip()
    # Step 4. The same before a space, if a feedback follows; the longest beginning first.
    words = text.split()
    for count in range(len(words) - 1, 0, -1):
        guess = find_choice(" ".join(words[:count]), game.guesses)
        if guess is None:
            continue
        rest, answers = " ".join(words[count:]), answers_to(game, guess)
        if not answers or find_choice(rest, answers) is not None:
            return guess, rest
    return text, ""


def _begins(text: str, guess: Code) -> bool:
    """Whether *text* begins with the whole of *guess*, in any case, and a new word follows."""
    after = text[len(guess) : len(guess) + 1]
    return text[: len(guess)].casefold() == guess.casefold() and (not after or after in ": \t")


def begins_with_guess(game: Game, text: str) -> bool:
    """Whether *text* begins with a whole guess of *game*."""
    if has_names(game):
        return any(text.startswith(guess) and _begins(text, guess) for guess in game.guesses)
    return is_guess(game, split_row(game, text)[0])


def read_row(game: Game, text: str) -> Row:
    """Return the row in *text*, a guess and its feedback; raise CodeError or FeedbackError."""
    guess, feedback = split_row(game, text)
    code = read_guess(game, guess)
    if not feedback:
        raise FeedbackError(f"expected a feedback after {code}, got nothing")
    return make_row(game, guess, read_feedback(game, feedback, code))


def make_row(game: Game, guess: str, feedback: Feedback) -> Row:
    """Return the row of *guess*, as it was typed, and *feedback*; raise CodeError.

    A weighing may be typed with its sides exchanged. Its feedback is then exchanged too.
    """
    return Row(read_guess(game, guess), game.orient_feedback(guess, feedback))


def read_rows(game: Game, text: str) -> History:
    """Return the rows in *text*, separated by commas, semicolons or spaces; raise BestguessError."""
    rows, known = History(), answers_to(game)
    with suppress(BestguessError):
        rows = game.parse_rows(text)  # the form of histories everywhere else
    if not rows or (known and any(row.feedback not in known for row in rows)):
        rows = _split_rows(game, text)
    return rows or History([read_row(game, text)])  # raises an error that says what is wrong


def has_feedback(game: Game, text: str) -> bool:
    """Whether *text* is more than a guess: one row or several."""
    return bool(split_row(game, text)[1]) or (has_names(game) and bool(_split_rows(game, text)))


def _split_rows(game: Game, text: str, level: int = 0) -> History:
    """Return the rows in *text*, or an empty history if a piece of it is not a row.

    *level* is the first separator of `_BETWEEN_ROWS` to try. In games with pegs a feedback may contain a comma, so a
    piece that is a row is not split further. In other games a comma separates rows wherever it can.
    """
    if level == len(_BETWEEN_ROWS):
        return History()
    rows: list[Row] = []
    for piece in filter(None, re.split(_BETWEEN_ROWS[level], text.strip())):
        whole, split = History(), _split_rows(game, piece, level + 1)
        with suppress(BestguessError):
            whole = History([read_row(game, piece)])
        rows_of_piece = (whole or split) if isinstance(game, PegGame) else (split or whole)
        if not rows_of_piece:
            return History()
        rows += rows_of_piece
    return History(rows)


def read_history(game: Game, text: str) -> History:
    """Return the history in *text*, which may be empty; raise BestguessError.

    It may have the form of histories everywhere else, or that of `read_rows`. Does not check the rule of the game.
    """
    try:
        return game.parse_rows(text)
    except BestguessError:
        rows = _split_rows(game, text)
        if not rows:
            raise
        return rows
