"""Arguments and options that several commands share."""

import os
import shlex
import subprocess
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import typer

from bestguess.arguments import MOST_INTEGER
from bestguess.cli.completion import game_texts, offer, strategy_names
from bestguess.cluster.executors import open_cluster
from bestguess.strategies.program import PREFIX, Program

_MAX_SEED = 2**63
_MAX_SECONDS = 10**9


def check_seed(seed: int | None) -> int | None:
    """*seed*; raises typer's BadParameter if it is out of range. Not by min and max, which clutter the help."""
    if seed is not None and not 0 <= seed <= _MAX_SEED:
        raise typer.BadParameter(f"expected a seed from 0 to {_MAX_SEED}, got {seed}")
    return seed


def check_count(count: int | None) -> int | None:
    """*count*; raises typer's BadParameter if the core cannot count so far. Not by min and max: see `check_seed`."""
    if count is not None and not 0 <= count <= MOST_INTEGER:
        raise typer.BadParameter(f"expected a number from 0 to {MOST_INTEGER}, got {count}")
    return count


def check_output(path: Path | None) -> Path | None:
    """*path*, a file to write; raises typer's BadParameter for ``-``: standard output has what the command prints."""
    if str(path) == "-":
        raise typer.BadParameter("expected the name of a file, got '-'")
    return path


def check_seconds(seconds: float | None) -> float | None:
    """*seconds*; raises typer's BadParameter unless they are a number that a clock can count."""
    if seconds is not None and not 0 <= seconds <= _MAX_SECONDS:  # not for nan either
        raise typer.BadParameter(f"expected seconds from 0 to {_MAX_SECONDS}, got {seconds}")
    return seconds


GameText: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, such as mastermind(4,6) or bc4x10.", autocompletion=offer(game_texts)),
]
DEFAULT_GAME = "mastermind(4,6)"
HistoryText: TypeAlias = Annotated[
    str,
    typer.Option(
        "--history", metavar="ROWS", help='The guesses so far with their feedbacks, such as "1122:0.2 1344:1.1".'
    ),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Load: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--load", metavar="FILE.py", help="Run this Python file first. It can register games and strategies."),
]
StrategyName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="The strategy. `bestguess strategies` lists them.",
        autocompletion=offer(strategy_names),
    ),
]
Consistent: TypeAlias = Annotated[
    bool, typer.Option("--consistent", help="Only make guesses that could be the secret.")
]
FirstGuess: TypeAlias = Annotated[
    str | None, typer.Option("--first-guess", metavar="CODE", help="Start with this guess.")
]
RandomSeed: TypeAlias = Annotated[
    int,
    typer.Option("--seed", metavar="N", help="Seed of random choices.", callback=check_seed),
]
BotTime: TypeAlias = Annotated[
    float,
    typer.Option("--bot-time", metavar="SECONDS", help="What a program has for each guess.", callback=check_seconds),
]
Seeds: TypeAlias = Annotated[
    int,
    typer.Option(
        "--seeds", min=1, max=100_000, metavar="N", help="Average the strategy `random` over this many seeds."
    ),
]
Threads: TypeAlias = Annotated[
    int | None, typer.Option("--threads", min=1, max=1024, metavar="N", help="Number of threads. Default: all cores.")
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: tcp://HOST:8786, or local:4 for four processes here.",
    ),
]
MemoryLimit: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--memory-limit", metavar="SIZE", help="Memory for tables, such as 4GB. Default: half of the machine's memory."
    ),
]
TimeLimit: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        callback=check_seconds,
        help="Stop the search after this time, with what is proven by then. Default: no limit.",
    ),
]
Budget: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--budget",
        metavar="NODES",
        help="Nodes to search at most. Default: depends on the size of the game.",
        callback=check_count,
    ),
]
TableFormat: TypeAlias = Annotated[
    Literal["csv", "markdown", "latex"] | None,
    typer.Option("--format", help="Print a table in this format instead. LaTeX needs the package booktabs."),
]
PlotFile: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", help="Also draw a picture to this .png, .svg or .pdf file.", callback=check_output
    ),
]
Plain: TypeAlias = Annotated[bool, typer.Option("--plain", help="No colours, and only ASCII characters.")]


def check_format(form: str | None, as_json: bool) -> None:
    """Raises typer's BadParameter when a table and JSON are both asked for."""
    if form is not None and as_json:
        raise typer.BadParameter("--format and --json exclude each other")


def with_bot_time(name: str, seconds: float) -> str | Program:
    """Return the strategy *name*; one that is a program, with so many *seconds* for each guess.

    Raises StrategyError when there is no such program.
    """
    chosen = as_program(name, seconds)
    if isinstance(chosen, Program):
        chosen.check_startable()
    return chosen


def as_program(name: str, seconds: float) -> str | Program:
    """Return the program that *name* is, with so many *seconds* for each guess; else *name*."""
    return Program(name.removeprefix(PREFIX), seconds) if name.startswith(PREFIX) else name


def to_arguments(**options: Any) -> list[str]:
    """*options* as command-line arguments: flags that are True, lists once per value; False and None are left out.

    >>> to_arguments(load=["a.py", "b.py"], no_record=True, plain=False, budget=None, seed=3)
    ['--load', 'a.py', '--load', 'b.py', '--no-record', '--seed', '3']
    """
    arguments = list[str]()
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is True:
            arguments.append(name)
        elif isinstance(value, list | tuple):
            arguments += [word for one in value for word in (name, str(one))]
        elif value is not None and value is not False:
            arguments += [name, str(value)]
    return arguments


def quote_command(arguments: Sequence[str]) -> str:
    """*arguments* as a command that can be pasted into the system's shell.

    >>> quote_command(["bestguess", "play", "mastermind(4,6)"])
    "bestguess play 'mastermind(4,6)'"
    """
    return subprocess.list2cmdline(arguments) if os.name == "nt" else shlex.join(arguments)


_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


def parse_size(text: str | None) -> int | None:
    """The number of bytes in *text*; raises typer's BadParameter.

    >>> parse_size("1.5GB"), parse_size("2000"), parse_size(None)
    (1500000000, 2000, None)
    """
    if text is None:
        return None
    number = text.strip().lower().rstrip("bkmgt")
    unit = text.strip().lower()[len(number) :]
    try:
        size = int(float(number) * _UNITS[unit if unit in ("", "b") or unit.endswith("b") else unit + "b"])
        if not 1 <= size <= MOST_INTEGER:
            raise ValueError
    except (ValueError, KeyError, OverflowError):
        message = f"expected a size such as 500MB or 4GB, got {text!r}"
        raise typer.BadParameter(message, param_hint="--memory-limit") from None
    return size


def cluster(address: str | None) -> AbstractContextManager[Executor | None]:
    """The cluster at *address* while it is used; None without one."""
    return nullcontext() if address is None else open_cluster(address)
