"""The one line that an error prints to standard error: plain text, or JSON with `--json`."""

import re
import sys
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Annotated, TypedDict

import typer

from bestguess.errors import BestguessError, printable
from bestguess.games import families
from bestguess.games.documents import json_text

_REWORDED = {
    r"Input should be a valid integer.*": "expected an integer",
    r"Input should be a valid number.*": "expected a number",
    r"Input should be greater than or equal to (\S+)": r"expected \1 or more",
    r"Input should be less than or equal to (\S+)": r"expected \1 or less",
    r"(?:Value error, )?'[^']*' is not one of (.*)\.": r"expected one of \1",
}
"""Messages of the parser about a wrong value, and how to word them here."""
_OPTION_NAMES = {
    r"\bconsistent=True\b": "--consistent",
    r"\bexpected max_guesses\b": "expected --max-guesses",
}
"""Arguments of the library in its messages, and the options of the command line that replace them."""
_UNKNOWN_COMMAND = "usage: No such command"
_EXTRA = "usage: .*extra argument"
_ONE_ARGUMENT = "; put the whole history in quotes: --history"
_COMMAND_FIRST = " Put a command before the game: bestguess play"
_EXAMPLES = {
    "wordle": "words(english,5)",
    **{family.name: family.example for family in families() if not family.has_default},
}
_HINTS = [
    (_UNKNOWN_COMMAND, " ", "^(help|version)( |$)", r" Try: bestguess --\1"),
    (_UNKNOWN_COMMAND, " ", r"^((?:mm|bc)\d+x\d+)( |$)", rf'{_COMMAND_FIRST} "\1"'),
    *((_UNKNOWN_COMMAND, ",", rf"^({family.name}\(.*?\))", rf'{_COMMAND_FIRST} "\1"') for family in families()),
    *((_UNKNOWN_COMMAND, " ", f"^{family.name}( |$)", f'{_COMMAND_FIRST} "{family.example}"') for family in families()),
    *(("game: ", " ", rf"^\S+ {name}( |$)", f'; write "{example}"') for name, example in _EXAMPLES.items()),
    ("history: ", " ", r"--history[ =](?:\([^()]*\)|(?! --)[^(,;])+[,;][^ ]", "; separate rows with spaces"),
    ("usage: Missing argument 'GAME'", " ", "", ' A game is a text such as "mastermind(4,6)" or bc4x10'),
    (_EXTRA, " ", r"--history ([^\s:]+):? ([^\s:]+)(?= --|$)", rf"{_ONE_ARGUMENT} \1:\2"),
    (_EXTRA, " ", "--history (.*?)(?= --|$)", rf"{_ONE_ARGUMENT} '\1'"),
    (_EXTRA, ",", r"^[^,]+,([^,]+),(\d+(?:,\d+)*)(?=,--|$)", r': write "\1(\2)"'),
    (_EXTRA, " ", r"^\S+ \S+ ([^\s:]+:\S+(?: [^\s:]+:\S+)*)(?= --|$)", r': write --history "\1"'),
    (_EXTRA, ",", r"^compare,(?:\w+\(.*?\)|[^,]+),(.*?)(?=,--|$)", r": write --strategies \1"),
]
"""Common mistakes and what to write instead. The first that matches is used.

Each has a pattern of "kind: message" of the error, the separator to join the arguments with, a pattern of the joined
arguments, and the hint that follows the message.
"""
_MAX_MESSAGE = 2_000  # characters: a message quotes the user's input, which may be long


def print_error(error: BaseException, arguments: Sequence[str]) -> None:
    """Print *error* to standard error in exactly one line. *arguments* are the arguments of the command that failed."""
    kind, message = kind_of(error), message_of(error)
    message = _reword(error, message, arguments) + hint(f"{kind}: {message}", arguments)
    fields: ErrorJson = {"kind": kind, "message": message}
    # Look for --json here: the parser may have failed before it got there.
    options = takewhile(lambda argument: argument != "--", arguments)
    as_json = "--json" in options
    print(json_text("error", fields) if as_json else f"bestguess: {message}", file=sys.stderr)


def _reword(error: BaseException, message: str, arguments: Sequence[str]) -> str:
    """Return the *message* of *error* in the words of the command line.

    For a value that the parser refuses, that is "expected X, got Y".
    """
    if not isinstance(error, typer.BadParameter):
        for pattern, words in _OPTION_NAMES.items():
            message = re.sub(pattern, words, message)
        return message
    for pattern, words in _REWORDED.items():
        if match := re.search(pattern, message):
            message = message[: match.start()] + match.expand(words).replace("'", "")
            # The parser does not quote the value: find it as --name=VALUE or --name VALUE.
            for argument, after in pairwise([*arguments, ""]):
                name, equals, value = argument.partition("=")
                if name in getattr(error.param, "opts", ()):
                    return f"{message}, got {printable(value if equals else after)!r}"
    return message


def hint(error: str, arguments: Sequence[str]) -> str:
    """Return what to write instead of *arguments*, or an empty text. *error* is "kind: message".

    >>> extra = "usage: Got unexpected extra arguments"
    >>> hint(extra, ["play", "mastermind", "4", "6"]), hint(extra, ["advise", "mm4x6", "1122:1.0"])
    (': write "mastermind(4,6)"', ': write --history "1122:1.0"')
    """
    for error_pattern, separator, pattern, advice in _HINTS:
        if re.match(error_pattern, error) and (match := re.search(pattern, separator.join(arguments))):
            return match.expand(advice)
    return ""


def message_of(error: BaseException) -> str:
    """Return the message of *error* in one line."""
    if isinstance(error, typer.Abort):
        return "expected an answer, got the end of input"
    if isinstance(error, MemoryError):
        return str(error) or "not enough memory"
    text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    return printable(" ".join(text.split()), _MAX_MESSAGE) or type(error).__name__


def kind_of(error: BaseException) -> str:
    """Return the kind of *error* for programs: the name of its class without "Error", or what went wrong outside."""
    if isinstance(error, typer.TyperException):
        return "usage"
    if isinstance(error, typer.Abort):
        return "end-of-input"
    if isinstance(error, MemoryError):
        return "size"
    if isinstance(error, BestguessError) and type(error) is not BestguessError:
        return re.sub("(?<=[a-z])(?=[A-Z])", "-", type(error).__name__.removesuffix("Error")).lower()
    return "input" if isinstance(error, BestguessError) else "system"


class ErrorJson(TypedDict):
    """Why a command failed: one line on standard error, with exit code 2."""

    kind: Annotated[str, ("pattern", "^[a-z]+(-[a-z]+)*$")]
    """The kind of error: game, code, feedback, history, strategy, contradiction, file, size, cluster, input,
    usage (a wrong argument or option), system, end-of-input, or a kind of this command alone."""
    message: str  # what was expected and what was given, in one line
