"""Outlines: the nodes of a tree that a format shows, and their descriptions in words."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from bestguess.errors import BestguessError
from bestguess.games import Code, Feedback
from bestguess.trees.tree import Node, Tree
from bestguess.wording import count_text, guess_noun, plural


class Item(NamedTuple):
    """A node that a format shows. Its codes and feedbacks are texts."""

    node: Node
    parent: int
    """The place of the node above it in the outline; -1 for the root."""
    depth: int
    feedback: Feedback
    """The feedback that leads here; empty for the root."""
    text: str
    """The guess, or `It is` and the label."""
    collapsed: bool
    """Whether there are nodes below that are not shown."""

    @property
    def cost(self) -> str:
        """The cost of the guess in words; empty at a leaf and in games without costs."""
        if not self.node.tree.rules.has_costs or self.node.label is not None:
            return ""
        return f"cost {cost_text(self.node.cost)}"

    @property
    def needs(self) -> str:
        """The most guesses that the candidates here need, in words."""
        return f"at most {count_text(self.node.height, guess_noun(self.node.tree.goal))}"

    @property
    def lost(self) -> int:
        """The number of candidates lost here, or at collapsed nodes below."""
        return self.node.lost if self.collapsed else int(self.node.tree.node_lost[self.node.index])

    @property
    def notes(self) -> list[str]:
        """Notes about the candidates here: cost, guesses needed, candidates lost."""
        notes = [self.cost, self.needs if self.collapsed else "", f"{self.lost} lost" if self.lost else ""]
        return [note for note in notes if note]

    @property
    def facts(self) -> list[str]:
        """The number of candidates and the notes; empty for a leaf of one candidate."""
        return [] if self.is_single_leaf else [count_text(self.node.size, "candidate"), *self.notes]

    @property
    def is_single_leaf(self) -> bool:
        """Whether this is a leaf of one candidate: formats do not count it."""
        return self.node.label is not None and self.node.size == 1


def outline(tree: Tree, max_depth: int | None) -> list[Item]:
    """Return the nodes down to *max_depth* in preorder; raise BestguessError if that is below 1.

    >>> from bestguess.trees import build_tree
    >>> items = outline(build_tree("mastermind(2,2)", "first"), 2)
    >>> [(item.feedback, item.text, item.node.size) for item in items]
    [('', '11', 4), ('0.0', '22', 1), ('1.0', '12', 2)]
    """
    check_depth(max_depth)
    tree = tree.as_text()
    depths, branches = tree.depth.tolist(), tree.branch.tolist()
    place_of = {-1: -1}  # the place in the outline of each node that is shown
    items: list[Item] = []
    for index in np.flatnonzero(tree.guesses_made <= (max_depth or len(tree))).tolist():
        parent, depth = place_of[tree.parents[index]], depths[index]
        if index and items[parent].collapsed:
            continue  # Leaves below the last depth have as many guesses made, but are collapsed into their parent.
        place_of[index] = len(items)
        feedback = tree.feedbacks[branches[index]] if index else ""
        node = Node(tree, index)
        text: Code = tree.guesses[index] if node.label is None else f"It is {node.label}"
        items.append(Item(node, parent, depth, feedback, text, depth == max_depth and node.height > 1))
    return items


def check_depth(max_depth: int | None) -> None:
    """Raise BestguessError if *max_depth* would show nothing."""
    if max_depth is not None and max_depth < 1:
        raise BestguessError(f"expected a depth of at least 1, got {max_depth}")


def heading(tree: Tree) -> str:
    """Return the title of a tree: its game, history and strategy."""
    after = f" after {tree.history}" if tree.history else ""
    return f"{tree.game}{after}, {tree.strategy}{', consistent guesses only' if tree.consistent else ''}"


def summary(tree: Tree) -> str:
    """Return the figures of the tree in one line."""
    figures = tree.figures
    lost = "" if figures.lost is None else f", {figures.lost} lost"
    if figures.lost:
        lost += f" (not found within {count_text(tree.limit, 'guess')})"
    if not figures.distribution:
        return f"{count_text(figures.secrets, 'secret')}{lost}"
    total, most = cost_text(figures.total), cost_text(figures.worst)
    worst = f"worst {most} ({count_text(figures.at_worst, 'secret')})"
    unit = "costs" if figures.costs else plural(2, guess_noun(figures.goal))
    return f"{count_text(figures.secrets, 'secret')}, {unit}: total {total}, mean {figures.mean:.4f}, {worst}{lost}"


def cost_text(cost: float | Fraction, decimals: int = 4) -> str:
    """Return a cost, or a number of guesses, as text with at most *decimals* decimals, and no trailing zeros.

    >>> cost_text(1296), cost_text(2.5), cost_text(Fraction(1, 3), 3)
    ('1296', '2.5', '0.333')
    """
    return str(cost) if isinstance(cost, int) else f"{float(cost):.{decimals}f}".rstrip("0").rstrip(".")
