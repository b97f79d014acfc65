"""Trees as a sheet to print: on one page of A4, as much of the strategy as a person with a board can follow there.

A *block* has a feedback to the first guess and the second guess after it. Each *paragraph* of it is a feedback to the
second guess and the third guess after it, and behind that, on the same lines, the fourth guesses by feedback, and in
brackets what comes after those. Paragraphs are not torn; blocks may go on in the next column.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from bestguess.games import IDENTIFY
from bestguess.trees.formats.guide import HEIGHT, WIDTH, as_guide, coverage
from bestguess.trees.formats.markup import CHAR, MONOSPACE, clipped, escape, number, width
from bestguess.trees.formats.outline import Item, check_depth, heading, outline, summary
from bestguess.trees.tree import Tree

MARGIN, TOP, GUTTER = 24.0, 98.0, 9.0
SIZES = [size / 4 for size in range(36, 21, -1)]
"""The sizes of type that are tried, from 9 to 5.5 points."""
COLUMNS = (3, 4, 5, 6, 2, 7, 8, 9, 10, 1)
"""The numbers of columns that are tried, the better ones first."""
LEADING = 1.2
MOST_DEPTH, MOST_NODES = 5, 4000
"""What is tried at all: deeper brackets are not readable, more nodes never fit."""
MOST_TEXT = 40
"""Longer codes and feedbacks are shortened."""
INDENT = 2
HEAD, GAP = 1.25, 0.5
"""The heights of the head of a block and of the gap before it, in lines."""


class Word(NamedTuple):
    """What is never torn: a feedback, the guess after it, and what stands before and after them."""

    before: str
    feedback: str
    guess: str
    after: str

    @property
    def columns(self) -> int:
        """How wide it is."""
        return sum(width(text) for text in self) + 1


Line: TypeAlias = list[tuple[int, Word]]
"""Words, and at which column each stands."""


class Block(NamedTuple):
    """A second guess and the paragraphs of the third guesses below it, each a list of words."""

    head: Word
    paragraphs: list[list[Word]]


class Grid(NamedTuple):
    """How the words of a paragraph stand: at every *cell* columns, at least *space* columns apart."""

    cell: int
    space: int


class Placed(NamedTuple):
    """A line, in which column it stands, and how many lines from its top."""

    column: int
    row: float
    kind: str
    """"head" of a block, "first" line of a paragraph, or "more"."""
    line: Line


class Page(NamedTuple):
    """A layout that fits: the size of type, the number of columns, and the lines."""

    size: float
    columns: int
    placed: list[Placed]


def as_sheet(tree: Tree, max_depth: int | None = None) -> str:
    """A page of A4 as SVG, as deep as fits in type of at least 5.5 points, and no deeper than *max_depth*.

    With goal identify it is a guide by numbered questions (`guide`).

    >>> from bestguess.games import game
    >>> from bestguess.trees import build_tree
    >>> "The whole strategy is on this sheet." in as_sheet(build_tree(game("mastermind(2,2)"), "first"))
    True
    """
    check_depth(max_depth)
    if tree.goal == IDENTIFY:
        return as_guide(tree, max_depth)
    for depth in _depths_to_try(tree, max_depth):
        items = outline(tree, depth)
        blocks = _blocks(items)
        for grid in _grids(blocks):
            if page := _fitted(blocks, grid):
                return _document(tree, items, page)
    return _document(tree, outline(tree, 1), Page(SIZES[0], 1, []))


def _depths_to_try(tree: Tree, max_depth: int | None) -> range:
    """The depths that may fit, the greatest first; the first guess alone always does."""
    nodes = np.cumsum(np.bincount(tree.depth)).tolist()
    deepest = min(len(nodes) - 1, MOST_DEPTH, max_depth or MOST_DEPTH)
    while deepest > 1 and nodes[deepest] > MOST_NODES:
        deepest -= 1
    return range(deepest, 1, -1)


def _blocks(items: list[Item]) -> list[Block]:
    blocks: list[Block] = []
    for place, item in enumerate(items):
        if item.depth == 2:
            blocks.append(Block(_word(items, place), []))
        elif item.depth == 3:
            blocks[-1].paragraphs.append([_word(items, place)])
        elif item.depth > 3:
            blocks[-1].paragraphs[-1].append(_word(items, place))
    return blocks


def _word(items: list[Item], place: int) -> Word:
    """The word of an item: the number of candidates is said of the first guesses and where the sheet ends."""
    item = items[place]
    next_depth = items[place + 1].depth if place + 1 < len(items) else 0
    told = item.collapsed or item.lost or (item.depth <= 3 and item.size > 1)
    size = f" ({item.size})" if told else ""
    opened = "[" if item.depth > 4 and items[place - 1].depth < item.depth else ""
    closed = "]" * (item.depth - max(next_depth, 4))
    return Word(opened, clipped(item.feedback, MOST_TEXT), clipped(item.guess, MOST_TEXT), size + closed)


def _fitted(blocks: list[Block], grid: Grid) -> Page | None:
    """The page with the largest type and words aligned to *grid*; None when even the smallest type does not fit."""
    if _page(blocks, grid, SIZES[-1]) is None:
        return None
    return next(page for size in SIZES if (page := _page(blocks, grid, size)))


def _page(blocks: list[Block], grid: Grid, size: float) -> Page | None:
    """The page in type of *size*, with the first number of columns that fits."""
    rows = (HEIGHT - TOP - MARGIN) / (size * LEADING)
    for columns in COLUMNS:
        room = int((_column_width(columns) - GUTTER / 2) / (size * CHAR))
        placed = _flowed(blocks, grid, room, rows, columns)
        if placed is not None:
            return Page(size, columns, placed)
    return None


def _column_width(columns: int) -> float:
    return (WIDTH - 2 * MARGIN - GUTTER * (columns - 1)) / columns


def _flowed(blocks: list[Block], grid: Grid, room: int, rows: float, columns: int) -> list[Placed] | None:
    """The lines of *blocks* in *columns* that are *room* wide and *rows* high; None when they do not fit."""
    flow = _Flow(rows)
    for block in blocks:
        paragraphs = [_wrapped(words, room, grid) for words in block.paragraphs]
        heads = [block.head, block.head._replace(after=" cont.")]
        highest = max(map(len, paragraphs), default=0)
        if any(line[-1][0] + line[-1][1].columns > room for lines in paragraphs for line in lines):
            return None
        if any(head.columns > room for head in heads) or highest + HEAD > rows:
            return None
        flow.add(heads, paragraphs)
        if flow.column >= columns:
            return None
    return flow.placed


class _Flow:
    """Columns that fill up one after the other."""

    def __init__(self, rows: float) -> None:
        self.rows, self.column, self.row = rows, 0, 0.0
        self.placed: list[Placed] = []

    def add(self, heads: list[Word], paragraphs: list[list[Line]]) -> None:
        """Adds a block: a head, which stays with the first paragraph, and another one wherever a column begins."""
        first = len(paragraphs[0]) if paragraphs else 0
        self.row += GAP if self.row else 0.0
        self._make_room(HEAD + first)
        self._put_head(heads[0])
        for lines in paragraphs:
            if self._make_room(len(lines)):
                self._put_head(heads[1])
            for place, line in enumerate(lines):
                self.placed.append(Placed(self.column, self.row + place, "more" if place else "first", line))
            self.row += len(lines)

    def _make_room(self, rows: float) -> bool:
        """Goes to the next column when *rows* do not fit in this one, and says so."""
        if self.row + rows <= self.rows:
            return False
        self.column, self.row = self.column + 1, 0.0
        return True

    def _put_head(self, head: Word) -> None:
        self.placed.append(Placed(self.column, self.row, "head", [(0, head)]))
        self.row += HEAD


def _grids(blocks: list[Block]) -> list[Grid]:
    """The grids to try, the better ones first: cells of one width, unless there are brackets, then running text."""
    words = [word for block in blocks for words in block.paragraphs for word in words]
    running = [Grid(1, 2), Grid(1, 1)]
    if any(word.before for word in words):
        return running
    return [Grid(max((word.columns + 1 for word in words), default=1), 1), *running]


def _wrapped(words: list[Word], room: int, grid: Grid) -> list[Line]:
    """*words* in lines *room* wide, all but the first indented; a word that is wider has a line of its own."""
    lines: list[Line] = [[]]
    at = 0
    for word in words:
        if lines[-1] and at + word.columns > room:
            lines.append([])
            at = INDENT
        lines[-1].append((at, word))
        cells = -(-(at + word.columns + grid.space - INDENT) // grid.cell)
        at = INDENT + cells * grid.cell
    return lines


def _document(tree: Tree, items: list[Item], page: Page) -> str:
    size = f"width='210mm' height='297mm' viewBox='0 0 {number(WIDTH)} {number(HEIGHT)}'"
    styles = (
        f".bestguess-sheet text{{font-family:{MONOSPACE};fill:#000}}.bestguess-sheet .guess{{font-weight:bold}}"
        ".bestguess-sheet .paper{fill:#fff}.bestguess-sheet .head{fill:#dcdcdc}.bestguess-sheet .first{fill:#aaa}"
        "@page{size:A4;margin:0}"
    )
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' class='bestguess-sheet' {size} xml:space='preserve'>",
            f"<title>{escape(heading(tree))}</title><style>{styles}</style>",
            "<rect class='paper' width='100%' height='100%'/>",
            *_top(tree, items),
            *_lines(page),
            "</svg>\n",
        ]
    )


def _top(tree: Tree, items: list[Item]) -> Iterator[str]:
    """The lines above the columns."""
    first = f"First guess: {clipped(items[0].guess, MOST_TEXT)}"
    rows = [(13.0, "guess", 35.0, heading(tree)), (7.5, "", 46.0, summary(tree)), (12.0, "guess", 62.0, first)]
    texts = [*how_to_read(items), coverage(tree, items)]
    for size, kind, y, text in [*rows, *((6.0, "", 73.0 + 8 * place, text) for place, text in enumerate(texts))]:
        room = int((WIDTH - 2 * MARGIN) / (size * CHAR))
        style = f"class='{kind}' x='{MARGIN:g}' y='{y:g}' font-size='{size:g}'"
        yield f"<text {style}>{escape(clipped(text, room))}</text>"


def how_to_read(items: Sequence[Item]) -> list[str]:
    """How a person follows the sheet, as far as it goes, in two lines."""
    deepest = max(item.depth for item in items)
    steps = [
        "Play the first guess.",
        "The grey bar with its feedback has the second, in bold.",
        "Below that, the line with the next feedback has the third.",
    ]
    later = ["Behind it or indented: the fourth, by feedback.", "In [ ]: the guesses after that."]
    return [
        " ".join(steps[:deepest]),
        " ".join([*later[: max(0, deepest - 3)], "In ( ): the number of candidates before the guess."]),
    ]


def _lines(page: Page) -> Iterator[str]:
    step, column_width = page.size * LEADING, _column_width(page.columns)
    yield f"<g font-size='{page.size:g}'>"
    for placed in page.placed:
        x = MARGIN + placed.column * (column_width + GUTTER)
        top = TOP + placed.row * step
        if placed.kind != "more":
            height = step if placed.kind == "head" else 0.3
            place = f"x='{number(x)}' y='{number(top)}' width='{number(column_width)}' height='{number(height)}'"
            yield f"<rect class='{placed.kind}' {place}/>"
        for at, word in placed.line:
            yield _drawn(word, x + 1.5 + at * page.size * CHAR, top + page.size * 0.93)
    yield "</g>"


def _drawn(word: Word, x: float, y: float) -> str:
    guess = f"<tspan class='guess'>{escape(word.guess)}</tspan>"
    text = f"{escape(word.before + word.feedback)} {guess}{escape(word.after)}"
    return f"<text x='{number(x)}' y='{number(y)}'>{text}</text>"
