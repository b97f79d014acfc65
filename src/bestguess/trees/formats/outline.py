"""Outlines: the nodes of a tree that a format shows, and what is said about each and about the tree."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bestguess.errors import BestguessError
from bestguess.games import Code, Feedback
from bestguess.trees.files import guess_limit
from bestguess.trees.tree import Tree
from bestguess.wording import counted

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Item(NamedTuple):
    """A node that is shown; *parent* is the place of the node above it in the outline, of the root -1."""

    parent: int
    depth: int
    feedback: Feedback
    """The feedback that leads here; of the root, nothing."""
    guess: Code
    size: int
    """How many candidates there are here."""
    height: int
    """How many guesses are needed from here at the most, the one here included."""
    wins: bool
    collapsed: bool
    """Whether there are nodes below that are not shown."""
    lost: int = 0
    """How many candidates are not found because no guess is left, here or at the nodes below that are not shown."""

    @property
    def notes(self) -> str:
        """What is said of the candidates here besides their number: what they need where the node is collapsed."""
        needed = f", at most {counted(self.height, 'guess')}" if self.collapsed else ""
        return f"{needed}, {self.lost} lost" if self.lost else needed


def outline(tree: Tree, max_depth: int | None = None) -> list[Item]:
    """The nodes down to *max_depth* in preorder; raises BestguessError when that is below 1.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> [(item.feedback, item.guess, item.size) for item in outline(build_tree(game("mastermind(2,2)"), "first"), 2)]
    [('', '11', 4), ('0.0', '22', 1), ('1.0', '12', 2)]
    """
    check_depth(max_depth)
    shown = range(len(tree)) if max_depth is None else np.flatnonzero(tree.depth <= max_depth).tolist()
    depths, branches, wins = tree.depth.tolist(), tree.branch.tolist(), tree.wins.tolist()
    here = np.zeros(len(tree), np.int64) if tree.lost is None else tree.lost
    lost = _below(tree, here)
    sizes, deepest = _below(tree, tree.wins + here), _deepest(depths)
    items: list[Item] = []
    path: list[int] = []
    for node in shown:
        depth = depths[node]
        del path[depth - 1 :]
        parent = path[-1] if path else -1
        feedback = tree.feedbacks[branches[node]] if path else ""
        path.append(len(items))
        height = deepest[node] - depth + 1
        collapsed = depth == max_depth and height > 1
        gone = lost[node] if collapsed else int(here[node])
        items.append(
            Item(parent, depth, feedback, tree.guesses[node], sizes[node], height, wins[node], collapsed, gone)
        )
    return items


def check_depth(max_depth: int | None) -> None:
    """Raises BestguessError when *max_depth* would show nothing."""
    if max_depth is not None and max_depth < 1:
        raise BestguessError(f"expected a depth of at least 1, got {max_depth}")


def _below(tree: Tree, counts: "NDArray[np.int64]") -> list[int]:
    """The sum of *counts* over each node and all below it."""
    before = np.concatenate([[0], np.cumsum(counts)])
    sums: list[int] = (before[tree.ends] - before[:-1]).tolist()
    return sums


def _deepest(depths: list[int]) -> list[int]:
    """The depth of the deepest node at or below each node."""
    deepest = list(depths)
    below = [0] * (max(depths) + 2)  # below[d]: the deepest seen among nodes of depth d whose parent is still to come
    for node in range(len(depths) - 1, -1, -1):
        depth = depths[node]
        deepest[node] = max(depth, below[depth + 1])
        below[depth + 1] = 0
        below[depth] = max(below[depth], deepest[node])
    return deepest


def heading(tree: Tree) -> str:
    """What the tree is of."""
    after = f" after {tree.history}" if tree.history else ""
    return f"{tree.game}{after}, {tree.strategy}{', consistent guesses only' if tree.consistent else ''}"


def summary(tree: Tree) -> str:
    """The figures of the tree in a line."""
    figures = tree.figures
    lost = "" if figures.lost is None else f", {figures.lost} lost"
    if figures.lost:
        lost += f" (not found within {counted(guess_limit(tree) or 0, 'guess')})"
    if not figures.distribution:
        return f"{counted(figures.secrets, 'secret')}{lost}"
    worst = f"worst {figures.worst} ({counted(figures.at_worst, 'secret')})"
    return f"{counted(figures.secrets, 'secret')}, total {figures.total}, mean {figures.mean:.4f}, {worst}{lost}"
