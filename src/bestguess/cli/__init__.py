"""The command line.

`app` finds the command. `options` defines the options that several commands share. `files` reads and writes files,
`terminal` prints, asks and shows progress, and `error_lines` words the errors. `board`, `suggestions`, `figures` and
`tables` lay out what is printed. `session` is the base of the interactive commands, and `typed` reads what people type
there. The other modules are the commands.
"""

import os
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the console script.

    Handle Ctrl-C before importing anything else, so that it never prints a traceback.
    """
    try:
        end_on_ctrl_c()
        from bestguess.cli import app

        code = app.main()
        end_on_ctrl_c()
    except KeyboardInterrupt:  # a second Ctrl-C, after the command has stopped
        os._exit(130)
    sys.exit(code)


def end_on_ctrl_c() -> None:
    """Make Ctrl-C end the process silently, unless Ctrl-C is ignored.

    A KeyboardInterrupt during an import would print a traceback or look like another error; so would one while Python
    shuts down.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


def raise_on_ctrl_c() -> None:
    """Make Ctrl-C raise KeyboardInterrupt again, if `end_on_ctrl_c` changed that."""
    if signal.getsignal(signal.SIGINT) is _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(signal_number: int, frame: object) -> None:
    os._exit(130)
