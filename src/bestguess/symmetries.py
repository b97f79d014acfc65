"""The symmetries of a game of your own: how they are said, and `find`, which looks for them in any table.

`find` goes by colour refinement and search; each symmetry is verified before it is returned.

A symmetry is known by what it does to the secrets: a guess splits them into parts, and its image is the guess that
splits their images into the images of the parts. So the search is for permutations of secrets.

*Twins* are taken out first: guesses of one cost that split the secrets into the same parts, which may be exchanged
alone, and secrets of one weight and one label that no guess tells apart. One of each kind stays, with their number.

*Colours* say what can be seen of a secret without naming one: two secrets that a symmetry exchanges have the same
colour. They are refined until nothing more is seen: a part by the colours in it, a guess by its parts, a secret by its
guesses and its part of each. Colours are hashes, so things that differ may look alike by chance: that only costs time.

*Exchanges* of two secrets alone are tried next: that takes little time, and those that are symmetries make *blocks*, in
which all secrets may be permuted at will.

*Search*, as in McKay, Practical graph isomorphism (1981): of several blocks of the same colour one is given colours of
its own, and the colours are refined, until all secrets differ. This is the first path. From its end to its
beginning, each block that might have been chosen instead is: where the colours are then those of the first path,
secrets of equal colours are mapped to each other, as many as possible to themselves, and that may be a symmetry. If it
is not, the next block is chosen, and so on. What the symmetries found so far exchange need not be tried.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from bestguess.games.codes import Code
from bestguess.games.registry import GameLike, as_game
from bestguess.games.symmetries import CodeSymmetries, Symmetry, changing_rows, renamed_guesses, symmetry_problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices, Ordinals
    from bestguess.games.table import Table

    Hashes = NDArray[np.uint64]
    """Of colours, parts, guesses: equal for what is alike, different for nearly all else. Sums of them overflow."""

__all__ = ["CodeSymmetries", "Symmetry", "find"]

_MOST_PAIRS = 2**25  # of guesses and secrets: memory for them
_MOST_VISITS = 2**30  # of pairs: some seconds
_MOST_IMAGES = 2**24  # of codes under all symmetries: memory for those who use them
_MOST_DEPTH = 100  # of choices below one another
_EXCHANGES_TRIED, _MOST_IN_VAIN = 4, 200  # of each secret with others of its colour, and of all that fail in a row
_WIN, _FACTOR, _OWN = np.uint64(0x51ED270B), np.uint64(0x9E3779B97F4A7C15), np.uint64(0x2545F491)
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


def find(game: GameLike) -> tuple[Symmetry, ...]:
    """Return symmetries of *game* that together make all others.

    Exchanges of secrets that no guess tells apart are left out. Each symmetry is verified, so none is ever wrong. The
    search takes some seconds at most, and then returns what it has found. A game of more than 2^25 pairs of a guess and
    a secret gets none. With them, solvers of a `CustomGame` are faster:

    >>> from bestguess.games import CustomGame
    >>> plain = CustomGame(range(1, 6), range(1, 6), lambda g, s: "<=>"[(g > s) - (g < s) + 1], "=")
    >>> mirror, = find(plain)
    >>> [mirror.guess(number) for number in plain.guesses]
    [5, 4, 3, 2, 1]
    """
    table = as_game(game).table
    if table.ordinals.size > _MOST_PAIRS:
        return ()
    most = max(1, _MOST_IMAGES // sum(table.ordinals.shape))
    guesses, secrets = tuple(table.guesses), table.secret_codes  # listed once: some games compute each
    found = islice(_Search(table).symmetries(), most)
    return tuple(Symmetry(_Images(guess_map, guesses), _Images(secret_map, secrets)) for guess_map, secret_map in found)


class _Images:
    """What becomes of a code: itself, unless the symmetry moves it. A class, so that it can be pickled."""

    def __init__(self, images: "Indices", codes: Sequence[Code]) -> None:
        moved = np.flatnonzero(images != np.arange(len(images)))
        self._moved = {codes[place]: codes[int(images[place])] for place in moved.tolist()}

    def __call__(self, code: Code) -> Code:
        return self._moved.get(code, code)


class _Kinds:
    """Things that are alike, by *hashes*: the lowest of each kind stands for all of it."""

    def __init__(self, hashes: "Hashes") -> None:
        _, self.first, self.of, self.count = np.unique(
            hashes, return_index=True, return_inverse=True, return_counts=True
        )
        order = np.argsort(self.first)  # kinds in the order of their lowest members
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        self.first, self.count, self.of = self.first[order], self.count[order], place[self.of]
        self.members = np.argsort(self.of, kind="stable")
        self.begins = np.cumsum(self.count) - self.count

    def images(self, kinds: "NDArray[np.int64]") -> "Indices":
        """The image of each thing when kinds go to *kinds* of the same size: in order."""
        found = np.empty(len(self.of), np.uint32)
        within = np.arange(len(self.of)) - np.repeat(self.begins, self.count)
        found[self.members] = self.members[np.repeat(self.begins[kinds], self.count) + within]
        return found

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Pairs of things of one kind, one after the other."""
        for one, other in zip(self.members[:-1].tolist(), self.members[1:].tolist(), strict=True):
            if self.of[one] == self.of[other]:
                yield one, other


class _Joined:
    """Which of some things are known to be exchanged by symmetries."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, one: int) -> int:
        """What stands for all that are joined with *one*."""
        while self._above[one] != one:
            self._above[one] = self._above[self._above[one]]
            one = self._above[one]
        return one

    def join(self, one: int, other: int) -> None:
        """Joins two things, and all that were joined with them."""
        self._above[self.root(one)] = self.root(other)


class _Stopped(Exception):  # noqa: N818 - not an error
    """The work that a search may do is done."""


@dataclass(frozen=True)
class _Level:
    """A level of the first path: the colours before the choice, and what became of them."""

    colours: "Hashes"
    blocks: list[int]
    """Blocks of one colour; the first was chosen."""
    refined: "Hashes"
    trace: list[int]
    """What was seen on the way from *colours* to *refined*."""


class _Search:
    """A search for the symmetries of one table. Secrets and guesses are kinds of them, but in what it returns."""

    def __init__(self, table: "Table") -> None:
        self._table, self._visits, self._most_visits = table, 0, _MOST_VISITS
        guesses, secrets = table.ordinals.shape
        labels = table.labels if table.game.identifies else np.zeros_like(table.labels)
        costs, weights = table.costs.astype(np.uint64), table.weights.astype(np.uint64)
        whole = Parts.of(table.ordinals, table.win)
        named = mixed(whole.sums(random_hashes(secrets, 0)) + whole.wins * _WIN)
        self._guesses = _Kinds(mixed(whole.by_guess(named) + mixed(costs)))
        columns = whole.by_secret(mixed(named ^ random_hashes(guesses, 1)[whole.guess_of]))
        own_labels = mixed(labels.astype(np.uint64) * _FACTOR + _OWN)
        self._secrets = _Kinds(mixed(columns + mixed(weights) + own_labels))

        # What is left of the table, and what its colours begin with.
        rows, places = self._guesses.first, self._secrets.first
        self._parts = whole
        if (len(rows), len(places)) != table.ordinals.shape:
            self._parts = Parts.of(table.ordinals[np.ix_(rows, places)], table.win)
        self._wins = self._parts.wins * _WIN
        self._guess_of = self._parts.guess_of
        self._cost = mixed(costs[rows] + mixed(self._guesses.count.astype(np.uint64)))
        self._start = mixed(weights[places] + mixed(self._secrets.count.astype(np.uint64)))
        self._labels = np.unique(labels[places], return_inverse=True)[1]

        # Names of secrets, by which the image of a guess is found.
        self._names = random_hashes(len(places), 2)
        self._sums = self._parts.sums(self._names)
        self._hashes = self._guess_hashes(self._sums)
        self._by_hash = np.argsort(self._hashes)
        self._block_of = np.arange(len(places))

    def symmetries(self) -> "Iterator[tuple[Indices, Indices]]":
        """The symmetries, each proven, until the work is done."""
        alone = np.arange(len(self._secrets.of), dtype=np.uint32)
        for one, other in self._guesses.neighbours():
            image = np.arange(len(self._guesses.of), dtype=np.uint32)
            image[[one, other]] = other, one
            if self._is_symmetry(image, alone):
                yield image, alone
        with suppress(_Stopped):
            root, _ = self._refined(self._start)
            yield from self._exchanges(root)
            yield from self._searched(root)

    def _work(self, visits: int) -> None:
        """Counts the pairs of a guess and a secret that are looked at; raises _Stopped once there are too many."""
        self._visits += visits
        if self._visits > self._most_visits:
            raise _Stopped

    def _refined(self, colours: "Hashes", trace: list[int] | None = None) -> "tuple[Hashes, list[int]]":
        """The *colours* when nothing more is seen, and what was seen till then; none where that is not *trace*."""
        seen, count = list[int](), len(np.unique(colours))
        while True:
            colours = self._seen_once(colours)
            seen.append(int(mixed(colours).sum(dtype=np.uint64)))
            if trace is not None and seen != trace[: len(seen)]:
                return colours[:0], seen
            before, count = count, len(np.unique(colours))
            if count in (before, len(colours)):
                return colours, seen

    def _seen_once(self, colours: "Hashes") -> "Hashes":
        """The *colours* with what is seen of parts, guesses and labels."""
        parts = self._parts
        self._work(2 * parts.order.size)
        looks = mixed(parts.sums(mixed(colours)) + self._wins)
        guesses = mixed(parts.by_guess(looks) + self._cost)
        found = colours * _FACTOR + parts.by_secret(mixed(looks + guesses[self._guess_of] * _FACTOR))
        sums = np.zeros(len(colours), np.uint64)
        np.add.at(sums, self._labels, mixed(colours))
        return mixed(found + mixed(sums)[self._labels])

    def _exchanges(self, root: "Hashes") -> "Iterator[tuple[Indices, Indices]]":
        """Symmetries that exchange two secrets and no others; makes the blocks. *root*: the colours."""
        order = np.argsort(root, kind="stable")
        in_vain = 0  # attempts: where many fail, all may
        for cell in np.split(order, np.flatnonzero(np.diff(root[order])) + 1):
            last = list[int]()  # the last secret of each block
            for secret in cell.tolist():
                for place in range(len(last) - 1, -1, -1)[:_EXCHANGES_TRIED]:
                    found = self._exchanged(last[place], secret) if in_vain < _MOST_IN_VAIN else None
                    if found is not None:
                        self._block_of[secret] = self._block_of[last.pop(place)]
                        yield found
                        in_vain = 0
                        break
                    in_vain += 1
                last.append(secret)

    def _exchanged(self, one: int, other: int) -> "tuple[Indices, Indices] | None":
        """The symmetry that exchanges two secrets and no others; None where there is none."""
        self._work(16 * len(self._hashes))
        parts = self._parts.part_of[:, [one, other]]
        apart = np.flatnonzero(parts[:, 0] != parts[:, 1])  # the guesses that tell them apart
        change = self._names[[other]] - self._names[[one]]
        changes = np.zeros(len(apart), np.uint64)
        for part, difference in ((parts[apart, 0], change), (parts[apart, 1], np.uint64(0) - change)):
            before = self._sums[part] + self._wins[part]
            changes += mixed(before + difference) - mixed(before)
        if changes.sum(dtype=np.uint64):  # then the images of the guesses are not the guesses
            return None
        hashes, image = self._hashes.copy(), np.arange(len(self._names))
        hashes[apart] += changes
        image[[one, other]] = other, one
        return self._symmetry(image, hashes)

    def _guess_hashes(self, sums: "Hashes") -> "Hashes":
        """What tells guesses apart, given what the names of the secrets in each part add up to."""
        return self._parts.by_guess(mixed(sums + self._wins)) + self._cost

    def _symmetry(self, secrets: "NDArray[np.intp]", hashes: "Hashes") -> "tuple[Indices, Indices] | None":
        """The symmetry that maps the *secrets* so; None where there is none. *hashes*: of the images of the guesses."""
        place = np.searchsorted(self._hashes, hashes, sorter=self._by_hash)
        guesses = self._by_hash[np.minimum(place, len(hashes) - 1)]
        if not np.array_equal(self._hashes[guesses], hashes) or np.bincount(guesses).max() > 1:
            return None
        for kinds, images in ((self._guesses, guesses), (self._secrets, secrets)):
            if not np.array_equal(kinds.count[images], kinds.count):
                return None
        found = self._guesses.images(guesses), self._secrets.images(secrets)
        return found if self._is_symmetry(*found) else None

    def _is_symmetry(self, guesses: "Indices", secrets: "Indices") -> bool:
        """The proof. Looks at every pair of a guess and a secret, but for those where nothing changes."""
        if symmetry_problem(self._table, guesses, secrets) is not None:
            return False
        rows = changing_rows(self._table, guesses, secrets)
        self._visits += 2 * len(rows) * len(secrets)
        return renamed_guesses(self._table, guesses, secrets, rows) is not None

    def _searched(self, root: "Hashes") -> "Iterator[tuple[Indices, Indices]]":
        """Symmetries that, with the exchanges, make all of them. *root*: the colours."""
        path = self._first_path(root)
        joined = _Joined(len(root))
        for level in reversed(range(len(path))):
            tried = path[level].blocks[:1]
            for block in path[level].blocks[1:]:
                if joined.root(block) in map(joined.root, tried):
                    continue
                descended = self._descended(path, level, path[level].colours, block)
                if descended is None:
                    tried.append(block)
                    continue
                image, found = descended
                for one, other in zip(self._block_of.tolist(), self._block_of[image].tolist(), strict=True):
                    joined.join(one, other)
                yield found

    def _first_path(self, root: "Hashes") -> list[_Level]:
        """The levels from *root* on, until each colour is that of one block, or half of the work is done."""
        path, colours = list[_Level](), root
        self._most_visits = _MOST_VISITS // 2
        with suppress(_Stopped):
            while blocks := self._choice(colours):
                refined, trace = self._refined(self._with_choice(colours, blocks[0]))
                path.append(_Level(colours, blocks, refined, trace))
                colours = refined
        self._most_visits = _MOST_VISITS
        return path

    def _choice(self, colours: "Hashes") -> list[int]:
        """The blocks of one colour, where it has several: the fewest there are, then the lowest. Else none."""
        heads = np.flatnonzero(self._block_of == np.arange(len(colours)))
        _, first, kind, count = np.unique(colours[heads], return_index=True, return_inverse=True, return_counts=True)
        several = np.flatnonzero(count > 1)
        if not len(several):
            return []
        chosen = several[np.lexsort((first[several], count[several]))[0]]
        return [int(head) for head in heads[kind == chosen]]

    def _with_choice(self, colours: "Hashes", block: int) -> "Hashes":
        """The *colours* when a *block* has one of its own."""
        return np.where(self._block_of == block, mixed(colours ^ _OWN), colours)

    def _descended(
        self, path: list[_Level], level: int, colours: "Hashes", block: int, depth: int = 0
    ) -> "tuple[NDArray[np.intp], tuple[Indices, Indices]] | None":
        """A symmetry that takes the choices of *path* from *level* on to *block* and others; None where there is none.

        It is given as a map of the secrets, and whole.
        """
        first = path[level]
        refined, _ = self._refined(self._with_choice(colours, block), first.trace)
        image = _matched(first.refined, refined)
        if image is None:
            return None
        self._work(self._parts.order.size)
        found = self._symmetry(image, self._guess_hashes(self._parts.sums(self._names[image])))
        if found is not None:
            return image, found
        if level + 1 == len(path) or depth == _MOST_DEPTH:
            return None
        colour = path[level + 1].colours[path[level + 1].blocks[0]]
        heads = np.flatnonzero((self._block_of == np.arange(len(refined))) & (refined == colour))
        below = (self._descended(path, level + 1, refined, int(head), depth + 1) for head in heads)
        return next((one for one in below if one is not None), None)


def _matched(colours: "Hashes", others: "Hashes") -> "NDArray[np.intp] | None":
    """A map of secrets to those of the same colour in *others*, as many as possible to themselves; or None."""
    if len(colours) != len(others):
        return None
    image = np.arange(len(colours))
    left = np.flatnonzero(colours != others)
    one, other = (left[np.argsort(names[left], kind="stable")] for names in (colours, others))
    if not np.array_equal(colours[one], others[other]):
        return None
    image[one] = other
    return image
