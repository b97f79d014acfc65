"""The command `bestguess`: its subcommands, its exit codes and its error messages."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import bestguess
from bestguess.cli.commands import LazyGroup
from bestguess.cli.completion import asked_by_bash, offer_to_bash
from bestguess.cli.error_lines import print_error
from bestguess.errors import BestguessError

app = typer.Typer(
    name="bestguess",
    cls=LazyGroup,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

GREETING = f"""\
bestguess {bestguess.__version__}: the best next guess, and the proof that it is the best. Try:
  bestguess web                       the page: play, a daily puzzle, reviews
  bestguess play "mastermind(4,6)"    a game here in the terminal
  bestguess assist "words(english,5)" help with a game that you play elsewhere
  bestguess --help                    all commands, each with --help of its own"""


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
    """The best next guess, for Mastermind, Bulls and Cows and any guessing game.

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
    """Runs the command line and returns the exit code.

    That is 0 for success, 1 for a partial result, 2 for bad input, 130 for Ctrl-C. Bad input prints exactly one line to
    standard error, with `--json` one line of JSON.
    """
    try:
        code = typer.main.get_command(app).main(list(arguments), prog_name="bestguess", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit:  # by rich, when the reader of the pipe has gone
        return _discard_output()
    except KeyboardInterrupt:
        return 130
    except (BestguessError, typer.TyperException, typer.Abort, OSError, MemoryError) as error:
        if _is_closed_pipe(error):
            return _discard_output()
        print_error(error, arguments)
        return 2
    return code if isinstance(code, int) else 0


def _is_closed_pipe(error: BaseException) -> bool:
    """Whether *error* says that nobody reads standard output any more. Windows reports an invalid argument."""
    return isinstance(error, BrokenPipeError) or (
        os.name == "nt" and isinstance(error, OSError) and error.errno == errno.EINVAL
    )


def _discard_output() -> int:
    """Discards what is still to be written, so that Python does not fail at exit; the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _replace_closed_streams() -> None:
    """Opens the null device for each standard stream that whoever started the command has closed.

    In the order of their numbers, so that no file that is opened later takes the place of a closed one.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open until the end
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def main() -> int:
    """Runs the command line of this process, or completes it for a shell, and returns the exit code."""
    _replace_closed_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a character that the terminal cannot show becomes a question mark
    if asked_by_bash():
        offer_to_bash(lambda: typer.main.get_command(app).main([], prog_name="bestguess"))
        return 0
    return run(sys.argv[1:])
