"""Figures found by playing: a strategy plays against one secret after another, and programs play side by side."""

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

_POLL_SECONDS = 0.1  # between two checks for Ctrl-C and progress
MAX_GUESSES = 200
"""The limit on a board without rows. A strategy that has not found the secret by then probably never will."""


def sampled_secrets(game: PositionLike, sample: int | None, seed: int = 0) -> Sequence[Code]:
    """Return *sample* candidates of a game or position, drawn by *seed*, in order; None: all. Raises StrategyError.

    >>> list(sampled_secrets("mastermind(4,6)", 3, seed=1))
    ['1444', '2246', '6332']
    """
    position = as_position(game)
    secrets = position.candidates if position.history else position.game.secrets
    if sample is None:
        return secrets
    count = as_integer("a sample of secrets", sample, 1, None, StrategyError)
    if count >= len(secrets):
        return secrets
    places = random.Random(as_seed(seed)).sample(range(len(secrets)), count)
    return [secrets[place] for place in sorted(places)]


def played_figures(
    game: PositionLike,
    player: Strategy,
    secrets: Sequence[Code],
    progress: Progress | None = None,
) -> Figures:
    """Return the figures of *player* over *secrets*, each played to its end. A program needs no table.

    A strategy always gives the same guess for the same history, so each guess is requested once. Unlike a tree, a game
    may have guesses that do not split the candidates. On a board with rows, a secret that is not found is lost. On
    other boards StrategyError is raised after `MAX_GUESSES` guesses.
    """
    check_progress(progress)
    start_time, start = time.perf_counter(), as_position(game).without_ignored()
    rules, rows_before = start.game, len(start.history)
    playing = _Playing(start, player)
    # Without weights or costs these are empty, and `get` below returns 1.
    weights = dict(zip(rules.secrets, rules.weights or (), strict=False))
    costs = dict(zip(rules.guesses, rules.costs or (), strict=False))
    # One number for each secret: guesses, cost and weight of those found, weight of those lost.
    depths, spendings, found_weights, lost_weights = list[int](), list[int](), list[int](), list[int]()
    for done, secret in enumerate(secrets, start=1):
        history, found = playing.play(secret)
        if found:
            rows = history[rows_before:]
            depths.append(len(rows))
            spendings.append(sum(costs.get(row.guess, 1) for row in rows))
            found_weights.append(weights.get(secret, 1))
        else:
            lost_weights.append(weights.get(secret, 1))
        if progress:
            progress(done, len(secrets))
    unit = rules.cost_unit
    total = sum(spending * weight for spending, weight in zip(spendings, found_weights, strict=True))
    worst = max(spendings, default=0)
    return Figures(
        str(rules),
        player.name,
        player.consistent,
        len(secrets),
        in_user_units(total, unit),
        float(total * unit / sum(found_weights)) if sum(found_weights) else math.nan,
        in_user_units(worst, unit),
        spendings.count(worst),
        distribution_of(depths) if depths else {},
        playing.guess(start.history) if playing.has_first_guess else "",
        None if rules.rows is None else len(lost_weights),
        None if rules.rows is None else sum(lost_weights),
        rules.goal,
        rules.has_costs,
        time.perf_counter() - start_time,
        0.0 if isinstance(player, Program) else rules.table.seconds,
    )


class _Playing:
    """A strategy that plays against many secrets. Its guesses are cached by history."""

    def __init__(self, start: Position, player: Strategy) -> None:
        self._game, self._start, self._player = start.game, start.history, player
        self.guess, self._is_known = cache(self._find_guess), cache(self._is_identified)
        self.has_first_guess = not self._is_known(self._start)

    def play(self, secret: Code) -> tuple[History, bool]:
        """Play against *secret*; return the history, and whether it finds the secret.

        Raises StrategyError if the game does not end.
        """
        game, history = self._game, self._start
        while True:
            poll()
            if (history and history[-1].feedback == game.win) or self._is_known(history):
                return history, True
            if game.rows is not None and len(history) == game.rows:
                return history, False
            if len(history) == MAX_GUESSES:
                raise StrategyError(f"{self._player.name} has not found {secret!r} after {MAX_GUESSES} guesses")
            try:
                guess = self.guess(history)
            except StrategyError as error:
                if history == self._start or not isinstance(self._player, Program):
                    raise  # the secret does not matter at the start
                raise StrategyError(f"{error}; the secret was {quote(secret)}") from error
            history = history + Row(guess, game.score_unchecked(guess, secret))

    def _find_guess(self, history: History) -> Code:
        """Return the guess of the strategy after *history*."""
        if isinstance(self._player, Program):
            return self._player.guess(self._game, history)
        try:
            return self._player(Position(self._game, history))
        except UselessGuessError as error:  # only a tree cannot have it
            return error.guess

    def _is_identified(self, history: History) -> bool:
        """Whether the goal is identify, and all candidates have one label."""
        return self._game.identifies and find_candidates(self._game, history, limit=0).label is not None


class _StoppedError(Exception):
    """The figures are no longer needed."""


class ParallelPrograms:
    """Runs *programs* at the same time, at most *at_once*, in threads. *play* computes the figures of one program.

    All start when the first figures are requested. `close` stops those that still play. An executor of Python would not
    do: at exit, Python waits for its threads to finish. It does not wait for these, which are daemons.
    """

    def __init__(self, play: Callable[[Program, Progress], Figures], programs: Sequence[Program], at_once: int) -> None:
        self._play = play
        self._stop = threading.Event()
        self._places = threading.Semaphore(at_once)
        self._runs = [_Run(program) for program in programs]
        self._next = 0

    def next_figures(self, progress: Progress | None) -> Figures:
        """Wait for the next program and return its figures. *progress* is called in this thread."""
        number, reported = self._next, (0, 0)
        self._next += 1  # before any thread starts, so that `close` waits for all of them even if Ctrl-C comes now
        if number == 0:
            for run in self._runs:
                threading.Thread(target=self._run_in_thread, args=(run,), daemon=True).start()
        run = self._runs[number]
        while True:
            poll()
            finished = wait([run.figures], _POLL_SECONDS).done
            if progress is not None and run.progress != reported:
                reported = run.progress
                progress(*reported)
            if finished:
                return run.figures.result()

    def close(self) -> None:
        """Stop all programs and wait until they have ended: a second at most, even if Ctrl-C comes again."""
        self._stop.set()
        interruption: KeyboardInterrupt | None = None
        for run in self._runs if self._next else ():
            while not run.figures.done():  # not `join`: after Ctrl-C it takes a running thread for a finished one
                try:
                    wait([run.figures])
                except KeyboardInterrupt as error:
                    interruption = error
        if interruption is not None:
            raise interruption

    def _run_in_thread(self, run: "_Run") -> None:
        """Play until the program has ended, and store its figures or the exception in *run*. Runs in a thread."""
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
    """A program that plays, its progress, and a future for its figures."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.figures = Future[Figures]()
        self.progress = (0, 0)
        """The number of secrets played so far, and of all secrets."""

    def report(self, done: int, total: int) -> None:
        """Store the progress, for the thread that waits."""
        self.progress = (done, total)
