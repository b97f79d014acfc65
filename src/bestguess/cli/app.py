"""The command `bestguess`: its subcommands, its exit codes and its error messages."""

import errno
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

import bestguess
from bestguess.cli import raise_on_ctrl_c
from bestguess.cli.error_lines import print_error
from bestguess.cli.options import offer_to_bash
from bestguess.errors import BestguessError

_MODULES = {
    "score": "advise",
    "candidates": "advise",
    "play": "play",
    "assist": "assist",
    "advise": "advise",
    "review": "review",
    "puzzles": "puzzles",
    "watch": "review",
    "stats": "stats",
    "compare": "compare",
    "sweep": "compare",
    "optimum": "optimum",
    "check": "optimum",
    "games": "games",
    "strategies": "games",
    "web": "serve",
    "serve-game": "serve",
    "schema": "games",
    "doctor": "games",
    "tree": "tree",
}
"""The module of each command, in the order of the help. A module is imported when its command is first needed."""


class Command(TyperCommand):
    """A command that Ctrl-C can stop. Its help shows no type for flags, because they take no value."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, including `--help`."""
        return _hide_flag_types(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        raise_on_ctrl_c()  # safe now: everything that the command needs is imported
        return super().invoke(ctx)


class Group(TyperGroup):
    """Several commands under one name. Its help shows no type for flags."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, including `--help`."""
        return _hide_flag_types(super().get_params(ctx))


def _hide_flag_types(parameters: Any) -> Any:
    for parameter in parameters:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
    return parameters


class _LazyGroup(Group):
    """A group that imports a command only when it is used, so that each command starts fast."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = cast(Any, _Commands())


class _Commands(Mapping[str, Any]):
    """The commands by name. All names are known from the start; a lookup imports and builds the command."""

    def __getitem__(self, name: str) -> Any:
        return _command(name, _MODULES[name])

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


@cache
def _command(name: str, module_name: str) -> Any:
    """Build the command from the function *name* in a module, or from `NAME_app` where it has subcommands."""
    name, module = name.replace("-", "_"), import_module(f"bestguess.cli.{module_name}")
    app: typer.Typer | None = getattr(module, f"{name}_app", None)
    if app is None:
        app = typer.Typer(add_completion=False, rich_markup_mode="rich")
        app.command(cls=Command)(getattr(module, name))
    return typer.main.get_command(app)


app = typer.Typer(
    name="bestguess",
    cls=_LazyGroup,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

GREETING = f"""\
bestguess {bestguess.__version__}: find the best next guess, and prove that it is the best. Try:
  bestguess web                       open the page: play, puzzles, reviews
  bestguess play "mastermind(4,6)"    play a game here in the terminal
  bestguess assist "words(english,5)" get help with a game you play elsewhere
  bestguess --help                    list all commands; each has its own --help"""


def _print_version(requested: bool) -> None:
    if requested:
        print(f"bestguess {bestguess.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Find the best next guess in Mastermind, Bulls and Cows and any guessing game.

    `bestguess COMMAND --help` explains a command.

    [bold]Examples[/bold]

      bestguess play "mastermind(4,6)"

      bestguess assist bc4x10

      bestguess assist "balance(12)"

      bestguess advise "mastermind(4,6)" --history "1122:1.0"

      bestguess --install-completion
    """
    if context.invoked_subcommand is None:
        print(GREETING)


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return the exit code.

    The code is 0 for success, 1 for a partial result, 2 for bad input, 130 for Ctrl-C. Bad input prints exactly one
    line to standard error; with `--json` that line is JSON.
    """
    try:
        code = typer.main.get_command(app).main(list(arguments), prog_name="bestguess", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit:  # raised by rich when the reader of the pipe is gone
        return _discard_output()
    except KeyboardInterrupt:
        return 130
    except (BestguessError, typer.TyperException, typer.Abort, OSError, MemoryError) as error:
        # The reader of standard output is gone. Windows reports that as EINVAL.
        windows_pipe_error = os.name == "nt" and isinstance(error, OSError) and error.errno == errno.EINVAL
        if windows_pipe_error or isinstance(error, BrokenPipeError):
            return _discard_output()
        print_error(error, arguments)
        return 2
    return code if isinstance(code, int) else 0


def _discard_output() -> int:
    """Discard buffered output, so that Python does not fail at exit; return the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def main() -> int:
    """Run the command line of this process, or complete it for a shell, and return the exit code."""
    # The caller may have closed some standard streams. Replace them in the order of their numbers, because a file that
    # is opened later would get the lowest free number and then receive what is printed.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a character that the terminal cannot show becomes a question mark
    if os.environ.get("_BESTGUESS_COMPLETE") == "complete_bash":  # bash asks for completions
        offer_to_bash(lambda: typer.main.get_command(app).main([], prog_name="bestguess"))
        return 0
    return run(sys.argv[1:])
