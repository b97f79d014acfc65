"""The base of play and assist: a position that the user changes by typing guesses and commands."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from textwrap import wrap
from typing import NamedTuple

import typer

from bestguess.advice import explain
from bestguess.cli import typed
from bestguess.cli.board import explain_feedback, render_candidates_left, render_rows
from bestguess.cli.options import quote_command, to_arguments
from bestguess.cli.suggestions import render_conflicts, render_parts
from bestguess.cli.tables import candidate_lines, code_lines, grid, numbered_lines
from bestguess.cli.terminal import Terminal
from bestguess.errors import BestguessError, CodeError, HistoryError
from bestguess.games import IDENTIFY, Code, PegGame, Row, quote
from bestguess.position import Position
from bestguess.wording import guess_noun, plural

_LISTED_CANDIDATES = 24
_MAX_INTRODUCED_NAMES = 20  # names of guesses that the introduction lists
_MAX_LISTED_NAMES = 1000
_WIDTH, _LIST_WIDTH = 80, 76  # columns
_RULES = {
    "hard": "Rule hard: a G letter must stay in its place, a Y letter must be used again.",
    "strict": "Rule strict: a guess must fit every answer so far, as if it were the secret.",
}
_OTHER_NAMES = {"?": "help", "exit": "quit", "bye": "quit", "board": "rows", "heed": "restore"}
"""Other words that people type for a command. They cannot be shortened."""
_STATES = {None: "running", "won": "won", "identified": "won", "lost": "lost"}


class SessionCommand(NamedTuple):
    """A command that can be typed during a session: its help, and a function that takes the rest of the line.

    *helps*: whether it counts as help for the player.
    """

    help: str
    action: Callable[[str], None]
    helps: bool = False


def row_name(number: int, row: Row) -> str:
    """Return the name of row *number* in the message of `undo`."""
    return f"row {number}, {row.guess} {row.feedback}"


class Session(ABC):
    """A *position* and the commands that change it. A command may be shortened if it stays unambiguous.

    Every change keeps the position before it, so that `undo` can return to it. *arguments* are those that started the
    session; `quit` prints them with the history.
    """

    def __init__(self, position: Position, terminal: Terminal, arguments: Sequence[str]) -> None:
        self.position, self.game, self.terminal, self._arguments = position, position.game, terminal, arguments
        self.finished = self.abandoned = False
        self.helped = 0  # how often a command helped
        self._changes: list[tuple[str, Position]] = []  # the name of each change, and the position before it
        self.noun = guess_noun(self.game.goal)
        self.names: Sequence[Code] = self.game.guesses if typed.has_names(self.game) else ()  # to choose from
        guess_word = self.noun.upper() if self.names or self.noun != "guess" else "CODE"
        secret_word = "CODE" if self.noun == "guess" else "SECRET"
        self.commands = {
            "rows": SessionCommand("show the board: every row so far", lambda rest: self._show_board()),
            "candidates": SessionCommand("count the candidates and list the lowest", self._show_candidates, True),
            "why": SessionCommand(f"why {secret_word}: show which rows forbid it", self._show_conflicts, True),
            "try": SessionCommand(f"try {guess_word}: show how it would split the candidates", self._show_parts, True),
            "undo": SessionCommand("undo the last change", self._undo, True),
            "help": SessionCommand("show this list", self._show_help),
            "quit": SessionCommand("stop, and print the command that continues; also exit", self._quit),
        }
        if self.names:
            how = f"list the {plural(2, self.noun)}{', with numbers' * typed.are_numbered(self.names)}"
            self.commands = {plural(2, self.noun): SessionCommand(how, self._show_guesses), **self.commands}

    def print_introduction(self, *how: str, names: Sequence[str]) -> None:
        """Print the game, *how* to type a guess, the lines *names*, and the meaning of feedbacks and rule."""
        game, goal = self.game, ""
        if game.goal == IDENTIFY:
            goal = f" Ask until {'one is left' if game.labels is None else 'all that are left have one label'}."
        lines = [f"{game}: {len(game.secrets):,} secrets.{goal} {how[0]}", *how[1:]]
        if max(map(len, lines)) > _WIDTH:  # the text of the game is long
            lines = wrap(" ".join(lines), _WIDTH, break_long_words=False, break_on_hyphens=False)
        self.terminal.print(
            *lines,
            *names,
            *explain_feedback(game, self.terminal.plain),
            *([_RULES[game.rule]] if game.rule in _RULES else []),
        )

    def name_lines(self) -> list[str]:
        """Say that names of guesses can be shortened, and list few names; nothing if guesses are not names."""
        if not self.names:
            return []
        number = " or its number" * typed.are_numbered(self.names)
        return [f"You can type the beginning of a {self.noun}{number}.", *self.few_names()]

    def few_names(self) -> list[str]:
        """List the names of the guesses, or say how to see them if they are many; nothing if guesses are not names."""
        if len(self.names) <= _MAX_INTRODUCED_NAMES:
            return self._all_names()
        example, several = f"such as {quote(self.names[0])}", plural(2, self.noun)
        return [f"There are {len(self.names):,} {several}, {example}; type {several} to list them."]

    def _all_names(self) -> list[str]:
        if typed.are_numbered(self.names):
            return numbered_lines(self.names, _LIST_WIDTH)
        return code_lines(self.names[:_MAX_LISTED_NAMES], max(0, len(self.names) - _MAX_LISTED_NAMES), _LIST_WIDTH)

    def _show_guesses(self, rest: str) -> None:
        self.terminal.print(*self._all_names())

    @property
    def state(self) -> str:
        """The state of the game in JSON documents: running, won or lost."""
        return _STATES[self.position.outcome]

    @abstractmethod
    def prompt(self) -> str:
        """Print what is new, and return the prompt for the next line."""

    @abstractmethod
    def handle_line(self, line: str) -> None:
        """Handle a *line* that is not a command; raise BestguessError if it is wrong."""

    def run(self) -> None:
        """Ask for lines until the game is over. The end of the input and Ctrl-C quit, the latter with exit code 130."""
        self.print_rows()
        try:
            # Rows that contradict each other do not end the game: the user can repair them.
            while not (self.finished or (self.position.count and self.position.over)):
                line = self.terminal.ask(self.prompt())
                try:
                    if not self.handle_command(line):
                        self.handle_line(line)
                except BestguessError as error:  # the line is wrong: ask again
                    self.terminal.print(str(error))
        except EOFError:
            self._quit("")
        except KeyboardInterrupt:
            self.terminal.print("")
            self._quit("")
            raise typer.Exit(130) from None

    def change(self, position: Position, what: str) -> None:
        """Continue with *position*. *what* names the change in the message of `undo`."""
        self._changes.append((what, self.position))
        self.position = position

    def handle_command(self, line: str) -> bool:
        """Run the command in *line*. Return False if there is none; raise BestguessError if it fails."""
        token, *words = line.split() or [""]
        if words and isinstance(self.game, PegGame) and all(len(word) == 1 for word in (token, *words)):
            return False  # pegs with spaces between them, one of them wrong
        name = None if typed.begins_with_guess(self.game, line) else self._find_command(token)
        if name is None:
            return False
        self.commands[name].action(" ".join(words))
        self.helped += self.commands[name].helps
        return True

    def full_command(self, text: str) -> str:
        """Return the first word of *text*, or the name of the command that it is another word for."""
        word = text.lower().partition(" ")[0]
        return _OTHER_NAMES.get(word, word)

    def _find_command(self, token: str) -> str | None:
        """Return the command that *token* names or begins; None if there is none, or several."""
        word = self.full_command(token)
        if word in self.commands:
            return word
        matching = [name for name in self.commands if word and name.startswith(word)]
        if len(matching) != 1 or typed.find_choice(token, self.names) is not None:
            return None
        return matching[0]

    def parse_guess(self, text: str) -> Code:
        """Return the guess in *text* as `guess_as_typed` reads it; raise CodeError, which also suggests a command."""
        try:
            return typed.guess_as_typed(self.game, text)
        except CodeError as error:
            near = get_close_matches(text.lower(), self.commands, n=1)
            if "did you mean" in str(error) and not near:
                raise
            suggestion = f"did you mean {near[0]!r}?" if near else "type help for a list of commands"
            raise CodeError(f"{error}; {suggestion}") from error

    def rows_text(self) -> str:
        """Return which row comes next, such as ` 3 of 4`; nothing if the board has no limit of rows."""
        rows = self.game.rows
        if rows is None:
            return ""
        return f" {len(self.position.history) + 1} of {rows}{', the last row' * (self.position.rows_left == 1)}"

    def print_rows(self) -> None:
        """Print every row."""
        self.terminal.print(*render_rows(self.position, self.terminal.plain))

    def _show_board(self) -> None:
        self.print_rows()
        if not self.position.history:
            self.terminal.print("The board is empty.")

    def _show_candidates(self, rest: str) -> None:
        left = self.position.list_candidates(_LISTED_CANDIDATES)
        heading = render_candidates_left(left.count, left.likely, left.labels)
        self.terminal.print(heading, *candidate_lines(left, _LIST_WIDTH))

    def _show_conflicts(self, rest: str) -> None:
        self._check_code("why", rest)
        try:
            code = typed.read_secret(self.game, rest)
        except CodeError as error:
            try:
                code = typed.read_guess(self.game, rest)  # a guess that is never the secret
            except CodeError:
                raise error from None
        self.terminal.print(*render_conflicts(self.position, code))

    def _show_parts(self, rest: str) -> None:
        self._check_code("try", rest)
        guess = typed.guess_as_typed(self.game, rest)
        if not self.position.count:
            raise HistoryError("there are no candidates to split: no secret fits the answers")
        sampled = not self.position.has_table
        self.terminal.print(*render_parts(guess, explain(self.position, guess), self.terminal.plain, sampled))

    def _undo(self, rest: str) -> None:
        if self._changes:
            what, self.position = self._changes.pop()
        elif self.position.history:  # a row of --history
            what = row_name(len(self.position.history), self.position.history[-1])
            self.position = self.position.before()
        else:
            raise HistoryError("there is nothing to undo yet")
        self.terminal.print(f"Undone: {what}.")
        self._show_board()

    def _show_help(self, rest: str) -> None:
        if self.names:
            self.terminal.print(self.name_lines()[0])
        self.terminal.print(grid([(name, command.help) for name, command in self.commands.items()], indent=2))

    def _quit(self, rest: str) -> None:
        position = self.position
        rows = to_arguments(ignore=sorted(position.ignored), history=str(position.history) or None)
        self.terminal.print_command(quote_command(["bestguess", *self._arguments, *rows]))
        self.finished = self.abandoned = True

    def _check_code(self, command: str, rest: str) -> None:
        if not rest:
            raise CodeError(f"expected one code after {command!r}, got none")
