"""Trees for Graphviz, in its DOT language."""

import re
from collections.abc import Iterator

from bestguess.trees.formats.markup import one_direction
from bestguess.trees.formats.outline import Item, cost_text, heading, outline, summary
from bestguess.trees.tree import Tree
from bestguess.wording import counted

_UNPRINTABLE = re.compile("[\\x00-\\x1f\\x7f-\\x9f\ud800-\udfff]")


def as_dot(tree: Tree, max_depth: int | None = None) -> str:
    r"""The tree as a digraph for Graphviz; the nodes below *max_depth* are collapsed, shown by size and height.

    A guess that may win is filled, one that may not is not, a leaf is green; a collapsed node has a double border.

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> print(as_dot(build_tree(game("mastermind(1,2)"), "first")), end="")  # doctest: +NORMALIZE_WHITESPACE
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
    return "".join(f"{line}\n" for line in _lines(tree, outline(tree, max_depth)))


def _lines(tree: Tree, items: list[Item]) -> Iterator[str]:
    yield "digraph tree {"
    yield f"  graph [rankdir=LR, nodesep=0.08, label={_label(heading(tree), summary(tree))}]"
    yield '  node [shape=box, style="rounded,filled", fillcolor="#e3edf7", fontname="monospace"]'
    yield '  edge [fontname="monospace", arrowhead=none]'
    for place, item in enumerate(items):
        yield f"  n{place} [{_attributes(item)}]"
        if item.parent >= 0:
            yield f"  n{item.parent} -> n{place} [label={_label(item.feedback)}]"
    yield "}"


def _attributes(item: Item) -> str:
    lines = [item.text]
    if item.label is None or item.size > 1:
        lines.append(counted(item.size, "candidate"))
    if item.cost is not None:
        lines.append(f"cost {cost_text(item.cost)}")
    if item.collapsed:
        lines.append(item.needs)
    if item.lost:
        lines.append(f"{item.lost} lost")
    fill = "" if item.wins else ', fillcolor="white"' if item.label is None else ', fillcolor="#dff3e4"'
    return f"label={_label(*lines)}{fill}{', peripheries=2' if item.collapsed else ''}"


def _label(*lines: str) -> str:
    r"""A quoted label of *lines*; Graphviz reads backslashes and also entities in it.

    >>> print(_label('a&b<"c"', "\\N"))
    "a&amp;b<\"c\"\n\\N"
    """
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return '"' + "\\n".join(one_direction(_UNPRINTABLE.sub("\ufffd", line)) for line in escaped) + '"'
