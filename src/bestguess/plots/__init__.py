"""Draw pictures: strategies side by side, one strategy over many sizes of a game, parts, trees and reviews.

Matplotlib is an optional extra, so it is imported only when something is drawn. Here a *picture* is what matplotlib
calls a figure; *figures* are numbers, as everywhere in bestguess. Functions draw on axes and return them. `save` writes
a picture to a file: PNG, SVG or PDF, by the suffix. Texts in an SVG stay texts, and equal numbers give equal files.
"""

from bestguess.plots.bars import comparison, distribution, partition, review, save_comparison, tree
from bestguess.plots.drawing import check_plot, save
from bestguess.plots.heat_maps import save_sweep, sweep

__all__ = [
    "check_plot",
    "comparison",
    "distribution",
    "partition",
    "review",
    "save",
    "save_comparison",
    "save_sweep",
    "sweep",
    "tree",
]
