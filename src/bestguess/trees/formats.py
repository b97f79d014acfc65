"""Formats of trees for people: text, Graphviz DOT, an SVG picture, and a sheet to print.

Read `outline` first: it lists the nodes that a format shows. *max_depth* is the depth of the deepest nodes shown; the
nodes below are collapsed into them. Without it, text and DOT show the whole tree, the picture as much as stays
readable, and the sheet as much as fits on the page.
"""

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from bestguess.errors import printable
from bestguess.trees.markup import replace_reordering
from bestguess.trees.outline import Item, cost_text, heading, outline, summary
from bestguess.trees.pages import as_sheet
from bestguess.trees.svg import as_svg
from bestguess.trees.tree import Tree

__all__ = ["FORMATS", "Format", "Item", "as_dot", "as_sheet", "as_svg", "as_text", "cost_text", "outline"]

MAX_INDENTS = 40
"""The greatest indent. Deeper nodes show their depth instead, because a chain of n guesses would take n * n spaces."""
_UNPRINTABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\ud800-\udfff]")


def as_text(tree: Tree, max_depth: int | None = None) -> str:
    """Return the tree as text, a line for each node: the feedback that leads to it, the guess, how many candidates.

    The line of a leaf has its label. The line of a collapsed node, at *max_depth*, also has the most guesses needed
    from there on. If the tree has a history, that is the first line.

    >>> from bestguess.trees import build_tree
    >>> print(as_text(build_tree("mastermind(2,3)", "first"), 2), end="")
    11  9 candidates
      0.0: 22  4 candidates, at most 3 guesses
      1.0: 12  4 candidates, at most 2 guesses
    """
    history = f"after {_escape_controls(str(tree.history))}\n" if tree.history else ""
    lines: list[str] = []
    for item in outline(tree, max_depth):
        too_deep = item.depth > MAX_INDENTS + 1
        indent = "  " * MAX_INDENTS + f"({item.depth}) " if too_deep else "  " * (item.depth - 1)
        feedback = f"{_escape_controls(item.feedback)}: " if item.parent >= 0 else ""
        facts = ", ".join(item.facts)
        lines.append(f"{indent}{feedback}{_escape_controls(item.text)}{'  ' if facts else ''}{facts}\n")
    return history + "".join(lines)


def _escape_controls(text: str) -> str:
    """Return *text*, unshortened, with the characters escaped that would break or hide a line."""
    return printable(text, len(text))


def as_dot(tree: Tree, max_depth: int | None = None) -> str:
    r"""Return the tree as a digraph for Graphviz; nodes below *max_depth* are collapsed.

    A guess that may win is blue, one that cannot win is white, a leaf is green. A collapsed node has a double border.

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
    """Return *lines* as a quoted label, with the backslashes and entities escaped that Graphviz would interpret."""
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "\\n".join(replace_reordering(_UNPRINTABLE.sub("\ufffd", line)) for line in escaped) + '"'


Format: TypeAlias = Callable[[Tree, int | None], str]

FORMATS: Mapping[str, Format] = {"text": as_text, "dot": as_dot, "svg": as_svg, "sheet": as_sheet}
"""The formats by name. Each is a function of a tree and the greatest depth to show."""
