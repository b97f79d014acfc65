"""Checks of plain arguments: numbers, flags, texts, seconds, functions and files.

Every function returns the value in its proper type, or raises an error of one line. Games, histories, positions and
strategies are checked elsewhere: by `as_game` in `games`, `Game.as_history`, `as_position` in `position`, and
`strategy` in `strategies`.
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

MAX_THREADS = 1024
MAX_INTEGER = 2**63 - 1
"""The largest number that the core accepts as a limit."""
_MAX_VALUE_LENGTH = 80  # characters of a value in a message

_Item = TypeVar("_Item")


def describe(value: object) -> str:
    """Return the repr of *value* for a message: on one line, and shortened. Never raises."""
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a __repr__ written by the user fails, or an integer has too many digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= _MAX_VALUE_LENGTH else f"{text[: _MAX_VALUE_LENGTH - 2]}…"


def pair_text(guess: object, secret: object) -> str:
    """Return the words for a guess and a secret in a message."""
    return f"guess {describe(guess)} and secret {describe(secret)}"


def expected_error(what: str, value: object, error: type[BestguessError] = BestguessError) -> BestguessError:
    """Return the error to raise when *what* was expected and *value* was given."""
    return error(f"expected {what}, got {describe(value)}")


def as_integer(
    name: str,
    value: object,
    least: int | None = None,
    most: int | None = None,
    error: type[BestguessError] = BestguessError,
) -> int:
    """Return *value* as an integer from *least* to *most*; raise *error* otherwise, also for True and False."""
    what = f"{name}, an integer" if least is None else f"{name} of {least} or more"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]  # TypeError if it has no __index__
    except TypeError:
        raise expected_error(what, value, error) from None
    if least is not None and number < least:
        raise expected_error(what, number, error)
    if most is not None and number > most:
        raise expected_error(f"{name} of {most:,} at most", number, error)
    return number


def as_threads(value: object) -> int | None:
    """Return *value* as a number of threads; None means all cores."""
    return None if value is None else as_integer("threads", value, 1, MAX_THREADS)


def as_limit(name: str, value: object, least: int = 0, error: type[BestguessError] = BestguessError) -> int | None:
    """Return *value* as a limit that the core accepts; None means no limit."""
    return None if value is None else as_integer(name, value, least, MAX_INTEGER, error)


def as_seconds(name: str, value: object) -> float | None:
    """Return *value* as a number of seconds; None means no limit."""
    if value is None:
        return None
    try:
        if isinstance(value, Real) and not isinstance(value, bool) and 0 <= float(value) < math.inf:
            return float(value)
    except OverflowError:  # an integer too large for a float
        pass
    raise expected_error(f"a {name} of 0 or more seconds", value)


def as_flag(name: str, value: object) -> bool:
    """Return *value* as a bool; accepts 0, 1 and numpy's bools too."""
    try:
        if operator.index(value) in (0, 1):  # type: ignore[arg-type]
            return bool(value)
    except TypeError:
        if type(value).__name__ in ("bool", "bool_"):  # numpy's bool, recognized by name: numpy is not imported here
            return bool(value)
    raise expected_error(f"True or False for {name}", value)


def as_text(name: str, value: object, error: type[BestguessError] = BestguessError) -> str:
    """Return *value*; raise *error* unless it is a text."""
    if not isinstance(value, str):
        raise expected_error(f"{name}, a text", value, error)
    return value


def as_choice(option: str, value: object, choices: Sequence[str], where: str = "") -> str:
    """Return the *value* of a game's *option*; raise GameError unless it is one of *choices*.

    *where* is added to the message after the choices.
    """
    if isinstance(value, str) and value in choices:
        return value
    text = value if isinstance(value, str) and value.isidentifier() else describe(value)
    raise GameError(f"expected {' or '.join(f'{option}={choice}' for choice in choices)}{where}, got {option}={text}")


def as_path(name: str, value: object) -> Path:
    """Return *value* as the path of a file; the file need not exist."""
    try:
        text = os.fspath(value)  # type: ignore[call-overload]  # TypeError if it has no __fspath__
        os.fsencode(text)
    except (TypeError, UnicodeError):
        raise expected_error(f"{name}, the path of a file", value) from None
    if not isinstance(text, str) or not text or set(text) & set("\0\n\r"):
        raise expected_error(f"{name}, the path of a file without line breaks", value)
    return Path(text)


def as_list(name: str, value: Iterable[_Item], error: type[BestguessError] = BestguessError) -> list[_Item]:
    """Return the items of *value*; raise *error* for a text, a mapping or anything that is not iterable."""
    if isinstance(value, str | bytes | dict):
        raise expected_error(f"{name}, a list", value, error)
    try:
        return list(value)
    except TypeError:
        raise expected_error(f"{name}, a list", value, error) from None


def is_hashable(value: object) -> bool:
    """Whether *value* can be the key of a dict. A tuple can only if all its items can."""
    try:
        hash(value)
    except Exception:  # a __hash__ written by the user may raise anything
        return False
    return True


def check_function(name: str, value: object, arguments: int, error: type[BestguessError] = BestguessError) -> None:
    """Raise *error* unless *value* can be called with this number of positional *arguments*.

    A function whose signature Python does not know is accepted.
    """
    fits = callable(value)
    if callable(value):
        try:
            signature = inspect.signature(value)
        except (ValueError, TypeError):  # some functions written in C have no signature
            return
        try:
            signature.bind(*range(arguments))
        except TypeError:
            fits = False
    if not fits:
        raise expected_error(f"{name}, a function of {count_text(arguments, 'argument')}", value, error)


def check_progress(value: object, arguments: int = 2) -> None:
    """Raise BestguessError unless *value* is None or a function with this number of *arguments*."""
    if isinstance(value, type):  # a class can be called too, but calling it reports nothing
        raise expected_error(f"progress, a function of {arguments} arguments", value)
    if value is not None:
        check_function("progress", value, arguments)
