"""The one line on standard error that says what was refused: plain text, or JSON where `--json` is given."""

import json
import re
import shlex
import sys
from collections.abc import Sequence
from itertools import takewhile

import typer

from bestguess.cli.terminal import document
from bestguess.errors import BestguessError, printable

_MOST_MESSAGE = 2_000  # characters: a message quotes what was given, which may be long


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` is among *arguments*. Not by the parser, whose own errors are printed as JSON too.

    >>> wants_json(["score", "--json"]), wants_json(["score", "--", "--json"])
    (True, False)
    """
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


def print_error(error: BaseException, arguments: Sequence[str]) -> None:
    """Prints *error*, which a command with these *arguments* raised, to standard error in exactly one line."""
    message, as_json = message_of(error) + _hint(error, arguments), wants_json(arguments)
    line = json.dumps(document("error", {"kind": kind_of(error), "message": message}))
    print(line if as_json else f"bestguess: {message}", file=sys.stderr)


def _hint(error: BaseException, arguments: Sequence[str]) -> str:
    """How a history of several rows is given, where the shell has made several arguments of it."""
    extra = isinstance(error, typer.TyperException) and "extra argument" in str(error)
    if not extra or "--history" not in arguments:
        return ""
    after = arguments[arguments.index("--history") + 1 :]
    words = takewhile(lambda argument: not argument.startswith("--"), after)
    return f"; a history is one argument, between quotes: --history {shlex.quote(_as_rows(list(words)))}"


def _as_rows(words: Sequence[str]) -> str:
    """*words* as a history: they are rows, or guesses and feedbacks in turn.

    >>> _as_rows(["1122:1.0", "1344:0.1"]), _as_rows(["1122:", "1.0"]), _as_rows(["1122", "1.0"])
    ('1122:1.0 1344:0.1', '1122:1.0', '1122:1.0')
    """
    parts = [word.strip(":") for word in words]
    if len(parts) % 2 or any(":" in part for part in parts):
        return " ".join(words)
    return " ".join(map(":".join, zip(parts[::2], parts[1::2], strict=True)))


def message_of(error: BaseException) -> str:
    """What *error* says, in one line."""
    if isinstance(error, typer.Abort):
        return "expected an answer, got the end of input"
    if isinstance(error, MemoryError):
        return str(error) or "not enough memory"
    text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    return printable(" ".join(text.split()), _MOST_MESSAGE) or type(error).__name__


def kind_of(error: BaseException) -> str:
    """The kind of *error* for programs: the name of its class without "Error", or what the system refused.

    >>> from bestguess.errors import GameError
    >>> kind_of(GameError("")), kind_of(BestguessError("")), kind_of(typer.BadParameter("")), kind_of(OSError())
    ('game', 'input', 'usage', 'system')
    """
    if isinstance(error, typer.TyperException):
        return "usage"
    if isinstance(error, typer.Abort):
        return "end-of-input"
    if isinstance(error, MemoryError):
        return "size"
    if isinstance(error, BestguessError) and type(error) is not BestguessError:
        return re.sub("(?<=[a-z])(?=[A-Z])", "-", type(error).__name__.removesuffix("Error")).lower()
    return "input" if isinstance(error, BestguessError) else "system"
