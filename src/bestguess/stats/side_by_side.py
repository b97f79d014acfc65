"""Programs that play side by side: for each a thread, which waits for what its process answers."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from bestguess.games.table import Progress
from bestguess.interruption import interruptible, poll
from bestguess.strategies.program import Program
from bestguess.trees import Figures

_POLL_SECONDS = 0.1


class _StoppedError(Exception):
    """Nobody waits for the figures any more."""


class SideBySide:
    """The figures of *programs*, which *play* computes, at most so many at once.

    All begin when the first figures are asked for. Not by an executor, whose threads would be waited for at the exit of
    Python: `close` stops what still plays, and with Python its threads and processes end too.
    """

    def __init__(self, play: Callable[[Program, Progress], Figures], programs: Sequence[Program], at_once: int) -> None:
        self._play = play
        self._stop = threading.Event()
        self._places = threading.Semaphore(at_once)
        self._runs = [_Run(program) for program in programs]
        self._threads = list[threading.Thread]()
        self._next = 0

    def next_figures(self, progress: Progress | None) -> Figures:
        """Return the figures of the next program. *progress* is called here, never by the thread of a program."""
        if not self._threads:
            self._threads = [threading.Thread(target=self._started, args=(run,), daemon=True) for run in self._runs]
            for thread in self._threads:
                thread.start()
        run = self._runs[self._next]
        self._next += 1
        reported = (0, 0)
        while True:
            poll()
            finished = run.is_over(_POLL_SECONDS)
            if progress is not None and run.done_of != reported:
                reported = run.done_of
                progress(*reported)
            if finished:
                return run.figures.result()

    def close(self) -> None:
        """Stop all programs and wait until they have ended: a second at most, even if Ctrl-C comes again."""
        self._stop.set()
        interruption: KeyboardInterrupt | None = None
        for run in self._runs[: len(self._threads)]:
            while not run.ended.is_set():  # not by join, which Ctrl-C makes believe that a thread has ended
                try:
                    run.ended.wait()
                except KeyboardInterrupt as error:
                    interruption = error
        if interruption is not None:
            raise interruption

    def _started(self, run: "_Run") -> None:
        """In a thread: play until the figures are there."""
        try:
            with self._places, interruptible(self._check):
                try:
                    self._check()
                    run.figures.set_result(self._play(run.program, run.report))
                except BaseException as error:
                    run.figures.set_exception(error)
                finally:
                    run.program.close()
        finally:
            run.ended.set()

    def _check(self) -> None:
        if self._stop.is_set():
            raise _StoppedError


class _Run:
    """A program, how much of its secrets it has played, and its figures once they are there."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.figures = Future[Figures]()
        self.ended = threading.Event()
        self.done_of = (0, 0)

    def report(self, done: int, total: int) -> None:
        """Note how many secrets are done."""
        self.done_of = (done, total)

    def is_over(self, seconds: float) -> bool:
        """Whether the figures are there, or what was raised instead; wait at most so many *seconds* for that."""
        try:
            self.figures.exception(seconds)
        except TimeoutError:
            return False
        return True
