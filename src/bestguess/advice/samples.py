"""Choose the position to value in place of another one: itself, one with listed candidates, or a sample.

A sample stands for a game too large for a table: some guesses and some candidates, drawn by a seed. `draw_secret` draws
random secrets.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from bestguess import engine
from bestguess.arguments import as_list
from bestguess.candidates import counts_of_steps, find_candidates, scan_arguments
from bestguess.errors import CodeError, ContradictionError, no_candidate_error
from bestguess.games import Code, CodeTuple, Game, History, Selection
from bestguess.position import Position, PositionLike, as_position

_CANDIDATES, _GUESSES = 1000, 1000  # size of a sample
_CACHED_SAMPLES = 8  # a few MB each; hints, advice and explanations of a position share one
_TRIES = 1_000  # random draws of a secret before the candidates are listed, which may be slow


@dataclass(frozen=True)
class WorkingPosition:
    """A *position* that is valued in place of the original one."""

    position: Position
    candidates: int
    """Number of candidates of the original position."""
    sampled: bool
    """Whether the position has only some of the guesses, and perhaps only some of the candidates."""

    @property
    def has_all_candidates(self) -> bool:
        """Whether the position has every candidate. A sample may still lack guesses."""
        return self.position.count == self.candidates

    def with_guess(self, guess: Code) -> "WorkingPosition":
        """Return a copy that has *guess* among its guesses."""
        game = self.position.game
        if not isinstance(game, Selection) or guess in game.guesses:
            return self
        guesses = CodeTuple(sorted([*game.guesses, guess], key=game.game.guesses.index))
        return replace(self, position=Position(Selection(game.game, guesses, game.secrets)))


def working_position(position: Position, candidates: Iterable[Code] | None, seed: int) -> WorkingPosition:
    """Return the position to value in place of *position*: a sample, drawn by *seed*, if it has no table.

    *candidates*: consider only these. Default: all. Raises ContradictionError when no candidate is left.
    """
    game = position.game
    if candidates is None:
        if not position.has_table:
            return sample(position, seed)
        position.check_possible()
        _ = position.table  # builds the table: finding candidates is faster with it
        return WorkingPosition(position, position.count, sampled=False)
    listed = as_list("candidates", candidates, CodeError)
    if not listed:
        raise ContradictionError("expected candidates, got an empty list")
    codes = sorted({game.as_secret(code) for code in listed}, key=game.secrets.index)
    fitting = [code for code in codes if code in position.candidates]
    if not fitting:
        raise ContradictionError(f"none of the listed candidates fits the answers {position.active_rows}")
    if position.has_table:
        table = position.table.among(np.array([game.secrets.index(code) for code in fitting], np.uint32))
        return WorkingPosition(Position(table, position.history, ignored=position.ignored), len(fitting), sampled=False)
    sampled_guesses = sample(Position(game), seed).position.game.guesses
    allowed = [code for code in sampled_guesses if game.why_forbidden(code, position.active_rows) is None]
    guesses = CodeTuple(sorted({*allowed, *fitting}, key=game.guesses.index))
    return WorkingPosition(Position(Selection(game, guesses, CodeTuple(fitting))), len(fitting), sampled=True)


def sample(position: Position, seed: int = 0) -> WorkingPosition:
    """Return a sample of the candidates of *position* and of its allowed guesses, drawn by *seed*.

    For every sampled candidate, a guess that wins against it is in the sample. Raises ContradictionError when no
    candidate is left.
    """
    draw = _sample if position.game.kernel() is None else _cached_sample
    return draw(position.game, position.active_rows, seed)


def _sample(game: Game, history: History, seed: int) -> WorkingPosition:
    """Return a sample of the candidates after *history* and of the allowed guesses, drawn by *seed*."""
    rng = random.Random(f"{seed} {game} {history}")
    count, secrets = _sample_candidates(game, history, rng)
    if not count:
        raise no_candidate_error(game, history)
    indices = rng.sample(range(len(game.guesses)), min(_GUESSES, len(game.guesses)))
    allowed = {code for code in map(game.guesses.__getitem__, indices) if game.why_forbidden(code, history) is None}
    # Each candidate must be winnable: add it as a guess, or else the lowest guess that wins against it.
    for secret in secrets:
        if game.kernel() is not None or (secret in game.guesses and game.score_unchecked(secret, secret) == game.win):
            allowed.add(secret)
        else:
            allowed.add(next(guess for guess in game.guesses if game.score_unchecked(guess, secret) == game.win))
    guesses = sorted(allowed, key=game.guesses.index)
    selection = Selection(game, CodeTuple(guesses), CodeTuple(secrets))
    return WorkingPosition(Position(selection), count, sampled=True)


@lru_cache(maxsize=_CACHED_SAMPLES)
def _cached_sample(game: Game, history: History, seed: int) -> WorkingPosition:
    """Return the sample of a built-in game, for which one takes a pass over all secrets."""
    return _sample(game, history, seed)


def _sample_candidates(game: Game, history: History, rng: random.Random) -> tuple[int, list[Code]]:
    """Return the number of candidates, and a uniform sample of them, lowest first."""
    if game.kernel() is None or not history:
        codes = game.secrets if not history else find_candidates(game, history).codes
        places = sorted(rng.sample(range(len(codes)), min(_CANDIDATES, len(codes))))
        return len(codes), [codes[place] for place in places]
    # The secrets are scanned in steps. Draw ranks among all candidates, then scan only the steps that hold one of them.
    kernel, rows = scan_arguments(game, history)
    steps = counts_of_steps(game, history)
    total = sum(count for _, _, count in steps)
    ranks = sorted(rng.sample(range(total), min(_CANDIDATES, total)))
    candidates, before = list[Code](), 0
    for begin, end, count in steps:
        ranks_in_step = [rank - before for rank in ranks if before <= rank < before + count]
        if ranks_in_step:
            _, indices = kernel.scan(rows, begin, end, ranks_in_step[-1] + 1, engine.default_threads())
            candidates += [game.secrets[int(indices[rank])] for rank in ranks_in_step]
        before += count
    return total, candidates


def draw_secret(game: PositionLike, seed: int) -> Code:
    """Return a random candidate of a game or position, drawn by weight. Equal seeds give equal secrets.

    Raises ContradictionError when no candidate is left.

    >>> draw_secret("mastermind(4,6)", 7), draw_secret(Position("mastermind(4,6)", "1122:2.0 1134:0.2"), 7)
    ('4134', '4322')
    """
    position, rng = as_position(game), random.Random(seed)
    rules, codes = position.game, position.candidates
    for _ in range(_TRIES):
        code = _draw(rng, rules.secrets, rules.weights)
        if code in codes:
            return code
    position.check_possible()
    if rules.weights is None:
        return _draw(rng, codes, None)
    weights = dict(zip(rules.secrets, rules.weights, strict=True))
    return _draw(rng, codes, [weights[code] for code in codes])


def _draw(rng: random.Random, codes: Sequence[Code], weights: Sequence[int] | None) -> Code:
    """Return one of *codes*, drawn by *weights* unless all of them are 0."""
    if weights is not None and any(weights):
        return rng.choices(codes, weights)[0]
    return codes[rng.randrange(len(codes))]
