"""Lay out results over all secrets: comparisons of strategies, sweeps over sizes, and optima."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from bestguess.cli.tables import BarChart, FirstThatFits, fields_table, grid, table
from bestguess.errors import printable
from bestguess.games import IDENTIFY
from bestguess.solve import Result
from bestguess.solve.result import FirstGuess
from bestguess.stats import Sweep
from bestguess.stats.sweeps import TRADITIONAL
from bestguess.stats.tables import OF_FOUND, any_lost, rank_results
from bestguess.trees import Figures
from bestguess.trees.formats import cost_text
from bestguess.wording import plural


def _figures_table(results: Sequence[Figures], plain: bool) -> RenderableType:
    """Build a table with the figures of each strategy."""
    with_lost = any(figures.lost is not None for figures in results)
    cost = " cost" * any(figures.costs for figures in results)
    timed = any(figures.seconds for figures in results)  # a tree from a file has no time
    headings = ["strategy", f"total{cost}", f"mean{cost}", f"worst{cost}", "at worst"]
    headings += [*["lost"] * with_lost, "first guess", *["seconds"] * timed]
    rows = [_figure_cells(figures, plain, with_lost)[: len(headings)] for figures in results]
    return _table_or_lists(headings, rows, [row[0] for row in rows], 1)


def _table_or_lists(
    headings: Sequence[str], rows: Sequence[Sequence[str]], names: Sequence[str], skipped: int
) -> FirstThatFits:
    """Build a table, or lists where the terminal is too narrow for it.

    A list has a name from *names* on top and a line for each cell; it leaves out the first *skipped* cells.
    """
    lists = list[RenderableType]()
    for name, row in zip(names, rows, strict=True):
        figures = fields_table(dict(zip(headings[skipped:], row[skipped:], strict=True)))
        lists += [name, Padding(figures, (0, 0, 0, 2), expand=False)]
    return FirstThatFits(table(headings, rows), Group(*lists))


def render_comparison(game: str, results: Sequence[Figures], plain: bool) -> list[RenderableType]:
    """Lay out the figures of each strategy, in the order of `ranked`, and a histogram of its guesses.

    For a program that failed, give the reason instead of the histogram.
    """
    items: list[RenderableType] = [f"{printable(game)}: {results[0].secrets_text}", ""]
    items.append(_figures_table(rank_results(results), plain))
    if any_lost(results):
        order = "; the strategy that loses least comes first, then the lowest mean" if len(results) > 1 else ""
        items.append(f"total, mean and worst are {OF_FOUND}{order}")
    for figures in rank_results(results):
        if figures.error is not None:
            items += ["", printable(figures.strategy), Padding(printable(figures.error), (0, 0, 0, 2), expand=False)]
            continue
        counts = [(str(depth), count, _number(count)) for depth, count in figures.distribution.items()]
        counts += [("lost", figures.lost, _number(figures.lost) + figures.lost_weight_text)] if figures.lost else []
        noun = "questions" if figures.goal == IDENTIFY else "guesses"
        by = f": secrets by number of {noun}" if figures.costs else ""  # without costs the table counts the same
        items += ["", f"{printable(figures.strategy)}{by}", BarChart(counts, 50)]
    return items


def _figure_cells(figures: Figures, plain: bool, with_lost: bool) -> tuple[str, ...]:
    if figures.error is not None:
        return (printable(figures.strategy), "failed", *["-"] * (4 + with_lost), f"{figures.seconds:.4f}")
    spread = f" {'+/-' if plain else '±'} {figures.mean_sd:.4f}" if figures.mean_sd is not None else ""
    return (
        printable(figures.strategy) + (" (consistent)" if figures.consistent else ""),
        cost_text(figures.total) if figures.costs else _number(figures.total),
        f"{figures.mean:.4f}{spread}" if figures.distribution else "-",
        cost_text(figures.worst) if figures.distribution else "-",
        _number(figures.at_worst),
        *([_number(figures.lost or 0) + figures.lost_weight_text] if with_lost else []),
        printable(figures.first_guess),
        f"{figures.seconds:.4f}",
    )


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def render_result(result: Result, plain: bool) -> list[RenderableType]:
    """Lay out the result of a search for the optimum."""
    items: list[RenderableType] = [result.summary()]
    if result.proven and not result.feasible and result.max_guesses is not None and not result.rules.has_costs:
        items.append("--objective lost finds the strategy that loses the fewest secrets.")
    if result.first_guesses:
        items += ["", *_render_first_guesses(result.first_guesses)]
    if result.tree is not None:
        items += ["", *render_comparison(result.game, [replace(result.tree.figures, seconds=result.seconds)], plain)]
    seconds = f"{result.seconds:.3f} s, table {result.table_seconds:.3f} s"
    return [*items, "", f"{result.nodes:,} nodes, {result.threads} threads, {seconds}"]


def _render_first_guesses(first_guesses: Sequence[FirstGuess]) -> list[RenderableType]:
    """Lay out proven values of first guesses as a table, and those with only a lower bound in one line."""
    bounded = [first for first in first_guesses if not first.proven]
    proven = [first for first in first_guesses if first.proven]
    if bounded:
        proven.sort(key=lambda first: inf if first.value is None else first.value)
    rows = [(printable(first.guess), "-" if first.value is None else f"{first.value:,}") for first in proven]
    items: list[RenderableType] = [table(("first guess", "value"), rows)]
    if bounded:
        bound = min(inf if first.value is None else first.value for first in bounded)
        items += ["", f"{len(bounded):,} {plural(len(bounded), 'other')}: at least {bound:,} each"]
    return items


def render_heat_maps(sweep: Sweep) -> list[RenderableType]:
    """Lay out the worst cases and the means as heat maps over two numbers of a size; with other sizes, as a table."""
    if len(sweep.names) != 2:
        return _size_table(sweep)
    worst = _heat_map(sweep, lambda figures: (figures.worst, str(figures.worst)))
    mean = _heat_map(sweep, lambda figures: (figures.mean, f"{figures.mean:.3f}"))
    title = f"{sweep.family}, {sweep.strategy}:"
    only_found = f" {OF_FOUND}" if any_lost(sweep.figures.values()) else ""
    items: list[RenderableType] = [f"{title} most guesses{only_found}", "", worst, ""]
    items += [f"{title} mean guesses{only_found}", "", mean, ""]
    if sweep.rows is not None:
        lost = _heat_map(sweep, lambda figures: (figures.lost or 0, _number(figures.lost or 0)))
        within = f"{sweep.rows} {plural(sweep.rows, 'row')}"
        items += [f"{title} secrets not found within {within}", "", lost, ""]
    traditional = TRADITIONAL.get(sweep.family)
    if traditional is None or traditional not in sweep.figures:
        return items
    pegs, symbols = traditional
    return [*items, f"[ ]: {sweep.family}({pegs},{symbols}), the traditional game"]


def _size_table(sweep: Sweep) -> list[RenderableType]:
    """Build a table with a line for each size and a column for each of its numbers."""
    count = len(sweep.names)
    lost = ("lost",) if sweep.rows is not None else ()
    headings = (*sweep.names, "secrets", "total", "mean", "worst", "at worst", *lost, "first guess", "seconds")
    rows = [
        (*map(str, size), f"{figures.secrets:,}", *_figure_cells(figures, True, sweep.rows is not None)[1:])
        for size, figures in sorted(sweep.figures.items())
    ]
    sizes = [", ".join(map(" ".join, zip(headings, row[:count], strict=False))) for row in rows]  # n 2, d 1
    title = f"{sweep.family}, {sweep.strategy}" + (" (consistent)" if sweep.consistent else "")
    notes = [f"total, mean and worst are {OF_FOUND}"] if any_lost(sweep.figures.values()) else []
    return [title, "", _table_or_lists(headings, rows, sizes, count), *notes]


def _heat_map(sweep: Sweep, value: Callable[[Figures], tuple[float, str]]) -> RenderableType:
    """Build a heat map of *value* over all sizes, from blue (low) to red (high); a list where that is too wide.

    *value* returns a number and its text. The lines are the first numbers of the sizes, the columns the second ones.
    The traditional size is in brackets.
    """
    numbers = [value(figures)[0] for figures in sweep.figures.values()]
    low, span = min(numbers), max(max(numbers) - min(numbers), 1e-9)
    traditional = TRADITIONAL.get(sweep.family)
    cells, sizes = dict[tuple[int, ...], Text](), list[tuple[str, str, str]]()
    for size, figures in sorted(sweep.figures.items()):
        number, text = value(figures)
        share = (number - low) / span
        red, blue = round(60 + 160 * share), round(220 - 160 * share)
        cell = Text(f" {text} ", style=f"white on rgb({red},70,{blue})")
        cells[size] = Text("[").append(cell).append("]") if size == traditional else cell
        name = ", ".join(f"{number} {name}" for number, name in zip(size, sweep.names, strict=True))
        sizes.append((name, text, "[ ]" * (size == traditional)))
    lines, columns = sweep.sizes
    heat_map = Table(" \\ ".join(sweep.names), *map(str, columns), box=None, pad_edge=False)
    for line in lines:
        heat_map.add_row(str(line), *(cells.get((line, column), "") for column in columns))
    return FirstThatFits(heat_map, grid(sizes, right=(1,)))
