"""Trees for people: as text, as Graphviz DOT, as a picture, and as a sheet to print.

Read `outline` first: the nodes that are shown, which every format begins with. *max_depth* cuts a tree: the nodes of
that depth are still shown, those below them are collapsed into them. Without it, text and DOT show the whole tree, the
picture as much as stays readable, and the sheet as much as fits on the page.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from bestguess.errors import printable
from bestguess.trees.markup import one_direction
from bestguess.trees.outline import Item, cost_text, heading, outline, summary
from bestguess.trees.pages import as_sheet
from bestguess.trees.svg import as_svg
from bestguess.trees.tree import Tree

__all__ = ["FORMATS", "Format", "Item", "as_dot", "as_sheet", "as_svg", "as_text", "cost_text", "outline"]

MOST_INDENTS = 40
"""Deeper nodes are indented no further and say their depth instead: a chain of n guesses would take n * n spaces."""
_UNPRINTABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\ud800-\udfff]")


def as_text(tree: Tree, max_depth: int | None = None) -> str:
    """Return the tree with a line for each node: the feedback that leads there, the guess, how many candidates.

    A leaf says what it is. Where nodes are collapsed, below *max_depth*, the line also says how many guesses are needed
    from there at the most. A history stands on a line before all others.

    >>> from bestguess.trees import build_tree
    >>> print(as_text(build_tree("mastermind(2,3)", "first"), 2), end="")
    11  9 candidates
      0.0: 22  4 candidates, at most 3 guesses
      1.0: 12  4 candidates, at most 2 guesses
    """
    after = f"after {_on_one_line(str(tree.history))}\n" if tree.history else ""
    lines: list[str] = []
    for item in outline(tree, max_depth):
        deep = item.depth > MOST_INDENTS + 1
        indent = "  " * MOST_INDENTS + f"({item.depth}) " if deep else "  " * (item.depth - 1)
        feedback = f"{_on_one_line(item.feedback)}: " if item.parent >= 0 else ""
        facts = ", ".join(item.facts)
        lines.append(f"{indent}{feedback}{_on_one_line(item.text)}{'  ' if facts else ''}{facts}\n")
    return after + "".join(lines)


def _on_one_line(text: str) -> str:
    """*text*, however long, with what would break or hide a line written out."""
    return printable(text, len(text))


def as_dot(tree: Tree, max_depth: int | None = None) -> str:
    r"""Return the tree as a digraph for Graphviz; nodes below *max_depth* are collapsed, shown by size and height.

    A guess that may win is filled, one that may not is not, a leaf is green; a collapsed node has a double border.

    >>> from bestguess.trees import build_tree
    >>> print(as_dot(build_tree("mastermind(1,2)", "first")), end="")  # doctest: +NORMALIZE_WHITESPACE
    digraph tree {
      graph [rankdir=LR, nodesep=0.08,
             label="mastermind(1,2), first\n2 secrets, guesses: total 3, mean 1.5000, worst 2 (1 secret)"]
      node [shape=box, style="rounded,filled", fillcolor="#e3edf7", fontname="monospace"]
      edge [fontname="monospace", arrowhead=none]
      n0 [label="1\n2 candidates"]
      n1 [label="2\n1 candidate"]
      n0 -> n1 [label="0.0"]
    }
    """
    lines = [
        "digraph tree {",
        f"  graph [rankdir=LR, nodesep=0.08, label={_dot_label(heading(tree), summary(tree))}]",
        '  node [shape=box, style="rounded,filled", fillcolor="#e3edf7", fontname="monospace"]',
        '  edge [fontname="monospace", arrowhead=none]',
    ]
    for place, item in enumerate(outline(tree, max_depth)):
        fill = ""
        if not item.node.wins:
            fill = ', fillcolor="white"' if item.node.label is None else ', fillcolor="#dff3e4"'
        border = ", peripheries=2" if item.collapsed else ""
        lines.append(f"  n{place} [label={_dot_label(item.text, *item.facts)}{fill}{border}]")
        if item.parent >= 0:
            lines.append(f"  n{item.parent} -> n{place} [label={_dot_label(item.feedback)}]")
    return "\n".join([*lines, "}\n"])


def _dot_label(*lines: str) -> str:
    """A quoted label of *lines*; Graphviz reads backslashes and also entities in it."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "\\n".join(one_direction(_UNPRINTABLE.sub("\ufffd", line)) for line in escaped) + '"'


Format: TypeAlias = Callable[[Tree, int | None], str]

FORMATS: Mapping[str, Format] = {"text": as_text, "dot": as_dot, "svg": as_svg, "sheet": as_sheet}
"""The formats by name, each a function of a tree and of the greatest depth to show."""
