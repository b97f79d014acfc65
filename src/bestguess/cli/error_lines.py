"""The one line on standard error that says what was refused: plain text, or JSON where `--json` is given."""

import json
import re
import shlex
import sys
from collections.abc import Sequence
from itertools import takewhile, zip_longest

import typer

from bestguess.cli.terminal import document
from bestguess.errors import BestguessError, GameError, HistoryError, printable
from bestguess.games import families

_REWORDED = {
    r"Input should be a valid integer.*": "expected an integer",
    r"Input should be a valid number.*": "expected a number",
    r"Input should be greater than or equal to (\S+)": r"expected \1 or more",
    r"Input should be less than or equal to (\S+)": r"expected \1 or less",
    r"(?:Value error, )?'[^']*' is not one of (.*)\.": r"expected one of \1",
}
"""What the parser says of a value that it refuses, and what is said instead."""
_IN_THE_LIBRARY = {
    r"\bexpected consistent=False\b": "expected no --consistent",
    r"\bconsistent=True\b": "--consistent",
    r"\bexpected max_guesses\b": "expected --max-guesses",
}
"""What the library calls its arguments, and what is said of the options in their place."""
_NO_SIZES = {"wordle": "words(english,5)", **{family.name: family.example for family in families() if not family.alone}}
"""Names of games without what makes them one, and an example of each."""
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
    message, as_json = _reworded(error, arguments) + _hint(error, arguments), wants_json(arguments)
    line = json.dumps(document("error", {"kind": kind_of(error), "message": message}))
    print(line if as_json else f"bestguess: {message}", file=sys.stderr)


def _reworded(error: BaseException, arguments: Sequence[str]) -> str:
    """What *error* says; of a value that the parser refuses, what was expected and what came."""
    message = message_of(error)
    if not isinstance(error, typer.BadParameter):
        for pattern, words in _IN_THE_LIBRARY.items():
            message = re.sub(pattern, words, message)
        return message
    for pattern, words in _REWORDED.items():
        if found := re.search(pattern, message):
            given = _given(getattr(error.param, "opts", ()), arguments)
            got = "" if given is None else f", got {printable(given)!r}"
            return message[: found.start()] + found.expand(words).replace("'", "") + got
    return message


def _given(names: Sequence[str], arguments: Sequence[str]) -> str | None:
    """The value that an option of these *names* has among the *arguments*."""
    for argument, after in zip_longest(arguments, arguments[1:]):
        name, equals, value = argument.partition("=")
        if name in names:
            return value if equals else after
    return None


def _hint(error: BaseException, arguments: Sequence[str]) -> str:
    """What to write instead."""
    message = message_of(error)
    if isinstance(error, GameError) and len(arguments) > 1 and arguments[1] in _NO_SIZES:
        return f'; write "{_NO_SIZES[arguments[1]]}"'
    rows = re.sub(r"\([^()]*\)", "", _given(["--history"], arguments) or "")  # codes that are pairs have commas, too
    if isinstance(error, HistoryError) and re.search("[^ ][,;][^ ]", rows):
        return "; rows are separated by spaces"
    if not isinstance(error, typer.TyperException):
        return ""
    if message == "Missing argument 'GAME'.":
        return ' A game is a text such as "mastermind(4,6)" or bc4x10'
    if message.startswith("No such command"):
        if example := _game_like(arguments[0]):
            return f' A game comes after a command: bestguess play "{example}"'
        return f" Try: bestguess --{arguments[0]}" if arguments[0] in ("help", "version") else ""
    return _history_hint(arguments) or _extra_hint(arguments) if "extra argument" in message else ""


def _extra_hint(arguments: Sequence[str]) -> str:
    """What the arguments that follow a game seem to mean: sizes, a history or strategies.

    >>> _extra_hint(["play", "mastermind", "4", "6"]), _extra_hint(["advise", "mm4x6", "1122:1.0"])
    (': write "mastermind(4,6)"', ': write --history "1122:1.0"')
    """
    extra = list(takewhile(lambda argument: not argument.startswith("--"), arguments[2:]))
    if extra and all(argument.isdecimal() for argument in extra):
        return f': write "{arguments[1]}({",".join(extra)})"'
    if extra and all(":" in argument for argument in extra):
        return f': write --history "{" ".join(extra)}"'
    return f": write --strategies {','.join(extra)}" if arguments[0] == "compare" else ""


def _game_like(text: str) -> str | None:
    """*text* if it begins as the text of a game does, of the mere name of a family an example; else None.

    >>> _game_like("mm4x6"), _game_like("twod(7)"), _game_like("words"), _game_like("help")
    ('mm4x6', 'twod(7)', 'words(english,5)', None)
    """
    name, bracket, _ = text.partition("(")
    examples = {family.name: family.example for family in families()}
    if re.fullmatch("(mm|bc)[0-9]+x[0-9]+", text) or (bracket and name in examples):
        return text
    return examples.get(name)


def _history_hint(arguments: Sequence[str]) -> str:
    """How a history of several rows is given, where the shell has made several arguments of it."""
    if "--history" not in arguments:
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
