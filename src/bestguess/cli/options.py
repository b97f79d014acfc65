"""Arguments and options that several commands share, and their completions for the shell."""

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext, redirect_stdout, suppress
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer

from bestguess.arguments import MAX_INTEGER
from bestguess.cli.files import table_text
from bestguess.cluster.executors import open_cluster
from bestguess.games import families
from bestguess.games.registry import TABLE
from bestguess.strategies import known_strategies
from bestguess.strategies.program import DEFAULT_SECONDS, PREFIX, Program

DEFAULT_GAME = "mastermind(4,6)"
BOT_SECONDS = DEFAULT_SECONDS
_SHORT_FORMS = ("mm4x6", "mm5x8", "bc3x10", "bc4x10")
_SPECIAL_IN_BASH = re.compile(r"""([^\w\-.,:/=@%+\n])""")


def offer(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return a completion function for Typer: it offers the *names* that begin with the typed text."""

    def matching(incomplete: str) -> list[str]:
        return [name for name in names() if name.startswith(incomplete)]

    return matching


def offer_list(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return a completion function for names separated by commas. It offers each of *names* only once."""

    def matching(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        unused = (name for name in names() if name not in before.split(","))
        return [before + comma + name for name in unused if name.startswith(last)]

    return matching


def game_texts() -> list[str]:
    """Return games to offer: short forms, which need no quotes, an example of each family, and the CSV files here."""
    examples = [family.example for family in families() if family.name != TABLE.name]
    tables = [table_text(path) for path in sorted(Path().glob("*.csv"))]
    return [*_SHORT_FORMS, *examples, *(tables or [TABLE.example])]


def strategy_names() -> list[str]:
    """Return the names of all strategies."""
    return [entry.name for entry in known_strategies()]


def offer_to_bash(run: Callable[[], object]) -> None:
    """Print the completions that *run* prints, one per line, with a backslash before each character special to bash.

    Other shells quote completions themselves. Nothing is escaped inside quotes that the user opened.
    """
    if "COMP_WORDS" not in os.environ:  # not called by bash: there is nothing to complete
        return
    with redirect_stdout(io.StringIO()) as completions, suppress(SystemExit):  # Typer exits when it is done
        run()
    words, place = os.environ["COMP_WORDS"].split("\n"), os.environ.get("COMP_CWORD", "")
    in_quotes = place.isdecimal() and int(place) < len(words) and words[int(place)].startswith(("'", '"'))
    text = completions.getvalue()
    sys.stdout.write(text if in_quotes else _SPECIAL_IN_BASH.sub(r"\\\1", text))


def up_to(maximum: int, what: str) -> Callable[[float | None], float | None]:
    """Return a callback that refuses numbers below 0 or above *maximum*.

    The min and max of Typer would show such large numbers in the help.
    """

    def check(number: float | None) -> float | None:
        if number is not None and not 0 <= number <= maximum:  # refuses nan too
            raise typer.BadParameter(f"expected {what} from 0 to {maximum}, got {number}")
        return number

    return check


check_seed, check_seconds = up_to(2**63, "a seed"), up_to(10**9, "seconds")


def check_output(path: Path | None) -> Path | None:
    """Return *path*; raise BadParameter for ``-``, because the command prints its result to standard output."""
    if str(path) == "-":
        raise typer.BadParameter("expected a file name, got '-'")
    return path


def argument(metavar: str, about: str, names: Callable[[], Iterable[str]] | None = None) -> Any:
    """Declare an argument of a command. The shell offers *names* as completions."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=None if names is None else offer(names))


def option(name: str, about: str, metavar: str | None = None, **settings: Any) -> Any:
    """Declare an option of a command; a flag has no *metavar*."""
    return typer.Option(name, metavar=metavar, help=about, **settings)


def output_file(name: str, about: str) -> Any:
    """Declare an option that names a file to write."""
    return option(name, about, "FILE", callback=check_output)


GameText: TypeAlias = Annotated[str, argument("GAME", "A game, such as mastermind(4,6) or bc4x10.", game_texts)]
HistoryText: TypeAlias = Annotated[
    str, option("--history", 'The guesses so far and their feedbacks, such as "1122:0.2 1344:1.1".', "ROWS")
]
Json: TypeAlias = Annotated[bool, option("--json", "Print one JSON document instead of text.")]
Load: TypeAlias = Annotated[
    list[Path] | None, option("--load", "Run this Python file first. It can register games and strategies.", "FILE.py")
]
StrategyName: TypeAlias = Annotated[
    str,
    option(
        "--strategy",
        "The strategy. `bestguess strategies` lists them.",
        "NAME",
        autocompletion=offer(strategy_names),
    ),
]
NamedStrategy: TypeAlias = Annotated[
    str | None,
    option(
        "--strategy",
        "The strategy to follow. `bestguess strategies` lists them. Default: the best known guess.",
        "NAME",
        autocompletion=offer(strategy_names),
    ),
]
Consistent: TypeAlias = Annotated[bool, option("--consistent", "Only make guesses that could be the secret.")]
FirstGuess: TypeAlias = Annotated[str | None, option("--first-guess", "Start with this guess.", "CODE")]
RandomSeed: TypeAlias = Annotated[int, option("--seed", "Seed for random choices.", "N", callback=check_seed)]
SecretSeed: TypeAlias = Annotated[
    int | None,
    option("--seed", "Seed for drawing the secret. Default: a random seed.", "N", callback=check_seed),
]
BotTime: TypeAlias = Annotated[
    float,
    option("--bot-time", "Time limit of a program (exec:COMMAND) for each guess.", "SECONDS", callback=check_seconds),
]
Threads: TypeAlias = Annotated[
    int | None, option("--threads", "Number of threads. Default: all cores.", "N", min=1, max=1024)
]
Cluster: TypeAlias = Annotated[
    str | None,
    option("--cluster", "Use a Dask cluster: tcp://HOST:8786, or local:4 for four local processes.", "ADDRESS"),
]
TimeLimit: TypeAlias = Annotated[
    float | None,
    option(
        "--time-limit",
        "Stop the search after this time and print what is proven by then. Default: no limit.",
        "SECONDS",
        callback=check_seconds,
    ),
]
TableFormat: TypeAlias = Annotated[
    Literal["csv", "markdown", "latex"] | None,
    option("--format", "Print a table in this format instead. LaTeX needs the package booktabs."),
]
PlotFile: TypeAlias = Annotated[
    Path | None, output_file("--plot", "Also draw a picture into this .png, .svg or .pdf file.")
]
Plain: TypeAlias = Annotated[bool, option("--plain", "Print no colours and only ASCII characters.")]


def check_format(form: str | None, as_json: bool) -> None:
    """Raise BadParameter if both --format and --json are given."""
    if form is not None and as_json:
        raise typer.BadParameter("--format does not work with --json")


def with_bot_time(name: str, seconds: float) -> str | Program:
    """Return the program that *name* starts, as `as_program` does; raise StrategyError if it does not exist."""
    strategy = as_program(name, seconds)
    if isinstance(strategy, Program):
        strategy.check_startable()
    return strategy


def as_program(name: str, seconds: float) -> str | Program:
    """Return the strategy *name*. If it is a program, it has *seconds* for each guess."""
    return Program(name.removeprefix(PREFIX), seconds) if name.startswith(PREFIX) else name


def to_arguments(**options: Any) -> list[str]:
    """Return *options* as command-line arguments.

    True becomes a flag, a list becomes one option per value; False and None are left out.
    """
    arguments = list[str]()
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is True:
            arguments.append(name)
        elif isinstance(value, list | tuple):
            arguments += [word for item in value for word in (name, str(item))]
        elif value is not None and value is not False:
            arguments += [name, str(value)]
    return arguments


def quote_command(arguments: Sequence[str]) -> str:
    """Return *arguments* as a command that can be pasted into the system's shell."""
    return subprocess.list2cmdline(arguments) if os.name == "nt" else shlex.join(arguments)


def parse_size(text: str | None) -> int | None:
    """Return the number of bytes that *text* means; raise BadParameter if it is not a size.

    >>> parse_size("1.5GB"), parse_size("2000"), parse_size(None)
    (1500000000, 2000, None)
    """
    if text is None:
        return None
    match = re.fullmatch(r"([\d.e+]+)\s*([kmgt]?)b?", text.strip().lower())
    try:
        size = int(float(match[1]) * 1000 ** " kmgt".index(match[2] or " ")) if match else 0
    except (ValueError, OverflowError):
        size = 0
    if not 1 <= size <= MAX_INTEGER:
        message = f"expected a size such as 500MB or 4GB, got {text!r}"
        raise typer.BadParameter(message, param_hint="--memory-limit")
    return size


def cluster(address: str | None) -> AbstractContextManager[Executor | None]:
    """Open the cluster at *address* as a context manager; without an address it gives None."""
    return nullcontext() if address is None else open_cluster(address)
