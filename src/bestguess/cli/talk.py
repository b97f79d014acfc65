"""Asking and telling, on a terminal or through a pipe."""

import sys
from collections.abc import Iterable
from contextlib import suppress
from getpass import getpass

from rich.console import Console
from rich.text import Text

from bestguess.errors import BestguessError


class EndOfInputError(BestguessError):
    """Nothing more comes, and an answer was expected."""


class Talk:
    """A conversation: on standard output, or on standard error when that is wanted for JSON.

    What comes through a pipe is shown after its prompt, so that the transcript reads like a terminal. *plain*: no
    colours and no signs beyond letters and digits.
    """

    def __init__(self, plain: bool, to_errors: bool) -> None:
        stream = sys.stderr if to_errors else sys.stdout
        self._console = Console(
            file=stream, highlight=False, markup=False, no_color=plain or None, width=None if stream.isatty() else 200
        )
        self.plain = plain or not self._console.is_terminal

    def tell(self, *lines: str | Text) -> None:
        """Shows *lines*."""
        for line in lines:
            if self.plain and isinstance(line, str):
                line = line.replace("…", "...")
            self._console.print(line, soft_wrap=not self._console.is_terminal)

    def tell_all(self, lines: Iterable[str | Text]) -> None:
        """Shows *lines*."""
        self.tell(*lines)

    def ask(self, prompt: str, resume: str) -> str:
        """The next line, without the spaces around it; raises EndOfInputError, which says how to *resume*."""
        try:
            return self._line(prompt).strip()
        except EOFError:
            self.tell("")
            expected = f"expected an answer to {prompt.strip()!r}"
            raise EndOfInputError(f"{expected}, got the end of input; to go on: {resume}") from None

    def _line(self, prompt: str) -> str:
        """The next line after *prompt*; raises EOFError when there is none."""
        if sys.stdin.isatty() and self._console.file is sys.stdout:
            with suppress(ImportError):
                import readline  # noqa: F401 - the keys that edit a line, and the lines before it
            return input(prompt)
        self._console.print(prompt, end="", soft_wrap=True)
        self._console.file.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self._console.print(line.rstrip("\n"), soft_wrap=True)
        return line

    def ask_secret(self, prompt: str) -> str:
        """The next line, which is not shown; raises EndOfInputError."""
        try:
            return self._hidden_line(prompt).strip()
        except EOFError:
            self.tell("")
            raise EndOfInputError("expected a secret, got the end of input") from None

    def _hidden_line(self, prompt: str) -> str:
        if sys.stdin.isatty():
            return getpass(prompt)
        self.tell(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line
