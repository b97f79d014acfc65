"""The parts into which the guesses of a table split its secrets, and sums over them: what symmetries are found by."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Ordinals

    Hashes = NDArray[np.uint64]
    """Of colours, parts, guesses: equal for what is alike, different for nearly all else. Sums of them overflow."""

_PAIRS_PER_STEP = 2**18
_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


def mixed(numbers: "Hashes") -> "Hashes":
    """Hashes of *numbers*: the end of the generator splitmix64, a bijection."""
    numbers = (numbers ^ (numbers >> _SHIFTS[0])) * _FACTORS[0]
    numbers = (numbers ^ (numbers >> _SHIFTS[1])) * _FACTORS[1]
    return numbers ^ (numbers >> _SHIFTS[2])


def random_hashes(count: int, seed: int) -> "Hashes":
    """Different hashes for so many things."""
    start = np.uint64(0x9E3779B97F4A7C15 * (seed + 1) % 2**64)
    return mixed(np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + start)


@dataclass(frozen=True)
class Parts:
    """The parts of all guesses, numbered guess by guess."""

    order: "NDArray[np.int32]"
    """Of each guess (row) the secrets, part by part."""
    part_of: "NDArray[np.int32]"
    """The part in which each secret (column) is after each guess (row)."""
    starts: "NDArray[np.int64]"
    """Where each part begins in *order*, row after row."""
    firsts: "NDArray[np.int64]"
    """The first part of each guess."""
    wins: "NDArray[np.bool_]"
    """Whether a part is the winning one."""

    @classmethod
    def of(cls, ordinals: "Ordinals", win: int) -> "Parts":
        """The parts of this table."""
        guesses, secrets = ordinals.shape
        order = np.argsort(ordinals, axis=1, kind="stable").astype(np.int32)
        ordered = np.take_along_axis(ordinals, order, axis=1)
        begins = np.ones((guesses, secrets), np.bool_)
        begins[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
        numbers = np.cumsum(begins, dtype=np.int32).reshape(guesses, secrets) - np.int32(1)
        part_of = np.empty_like(numbers)
        np.put_along_axis(part_of, order, numbers, axis=1)
        starts = np.flatnonzero(begins)
        return cls(order, part_of, starts, numbers[:, 0].astype(np.int64), ordered.ravel()[starts] == win)

    def sums(self, secrets: "Hashes") -> "Hashes":
        """What the hashes of the *secrets* in each part add up to."""
        found = np.empty(len(self.starts), np.uint64)
        for begin, end, part, last in self._steps():
            values = secrets[self.order[begin:end].ravel()]
            found[part:last] = np.add.reduceat(values, self.starts[part:last] - begin * self.order.shape[1])
        return found

    def by_guess(self, parts: "Hashes") -> "Hashes":
        """What the hashes of the *parts* of each guess add up to."""
        return np.add.reduceat(parts, self.firsts)

    def by_secret(self, parts: "Hashes") -> "Hashes":
        """What the hashes of the *parts* in which each secret is add up to."""
        found = np.zeros(self.order.shape[1], np.uint64)
        for begin, end, _, _ in self._steps():
            found += parts[self.part_of[begin:end]].sum(axis=0, dtype=np.uint64)
        return found

    @property
    def guess_of(self) -> "NDArray[np.int64]":
        """The guess of each part."""
        return np.asarray(self.starts // self.order.shape[1])

    def _steps(self) -> "list[tuple[int, int, int, int]]":
        """Guesses from, to, and parts from, to, few enough for the cache."""
        guesses, secrets = self.order.shape
        begins = range(0, guesses, max(1, _PAIRS_PER_STEP // secrets))
        ends = [*begins[1:], guesses]
        parts = [int(self.firsts[begin]) for begin in begins]
        return list(zip(begins, ends, parts, [*parts[1:], len(self.starts)], strict=True))
