"""Figures by playing: a strategy against secret after secret, and programs that play side by side."""

import math
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from functools import cache

from bestguess.arguments import as_integer, check_progress
from bestguess.candidates import find_candidates
from bestguess.engine import interruptible, poll
from bestguess.errors import StrategyError
from bestguess.games import Code, History, Row, quote
from bestguess.games.table import Progress
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import Strategy, UselessGuessError, as_seed
from bestguess.strategies.program import Program
from bestguess.trees import Figures, distribution_of
from bestguess.trees.figures import in_user_units

_POLL_SECONDS = 0.1
MOST_GUESSES = 200
"""Of a strategy on a board without a last row: whoever has not found the secret by then never will."""


def sampled_secrets(given: PositionLike, sample: int | None, seed: int = 0) -> Sequence[Code]:
    """Return all candidates of a game or position, or so many of them, drawn by *seed*; raises StrategyError.

    >>> list(sampled_secrets("mastermind(4,6)", 3, seed=1))
    ['1444', '2246', '6332']
    """
    position = as_position(given)
    secrets = position.candidates if position.history else position.game.secrets
    if sample is None:
        return secrets
    count = as_integer("a sample of secrets", sample, 1, None, StrategyError)
    if count >= len(secrets):
        return secrets
    drawn = random.Random(as_seed(seed)).sample(range(len(secrets)), count)
    return [secrets[place] for place in sorted(drawn)]


def played_figures(
    given: PositionLike,
    chosen: Strategy,
    secrets: Sequence[Code],
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of *chosen* over *secrets*, each played to its end; a program needs no table.

    The same history gets the same guess, so each is asked for once. Unlike a tree, a game may have guesses that tell
    nothing. On a board with rows what is not found is lost; without, StrategyError after `MOST_GUESSES` guesses.
    """
    check_progress(progress)
    began, start = time.perf_counter(), as_position(given).without_ignored()
    game, before = start.game, len(start.history)
    playing = _Playing(start, chosen)
    weights = dict(zip(game.secrets, game.weights or (), strict=False))  # of a game without them: none, for 1 each
    costs = dict(zip(game.guesses, game.costs or (), strict=False))
    depths, spent, weighed, lost = list[int](), list[int](), list[int](), list[int]()
    for done, secret in enumerate(secrets, start=1):
        history, found = playing.played(secret)
        if found:
            made = history[before:]
            depths.append(len(made))
            spent.append(sum(costs.get(row.guess, 1) for row in made))
            weighed.append(weights.get(secret, 1))
        else:
            lost.append(weights.get(secret, 1))
        if progress:
            progress(done, len(secrets))
    unit, total = game.cost_unit, sum(cost * weight for cost, weight in zip(spent, weighed, strict=True))
    worst = max(spent, default=0)
    return Figures(
        str(game),
        chosen.name,
        chosen.consistent,
        len(secrets),
        in_user_units(total, unit),
        float(total * unit / sum(weighed)) if sum(weighed) else math.nan,
        in_user_units(worst, unit),
        spent.count(worst),
        distribution_of(depths) if depths else {},
        playing.guess(start.history) if playing.asks_first else "",
        None if game.rows is None else len(lost),
        None if game.rows is None else sum(lost),
        game.goal,
        game.has_costs,
        time.perf_counter() - began,
        0.0 if isinstance(chosen, Program) else game.table.seconds,
    )


class _Playing:
    """A strategy that plays a game, what it guesses after each history, and where it knows the secret."""

    def __init__(self, start: Position, chosen: Strategy) -> None:
        self._game, self._start, self._chosen = start.game, start.history, chosen
        self.guess, self._is_known = cache(self._find_guess), cache(self._find_whether_known)
        self.asks_first = not self._is_known(self._start)

    def played(self, secret: Code) -> tuple[History, bool]:
        """Return the rows that *secret* takes, and whether they find it; raises StrategyError for an endless game."""
        game, history = self._game, self._start
        while True:
            poll()
            if (history and history[-1].feedback == game.win) or self._is_known(history):
                return history, True
            if game.rows is not None and len(history) == game.rows:
                return history, False
            if len(history) == MOST_GUESSES:
                raise StrategyError(f"{self._chosen.name} has not found {secret!r} after {MOST_GUESSES} guesses")
            try:
                guess = self.guess(history)
            except StrategyError as error:
                if history == self._start or not isinstance(self._chosen, Program):
                    raise
                raise StrategyError(f"{error}; the secret was {quote(secret)}") from error
            history = history + Row(guess, game.score_unchecked(guess, secret))

    def _find_guess(self, history: History) -> Code:
        """Return what is guessed after *history*."""
        if isinstance(self._chosen, Program):
            return self._chosen.guess(self._game, history)
        try:
            return self._chosen(Position(self._game, history))
        except UselessGuessError as error:
            return error.guess

    def _find_whether_known(self, history: History) -> bool:
        """Whether all candidates mean the same, with goal identify."""
        return self._game.identifies and find_candidates(self._game, history, limit=0).label is not None


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
        self._next = 0

    def next_figures(self, progress: Progress | None) -> Figures:
        """Return the figures of the next program. *progress* is called here, never by the thread of a program."""
        number, reported = self._next, (0, 0)
        self._next += 1  # before any thread starts, so that `close` waits for them whenever Ctrl-C comes
        if number == 0:
            for run in self._runs:
                threading.Thread(target=self._started, args=(run,), daemon=True).start()
        run = self._runs[number]
        while True:
            poll()
            finished = wait([run.figures], _POLL_SECONDS).done
            if progress is not None and run.done_of != reported:
                reported = run.done_of
                progress(*reported)
            if finished:
                return run.figures.result()

    def close(self) -> None:
        """Stop all programs and wait until they have ended: a second at most, even if Ctrl-C comes again."""
        self._stop.set()
        interruption: KeyboardInterrupt | None = None
        for run in self._runs if self._next else ():
            while not run.figures.done():  # not by join, which Ctrl-C makes believe that a thread has ended
                try:
                    wait([run.figures])
                except KeyboardInterrupt as error:
                    interruption = error
        if interruption is not None:
            raise interruption

    def _started(self, run: "_Run") -> None:
        """In a thread: play until the program has ended and the figures are there."""
        try:
            with self._places, interruptible(self._check):
                try:
                    self._check()
                    figures = self._play(run.program, run.report)
                finally:
                    run.program.close()
        except BaseException as error:
            run.figures.set_exception(error)
        else:
            run.figures.set_result(figures)

    def _check(self) -> None:
        if self._stop.is_set():
            raise _StoppedError


class _Run:
    """A program, how much of its secrets it has played, and its figures once it has ended."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.figures = Future[Figures]()
        self.done_of = (0, 0)

    def report(self, done: int, total: int) -> None:
        """Note how many secrets are done."""
        self.done_of = (done, total)
