"""Figures by playing: a strategy against secret after secret, all of them or a sample."""

import math
import random
import time
from collections.abc import Sequence
from dataclasses import replace

from bestguess.arguments import as_integer, check_progress
from bestguess.candidates import find_candidates
from bestguess.errors import StrategyError
from bestguess.games import IDENTIFY, Code, Game, History, Row, quoted
from bestguess.games.table import Progress
from bestguess.interruption import poll
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import Strategy, UselessGuessError, as_seed
from bestguess.strategies.program import Program
from bestguess.trees import Figures, distribution_of
from bestguess.trees.figures import in_user_units

MOST_GUESSES = 200
"""Of a strategy on a board without a last row: whoever has not found the secret by then never will."""


def sampled_secrets(given: PositionLike, sample: int | None, seed: int = 0) -> Sequence[Code]:
    """All candidates of a game or position, or so many of them, drawn by *seed*; raises StrategyError.

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
    return [secrets[place] for place in sorted(random.Random(as_seed(seed)).sample(range(len(secrets)), count))]


def played_figures(
    given: PositionLike,
    chosen: Strategy,
    secrets: Sequence[Code],
    progress: Progress | None = None,
) -> Figures:
    """The figures of *chosen* over *secrets*, each played to its end; a program needs no table.

    The same history gets the same guess, so each is asked for once. Unlike a tree, a game may have guesses that tell
    nothing. On a board with rows what is not found is lost; without, StrategyError after `MOST_GUESSES` guesses.
    """
    check_progress(progress)
    began, start = time.perf_counter(), as_position(given).without_ignored()
    game, before = start.game, len(start.history)
    playing = _Playing(start, chosen)
    weights = None if game.weights is None else dict(zip(game.secrets, game.weights, strict=True))
    costs = None if game.costs is None else dict(zip(game.guesses, game.costs, strict=True))
    depths, totals, weighed, lost = list[int](), list[int](), list[int](), list[int]()
    for done, secret in enumerate(secrets):
        history, found = playing.played(secret)
        weight = 1 if weights is None else weights[secret]
        if found:
            made = history[before:]
            depths.append(len(made))
            totals.append(len(made) if costs is None else sum(costs[row.guess] for row in made))
            weighed.append(weight)
        else:
            lost.append(weight)
        if progress:
            progress(done + 1, len(secrets))
    unit, total = game.cost_unit, sum(cost * weight for cost, weight in zip(totals, weighed, strict=True))
    worst = max(totals, default=0)
    return Figures(
        str(game),
        chosen.name,
        chosen.consistent,
        len(secrets),
        in_user_units(total, unit),
        float(total * unit / sum(weighed)) if sum(weighed) else math.nan,
        in_user_units(worst, unit),
        totals.count(worst) if totals else 0,
        distribution_of(depths) if depths else {},
        playing.guess(start.history) if playing.asks_first else "",
        None if game.rows is None else len(lost),
        None if game.rows is None else sum(lost),
        game.goal,
        game.costs is not None,
        time.perf_counter() - began,
        0.0 if isinstance(chosen, Program) else game.table.seconds,
    )


def failed_figures(game: Game, program: Program, secrets: int, error: str, seconds: float) -> Figures:
    """Return the row of a *program* that failed after so many *seconds*: no number, but the *error*."""
    figures = Figures(str(game), program.name, False, secrets, math.nan, math.nan, math.nan, math.nan, {}, "")
    return replace(figures, goal=game.goal, costs=game.costs is not None, seconds=seconds, error=error)


class _Playing:
    """A strategy that plays *game*, what it guesses after each history, and where it knows the secret."""

    def __init__(self, start: Position, chosen: Strategy) -> None:
        self._game, self._start, self._chosen = start.game, start.history, chosen
        self._guesses = dict[History, Code]()
        self._known = dict[History, bool]()
        self.asks_first = self._game.goal != IDENTIFY or not self._is_known(self._start)

    def played(self, secret: Code) -> tuple[History, bool]:
        """The rows that *secret* takes, and whether it is found by them; raises StrategyError for an endless game."""
        game, history = self._game, self._start
        while True:
            poll()
            if (history and history[-1].feedback == game.win) or self._is_known(history):
                return history, True
            if game.rows is not None and len(history) == game.rows:
                return history, False
            if len(history) == MOST_GUESSES:
                raise StrategyError(f"{self._chosen.name} has not found {secret!r} after {MOST_GUESSES} guesses")
            history = history + self._row(history, secret)

    def _row(self, history: History, secret: Code) -> Row:
        """The guess after *history*, and its feedback; what a program does wrong is said with the *secret*."""
        try:
            guess = self.guess(history)
        except StrategyError as error:
            if history == self._start or not isinstance(self._chosen, Program):
                raise
            raise StrategyError(f"{error}; the secret was {quoted(secret)}") from error
        return Row(guess, self._game.score_unchecked(guess, secret))

    def guess(self, history: History) -> Code:
        """What is guessed after *history*."""
        if history not in self._guesses:
            self._guesses[history] = self._ask(history)
        return self._guesses[history]

    def _ask(self, history: History) -> Code:
        if isinstance(self._chosen, Program):
            return self._chosen.guess(self._game, history)
        try:
            return self._chosen(Position(self._game, history))
        except UselessGuessError as error:
            return error.guess

    def _is_known(self, history: History) -> bool:
        """Whether all candidates mean the same, with goal identify."""
        if self._game.goal != IDENTIFY:
            return False
        if history not in self._known:
            self._known[history] = find_candidates(self._game, history, limit=0).label is not None
        return self._known[history]
