"""Words for people."""

from collections.abc import Sequence


def plural(number: float | None, noun: str) -> str:
    """*noun*, in the plural unless *number* is one.

    >>> plural(1, "guess"), plural(0, "guess"), plural(2, "row"), plural(2, "strategy")
    ('guess', 'guesses', 'rows', 'strategies')
    """
    if number == 1:
        return noun
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return f"{noun[:-1]}ies"
    return noun + ("es" if noun.endswith("s") else "s")


def counted(number: float | None, noun: str) -> str:
    """*number* with its *noun*.

    >>> counted(1, "candidate"), counted(1296, "secret")
    ('1 candidate', '1296 secrets')
    """
    return f"{number} {plural(number, noun)}"


def listed(words: Sequence[str]) -> str:
    """The *words* in a sentence.

    >>> listed(["n"]), listed(["pegs", "colours"]), listed(["n", "d", "k"])
    ('n', 'pegs and colours', 'n, d and k')
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def guess_noun(goal: str) -> str:
    """What people call a guess: with goal identify it is a question.

    >>> guess_noun("hit"), guess_noun("identify")
    ('guess', 'question')
    """
    return "question" if goal == "identify" else "guess"
