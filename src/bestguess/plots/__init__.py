"""Pictures of the numbers: strategies side by side, one strategy over many sizes of a game, parts, trees and reviews.

Matplotlib is an optional extra, so it is imported only when something is drawn. A *picture* is what matplotlib calls a
figure; *figures* are numbers, as everywhere else here. The functions `plot_…` draw on axes and return them; `save_plot`
writes a picture to a file, PNG, SVG or PDF by the suffix. The texts of an SVG stay texts, and the same numbers give
the same bytes.
"""

from bestguess.plots.drawing import check_plot, save_plot
from bestguess.plots.heat_maps import plot_sweep, save_sweep
from bestguess.plots.histograms import plot_comparison, plot_distribution, save_comparison
from bestguess.plots.moves import plot_review
from bestguess.plots.parts import plot_partition, plot_tree

__all__ = [
    "check_plot",
    "plot_comparison",
    "plot_distribution",
    "plot_partition",
    "plot_review",
    "plot_sweep",
    "plot_tree",
    "save_comparison",
    "save_plot",
    "save_sweep",
]
