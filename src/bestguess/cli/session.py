"""What play and assist have in common: a playthrough, a conversation, and the words that may be typed."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from difflib import get_close_matches

import typer

from bestguess.cli.board import conflict_lines, left_line, part_lines, row_line
from bestguess.cli.output import code_lines
from bestguess.cli.talk import Talk
from bestguess.errors import BestguessError, CodeError, HistoryError
from bestguess.play import Playthrough, explain

_SHOWN = 24  # candidates


class Session(ABC):
    """A playthrough that changes as words are typed. A word may be shortened as long as it is clear."""

    def __init__(self, run: Playthrough, talk: Talk) -> None:
        self.run, self.talk = run, talk
        self.ended = False
        self.words: dict[str, tuple[str, Callable[[list[str]], None]]] = {
            "candidates": ("how many are left, and the lowest of them", self._candidates),
            "why": ("why CODE: which row forbids it", self._why),
            "try": ("try CODE: what it would leave", self._try),
            "undo": ("take the last row back", self._undo),
            "help": ("these words", self._help),
            "quit": ("stop here; how to go on is shown", self._quit),
        }

    @abstractmethod
    def go(self) -> None:
        """Asks until there is nothing more to ask; raises EndOfInputError."""

    @abstractmethod
    def resume(self) -> str:
        """The command that goes on from here."""

    def hold(self) -> None:
        """The whole conversation; after Ctrl-C it says how to go on, and ends the command."""
        self.show_rows()
        try:
            self.go()
        except KeyboardInterrupt:
            self.talk.tell("", f"To go on: {self.resume()}")
            raise typer.Exit(130) from None

    def obey(self, line: str) -> bool:
        """Does what *line* says when it begins with a word, and returns whether it did; raises BestguessError."""
        token, *rest = line.split() or [""]
        if not token or self._is_guess(token):
            return False
        found = [word for word in self.words if word.startswith(token.lower())]
        if token.lower() in self.words:
            found = [token.lower()]
        if token == "?":
            found = ["help"]
        if len(found) != 1:
            return False
        self.words[found[0]][1](rest)
        return True

    def guess(self, text: str) -> str:
        """The guess that *text* is; raises CodeError, which knows the words as well."""
        try:
            return self.run.game.parse_guess(text)
        except CodeError as error:
            near = get_close_matches(text.lower(), self.words, n=1)
            also = f"did you mean {near[0]!r}?" if near else "help shows what else may be typed"
            raise CodeError(f"{error}; {also}") from error

    def show_rows(self) -> None:
        """Shows every row."""
        self.talk.tell_all(
            row_line(self.run, number, self.talk.plain) for number in range(1, len(self.run.history) + 1)
        )

    def _is_guess(self, text: str) -> bool:
        try:
            self.run.game.parse_guess(text)
        except BestguessError:
            return False
        return True

    def _candidates(self, rest: list[str]) -> None:
        found = self.run.candidates(_SHOWN)
        self.talk.tell(left_line(self.run), *code_lines(found.codes, found.count - len(found.codes), 76))

    def _why(self, rest: list[str]) -> None:
        self.talk.tell_all(conflict_lines(self.run, self._one(rest, "why")))

    def _try(self, rest: list[str]) -> None:
        code = self._one(rest, "try")
        if not self.run.count:
            raise HistoryError("expected a position with candidates, got one with none")
        self.talk.tell_all(part_lines(self.run.game.parse_guess(code), explain(self.run, code), self.talk.plain))

    def _undo(self, rest: list[str]) -> None:
        self.run = self.run.undo()
        self.talk.tell("The last row is taken back.")

    def _help(self, rest: list[str]) -> None:
        width = max(map(len, self.words)) + 2
        self.talk.tell_all(f"  {word:{width}}{about}" for word, (about, _) in self.words.items())

    def _quit(self, rest: list[str]) -> None:
        self.talk.tell(f"To go on: {self.resume()}")
        self.ended = True

    def _one(self, rest: list[str], word: str) -> str:
        if len(rest) != 1:
            raise CodeError(f"expected one code after {word!r}, got {' '.join(rest) or 'none'}")
        return self.run.game.parse_guess(rest[0])
