"""Plain arguments: numbers, flags, texts, seconds, functions and files, each accepted or refused in one line.

Where a game, a history, a position or a strategy is expected, these say what is accepted: `as_game` in `games`,
`Game.as_history`, `as_position` in `position`, and `strategy` in `strategies`.
"""

import inspect
import math
import operator
import os
from collections.abc import Iterable, Sequence
from numbers import Real
from pathlib import Path
from typing import TypeVar

from bestguess.errors import BestguessError, GameError
from bestguess.wording import count_text

MOST_THREADS = 1024
MOST_INTEGER = 2**63 - 1
"""The largest number that the core takes as a limit."""
_MOST_SHOWN = 80  # characters of a value in a message

_Item = TypeVar("_Item")


def describe(value: object) -> str:
    """*value* as a message shows it: its repr, on one line and not too long."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a repr of the user's own, or an integer of too many digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 2]}…"


def pair_text(guess: object, secret: object) -> str:
    """A guess and a secret as a message names them."""
    return f"guess {describe(guess)} and secret {describe(secret)}"


def expected_error(what: str, value: object, error: type[BestguessError] = BestguessError) -> BestguessError:
    """The error to raise when *what* was expected and *value* was given."""
    return error(f"expected {what}, got {describe(value)}")


def as_integer(
    name: str,
    value: object,
    least: int | None = None,
    most: int | None = None,
    error: type[BestguessError] = BestguessError,
) -> int:
    """*value* as an integer of *least* to *most*. True and False are no numbers here."""
    what = f"{name}, an integer" if least is None else f"{name} of {least} or more"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]  # whatever has __index__, or TypeError
    except TypeError:
        raise expected_error(what, value, error) from None
    if least is not None and number < least:
        raise expected_error(what, number, error)
    if most is not None and number > most:
        raise expected_error(f"{name} of {most:,} at most", number, error)
    return number


def as_threads(value: object) -> int | None:
    """*value* as a number of threads; None is all cores."""
    return None if value is None else as_integer("threads", value, 1, MOST_THREADS)


def as_limit(name: str, value: object, least: int = 0, error: type[BestguessError] = BestguessError) -> int | None:
    """*value* as a limit that the core takes; None is no limit."""
    return None if value is None else as_integer(name, value, least, MOST_INTEGER, error)


def as_seconds(name: str, value: object) -> float | None:
    """*value* as a number of seconds; None is no limit."""
    if value is None:
        return None
    try:
        if isinstance(value, Real) and not isinstance(value, bool) and 0 <= float(value) < math.inf:
            return float(value)
    except OverflowError:
        pass
    raise expected_error(f"a {name} of 0 or more seconds", value)


def as_flag(name: str, value: object) -> bool:
    """*value* as True or False."""
    try:
        if operator.index(value) in (0, 1):  # type: ignore[arg-type]
            return bool(value)
    except TypeError:
        if type(value).__name__ in ("bool", "bool_"):  # that of numpy
            return bool(value)
    raise expected_error(f"{name} that is True or False", value)


def as_text(name: str, value: object, error: type[BestguessError] = BestguessError) -> str:
    """*value*, which is a text."""
    if not isinstance(value, str):
        raise expected_error(f"{name}, a text", value, error)
    return value


def as_choice(option: str, value: object, choices: Sequence[str], where: str = "") -> str:
    """Return the *value* of a game's *option*, which must be one of its *choices*; raises GameError."""
    if isinstance(value, str) and value in choices:
        return value
    shown = value if isinstance(value, str) and value.isidentifier() else describe(value)
    raise GameError(f"expected {' or '.join(f'{option}={choice}' for choice in choices)}{where}, got {option}={shown}")


def as_path(name: str, value: object) -> Path:
    """*value* as the path of a file."""
    try:
        text = os.fspath(value)  # type: ignore[call-overload]  # whatever has __fspath__, or TypeError
        os.fsencode(text)
    except (TypeError, UnicodeError):
        raise expected_error(f"{name}, the path of a file", value) from None
    if not isinstance(text, str) or not text or set(text) & set("\0\n\r"):
        raise expected_error(f"{name}, the path of a file without line breaks", value)
    return Path(text)


def as_list(name: str, value: Iterable[_Item], error: type[BestguessError] = BestguessError) -> list[_Item]:
    """The items of *value*, which is neither a text nor a mapping."""
    if isinstance(value, str | bytes | dict):
        raise expected_error(f"{name}, a list", value, error)
    try:
        return list(value)
    except TypeError:
        raise expected_error(f"{name}, a list", value, error) from None


def is_hashable(value: object) -> bool:
    """Whether *value* can be the key of a dict; a tuple can if all of its items can."""
    try:
        hash(value)
    except Exception:  # also what a user's own __hash__ raises
        return False
    return True


def check_function(name: str, value: object, arguments: int, error: type[BestguessError] = BestguessError) -> None:
    """Raises *error* unless *value* can be called with so many *arguments*, as far as Python can tell."""
    fits = callable(value)
    if callable(value):
        try:
            signature = inspect.signature(value)
        except (ValueError, TypeError):  # of some functions written in C
            return
        try:
            signature.bind(*range(arguments))
        except TypeError:
            fits = False
    if not fits:
        raise expected_error(f"{name}, a function of {count_text(arguments, 'argument')}", value, error)


def check_progress(value: object, arguments: int = 2) -> None:
    """Raises BestguessError unless *value* is None or a function that progress can be reported to."""
    if isinstance(value, type):
        raise expected_error(f"progress, a function of {arguments} arguments", value)
    if value is not None:
        check_function("progress", value, arguments)
