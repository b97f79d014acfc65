"""Read what people type: a choice, a feedback, a guess and whole rows, in the forms that they write.

A choice: in full and in any case, by its number, or by its beginning. A feedback: 1.2, BWW, 1b 2w, 1A2B, 1 bull 2 cows.
Guesses and rows: 1 1 2 2, 1122 BBW, 1122:1.0, 1344:0.1.
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

_MOST_NUMBERED = 99  # of more texts none can be chosen by its number
_MOST_NEAR, _MOST_FEEDBACKS = 3, 6  # that a message names
_MOST_WORDS = 20  # that a guess can be typed in

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


# One of several texts.


def has_names(game: Game) -> bool:
    """Whether the guesses of *game* are names that only a list tells: no pegs, words, numbers or weighings."""
    return game.kernel() is None and not isinstance(game, PegGame | Balance | Numbers)


def answers_to(game: Game, guess: Code | None = None) -> Sequence[Feedback]:
    """Return the feedbacks to choose from; empty in games of pegs and of words, whose feedbacks have their own forms.

    *guess*: where guesses are names, only the feedbacks that it may get.
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
    """Whether one of *texts* may be chosen by its number, from 1: they are few, and none looks like one."""
    return 1 < len(texts) <= _MOST_NUMBERED and not any(text.isdecimal() for text in texts)


def choices_text(texts: Sequence[str]) -> str:
    """Return *texts* as they are offered, with their numbers where these may be typed."""
    numbered = are_numbered(texts)
    return ", ".join(f"{number} {text}" if numbered else text for number, text in enumerate(texts, start=1))


def find_choice(typed: str, texts: Sequence[str]) -> str | None:
    """Return the one of *texts* that *typed* is: in full, by its number, or by its beginning, if no other begins so.

    >>> find_choice("h", ["low", "high"]), find_choice("2", ["low", "high"]), find_choice("l", ["left", "level"])
    ('high', 'high', None)
    """
    if typed in texts:
        return typed
    if typed.isdecimal() and are_numbered(texts) and 1 <= int(typed) <= len(texts):
        return texts[int(typed) - 1]
    same = [text for text in texts if _plain(text).replace(" ", "") == _plain(typed).replace(" ", "")]
    matching = same or _begun(typed, texts)
    return matching[0] if len(matching) == 1 else None


def choose(what: str, typed: str, texts: Sequence[str], error: type[BestguessError]) -> str:
    """Return what `find_choice` does; raise *error*, which says what was expected, *what*, and what comes nearest."""
    choice = find_choice(typed, texts)
    if choice is not None:
        return choice
    begun = _begun(typed, texts)
    if len(begun) > 1:
        several = ", ".join(map(quote, begun[:_MOST_NEAR])) + ", …" * (len(begun) > _MOST_NEAR)
        raise error(f"expected {what}, got {describe(typed)}, which begins {several}")
    wanted, whole = _plain(typed), {_plain(text): text for text in reversed(texts)}
    words = {word: text for text in reversed(texts) for word in re.findall(r"\w{3,}", _plain(text))}
    meant = [text for text in texts if len(wanted) > 1 and wanted in _plain(text)][:_MOST_NEAR]
    meant = meant or [whole[near] for near in get_close_matches(wanted, whole, n=1)]
    meant = meant or [words[near] for near in get_close_matches(wanted, words, n=1, cutoff=0.7)]
    near = f"; did you mean {' or '.join(map(quote, meant))}?" if meant else ""
    raise error(f"expected {what}, got {describe(typed)}{near}")


def _plain(text: str) -> str:
    """Return *text* without what people do not type alike: case, and spaces beside one between words."""
    return " ".join(text.casefold().split())


def _begun(typed: str, texts: Sequence[str]) -> list[str]:
    beginning = _plain(typed)
    return [text for text in texts if beginning and _plain(text).startswith(beginning)]


# Feedbacks.


def read_feedback(game: Game, text: str, guess: Code | None = None) -> Feedback:
    """Return the feedback of *game* that *text* stands for; raise FeedbackError.

    Feedbacks that are words are read in any case, by their beginning or by their number: those that `answers_to` has
    for *guess*. Games with pegs accept, besides their own form:

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
    written = "".join(typed.split()) if typed.startswith(("(", "[", "{")) else unquote(typed, FeedbackError)
    if not (known := answers_to(game, guess)):
        return game.as_feedback(written)
    named = ", ".join(map(quote, known[:_MOST_FEEDBACKS])) + ", …" * (len(known) > _MOST_FEEDBACKS)
    return choose(f"a feedback ({named})", re.sub(r"(?i)\Atoo\s+", "", written), known, FeedbackError)


def _parse_pegs(text: str, bulls: bool) -> str | None:
    """Return *text* as ``exact.misplaced``, None if it has none of these forms. Raise FeedbackError if ambiguous."""
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
    """Return numbers with a word each as ``exact.misplaced``; None if a word is unknown."""
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
    """Return the guess of *game* in *text*, whose pegs may stand apart; raise CodeError.

    Guesses that are names are read in any case, by their beginning or by their number; weighings with any sign between
    the sides.
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
    """Return the guess in *text*, a weighing with its sides as they are typed; raise CodeError."""
    guess, (weighing, _) = read_guess(game, text), _weighing(game, text)
    if not isinstance(game, Balance) or not weighing or not game.is_turned(weighing):
        return guess
    left, right = guess.split("-")
    return f"{right}-{left}"


def read_secret(game: Game, text: str) -> Code:
    """Return the secret of *game* in *text*, read as guesses are; raise CodeError."""
    try:
        return game.as_secret(_BETWEEN_PEGS.sub("", text) if isinstance(game, PegGame) else text)
    except CodeError:
        if not has_names(game):
            raise
        return choose(f"a secret of {game}", unquote(text), game.secrets, CodeError)


def _weighing(game: Game, text: str) -> tuple[str, str]:
    """Return the weighing that *text* begins with, its sides as they are typed, and what follows; else empty texts."""
    sides = _WEIGHING.match(text) if isinstance(game, Balance) else None
    if sides is None or not is_guess(game, f"{sides[1]}-{sides[2]}"):
        return "", ""
    return f"{sides[1]}-{sides[2]}", text[sides.end() :].strip(" \t:")


# Rows.


def split_row(game: Game, text: str) -> tuple[str, str]:
    """Return the guess that *text* begins with, and what follows it; the first word where there is no guess."""
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
    """Return the guess that the first words of *text* are, also without spaces between them, and what follows it."""
    words = text.replace(":", " : ").split()
    for count in range(1, min(len(words), _MOST_WORDS) + 1):
        for guess in (" ".join(words[:count]), "".join(words[:count])):
            if is_guess(game, guess):
                return guess, _without_colons(words[count:])
    return None


def _without_colons(words: list[str]) -> str:
    return " ".join(word for word in words if word != ":")


def _split_names(game: Game, text: str) -> tuple[str, str]:
    """Split a row whose guess is a name, which may have spaces and colons in it."""
    quote = re.match(QUOTED, text)
    if quote and is_guess(game, unquote(quote[0])):
        return unquote(quote[0]), text[quote.end() :].strip(" \t:")
    whole = [guess for guess in game.guesses if _begins(text, guess)]
    if whole:
        longest = max(whole, key=len)
        return longest, text[len(longest) :].strip(" \t:")
    if (row := _split_words(game, text)) is not None:
        return row
    if (guess := find_choice(text, game.guesses)) is not None:
        return guess, ""
    head, _, tail = text.rpartition(":")
    if (guess := find_choice(head.strip(), game.guesses)) is not None:
        return guess, tail.strip()
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
    """Whether *text* begins with all of *guess*, in any case."""
    after = text[len(guess) : len(guess) + 1]
    return text[: len(guess)].casefold() == guess.casefold() and (not after or after in ": \t")


def begins_with_guess(game: Game, text: str) -> bool:
    """Whether *text* begins with a guess of *game*, in full."""
    if has_names(game):
        return any(text.startswith(guess) and _begins(text, guess) for guess in game.guesses)
    return is_guess(game, split_row(game, text)[0])


def read_row(game: Game, text: str) -> Row:
    """Return the guess and its feedback in *text*; raise CodeError or FeedbackError."""
    guess, feedback = split_row(game, text)
    code = read_guess(game, guess)
    if not feedback:
        raise FeedbackError(f"expected a feedback after {code}, got nothing")
    return make_row(game, guess, read_feedback(game, feedback, code))


def make_row(game: Game, guess: str, feedback: Feedback) -> Row:
    """Return the row of a typed *guess* and the *feedback* to it as it is typed; raise CodeError."""
    return Row(read_guess(game, guess), game.feedback_as_written(guess, feedback))


def read_rows(game: Game, text: str) -> History:
    """Return the rows in *text*: one, or several separated by commas, semicolons or spaces. Raises BestguessError."""
    rows, known = History(), answers_to(game)
    with suppress(BestguessError):
        rows = game.parse_rows(text)  # as histories are written everywhere else
    if not rows or (known and any(row.feedback not in known for row in rows)):
        rows = _separated_rows(game, text)
    return rows or History([read_row(game, text)])  # which raises what is wrong with it


def has_feedback(game: Game, text: str) -> bool:
    """Whether *text* is more than a guess: a row, or several."""
    return bool(split_row(game, text)[1]) or (has_names(game) and bool(_separated_rows(game, text)))


def _separated_rows(game: Game, text: str, level: int = 0) -> History:
    """Return the rows between separators, those that separate most clearly first; empty where one of them is no row.

    In games with pegs a comma may stand inside a feedback, so a row that can be read is not split further. In others
    a comma that can separate rows does.
    """
    if level == len(_BETWEEN_ROWS):
        return History()
    rows: list[Row] = []
    for piece in filter(None, re.split(_BETWEEN_ROWS[level], text.strip())):
        whole, split = History(), _separated_rows(game, piece, level + 1)
        with suppress(BestguessError):
            whole = History([read_row(game, piece)])
        read = (whole or split) if isinstance(game, PegGame) else (split or whole)
        if not read:
            return History()
        rows += read
    return History(rows)


def read_history(game: Game, text: str) -> History:
    """Return the history in *text*, which may be empty, as it is written everywhere or as `read_rows` reads it.

    Does not check whether the rule of the game allows it.
    """
    try:
        return game.parse_rows(text)
    except BestguessError:
        rows = _separated_rows(game, text)
        if not rows:
            raise
        return rows
