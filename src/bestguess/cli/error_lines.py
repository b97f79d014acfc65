"""The one line on standard error that says what was refused: plain text, or JSON where `--json` is given."""

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
"""What the parser says of a value that it refuses, and what is said instead."""
_IN_THE_LIBRARY = {
    r"\bexpected consistent=False\b": "expected no --consistent",
    r"\bconsistent=True\b": "--consistent",
    r"\bexpected max_guesses\b": "expected --max-guesses",
}
"""What the library calls its arguments, and what is said of the options in their place."""
_AFTER = "usage: No such command"
_EXTRA = "usage: .*extra argument"
_ONE_ARGUMENT = "; a history is one argument, between quotes: --history"
_NO_SIZES = {"wordle": "words(english,5)", **{family.name: family.example for family in families() if not family.alone}}
_HINTS = [
    (_AFTER, " ", "^(help|version)( |$)", r" Try: bestguess --\1"),
    (_AFTER, " ", r"^((?:mm|bc)\d+x\d+)( |$)", r' A game comes after a command: bestguess play "\1"'),
    *(
        (_AFTER, ",", rf"^({family.name}\(.*?\))", r' A game comes after a command: bestguess play "\1"')
        for family in families()
    ),
    *(
        (_AFTER, " ", f"^{family.name}( |$)", f' A game comes after a command: bestguess play "{family.example}"')
        for family in families()
    ),
    *(("game: ", " ", rf"^\S+ {name}( |$)", f'; write "{example}"') for name, example in _NO_SIZES.items()),
    ("history: ", " ", r"--history[ =](?:\([^()]*\)|(?! --)[^(,;])+[,;][^ ]", "; rows are separated by spaces"),
    ("usage: Missing argument 'GAME'", " ", "", ' A game is a text such as "mastermind(4,6)" or bc4x10'),
    (_EXTRA, " ", r"--history ([^\s:]+):? ([^\s:]+)(?= --|$)", rf"{_ONE_ARGUMENT} \1:\2"),
    (_EXTRA, " ", "--history (.*?)(?= --|$)", rf"{_ONE_ARGUMENT} '\1'"),
    (_EXTRA, ",", r"^[^,]+,([^,]+),(\d+(?:,\d+)*)(?=,--|$)", r': write "\1(\2)"'),
    (_EXTRA, " ", r"^\S+ \S+ ([^\s:]+:\S+(?: [^\s:]+:\S+)*)(?= --|$)", r': write --history "\1"'),
    (_EXTRA, ",", r"^compare,(?:\w+\(.*?\)|[^,]+),(.*?)(?=,--|$)", r": write --strategies \1"),
]
"""The beginning of a kind and its message, what joins the arguments, what they look like, and what to write instead."""
_MOST_MESSAGE = 2_000  # characters: a message quotes what was given, which may be long


def print_error(error: BaseException, arguments: Sequence[str]) -> None:
    """Prints *error*, which a command with these *arguments* raised, to standard error in exactly one line."""
    kind, message = kind_of(error), message_of(error)
    message = _reworded(error, message, arguments) + hint(f"{kind}: {message}", arguments)
    fields: ErrorJson = {"kind": kind, "message": message}
    options = takewhile(lambda argument: argument != "--", arguments)
    as_json = "--json" in options  # not by the parser, whose own errors are printed as JSON too
    print(json_text("error", fields) if as_json else f"bestguess: {message}", file=sys.stderr)


def _reworded(error: BaseException, message: str, arguments: Sequence[str]) -> str:
    """The *message* of *error*; of a value that the parser refuses, what was expected and what came."""
    if not isinstance(error, typer.BadParameter):
        for pattern, words in _IN_THE_LIBRARY.items():
            message = re.sub(pattern, words, message)
        return message
    for pattern, words in _REWORDED.items():
        if found := re.search(pattern, message):
            message = message[: found.start()] + found.expand(words).replace("'", "")
            for argument, after in pairwise([*arguments, ""]):
                name, equals, value = argument.partition("=")
                if name in getattr(error.param, "opts", ()):
                    return f"{message}, got {printable(value if equals else after)!r}"
    return message


def hint(error: str, arguments: Sequence[str]) -> str:
    """What to write instead of *arguments*, which were refused with this *error*, a kind and a message.

    >>> extra = "usage: Got unexpected extra arguments"
    >>> hint(extra, ["play", "mastermind", "4", "6"]), hint(extra, ["advise", "mm4x6", "1122:1.0"])
    (': write "mastermind(4,6)"', ': write --history "1122:1.0"')
    """
    for said, separator, given, advice in _HINTS:
        if re.match(said, error) and (found := re.search(given, separator.join(arguments))):
            return found.expand(advice)
    return ""


def message_of(error: BaseException) -> str:
    """What *error* says, in one line."""
    if isinstance(error, typer.Abort):
        return "expected an answer, got the end of input"
    if isinstance(error, MemoryError):
        return str(error) or "not enough memory"
    text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    return printable(" ".join(text.split()), _MOST_MESSAGE) or type(error).__name__


def kind_of(error: BaseException) -> str:
    """The kind of *error* for programs: the name of its class without "Error", or what the system refused."""
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
    """Why a command did not do what was asked: one line on standard error, with exit code 2."""

    kind: Annotated[str, ("pattern", "^[a-z]+(-[a-z]+)*$")]
    """What kind of error it is: game, code, feedback, history, strategy, contradiction, file, size, cluster, input,
    usage (an argument or option), system, end-of-input, or a kind of the command's own."""
    message: str  # what was expected and what came, in one line
