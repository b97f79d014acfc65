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
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from typing import Any

from bestguess.arguments import as_text, describe, expected_error
from bestguess.engine import poll
from bestguess.errors import BestguessError, StrategyError
from bestguess.games import Code, Game, HistoryLike, quote, unquote, when
from bestguess.position import Position
from bestguess.strategies.base import Strategy

PREFIX = "exec:"
"""What the name of a program begins with: `exec:./mybot`."""
DEFAULT_SECONDS, MOST_SECONDS = 10.0, 10**9
_POLL_SECONDS = 0.2
_WINDOWS = os.name == "nt"
_LONGEST_LINE = 10_000  # characters of an answer
_QUIT_SECONDS = 1.0  # to end by itself once its input has ended


class Program(Strategy):
    """The program that *command* starts, as a strategy: `Program("python3 bot.py")`, or by name `exec:python3 bot.py`.

    It is started when it is first asked, and has so many *seconds* for each answer. The same history must always get
    the same guess. Asked for a guess, raises StrategyError when it cannot be started, when its answer is no guess or
    comes too late, and when it ends.
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        self.command = as_text("the command of a program", command, StrategyError).strip()
        super().__init__(PREFIX + self.command)
        self._words = _words(self.command)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
            raise expected_error(f"seconds above 0, and at most {MOST_SECONDS}, for a program", seconds, StrategyError)
        self.seconds = float(seconds)
        self._processes = dict[str, _Process]()
        self._lock = threading.RLock()

    def choose(self, position: Position) -> Code:
        """What the program answers."""
        return self.guess(position.game, position.active_rows)

    def guess(self, game: Game, history: HistoryLike = "") -> Code:
        """What the program guesses after *history*, a given first guess apart; that needs no table of *game*."""
        rows, text = game.as_history(history), str(game)
        if (opening := self.opening(game, rows)) is not None:
            return opening
        said, after = self._ask(text, f"guess {game.history_text(rows)}".strip()), when(rows)
        try:
            texts = game.as_text()
            guess = game.guesses[texts.guesses.index(texts.as_guess(unquote(said)))]
        except BestguessError as error:
            raise StrategyError(f"{self.name} says {describe(said)} {after}: {error}") from error
        if (why := game.why_forbidden(guess, rows)) is not None:
            raise StrategyError(f"{self.name} says {quote(guess)} {after}: {why}")
        return guess

    def _ask(self, game: str, question: str) -> str:
        """The answer to *question*, one question at a time.

        A process whose answer did not come, for whatever reason, is ended: it might still give it to the next question.
        """
        with self._lock:
            if game not in self._processes:
                self.check_startable()
                words = self.command if _WINDOWS else self._words  # Windows splits a command itself
                self._processes[game] = _Process(self.name, words, game, self.seconds)
            try:
                return self._processes[game].ask(question)
            except BaseException:
                self._processes.pop(game).end()
                raise

    def check_startable(self) -> None:
        """Raise StrategyError when there is no such program."""
        if shutil.which(self._words[0]) is None:
            raise StrategyError(f"{self.name}: {_why_not_started(self._words[0])}")

    def close(self) -> None:
        """Ends its processes; asked again, it starts anew."""
        with self._lock:
            while self._processes:
                self._processes.popitem()[1].end()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_processes", "_lock")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _processes={}, _lock=threading.RLock())


def _words(command: str) -> list[str]:
    """The program and its arguments in *command*; raises StrategyError when it is no command."""
    try:
        words = [word.strip('"') for word in shlex.split(command, posix=False)] if _WINDOWS else shlex.split(command)
    except ValueError as error:
        raise StrategyError(f"expected the command of a program, got {describe(command)}: {error}") from error
    if not words:
        raise StrategyError(f"expected a command after {PREFIX}, such as {PREFIX}./mybot, got none")
    return words


def _why_not_started(program: str) -> str:
    """Why *program*, which the system does not find, cannot be started, and what to write instead."""
    if os.path.isdir(program):
        return f"{program!r} is a folder, not a program"
    if not os.path.isfile(program):
        return f"there is no program {program!r} to start"
    if os.path.dirname(program):
        return f"{program!r} is not executable (chmod +x it, or {PREFIX}python3 {shlex.quote(program)})"
    return f"there is no program {program!r} to start; did you mean ./{program} or python3 {program}?"


class _Process:
    """A running program: lines in, lines out. By threads, since Windows cannot wait for a pipe with a time limit."""

    def __init__(self, name: str, words: list[str] | str, game: str, seconds: float) -> None:
        self._name, self._seconds = name, seconds
        try:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                words,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                encoding="utf-8",
                errors="replace",
                start_new_session=not _WINDOWS,  # so that what it starts ends with it
            )
        except OSError as error:
            raise StrategyError(f"{name} cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints = deque[str](maxlen=1)
        reads = ((_read_answers, self._lines), (_read_complaints, self._complaints))
        self._readers = [threading.Thread(target=read, args=(self._process, into), daemon=True) for read, into in reads]
        for reader in self._readers:
            reader.start()
        self._finalizer = weakref.finalize(self, _end, self._process)
        try:
            answer = self.ask(f"game {game}")
            if answer.split(" ")[0] != "ready":
                raise StrategyError(f"{name} does not play {game}: expected 'ready', got {describe(answer)}")
        except BaseException:
            self.end()
            raise

    def ask(self, question: str) -> str:
        """The answer to *question*; raises StrategyError."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended(question) from None
        deadline = time.monotonic() + self._seconds
        while (left := deadline - time.monotonic()) > 0:
            poll()  # Ctrl-C, or whoever waits has gone
            try:
                answer = self._lines.get(timeout=min(left, _POLL_SECONDS))
            except queue.Empty:
                continue
            if answer is None:  # there will be none
                raise self._ended(question)
            return answer
        raise StrategyError(
            f"{self._name} gave no answer to {question!r:.200} within {self._seconds:g} seconds: "
            "a program must flush its output after each line; "
            "--bot-time SECONDS, in the library seconds=, gives it more time"
        )

    def _ended(self, question: str) -> StrategyError:
        forced = self.end()
        for reader in self._readers:  # what it complained of may still be on its way
            reader.join(_QUIT_SECONDS)
        how = "closed its output" if forced else f"ended with code {self._process.returncode}"
        last = f": {self._complaints[0]:.200}" if self._complaints else ""
        return StrategyError(f"{self._name} {how}, asked {question!r:.200}{last}")

    def end(self) -> bool:
        """Ends the program; whether that took force."""
        return bool(self._finalizer())


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


def _end(process: "subprocess.Popen[str]") -> bool:
    """Ends *process* and what it started: by the end of its input, or by force. Whether that took force."""
    assert process.stdin is not None
    with suppress(OSError):  # it has ended
        process.stdin.close()
    try:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_QUIT_SECONDS)
    finally:  # also when Ctrl-C comes while it waits
        forced = process.returncode is None
        if _WINDOWS:
            process.kill()
        else:
            with suppress(ProcessLookupError, PermissionError):  # none is left; macOS refuses where all have ended
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return forced
