"""Trees as indented text: a line for each node."""

from bestguess.errors import printable
from bestguess.trees.formats.outline import Item, outline
from bestguess.trees.tree import Tree
from bestguess.wording import counted

MOST_INDENTS = 40
"""Deeper nodes are indented no further and say their depth instead: a chain of n guesses would take n * n spaces."""


def as_text(tree: Tree, max_depth: int | None = None) -> str:
    """The tree with a line for each node: the feedback that leads there, the guess, and how many candidates there are.

    A leaf says what it is. Where nodes are collapsed, below *max_depth*, the line also says how many guesses are needed
    from there at the most. A history stands on a line before all others.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> print(as_text(build_tree(game("mastermind(2,3)"), "first"), 2), end="")
    11  9 candidates
      0.0: 22  4 candidates, at most 3 guesses
      1.0: 12  4 candidates, at most 2 guesses
    """
    after = f"after {_on_one_line(str(tree.history))}\n" if tree.history else ""
    return after + "".join(map(_line, outline(tree, max_depth)))


def _line(item: Item) -> str:
    feedback = f"{_on_one_line(item.feedback)}: " if item.parent >= 0 else ""
    size = "" if item.label is not None and item.size == 1 else f"  {counted(item.size, 'candidate')}"
    return f"{_indent(item.depth)}{feedback}{_on_one_line(item.text)}{size}{item.notes}\n"


def _indent(depth: int) -> str:
    """The spaces before a node of *depth*, and the depth where spaces no longer tell it."""
    return "  " * (depth - 1) if depth <= MOST_INDENTS + 1 else "  " * MOST_INDENTS + f"({depth}) "


def _on_one_line(text: str) -> str:
    """*text*, however long, with what would break or hide a line written out."""
    return printable(text, len(text))
