"""Pictures of trees: a self-contained SVG with the root at the left, for light and dark pages.

Each column is a depth. A box shows the guess and the number of candidates. To the left of it is the feedback that leads
there. With goal identify, the boxes of leaves show the labels.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from bestguess.games import HIT, IDENTIFY
from bestguess.trees.markup import CHAR, MONOSPACE, clip, escape, number, rect, text_at, width
from bestguess.trees.outline import Item, heading, outline, summary
from bestguess.trees.tree import Tree
from bestguess.wording import count_text

MAX_ROWS, MAX_DEPTH = 160, 8
"""The size at which a picture is still readable; a larger tree is collapsed."""
MAX_COLUMNS = 60
"""The most characters of a code or feedback; longer ones are shortened, and the tooltip has the whole text."""

# Sizes in pixels.
FONT = 12.0
EM = FONT * CHAR
ROW, BOX, FAMILY_GAP = 22.0, 18.0, 8.0
MARGIN, PAD, STEM, TICK, SPACE = 16.0, 6.0, 14.0, 9.0, 4.0
TOP = 96.0

_LIGHT = {
    ".paper": "fill:#ffffff",
    "text": "fill:#1f2933",
    ".quiet": "fill:#52606d",
    ".line": "fill:none;stroke:#9aa5b1",
    "rect.may": "fill:#e3edf7;stroke:#6b8fb5",
    "rect.not": "fill:#ffffff;stroke:#9aa5b1",
    "rect.sure": "fill:#dff3e4;stroke:#5fa777",
}
_DARK = {
    ".paper": "fill:#14181d",
    "text": "fill:#e4e9ee",
    ".quiet": "fill:#a3b0bd",
    ".line": "fill:none;stroke:#5b6875",
    "rect.may": "fill:#1f3347;stroke:#5d86b0",
    "rect.not": "fill:#14181d;stroke:#6b7885",
    "rect.sure": "fill:#1b3a27;stroke:#549a6c",
}


def as_svg(tree: Tree, max_depth: int | None = None) -> str:
    """Return the tree as an SVG picture, collapsed below *max_depth*; default: the readable depth."""
    depth = readable_depth(tree) if max_depth is None else max_depth
    items = outline(tree, depth)
    columns, (middles, below, bottom) = _columns(items), _heights(items)
    titles = [heading(tree), summary(tree)]
    key, key_right = _key(tree.goal)
    right = columns[-1].box + columns[-1].box_width + MARGIN
    across = number(max(right, *(MARGIN * 2 + EM * 1.25 * width(title) for title in titles), key_right))
    down = number(bottom)
    fonts = f".bestguess-tree text{{font:{FONT:g}px {MONOSPACE};white-space:pre}}"
    weights = ".bestguess-tree .guess{font-weight:bold}.bestguess-tree .title{font-size:15px;font-weight:bold}"
    colours = f"{_rules(_LIGHT)}@media (prefers-color-scheme:dark){{{_rules(_DARK)}}}"
    size = f"width='{across}' height='{down}' viewBox='0 0 {across} {down}'"
    lines = [
        f"<svg xmlns='http://www.w3.org/2000/svg' class='bestguess-tree' {size} role='img'>",
        f"<title>{escape(', '.join(titles))}</title>",
        f"<style>{fonts}{weights}{colours}</style>",
        "<rect class='paper' width='100%' height='100%'/>",
        _text(MARGIN, MARGIN + 8, titles[0], "title"),
        _text(MARGIN, MARGIN + 30, titles[1]),
        *key,
        *_edges(items, columns, middles, below),
        *_boxes(items, columns, middles, below),
        "</svg>\n",
    ]
    return "\n".join(lines)


def readable_depth(tree: Tree) -> int:
    """Return the greatest depth at which the picture is still readable; at least 2."""
    has_no_branches = np.array(tree.ends) == np.arange(1, len(tree) + 1)
    at_depth = np.bincount(tree.guesses_made).tolist()
    # How many paths end above each depth. Each takes a row, and so does every node of the depth itself.
    ended = np.concatenate([[0], np.cumsum(np.bincount(tree.guesses_made[has_no_branches]))]).tolist()
    deepest = min(len(at_depth) - 1, MAX_DEPTH)
    return next((d for d in range(deepest, 2, -1) if at_depth[d] + ended[d] <= MAX_ROWS), 2)


class _Column(NamedTuple):
    """The x of the feedbacks (*label*) and boxes of a depth, and the widths of their contents."""

    label: float
    box: float
    box_width: float
    guess_width: float
    digits: int


def _columns(items: list[Item]) -> list[_Column]:
    """Return the columns of all depths; the one of depth 0 is empty."""
    columns = [_Column(0.0, 0.0, 0.0, 0.0, 0)]
    for depth in range(1, max(item.depth for item in items) + 1):
        column_items = [item for item in items if item.depth == depth]
        digits = max(len(str(item.node.size)) for item in column_items)
        guess_width = max(_text_width(item.text) for item in column_items)
        box_width = guess_width + max(_text_width(_note(item, digits)) for item in column_items) + PAD * 3
        label, box = 0.0, MARGIN
        if depth > 1:
            label = columns[-1].box + columns[-1].box_width + STEM + TICK + SPACE
            box = label + max(_text_width(item.feedback) for item in column_items) + SPACE + TICK
        columns.append(_Column(label, box, box_width, guess_width, digits))
    return columns


def _heights(items: list[Item]) -> tuple[list[float], dict[int, list[float]], float]:
    """Return the y of the middle of each item, those of its children, the last child first, and the height.

    An item without children has its own row. Any other item is midway between its first and last child.
    """
    parents = {item.parent for item in items}
    # Step 1. Rows for the items without children, from the top down, with a gap between families.
    middles, y, last_parent = [0.0] * len(items), TOP, -1
    for place, item in enumerate(items):
        if place not in parents:
            y += FAMILY_GAP if item.parent != last_parent else 0.0
            middles[place] = y + ROW / 2
            y, last_parent = y + ROW, item.parent
    # Step 2. All other items. In reverse preorder, the children of an item come before it.
    below: dict[int, list[float]] = {place: [] for place in sorted(parents)}
    for place in range(len(items) - 1, -1, -1):
        if place in below:
            middles[place] = (below[place][-1] + below[place][0]) / 2
        below[items[place].parent].append(middles[place])
    del below[-1]
    return middles, below, y + MARGIN


def _note(item: Item, digits: int) -> str:
    """Return the text to the right of the guess; the number of candidates is padded to *digits*."""
    if item.is_single_leaf:
        return ""
    size = str(item.node.size)
    padding = " " * (digits - len(size))
    return padding + ", ".join(item.facts if item.collapsed else [size, *item.notes])


def _text_width(text: str) -> float:
    return EM * min(width(text), MAX_COLUMNS)


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    """Return a line of *text* that is vertically centred at *y*."""
    return text_at(x, y + FONT * 0.35, text, kind)


def _edges(
    items: list[Item], columns: list[_Column], middles: list[float], below: dict[int, list[float]]
) -> Iterator[str]:
    """Yield the lines between items, and the feedbacks on them."""
    # Every item but the root: a line from the stem to its feedback, and from there to its box.
    for item, y in zip(items[1:], middles[1:], strict=True):
        label, box, *_ = columns[item.depth]
        after = label + _text_width(item.feedback) + SPACE
        line = f"M{number(label - SPACE - TICK)} {number(y)}h{TICK:g}M{number(after)} {number(y)}H{number(box)}"
        yield f"<path class='line' d='{line}'/>" + _text(label, y, clip(item.feedback, MAX_COLUMNS), "quiet")
    # Every item with children: a stem to the right, and a vertical line from its first child to its last.
    for place, (*_, first) in below.items():
        column = columns[items[place].depth]
        x, y = column.box + column.box_width, middles[place]
        line = f"M{number(x)} {number(y)}h{STEM:g}M{number(x + STEM)} {number(first)}V{number(below[place][0])}"
        yield f"<path class='line' d='{line}'/>"


def _boxes(
    items: list[Item], columns: list[_Column], middles: list[float], below: dict[int, list[float]]
) -> Iterator[str]:
    for place, (item, y) in enumerate(zip(items, middles, strict=True)):
        _, x, across, guess_width, digits = columns[item.depth]
        note = _note(item, digits)
        if item.node.label is not None:
            guess_width = _text_width(item.text)
        if place not in below:  # no stem begins here, so the box may be as narrow as its text
            across = guess_width + _text_width(note) + PAD * (3 if note else 2)
        is_sure = item.node.label is not None or (item.node.wins and item.node.size == item.node.found_count)
        kind = "sure" if is_sure else "may" if item.node.wins else "not"
        behind = rect(kind, x + 3, y + 3 - BOX / 2, across, BOX, rounded=True) if item.collapsed else ""
        yield f"{_group(item)}{behind}{_box(kind, item.text, note, x, y, across, guess_width)}</g>"


def _group(item: Item) -> str:
    """Return the opening tag of an item, with its whole text as the tooltip."""
    text = f"{item.feedback}: {item.text}" if item.parent >= 0 else item.text
    if not item.is_single_leaf:
        text += f", {count_text(item.node.size, 'candidate')}"
        text += f", {item.needs}" if item.node.label is None else ""
        text += f", {item.lost} lost" if item.lost else ""
        text += f", {item.cost}" if item.cost else ""
    kind = "collapsed" if item.collapsed else "node"
    return f"<g class='{kind}' data-size='{item.node.size}'><title>{escape(text)}</title>"


def _box(kind: str, text: str, note: str, x: float, y: float, across: float, guess_width: float) -> str:
    guess = _text(x + PAD, y, clip(text, MAX_COLUMNS), "guess")
    note_at = x + PAD * 2 + guess_width + EM * (len(note) - len(note.lstrip()))
    box = rect(kind, x, y - BOX / 2, across, BOX, rounded=True)
    return box + guess + _text(note_at, y, note.lstrip(), "quiet")


# The legend: the kind of a box, its text and note, and its meaning.
_KEYS = {
    HIT: [
        ("may", "guess", "9", "candidates; may win"),
        ("not", "guess", "9", "cannot win yet"),
        ("sure", "guess", "1", "wins"),
    ],
    IDENTIFY: [
        ("not", "guess", "9", "candidates"),
        ("sure", "It is …", "", "what it is"),
    ],
}
_KEY_BOX = EM * 6 + PAD * 3


def _key(goal: str) -> tuple[list[str], float]:
    """Return the legend of the boxes, and the x at which it ends."""
    x, y = MARGIN, MARGIN + 56
    lines: list[str] = []
    for kind, text, note, meaning in _KEYS[goal]:
        box = _box(kind, text, note, x, y, _KEY_BOX, EM * 5)
        lines.append(f"<g class='key'>{box}{_text(x + _KEY_BOX + PAD, y, meaning, 'quiet')}</g>")
        x += _KEY_BOX + PAD + _text_width(meaning) + MARGIN
    return lines, x + MARGIN


def _rules(colours: dict[str, str]) -> str:
    return "".join(f".bestguess-tree {what}{{{colour}}}" for what, colour in colours.items())
