"""The slow, clear twin of strategies and trees: plain Python over texts, by the words of the definitions."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import bestguess as bg


def parts_of(game: bg.Game, guess: str, candidates: Sequence[str]) -> dict[str, list[str]]:
    """The candidates split by the feedback that *guess* would get."""
    parts: dict[str, list[str]] = {}
    for secret in candidates:
        parts.setdefault(game.feedback(guess, secret), []).append(secret)
    return parts


def entropy_key(sizes: Sequence[int]) -> Fraction:
    """A number that orders guesses as entropy does, computed without rounding: the product of size^size."""
    return Fraction(math.prod(size**size for size in sizes))


METRICS: dict[str, Callable[[Sequence[int]], object]] = {
    "minimax": max,
    "expected-size": lambda sizes: sum(size * size for size in sizes),
    "entropy": entropy_key,
    "most-parts": lambda sizes: -len(sizes),
}


def plain_guess(game: bg.Game, name: str, consistent: bool, candidates: Sequence[str]) -> str:
    """The guess of a strategy: least metric, then consistent, then lowest."""
    weight = (
        dict.fromkeys(game.secrets, 1) if game.weights is None else dict(zip(game.secrets, game.weights, strict=True))
    )
    if not any(weight[secret] for secret in candidates):
        weight = dict.fromkeys(game.secrets, 1)
    ranks = []
    for place, guess in enumerate(game.guesses):
        parts = parts_of(game, guess, candidates)
        wins = game.win in parts
        if wins or (len(parts) > 1 and not consistent):
            sizes = [sum(weight[secret] for secret in part) for part in parts.values()]
            ranks.append((METRICS[name](sizes), not wins, place, guess))
    return min(ranks)[3]


def plain_tree(game: bg.Game, choose: Callable[[Sequence[str]], str]) -> dict[str, tuple[str, ...]]:
    """The guesses that find each secret."""
    found: dict[str, tuple[str, ...]] = {}
    waiting: list[tuple[tuple[str, ...], Sequence[str]]] = [((), list(game.secrets))]
    while waiting:
        path, candidates = waiting.pop()
        guess = choose(candidates)
        for feedback, part in parts_of(game, guess, candidates).items():
            if feedback == game.win:
                found[part[0]] = (*path, guess)
            else:
                waiting.append(((*path, guess), part))
    return found
