"""Errors and warnings. Every error is a BestguessError, which is a ValueError.

A message is one line: what was expected, what was given, and where. Work continues after a BestguessWarning.
"""

from collections.abc import Iterable
from difflib import get_close_matches
from json import JSONDecodeError

_JSON_WORDS = ("true", "false", "null", "-")  # tokens that a truncated file may end in the middle of


class BestguessError(ValueError):
    """Base class of all bestguess errors. Line breaks in the message become spaces."""

    def __init__(self, message: object = "") -> None:
        super().__init__(" ".join(str(message).splitlines()))


class GameError(BestguessError):
    """A game's text or definition is wrong, or its feedback function fails."""


class CodeError(BestguessError):
    """The game has no such guess or secret."""


class FeedbackError(BestguessError):
    """The game has no such feedback."""


class HistoryError(BestguessError):
    """A history is not possible in the game, or a guess is requested although the game is over."""


class StrategyError(BestguessError):
    """A strategy or metric is unknown, fails, or breaks the rules."""


class ContradictionError(BestguessError):
    """No secret is consistent with the history."""


class FileError(BestguessError):
    """A file is missing, damaged, or of the wrong kind."""


class SizeError(BestguessError):
    """The work would not fit in the memory limit."""


class ClusterError(BestguessError):
    """A cluster or executor cannot be used: it is unreachable, shut down, or runs another version of bestguess."""


class BestguessWarning(UserWarning):
    """Something optional failed, and work continues without it."""


def no_candidate_error(game: object, history: object) -> ContradictionError:
    """Return the error to raise when no secret of *game* is consistent with *history*."""
    return ContradictionError(f"no secret of {game} fits the answers {history}")


def error_text(error: BaseException) -> str:
    """Return the type and message of *error* on one line. For exceptions raised by a user's function."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # the __str__ of a user's exception may fail
        message = ""
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def json_error_text(error: BaseException) -> str:
    """Return what is wrong with a file that should be JSON, from the *error* raised when it was read."""
    if isinstance(error, JSONDecodeError):
        rest = error.doc[error.pos :].strip()
        # At the end of the file *rest* is empty, and every word starts with an empty string.
        ends_early = error.msg.startswith("Unterminated string") or any(word.startswith(rest) for word in _JSON_WORDS)
    else:
        ends_early = isinstance(error, UnicodeDecodeError) and error.reason == "unexpected end of data"
    return "the file ends early" if ends_early else str(error)


def game_won_error(guess: object, feedback: object) -> HistoryError:
    """Return the error to raise when a guess is requested after the winning *feedback* to *guess*."""
    return HistoryError(f"no guess follows {guess} with {feedback!r}: the game is won")


def game_over_error(label: object) -> HistoryError:
    """Return the error to raise when a guess is requested although the secret is known to be *label*."""
    return HistoryError(f"the game is over: it is {label}")


def unknown_name_text(kind: str, name: str, known: Iterable[str]) -> str:
    """Return the message for an unknown *name*, with the nearest of the *known* names, or all of them.

    >>> unknown_name_text("game", "mastermnd", ["mastermind", "bullscows"])
    "unknown game 'mastermnd', did you mean 'mastermind'?"
    >>> unknown_name_text("game", "go", ["mastermind", "bullscows"])
    "unknown game 'go', expected one of mastermind, bullscows"
    """
    names = list(known)
    if near := get_close_matches(name, names, n=1):
        return f"unknown {kind} {name!r}, did you mean {near[0]!r}?"
    return f"unknown {kind} {name!r}, expected one of {', '.join(names)}"


def printable(text: object, max_length: int = 500) -> str:
    r"""Return *text* on one line of about *max_length* characters, safe to print even if it is untrusted.

    Characters that break, hide or reorder a line, such as terminal escapes, are replaced by their codes. A long text is
    cut in the middle, because an error starts with a name and ends with the reason.

    >>> printable("a\nb\x1b[2J"), printable("\u202eabc"), printable("é<b>"), printable("abcdef", 3)
    ('a\\nb\\x1b[2J', '\\u202eabc', 'é<b>', 'ab…f')
    """
    line = str(text)
    if len(line) > max_length:
        line = f"{line[: max_length - max_length // 2]}…{line[len(line) - max_length // 2 :]}"
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
