"""Pictures of the numbers: strategies side by side, and one strategy over many sizes of a game.

Matplotlib is an optional extra, so it is imported only when something is drawn. A *picture* is what matplotlib calls a
figure; *figures* are numbers, as everywhere else here. No pyplot and no window: pictures go to files, PNG or SVG by the
suffix. The texts of an SVG stay texts, and the same numbers give the same bytes.
"""

import io
import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bestguess.errors import BestguessError, FileError
from bestguess.files import check_folder, write_whole
from bestguess.statistics.sweeps import TRADITIONAL, HeatFigure, Sweep
from bestguess.trees import Figures, RandomFigures
from bestguess.trees.formats import cost_text
from bestguess.wording import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh
    from matplotlib.colors import Normalize
    from matplotlib.figure import Figure as Picture

    Values: TypeAlias = np.ma.MaskedArray[tuple[int, int], np.dtype[np.float64]]
    """A figure by the first number of a size (rows) and the second (columns); sizes without one are masked."""

__all__ = ["check_plot", "plot_comparison", "plot_heat_map"]

SUFFIXES = (".png", ".svg")
# From the palette of Okabe and Ito (2008), which people with any kind of colour blindness can tell apart.
BLUE, VERMILION, GREY, BLACK = "#0072B2", "#D55E00", "#555555", "#000000"
COLOURS = "cividis"  # perceptually uniform, also for the colour-blind (Nuñez, Anderton and Renslow 2018)
MOST_LABELLED = 16  # wider histograms have no room for a count above each bar
MOST_FACTS = 52  # characters that stand side by side below the name of a strategy
LOGARITHMIC = 20  # sizes so many times as large as the smallest make the axis logarithmic
MOST_WIDTH = 13.5  # inches, unless a single panel needs more


def plot_comparison(results: Sequence[Figures], path: Path) -> None:
    """Draws how many guesses each strategy needs for one game, a histogram per strategy on the same axes.

    Raises FileError when *path* cannot be written, BestguessError when *results* are empty or of several games.
    """
    path = check_plot(path)
    games = list(dict.fromkeys(result.game for result in results))
    if len(games) != 1:
        raise BestguessError(f"expected strategies for one game, got {' and '.join(games) or 'none'}")
    with _style():
        width = _panel_width(results)
        columns = _columns(len(results), width)
        rows = math.ceil(len(results) / columns)
        picture = _picture(max(width * columns, 5.6), 2.9 * rows + 1.0)
        panels = picture.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flatten().tolist()
        for panel, result in zip(panels, results, strict=False):
            _draw_histogram(panel, result, _last_bar(results), any(one.lost for one in results))
        for panel in panels[len(results) :]:
            panel.remove()
        _label_comparison(picture, panels[: len(results)], columns, results)
        _save(picture, path)


def plot_heat_map(sweep: Sweep, path: Path, figure: HeatFigure = "worst") -> None:
    """Draws one *figure* of a strategy by pegs and colours or digits, the traditional game outlined.

    Where sizes have one number, as coins and lengths of words, a line takes the place of the map.

    Raises FileError when *path* cannot be written, BestguessError when the sweep is empty, or the figure unknown or not
    in the sweep: `lost` needs rows.
    """
    path = check_plot(path)
    if figure not in ("worst", "mean", "lost"):
        raise BestguessError(f"expected the figure 'worst', 'mean' or 'lost', got {figure!r}")
    if figure == "lost" and sweep.rows is None:
        raise BestguessError("expected a sweep of boards with rows for the figure 'lost', got one without")
    if not sweep.figures:
        raise BestguessError(f"expected a sweep of {sweep.family} with at least one size, got none")
    if len(sweep.names) == 1:
        _plot_line(sweep, path, figure)
        return
    with _style():
        values = _values(sweep, figure)
        rows, columns = values.shape
        picture = _picture(max(0.72 * columns + 2.0, 5.6), 0.5 * rows + 2.2)
        axes = picture.subplots()
        mesh = axes.pcolormesh(values, cmap=COLOURS, norm=_norm(values, figure), edgecolors="white", linewidth=1.5)
        _write_cells(axes, mesh, values, ".3f" if figure == "mean" else ".0f")
        _label_heat_map(axes, sweep, figure)
        _outline_traditional(picture, axes, sweep)
        _draw_colour_bar(picture, axes, mesh, values, figure)
        _save(picture, path)


def _style() -> AbstractContextManager[None]:
    """What holds while a picture is drawn, and not after; raises BestguessError when matplotlib is missing."""
    try:
        import matplotlib
    except ImportError as error:
        raise BestguessError("plots need matplotlib: install it with pip install 'bestguess[plots]'") from error
    return matplotlib.rc_context(
        {
            "svg.fonttype": "none",  # texts stay texts
            "svg.hashsalt": "bestguess",  # the names inside an SVG do not change from run to run
            "text.parse_math": False,  # a dollar in a name is a dollar
            "text.usetex": False,
        }
    )


def _picture(width: float, height: float) -> "Picture":
    """An empty picture of that many inches, which keeps its parts from overlapping."""
    from matplotlib.figure import Figure as Picture
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    return Picture(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.1))


# Histograms


def _panel_width(results: Sequence[Figures]) -> float:
    """Inches that a panel needs so that the counts stand side by side."""
    most = _last_bar(results)
    counts = [count for result in results for count in (*result.distribution.values(), result.lost or 0)]
    digits = max(len(_count_text(count)) for count in counts)
    return max(3.6, min(most, MOST_LABELLED) * max(0.38, 0.085 * digits + 0.1) + 0.6)


def _last_bar(results: Sequence[Figures]) -> int:
    """Where the last bar of a histogram stands: the most guesses, and one place more for what is lost."""
    return max(result.most_guesses for result in results) + any(result.lost for result in results)


def _columns(panels: int, width: float) -> int:
    """How many panels of that *width* stand side by side.

    >>> [_columns(panels, 3.6) for panels in range(1, 9)]
    [1, 2, 3, 2, 3, 3, 3, 3]
    >>> [_columns(panels, 6.5) for panels in range(1, 9)]
    [1, 2, 2, 2, 2, 2, 2, 2]
    """
    wanted = {1: 1, 2: 2, 4: 2}.get(panels, 3)
    return max(1, min(wanted, int(MOST_WIDTH / width)))


def _draw_histogram(axes: "Axes", result: Figures, most: int, some_lost: bool) -> None:
    """Draws how many secrets need each number of guesses, up to *most* on the shared axis.

    Where some strategy has *some_lost*, the last place is for secrets that are not found.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

    depths, counts = list(result.distribution), list(result.distribution.values())
    colours = [VERMILION if depth == result.worst and not result.costs else BLUE for depth in depths]
    if result.lost:
        depths, counts, colours = [*depths, most], [*counts, result.lost], [*colours, BLACK]
    bars = axes.bar(depths, counts, width=0.82, color=colours)
    if most <= MOST_LABELLED:
        labels = axes.bar_label(bars, labels=[_count_text(count) for count in counts], padding=2, fontsize=8.5)
        for label, colour in zip(labels, colours, strict=True):
            if colour != BLUE:  # the bar may be too low to be seen; its number is not
                label.set(color=colour, fontweight="bold")
    if result.distribution and not result.costs:  # a mean of costs is no number of guesses
        axes.plot(result.mean, 0.97, marker="v", markersize=6, color=GREY, transform=axes.get_xaxis_transform())
    if isinstance(result, RandomFigures) and not result.costs:
        ends = [result.mean - result.mean_sd, result.mean + result.mean_sd]
        axes.plot(ends, [0.97, 0.97], marker="|", markersize=8, color=GREY, transform=axes.get_xaxis_transform())
    _write_title(axes, _strategy_text(result), _facts(result), 11)
    axes.set_xlim(0.4, most + 0.6)
    axes.margins(y=0.24)
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True) if most > MOST_LABELLED else MultipleLocator(1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: "lost" if some_lost and x == most else f"{x:g}"))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.tick_params(labelbottom=True, labelsize=9)
    axes.spines[["top", "right"]].set_visible(False)


def _count_text(count: float) -> str:
    """How many secrets, with one decimal where it is an average.

    >>> _count_text(12), _count_text(0.333)
    ('12', '0.3')
    """
    return f"{count:.0f}" if count == int(count) else f"{count:.1f}"


def _facts(result: Figures) -> str:
    """The figures below the name of the strategy; of one that draws, mean and spread over its seeds."""
    spread = f" ± {result.mean_sd:.3f} over {_seeds_text(result)}" if isinstance(result, RandomFigures) else ""
    of = " cost" if result.costs else ""
    worst = cost_text(result.worst)
    found = [f"mean{of} {result.mean:.3f}{spread}", f"worst{of} {worst}"] if result.distribution else []
    lost = [f"lost {_count_text(result.lost)}"] if result.lost else []
    first = [] if isinstance(result, RandomFigures) else [f"first guess {_shortened(result.first_guess, 16)}"]
    return _in_lines([*found, *lost, *first])


def _in_lines(facts: Sequence[str]) -> str:
    """The *facts* in lines that fit a panel.

    >>> _in_lines(["mean 4.476", "worst 5", "first guess 1122"])
    'mean 4.476, worst 5, first guess 1122'
    """
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]}, {fact}" if lines[-1] else fact
        lines[-1:] = [longer] if len(longer) <= MOST_FACTS else [lines[-1], fact]
    return "\n".join(lines)


def _seeds_text(result: RandomFigures) -> str:
    return f"{result.seeds} {plural(result.seeds, 'seed')}"


def _label_comparison(picture: "Picture", panels: "Sequence[Axes]", columns: int, results: Sequence[Figures]) -> None:
    """Names the game, the axes at the left and lower edges, and the marks."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    result = results[0]
    picture.suptitle(
        f"{_shortened(result.game, 50)}\nguesses needed over {result.secrets} {plural(result.secrets, 'secret')}",
        fontsize=13,
    )
    for index, panel in enumerate(panels):
        if index % columns == 0:
            panel.set_ylabel("secrets")
        if index + columns >= len(panels):
            panel.set_xlabel("guesses")
    worst = Patch(color=VERMILION, label="worst")
    mean = Line2D([], [], color=GREY, marker="v", markersize=6, linestyle="none", label="mean")
    lost = Patch(color=BLACK, label="lost: not found within the rows")
    spread = Line2D([], [], color=GREY, marker="|", markersize=8, label="± standard deviation over seeds")
    drawn = any(isinstance(one, RandomFigures) for one in results)
    handles = [] if result.costs else [worst, mean, *([spread] if drawn else [])]
    handles += [lost] if any(one.lost for one in results) else []
    if handles:
        picture.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=9)


# Heat maps


def _values(sweep: Sweep, figure: str) -> "Values":
    """The *figure* by the two numbers of a size."""
    lines, columns = sweep.sizes
    values = np.full((len(lines), len(columns)), np.nan)
    for row, line in enumerate(lines):
        for column, symbols in enumerate(columns):
            if result := sweep.figures.get((line, symbols)):
                values[row, column] = getattr(result, figure)
    return np.ma.masked_invalid(values)


def _norm(values: "Values", figure: str) -> "Normalize":
    """From values to colours: a step per whole number for worst, else continuous."""
    from matplotlib.colors import BoundaryNorm, Normalize

    low, high = float(values.min()), float(values.max())
    if figure == "worst":
        return BoundaryNorm(np.arange(low - 0.5, high + 1.0), 256)
    # A single value would leave the colour bar without a length.
    return Normalize(low, high) if low < high else Normalize(low - 0.5, high + 0.5)


def _write_cells(axes: "Axes", mesh: "QuadMesh", values: "Values", form: str) -> None:
    """Writes each value into its cell, black or white, whichever stands out more."""
    for row, column in np.argwhere(~np.ma.getmaskarray(values)).tolist():
        value = float(values[row, column])
        linear = mesh.to_rgba(np.array([value]))[0, :3] ** 2.2
        # Relative luminance as in WCAG 2; at 0.179 black and white have the same contrast.
        colour = "black" if linear @ (0.2126, 0.7152, 0.0722) > 0.179 else "white"
        axes.text(column + 0.5, row + 0.5, f"{value:{form}}", ha="center", va="center", color=colour, fontsize=10)


def _label_heat_map(axes: "Axes", sweep: Sweep, figure: str) -> None:
    """Names family, strategy, figure and the sizes; the first number grows downwards, as in a table."""
    lines, columns = sweep.sizes
    _write_title(axes, f"{sweep.family} with {_strategy_text(sweep)}", _meaning(sweep, figure), 13)
    axes.set_xticks(np.arange(len(columns)) + 0.5, [str(size) for size in columns])
    axes.set_yticks(np.arange(len(lines)) + 0.5, [str(size) for size in lines])
    axes.set_ylabel(sweep.names[0])
    axes.set_xlabel(sweep.names[1])
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def _meaning(sweep: Sweep, figure: str) -> str:
    """What the *figure* is."""
    found = "" if sweep.rows is None else f" that is found within {sweep.rows} rows"
    return {
        "worst": f"worst: the most guesses that any secret needs{found}",
        "mean": f"mean: guesses per secret{found}",
        "lost": f"lost: secrets that are not found within {sweep.rows} rows",
    }[figure]


def _outline_traditional(picture: "Picture", axes: "Axes", sweep: Sweep) -> None:
    """Outlines the size that is sold in boxes, when the sweep has it, and names it below."""
    from matplotlib.patches import Rectangle

    size = TRADITIONAL.get(sweep.family)
    if size is None or size not in sweep.figures:
        return
    corner = (sweep.sizes[1].index(size[1]), sweep.sizes[0].index(size[0]))
    # White under the outline keeps it apart from cells of any colour.
    axes.add_patch(Rectangle(corner, 1, 1, fill=False, edgecolor="white", linewidth=6, clip_on=False, zorder=3))
    outline = Rectangle(corner, 1, 1, fill=False, edgecolor=VERMILION, linewidth=3, clip_on=False, zorder=4)
    outline.set_label(f"{sweep.family}({size[0]},{size[1]}), the traditional game")
    axes.add_patch(outline)
    picture.legend(handles=[outline], loc="outside lower center", frameon=False, fontsize=9)


def _draw_colour_bar(picture: "Picture", axes: "Axes", mesh: "QuadMesh", values: "Values", figure: str) -> None:
    """Draws the colours and their numbers, whole ones for worst."""
    bar = picture.colorbar(mesh, ax=axes, label=f"{figure} ({'secrets' if figure == 'lost' else 'guesses'})")
    if figure == "worst":
        low, high = int(values.min()), int(values.max())
        bar.set_ticks(range(low, high + 1, math.ceil((high - low + 1) / 12)))
    bar.outline.set_visible(False)
    bar.ax.minorticks_off()


def _plot_line(sweep: Sweep, path: Path, figure: str) -> None:
    """Draws one *figure* by the only number of a size: a point for each size, and a line through them."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    sizes = [size for (size,), _ in sorted(sweep.figures.items())]
    values = [getattr(result, figure) for _, result in sorted(sweep.figures.items())]
    with _style():
        picture = _picture(7.2, 4.4)
        axes = picture.subplots()
        axes.plot(sizes, values, color=BLUE, marker="o", markersize=5, linewidth=1.5)
        if len(sizes) <= MOST_LABELLED:
            form = ".3f" if figure == "mean" else "g"
            for size, value in zip(sizes, values, strict=True):
                at = (size, value)
                axes.annotate(f"{value:{form}}", at, (0, 7), textcoords="offset points", ha="center", fontsize=9)
        if max(sizes) > LOGARITHMIC * min(sizes):
            axes.set_xscale("log")
        if len(sizes) <= MOST_LABELLED:
            axes.set_xticks(sizes, [str(size) for size in sizes])
            axes.minorticks_off()
        else:
            axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
        axes.yaxis.set_major_locator(MaxNLocator(8, integer=figure != "mean"))
        axes.margins(y=0.2)
        axes.set_xlabel(sweep.names[0])
        axes.set_ylabel("secrets" if figure == "lost" else "guesses")
        axes.spines[["top", "right"]].set_visible(False)
        _write_title(axes, f"{sweep.family} with {_strategy_text(sweep)}", _meaning(sweep, figure), 13)
        _save(picture, path)


# Texts and files


def _write_title(axes: "Axes", heading: str, facts: str, size: int) -> None:
    """Writes a heading above the axes, and the facts in smaller letters under it."""
    axes.set_title(heading, fontsize=size, fontweight="bold", pad=23 + 13 * facts.count("\n"))
    axes.annotate(
        facts, (0.5, 1), xycoords="axes fraction", xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9.5
    )


def _strategy_text(of: Figures | Sweep) -> str:
    """The strategy, and whether it was restricted."""
    return _shortened(of.strategy, 14 if of.consistent else 28) + (", consistent only" if of.consistent else "")


def _shortened(text: str, most: int) -> str:
    """The *text*, cut in the middle when it has more than *most* letters.

    >>> _shortened("mastermind(4,6)", 20)
    'mastermind(4,6)'
    >>> _shortened("table(/home/me/games/colours.csv)", 20)
    'table(/ho…lours.csv)'
    """
    half = most // 2
    return text if len(text) <= most else f"{text[: most - half - 1]}…{text[-half:]}"


def check_plot(path: Path) -> Path:
    """The *path*, once its suffix is one that can be drawn and its folder exists; else raises FileError.

    Raises BestguessError when matplotlib is missing.
    """
    _style()
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise FileError(f"expected a file name that ends in {' or '.join(SUFFIXES)}, got {path.name!r}")
    check_folder(path)
    return path


def _save(picture: "Picture", path: Path) -> None:
    """Writes the picture in the format of the suffix."""
    form = path.suffix.lower().removeprefix(".")
    drawn = io.BytesIO()
    picture.savefig(drawn, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    write_whole(path, drawn.getvalue())
