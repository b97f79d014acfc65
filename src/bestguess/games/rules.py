"""Rules: which guesses are allowed after a history. Plain, slow, and by definition right.

`free` allows every guess. `hard` and `strict` ask something of a guess for each row before it, so that a rule is a
condition row by row, and what is forbidden once stays forbidden. A candidate is always allowed.
"""

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from bestguess.arguments import described
from bestguess.errors import GameError
from bestguess.games.codes import Code, Feedback
from bestguess.games.history import Row

Breach: TypeAlias = Callable[[Code, Row], str | None]
"""What a guess lacks after a row, in words that end before the row is named; None where the row allows it."""

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


def why_row_forbids(rule: str, breach: Breach, guess: Code, number: int, row: Row) -> str | None:
    """Why *row*, of this *number*, forbids *guess* by *rule*; None where it does not.

    >>> why_row_forbids("hard", hard_breach, "prune", 1, Row("eerie", "YBYBG"))
    "rule hard: 'prune' needs two e, because row 1 was eerie:YBYBG"
    """
    lacks = breach(guess, row)
    return None if lacks is None else f"rule {rule}: {guess!r} {lacks} row {number} was {row}"


def checked_rule(rule: object, known: Sequence[str], game: str) -> str:
    """*rule* when it is one of the *known* ones of a *game*; else GameError."""
    if isinstance(rule, str) and rule in known:
        return rule
    shown = rule if isinstance(rule, str) and rule.isidentifier() else described(rule)
    raise GameError(f"expected {' or '.join(f'rule={one}' for one in known)} in {game}, got rule={shown}")


def rule_in(text: str) -> str:
    """The rule that the *text* of a game names.

    >>> rule_in("words(english,5,rule=hard,rows=6)"), rule_in("mastermind(4,6)"), rule_in('words("a,rule=hard")')
    ('hard', 'free', 'free')
    """
    found = _IN_TEXT.search(text)
    return FREE if found is None else found[1]
