"""Samples of games too large for a table: some guesses against some candidates, drawn by a seed."""

import random
from dataclasses import dataclass
from functools import lru_cache

from bestguess import engine
from bestguess.candidates import count_steps, counts_of_steps, find_candidates, scan_arguments
from bestguess.errors import no_candidate
from bestguess.games import Code, CodeTuple, Game, History, Selection
from bestguess.games.table import Table

_CANDIDATES, _GUESSES = 1000, 1000
_KEPT = 8  # samples that are kept, of a few MB each: hints, advice and explanations of a position share one


@dataclass(frozen=True)
class Sample:
    """Some guesses against some of the candidates, as a *game*, and how many *candidates* there are in truth."""

    game: Selection
    candidates: int

    @property
    def table(self) -> Table:
        """The table of its game."""
        return self.game.table

    @property
    def whole(self) -> bool:
        """Whether every candidate is in it, so that only guesses are left out."""
        return len(self.game.secrets) == self.candidates


def sample(game: Game, history: History, seed: int = 0) -> Sample:
    """A sample of the candidates of *game* after *history*, and of the guesses that its rule allows then.

    It is the same for the same *seed*.

    Every sampled candidate is a guess as well. Raises ContradictionError when no candidate is left.
    """
    return (_sample if game.kernel() is None else _kept_sample)(game, history, seed)


def _sample(game: Game, history: History, seed: int) -> Sample:
    random_source = random.Random(f"{seed} {game} {history}")
    count, secrets = _sampled_candidates(game, history, random_source)
    if not count:
        raise no_candidate(game, history)
    others = random_source.sample(range(len(game.guesses)), min(_GUESSES, len(game.guesses)))
    allowed = {code for code in map(game.guesses.__getitem__, others) if game.why_forbidden(code, history) is None}
    guesses = sorted(allowed | {_winner(game, secret) for secret in secrets}, key=game.guesses.index)
    return Sample(Selection(game, CodeTuple(guesses), CodeTuple(secrets)), count)


@lru_cache(maxsize=_KEPT)
def _kept_sample(game: Game, history: History, seed: int) -> Sample:
    """The sample of a built-in game, which takes a pass over all secrets."""
    return _sample(game, history, seed)


def _winner(game: Game, secret: Code) -> Code:
    """The guess that wins *secret*."""
    if game.kernel() is not None or (secret in game.guesses and game.score_unchecked(secret, secret) == game.win):
        return secret
    return next(guess for guess in game.guesses if game.score_unchecked(guess, secret) == game.win)


def _sampled_candidates(game: Game, history: History, random_source: random.Random) -> tuple[int, list[Code]]:
    """How many candidates there are, and a uniform sample of them, lowest first."""
    if game.kernel() is None or not history:
        codes = game.secrets if not history else find_candidates(game, history).codes
        places = sorted(random_source.sample(range(len(codes)), min(_CANDIDATES, len(codes))))
        return len(codes), [codes[place] for place in places]
    kernel, rows = scan_arguments(game, history)
    counts = counts_of_steps(game, history)
    ranks = sorted(random_source.sample(range(sum(counts)), min(_CANDIDATES, sum(counts))))
    found, passed = list[Code](), 0
    for (begin, end), count in zip(count_steps(game), counts, strict=True):
        here = [rank - passed for rank in ranks if passed <= rank < passed + count]
        if here:
            _, indices = kernel.scan(rows, begin, end, here[-1] + 1, engine.default_threads())
            found += [game.secrets[int(indices[place])] for place in here]
        passed += count
    return sum(counts), found
