"""Programs as strategies: a process reads requests and writes guesses, a line of text each. docs/bots.md explains it.

Requests are on the left, answers on the right::

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
from bestguess.games import Code, Game, HistoryLike, moment_text, quote, unquote
from bestguess.position import Position
from bestguess.strategies.base import Strategy

PREFIX = "exec:"
"""The beginning of a strategy name that is a program: `exec:./mybot`."""
DEFAULT_SECONDS, MAX_SECONDS = 10.0, 10**9
_POLL_SECONDS = 0.2  # between two checks for Ctrl-C
_WINDOWS = os.name == "nt"
_MAX_LINE = 10_000  # longest answer, in characters
_QUIT_SECONDS = 1.0  # time for a program to exit after its input ends


class Program(Strategy):
    """A program as a strategy: `Program("python3 bot.py")`, or by name `exec:python3 bot.py`.

    *command* starts it when its first guess is needed. It has *seconds* for each answer. It must always give the same
    guess for the same history. Choosing a guess raises StrategyError when the program cannot be started, answers too
    late or with something that is not a guess, or ends.
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        self.command = as_text("the command of a program", command, StrategyError).strip()
        super().__init__(PREFIX + self.command)
        self._words = _words(self.command)
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MAX_SECONDS:
            raise expected_error(f"seconds above 0, and at most {MAX_SECONDS}, for a program", seconds, StrategyError)
        self.seconds = float(seconds)
        self._processes = dict[str, _Process]()
        self._lock = threading.RLock()

    def choose(self, position: Position) -> Code:
        """Return the guess of the program."""
        return self.guess(position.game, position.active_rows)

    def guess(self, game: Game, history: HistoryLike = "") -> Code:
        """Return the guess of the program after *history*, or `first_guess` at the start. Needs no table of *game*."""
        rows, text = game.as_history(history), str(game)
        if (opening := self.opening(game, rows)) is not None:
            return opening
        answer = self._request(text, f"guess {game.history_text(rows)}".strip())
        try:
            text_game = game.as_text()
            guess = game.guesses[text_game.guesses.index(text_game.as_guess(unquote(answer)))]
        except BestguessError as error:
            raise StrategyError(f"{self.name} says {describe(answer)} {moment_text(rows)}: {error}") from error
        if (why := game.why_forbidden(guess, rows)) is not None:
            raise StrategyError(f"{self.name} says {quote(guess)} {moment_text(rows)}: {why}")
        return guess

    def _request(self, game: str, request: str) -> str:
        """Send *request* to the process that plays *game*, started if necessary; return its answer.

        If no answer comes, the process is ended: it might give the late answer to the next request.
        """
        with self._lock:  # one request at a time
            if game not in self._processes:
                self.check_startable()
                words = self.command if _WINDOWS else self._words  # Windows splits a command itself
                self._processes[game] = _Process(self.name, words, game, self.seconds)
            try:
                return self._processes[game].request(request)
            except BaseException:
                self._processes.pop(game).end()
                raise

    def check_startable(self) -> None:
        """Raise StrategyError if the system finds no such program."""
        if shutil.which(self._words[0]) is None:
            raise StrategyError(f"{self.name}: {_why_not_started(self._words[0])}")

    def close(self) -> None:
        """End the processes of the program. The next request starts a new one."""
        with self._lock:
            while self._processes:
                self._processes.popitem()[1].end()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_processes", "_lock")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _processes={}, _lock=threading.RLock())


def _words(command: str) -> list[str]:
    """Split *command* into the program and its arguments; raise StrategyError if it is not a command."""
    try:
        words = [word.strip('"') for word in shlex.split(command, posix=False)] if _WINDOWS else shlex.split(command)
    except ValueError as error:
        raise StrategyError(f"expected the command of a program, got {describe(command)}: {error}") from error
    if not words:
        raise StrategyError(f"expected a command after {PREFIX}, such as {PREFIX}./mybot, got none")
    return words


def _why_not_started(program: str) -> str:
    """Return why the system does not find *program*, and what to write instead."""
    if os.path.isdir(program):
        return f"{program!r} is a folder, not a program"
    if not os.path.isfile(program):
        return f"there is no program {program!r} to start"
    if os.path.dirname(program):
        return f"{program!r} is not executable (chmod +x it, or {PREFIX}python3 {shlex.quote(program)})"
    return f"there is no program {program!r} to start; did you mean ./{program} or python3 {program}?"


class _Process:
    """A running program that reads and writes lines.

    Threads read its output, because Windows cannot wait for a pipe with a time limit.
    """

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
                start_new_session=not _WINDOWS,  # so that processes that it starts end with it
            )
        except OSError as error:
            raise StrategyError(f"{name} cannot be started: {error.strerror}") from error
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_error_line = deque[str](maxlen=1)
        self._readers = [
            threading.Thread(target=_read_answers, args=(self._process, self._lines), daemon=True),
            threading.Thread(target=_read_errors, args=(self._process, self._last_error_line), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        self._finalizer = weakref.finalize(self, _end, self._process)
        try:
            answer = self.request(f"game {game}")
            if answer.split(" ")[0] != "ready":
                raise StrategyError(f"{name} does not play {game}: expected 'ready', got {describe(answer)}")
        except BaseException:
            self.end()
            raise

    def request(self, request: str) -> str:
        """Send *request* and return the answer; raise StrategyError if there is none in time."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(request + "\n")
            self._process.stdin.flush()
        except OSError:
            raise self._ended_error(request) from None
        deadline = time.monotonic() + self._seconds
        while (left := deadline - time.monotonic()) > 0:
            poll()  # raises after Ctrl-C, or when the result is no longer needed
            try:
                answer = self._lines.get(timeout=min(left, _POLL_SECONDS))
            except queue.Empty:
                continue
            if answer is None:  # the program has closed its output
                raise self._ended_error(request)
            return answer
        raise StrategyError(
            f"{self._name} gave no answer to {request!r:.200} within {self._seconds:g} seconds: "
            "a program must flush its output after each line; "
            "--bot-time SECONDS, in the library seconds=, gives it more time"
        )

    def _ended_error(self, request: str) -> StrategyError:
        """End the program; return the error that says how it ended, and the last line of its standard error."""
        forced = self.end()
        for reader in self._readers:  # the last error line may still be on its way
            reader.join(_QUIT_SECONDS)
        how = "closed its output" if forced else f"ended with code {self._process.returncode}"
        last_line = f": {self._last_error_line[0]:.200}" if self._last_error_line else ""
        return StrategyError(f"{self._name} {how} when asked {request!r:.200}{last_line}")

    def end(self) -> bool:
        """End the program; return whether it had to be killed."""
        return bool(self._finalizer())


# Not methods: a thread that refers to the object would keep it, and so its program, alive.
def _read_answers(process: "subprocess.Popen[str]", lines: "queue.SimpleQueue[str | None]") -> None:
    """Put the lines of the standard output into *lines*, and None at its end."""
    assert process.stdout is not None
    with process.stdout as output:
        while line := output.readline(_MAX_LINE):
            lines.put(line.strip())
    lines.put(None)


def _read_errors(process: "subprocess.Popen[str]", last_line: deque[str]) -> None:
    """Keep the last line of the standard error that is not blank."""
    assert process.stderr is not None
    with process.stderr as errors:
        for line in errors:
            if line.strip():
                last_line.append(line.strip())


def _end(process: "subprocess.Popen[str]") -> bool:
    """End *process* and the processes that it started; return whether it had to be killed.

    The end of its input tells the program to quit. If it does not within a second, it is killed.
    """
    assert process.stdin is not None
    with suppress(OSError):  # the program has ended already
        process.stdin.close()
    try:
        with suppress(subprocess.TimeoutExpired):
            process.wait(_QUIT_SECONDS)
    finally:  # also when Ctrl-C comes during the wait
        forced = process.returncode is None
        if _WINDOWS:
            process.kill()
        else:
            # No process of the group is left; or all of them have ended, which macOS reports as PermissionError.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return forced
