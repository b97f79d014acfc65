"""What play and assist have in common: a position that the user changes by typing guesses and commands."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

import typer

from bestguess.advice import explain
from bestguess.cli.render.advice import render_conflicts, render_parts
from bestguess.cli.render.board import example_guess, render_candidates_left, render_row, render_rows
from bestguess.cli.render.tables import candidate_lines, code_lines, grid, numbered_lines
from bestguess.cli.terminal import EndOfInputError, Terminal
from bestguess.cli.typed import (
    are_numbered,
    begins_with_guess,
    find_choice,
    listed_guesses,
    read_guess,
    read_secret,
    typed_guess,
)
from bestguess.errors import CodeError, HistoryError
from bestguess.games import Code, PegGame, Row, quoted
from bestguess.position import Position
from bestguess.wording import guess_noun, plural

_LISTED_CANDIDATES = 24
_LISTED_NAMES = 20  # guesses that are names, which the introduction lists
_MOST_LISTED_NAMES = 1000
_LIST_WIDTH = 76  # columns
_OTHER_NAMES = {"?": "help", "exit": "quit", "bye": "quit", "board": "rows", "heed": "restore"}
"""Words that people type for a command. They are not shortened."""
_STATES = {None: "running", "won": "won", "identified": "won", "lost": "lost"}


class SessionCommand(NamedTuple):
    """A command that can be typed during a session: its help, and the function that runs it with its arguments.

    *helps*: whether it tells the player something that the board does not say, or takes it back.
    """

    help: str
    action: Callable[[list[str]], None]
    helps: bool = False


def row_name(number: int, row: Row) -> str:
    """Row *number* as it is named when it is taken back."""
    return f"row {number}, {row.guess} {row.feedback}"


def _full_name(word: str) -> str:
    """The command that *word* is another name of; else the word itself, in lower case."""
    return _OTHER_NAMES.get(word.lower(), word.lower())


class Session(ABC):
    """A *position* and the *commands* that change it. A command may be shortened if it stays unambiguous.

    Every change remembers what was before it, so that `undo` takes back the last one, whatever it was.
    """

    def __init__(self, position: Position, terminal: Terminal) -> None:
        self.position, self.game, self.terminal = position, position.game, terminal
        self.finished = False
        self.helped = 0  # how often a command helped
        self._changes: list[tuple[str, Position]] = []  # what each was, and the position before it
        self.noun = guess_noun(self.game.goal)
        self.commands = {
            "rows": SessionCommand("the board: every row so far", lambda arguments: self._show_board()),
            "candidates": SessionCommand("how many are left, and the lowest of them", self._show_candidates, True),
            "why": SessionCommand(f"why {self._secret_word}: which row forbids it", self._show_conflicts, True),
            "try": SessionCommand(f"try {self._guess_word}: what it would leave", self._show_parts, True),
            "undo": SessionCommand("take back the last thing done", self._undo, True),
            "help": SessionCommand("this list", self._show_help),
            "quit": SessionCommand("stop, and print the command that continues; also exit", self._quit),
        }
        if self._names:
            how = f"the {plural(2, self.noun)}{', by number' * are_numbered(self._names)}"
            self.commands = {plural(2, self.noun): SessionCommand(how, self._show_guesses), **self.commands}

    @property
    def _names(self) -> Sequence[Code]:
        """The guesses, where they are names to choose from."""
        return listed_guesses(self.game)

    @property
    def _guess_word(self) -> str:
        return self.noun.upper() if self._names or self.noun != "guess" else "CODE"

    @property
    def _secret_word(self) -> str:
        return "CODE" if self.noun == "guess" else "SECRET"

    def typing_lines(self) -> list[str]:
        """How a guess is typed: an example, or where guesses are names to choose from, these if they are few."""
        if not self._names:
            return [f"Type a {self.noun} such as {example_guess(self.game)}, or help."]
        begun = "its beginning or its number" if are_numbered(self._names) else "or its beginning"
        return [f"Type a {self.noun}, {begun}, or help.", *self._few_names()]

    def name_lines(self) -> list[str]:
        """The same as a note; nothing where guesses are no names."""
        if not self._names:
            return []
        number = " or its number" * are_numbered(self._names)
        return [f"A {self.noun} may be typed by its beginning{number}.", *self._few_names()]

    def _few_names(self) -> list[str]:
        """The names of the guesses; how to see them, where they are many."""
        if len(self._names) <= _LISTED_NAMES:
            return self._name_lines()
        example, several = f"such as {quoted(self._names[0])}", plural(2, self.noun)
        return [f"There are {len(self._names):,}, {example}: {several} lists them."]

    def _name_lines(self) -> list[str]:
        if are_numbered(self._names):
            return numbered_lines(self._names, _LIST_WIDTH)
        return code_lines(self._names[:_MOST_LISTED_NAMES], max(0, len(self._names) - _MOST_LISTED_NAMES), _LIST_WIDTH)

    def _show_guesses(self, arguments: list[str]) -> None:
        self.terminal.print(*self._name_lines())

    @property
    def state(self) -> str:
        """How the game stands, as JSON documents have it: running, won or lost."""
        return _STATES[self.position.outcome]

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

    def change(self, position: Position, what: str) -> None:
        """Goes on with *position*. *what* names the change when it is taken back."""
        self._changes.append((what, self.position))
        self.position = position

    def handle_command(self, line: str) -> bool:
        """Runs the command in *line*. Returns False if there is none; raises BestguessError if it fails."""
        token, *arguments = line.split() or [""]
        if arguments and isinstance(self.game, PegGame) and all(len(word) == 1 for word in line.split()):
            return False  # pegs, of which one is wrong
        name = None if begins_with_guess(self.game, line) else self._find_command(token)
        if name is None:
            return False
        self.commands[name].action(arguments)
        self.helped += self.commands[name].helps
        return True

    def is_command_name(self, word: str) -> bool:
        """Whether *word* is the full name of a command, or one of its other names."""
        return _full_name(word) in self.commands

    def _find_command(self, token: str) -> str | None:
        """The command that *token* names or begins."""
        word = token.lower()
        if self.is_command_name(word):
            return _full_name(word)
        matching = [name for name in self.commands if word and name.startswith(word)]
        if len(matching) != 1 or find_choice(token, self._names) is not None:
            return None
        return matching[0]

    def parse_guess(self, text: str) -> Code:
        """The guess in *text* as `typed_guess` reads it; raises CodeError, which also suggests commands."""
        try:
            return typed_guess(self.game, text)
        except CodeError as error:
            near = get_close_matches(text.lower(), self.commands, n=1)
            if "did you mean" in str(error) and not near:
                raise
            suggestion = f"did you mean {near[0]!r}?" if near else "help shows what else may be typed"
            raise CodeError(f"{error}; {suggestion}") from error

    def rows_text(self) -> str:
        """On a board with rows, which of them comes next, as ` 3 of 4`; the last one is named. Else nothing."""
        rows = self.game.rows
        if rows is None:
            return ""
        return f" {len(self.position.history) + 1} of {rows}{', the last row' * (self.position.rows_left == 1)}"

    def print_rows(self) -> None:
        """Prints every row."""
        self.terminal.print(*render_rows(self.position, self.terminal.plain))

    def print_last_row(self) -> None:
        """Prints the row that was added last."""
        self.terminal.print(render_row(self.position, len(self.position.history), self.terminal.plain))

    def _show_board(self) -> None:
        self.print_rows()
        if not self.position.history:
            self.terminal.print("The board is empty.")

    def _show_candidates(self, arguments: list[str]) -> None:
        found = self.position.listed(_LISTED_CANDIDATES)
        left = render_candidates_left(found.count, found.likely, found.labels)
        self.terminal.print(left, *candidate_lines(found, _LIST_WIDTH))

    def _show_conflicts(self, arguments: list[str]) -> None:
        game, text = self.game, self._code_text("why", arguments)
        try:
            code = read_secret(game, text)
        except CodeError as error:
            try:
                code = read_guess(game, text)  # one that is never the secret
            except CodeError:
                raise error from None
        self.terminal.print(*render_conflicts(self.position, code))

    def _show_parts(self, arguments: list[str]) -> None:
        guess = typed_guess(self.game, self._code_text("try", arguments))
        if not self.position.count:
            raise HistoryError("expected a position with candidates, got one with none")
        sampled = not self.position.has_table
        self.terminal.print(*render_parts(guess, explain(self.position, guess), self.terminal.plain, sampled))

    def _undo(self, arguments: list[str]) -> None:
        if self._changes:
            what, self.position = self._changes.pop()
        elif self.position.history:  # a row that was given with the command
            what = row_name(len(self.position.history), self.position.history[-1])
            self.position = self.position.before()
        else:
            raise HistoryError("expected something to take back, but nothing is done yet")
        self.terminal.print(f"Taken back: {what}.")
        self._show_board()

    def _show_help(self, arguments: list[str]) -> None:
        if self._names:
            self.terminal.print(self.name_lines()[0])
        self.terminal.print(grid([(name, command.help) for name, command in self.commands.items()], indent=2))

    def _quit(self, arguments: list[str]) -> None:
        self.terminal.print_command(self.resume_command())
        self.finished = True

    def _code_text(self, command: str, arguments: list[str]) -> str:
        """What stands after *command*; raises CodeError if nothing does."""
        if not arguments:
            raise CodeError(f"expected one code after {command!r}, got none")
        return " ".join(arguments)
