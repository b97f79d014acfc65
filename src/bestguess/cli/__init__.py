"""The command line: one module per command.

`app` puts the commands together, `options` and `loading` have what they share, `terminal` prints and asks, `render`
makes what is printed, `session` is what the interactive commands share.
"""

from bestguess.cli.app import main

__all__ = ["main"]
