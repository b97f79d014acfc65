"""Goals and rules: when a game is over, and which guesses are allowed after a history.

With goal ``hit`` it is over once the winning feedback was given. With goal ``identify`` no feedback wins: it is over
once all candidates that are left have one *label*; without labels each secret is its own.

Rule `free` allows every guess. `hard` and `strict` ask something of a guess for each row before it, so that a rule is a
condition row by row, and what is forbidden once stays forbidden. A candidate is always allowed. The functions here are
plain, slow, and by definition right.
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
    """What *guess* lacks under the rule `hard`, if anything: letters that were G in *row* stay in their places.

    And it has at least as many copies of a letter as were G or Y.

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
    """What is wrong with *guess* under the rule `strict`, if anything: as the secret, it would answer *row* otherwise.

    >>> from bestguess.games.pegs import peg_feedback
    >>> strict_breach(peg_feedback, "1133", Row("1122", "1.0")), strict_breach(peg_feedback, "1333", Row("1122", "1.0"))
    ('as the secret would give 2.0, but', None)
    """
    answer = score(row.guess, guess)
    return None if answer == row.feedback else f"as the secret would give {answer}, but"


def rule_in(text: str) -> str:
    """The rule that the *text* of a game names."""
    found = _IN_TEXT.search(text)
    return FREE if found is None else found[1]
