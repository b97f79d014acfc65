"""Figures as rows of a table, for programs and for people, and a list that is computed when it is read."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar, overload

from bestguess.errors import BestguessError, error_text
from bestguess.games.codes import text_of
from bestguess.tabular import Lines
from bestguess.trees import Figures
from bestguess.trees.formats import cost_text

_Item = TypeVar("_Item")
_NUMBERS = ("total", "mean", "worst", "at_worst", "first_guess")  # None for a program that failed
OF_FOUND = "of those found"
"""Added to the headings of total, mean and worst where secrets are lost."""


class LazyList(Sequence[_Item]):
    """A list of *count* items that *iterator* computes, each once, when they are first read.

    If the iterator raises an error, the items before it remain, and reading later items raises BestguessError.

    >>> squares = LazyList((number**2 for number in range(4)), 4)
    >>> squares[1], list(squares), len(squares), next(squares)
    (1, [0, 1, 4, 9], 4, 0)
    """

    def __init__(self, iterator: Iterator[_Item], count: int) -> None:
        self._iterator, self._count = iterator, count
        self._known: list[_Item] = []
        self._next = 0  # the place of the item that `next` returns
        self._failure = ""  # the error that the iterator raised

    @property
    def known(self) -> Sequence[_Item]:
        """The items computed so far."""
        return tuple(self._known)

    def __getstate__(self) -> dict[str, Any]:
        """Compute the remaining items before copying or pickling: an iterator cannot be pickled."""
        self._known = self[:]
        return {**vars(self), "_iterator": iter(())}

    def computed(self) -> list[_Item]:
        """Compute and return all items; after an error, return the known ones."""
        return list(self._known) if self._failure else list(self)

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
            if self._failure:
                raise BestguessError(f"item {len(self._known) + 1} of {self._count} was not computed: {self._failure}")
            try:
                self._known.append(next(self._iterator))
            except BaseException as error:
                self._failure = error_text(error)
                raise
        return self._known[place]

    def _finish(self) -> None:
        """Run the iterator to its end: it may raise an error after its last item."""
        next(self._iterator, None)

    def __next__(self) -> _Item:
        """Return the items one by one, beginning with the first."""
        if self._next == self._count:
            self._finish()
            raise StopIteration
        self._next += 1
        return self[self._next - 1]


def any_lost(results: Iterable[Figures]) -> bool:
    """Whether any of *results* has lost secrets. Then total, mean and worst count only the secrets found."""
    return any(figures.lost for figures in results)


def rank_results(results: Sequence[Figures]) -> Sequence[Figures]:
    """Return *results* in their order, or, if secrets are lost, sorted by lost weight and then by mean.

    By the mean alone the strategy that loses most would look best, because the mean counts only the secrets found.
    Programs that failed come last.
    """
    return sorted(results, key=_rank) if any_lost(results) else results


def _rank(figures: Figures) -> tuple[bool, float, float]:
    return figures.error is not None, figures.lost_weight or 0, figures.mean if figures.distribution else math.inf


def _any_has(results: Iterable[Figures], name: str) -> bool:
    """Whether the attribute *name* of any of *results* is not None."""
    return any(getattr(figures, name) is not None for figures in results)


def figures_records(results: Sequence[Figures], with_lost: bool) -> list[dict[str, Any]]:
    """Return the figures of each of *results* by their JSON keys.

    *with_lost* adds `lost`, `lost_weight` and `found`, the number of secrets that total, mean and worst count. If a
    program failed, all records have `error`, and its figures are None.
    """
    records = []
    for figures in results:
        record = {name: getattr(figures, name) for name in ("game", "strategy", "consistent", "secrets")}
        if _any_has(results, "sample"):
            record |= {
                "of": figures.sample and figures.sample.of,
                "sample_seed": figures.sample and figures.sample.seed,
            }
        record |= {name: getattr(figures, name) for name in (*_NUMBERS, "seconds")}
        record["first_guess"] = text_of(figures.first_guess)
        if with_lost:
            record |= {"lost": figures.lost, "lost_weight": figures.lost_weight}
            record["found"] = None if figures.lost is None else figures.secrets - figures.lost
        if _any_has(results, "error"):
            record["error"] = figures.error
        if figures.error is not None:
            record |= dict.fromkeys(_NUMBERS)
        records.append(record)
    return records


def comparison_records(results: Sequence[Figures]) -> list[dict[str, Any]]:
    """Return `figures_records` of a comparison, with the number of secrets that need 1, 2, … guesses.

    If a strategy is random, all records have `seeds` and `mean_sd`.
    """
    results = rank_results(results)
    records = figures_records(results, _any_has(results, "lost"))
    with_seeds = _any_has(results, "seeds")
    for record, figures in zip(records, results, strict=True):
        if with_seeds:
            record |= {name: getattr(figures, name) for name in ("seeds", "mean_sd")}
        default = 0 if figures.error is None else None
        record |= {f"guesses_{depth}": figures.distribution.get(depth, default) for depth in _depths(results)}
    return records


def comparison_lines(results: Sequence[Figures]) -> Lines:
    """Return a row for each strategy, `ranked`: its figures, and the number of secrets that need 1, 2, … guesses."""
    with_lost, depths = _any_has(results, "lost"), _depths(results)
    # Columns that are there only where some result needs them: lists of one heading or none.
    error_heading = ["error"] if _any_has(results, "error") else []
    sample_heading = ["secrets"] if _any_has(results, "sample") else []
    word_headings = ["strategy", "first guess", *error_heading, *sample_heading]
    rows = []
    for figures in rank_results(results):
        words = [_strategy_cell(figures), text_of(figures.first_guess)]
        words += [figures.error or "" for _ in error_heading]
        words += [figures.secrets_text.replace(" secrets", "") for _ in sample_heading]
        counts = ["-" if figures.error else number_text(figures.distribution.get(depth, 0)) for depth in depths]
        rows.append([*words, *_cells(figures, with_lost), *counts])
    headings = [*word_headings, *_headings(results, with_lost), *map(str, depths)]
    return Lines(headings, rows, len(word_headings))


def summary_lines(results: Sequence[Figures]) -> Lines:
    """Return a row for each strategy, `ranked`: total, mean, worst and at worst, and lost where boards have rows."""
    with_lost = _any_has(results, "lost")
    rows = [[_strategy_cell(figures), *_cells(figures, with_lost, "failed")] for figures in rank_results(results)]
    return Lines(["strategy", *_headings(results, with_lost)], rows)


def sweep_lines(names: Sequence[str], results: Sequence[tuple[Sequence[int], Figures]], with_lost: bool) -> Lines:
    """Return a row for each size. *names* are the headings of the numbers of a size."""
    headings = [*names, "secrets", *_headings([figures for _, figures in results], with_lost)]
    rows = [
        [*map(str, size), number_text(figures.secrets), *_cells(figures, with_lost, "failed")]
        for size, figures in results
    ]
    return Lines(headings, rows, 0)


def _depths(results: Iterable[Figures]) -> range:
    return range(1, max((figures.most_guesses for figures in results), default=0) + 1)


def _strategy_cell(figures: Figures) -> str:
    return figures.strategy + (" (consistent)" if figures.consistent else "")


def _headings(results: Sequence[Figures], with_lost: bool) -> list[str]:
    """Return the headings of `_cells`."""
    cost = " cost" if any(figures.costs for figures in results) else ""
    of_found = f" {OF_FOUND}" if any_lost(results) else ""
    headings = [f"{name}{cost}{of_found}" for name in ("total", "mean", "worst")]
    return [*headings, "at worst", *(["lost"] if with_lost else [])]


def _cells(figures: Figures, with_lost: bool, failed: str = "-") -> list[str]:
    """Return total, mean, worst and at worst, and *with_lost* also lost. *failed*: the first cell after an error."""
    lost = [number_text(figures.lost or 0) + figures.lost_weight_text] if with_lost else []
    if figures.error is not None:
        return [failed, "-", "-", "-", *("-" for _ in lost)]
    if not figures.distribution:  # no secret was found
        return ["0", "-", "-", "0", *lost]
    spread = f" ± {figures.mean_sd:.4f}" if figures.mean_sd is not None else ""
    mean = f"{figures.mean:.4f}{spread}"
    return [cost_text(figures.total), mean, cost_text(figures.worst), number_text(figures.at_worst), *lost]


def number_text(number: float) -> str:
    """Return a number of secrets as a text, with a decimal if it is an average and not whole.

    >>> number_text(12), number_text(0.3333)
    ('12', '0.3')
    """
    return str(int(number)) if number == int(number) else f"{number:.1f}"
