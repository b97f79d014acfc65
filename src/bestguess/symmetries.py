"""Symmetries of a game of your own: the classes to declare them, and `find`, which finds them in any table.

`find` uses colour refinement and search, and verifies each symmetry before it returns it.

A symmetry is determined by its permutation of the secrets. A guess splits the secrets into parts; its image is the
guess that splits the images of the secrets into the images of the parts. So the search is for permutations of secrets.

Step 1. *Twins* are merged. Guesses with the same cost and the same parts are twins: swapping two of them alone is a
symmetry. So are secrets with the same weight and label that no guess tells apart. The lowest of each kind stands for
all, together with their number.

Step 2. *Colours* are computed. The colour of a secret does not depend on any names, so two secrets that a symmetry
exchanges have the same colour. Colours are refined until nothing changes: a part by the colours in it, a guess by its
parts, a secret by its guesses and its part of each. Colours are hashes. Different things may have one colour by chance;
that costs time, but no correctness.

Step 3. *Swaps* of two secrets alone are tried, which is fast. Those that are symmetries form *blocks*: all secrets of
a block may be permuted freely.

Step 4. *Search*, as in McKay, Practical graph isomorphism (1981). If several blocks have one colour, give one of them a
new colour and refine again, until all blocks differ. This is the *first path*. Then go back from its end to its
beginning and try each other block that could have been chosen. If refinement then gives the colours of the first path,
map secrets of equal colours to each other, as many as possible to themselves. The result may be a symmetry. If it is
not, choose a block on the next level, and so on. Blocks that known symmetries exchange need only one attempt.
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
    """Hashes of colours, parts or guesses: equal for equal things, almost always different for others.

    A set is hashed as the sum of the hashes of its members, which may overflow: order does not matter.
    """

__all__ = ["CodeSymmetries", "Symmetry", "find"]

# Limits of the search. A visit is one pair of a guess and a secret.
_MAX_PAIRS = 2**25  # size of the table, to limit memory
_MAX_VISITS = 2**30  # a few seconds
_MAX_IMAGES = 2**24  # codes times symmetries, to limit the memory of callers
_MAX_DEPTH = 100  # recursion depth of `_descend`
_MAX_SWAPS_OF_SECRET = 4  # attempts to swap one secret with others of its colour
_MAX_FAILED_SWAPS = 200  # attempts in a row that fail: then there are probably no swaps
_PAIRS_PER_STEP = 2**18

# Constants of hashes: arbitrary numbers that tell the winning part and a chosen block from others, and the numbers of
# the generator splitmix64.
_WIN, _OWN = np.uint64(0x51ED270B), np.uint64(0x2545F491)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_MIX_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_MIX_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))


def mix(numbers: "Hashes") -> "Hashes":
    """Return hashes of *numbers* by the last step of the generator splitmix64, which is a bijection."""
    numbers = (numbers ^ (numbers >> _MIX_SHIFTS[0])) * _MIX_FACTORS[0]
    numbers = (numbers ^ (numbers >> _MIX_SHIFTS[1])) * _MIX_FACTORS[1]
    return numbers ^ (numbers >> _MIX_SHIFTS[2])


def random_hashes(count: int, seed: int) -> "Hashes":
    """Return *count* different hashes."""
    start = np.uint64(0x9E3779B97F4A7C15 * (seed + 1) % 2**64)
    return mix(np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + start)


@dataclass(frozen=True)
class Parts:
    """Parts of all guesses, numbered guess by guess."""

    order: "NDArray[np.int32]"
    """Secrets sorted by part, one row for each guess."""
    part_of: "NDArray[np.int32]"
    """Part of each secret (column) after each guess (row)."""
    starts: "NDArray[np.int64]"
    """Start of each part in *order*, which is read row by row."""
    firsts: "NDArray[np.int64]"
    """First part of each guess."""
    wins: "NDArray[np.bool_]"
    """Whether each part is the winning one."""

    @classmethod
    def of(cls, ordinals: "Ordinals", win: int) -> "Parts":
        """Return the parts of a table with these *ordinals* and the winning ordinal *win*."""
        guesses, secrets = ordinals.shape
        order = np.argsort(ordinals, axis=1, kind="stable").astype(np.int32)
        sorted_ordinals = np.take_along_axis(ordinals, order, axis=1)
        is_start = np.ones((guesses, secrets), np.bool_)
        is_start[:, 1:] = sorted_ordinals[:, 1:] != sorted_ordinals[:, :-1]
        numbers = np.cumsum(is_start, dtype=np.int32).reshape(guesses, secrets) - np.int32(1)
        part_of = np.empty_like(numbers)
        np.put_along_axis(part_of, order, numbers, axis=1)
        starts = np.flatnonzero(is_start)
        return cls(order, part_of, starts, numbers[:, 0].astype(np.int64), sorted_ordinals.ravel()[starts] == win)

    def sums(self, secrets: "Hashes") -> "Hashes":
        """Return the sum of the hashes of *secrets* in each part."""
        sums = np.empty(len(self.starts), np.uint64)
        for begin, end, part, last in self._steps():
            values = secrets[self.order[begin:end].ravel()]
            sums[part:last] = np.add.reduceat(values, self.starts[part:last] - begin * self.order.shape[1])
        return sums

    def by_guess(self, parts: "Hashes") -> "Hashes":
        """Return the sum of the hashes of *parts* for each guess."""
        return np.add.reduceat(parts, self.firsts)

    def by_secret(self, parts: "Hashes") -> "Hashes":
        """Return for each secret the sum of the hashes of the *parts* that contain it."""
        sums = np.zeros(self.order.shape[1], np.uint64)
        for begin, end, _, _ in self._steps():
            sums += parts[self.part_of[begin:end]].sum(axis=0, dtype=np.uint64)
        return sums

    @property
    def guess_of(self) -> "NDArray[np.int64]":
        """Guess of each part."""
        return np.asarray(self.starts // self.order.shape[1])

    def _steps(self) -> "list[tuple[int, int, int, int]]":
        """Return ranges of guesses, and of their parts, small enough for the cache: (begin, end, part, last part)."""
        guesses, secrets = self.order.shape
        begins = range(0, guesses, max(1, _PAIRS_PER_STEP // secrets))
        ends = [*begins[1:], guesses]
        parts = [int(self.firsts[begin]) for begin in begins]
        return list(zip(begins, ends, parts, [*parts[1:], len(self.starts)], strict=True))


def find(game: GameLike) -> tuple[Symmetry, ...]:
    """Return symmetries of *game* that generate all others. Solvers of a `CustomGame` are faster with them.

    Each symmetry is verified, so none is ever wrong. Swaps of secrets that no guess tells apart are left out. After
    some seconds the search stops and returns what it has found. A game of more than 2^25 pairs of a guess and a secret
    gets none.

    >>> from bestguess.games import CustomGame
    >>> plain = CustomGame(range(1, 6), range(1, 6), lambda g, s: "<=>"[(g > s) - (g < s) + 1], "=")
    >>> mirror, = find(plain)
    >>> [mirror.guess(number) for number in plain.guesses]
    [5, 4, 3, 2, 1]
    """
    table = as_game(game).table
    if table.ordinals.size > _MAX_PAIRS:
        return ()
    max_count = max(1, _MAX_IMAGES // sum(table.ordinals.shape))
    guesses, secrets = tuple(table.guesses), table.secret_codes  # once: some games compute codes on demand
    maps = islice(_Search(table).symmetries(), max_count)
    return tuple(Symmetry(_Images(guess_map, guesses), _Images(secret_map, secrets)) for guess_map, secret_map in maps)


class _Images:
    """Function that maps a code to its image under a symmetry. It is a class so that it can be pickled."""

    def __init__(self, images: "Indices", codes: Sequence[Code]) -> None:
        moved = np.flatnonzero(images != np.arange(len(images)))
        self._moved = {codes[place]: codes[int(images[place])] for place in moved.tolist()}

    def __call__(self, code: Code) -> Code:
        return self._moved.get(code, code)


class _Kinds:
    """Kinds of twins: items, guesses or secrets, with equal *hashes*. The lowest item of each kind stands for it."""

    first: "NDArray[np.intp]"
    """Lowest item of each kind; kinds are in this order."""
    of: "NDArray[np.intp]"
    """Kind of each item."""
    count: "NDArray[np.intp]"
    """Number of items of each kind."""

    def __init__(self, hashes: "Hashes") -> None:
        _, first, kind, count = np.unique(hashes, return_index=True, return_inverse=True, return_counts=True)
        order = np.argsort(first)  # np.unique sorts the kinds by hash
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        self.first, self.count, self.of = first[order], count[order], rank[kind]
        self._members = np.argsort(self.of, kind="stable")  # items, kind by kind
        self._begins = np.cumsum(self.count) - self.count  # start of each kind in _members

    def images(self, kinds: "NDArray[np.int64]") -> "Indices":
        """Return the image of each item when each kind is mapped to one of *kinds*, of the same size, in order."""
        images = np.empty(len(self.of), np.uint32)
        within = np.arange(len(self.of)) - np.repeat(self._begins, self.count)
        images[self._members] = self._members[np.repeat(self._begins[kinds], self.count) + within]
        return images

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of successive items of one kind. Their swaps generate all permutations of twins."""
        for item, other in zip(self._members[:-1].tolist(), self._members[1:].tolist(), strict=True):
            if self.of[item] == self.of[other]:
                yield item, other


class _Orbits:
    """Disjoint sets (union-find) of items that known symmetries exchange."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def root(self, item: int) -> int:
        """Return the item that stands for the set of *item*."""
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]  # path halving
            item = self._parent[item]
        return item

    def join(self, item: int, other: int) -> None:
        """Merge the sets of two items."""
        self._parent[self.root(item)] = self.root(other)


class _LimitReached(Exception):  # noqa: N818 - not an error
    """The search has made all the visits that it may make."""


@dataclass(frozen=True)
class _Level:
    """Level of the first path: a choice of a block, and the colours before and after it."""

    colours: "Hashes"
    """Colours before the choice."""
    blocks: list[int]
    """Blocks of one colour; the first was chosen."""
    refined: "Hashes"
    """Colours after the choice, refined."""
    trace: list[int]
    """Hash of all colours after each round of refinement. Another choice must give the same trace."""


class _Search:
    """Search for the symmetries of one table.

    Inside, an index of a guess or secret means a kind of twins (`_Kinds`); the result is in indices of the table.
    """

    def __init__(self, table: "Table") -> None:
        self._table, self._visits, self._visit_limit = table, 0, _MAX_VISITS
        # Twins: guesses with the same parts and cost, secrets with the same column, weight and label.
        guesses, secrets = table.ordinals.shape
        labels = table.labels if table.game.identifies else np.zeros_like(table.labels)
        costs, weights = table.costs.astype(np.uint64), table.weights.astype(np.uint64)
        parts = Parts.of(table.ordinals, table.win)
        part_hashes = mix(parts.sums(random_hashes(secrets, 0)) + parts.wins * _WIN)
        self._guesses = _Kinds(mix(parts.by_guess(part_hashes) + mix(costs)))
        columns = parts.by_secret(mix(part_hashes ^ random_hashes(guesses, 1)[parts.guess_of]))
        label_hashes = mix(labels.astype(np.uint64) * _FACTOR + _OWN)
        self._secrets = _Kinds(mix(columns + mix(weights) + label_hashes))

        # The table without twins, and the first colours.
        rows, places = self._guesses.first, self._secrets.first
        self._parts = parts
        if (len(rows), len(places)) != table.ordinals.shape:
            self._parts = Parts.of(table.ordinals[np.ix_(rows, places)], table.win)
        self._wins = self._parts.wins * _WIN
        self._guess_of = self._parts.guess_of
        self._cost = mix(costs[rows] + mix(self._guesses.count.astype(np.uint64)))
        self._start = mix(weights[places] + mix(self._secrets.count.astype(np.uint64)))
        self._labels = np.unique(labels[places], return_inverse=True)[1]

        # Random names of the secrets. A guess is known by the names in its parts, so the hash of its image, computed
        # from the names of the image secrets, leads to the image guess.
        self._names = random_hashes(len(places), 2)
        self._sums = self._parts.sums(self._names)
        self._hashes = self._guess_hashes(self._sums)
        self._by_hash = np.argsort(self._hashes)
        # The block of each secret: its lowest member. At first each secret is a block.
        self._block_of = np.arange(len(places))

    def symmetries(self) -> "Iterator[tuple[Indices, Indices]]":
        """Yield the symmetries, each verified, as maps of guesses and of secrets; stop at the limit of visits."""
        identity = np.arange(len(self._secrets.of), dtype=np.uint32)
        for guess, twin in self._guesses.neighbours():
            guess_map = np.arange(len(self._guesses.of), dtype=np.uint32)
            guess_map[[guess, twin]] = twin, guess
            if self._is_symmetry(guess_map, identity):
                yield guess_map, identity
        with suppress(_LimitReached):
            root, _ = self._refine(self._start)
            yield from self._swaps(root)
            yield from self._search(root)

    def _count_visits(self, visits: int) -> None:
        """Add to the visits of pairs of a guess and a secret. Raises _LimitReached once there are too many."""
        self._visits += visits
        if self._visits > self._visit_limit:
            raise _LimitReached

    def _refine(self, colours: "Hashes", expected: list[int] | None = None) -> "tuple[Hashes, list[int]]":
        """Return *colours* refined until nothing changes, and the trace of the refinement (`_Level.trace`).

        The colours are empty as soon as the trace differs from the *expected* one.
        """
        trace, count = list[int](), len(np.unique(colours))
        while True:
            colours = self._refine_once(colours)
            trace.append(int(mix(colours).sum(dtype=np.uint64)))
            if expected is not None and trace != expected[: len(trace)]:
                return colours[:0], trace
            before, count = count, len(np.unique(colours))
            if count in (before, len(colours)):
                return colours, trace

    def _refine_once(self, colours: "Hashes") -> "Hashes":
        """Return *colours* after one round: add what the parts, guesses and labels of each secret show."""
        parts = self._parts
        self._count_visits(2 * parts.order.size)
        part_colours = mix(parts.sums(mix(colours)) + self._wins)
        guess_colours = mix(parts.by_guess(part_colours) + self._cost)
        seen = parts.by_secret(mix(part_colours + guess_colours[self._guess_of] * _FACTOR))
        label_sums = np.zeros(len(colours), np.uint64)
        np.add.at(label_sums, self._labels, mix(colours))
        return mix(colours * _FACTOR + seen + mix(label_sums)[self._labels])

    def _swaps(self, root: "Hashes") -> "Iterator[tuple[Indices, Indices]]":
        """Yield symmetries that swap two secrets and move no others, and join these secrets in blocks.

        *root* has the refined colours: only secrets of one colour can be swapped.
        """
        order = np.argsort(root, kind="stable")
        failed = 0  # attempts in a row
        for cell in np.split(order, np.flatnonzero(np.diff(root[order])) + 1):
            last_members = list[int]()  # the last secret of each block in this cell
            for secret in cell.tolist():
                for place in range(len(last_members) - 1, -1, -1)[:_MAX_SWAPS_OF_SECRET]:
                    symmetry = self._swap(last_members[place], secret) if failed < _MAX_FAILED_SWAPS else None
                    if symmetry is not None:
                        self._block_of[secret] = self._block_of[last_members.pop(place)]
                        yield symmetry
                        failed = 0
                        break
                    failed += 1
                last_members.append(secret)

    def _swap(self, secret: int, other: int) -> "tuple[Indices, Indices] | None":
        """Return the symmetry that swaps two secrets and moves no others; None if there is none."""
        self._count_visits(16 * len(self._hashes))
        # Update the hashes of the images of those guesses that tell the two secrets apart. Only two parts of each
        # change: one gets the other secret's name for its own, and the other way round.
        parts = self._parts.part_of[:, [secret, other]]
        separating = np.flatnonzero(parts[:, 0] != parts[:, 1])
        change = self._names[[other]] - self._names[[secret]]
        changes = np.zeros(len(separating), np.uint64)
        for part, difference in ((parts[separating, 0], change), (parts[separating, 1], np.uint64(0) - change)):
            before = self._sums[part] + self._wins[part]
            changes += mix(before + difference) - mix(before)
        if changes.sum(dtype=np.uint64):  # the images are not a permutation of the guesses: their hashes do not add up
            return None
        hashes, image = self._hashes.copy(), np.arange(len(self._names))
        hashes[separating] += changes
        image[[secret, other]] = other, secret
        return self._symmetry(image, hashes)

    def _guess_hashes(self, sums: "Hashes") -> "Hashes":
        """Return a hash of each guess by the *sums* of the names of the secrets in its parts."""
        return self._parts.by_guess(mix(sums + self._wins)) + self._cost

    def _symmetry(self, secrets: "NDArray[np.intp]", hashes: "Hashes") -> "tuple[Indices, Indices] | None":
        """Return the symmetry that maps the secrets to *secrets*; None if there is none.

        *hashes* are those of the images of the guesses. The result is verified, and in indices of the table.
        """
        place = np.searchsorted(self._hashes, hashes, sorter=self._by_hash)
        guesses = self._by_hash[np.minimum(place, len(hashes) - 1)]
        if not np.array_equal(self._hashes[guesses], hashes) or np.bincount(guesses).max() > 1:
            return None
        for kinds, images in ((self._guesses, guesses), (self._secrets, secrets)):
            if not np.array_equal(kinds.count[images], kinds.count):
                return None
        symmetry = self._guesses.images(guesses), self._secrets.images(secrets)
        return symmetry if self._is_symmetry(*symmetry) else None

    def _is_symmetry(self, guesses: "Indices", secrets: "Indices") -> bool:
        """Verify a symmetry by every pair of a guess and a secret that it may change."""
        if symmetry_problem(self._table, guesses, secrets) is not None:
            return False
        rows = changing_rows(self._table, guesses, secrets)
        self._visits += 2 * len(rows) * len(secrets)
        return renamed_guesses(self._table, guesses, secrets, rows) is not None

    def _search(self, root: "Hashes") -> "Iterator[tuple[Indices, Indices]]":
        """Yield symmetries that, together with the swaps, generate all others. *root* has the refined colours."""
        path = self._first_path(root)
        orbits = _Orbits(len(root))
        for level in reversed(range(len(path))):
            tried = path[level].blocks[:1]
            for block in path[level].blocks[1:]:
                if orbits.root(block) in map(orbits.root, tried):
                    continue
                result = self._descend(path, level, path[level].colours, block)
                if result is None:
                    tried.append(block)
                    continue
                image, symmetry = result
                for source, target in zip(self._block_of.tolist(), self._block_of[image].tolist(), strict=True):
                    orbits.join(source, target)
                yield symmetry

    def _first_path(self, root: "Hashes") -> list[_Level]:
        """Return the levels of the first path. It ends when all blocks differ, or after half of the visits."""
        path, colours = list[_Level](), root
        self._visit_limit = _MAX_VISITS // 2
        with suppress(_LimitReached):
            while blocks := self._blocks_to_split(colours):
                refined, trace = self._refine(self._with_choice(colours, blocks[0]))
                path.append(_Level(colours, blocks, refined, trace))
                colours = refined
        self._visit_limit = _MAX_VISITS
        return path

    def _blocks_to_split(self, colours: "Hashes") -> list[int]:
        """Return the blocks of a colour with several blocks: the fewest, ties to the lowest. Empty if there is none."""
        heads = np.flatnonzero(self._block_of == np.arange(len(colours)))
        _, first, kind, count = np.unique(colours[heads], return_index=True, return_inverse=True, return_counts=True)
        several = np.flatnonzero(count > 1)
        if not len(several):
            return []
        chosen = several[np.lexsort((first[several], count[several]))[0]]
        return [int(head) for head in heads[kind == chosen]]

    def _with_choice(self, colours: "Hashes", block: int) -> "Hashes":
        """Return *colours* with a new colour for *block*."""
        return np.where(self._block_of == block, mix(colours ^ _OWN), colours)

    def _descend(
        self, path: list[_Level], level: int, colours: "Hashes", block: int, depth: int = 0
    ) -> "tuple[NDArray[np.intp], tuple[Indices, Indices]] | None":
        """Return a symmetry that maps the block chosen at *level* of *path* to *block*; None if there is none.

        *colours* are those before the choice. The result has the map of secrets (kinds of twins), and the symmetry.
        """
        first = path[level]
        refined, _ = self._refine(self._with_choice(colours, block), first.trace)
        image = _match(first.refined, refined)
        if image is None:
            return None
        self._count_visits(self._parts.order.size)
        symmetry = self._symmetry(image, self._guess_hashes(self._parts.sums(self._names[image])))
        if symmetry is not None:
            return image, symmetry
        if level + 1 == len(path) or depth == _MAX_DEPTH:
            return None
        # Not yet: try every block that may be the image of the one chosen at the next level.
        colour = path[level + 1].colours[path[level + 1].blocks[0]]
        heads = np.flatnonzero((self._block_of == np.arange(len(refined))) & (refined == colour))
        results = (self._descend(path, level + 1, refined, int(head), depth + 1) for head in heads)
        return next((result for result in results if result is not None), None)


def _match(colours: "Hashes", others: "Hashes") -> "NDArray[np.intp] | None":
    """Return a map of secrets to secrets of the same colour in *others*; None if the colours do not match.

    As many secrets as possible are mapped to themselves.
    """
    if len(colours) != len(others):
        return None
    image = np.arange(len(colours))
    moved = np.flatnonzero(colours != others)
    sources, targets = (moved[np.argsort(hashes[moved], kind="stable")] for hashes in (colours, others))
    if not np.array_equal(colours[sources], others[targets]):
        return None
    image[sources] = targets
    return image
