"""Figures as rows of a table, for programs and for people, and lists that are computed when they are asked for."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

from bestguess.errors import BestguessError, reason
from bestguess.games.codes import text_of
from bestguess.tabular import Lines
from bestguess.trees import Figures
from bestguess.trees.formats import cost_text

_Item = TypeVar("_Item")
_NUMBERS = ("total", "mean", "worst", "at_worst", "first_guess")  # that a program which failed has none of
OF_FOUND = "of those found"
"""What total, mean and worst are, where something is lost."""


class LazyList(Sequence[_Item]):
    """*count* items that are *computed* in order, each once. Iterating gives each as soon as it is there.

    An error is raised as it is; after that the items before it remain, and asking for others raises BestguessError.

    >>> squares = LazyList((number**2 for number in range(4)), 4)
    >>> squares[1], list(squares), len(squares), next(squares)
    (1, [0, 1, 4, 9], 4, 0)
    """

    def __init__(self, computed: Iterator[_Item], count: int) -> None:
        self._computed, self._count = computed, count
        self._known: list[_Item] = []
        self._next = 0
        self._stopped = ""  # by which error

    @property
    def known(self) -> Sequence[_Item]:
        """The items that are there already."""
        return tuple(self._known)

    def __getstate__(self) -> dict[str, Any]:
        """Compute what is left, for copies and pickles: an iterator cannot be pickled."""
        self._known = self[:]
        return {**vars(self), "_computed": iter(())}

    def computed(self) -> list[_Item]:
        """Return all items, computing what is missing; where an error has ended that before, those that are known."""
        return list(self._known) if self._stopped else list(self)

    def __iter__(self) -> Iterator[_Item]:
        for place in range(self._count):
            yield self[place]
        self._finish()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> _Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[_Item]: ...
    def __getitem__(self, index: int | slice) -> _Item | list[_Item]:
        if isinstance(index, slice):
            return [self[place] for place in range(self._count)[index]]
        place = range(self._count)[index]
        while len(self._known) <= place:
            if self._stopped:
                raise BestguessError(f"item {len(self._known) + 1} of {self._count} was not computed: {self._stopped}")
            try:
                self._known.append(next(self._computed))
            except BaseException as error:
                self._stopped = reason(error)
                raise
        return self._known[place]

    def _finish(self) -> None:
        """Run what follows the last item: an error that was kept until the item was given."""
        next(self._computed, None)

    def __next__(self) -> _Item:
        """Return the first item, and with each call the next one."""
        if self._next == self._count:
            self._finish()
            raise StopIteration
        self._next += 1
        return self[self._next - 1]


def some_lost(results: Iterable[Figures]) -> bool:
    """Whether any of *results* has lost secrets, so that total, mean and worst are of those found."""
    return any(one.lost for one in results)


def ranked(results: Sequence[Figures]) -> Sequence[Figures]:
    """Return *results*, those that lose least first, then by mean, what failed last; if nothing is lost, as they are.

    A mean is of the secrets that are found, so that by the mean alone who loses most would look best.
    """
    return sorted(results, key=_rank) if some_lost(results) else results


def _rank(one: Figures) -> tuple[bool, float, float]:
    return one.error is not None, one.lost_weight or 0, one.mean if one.distribution else math.inf


def _any(results: Iterable[Figures], name: str) -> bool:
    """Whether any of *results* has something under *name*."""
    return any(getattr(one, name) is not None for one in results)


def figures_records(results: Sequence[Figures], with_lost: bool) -> list[dict[str, Any]]:
    """Return the figures of each of *results* by their JSON keys.

    Only *with_lost*: what is lost, and `found`, the number of secrets that total, mean and worst are of. Only where a
    program failed: `error`, and None for its figures.
    """
    records = []
    for one in results:
        record = {name: getattr(one, name) for name in ("game", "strategy", "consistent", "secrets")}
        if _any(results, "sample"):
            record |= {"of": one.sample and one.sample.of, "sample_seed": one.sample and one.sample.seed}
        record |= {name: getattr(one, name) for name in (*_NUMBERS, "seconds")}
        record["first_guess"] = text_of(one.first_guess)
        if with_lost:
            record |= {"lost": one.lost, "lost_weight": one.lost_weight}
            record["found"] = None if one.lost is None else one.secrets - one.lost
        if _any(results, "error"):
            record["error"] = one.error
        if one.error is not None:
            record |= dict.fromkeys(_NUMBERS)
        records.append(record)
    return records


def comparison_records(results: Sequence[Figures]) -> list[dict[str, Any]]:
    """Add `seeds` and `mean_sd` where a strategy draws, and how many secrets need 1, 2, … guesses."""
    results = ranked(results)
    records = figures_records(results, _any(results, "lost"))
    drawn = _any(results, "seeds")
    for record, one in zip(records, results, strict=True):
        if drawn:
            record |= {name: getattr(one, name) for name in ("seeds", "mean_sd")}
        none = 0 if one.error is None else None
        record |= {f"guesses_{depth}": one.distribution.get(depth, none) for depth in _depths(results)}
    return records


def comparison_lines(results: Sequence[Figures]) -> Lines:
    """Return a row for each strategy, `ranked`: its figures, and how many secrets need 1, 2, … guesses."""
    with_lost, depths = _any(results, "lost"), _depths(results)
    failed = ["error"] if _any(results, "error") else []
    sampled = ["secrets"] if _any(results, "sample") else []
    headings = ["strategy", "first guess", *failed, *sampled, *_headings(results, with_lost), *map(str, depths)]
    rows = []
    for one in ranked(results):
        words = [_strategy_cell(one), text_of(one.first_guess)]
        words += [one.error or "" for _ in failed]
        words += [one.secrets_text.replace(" secrets", "") for _ in sampled]
        counts = ["-" if one.error else number_text(one.distribution.get(depth, 0)) for depth in depths]
        rows.append([*words, *_cells(one, with_lost), *counts])
    return Lines(headings, rows, 2 + len(failed) + len(sampled))


def summary_lines(results: Sequence[Figures]) -> Lines:
    """Return a row for each strategy, `ranked`: total, mean, worst and at worst, and what is lost where rows end."""
    with_lost = _any(results, "lost")
    rows = [[_strategy_cell(one), *_cells(one, with_lost, "failed")] for one in ranked(results)]
    return Lines(["strategy", *_headings(results, with_lost)], rows)


def sweep_lines(names: Sequence[str], results: Sequence[tuple[Sequence[int], Figures]], with_lost: bool) -> Lines:
    """Return a row for each size, whose numbers have these *names*."""
    headings = [*names, "secrets", *_headings([one for _, one in results], with_lost)]
    rows = [[*map(str, size), number_text(one.secrets), *_cells(one, with_lost, "failed")] for size, one in results]
    return Lines(headings, rows, 0)


def _depths(results: Iterable[Figures]) -> range:
    return range(1, max((one.most_guesses for one in results), default=0) + 1)


def _strategy_cell(one: Figures) -> str:
    return one.strategy + (" (consistent)" if one.consistent else "")


def _headings(results: Sequence[Figures], with_lost: bool) -> list[str]:
    """Return the headings of `_cells`: guesses or costs, perhaps of those found alone."""
    cost = " cost" if any(one.costs for one in results) else ""
    found = f" {OF_FOUND}" if some_lost(results) else ""
    needs = [f"{name}{cost}{found}" for name in ("total", "mean", "worst")]
    return [*needs, "at worst", *(["lost"] if with_lost else [])]


def _cells(one: Figures, with_lost: bool, failed: str = "-") -> list[str]:
    """Return total, mean, worst, at worst, and *with_lost* what is lost."""
    lost = [number_text(one.lost or 0) + one.lost_weight_text] if with_lost else []
    if one.error is not None:
        return [failed, "-", "-", "-", *("-" for _ in lost)]
    if not one.distribution:  # nothing is found
        return ["0", "-", "-", "0", *lost]
    spread = f" ± {one.mean_sd:.4f}" if one.mean_sd is not None else ""
    return [cost_text(one.total), f"{one.mean:.4f}{spread}", cost_text(one.worst), number_text(one.at_worst), *lost]


def number_text(number: float) -> str:
    """Return a number of secrets: with a decimal where it is an average.

    >>> number_text(12), number_text(0.3333)
    ('12', '0.3')
    """
    return str(int(number)) if number == int(number) else f"{number:.1f}"
