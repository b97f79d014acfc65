"""Codes of pegs: their feedback, pair by pair and for whole tables."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits


def pegs_feedback(guess: str, secret: str) -> str:
    """Pegs struck out one by one, as on a board."""
    pairs = [(g, s) for g, s in zip(guess, secret, strict=True) if g != s]
    left = [s for _, s in pairs]
    misplaced = 0
    for g, _ in pairs:
        if g in left:
            left.remove(g)
            misplaced += 1
    return f"{len(guess) - len(pairs)}.{misplaced}"


def exact_feedback(guess: str, secret: str) -> str:
    """The pegs that are right, and nothing of the others."""
    return str(sum(g == s for g, s in zip(guess, secret, strict=True)))


def pegs_answers(guesses: tuple[str, ...], secrets: list[str], limits: Limits) -> tuple[list[str], NDArray[Any]]:
    """Exact: the same symbol in the same place. Common: symbols both have, as often as both have them."""
    pegs = len(guesses[0])
    words, others, symbols = _numbered(guesses, secrets)
    counts = np.stack([(others == symbol).sum(1) for symbol in range(symbols)], 1).astype(np.uint8)
    answers = np.empty((len(guesses), len(secrets)), np.uint8)
    for row, word in enumerate(words):
        limits.tick()
        exact = (others == word).sum(1)
        common = sum(np.minimum(counts[:, s], (word == s).sum()).astype(np.int64) for s in set(word.tolist()))
        answers[row] = exact * (pegs + 1) + (common - exact)
    return [f"{code // (pegs + 1)}.{code % (pegs + 1)}" for code in _densely(answers)], answers


def exact_answers(guesses: tuple[str, ...], secrets: list[str], limits: Limits) -> tuple[list[str], NDArray[Any]]:
    """How many places have the same symbol."""
    words, others, _ = _numbered(guesses, secrets)
    answers = np.empty((len(guesses), len(secrets)), np.uint8)
    for row, word in enumerate(words):
        limits.tick()
        answers[row] = (others == word).sum(1)
    return [str(exact) for exact in _densely(answers)], answers


def _numbered(guesses: tuple[str, ...], secrets: list[str]) -> tuple[NDArray[np.uint8], NDArray[np.uint8], int]:
    """Both as numbers of symbols, and how many there are."""
    number = {symbol: place for place, symbol in enumerate(dict.fromkeys("".join(guesses)))}
    words = np.array([[number[letter] for letter in code] for code in guesses], np.uint8)
    others = np.array([[number[letter] for letter in code] for code in secrets], np.uint8)
    return words, others, len(number)


def _densely(answers: NDArray[np.uint8]) -> list[int]:
    """The codes that *answers* have, in order; each is replaced by its place among them."""
    used = np.unique(np.concatenate([np.unique(row) for row in answers]))
    dense = np.zeros(256, np.uint8)
    dense[used] = np.arange(len(used))
    for row, line in enumerate(answers):
        answers[row] = dense[line]
    return [int(code) for code in used]
