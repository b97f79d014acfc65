"""Helpers for texts that people read: plurals, counts and lists of words."""

from collections.abc import Sequence


def plural(number: float | None, noun: str) -> str:
    """Return *noun*, in the plural unless *number* is 1.

    >>> plural(1, "guess"), plural(0, "guess"), plural(2, "row"), plural(2, "strategy")
    ('guess', 'guesses', 'rows', 'strategies')
    """
    if number == 1:
        return noun
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith("s") else "s")


def count_text(number: float | None, noun: str) -> str:
    """Return *number* with its *noun*: 1 candidate, 2 candidates."""
    return f"{number} {plural(number, noun)}"


def join_words(words: Sequence[str]) -> str:
    """Join *words* as in a sentence: a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def guess_noun(goal: str) -> str:
    """Return the word for a guess: "question" with goal identify, else "guess"."""
    return "question" if goal == "identify" else "guess"
