"""What play and assist have in common: a position that the user changes by typing guesses and commands."""

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
_LISTED_NAMES = 20  # guesses that are names, which the introduction lists
_MOST_LISTED_NAMES = 1000
_WIDTH, _LIST_WIDTH = 80, 76  # columns
_RULES = {
    "hard": "Rule hard: what was G stays in its place, and what was Y is used again.",
    "strict": "Rule strict: a guess must fit every answer so far, as if it were the secret.",
}
_OTHER_NAMES = {"?": "help", "exit": "quit", "bye": "quit", "board": "rows", "heed": "restore"}
"""Words that people type for a command. They are not shortened."""
_STATES = {None: "running", "won": "won", "identified": "won", "lost": "lost"}


class SessionCommand(NamedTuple):
    """A command that can be typed during a session: its help, and the function that runs it with the rest of the line.

    *helps*: whether it tells the player something that the board does not say, or takes it back.
    """

    help: str
    action: Callable[[str], None]
    helps: bool = False


def row_name(number: int, row: Row) -> str:
    """Row *number* as it is named when it is taken back."""
    return f"row {number}, {row.guess} {row.feedback}"


class Session(ABC):
    """A *position* and the *commands* that change it. A command may be shortened if it stays unambiguous.

    Every change remembers what was before it, so that `undo` takes back the last one, whatever it was. *arguments*
    started the session.
    """

    def __init__(self, position: Position, terminal: Terminal, arguments: Sequence[str]) -> None:
        self.position, self.game, self.terminal, self._arguments = position, position.game, terminal, arguments
        self.finished = self.abandoned = False
        self.helped = 0  # how often a command helped
        self._changes: list[tuple[str, Position]] = []  # what each was, and the position before it
        self.noun = guess_noun(self.game.goal)
        self.names: Sequence[Code] = self.game.guesses if typed.has_names(self.game) else ()  # to choose from
        guess_word = self.noun.upper() if self.names or self.noun != "guess" else "CODE"
        secret_word = "CODE" if self.noun == "guess" else "SECRET"
        self.commands = {
            "rows": SessionCommand("the board: every row so far", lambda rest: self._show_board()),
            "candidates": SessionCommand("how many are left, and the lowest of them", self._show_candidates, True),
            "why": SessionCommand(f"why {secret_word}: which row forbids it", self._show_conflicts, True),
            "try": SessionCommand(f"try {guess_word}: what it would leave", self._show_parts, True),
            "undo": SessionCommand("take back the last thing done", self._undo, True),
            "help": SessionCommand("this list", self._show_help),
            "quit": SessionCommand("stop, and print the command that continues; also exit", self._quit),
        }
        if self.names:
            how = f"the {plural(2, self.noun)}{', by number' * typed.are_numbered(self.names)}"
            self.commands = {plural(2, self.noun): SessionCommand(how, self._show_guesses), **self.commands}

    def print_introduction(self, *how: str, names: Sequence[str]) -> None:
        """Prints the game, *how* a guess is typed, their *names*, and what feedbacks and rule mean."""
        game, goal = self.game, ""
        if game.goal == IDENTIFY:
            goal = f" Ask until {'one is left' if game.labels is None else 'all that are left have one label'}."
        lines = [f"{game}: {len(game.secrets):,} secrets.{goal} {how[0]}", *how[1:]]
        if max(map(len, lines)) > _WIDTH:  # where the text of the game is long
            lines = wrap(" ".join(lines), _WIDTH, break_long_words=False, break_on_hyphens=False)
        self.terminal.print(
            *lines,
            *names,
            *explain_feedback(game, self.terminal.plain),
            *([_RULES[game.rule]] if game.rule in _RULES else []),
        )

    def name_lines(self) -> list[str]:
        """That names of guesses may be shortened, and the names if they are few; nothing where guesses have none."""
        if not self.names:
            return []
        number = " or its number" * typed.are_numbered(self.names)
        return [f"A {self.noun} may be typed by its beginning{number}.", *self.few_names()]

    def few_names(self) -> list[str]:
        """The names of the guesses, none where they have none; how to see them, where they are many."""
        if len(self.names) <= _LISTED_NAMES:
            return self._all_names()
        example, several = f"such as {quote(self.names[0])}", plural(2, self.noun)
        return [f"There are {len(self.names):,}, {example}: {several} lists them."]

    def _all_names(self) -> list[str]:
        if typed.are_numbered(self.names):
            return numbered_lines(self.names, _LIST_WIDTH)
        return code_lines(self.names[:_MOST_LISTED_NAMES], max(0, len(self.names) - _MOST_LISTED_NAMES), _LIST_WIDTH)

    def _show_guesses(self, rest: str) -> None:
        self.terminal.print(*self._all_names())

    @property
    def state(self) -> str:
        """How the game stands, as JSON documents have it: running, won or lost."""
        return _STATES[self.position.outcome]

    @abstractmethod
    def prompt(self) -> str:
        """Prints what is new, and returns what to ask."""

    @abstractmethod
    def handle_line(self, line: str) -> None:
        """Does what *line* says, which is no command; raises BestguessError."""

    def run(self) -> None:
        """Asks until the game is over. The end of the input (Ctrl-D) quits; Ctrl-C also does, with exit code 130."""
        self.print_rows()
        try:
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
        """Goes on with *position*. *what* names the change when it is taken back."""
        self._changes.append((what, self.position))
        self.position = position

    def handle_command(self, line: str) -> bool:
        """Runs the command in *line*. Returns False if there is none; raises BestguessError if it fails."""
        token, *words = line.split() or [""]
        if words and isinstance(self.game, PegGame) and all(len(word) == 1 for word in (token, *words)):
            return False  # pegs, of which one is wrong
        name = None if typed.begins_with_guess(self.game, line) else self._find_command(token)
        if name is None:
            return False
        self.commands[name].action(" ".join(words))
        self.helped += self.commands[name].helps
        return True

    def full_command(self, text: str) -> str:
        """The command whose full name *text* begins with; else its first word."""
        word = text.lower().partition(" ")[0]
        return _OTHER_NAMES.get(word, word)

    def _find_command(self, token: str) -> str | None:
        """The command that *token* names or begins."""
        word = self.full_command(token)
        if word in self.commands:
            return word
        matching = [name for name in self.commands if word and name.startswith(word)]
        if len(matching) != 1 or typed.find_choice(token, self.names) is not None:
            return None
        return matching[0]

    def parse_guess(self, text: str) -> Code:
        """The guess in *text* as `guess_as_typed` reads it; raises CodeError, which also suggests commands."""
        try:
            return typed.guess_as_typed(self.game, text)
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

    def _show_board(self) -> None:
        self.print_rows()
        if not self.position.history:
            self.terminal.print("The board is empty.")

    def _show_candidates(self, rest: str) -> None:
        left = self.position.listed(_LISTED_CANDIDATES)
        heading = render_candidates_left(left.count, left.likely, left.labels)
        self.terminal.print(heading, *candidate_lines(left, _LIST_WIDTH))

    def _show_conflicts(self, rest: str) -> None:
        self._check_code("why", rest)
        try:
            code = typed.read_secret(self.game, rest)
        except CodeError as error:
            try:
                code = typed.read_guess(self.game, rest)  # one that is never the secret
            except CodeError:
                raise error from None
        self.terminal.print(*render_conflicts(self.position, code))

    def _show_parts(self, rest: str) -> None:
        self._check_code("try", rest)
        guess = typed.guess_as_typed(self.game, rest)
        if not self.position.count:
            raise HistoryError("expected a position with candidates, got one with none")
        sampled = not self.position.has_table
        self.terminal.print(*render_parts(guess, explain(self.position, guess), self.terminal.plain, sampled))

    def _undo(self, rest: str) -> None:
        if self._changes:
            what, self.position = self._changes.pop()
        elif self.position.history:  # a row that was given with the command
            what = row_name(len(self.position.history), self.position.history[-1])
            self.position = self.position.before()
        else:
            raise HistoryError("expected something to take back, but nothing is done yet")
        self.terminal.print(f"Taken back: {what}.")
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
