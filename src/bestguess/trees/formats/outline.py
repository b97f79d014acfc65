"""Outlines: the nodes of a tree that a format shows, and what is said about each and about the tree."""

from typing import NamedTuple

import numpy as np

from bestguess.errors import BestguessError
from bestguess.games import Code, Feedback
from bestguess.trees.files import guess_limit
from bestguess.trees.tree import Tree


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
    """How many candidates are not found because guesses are limited: here, or where it is collapsed, from here on."""


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
    sizes, lost, deepest = _sizes(tree), _lost(tree), _deepest(depths)
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
        missed = lost[tree.ends[node] if collapsed else node + 1] - lost[node]
        numbers = (sizes[node], height, wins[node], collapsed, missed)
        items.append(Item(parent, depth, feedback, tree.guesses[node], *numbers))
    return items


def check_depth(max_depth: int | None) -> None:
    """Raises BestguessError when *max_depth* would show nothing."""
    if max_depth is not None and max_depth < 1:
        raise BestguessError(f"expected a depth of at least 1, got {max_depth}")


def _sizes(tree: Tree) -> list[int]:
    """How many candidates there are at each node."""
    before = np.concatenate([[0], np.cumsum(tree.wins)]) + _lost(tree)
    sizes: list[int] = (before[tree.ends] - before[:-1]).tolist()
    return sizes


def _lost(tree: Tree) -> list[int]:
    """How many candidates are not found at the nodes before each node, and in all."""
    if tree.lost is None:
        return [0] * (len(tree) + 1)
    return [0, *np.cumsum(tree.lost).tolist()]


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


def counted(number: float, noun: str) -> str:
    """*number* with its *noun*.

    >>> counted(1, "candidate"), counted(1296, "secret")
    ('1 candidate', '1296 secrets')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {'guesses' if noun == 'guess' else noun + 's'}"


def not_found(lost: float | None, limit: int | None) -> str:
    """What is said of candidates that are *lost*; nothing where none are.

    >>> not_found(12, 5), not_found(0, 5)
    (', 12 not found within 5 guesses', '')
    """
    return f", {lost} not found within {counted(limit or 0, 'guess')}" if lost else ""


def heading(tree: Tree) -> str:
    """What the tree is of."""
    after = f" after {tree.history}" if tree.history else ""
    return f"{tree.game}{after}, {tree.strategy}{', consistent guesses only' if tree.consistent else ''}"


def summary(tree: Tree) -> str:
    """The figures of the tree in a line."""
    figures = tree.figures
    secrets, lost = counted(figures.secrets, "secret"), not_found(figures.lost, guess_limit(tree))
    if not figures.distribution:
        return f"{secrets}{lost}"
    worst = f"worst {figures.worst} ({counted(figures.at_worst, 'secret')})"
    return f"{secrets}, total {figures.total}, mean {figures.mean:.4f}, {worst}{lost}"
