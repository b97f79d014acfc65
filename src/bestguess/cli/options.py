"""Arguments and options that several commands share."""

import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from bestguess.errors import FileError, GameError
from bestguess.games import Game, families, game
from bestguess.strategies import known_strategies

_SHORT_FORMS = ("mm4x6", "mm5x8", "bc3x10", "bc4x10")


def _complete_game(incomplete: str) -> list[str]:
    """What a shell takes without quotes: short forms, and games of your own."""
    known = [*_SHORT_FORMS, *(family.name for family in families() if not family.built_in)]
    return [text for text in known if text.startswith(incomplete)]


def _complete_strategy(incomplete: str) -> list[str]:
    return [entry.name for entry in known_strategies() if entry.name.startswith(incomplete)]


GameText: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game, such as mastermind(4,6) or bc4x10.", autocompletion=_complete_game),
]
HistoryText: TypeAlias = Annotated[
    str, typer.Option("--history", metavar="ROWS", help='Guesses and feedbacks so far, such as "1122:0.2 1344:1.1".')
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]
Load: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--load", metavar="FILE.py", help="Python to run first; may register games and strategies."),
]
StrategyName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="A strategy; see bestguess strategies.",
        autocompletion=_complete_strategy,
    ),
]
Consistent: TypeAlias = Annotated[
    bool, typer.Option("--consistent", help="Only guesses that would win against a candidate.")
]
FirstGuess: TypeAlias = Annotated[
    str | None, typer.Option("--first-guess", metavar="CODE", help="What is played first of all.")
]
Seed: TypeAlias = Annotated[int, typer.Option("--seed", min=0, max=2**63, help="Seed of the strategy random.")]
Threads: TypeAlias = Annotated[
    int | None,
    typer.Option("--threads", min=1, max=1024, help="Threads to use; all cores, if not said."),
]
MemoryLimit: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--memory-limit", metavar="SIZE", help="Memory for tables, such as 4GB; half of the machine's, if not said."
    ),
]

Budget: TypeAlias = Annotated[
    int | None,
    typer.Option("--budget", min=0, metavar="NODES", help="Nodes that may be searched; what suits, if not said."),
]
Plain: TypeAlias = Annotated[bool, typer.Option("--plain", help="No colours, and no signs but letters and digits.")]


def typed_options(**options: Any) -> list[str]:
    """*options* as they are typed: a flag that is True alone, a list once for each value, what is not said not at all.

    >>> typed_options(load=["a.py", "b.py"], no_record=True, plain=False, budget=None, seed=3)
    ['--load', 'a.py', '--load', 'b.py', '--no-record', '--seed', '3']
    """
    typed = list[str]()
    for key, value in options.items():
        name = "--" + key.replace("_", "-")
        if value is True:
            typed.append(name)
        elif isinstance(value, list | tuple):
            typed += [word for one in value for word in (name, str(one))]
        elif value is not None and value is not False:
            typed += [name, str(value)]
    return typed


_UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}


def load_game(text: str, load: list[Path] | None) -> Game:
    """The game that *text* names, once the files in *load* have run."""
    load_files(load)
    return game(text)


def load_files(load: list[Path] | None) -> None:
    """Runs the Python files in *load*; raises FileError when one is missing or fails."""
    for path in load or []:
        if not path.is_file():
            raise FileError(f"--load: no such file: {path}")
        try:
            with redirect_stdout(sys.stderr):  # standard output is for the answer
                runpy.run_path(str(path), run_name=path.stem)
        except GameError:
            raise
        except (Exception, SystemExit) as error:  # whatever a user's file raises
            line = _line_in(path)
            raise FileError(f"--load: {path}{line} fails: {type(error).__name__}: {error}") from error


def _line_in(path: Path) -> str:
    """Where in *path* the exception being handled was raised, as ``, line 3,``."""
    traceback, line = sys.exc_info()[2], ""
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(path):
            line = f", line {traceback.tb_lineno},"
        traceback = traceback.tb_next
    return line


def parse_size(text: str | None) -> int | None:
    """The bytes that *text* stands for; raises typer's BadParameter.

    >>> parse_size("1.5GB"), parse_size("2000"), parse_size(None)
    (1500000000, 2000, None)
    """
    if text is None:
        return None
    number = text.strip().lower().rstrip("bkmgt")
    unit = text.strip().lower()[len(number) :]
    try:
        size = int(float(number) * _UNITS[unit if unit in ("", "b") or unit.endswith("b") else unit + "b"])
        if size < 1:
            raise ValueError
    except (ValueError, KeyError, OverflowError):
        raise typer.BadParameter(f"expected a size such as 500MB or 4GB, got {text!r}") from None
    return size
