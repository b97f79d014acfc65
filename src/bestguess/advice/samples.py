"""The position that is valued: that of a table, of a list of candidates, or of a sample; and random secrets.

A game too large for a table is sampled: some guesses against some candidates, drawn by a seed.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from bestguess import engine
from bestguess.arguments import as_list
from bestguess.candidates import counts_of_steps, find_candidates, scan_arguments
from bestguess.errors import CodeError, ContradictionError, no_candidate
from bestguess.games import Code, CodeTuple, Game, History, Selection
from bestguess.position import Position, PositionLike, as_position

_CANDIDATES, _GUESSES = 1000, 1000
_KEPT = 8  # samples that are kept, of a few MB each: hints, advice and explanations of a position share one
_TRIES = 1_000  # random draws of a secret before the candidates are listed


@dataclass(frozen=True)
class WorkingPosition:
    """The *position* that is valued in the place of another one, which has so many *candidates*.

    *sampled*: it has only some of the guesses, and perhaps only some of the candidates.
    """

    position: Position
    candidates: int
    sampled: bool

    @property
    def whole(self) -> bool:
        """Whether every candidate is in it, so that at most guesses are left out."""
        return self.position.count == self.candidates

    def with_guess(self, guess: Code) -> "WorkingPosition":
        """Return this position with *guess* among its guesses."""
        game = self.position.game
        if not isinstance(game, Selection) or guess in game.guesses:
            return self
        guesses = CodeTuple(sorted([*game.guesses, guess], key=game.game.guesses.index))
        return replace(self, position=Position(Selection(game.game, guesses, game.secrets)))


def working_position(position: Position, candidates: Iterable[Code] | None, seed: int) -> WorkingPosition:
    """Return what is valued in the place of *position*, or of the listed *candidates* in it; raise ContradictionError.

    Without a table it is a sample, drawn by *seed*.
    """
    game = position.game
    if candidates is None:
        if not position.has_table:
            return sample(position, seed)
        position.check_possible()
        _ = position.table  # so that candidates are found on it from now on
        return WorkingPosition(position, position.count, sampled=False)
    listed = as_list("candidates", candidates, CodeError)
    if not listed:
        raise ContradictionError("expected candidates, got an empty list")
    codes = sorted({game.as_secret(code) for code in listed}, key=game.secrets.index)
    fitting = [code for code in codes if code in position.candidates]
    if not fitting:
        raise ContradictionError(f"none of the listed candidates fits the answers {position.active_rows}")
    if position.has_table:
        among = position.table.among(np.array([game.secrets.index(code) for code in fitting], np.uint32))
        return WorkingPosition(Position(among, position.history, ignored=position.ignored), len(fitting), sampled=False)
    drawn = sample(Position(game), seed).position.game.guesses
    others = [code for code in drawn if game.why_forbidden(code, position.active_rows) is None]
    guesses = CodeTuple(sorted({*others, *fitting}, key=game.guesses.index))
    return WorkingPosition(Position(Selection(game, guesses, CodeTuple(fitting))), len(fitting), sampled=True)


def sample(position: Position, seed: int = 0) -> WorkingPosition:
    """Return a sample of the candidates of *position*, and of the guesses that its rule allows, drawn by *seed*.

    Every sampled candidate is a guess as well. Raises ContradictionError when no candidate is left.
    """
    draw = _sample if position.game.kernel() is None else _kept_sample
    return draw(position.game, position.active_rows, seed)


def _sample(game: Game, history: History, seed: int) -> WorkingPosition:
    random_source = random.Random(f"{seed} {game} {history}")
    count, secrets = _sampled_candidates(game, history, random_source)
    if not count:
        raise no_candidate(game, history)
    others = random_source.sample(range(len(game.guesses)), min(_GUESSES, len(game.guesses)))
    allowed = {code for code in map(game.guesses.__getitem__, others) if game.why_forbidden(code, history) is None}
    for secret in secrets:
        if game.kernel() is not None or (secret in game.guesses and game.score_unchecked(secret, secret) == game.win):
            allowed.add(secret)
        else:
            allowed.add(next(guess for guess in game.guesses if game.score_unchecked(guess, secret) == game.win))
    guesses = sorted(allowed, key=game.guesses.index)
    selection = Selection(game, CodeTuple(guesses), CodeTuple(secrets))
    return WorkingPosition(Position(selection), count, sampled=True)


@lru_cache(maxsize=_KEPT)
def _kept_sample(game: Game, history: History, seed: int) -> WorkingPosition:
    """The sample of a built-in game, which takes a pass over all secrets."""
    return _sample(game, history, seed)


def _sampled_candidates(game: Game, history: History, random_source: random.Random) -> tuple[int, list[Code]]:
    """How many candidates there are, and a uniform sample of them, lowest first."""
    if game.kernel() is None or not history:
        codes = game.secrets if not history else find_candidates(game, history).codes
        places = sorted(random_source.sample(range(len(codes)), min(_CANDIDATES, len(codes))))
        return len(codes), [codes[place] for place in places]
    kernel, rows = scan_arguments(game, history)
    steps = counts_of_steps(game, history)
    total = sum(count for _, _, count in steps)
    ranks = sorted(random_source.sample(range(total), min(_CANDIDATES, total)))
    found, passed = list[Code](), 0
    for begin, end, count in steps:
        here = [rank - passed for rank in ranks if passed <= rank < passed + count]
        if here:
            _, indices = kernel.scan(rows, begin, end, here[-1] + 1, engine.default_threads())
            found += [game.secrets[int(indices[place])] for place in here]
        passed += count
    return total, found


def draw_secret(game: PositionLike, seed: int) -> Code:
    """Return a random candidate of a game or position, by weight; the same for the same *seed*.

    Raises ContradictionError if there is no candidate.

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
    """Return one of *codes*, by *weights* if they are not all zero."""
    if weights is not None and any(weights):
        return rng.choices(codes, weights)[0]
    return codes[rng.randrange(len(codes))]
