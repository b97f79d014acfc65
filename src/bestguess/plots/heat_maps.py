"""Draw one strategy over many sizes of a game: a heat map, or a line if a size is one number."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bestguess.arguments import expected_error
from bestguess.errors import BestguessError
from bestguess.plots.drawing import (
    BLUE,
    VERMILION,
    check_plot,
    draw_legend,
    drawing_on,
    label_axes,
    new_picture,
    picture_of,
    save_picture,
    strategy_text,
    style,
    write_title,
)
from bestguess.stats.sweeps import TRADITIONAL, HeatFigure, Sweep, SweepSteps
from bestguess.wording import join_words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Normalize

    Values: TypeAlias = np.ma.MaskedArray[tuple[int, int], np.dtype[np.float64]]
    """The value of each size, by its two numbers. Sizes without a value are masked."""

COLOUR_MAP = "cividis"  # perceptually uniform, also for colour-blind readers (Nuñez, Anderton and Renslow 2018)
MAX_POINT_LABELS = 16  # a line with more points has no values above them
MIN_LOG_RATIO = 20  # use a logarithmic axis if the largest size is more than this many times the smallest


def sweep(sweep: Sweep | SweepSteps, figure: HeatFigure = "worst", *, ax: "Axes | None" = None) -> "Axes":
    """Draw one *figure* of a strategy for each size, such as pegs by colours, as a heat map; return the axes.

    The traditional game is outlined. If a size is one number, such as coins or letters, draw a line instead.
    *ax*: where to draw. Default: a new picture.
    Raises BestguessError if the sweep is empty or over more than two arguments. The figure `lost` needs rows.
    """
    last_step = _check_sweep(sweep, figure)
    with drawing_on(ax, *_inches(last_step)) as axes:
        _draw(axes, last_step, figure)
    return axes


def save_sweep(sweep: Sweep | SweepSteps, path: Path, figure: HeatFigure = "worst") -> None:
    """Write the picture of `sweep` to a file. Raises as `sweep` does."""
    path = check_plot(path)
    last_step = _check_sweep(sweep, figure)
    with style():
        picture = new_picture(*_inches(last_step))
        _draw(picture.subplots(), last_step, figure)
        save_picture(picture, path)


def _check_sweep(sweep: Sweep | SweepSteps, figure: HeatFigure) -> Sweep:
    """Return *sweep*, or its last step; raise BestguessError if its *figure* cannot be drawn."""
    if isinstance(sweep, SweepSteps):
        sweep = sweep[-1]
    if not isinstance(sweep, Sweep):
        raise expected_error("a sweep", sweep)
    if not isinstance(figure, str) or figure not in ("worst", "mean", "lost"):
        raise expected_error("the figure 'worst', 'mean' or 'lost'", figure)
    if figure == "lost" and sweep.rows is None:
        raise BestguessError("figure='lost' does not work with a sweep without rows")
    if len(sweep.names) > 2:
        raise BestguessError(f"expected a sweep over one or two arguments, got one over {join_words(sweep.names)}")
    if not sweep.figures:
        raise BestguessError(f"expected a sweep of {sweep.family} with at least one size, got none")
    return sweep


def _inches(sweep: Sweep) -> tuple[float, float]:
    """Return the width and height in inches of the picture of *sweep*."""
    if len(sweep.names) == 1:
        return 7.2, 4.4
    rows, columns = map(len, sweep.sizes)
    return max(0.72 * columns + 2.0, 5.6), 0.5 * rows + 2.2


def _draw(axes: "Axes", sweep: Sweep, figure: str) -> None:
    """Draw a heat map, or a line if a size is one number."""
    if len(sweep.names) == 1:
        _draw_line(axes, sweep, figure)
        return
    lines, columns = sweep.sizes
    cells = np.full((len(lines), len(columns)), np.nan)
    for cell in np.ndindex(cells.shape):
        if result := sweep.figures.get((lines[cell[0]], columns[cell[1]])):
            cells[cell] = getattr(result, figure)
    values = np.ma.masked_invalid(cells)
    mesh = axes.pcolormesh(values, cmap=COLOUR_MAP, norm=_norm(values, figure), edgecolors="white", linewidth=1.5)
    _write_cells(axes, mesh, values, ".3f" if figure == "mean" else ".0f")
    write_title(axes, f"{sweep.family} with {strategy_text(sweep)}", _meaning(sweep, figure), 13)
    axes.set_xticks(np.arange(len(columns)) + 0.5, [str(size) for size in columns])
    axes.set_yticks(np.arange(len(lines)) + 0.5, [str(size) for size in lines])
    axes.set_ylabel(sweep.names[0])
    axes.set_xlabel(sweep.names[1])
    axes.invert_yaxis()  # the first number grows downwards, as in a table
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    _outline_traditional(axes, sweep)
    bar = picture_of(axes).colorbar(mesh, ax=axes, label=f"{figure} ({'secrets' if figure == 'lost' else 'guesses'})")
    if figure == "worst":
        low, high = int(values.min()), int(values.max())
        bar.set_ticks(range(low, high + 1, math.ceil((high - low + 1) / 12)))
    bar.outline.set_visible(False)
    bar.ax.minorticks_off()


def _norm(values: "Values", figure: str) -> "Normalize":
    """Return the map from values to colours: one step for each integer for `worst`, else continuous."""
    from matplotlib.colors import BoundaryNorm, Normalize

    low, high = float(values.min()), float(values.max())
    if figure == "worst":
        return BoundaryNorm(np.arange(low - 0.5, high + 1.0), 256)
    # With a single value the colour bar would have no length.
    return Normalize(low, high) if low < high else Normalize(low - 0.5, high + 0.5)


def _write_cells(axes: "Axes", mesh: "QuadMesh", values: "Values", number_format: str) -> None:
    """Write each value into its cell, in black or white, whichever has more contrast."""
    for row, column in np.argwhere(~np.ma.getmaskarray(values)).tolist():
        value = float(values[row, column])
        linear = mesh.to_rgba(np.array([value]))[0, :3] ** 2.2
        # Relative luminance as in WCAG 2; at 0.179 black and white have the same contrast.
        colour = "black" if linear @ (0.2126, 0.7152, 0.0722) > 0.179 else "white"
        axes.text(
            column + 0.5, row + 0.5, f"{value:{number_format}}", ha="center", va="center", color=colour, fontsize=10
        )


def _meaning(sweep: Sweep, figure: str) -> str:
    """Return a line that explains the *figure*."""
    within_rows = "" if sweep.rows is None else f" that is found within {sweep.rows} rows"
    return {
        "worst": f"worst: the most guesses that any secret needs{within_rows}",
        "mean": f"mean: guesses per secret{within_rows}",
        "lost": f"lost: secrets that are not found within {sweep.rows} rows",
    }[figure]


def _outline_traditional(axes: "Axes", sweep: Sweep) -> None:
    """Outline the size of the traditional game, and name it in the legend."""
    from matplotlib.patches import Rectangle

    size = TRADITIONAL.get(sweep.family)
    if size is None or size not in sweep.figures:
        return
    corner = (sweep.sizes[1].index(size[1]), sweep.sizes[0].index(size[0]))
    # A white line under the outline separates it from cells of any colour.
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="white", linewidth=6, clip_on=False, zorder=3))
    outline = Rectangle(corner, 1, 1, fill=False, edgecolor=VERMILION, linewidth=3, clip_on=False, zorder=4)
    outline.set_label(f"{sweep.family}({size[0]},{size[1]}), the traditional game")
    axes.add_patch(outline)
    draw_legend(axes, handles=[outline])


def _draw_line(axes: "Axes", sweep: Sweep, figure: str) -> None:
    """Draw one *figure* for sizes of one number: points, and a line through them."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    sizes = [size for (size,), _ in sorted(sweep.figures.items())]
    values = [getattr(result, figure) for _, result in sorted(sweep.figures.items())]
    axes.plot(sizes, values, color=BLUE, marker="o", markersize=5, linewidth=1.5)
    if max(sizes) > MIN_LOG_RATIO * min(sizes) > 0:
        axes.set_xscale("log")
    if len(sizes) <= MAX_POINT_LABELS:
        number_format = ".3f" if figure == "mean" else "g"
        for size, value in zip(sizes, values, strict=True):
            text = f"{value:{number_format}}"
            axes.annotate(text, (size, value), (0, 7), textcoords="offset points", ha="center", fontsize=9)
        axes.set_xticks(sizes, [str(size) for size in sizes])
        axes.minorticks_off()
    else:
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.yaxis.set_major_locator(MaxNLocator(8, integer=figure != "mean"))
    axes.margins(y=0.2)
    label_axes(axes, sweep.names[0], "secrets" if figure == "lost" else "guesses")
    write_title(axes, f"{sweep.family} with {strategy_text(sweep)}", _meaning(sweep, figure), 13)
