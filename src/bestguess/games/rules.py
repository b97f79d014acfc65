"""Goals and rules: when a game is over, and which guesses are allowed after a history.

With goal ``hit`` a game is over after the winning feedback. With goal ``identify`` no feedback wins: the game is over
once all candidates have one *label*. Without labels each secret has its own.

Rule `free` allows every guess. `hard` and `strict` test a guess against each row before it, one row at a time. So a
guess that is forbidden once stays forbidden, and a candidate is always allowed. The functions here are slow and plain:
they define the rules, and the fast versions in the core must agree.
"""

import re
from collections.abc import Callable

from bestguess.games.codes import Code, Feedback, Row

HIT, IDENTIFY = "hit", "identify"
GOALS = (HIT, IDENTIFY)
FREE, HARD, STRICT = "free", "hard", "strict"
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IN_TEXT = re.compile(r"[(,]rule=(hard|strict)(?:,rows=[0-9]+)?\)\Z")


def hard_breach(guess: Code, row: Row) -> str | None:
    """Return how *guess* breaks the rule `hard` for *row*, as part of a sentence; None if it does not.

    A letter that was G must stay in its place. The guess must have at least as many copies of a letter as were G or Y.

    >>> hard_breach("prune", Row("eerie", "YBYBG")), hard_breach("there", Row("eerie", "YBYBG"))
    ('needs two e, because', None)
    >>> hard_breach("earth", Row("crane", "BYGBB"))
    'needs a in place 3, because'
    """
    marked = [letter for letter, mark in zip(row.guess, row.feedback, strict=True) if mark != "B"]
    for place, (letter, mark) in enumerate(zip(row.guess, row.feedback, strict=True)):
        if mark == "G" and guess[place] != letter:
            return f"needs {letter} in place {place + 1}, because"
    for letter in marked:
        if guess.count(letter) < marked.count(letter):
            return f"needs {_COUNTS[marked.count(letter)]} {letter}, because"
    return None


def strict_breach(score: Callable[[Code, Code], Feedback], guess: Code, row: Row) -> str | None:
    """Return how *guess* breaks the rule `strict` for *row*, as part of a sentence; None if it does not.

    The guess, taken as the secret, must give the feedback of *row*.

    >>> from bestguess.games.pegs import peg_feedback
    >>> strict_breach(peg_feedback, "1133", Row("1122", "1.0")), strict_breach(peg_feedback, "1333", Row("1122", "1.0"))
    ('as the secret would give 2.0, but', None)
    """
    answer = score(row.guess, guess)
    return None if answer == row.feedback else f"as the secret would give {answer}, but"


def rule_in(text: str) -> str:
    """Return the rule in the *text* of a game; `free` if it names none."""
    match = _IN_TEXT.search(text)
    return FREE if match is None else match[1]
