"""What a guess does, and what a tree holds: bars."""

from typing import TYPE_CHECKING

import numpy as np

from bestguess.arguments import expected
from bestguess.candidates import Partition
from bestguess.errors import BestguessError
from bestguess.plots.drawing import BLUE, VERMILION, draw_legend, drawing_on, shortened, write_title
from bestguess.trees import Tree
from bestguess.trees.outline import heading
from bestguess.wording import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_LABELLED = 24  # bars with a count above each
MOST_SHOWN = 60  # parts; words have hundreds


def partition(partition: Partition, *, ax: "Axes | None" = None) -> "Axes":
    """Draws how many candidates each feedback would leave, the largest part first, and returns the axes.

    *ax*: where to draw. Default: a new picture. Raises BestguessError when nothing is split.
    """
    if not isinstance(partition, Partition):
        raise expected("what Position.partition returns", partition)
    if not partition:
        raise BestguessError("expected a partition with at least one part, got none")
    text, win = partition.game.text, partition.game.win
    sizes = sorted(((feedback, len(part)) for feedback, part in partition.items()), key=lambda item: -item[1])
    shown = sizes[:MOST_SHOWN]
    with drawing_on(ax, max(4.8, 0.42 * min(len(shown), MOST_LABELLED) + 1.2), 3.4) as axes:
        colours = [VERMILION if feedback == win else BLUE for feedback, _ in shown]
        bars = axes.bar(range(len(shown)), [size for _, size in shown], 0.82, color=colours)
        if len(shown) <= MOST_LABELLED:
            axes.bar_label(bars, padding=2, fontsize=8.5)
            names = [shortened(text(feedback), 16) for feedback, _ in shown]
            upright = max(map(len, names)) <= 4
            axes.set_xticks(range(len(shown)), names, rotation=0 if upright else 90, fontsize=9)
        else:
            axes.set_xticks([])
        left = "" if len(shown) == len(sizes) else f", the largest {len(shown)} of them"
        split = f"{counted(sum(size for _, size in sizes), 'candidate')} in {counted(len(sizes), 'part')}{left}"
        write_title(axes, f"{shortened(str(partition.game), 30)}: {shortened(text(partition.guess), 20)}", split, 12)
        axes.set_xlabel("feedback")
        axes.set_ylabel("candidates left")
        axes.margins(y=0.14)
        axes.spines[["top", "right"]].set_visible(False)
    return axes


def tree(tree: Tree, *, ax: "Axes | None" = None) -> "Axes":
    """Draws how many nodes a tree has at each guess, and how many of them may end the game, and returns the axes.

    *ax*: where to draw. Default: a new picture.
    """
    if not isinstance(tree, Tree):
        raise expected("a tree", tree)
    last = int(tree.depth.max())
    all_nodes = np.bincount(tree.depth, minlength=last + 1)[1:]
    ending = np.bincount(tree.depth[tree.wins > 0], minlength=last + 1)[1:]
    with drawing_on(ax, max(4.8, 0.6 * last + 1.6), 3.4) as axes:
        guesses = np.arange(1, last + 1)
        axes.bar(guesses, ending, 0.82, color=BLUE, label="may end the game")
        others = axes.bar(guesses, all_nodes - ending, 0.82, bottom=ending, color="#56B4E9", label="only ask")
        if last <= MOST_LABELLED:
            axes.bar_label(others, labels=[str(count) for count in all_nodes.tolist()], padding=2, fontsize=8.5)
            axes.set_xticks(guesses)
        write_title(axes, shortened(heading(tree), 44), f"{counted(len(tree), 'node')} of the tree by guess", 12)
        axes.set_xlabel("guess")
        axes.set_ylabel("nodes")
        axes.set_ylim(0, 1.14 * int(all_nodes.max()))
        axes.spines[["top", "right"]].set_visible(False)
        draw_legend(axes, ncols=2)
    return axes
