"""Trees for people: as text, as Graphviz DOT, as a picture, and as a sheet to print.

Read `outline` first: the nodes that are shown, which every format begins with. *max_depth* cuts a tree: the nodes of
that depth are still shown, those below them are collapsed into them. Without it, text and DOT show the whole tree, the
picture as much as stays readable, and the sheet as much as fits on the page.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from bestguess.trees.formats.dot import as_dot
from bestguess.trees.formats.outline import Item, cost_text, outline
from bestguess.trees.formats.sheet import as_sheet
from bestguess.trees.formats.svg import as_svg
from bestguess.trees.formats.text import as_text
from bestguess.trees.tree import Tree

Format: TypeAlias = Callable[[Tree, int | None], str]

FORMATS: Mapping[str, Format] = {"text": as_text, "dot": as_dot, "svg": as_svg, "sheet": as_sheet}
"""The formats by name, each a function of a tree and of the greatest depth to show."""

__all__ = ["FORMATS", "Format", "Item", "as_dot", "as_sheet", "as_svg", "as_text", "cost_text", "outline"]
