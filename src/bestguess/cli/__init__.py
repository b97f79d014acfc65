"""The command line: one module per command.

`app` puts the commands together, `options` and `loading` have what they share, `terminal` prints and asks, `render`
makes what is printed, `session` is what the interactive commands share.
"""

import os
import sys

__all__ = ["main"]


def main() -> None:
    """The console script. Nothing is imported before Ctrl-C is taken care of, so that it prints nothing at any time."""
    try:
        from bestguess.cli.ctrl_c import end_on_ctrl_c

        end_on_ctrl_c()
        from bestguess.cli import app

        code = app.main()
        end_on_ctrl_c()
    except KeyboardInterrupt:  # in the first import, or once more after the command has stopped
        os._exit(130)
    sys.exit(code)
