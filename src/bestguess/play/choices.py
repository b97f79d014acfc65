"""Choosing one of several texts as people type: in full and in any case, by its number, or by its beginning."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

import numpy as np

from bestguess.arguments import described
from bestguess.errors import BestguessError
from bestguess.games import Balance, Code, Feedback, Game, Numbers, PegGame, Words, quoted
from bestguess.games.table import Table

MOST_NUMBERED = 99
"""Of more texts none can be chosen by its number."""
_MOST_NAMED = 3  # in a message


def has_names(game: Game) -> bool:
    """Whether the guesses of *game* are names that only a list tells: no pegs, words, numbers or weighings.

    >>> from bestguess.games import CustomGame, game
    >>> has_names(CustomGame(["has a hat"], "ab", str.count, goal="identify")), has_names(game("twod(3)"))
    (True, False)
    """
    return game.kernel() is None and not isinstance(game, PegGame | Balance | Numbers)


def are_numbered(texts: Sequence[str]) -> bool:
    """Whether one of *texts* may be chosen by its number, from 1: they are few, and none looks like one."""
    return 1 < len(texts) <= MOST_NUMBERED and not any(text.isdecimal() for text in texts)


def choices_text(texts: Sequence[str]) -> str:
    """*texts* as they are offered, with their numbers where these may be typed.

    >>> choices_text(["low", "high"]), choices_text(["0", "1", "2"])
    ('1 low, 2 high', '0, 1, 2')
    """
    numbered = are_numbered(texts)
    return ", ".join(f"{number} {text}" if numbered else text for number, text in enumerate(texts, start=1))


def find_choice(typed: str, texts: Sequence[str]) -> str | None:
    """The one of *texts* that *typed* is: in full, by its number, or by its beginning, if no other begins so.

    >>> find_choice("h", ["low", "high"]), find_choice("2", ["low", "high"]), find_choice("l", ["left", "level"])
    ('high', 'high', None)
    >>> find_choice("(0, 1)", ["(0,1)", "(1,0)"])
    '(0,1)'
    """
    if typed in texts:
        return typed
    if typed.isdecimal() and are_numbered(texts) and 1 <= int(typed) <= len(texts):
        return texts[int(typed) - 1]
    same = [text for text in texts if _plain(text) == _plain(typed)]
    begun = same or [text for text in texts if _spaceless(text) == _spaceless(typed)] or _begun(typed, texts)
    return begun[0] if len(begun) == 1 else None


def choose(what: str, typed: str, texts: Sequence[str], error: type[BestguessError]) -> str:
    """The same; raises *error*, which says what was expected, *what*, and what comes nearest.

    >>> from bestguess.errors import CodeError
    >>> choose("a guess", "bread", ["Has a beard?", "Has a hat?"], CodeError)
    Traceback (most recent call last):
    bestguess.errors.CodeError: expected a guess, got 'bread'; did you mean "Has a beard?"?
    """
    found = find_choice(typed, texts)
    if found is not None:
        return found
    begun = _begun(typed, texts)
    if len(begun) > 1:
        several = ", ".join(map(quoted, begun[:_MOST_NAMED])) + ", …" * (len(begun) > _MOST_NAMED)
        raise error(f"expected {what}, got {described(typed)}, which begins {several}")
    near = [quoted(text) for text in _near(typed, texts)]
    raise error(f"expected {what}, got {described(typed)}" + (f"; did you mean {' or '.join(near)}?" if near else ""))


def _plain(text: str) -> str:
    """*text* without what people do not type alike: case, and spaces beside one between words."""
    return " ".join(text.casefold().split())


def _spaceless(text: str) -> str:
    """*text* as `_plain` has it, and without spaces, which the text of an object such as a pair does not have."""
    return "".join(text.casefold().split())


def _begun(typed: str, texts: Sequence[str]) -> list[str]:
    """Those of *texts* that begin with *typed*."""
    beginning = _plain(typed)
    return [text for text in texts if beginning and _plain(text).startswith(beginning)]


def _near(typed: str, texts: Sequence[str]) -> list[str]:
    """Those of *texts* that were perhaps meant: they have what was typed in them, or look like it."""
    wanted = _plain(typed)
    holding = [text for text in texts if len(wanted) > 1 and wanted in _plain(text)]
    if holding:
        return holding[:_MOST_NAMED]
    whole = {_plain(text): text for text in reversed(texts)}
    words = {word: text for text in reversed(texts) for word in re.findall(r"\w{3,}", _plain(text))}
    found = [whole[near] for near in get_close_matches(wanted, whole, n=1)]
    return found or [words[near] for near in get_close_matches(wanted, words, n=1, cutoff=0.7)]


def answers_to(game: Game, guess: Code | None = None, table: Table | None = None) -> Sequence[Feedback]:
    """The feedbacks to choose from: none of games of pegs and of words, whose feedbacks are read in forms of their own.

    *guess*: where guesses are names, those that it may get. *table*: of *game*; a function may not know its feedbacks.

    >>> from bestguess.games import game
    >>> answers_to(game("numbers(9)")), answers_to(game("mm4x6"))
    (('low', 'high', 'equal'), ())
    """
    if isinstance(game, PegGame | Words):
        return ()
    if guess is None or table is None or not has_names(game):
        return game.feedbacks if table is None else table.feedbacks
    return [table.feedbacks[ordinal] for ordinal in np.unique(table.ordinals[table.guesses.index(guess)]).tolist()]


def listed_guesses(game: Game) -> Sequence[Code]:
    """The guesses to choose from; none of games whose guesses are no names."""
    return game.guesses if has_names(game) else ()
