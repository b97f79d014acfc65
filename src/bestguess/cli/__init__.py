"""The command line.

`app` finds the command, `options` has the options that several commands share, `files` reads and writes files,
`terminal` prints, asks and shows progress, `error_lines` says what is refused. `board`, `suggestions`, `figures` and
`tables` make what is printed; `session` is what the interactive commands share. The other modules are the commands.
"""

import os
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """The console script. Nothing is imported before Ctrl-C is taken care of, so that it prints nothing at any time."""
    try:
        end_on_ctrl_c()
        from bestguess.cli import app

        code = app.main()
        end_on_ctrl_c()
    except KeyboardInterrupt:  # once more after the command has stopped
        os._exit(130)
    sys.exit(code)


def end_on_ctrl_c() -> None:
    """From now on Ctrl-C ends the process, and nothing is printed. Where Ctrl-C is ignored, it stays ignored.

    An exception in the middle of an import is printed, or taken for another error; so is one while Python shuts down.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_on_ctrl_c() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt again, if `end_on_ctrl_c` was called."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(signal_number: int, frame: object) -> None:
    os._exit(130)
