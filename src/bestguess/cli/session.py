"""What play and assist have in common: a playthrough that the user changes by typing guesses and commands."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

import typer

from bestguess.cli.render.advice import render_conflicts, render_parts
from bestguess.cli.render.board import render_candidates_left, render_row
from bestguess.cli.render.tables import code_lines, grid
from bestguess.cli.terminal import Terminal
from bestguess.errors import BestguessError, CodeError, HistoryError
from bestguess.games import Code
from bestguess.play import Playthrough, explain

_LISTED_CANDIDATES = 24
_LIST_WIDTH = 76  # columns


class SessionCommand(NamedTuple):
    """A command that can be typed during a session: its help, and the function that runs it with its arguments."""

    help: str
    action: Callable[[list[str]], None]


class Session(ABC):
    """A *playthrough* and the *commands* that change it. A command may be shortened if it stays unambiguous."""

    def __init__(self, playthrough: Playthrough, terminal: Terminal) -> None:
        self.playthrough, self.terminal = playthrough, terminal
        self.finished = False
        self.commands = {
            "candidates": SessionCommand("how many are left, and the lowest of them", self._show_candidates),
            "why": SessionCommand("why CODE: which row forbids it", self._show_conflicts),
            "try": SessionCommand("try CODE: what it would leave", self._show_parts),
            "undo": SessionCommand("take the last row back", self._undo),
            "help": SessionCommand("this list", self._show_help),
            "quit": SessionCommand("stop, and print the command that continues", self._quit),
        }

    @abstractmethod
    def loop(self) -> None:
        """Asks for input until the session is finished; raises EndOfInputError."""

    @abstractmethod
    def resume_command(self) -> str:
        """The shell command that continues from here."""

    def run(self) -> None:
        """Runs the session. Ctrl-C prints the command that continues it, and exits with code 130."""
        self.print_rows()
        try:
            self.loop()
        except KeyboardInterrupt:
            self.terminal.print("", f"To go on: {self.resume_command()}")
            raise typer.Exit(130) from None

    def handle_command(self, line: str) -> bool:
        """Runs the command in *line*. Returns False if there is none; raises BestguessError if it fails."""
        token, *arguments = line.split() or [""]
        name = self._find_command(token)
        if name is None:
            return False
        self.commands[name].action(arguments)
        return True

    def _find_command(self, token: str) -> str | None:
        """The command that *token* names or begins. A guess of the game is never a command."""
        if not token or self._is_guess(token):
            return None
        if token == "?":
            return "help"
        if token.lower() in self.commands:
            return token.lower()
        matching = [name for name in self.commands if name.startswith(token.lower())]
        return matching[0] if len(matching) == 1 else None

    def parse_guess(self, text: str) -> Code:
        """The guess in *text*; raises CodeError, which also suggests commands."""
        try:
            return self.playthrough.game.parse_guess(text)
        except CodeError as error:
            near = get_close_matches(text.lower(), self.commands, n=1)
            suggestion = f"did you mean {near[0]!r}?" if near else "help shows what else may be typed"
            raise CodeError(f"{error}; {suggestion}") from error

    def print_rows(self) -> None:
        """Prints every row."""
        numbers = range(1, len(self.playthrough.history) + 1)
        self.terminal.print(*(render_row(self.playthrough, number, self.terminal.plain) for number in numbers))

    def print_last_row(self) -> None:
        """Prints the row that was added last."""
        self.terminal.print(render_row(self.playthrough, len(self.playthrough.history), self.terminal.plain))

    def _is_guess(self, text: str) -> bool:
        try:
            self.playthrough.game.parse_guess(text)
        except BestguessError:
            return False
        return True

    def _show_candidates(self, arguments: list[str]) -> None:
        found = self.playthrough.candidates(_LISTED_CANDIDATES)
        lines = code_lines(found.codes, found.count - len(found.codes), _LIST_WIDTH)
        self.terminal.print(render_candidates_left(self.playthrough.count), *lines)

    def _show_conflicts(self, arguments: list[str]) -> None:
        self.terminal.print(*render_conflicts(self.playthrough, self._parse_code("why", arguments)))

    def _show_parts(self, arguments: list[str]) -> None:
        guess = self._parse_code("try", arguments)
        if not self.playthrough.count:
            raise HistoryError("expected a position with candidates, got one with none")
        sampled = self.playthrough.position is None
        self.terminal.print(*render_parts(guess, explain(self.playthrough, guess), self.terminal.plain, sampled))

    def _undo(self, arguments: list[str]) -> None:
        self.playthrough = self.playthrough.undo()
        self.terminal.print("The last row is taken back.")

    def _show_help(self, arguments: list[str]) -> None:
        self.terminal.print(grid([(name, command.help) for name, command in self.commands.items()], indent=2))

    def _quit(self, arguments: list[str]) -> None:
        self.terminal.print(f"To go on: {self.resume_command()}")
        self.finished = True

    def _parse_code(self, command: str, arguments: list[str]) -> Code:
        """The only argument of *command*; raises CodeError."""
        if len(arguments) != 1:
            raise CodeError(f"expected one code after {command!r}, got {' '.join(arguments) or 'none'}")
        return self.playthrough.game.parse_guess(arguments[0])
