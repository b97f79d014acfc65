"""The command line: one module per command, one place that draws (`output`)."""

from bestguess.cli.app import main

__all__ = ["main"]
