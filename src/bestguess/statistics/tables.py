"""Figures as rows of a table: for programs, and for people."""

from collections.abc import Sequence
from typing import Any

from bestguess.tabular import Lines
from bestguess.trees import Figures, RandomFigures
from bestguess.trees.formats import cost_text

_COLUMNS = ("secrets", "total", "mean", "worst", "at_worst", "first_guess", "seconds")


def figures_records(results: Sequence[Figures], with_lost: bool) -> list[dict[str, Any]]:
    """The figures of each of *results* by their JSON keys; what is lost only *with_lost*."""
    sampled = ("of", "sample_seed") if any(one.of is not None for one in results) else ()
    columns = (*_COLUMNS[:1], *sampled, *_COLUMNS[1:], *(("lost", "lost_weight") if with_lost else ()))
    return [{name: getattr(one, name) for name in ("game", "strategy", "consistent", *columns)} for one in results]


def comparison_records(results: Sequence[Figures]) -> list[dict[str, Any]]:
    """The same, with `seeds` and `mean_sd` where a strategy draws, and how many secrets need 1, 2, … guesses."""
    records = figures_records(results, any(one.lost is not None for one in results))
    drawn = any(isinstance(one, RandomFigures) for one in results)
    for record, one in zip(records, results, strict=True):
        if drawn:
            record |= {name: getattr(one, name, None) for name in ("seeds", "mean_sd")}
        record |= {f"guesses_{depth}": one.distribution.get(depth, 0) for depth in range(1, _most(results) + 1)}
    return records


def comparison_lines(results: Sequence[Figures]) -> Lines:
    """A row for each strategy: its figures, and how many secrets need 1, 2, … guesses."""
    lost = any(one.lost is not None for one in results)
    depths = range(1, _most(results) + 1)
    sampled = ["secrets"] if any(one.of is not None for one in results) else []
    headings = ["strategy", "first guess", *sampled, *_needs(results), *(["lost"] if lost else []), *map(str, depths)]
    rows = [
        [
            one.strategy + (" (consistent)" if one.consistent else ""),
            one.first_guess,
            *(one.secrets_text.replace(" secrets", "") for _ in sampled),
            *_cells(one),
            *([number_text(one.lost or 0)] if lost else []),
            *(number_text(one.distribution.get(depth, 0)) for depth in depths),
        ]
        for one in results
    ]
    return Lines(headings, rows, 2 + len(sampled))


def sweep_lines(names: Sequence[str], results: Sequence[tuple[Sequence[int], Figures]], with_lost: bool) -> Lines:
    """A row for each size, whose numbers have these *names*."""
    figures = [one for _, one in results]
    headings = [*names, "secrets", *_needs(figures), *(["lost"] if with_lost else [])]
    rows = [
        [*map(str, size), number_text(one.secrets), *_cells(one), *([number_text(one.lost or 0)] if with_lost else [])]
        for size, one in results
    ]
    return Lines(headings, rows, 0)


def _most(results: Sequence[Figures]) -> int:
    return max((one.most_guesses for one in results), default=0)


def _needs(results: Sequence[Figures]) -> tuple[str, ...]:
    """The headings of what a strategy needs, in guesses or in costs."""
    if any(one.costs for one in results):
        return ("total cost", "mean cost", "worst cost", "at worst")
    return ("total", "mean", "worst", "at worst")


def _cells(one: Figures) -> tuple[str, ...]:
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
