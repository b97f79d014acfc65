"""Draw bar charts: guesses that strategies need, parts of a guess, nodes of a tree, moves of a review."""

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
    shorten,
    strategy_text,
    style,
    write_title,
)
from bestguess.solve import Result
from bestguess.stats.tables import OF_FOUND, any_lost, number_text, rank_results
from bestguess.trees import Figures, Tree
from bestguess.trees.formats import cost_text
from bestguess.trees.outline import heading
from bestguess.wording import count_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

LOST = "lost"
MAX_LEGEND = 100  # characters in a line of a legend
MAX_COUNT_LABELS = 16  # a histogram with more bars has no room for counts above them
MAX_FACTS = 52  # characters in a line below the name of a strategy
MAX_WIDTH = 13.5  # inches, unless a single panel needs more
BAR = 0.82  # width of a bar, or of a group of bars; the distance between groups is 1
MAX_COUNTED = 24  # a chart of parts or nodes with more bars has no counts above them
MAX_PARTS = 60  # bars of parts; word games have hundreds of parts


def comparison(results: Iterable[Figures], *, ax: "Axes | None" = None) -> "Axes":
    """Draw how many secrets need each number of guesses, with a bar for each strategy, and return the axes.

    *results*: what `compare` returns. The strategy that loses least comes first. *ax*: where to draw. Default: a new
    picture. Raises BestguessError if *results* are empty or of several games.
    """
    results = _check_figures(results)
    last = _last_bar(results)
    with drawing_on(ax, max(6.4, last * 0.9), 4.2) as axes:
        from matplotlib.patches import Patch  # only here: matplotlib is optional

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
        write_title(axes, shorten(results[0].game, 50), f"guesses needed over {results[0].secrets_text}", 12)
        lost = any_lost(results)
        axes.set_xticks(range(1, last + 1), [*map(str, range(1, last)), LOST if lost else str(last)])
        label_axes(axes, "guesses", "secrets")
        columns = max(1, min(len(results), 3, MAX_LEGEND // max(map(len, names))))
        draw_legend(axes, handles=handles, ncols=columns)
    return axes


def distribution(figures: "Figures | Tree | Result", *, ax: "Axes | None" = None) -> "Axes":
    """Draw how many secrets need each number of guesses, and return the axes.

    *figures* may also be a tree, or a result that has one. *ax*: where to draw. Default: a new picture.
    """
    if isinstance(figures, Result) and figures.tree is not None:
        figures = figures.tree
    result = figures.figures if isinstance(figures, Tree) else figures
    if not isinstance(result, Figures):
        raise expected_error("figures, a tree, or a result with a tree", figures)
    with drawing_on(ax, max(5.6, _panel_width([result])), 3.6) as axes:
        _draw_histogram(axes, result, _last_bar([result]), any_lost([result]))
        label_axes(axes, "guesses", "secrets")
    return axes


def save_comparison(results: Sequence[Figures], path: Path) -> None:
    """Write a picture to *path* with a histogram of guesses for each strategy.

    The strategy that loses least comes first. The panel of a program that failed says why. Raises as `comparison` does.
    """
    path = check_plot(path)
    results = _check_figures(results)
    with style():
        width = _panel_width(results)
        best_columns = {1: 1, 2: 2, 4: 2}.get(len(results), 3)
        columns = max(1, min(best_columns, int(MAX_WIDTH / width)))
        rows = math.ceil(len(results) / columns)
        picture = new_picture(max(width * columns, 5.6), 2.9 * rows + 1.0)
        panels = picture.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flatten().tolist()
        for panel, result in zip(panels, results, strict=False):
            _draw_histogram(panel, result, _last_bar(results), any_lost(results))
        for panel in panels[len(results) :]:
            panel.remove()
        _label_comparison(picture, panels[: len(results)], columns, results)
        save_picture(picture, path)


def _check_figures(results: Iterable[Figures]) -> Sequence[Figures]:
    """Return *results* in the order of tables; raise BestguessError unless they are figures of one game."""
    all_figures = as_list("figures of strategies", results, BestguessError)
    for figures in all_figures:
        if not isinstance(figures, Figures):
            raise expected_error("figures of strategies", figures)
    games = list(dict.fromkeys(figures.game for figures in all_figures))
    if len(games) != 1:
        raise BestguessError(f"expected strategies for one game, got {' and '.join(games) or 'none'}")
    return rank_results(all_figures)


def _panel_width(results: Sequence[Figures]) -> float:
    """Return the width in inches that a panel needs so that the counts fit side by side."""
    last = _last_bar(results)
    counts = [count for result in results for count in (*result.distribution.values(), result.lost or 0)]
    digits = max(len(number_text(count)) for count in counts)
    return max(3.6, min(last, MAX_COUNT_LABELS) * max(0.38, 0.085 * digits + 0.1) + 0.6)


def _last_bar(results: Sequence[Figures]) -> int:
    """Return the place of the last bar: the most guesses, and one more if secrets are lost."""
    return max(1, max(result.most_guesses for result in results) + any_lost(results))


def _draw_histogram(axes: "Axes", result: Figures, last: int, with_lost: bool) -> None:
    """Draw how many secrets need each number of guesses.

    *last*: the last bar of the shared axis. *with_lost*: it is for secrets that are not found.
    """
    from matplotlib.ticker import MaxNLocator

    depths, counts = list(result.distribution), list(result.distribution.values())
    colours = [VERMILION if depth == result.worst and not result.costs else BLUE for depth in depths]
    if result.lost:
        depths, counts, colours = [*depths, last], [*counts, result.lost], [*colours, BLACK]
    bars = axes.bar(depths, counts, width=BAR, color=colours)
    has_label = [last <= MAX_COUNT_LABELS or colour == BLACK for colour in colours]
    if any(has_label):
        texts = [number_text(count) if label else "" for count, label in zip(counts, has_label, strict=True)]
        labels = axes.bar_label(bars, labels=texts, padding=2, fontsize=8.5)
        for label, colour in zip(labels, colours, strict=True):
            if colour != BLUE:  # the bar may be too low to be seen, but its number is visible
                label.set(color=colour, fontweight="bold")
    if result.distribution and not result.costs:  # a mean cost has no place on an axis of guesses
        axes.plot(result.mean, 0.97, marker="v", markersize=6, color=GREY, transform=axes.get_xaxis_transform())
    if result.mean_sd is not None and not result.costs:
        ends = [result.mean - result.mean_sd, result.mean + result.mean_sd]
        axes.plot(ends, [0.97, 0.97], marker="|", markersize=8, color=GREY, transform=axes.get_xaxis_transform())
    if result.error is not None:
        reason = printable(result.error.removeprefix(f"{result.strategy} "))
        reason = textwrap.fill(shorten(reason, 180), 36)
        axes.text(0.5, 0.5, reason, transform=axes.transAxes, ha="center", va="center", fontsize=9)
        axes.set_ylim(bottom=0)
        axes.update_datalim([(1, 0), (1, 1)])  # gives the axis of secrets a range if all strategies have failed
    write_title(axes, strategy_text(result), _facts(result), 11)
    axes.set_xlim(0.4, last + 0.6)
    axes.margins(y=0.24)
    ticks = _ticks(last, with_lost)
    axes.set_xticks(list(ticks), list(ticks.values()))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.tick_params(labelbottom=True, labelsize=9)
    axes.spines[["top", "right"]].set_visible(False)


def _ticks(last: int, with_lost: bool) -> dict[int, str]:
    """Return the labels below a histogram by their place."""
    step = 1 if last <= MAX_COUNT_LABELS else 5 * math.ceil(last / 50)
    lost = {last: LOST} if with_lost else {}
    return {depth: str(depth) for depth in range(step, last + 1 - step * with_lost, step)} | lost


def _facts(result: Figures) -> str:
    """Return the text below the name of the strategy."""
    spread = "" if result.seeds is None else f" ± {result.mean_sd:.3f} over {count_text(result.seeds, 'seed')}"
    worst = [f"worst{_unit(result)} {cost_text(result.worst)}"] if result.distribution else []
    one_first_guess = result.error is None and result.seeds is None
    first = [f"first guess {shorten(text_of(result.first_guess), 16)}"] if one_first_guess else []
    sampled = [] if result.sample is None else [result.secrets_text]
    return _join_lines([*_mean_facts(result, spread), *worst, *first, *sampled])


def _mean_facts(result: Figures, spread: str) -> list[str]:
    """Return texts with the number of lost secrets and the mean with its *spread*; or only `failed`."""
    if result.error is not None:
        return ["failed"]
    lost = [f"{LOST} {number_text(result.lost)}{result.lost_weight_text}"] if result.lost else []
    prefix = f"{OF_FOUND}: " if result.lost else ""
    mean = [f"{prefix}mean{_unit(result)} {result.mean:.3f}{spread}"] if result.distribution else []
    return [*lost, *mean]


def _unit(result: Figures) -> str:
    return " cost" if result.costs else ""


def _join_lines(facts: Sequence[str]) -> str:
    """Join *facts* by commas, in lines that fit a panel."""
    lines = [""]
    for fact in facts:
        longer = f"{lines[-1]}, {fact}" if lines[-1] else fact
        lines[-1:] = [longer] if len(longer) <= MAX_FACTS else [lines[-1], fact]
    return "\n".join(lines)


def _label_comparison(picture: "Picture", panels: "Sequence[Axes]", columns: int, results: Sequence[Figures]) -> None:
    """Write the title, the labels of the axes at the left and lower edges, and the legend."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    result = results[0]
    picture.suptitle(f"{shorten(result.game, 50)}\nguesses needed over {result.secrets_text}", fontsize=13)
    for index, panel in enumerate(panels):
        if index % columns == 0:
            panel.set_ylabel("secrets")
        if index + columns >= len(panels):
            panel.set_xlabel("guesses")
    suffix = f" {OF_FOUND}" if any_lost(results) else ""
    worst = Patch(color=VERMILION, label=f"worst{suffix}")
    mean = Line2D([], [], color=GREY, marker="v", markersize=6, linestyle="none", label=f"mean{suffix}")
    lost = Patch(color=BLACK, label=f"{LOST}: not found within the rows")
    spread = Line2D([], [], color=GREY, marker="|", markersize=8, label="± standard deviation over seeds")
    has_spread = any(figures.seeds for figures in results)
    handles = [] if result.costs else [worst, mean, *([spread] if has_spread else [])]
    handles += [lost] if any_lost(results) else []
    if handles:
        picture.legend(handles=handles, loc="outside lower center", ncols=3, frameon=False, fontsize=9)


def partition(partition: Partition, *, ax: "Axes | None" = None) -> "Axes":
    """Draw how many candidates each feedback would leave, the largest part first, and return the axes.

    *ax*: where to draw. Default: a new picture. Raises BestguessError if the partition is empty.
    """
    if not isinstance(partition, Partition):
        raise expected_error("what Position.partition returns", partition)
    if not partition:
        raise BestguessError("expected a partition with at least one part, got none")
    text, win = partition.game.text, partition.game.win
    sizes = sorted(((feedback, len(part)) for feedback, part in partition.items()), key=lambda item: -item[1])
    largest = sizes[:MAX_PARTS]
    with drawing_on(ax, max(4.8, 0.42 * min(len(largest), MAX_COUNTED) + 1.2), 3.4) as axes:
        colours = [VERMILION if feedback == win else BLUE for feedback, _ in largest]
        bars = axes.bar(range(len(largest)), [size for _, size in largest], BAR, color=colours)
        if len(largest) <= MAX_COUNTED:
            axes.bar_label(bars, padding=2, fontsize=8.5)
            names = [shorten(text(feedback), 16) for feedback, _ in largest]
            rotation = 0 if max(map(len, names)) <= 4 else 90
            axes.set_xticks(range(len(largest)), names, rotation=rotation, fontsize=9)
        else:
            axes.set_xticks([])
        some = "" if len(largest) == len(sizes) else f", the largest {len(largest)} of them"
        facts = f"{count_text(sum(size for _, size in sizes), 'candidate')} in {count_text(len(sizes), 'part')}{some}"
        write_title(axes, f"{shorten(str(partition.game), 30)}: {shorten(text(partition.guess), 20)}", facts, 12)
        label_axes(axes, "feedback", "candidates left")
        axes.margins(y=0.14)
    return axes


def tree(tree: Tree, *, ax: "Axes | None" = None) -> "Axes":
    """Draw how many nodes a tree has at each guess, and how many of them may end the game; return the axes.

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
        if last <= MAX_COUNTED:
            axes.bar_label(others, labels=[str(count) for count in all_nodes.tolist()], padding=2, fontsize=8.5)
            axes.set_xticks(guesses)
        write_title(axes, shorten(heading(tree), 44), f"{count_text(len(tree), 'node')} of the tree by guess", 12)
        label_axes(axes, "guess", "nodes")
        axes.set_ylim(0, 1.14 * int(all_nodes.max()))
        draw_legend(axes, ncols=2)
    return axes


def review(review: Review, *, ax: "Axes | None" = None) -> "Axes":
    """Draw the loss and the luck of each move, and return the axes.

    Loss points downwards. Luck points upwards if the feedback was better than expected. *ax*: where to draw. Default: a
    new picture. Raises BestguessError if no move was made.
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
        names = [f"{shorten(text(move.guess), 14)}\n{shorten(text(move.feedback), 10)}" for move in review.moves]
        axes.set_xticks(places, names, fontsize=9)
        unit = "cost" if review.has_costs else "guesses"
        sums = f"loss {float(review.loss):.3f}, luck {float(review.luck):+.3f} {unit}"
        write_title(axes, shorten(review.game, 44), sums + ("" if review.proven else ", not all proven"), 12)
        label_axes(axes, "", unit)
        axes.spines["bottom"].set_visible(False)
        draw_legend(axes, ncols=2)
    return axes
