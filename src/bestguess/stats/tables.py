"""Figures as rows of a table: for programs, and for people."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from bestguess.games.texts import text_of
from bestguess.tabular import Lines
from bestguess.trees import Figures, RandomFigures
from bestguess.trees.formats import cost_text

_COLUMNS = ("secrets", "total", "mean", "worst", "at_worst", "first_guess", "seconds")
_NUMBERS = ("total", "mean", "worst", "at_worst", "first_guess")  # that a program which failed has none of
OF_FOUND = "of those found"
"""What total, mean and worst are, where something is lost."""


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


def figures_records(results: Sequence[Figures], with_lost: bool) -> list[dict[str, Any]]:
    """The figures of each of *results* by their JSON keys.

    Only *with_lost*: what is lost, and `found`, the number of secrets that total, mean and worst are of. Only where a
    program failed: `error`, and None for its figures.
    """
    sampled = ("of", "sample_seed") if any(one.of is not None for one in results) else ()
    lost = ("lost", "lost_weight") if with_lost else ()
    columns = ("game", "strategy", "consistent", *_COLUMNS[:1], *sampled, *_COLUMNS[1:], *lost)
    records = [{name: getattr(one, name) for name in columns} for one in results]
    failed = any(one.error is not None for one in results)
    for record, one in zip(records, results, strict=True):
        record["first_guess"] = text_of(one.first_guess)
        if with_lost:
            record["found"] = None if one.lost is None else one.secrets - one.lost
        if failed:
            record["error"] = one.error
        if one.error is not None:
            record |= dict.fromkeys(_NUMBERS)
    return records


def comparison_records(results: Sequence[Figures]) -> list[dict[str, Any]]:
    """The same, with `seeds` and `mean_sd` where a strategy draws, and how many secrets need 1, 2, … guesses."""
    results = ranked(results)
    records = figures_records(results, any(one.lost is not None for one in results))
    drawn = any(isinstance(one, RandomFigures) for one in results)
    for record, one in zip(records, results, strict=True):
        if drawn:
            record |= {name: getattr(one, name, None) for name in ("seeds", "mean_sd")}
        none = 0 if one.error is None else None
        record |= {f"guesses_{depth}": one.distribution.get(depth, none) for depth in range(1, _most(results) + 1)}
    return records


def comparison_lines(results: Sequence[Figures]) -> Lines:
    """A row for each strategy, `ranked`: its figures, and how many secrets need 1, 2, … guesses."""
    lost = ["lost"] if any(one.lost is not None for one in results) else []
    failed = ["error"] if any(one.error is not None for one in results) else []
    sampled = ["secrets"] if any(one.of is not None for one in results) else []
    depths = range(1, _most(results) + 1)
    headings = ["strategy", "first guess", *failed, *sampled, *_needs(results), *lost, *map(str, depths)]
    rows = []
    for one in ranked(results):
        words = [_strategy_cell(one), text_of(one.first_guess)]
        words += [one.error or "" for _ in failed]
        words += [one.secrets_text.replace(" secrets", "") for _ in sampled]
        counts = [_lost_cell(one) for _ in lost]
        counts += [number_text(one.distribution.get(depth, 0)) for depth in depths]
        rows.append([*words, *_cells(one), *("-" if one.error is not None else count for count in counts)])
    return Lines(headings, rows, 2 + len(failed) + len(sampled))


def summary_lines(results: Sequence[Figures]) -> Lines:
    """A row for each strategy, `ranked`: total, mean, worst and at worst, and what is lost where boards have rows."""
    with_lost = any(one.lost is not None for one in results)
    headings = ["strategy", *_needs(results), *(["lost"] if with_lost else [])]
    rows = [[_strategy_cell(one), *_summary_cells(one, with_lost)] for one in ranked(results)]
    return Lines(headings, rows)


def _strategy_cell(one: Figures) -> str:
    return one.strategy + (" (consistent)" if one.consistent else "")


def _summary_cells(one: Figures, with_lost: bool) -> tuple[str, ...]:
    if one.error is not None:
        return ("failed", "-", "-", "-", *(["-"] if with_lost else []))
    return (*_cells(one), *([_lost_cell(one)] if with_lost else []))


def _lost_cell(one: Figures) -> str:
    return number_text(one.lost or 0) + one.lost_weight_text


def sweep_lines(names: Sequence[str], results: Sequence[tuple[Sequence[int], Figures]], with_lost: bool) -> Lines:
    """A row for each size, whose numbers have these *names*."""
    figures = [one for _, one in results]
    headings = [*names, "secrets", *_needs(figures), *(["lost"] if with_lost else [])]
    rows = [
        [
            *map(str, size),
            number_text(one.secrets),
            *_summary_cells(one, with_lost),
        ]
        for size, one in results
    ]
    return Lines(headings, rows, 0)


def _most(results: Sequence[Figures]) -> int:
    return max((one.most_guesses for one in results), default=0)


def _needs(results: Sequence[Figures]) -> tuple[str, ...]:
    """The headings of what a strategy needs, in guesses or in costs, perhaps of those found alone."""
    cost = " cost" if any(one.costs for one in results) else ""
    found = f" {OF_FOUND}" if some_lost(results) else ""
    return (*(f"{name}{cost}{found}" for name in ("total", "mean", "worst")), "at worst")


def _cells(one: Figures) -> tuple[str, ...]:
    if one.error is not None:
        return ("-", "-", "-", "-")
    if not one.distribution:  # nothing is found
        return ("0", "-", "-", "0")
    spread = f" ± {one.mean_sd:.4f}" if isinstance(one, RandomFigures) else ""
    return (cost_text(one.total), f"{one.mean:.4f}{spread}", cost_text(one.worst), number_text(one.at_worst))


def number_text(number: float) -> str:
    """A number of secrets: with a decimal where it is an average.

    >>> number_text(12), number_text(0.3333)
    ('12', '0.3')
    """
    return str(int(number)) if number == int(number) else f"{number:.1f}"
