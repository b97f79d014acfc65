"""What a set of candidates costs at least, by counting: its size, and the parts of every guess."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.rules import Rules
from bestguess.errors import FileError

INFINITE = 1 << 50
"""Cannot be done."""

Indices: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Costs:
    """What guess number 1, 2, … costs: its number, without limit (*linear*), or *each*, and no more than so many."""

    linear: bool
    each: tuple[int, ...] = ()
    weighted: bool = True

    @staticmethod
    def total(limit: int | None, most: int) -> "Costs":
        """The guesses in all, by weight; none of *most* secrets needs more than *most*."""
        return Costs(True) if limit is None else Costs(False, tuple(range(1, min(limit, most) + 1)))

    @staticmethod
    def within(limit: int) -> "Costs":
        """Nothing, but no more than *limit* guesses."""
        return Costs(False, (0,) * limit, weighted=False)

    @staticmethod
    def last(limit: int, most: int) -> "Costs":
        """The secrets that need the last guess; none of *most* secrets needs more than *most*."""
        return Costs(False, (0,) * (limit - 1) + (1,) if limit <= most else (0,) * most, weighted=False)

    def at(self, depth: int, ahead: int) -> int:
        """The cost of guess number *depth* + *ahead*."""
        if self.linear:
            return ahead
        return self.each[depth + ahead - 1] if depth + ahead <= len(self.each) else INFINITE


@dataclass(frozen=True)
class Table:
    """The feedbacks of all guesses against the candidates, as numbers."""

    answers: NDArray[np.uint8] | NDArray[np.uint16]
    texts: tuple[str, ...]
    win: int
    secrets: tuple[str, ...]
    winner: Indices
    weights: Indices

    @staticmethod
    def of(rules: Rules, secrets: list[str]) -> "Table":
        """The table of *rules*, for *secrets* only."""
        texts, answers = _pegs(rules.guesses, secrets) if rules.pegs else _any(rules, secrets)
        if rules.win not in texts:
            raise FileError("no guess wins against any candidate")
        win = texts.index(rules.win)
        wins = answers == win
        if not (wins.sum(0) == 1).all() or not (wins.sum(1) <= 1).all():
            raise FileError("expected one guess that wins for each candidate, and none that wins for two")
        weights = np.array([rules.weights[secret] for secret in secrets], np.int64)
        return Table(answers, tuple(texts), win, tuple(secrets), wins.argmax(0), weights)

    @property
    def feedbacks(self) -> int:
        """How many there are."""
        return len(self.texts)

    def ordinal(self, text: str) -> int:
        """The number of a feedback; -1 for none."""
        if text != "-" and text not in self.texts:
            raise FileError(f"expected a feedback of the game, got {text!r}")
        return -1 if text == "-" else self.texts.index(text)

    @cached_property
    def bits(self) -> NDArray[Any] | None:
        """For each candidate and guess one bit, that of the feedback; None when there are too many feedbacks."""
        for kind in (np.uint16, np.uint32, np.uint64):
            if self.feedbacks <= np.iinfo(kind).bits:
                return np.ascontiguousarray(np.left_shift(kind(1), self.answers.T.astype(kind)))
        return None

    def parts(self, candidates: Indices) -> NDArray[Any]:
        """The number of parts into which each guess splits *candidates*."""
        if self.bits is not None:
            return np.asarray(np.bitwise_count(np.bitwise_or.reduce(self.bits[candidates], axis=0)), np.int64)
        ordered = np.sort(self.answers[:, candidates], axis=1)
        changes: NDArray[Any] = np.diff(ordered.astype(np.int64), axis=1) != 0
        return np.asarray(1 + changes.sum(1))


def _pegs(guesses: tuple[str, ...], secrets: list[str]) -> tuple[list[str], NDArray[Any]]:
    """Exact: the same symbol in the same place. Common: symbols both have, as often as both have them."""
    pegs = len(guesses[0])
    symbols = sorted(set("".join(guesses)))
    words = np.array([[symbols.index(letter) for letter in code] for code in guesses], np.uint8)
    others = np.array([[symbols.index(letter) for letter in code] for code in secrets], np.uint8)
    counts = np.stack([(others == symbol).sum(1) for symbol in range(len(symbols))], 1).astype(np.uint8)
    answers = np.empty((len(guesses), len(secrets)), np.uint8)
    for number, word in enumerate(words):
        exact = (others == word).sum(1)
        common = sum(np.minimum(counts[:, s], (word == s).sum()).astype(np.int64) for s in set(word.tolist()))
        answers[number] = exact * (pegs + 1) + (common - exact)
    used = np.unique(answers)
    dense = np.zeros(256, np.uint8)
    dense[used] = np.arange(len(used))
    return [f"{code // (pegs + 1)}.{code % (pegs + 1)}" for code in used.tolist()], dense[answers]


def _any(rules: Rules, secrets: list[str]) -> tuple[list[str], NDArray[Any]]:
    rows = [[rules.feedback(guess, secret) for secret in secrets] for guess in rules.guesses]
    texts = sorted({answer for row in rows for answer in row})
    number = {text: ordinal for ordinal, text in enumerate(texts)}
    kind = np.uint8 if len(texts) <= 256 else np.uint16
    return texts, np.array([[number[answer] for answer in row] for row in rows], kind)


@dataclass(frozen=True)
class Split:
    """How guesses split a set: the least cost by the sizes of the parts, whether it is split at all, and the parts.

    The label of a candidate is the place of the first one in its part, or the size of the set where the guess wins.
    """

    sums: Indices
    splits: NDArray[np.bool_]
    labels: NDArray[Any]


class Bounds:
    """Bounds of the cost of sets, remembered."""

    def __init__(self, table: Table, costs: Costs, consistent: bool) -> None:
        self.table, self.costs, self.consistent = table, costs, consistent
        self.weighted = costs.weighted and bool((table.weights != 1).any())
        depths = 1 if costs.linear else len(costs.each) + 2
        self.sizes = [self._sizes(depth) for depth in range(depths)]
        self.known: dict[tuple[bytes, int], int] = {}

    def _sizes(self, depth: int) -> Indices:
        """With b losing feedbacks, at most 1, b, b * b, … secrets are found by the next guess, the one after, …."""
        most = len(self.table.secrets)
        sums, width, ahead = [0], 1, 1
        while len(sums) <= most:
            cost = self.costs.at(depth, ahead)
            for _ in range(min(width, most + 1 - len(sums))):
                sums.append(min(sums[-1] + cost, INFINITE))
            width, ahead = min(width * max(self.table.feedbacks - 1, 1), most), ahead + 1
        return np.array(sums, np.int64)

    def _by_size(self, sizes: Any, weights: Any, heaviest: Any, depth: int) -> Any:
        """A bound by size; with weights, the heaviest first and all others next."""
        by_size = self.sizes[min(depth, len(self.sizes) - 1)][sizes]
        if not self.weighted:
            return by_size
        first, second = self.costs.at(depth, 1), self.costs.at(depth, 2)
        by_weight = _times(heaviest, first) + _times(weights - heaviest, second)
        return np.where(by_size >= INFINITE, INFINITE, np.minimum(by_weight, INFINITE))

    def below(self, part: Indices, cost: int) -> int:
        """What *part*, of this *cost*, adds to the guess above it: one more guess each, where guesses are counted."""
        weight = int(self.table.weights[part].sum()) if self.weighted else len(part)
        return min(cost + (weight if self.costs.linear else 0), INFINITE)

    def by_size(self, part: Indices, depth: int) -> int:
        """What *part* adds to the guess above it, by its size."""
        weights = self.table.weights[part] if self.weighted else np.ones(len(part), np.int64)
        return self.below(part, int(self._by_size(len(part), int(weights.sum()), int(weights.max()), depth)))

    def by_parts(self, part: Indices, depth: int) -> int:
        """What *part* adds to the guess above it, by the most parts that any guess splits it into."""
        if self.weighted:
            return self.by_size(part, depth)
        key = (part.tobytes(), depth)
        if key not in self.known:
            parts = self.table.parts(part)
            winners = self.table.winner[part]
            bound = self._bound_by_parts(len(part), int(parts[winners].max()), 1, depth)
            if not self.consistent:
                parts[winners] = 0
                if (most := int(parts.max())) > 1:  # one part: does not split the candidates
                    bound = min(bound, self._bound_by_parts(len(part), most, 0, depth))
            self.known[key] = self.below(part, bound)
        return self.known[key]

    def _bound_by_parts(self, size: int, parts: int, wins: int, depth: int) -> int:
        """The winning one now, one of each other part next, the rest after that."""
        now, soon, late = (self.costs.at(depth, ahead) for ahead in (1, 2, 3))
        bound = _times(wins, now) + _times(parts - wins, soon) + _times(size - parts, late)
        return min(int(bound), INFINITE)

    def split(self, guesses: Indices, candidates: Indices, depth: int) -> Split:
        """How each of *guesses* splits *candidates*."""
        feedbacks, size = self.table.feedbacks, len(candidates)
        answers = self.table.answers[np.ix_(guesses, candidates)].astype(np.int64)
        places = (answers + feedbacks * np.arange(len(guesses))[:, None]).ravel()
        shape = (len(guesses), feedbacks)
        counts = np.bincount(places, minlength=len(guesses) * feedbacks).reshape(shape)
        weights, heaviest = counts, np.minimum(counts, 1)
        if self.weighted:
            repeated = np.tile(self.table.weights[candidates], len(guesses))
            weights, heaviest = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
            np.add.at(weights.ravel(), places, repeated)
            np.maximum.at(heaviest.ravel(), places, repeated)
        below = 0 if self.costs.linear else depth + 1
        adds = self._by_size(counts, weights, heaviest, below) + (weights if self.costs.linear else 0)
        win = self.table.win
        adds[:, win] = _times(weights[:, win], self.costs.at(depth, 1))
        wins = counts[:, win] > 0
        first = np.full(shape, size, np.int64)  # the first candidate of each part names it
        rows = np.arange(len(guesses))
        for column in range(size - 1, -1, -1):
            first[rows, answers[:, column]] = column
        labels = first[rows[:, None], answers]
        labels[(answers == win)] = size  # the winning one is no part
        return Split(np.minimum(adds.sum(1), INFINITE), wins | (counts.max(1) < size), labels)


def _times(weight: Any, cost: int) -> Any:
    """Weight times cost; nothing costs nothing, even where it cannot be done."""
    return np.where(np.asarray(weight) == 0, 0, INFINITE) if cost >= INFINITE else weight * cost
