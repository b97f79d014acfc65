"""Results over all secrets: strategies compared, sizes swept, and the optimum."""

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
from bestguess.stats.tables import OF_FOUND, ranked, some_lost
from bestguess.trees import Figures
from bestguess.trees.formats import cost_text
from bestguess.wording import plural


def _figures_table(results: Sequence[Figures], plain: bool) -> RenderableType:
    """The figures of each strategy."""
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
    """A table; where it is too wide, below each of *names* its row without the *skipped* first cells, line by line."""
    lists = list[RenderableType]()
    for name, row in zip(names, rows, strict=True):
        figures = fields_table(dict(zip(headings[skipped:], row[skipped:], strict=True)))
        lists += [name, Padding(figures, (0, 0, 0, 2), expand=False)]
    return FirstThatFits(table(headings, rows), Group(*lists))


def render_comparison(game: str, results: Sequence[Figures], plain: bool) -> list[RenderableType]:
    """The figures of each strategy, `ranked`, and a histogram of its guesses; of a program that failed, why."""
    items: list[RenderableType] = [f"{printable(game)}: {results[0].secrets_text}", ""]
    items.append(_figures_table(ranked(results), plain))
    if some_lost(results):
        order = "; who loses least comes first, then the least mean" if len(results) > 1 else ""
        items.append(f"total, mean and worst are {OF_FOUND}{order}")
    for figures in ranked(results):
        if figures.error is not None:
            items += ["", printable(figures.strategy), Padding(printable(figures.error), (0, 0, 0, 2), expand=False)]
            continue
        counts = [(str(depth), count, _number(count)) for depth, count in figures.distribution.items()]
        counts += [("lost", figures.lost, _number(figures.lost) + figures.lost_weight_text)] if figures.lost else []
        noun = "questions" if figures.goal == IDENTIFY else "guesses"
        by = f": secrets by number of {noun}" if figures.costs else ""  # else it is the number that the table is of
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
    """What a search for the optimum found."""
    items: list[RenderableType] = [result.summary()]
    if result.proven and not result.feasible and result.max_guesses is not None and not result.rules.has_costs:
        items.append("--objective lost finds the strategy that loses the fewest secrets.")
    if result.first_guesses:
        items += ["", *_first_guesses(result.first_guesses)]
    if result.tree is not None:
        items += ["", *render_comparison(result.game, [replace(result.tree.figures, seconds=result.seconds)], plain)]
    seconds = f"{result.seconds:.3f} s, table {result.table_seconds:.3f} s"
    return [*items, "", f"{result.nodes:,} nodes, {result.threads} threads, {seconds}"]


def _first_guesses(firsts: Sequence[FirstGuess]) -> list[RenderableType]:
    """The values of first guesses as a table; those with bounds alone are one line."""
    bounded = [one for one in firsts if not one.proven]
    valued = [one for one in firsts if one.proven]
    if bounded:
        valued.sort(key=lambda one: inf if one.value is None else one.value)
    rows = [(printable(one.guess), "-" if one.value is None else f"{one.value:,}") for one in valued]
    items: list[RenderableType] = [table(("first guess", "value"), rows)]
    if bounded:
        least = min(inf if one.value is None else one.value for one in bounded)
        items += ["", f"{len(bounded):,} {plural(len(bounded), 'other')}: at least {least:,} each"]
    return items


def render_heat_maps(sweep: Sweep) -> list[RenderableType]:
    """The worst cases and the means by the two numbers of a size, in colour where colours are shown; else a table."""
    if len(sweep.names) != 2:
        return _size_table(sweep)
    worst = _heat_map(sweep, lambda figures: (figures.worst, str(figures.worst)))
    mean = _heat_map(sweep, lambda figures: (figures.mean, f"{figures.mean:.3f}"))
    title = f"{sweep.family}, {sweep.strategy}:"
    found = f" {OF_FOUND}" if some_lost(sweep.figures.values()) else ""
    items: list[RenderableType] = [f"{title} most guesses{found}", "", worst, ""]
    items += [f"{title} mean guesses{found}", "", mean, ""]
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
    """A line for each size, with a column for each of its numbers."""
    count = len(sweep.names)
    lost = ("lost",) if sweep.rows is not None else ()
    headings = (*sweep.names, "secrets", "total", "mean", "worst", "at worst", *lost, "first guess", "seconds")
    rows = [
        (*map(str, size), f"{figures.secrets:,}", *_figure_cells(figures, True, sweep.rows is not None)[1:])
        for size, figures in sorted(sweep.figures.items())
    ]
    sizes = [", ".join(map(" ".join, zip(headings, row[:count], strict=False))) for row in rows]  # n 2, d 1
    title = f"{sweep.family}, {sweep.strategy}" + (" (consistent)" if sweep.consistent else "")
    found = [f"total, mean and worst are {OF_FOUND}"] if some_lost(sweep.figures.values()) else []
    return [title, "", _table_or_lists(headings, rows, sizes, count), *found]


def _heat_map(sweep: Sweep, value: Callable[[Figures], tuple[float, str]]) -> RenderableType:
    """One *value*, a number and its text, for each size, from blue (low) to red (high); the traditional in brackets.

    A line for each first number, a column for each second one; a list where that is too wide.
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
