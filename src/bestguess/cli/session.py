"""What play and assist have in common: a playthrough that the user changes by typing guesses and commands."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

import typer

from bestguess.cli.render.advice import render_conflicts, render_parts
from bestguess.cli.render.board import render_candidates_left, render_row, render_rows
from bestguess.cli.render.tables import candidate_lines, grid
from bestguess.cli.terminal import EndOfInputError, Terminal
from bestguess.errors import CodeError, HistoryError
from bestguess.games import Code, Row
from bestguess.play import Playthrough, explain
from bestguess.play.row_text import is_guess, read_guess, split_row

_LISTED_CANDIDATES = 24
_LIST_WIDTH = 76  # columns
_OTHER_NAMES = {"?": "help", "exit": "quit", "bye": "quit", "board": "rows"}
"""Words that people type for a command. They are not shortened."""


class SessionCommand(NamedTuple):
    """A command that can be typed during a session: its help, and the function that runs it with its arguments."""

    help: str
    action: Callable[[list[str]], None]


def row_name(number: int, row: Row) -> str:
    """Row *number* as it is named when it is taken back."""
    return f"row {number}, {row.guess} {row.feedback}"


class Session(ABC):
    """A *playthrough* and the *commands* that change it. A command may be shortened if it stays unambiguous.

    Every change remembers what was before it, so that `undo` takes back the last one, whatever it was.
    """

    def __init__(self, playthrough: Playthrough, terminal: Terminal) -> None:
        self.playthrough, self.terminal = playthrough, terminal
        self.finished = False
        self._changes: list[tuple[str, Playthrough]] = []  # what each was, and the playthrough before it
        self.commands = {
            "rows": SessionCommand("the board: every row so far", lambda arguments: self._show_board()),
            "candidates": SessionCommand("how many are left, and the lowest of them", self._show_candidates),
            "why": SessionCommand("why CODE: which row forbids it", self._show_conflicts),
            "try": SessionCommand("try CODE: what it would leave", self._show_parts),
            "undo": SessionCommand("take back the last thing done", self._undo),
            "help": SessionCommand("this list", self._show_help),
            "quit": SessionCommand("stop, and print the command that continues; also exit", self._quit),
        }

    @abstractmethod
    def loop(self) -> None:
        """Asks for input until the session is finished; raises EndOfInputError."""

    @abstractmethod
    def resume_command(self) -> str:
        """The shell command that continues from here."""

    def run(self) -> None:
        """Runs the session. The end of the input (Ctrl-D) quits; Ctrl-C also does, with exit code 130."""
        self.print_rows()
        try:
            self.loop()
        except EndOfInputError:
            self._quit([])
        except KeyboardInterrupt:
            self.terminal.print("")
            self.terminal.print_command(self.resume_command())
            raise typer.Exit(130) from None

    def change(self, playthrough: Playthrough, what: str) -> None:
        """Goes on with *playthrough*. *what* names the change when it is taken back."""
        self._changes.append((what, self.playthrough))
        self.playthrough = playthrough

    def handle_command(self, line: str) -> bool:
        """Runs the command in *line*. Returns False if there is none; raises BestguessError if it fails."""
        token, *arguments = line.split() or [""]
        name = None if self._begins_with_guess(line) else self._find_command(token)
        if name is None:
            return False
        self.commands[name].action(arguments)
        return True

    def is_command_name(self, word: str) -> bool:
        """Whether *word* is the full name of a command, or one of its other names."""
        return word.lower() in self.commands or word.lower() in _OTHER_NAMES

    def _begins_with_guess(self, line: str) -> bool:
        """Whether *line* begins with a guess of the game, which is never a command."""
        return is_guess(self.playthrough.game, split_row(self.playthrough.game, line)[0])

    def _find_command(self, token: str) -> str | None:
        """The command that *token* names or begins."""
        word = token.lower()
        if self.is_command_name(word):
            return _OTHER_NAMES.get(word, word)
        matching = [name for name in self.commands if word and name.startswith(word)]
        return matching[0] if len(matching) == 1 else None

    def parse_guess(self, text: str) -> Code:
        """The guess in *text*; raises CodeError, which also suggests commands."""
        try:
            return read_guess(self.playthrough.game, text)
        except CodeError as error:
            near = get_close_matches(text.lower(), self.commands, n=1)
            suggestion = f"did you mean {near[0]!r}?" if near else "help shows what else may be typed"
            raise CodeError(f"{error}; {suggestion}") from error

    def rows_text(self) -> str:
        """On a board with rows, which of them comes next, as ` 3 of 4`; the last one is named. Else nothing."""
        rows = self.playthrough.game.rows
        if rows is None:
            return ""
        return f" {len(self.playthrough.history) + 1} of {rows}{', the last row' * (self.playthrough.rows_left == 1)}"

    def print_rows(self) -> None:
        """Prints every row."""
        self.terminal.print(*render_rows(self.playthrough, self.terminal.plain))

    def print_last_row(self) -> None:
        """Prints the row that was added last."""
        self.terminal.print(render_row(self.playthrough, len(self.playthrough.history), self.terminal.plain))

    def _show_board(self) -> None:
        self.print_rows()
        if not self.playthrough.history:
            self.terminal.print("The board is empty.")

    def _show_candidates(self, arguments: list[str]) -> None:
        found = self.playthrough.candidates(_LISTED_CANDIDATES)
        self.terminal.print(render_candidates_left(found.count, found.likely), *candidate_lines(found, _LIST_WIDTH))

    def _show_conflicts(self, arguments: list[str]) -> None:
        self.terminal.print(*render_conflicts(self.playthrough, self._parse_code("why", arguments)))

    def _show_parts(self, arguments: list[str]) -> None:
        guess = self._parse_code("try", arguments)
        if not self.playthrough.count:
            raise HistoryError("expected a position with candidates, got one with none")
        sampled = self.playthrough.position is None
        self.terminal.print(*render_parts(guess, explain(self.playthrough, guess), self.terminal.plain, sampled))

    def _undo(self, arguments: list[str]) -> None:
        if self._changes:
            what, self.playthrough = self._changes.pop()
        elif self.playthrough.history:  # a row that was given with the command
            what = row_name(len(self.playthrough.history), self.playthrough.history[-1])
            self.playthrough = self.playthrough.undo()
        else:
            raise HistoryError("expected something to take back, but nothing is done yet")
        self.terminal.print(f"Taken back: {what}.")
        self._show_board()

    def _show_help(self, arguments: list[str]) -> None:
        self.terminal.print(grid([(name, command.help) for name, command in self.commands.items()], indent=2))

    def _quit(self, arguments: list[str]) -> None:
        self.terminal.print_command(self.resume_command())
        self.finished = True

    def _parse_code(self, command: str, arguments: list[str]) -> Code:
        """The code after *command*; raises CodeError."""
        if not arguments:
            raise CodeError(f"expected one code after {command!r}, got none")
        return read_guess(self.playthrough.game, " ".join(arguments))
