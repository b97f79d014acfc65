"""Bars: how many guesses strategies need, the parts of a guess, the nodes of a tree, the moves of a game."""

import math
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bestguess.advice import Review
from bestguess.arguments import as_list, expected_error
from bestguess.candidates import Partition
from bestguess.errors import BestguessError, printable
from bestguess.games.codes import text_of
from bestguess.plots.drawing import (
    BLACK,
    BLUE,
    GREY,
    PALETTE,
    VERMILION,
    check_plot,
    draw_legend,
    drawing_on,
    label_axes,
    new_picture,
    save_picture,
    shortened,
    strategy_text,
    style,
    write_title,
)
from bestguess.solve import Result
from bestguess.stats.tables import OF_FOUND, number_text, ranked, some_lost
from bestguess.trees import Figures, Tree
from bestguess.trees.formats import cost_text
from bestguess.trees.outline import heading
from bestguess.wording import count_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

LOST = "lost"
MOST_LEGEND = 100  # characters that stand side by side in a legend
MOST_LABELLED = 16  # wider histograms have no room for a count above each bar
MOST_FACTS = 52  # characters that stand side by side below the name of a strategy
MOST_WIDTH = 13.5  # inches, unless a single panel needs more
BAR = 0.82  # of the room that a number of guesses has
MOST_COUNTED = 24  # bars of parts and nodes with a count above each
MOST_PARTS = 60  # words have hundreds


def comparison(results: Iterable[Figures], *, ax: "Axes | None" = None) -> "Axes":
    """Draws how many secrets need each number of guesses, with a bar for each strategy, and returns the axes.

    *results*: what `compare` returns; who loses least comes first. *ax*: where to draw. Default: a new picture.
    Raises BestguessError when *results* are empty or of several games.
    """
    results = _checked(results)
    last = _last_bar(results)
    with drawing_on(ax, max(6.4, last * 0.9), 4.2) as axes:
        from matplotlib.patches import Patch  # which may be missing

        width = BAR / len(results)
        handles, names = list[Patch](), list[str]()
        for place, result in enumerate(results):
            counts = dict(result.distribution) | ({last: result.lost} if result.lost else {})
            middles = [depth + (place + 0.5) * width - BAR / 2 for depth in counts]
            colour = PALETTE[place % len(PALETTE)]
            bars = axes.bar(middles, list(counts.values()), width * 0.94, color=colour)
            if result.lost:
                labels = ["" for _ in result.distribution] + [number_text(result.lost)]
                axes.bar_label(bars, labels=labels, padding=2, fontsize=8.5)
            names.append(", ".join([strategy_text(result), *_mean_facts(result, spread="")]))
            handles.append(Patch(color=colour, label=names[-1]))
        write_title(axes, shortened(results[0].game, 50), f"guesses needed over {results[0].secrets_text}", 12)
        lost = some_lost(results)
        axes.set_xticks(range(1, last + 1), [*map(str, range(1, last)), LOST if lost else str(last)])
        label_axes(axes, "guesses", "secrets")
        columns = max(1, min(len(results), 3, MOST_LEGEND // max(map(len, names))))
        draw_legend(axes, handles=handles, ncols=columns)
    return axes


def distribution(figures: "Figures | Tree | Result", *, ax: "Axes | None" = None) -> "Axes":
    """Draws how many secrets need each number of guesses, and returns the axes.

    *figures* may also be a tree, or a result that has one. *ax*: where to draw. Default: a new picture.
    """
    if isinstance(figures, Result) and figures.tree is not None:
        figures = figures.tree
    found = figures.figures if isinstance(figures, Tree) else figures
    if not isinstance(found, Figures):
        raise expected_error("figures, a tree, or a result with a tree", figures)
    with drawing_on(ax, max(5.6, _panel_width([found])), 3.6) as axes:
        _draw_histogram(axes, found, _last_bar([found]), some_lost([found]))
        label_axes(axes, "guesses", "secrets")
    return axes


def save_comparison(results: Sequence[Figures], path: Path) -> None:
    """Draws a histogram of guesses for each strategy for one game to a file.

    Who loses least comes first. A program that failed has a panel that says why. Raises as `comparison` does.
    """
    path = check_plot(path)
    results = _checked(results)
    with style():
        width = _panel_width(results)
        wanted = {1: 1, 2: 2, 4: 2}.get(len(results), 3)
        columns = max(1, min(wanted, int(MOST_WIDTH / width)))
        rows = math.ceil(len(results) / columns)
        picture = new_picture(max(width * columns, 5.6), 2.9 * rows + 1.0)
        panels = picture.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flatten().tolist()
        for panel, result in zip(panels, results, strict=False):
            _draw_histogram(panel, result, _last_bar(results), some_lost(results))
        for panel in panels[len(results) :]:
            panel.remove()
        _label_comparison(picture, panels[: len(results)], columns, results)
        save_picture(picture, path)


def _checked(results: Iterable[Figures]) -> Sequence[Figures]:
    """The figures that a caller gave, of one game, in the order of tables."""
    listed = as_list("figures of strategies", results, BestguessError)
    for figures in listed:
        if not isinstance(figures, Figures):
            raise expected_error("figures of strategies", figures)
    games = list(dict.fromkeys(result.game for result in listed))
    if len(games) != 1:
        raise BestguessError(f"expected strategies for one game, got {' and '.join(games) or 'none'}")
    return ranked(listed)


def _panel_width(results: Sequence[Figures]) -> float:
    """Inches that a panel needs so that the counts stand side by side."""
    most = _last_bar(results)
    counts = [count for result in results for count in (*result.distribution.values(), result.lost or 0)]
    digits = max(len(number_text(count)) for count in counts)
    return max(3.6, min(most, MOST_LABELLED) * max(0.38, 0.085 * digits + 0.1) + 0.6)


def _last_bar(results: Sequence[Figures]) -> int:
    """Where the last bar stands: the most guesses, and one more for what is lost."""
    return max(1, max(result.most_guesses for result in results) + some_lost(results))


def _draw_histogram(axes: "Axes", result: Figures, most: int, with_lost: bool) -> None:
    """Draws how many secrets need each number of guesses, up to *most* on the shared axis.

    *with_lost*: the last place is for secrets that are not found.
    """
    from matplotlib.ticker import MaxNLocator

    depths, counts = list(result.distribution), list(result.distribution.values())
    colours = [VERMILION if depth == result.worst and not result.costs else BLUE for depth in depths]
    if result.lost:
        depths, counts, colours = [*depths, most], [*counts, result.lost], [*colours, BLACK]
    bars = axes.bar(depths, counts, width=BAR, color=colours)
    labelled = [most <= MOST_LABELLED or colour == BLACK for colour in colours]
    if any(labelled):
        texts = [number_text(count) if shown else "" for count, shown in zip(counts, labelled, strict=True)]
        labels = axes.bar_label(bars, labels=texts, padding=2, fontsize=8.5)
        for label, colour in zip(labels, colours, strict=True):
            if colour != BLUE:  # the bar may be too low to be seen; its number is not
                label.set(color=colour, fontweight="bold")
    if result.distribution and not result.costs:  # a mean of costs is no number of guesses
        axes.plot(result.mean, 0.97, marker="v", markersize=6, color=GREY, transform=axes.get_xaxis_transform())
    if result.mean_sd is not None and not result.costs:
        ends = [result.mean - result.mean_sd, result.mean + result.mean_sd]
        axes.plot(ends, [0.97, 0.97], marker="|", markersize=8, color=GREY, transform=axes.get_xaxis_transform())
    if result.error is not None:
        reason = printable(result.error.removeprefix(f"{result.strategy} "))
        reason = textwrap.fill(shortened(reason, 180), 36)
        axes.text(0.5, 0.5, reason, transform=axes.transAxes, ha="center", va="center", fontsize=9)
        axes.set_ylim(bottom=0)
        axes.update_datalim([(1, 0), (1, 1)])  # for an axis of secrets where all have failed
    write_title(axes, strategy_text(result), _facts(result), 11)
    axes.set_xlim(0.4, most + 0.6)
    axes.margins(y=0.24)
    ticks = _ticks(most, with_lost)
    axes.set_xticks(list(ticks), list(ticks.values()))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.tick_params(labelbottom=True, labelsize=9)
    axes.spines[["top", "right"]].set_visible(False)


def _ticks(most: int, with_lost: bool) -> dict[int, str]:
    """What is written below a histogram, and where."""
    step = 1 if most <= MOST_LABELLED else 5 * math.ceil(most / 50)
    lost = {most: LOST} if with_lost else {}
    return {depth: str(depth) for depth in range(step, most + 1 - step * with_lost, step)} | lost


def _facts(result: Figures) -> str:
    """The figures below the name of the strategy."""
    spread = "" if result.seeds is None else f" ± {result.mean_sd:.3f} over {count_text(result.seeds, 'seed')}"
    worst = [f"worst{_unit(result)} {cost_text(result.worst)}"] if result.distribution else []
    one_first_guess = result.error is None and result.seeds is None
    first = [f"first guess {shortened(text_of(result.first_guess), 16)}"] if one_first_guess else []
    sampled = [] if result.sample is None else [result.secrets_text]
    return _in_lines([*_mean_facts(result, spread), *worst, *first, *sampled])


def _mean_facts(result: Figures, spread: str) -> list[str]:
    """How many are lost, and the mean with its *spread*; or `failed`."""
    if result.error is not None:
        return ["failed"]
    lost = [f"{LOST} {number_text(result.lost)}{result.lost_weight_text}"] if result.lost else []
    found = f"{OF_FOUND}: " if result.lost else ""
    mean = [f"{found}mean{_unit(result)} {result.mean:.3f}{spread}"] if result.distribution else []
    return [*lost, *mean]


def _unit(result: Figures) -> str:
    return " cost" if result.costs else ""


def _in_lines(facts: Sequence[str]) -> str:
    """The *facts* in lines that fit a panel."""
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]}, {fact}" if lines[-1] else fact
        lines[-1:] = [longer] if len(longer) <= MOST_FACTS else [lines[-1], fact]
    return "\n".join(lines)


def _label_comparison(picture: "Picture", panels: "Sequence[Axes]", columns: int, results: Sequence[Figures]) -> None:
    """Names the game, the axes at the left and lower edges, and the marks."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    result = results[0]
    picture.suptitle(f"{shortened(result.game, 50)}\nguesses needed over {result.secrets_text}", fontsize=13)
    for index, panel in enumerate(panels):
        if index % columns == 0:
            panel.set_ylabel("secrets")
        if index + columns >= len(panels):
            panel.set_xlabel("guesses")
    found = f" {OF_FOUND}" if some_lost(results) else ""
    worst = Patch(color=VERMILION, label=f"worst{found}")
    mean = Line2D([], [], color=GREY, marker="v", markersize=6, linestyle="none", label=f"mean{found}")
    lost = Patch(color=BLACK, label=f"{LOST}: not found within the rows")
    spread = Line2D([], [], color=GREY, marker="|", markersize=8, label="± standard deviation over seeds")
    drawn = any(one.seeds for one in results)
    handles = [] if result.costs else [worst, mean, *([spread] if drawn else [])]
    handles += [lost] if some_lost(results) else []
    if handles:
        picture.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=9)


def partition(partition: Partition, *, ax: "Axes | None" = None) -> "Axes":
    """Draws how many candidates each feedback would leave, the largest part first, and returns the axes.

    *ax*: where to draw. Default: a new picture. Raises BestguessError when there is no part.
    """
    if not isinstance(partition, Partition):
        raise expected_error("what Position.partition returns", partition)
    if not partition:
        raise BestguessError("expected a partition with at least one part, got none")
    text, win = partition.game.text, partition.game.win
    sizes = sorted(((feedback, len(part)) for feedback, part in partition.items()), key=lambda item: -item[1])
    shown = sizes[:MOST_PARTS]
    with drawing_on(ax, max(4.8, 0.42 * min(len(shown), MOST_COUNTED) + 1.2), 3.4) as axes:
        colours = [VERMILION if feedback == win else BLUE for feedback, _ in shown]
        bars = axes.bar(range(len(shown)), [size for _, size in shown], BAR, color=colours)
        if len(shown) <= MOST_COUNTED:
            axes.bar_label(bars, padding=2, fontsize=8.5)
            names = [shortened(text(feedback), 16) for feedback, _ in shown]
            upright = max(map(len, names)) <= 4
            axes.set_xticks(range(len(shown)), names, rotation=0 if upright else 90, fontsize=9)
        else:
            axes.set_xticks([])
        left = "" if len(shown) == len(sizes) else f", the largest {len(shown)} of them"
        split = f"{count_text(sum(size for _, size in sizes), 'candidate')} in {count_text(len(sizes), 'part')}{left}"
        write_title(axes, f"{shortened(str(partition.game), 30)}: {shortened(text(partition.guess), 20)}", split, 12)
        label_axes(axes, "feedback", "candidates left")
        axes.margins(y=0.14)
    return axes


def tree(tree: Tree, *, ax: "Axes | None" = None) -> "Axes":
    """Draws how many nodes a tree has at each guess, and how many of them may end the game, and returns the axes.

    *ax*: where to draw. Default: a new picture.
    """
    if not isinstance(tree, Tree):
        raise expected_error("a tree", tree)
    last = int(tree.depth.max())
    all_nodes = np.bincount(tree.depth, minlength=last + 1)[1:]
    ending = np.bincount(tree.depth[tree.wins > 0], minlength=last + 1)[1:]
    with drawing_on(ax, max(4.8, 0.6 * last + 1.6), 3.4) as axes:
        guesses = np.arange(1, last + 1)
        axes.bar(guesses, ending, BAR, color=BLUE, label="may end the game")
        others = axes.bar(guesses, all_nodes - ending, BAR, bottom=ending, color="#56B4E9", label="only ask")
        if last <= MOST_COUNTED:
            axes.bar_label(others, labels=[str(count) for count in all_nodes.tolist()], padding=2, fontsize=8.5)
            axes.set_xticks(guesses)
        write_title(axes, shortened(heading(tree), 44), f"{count_text(len(tree), 'node')} of the tree by guess", 12)
        label_axes(axes, "guess", "nodes")
        axes.set_ylim(0, 1.14 * int(all_nodes.max()))
        draw_legend(axes, ncols=2)
    return axes


def review(review: Review, *, ax: "Axes | None" = None) -> "Axes":
    """Draws what each move lost against the best one, and the luck of its feedback, and returns the axes.

    Luck points upwards when the feedback was better than expected, loss always downwards. *ax*: where to draw.
    Default: a new picture. Raises BestguessError when no move was made.
    """
    if not isinstance(review, Review):
        raise expected_error("a review", review)
    if not review.moves:
        raise BestguessError("expected a review of at least one move, got none")
    places, text = range(len(review.moves)), text_of if review.rules is None else review.rules.text
    loss = [-float(move.loss) for move in review.moves]
    luck = [float(move.luck) for move in review.moves]
    with drawing_on(ax, max(4.8, 0.9 * len(places) + 1.4), 3.4) as axes:
        axes.bar([place - 0.2 for place in places], loss, 0.38, color=VERMILION, label="loss")
        axes.bar([place + 0.2 for place in places], luck, 0.38, color=BLUE, label="luck")
        axes.axhline(0, color=GREY, linewidth=0.8)
        names = [f"{shortened(text(move.guess), 14)}\n{shortened(text(move.feedback), 10)}" for move in review.moves]
        axes.set_xticks(places, names, fontsize=9)
        unit = "cost" if review.has_costs else "guesses"
        sums = f"loss {float(review.loss):.3f}, luck {float(review.luck):+.3f} {unit}"
        write_title(axes, shortened(review.game, 44), sums + ("" if review.proven else ", not all proven"), 12)
        label_axes(axes, "", unit)
        axes.spines["bottom"].set_visible(False)
        draw_legend(axes, ncols=2)
    return axes
