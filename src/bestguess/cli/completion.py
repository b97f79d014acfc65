"""What the shell is offered when Tab is pressed."""

import io
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout, suppress
from pathlib import Path

from bestguess.games import families
from bestguess.games.registry import TABLE
from bestguess.games.texts import quoted_file
from bestguess.strategies import known_strategies

_SHORT_FORMS = ("mm4x6", "mm5x8", "bc3x10", "bc4x10")
_SPECIAL_IN_BASH = re.compile(r"""([^\w\-.,:/=@%+\n])""")


def offer(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """A function for Typer that offers those of *names* that begin with what was typed."""

    def matching(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return matching


def offer_list(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """The same for a list of names, separated by commas: the last name is completed by one not yet in the list.

    >>> offer_list(lambda: ["mean", "minimax", "most-parts"])("minimax,m")
    ['minimax,mean', 'minimax,most-parts']
    """

    def matching(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        left = (name for name in names() if name not in before.split(","))
        return [before + comma + name for name in left if name.startswith(last)]

    return matching


def game_texts() -> list[str]:
    """Short forms, which a shell takes without quotes, a game of every family, and a game of each CSV file here."""
    examples = [family.example for family in families() if family.name != TABLE.name]
    files = sorted(path.name for path in Path().glob("*.csv"))
    return [*_SHORT_FORMS, *examples, *([f"table({quoted_file(name)})" for name in files] or [TABLE.example])]


def family_names() -> list[str]:
    """The families that can be swept."""
    return [family.name for family in families() if family.name != TABLE.name]


def strategy_names() -> list[str]:
    """The strategies there are."""
    return [entry.name for entry in known_strategies()]


def asked_by_bash() -> bool:
    """Whether bash has started the program to ask what it can offer."""
    return os.environ.get("_BESTGUESS_COMPLETE") == "complete_bash"


def offer_to_bash(run: Callable[[], object]) -> None:
    """Prints what *run* prints for bash, a line for each word, with a backslash before what bash would read as its own.

    Other shells do so themselves. Within quotes that were opened nothing is changed.
    """
    if "COMP_WORDS" not in os.environ:  # somebody else asks: there is nothing to complete
        return
    with redirect_stdout(io.StringIO()) as words, suppress(SystemExit):  # by Typer, when all is printed
        run()
    sys.stdout.write(words.getvalue() if _in_quotes() else _SPECIAL_IN_BASH.sub(r"\\\1", words.getvalue()))


def _in_quotes() -> bool:
    """Whether the word at the cursor begins with a quote."""
    words, place = os.environ.get("COMP_WORDS", "").split("\n"), os.environ.get("COMP_CWORD", "")
    return place.isdecimal() and int(place) < len(words) and words[int(place)].startswith(("'", '"'))
