"""What can go wrong: every error is a BestguessError, which is a ValueError.

Messages are one line: what was expected, what came, and where. What does not end the work is a BestguessWarning.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from json import JSONDecodeError

_JSON_WORDS = ("true", "false", "null", "-")


class BestguessError(ValueError):
    """Base class of all bestguess errors. The message is one line: line breaks in what was given become spaces."""

    def __init__(self, message: object = "") -> None:
        super().__init__(" ".join(str(message).splitlines()))


class GameError(BestguessError):
    """A game's text or definition is wrong, or its feedback function fails."""


class CodeError(BestguessError):
    """A guess or secret is not one of the game."""


class FeedbackError(BestguessError):
    """A feedback is not one of the game."""


class HistoryError(BestguessError):
    """Rows are not possible in the game, or a guess is asked for when it is over."""


class StrategyError(BestguessError):
    """A strategy or metric is unknown, or does what it must not."""


class ContradictionError(BestguessError):
    """No secret fits the answers."""


class FileError(BestguessError):
    """A file is missing, damaged or not what it should be."""


class SizeError(BestguessError):
    """The work would not fit in the memory limit."""


class ClusterError(BestguessError):
    """A cluster or executor cannot be used: it is out of reach, shut down, or has another version of bestguess."""


class BestguessWarning(UserWarning):
    """Something could not be done, and the work goes on without it."""


def no_candidate(game: object, history: object) -> ContradictionError:
    """The error to raise when no secret of *game* is consistent with *history*."""
    return ContradictionError(f"no secret of {game} fits the answers {history}")


def reason(error: BaseException) -> str:
    """What a function of the user's own raised, on one line."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # a message of the user's own
        message = ""
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def not_json(error: BaseException) -> str:
    """What is wrong with a file that should be JSON, where *error* was raised when it was read."""
    if isinstance(error, JSONDecodeError):
        rest = error.doc[error.pos :].strip()
        cut = error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in _JSON_WORDS)
    else:
        cut = isinstance(error, UnicodeDecodeError) and error.reason == "unexpected end of data"
    return "the file ends early" if cut else str(error)


def game_won(guess: object, feedback: object) -> HistoryError:
    """The error to raise when what comes after the winning *feedback* to *guess* is asked for."""
    return HistoryError(f"no guess follows {guess} with {feedback!r}: the game is won")


def game_over(label: object) -> HistoryError:
    """The error to raise when a guess is asked for and it is known that the secret is *label*."""
    return HistoryError(f"expected a game that is running, got one that is over: it is {label}")


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """The message for a *name* that is none of the *known* ones, with the nearest of them.

    >>> unknown("game", "mastermnd", ["mastermind", "bullscows"])
    "unknown game 'mastermnd', did you mean 'mastermind'?"
    >>> unknown("game", "go", ["mastermind", "bullscows"])
    "unknown game 'go', expected one of mastermind, bullscows"
    """
    names = list(known)
    if near := get_close_matches(name, names, n=1):
        return f"unknown {kind} {name!r}, did you mean {near[0]!r}?"
    return f"unknown {kind} {name!r}, expected one of {', '.join(names)}"


def printable(text: object, most: int = 500) -> str:
    r"""*text* on one line of at most *most* characters, safe to print wherever it comes from.

    Characters that break, hide or reorder a line, such as escapes of a terminal, are written out. What is too long is
    cut in the middle: an error begins with a name, and ends with what is wrong.

    >>> printable("a\nb\x1b[2J"), printable("\u202eabc"), printable("é<b>"), printable("abcdef", 3)
    ('a\\nb\\x1b[2J', '\\u202eabc', 'é<b>', 'ab…f')
    """
    line = str(text)
    if len(line) > most:
        line = f"{line[: most - most // 2]}…{line[len(line) - most // 2 :]}"
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
