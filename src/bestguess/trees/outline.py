"""Outlines: the nodes of a tree that a format shows, and what is said about each and about the tree."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bestguess.errors import BestguessError
from bestguess.games import Code, Feedback
from bestguess.trees.figures import in_user_units
from bestguess.trees.tree import Tree
from bestguess.wording import counted, guess_noun, plural

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Item(NamedTuple):
    """A node that is shown; *parent* is the place of the node above it in the outline, of the root -1."""

    parent: int
    depth: int
    feedback: Feedback
    """The feedback that leads here; of the root, nothing."""
    guess: Code
    """What is asked here; at a leaf, nothing."""
    size: int
    """How many candidates there are here."""
    height: int
    """How many guesses are needed from here at the most, the one here included; none at a leaf."""
    wins: bool
    """Whether the guess may win here."""
    collapsed: bool
    """Whether there are nodes below that are not shown."""
    lost: int = 0
    """How many candidates are not found because no guess is left, here or at the nodes below that are not shown."""
    label: str | None = None
    """With goal identify, what it is at a leaf."""
    cost: float | None = None
    """In a game with costs, what the guess costs in the user's unit."""
    found: int = 0
    """How many candidates end here: the guess wins against them, or it is a leaf."""
    noun: str = "guess"
    """What a guess is called."""

    @property
    def text(self) -> str:
        """What is asked here, or what it is."""
        return self.guess if self.label is None else f"It is {self.label}"

    @property
    def needs(self) -> str:
        """What the candidates here need at the most, in words."""
        return f"at most {counted(self.height, self.noun)}"

    @property
    def notes(self) -> list[str]:
        """What is said of the candidates here besides their number: what they need where the node is collapsed."""
        notes = [] if self.cost is None else [f"cost {cost_text(self.cost)}"]
        notes += [self.needs] if self.collapsed else []
        return [*notes, f"{self.lost} lost"] if self.lost else notes

    @property
    def is_single_leaf(self) -> bool:
        """Whether it is a leaf of one candidate, which need not be counted."""
        return self.label is not None and self.size == 1


def outline(tree: Tree, max_depth: int | None) -> list[Item]:
    """The nodes down to *max_depth* in preorder; raises BestguessError when that is below 1.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> [(item.feedback, item.guess, item.size) for item in outline(build_tree(game("mastermind(2,2)"), "first"), 2)]
    [('', '11', 4), ('0.0', '22', 1), ('1.0', '12', 2)]
    """
    check_depth(max_depth)
    tree = tree.as_text()
    sizes, lost = _below(tree, tree.wins + tree.node_lost), _below(tree, tree.node_lost)
    columns = (tree.depth, tree.branch, tree.wins, tree.node_lost, tree.cost)
    depths, branches, wins, lost_here, costs = (column.tolist() for column in columns)
    place_of = {-1: -1}  # of each node that is shown, in the outline
    items: list[Item] = []
    for node in np.flatnonzero(tree.guesses_made <= (max_depth or len(tree))).tolist():
        parent, depth, label = place_of[tree.parents[node]], depths[node], tree.label[node]
        if node and items[parent].collapsed:
            continue  # a leaf beside what is not shown
        place_of[node] = len(items)
        collapsed = depth == max_depth and tree.heights[node] > 1
        has_cost = tree.rules.has_costs and label is None
        items.append(
            Item(
                parent,
                depth,
                tree.feedbacks[branches[node]] if node else "",
                tree.guesses[node] or "",
                sizes[node],
                tree.heights[node],
                label is None and wins[node] > 0,
                collapsed,
                lost[node] if collapsed else lost_here[node],
                label,
                in_user_units(costs[node], tree.rules.cost_unit) if has_cost else None,
                wins[node],
                guess_noun(tree.goal),
            )
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


def heading(tree: Tree) -> str:
    """What the tree is of."""
    after = f" after {tree.history}" if tree.history else ""
    return f"{tree.game}{after}, {tree.strategy}{', consistent guesses only' if tree.consistent else ''}"


def summary(tree: Tree) -> str:
    """The figures of the tree in a line."""
    figures = tree.figures
    lost = "" if figures.lost is None else f", {figures.lost} lost"
    if figures.lost:
        lost += f" (not found within {counted(tree.limit, 'guess')})"
    if not figures.distribution:
        return f"{counted(figures.secrets, 'secret')}{lost}"
    total, most = cost_text(figures.total), cost_text(figures.worst)
    worst = f"worst {most} ({counted(figures.at_worst, 'secret')})"
    needed = "costs" if figures.costs else plural(2, guess_noun(figures.goal))
    return f"{counted(figures.secrets, 'secret')}, {needed}: total {total}, mean {figures.mean:.4f}, {worst}{lost}"


def cost_text(cost: float) -> str:
    """A cost, or a number of guesses, as people write it: at most four decimals.

    >>> cost_text(1296), cost_text(2.5), cost_text(1 / 3)
    ('1296', '2.5', '0.3333')
    """
    return str(cost) if isinstance(cost, int) else f"{cost:.4f}".rstrip("0").rstrip(".")
