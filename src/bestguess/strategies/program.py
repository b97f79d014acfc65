"""Programs as strategies: a process that is asked for each guess by a line of text, as docs/bots.md says.

::

    game mastermind(4,6)          ready
    guess                         1122
    guess 1122:1.0                1344
    guess 1122:1.0 1344:0.2       ...
"""

import os
import queue
import shlex
import shutil
import subprocess
import threading
import weakref
from collections import deque
from typing import Any

from bestguess.arguments import as_text, described, expected
from bestguess.errors import BestguessError, StrategyError
from bestguess.games import Code, Game, HistoryLike, as_history, quoted, unquoted
from bestguess.interruption import poll
from bestguess.strategies.base import Strategy
from bestguess.strategies.position import Position

PREFIX = "exec:"
"""What the name of a program begins with: `exec:./mybot`."""
DEFAULT_SECONDS, MOST_SECONDS = 10.0, 10**9
_POLL_SECONDS = 0.2
_LONGEST_LINE = 10_000  # characters of an answer
_QUIT_SECONDS = 1.0  # to end by itself once its input has ended


class Program(Strategy):
    """The program that *command* starts, as a strategy: `Program("python3 bot.py")`, or by name `exec:python3 bot.py`.

    It is started when it is first asked, and has so many *seconds* for each answer. The same history must always get
    the same guess. Raises StrategyError for an answer that is no guess or comes too late, and when the program ends.
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        self.command = as_text("the command of a program", command, StrategyError).strip()
        super().__init__(PREFIX + self.command)
        self._words = _words(self.command)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
            raise expected(f"seconds above 0, and at most {MOST_SECONDS}, for a program", seconds, StrategyError)
        self.seconds = float(seconds)
        self._processes = dict[str, _Process]()

    def choose(self, position: Position) -> Code:
        """What the program answers."""
        return self.guess(position.game, position.history)

    def guess(self, game: Game, history: HistoryLike = "") -> Code:
        """What the program guesses after *history*, a given first guess apart; that needs no table of *game*."""
        rows, text = as_history(game, history), str(game)
        if self.first_guess is not None and not rows:
            return self.first_guess
        if text not in self._processes:
            self._processes[text] = _Process(self.name, self._words, text, self.seconds)
        return self._checked(game, rows, self._processes[text].ask(f"guess {rows}".strip()))

    def _checked(self, game: Game, rows: Any, said: str) -> Code:
        """The guess that the program *said*; raises StrategyError when it is none, or the rule forbids it."""
        after = f"after {str(rows)!r}" if rows else "at the start"
        try:
            guess = game.parse_guess(unquoted(said))
        except BestguessError as error:
            raise StrategyError(f"{self.name} says {described(said)} {after}: {error}") from error
        if (why := game.why_forbidden(guess, rows)) is not None:
            raise StrategyError(f"{self.name} says {quoted(guess)} {after}: {why}")
        return guess

    def close(self) -> None:
        """Ends its processes; asked again, it starts anew."""
        while self._processes:
            self._processes.popitem()[1].end()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_processes": {}}


def _words(command: str) -> list[str]:
    """The program and its arguments in *command*; raises StrategyError."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise StrategyError(f"expected the command of a program, got {described(command)}: {error}") from error
    if not words:
        raise StrategyError(f"expected a command after {PREFIX}, such as {PREFIX}./mybot, got none")
    if shutil.which(words[0]) is None:
        raise StrategyError(f"{PREFIX}{command}: there is no program {words[0]!r} to start")
    return words


class _Process:
    """A running program: lines in, lines out. By threads, since Windows cannot wait for a pipe with a time limit."""

    def __init__(self, name: str, words: list[str], game: str, seconds: float) -> None:
        self._name, self._seconds = name, seconds
        try:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace"
            )
        except OSError as error:
            raise StrategyError(f"{name} cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints = deque[str](maxlen=1)
        for read, into in ((_read_answers, self._lines), (_read_complaints, self._complaints)):
            threading.Thread(target=read, args=(self._process, into), daemon=True).start()
        self._finalizer = weakref.finalize(self, _end, self._process)
        answer = self.ask(f"game {game}")
        if answer.split(" ")[0] != "ready":
            self.end()
            raise StrategyError(f"{name} does not play {game}: expected 'ready', got {described(answer)}")

    def ask(self, question: str) -> str:
        """The answer to *question*; raises StrategyError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended(question) from None
        waited = 0.0
        while True:
            poll()  # Ctrl-C, or whoever waits has gone
            try:
                answer = self._lines.get(timeout=_POLL_SECONDS)
                break
            except queue.Empty:
                waited += _POLL_SECONDS
                if waited >= self._seconds:
                    self.end()
                    raise StrategyError(
                        f"{self._name} gave no answer to {question!r:.200} within {self._seconds:g} seconds: "
                        "a program must flush its output after each line"
                    ) from None
        if answer is None:
            raise self._ended(question)
        return answer

    def _ended(self, question: str) -> StrategyError:
        code = self._process.wait()
        last = f": {self._complaints[0]:.200}" if self._complaints else ""
        return StrategyError(f"{self._name} ended with code {code}, asked {question!r:.200}{last}")

    def end(self) -> None:
        """Ends the program."""
        self._finalizer()


# Not methods: a thread that knew the object would keep it, and so its program, alive.
def _read_answers(process: "subprocess.Popen[str]", lines: "queue.SimpleQueue[str | None]") -> None:
    assert process.stdout is not None
    with process.stdout as answers:
        while line := answers.readline(_LONGEST_LINE):
            lines.put(line.strip())
    lines.put(None)


def _read_complaints(process: "subprocess.Popen[str]", last: deque[str]) -> None:
    assert process.stderr is not None
    with process.stderr as complaints:
        for line in complaints:
            if line.strip():
                last.append(line.strip())


def _end(process: "subprocess.Popen[str]") -> None:
    """Ends *process*: by the end of its input, or by force."""
    assert process.stdin is not None
    try:
        process.stdin.close()
        process.wait(_QUIT_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        process.kill()
        process.wait()
