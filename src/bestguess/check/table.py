"""The feedbacks of all guesses against the candidates, as numbers."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.limits import Limits
from bestguess.check.rules import Rules
from bestguess.errors import FileError

Indices: TypeAlias = NDArray[np.int64]

_BLOCK = 1 << 22  # cells that are looked at in one step, so that a step takes little memory and time


@dataclass(frozen=True)
class Table:
    """A row of feedbacks for each guess, a column for each candidate."""

    answers: NDArray[np.uint8] | NDArray[np.uint16]
    texts: tuple[str, ...]
    win: int
    secrets: tuple[str, ...]
    winner: Indices
    weights: Indices

    @staticmethod
    def of(rules: Rules, secrets: list[str], limits: Limits) -> "Table":
        """The table of *rules*, for *secrets* only; raises SizeError before it is made."""
        size = f"{len(rules.guesses):,} guesses and {len(secrets):,} candidates"
        limits.need(len(rules.guesses) * len(secrets) * _bytes_of_a_cell(rules), f"a table of {size}")
        texts, answers = _pegs(rules.guesses, secrets, limits) if rules.pegs else _any(rules, secrets, limits)
        if rules.win not in texts:
            raise FileError("no guess wins against any candidate")
        win = texts.index(rules.win)
        wins = answers == win
        if not (wins.sum(0) == 1).all() or not (wins.sum(1) <= 1).all():
            raise FileError("expected one guess that wins for each candidate, and none that wins for two")
        weights = np.array([rules.weight(secret) for secret in secrets], np.int64)
        return Table(answers, tuple(texts), win, tuple(secrets), wins.argmax(0), weights)

    @property
    def feedbacks(self) -> int:
        """How many there are."""
        return len(self.texts)

    @cached_property
    def bits(self) -> NDArray[Any] | None:
        """For each candidate and guess one bit, that of the feedback; None when there are too many feedbacks."""
        for kind in (np.uint16, np.uint32, np.uint64):
            if self.feedbacks <= np.iinfo(kind).bits:
                bits = np.empty(self.answers.T.shape, kind)
                for column in range(len(bits)):
                    bits[column] = np.left_shift(kind(1), self.answers[:, column].astype(kind))
                return bits
        return None

    def parts(self, candidates: Indices) -> NDArray[Any]:
        """The number of parts into which each guess splits *candidates*."""
        if self.bits is None:
            return np.concatenate([self._sorted_parts(rows, candidates) for rows in self.blocks(len(candidates))])
        step = max(1, _BLOCK // len(self.answers))
        seen = np.zeros(len(self.answers), self.bits.dtype)
        for start in range(0, len(candidates), step):
            seen |= np.bitwise_or.reduce(self.bits[candidates[start : start + step]], axis=0)
        return np.asarray(np.bitwise_count(seen), np.int64)

    def _sorted_parts(self, rows: Indices, candidates: Indices) -> NDArray[Any]:
        ordered = np.sort(self.answers[np.ix_(rows, candidates)], axis=1)
        return np.asarray(1 + (ordered[:, 1:] != ordered[:, :-1]).sum(1))

    def blocks(self, columns: int, guesses: Indices | None = None) -> list[Indices]:
        """The *guesses*, or all, in blocks of so many that each has few cells in so many *columns*."""
        rows = np.arange(len(self.answers)) if guesses is None else guesses
        step = max(1, _BLOCK // max(columns, self.feedbacks))
        return [rows[start : start + step] for start in range(0, len(rows), step)] or [rows]


def _bytes_of_a_cell(rules: Rules) -> int:
    """A number, and a bit for each feedback where their parts are counted: of 8 bytes unless the pegs are few."""
    pegs = len(rules.guesses[0])
    return 1 + (8 if not rules.pegs or pegs > 6 else 4 if pegs > 4 else 2)


def _pegs(guesses: tuple[str, ...], secrets: list[str], limits: Limits) -> tuple[list[str], NDArray[Any]]:
    """Exact: the same symbol in the same place. Common: symbols both have, as often as both have them."""
    pegs = len(guesses[0])
    number = {symbol: place for place, symbol in enumerate(sorted(set("".join(guesses))))}
    words = np.array([[number[letter] for letter in code] for code in guesses], np.uint8)
    others = np.array([[number[letter] for letter in code] for code in secrets], np.uint8)
    counts = np.stack([(others == symbol).sum(1) for symbol in range(len(number))], 1).astype(np.uint8)
    answers = np.empty((len(guesses), len(secrets)), np.uint8)
    for row, word in enumerate(words):
        limits.tick()
        exact = (others == word).sum(1)
        common = sum(np.minimum(counts[:, s], (word == s).sum()).astype(np.int64) for s in set(word.tolist()))
        answers[row] = exact * (pegs + 1) + (common - exact)
    used = np.unique(np.concatenate([np.unique(row) for row in answers]))
    dense = np.zeros(256, np.uint8)
    dense[used] = np.arange(len(used))
    for row, line in enumerate(answers):
        answers[row] = dense[line]
    return [f"{code // (pegs + 1)}.{code % (pegs + 1)}" for code in used.tolist()], answers


def _any(rules: Rules, secrets: list[str], limits: Limits) -> tuple[list[str], NDArray[Any]]:
    number = dict[str, int]()
    answers = np.empty((len(rules.guesses), len(secrets)), np.uint32)
    for row, guess in enumerate(rules.guesses):
        limits.tick()
        answers[row] = [number.setdefault(rules.feedback(guess, secret), len(number)) for secret in secrets]
    kind = np.uint8 if len(number) <= 256 else np.uint16 if len(number) <= 65536 else np.uint32
    return list(number), answers.astype(kind)
