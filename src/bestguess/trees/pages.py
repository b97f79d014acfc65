"""Trees on one A4 page: as much of the strategy as fits, for a person to follow at the board.

A *sheet* is for goal hit. It consists of *blocks*. The head of a block has a feedback to the first guess and the second
guess. Below it is a *paragraph* for each feedback to the second guess. A paragraph begins with that feedback and the
third guess. The fourth guesses follow, each after its feedback, and in brackets the guesses after those. A paragraph is
never split; a block may continue in the next column.

A *guide* is for goal identify. It consists of *cards*. A card has a numbered question and a line for each answer: the
number of the next question, or in bold the label. Cards are in the order of the tree, so that the next question is
often the next card. A card is never split.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from bestguess.games import IDENTIFY
from bestguess.trees.markup import (
    CHAR,
    MONOSPACE,
    SANS,
    clip,
    escape,
    number,
    rect,
    sans_width,
    text_at,
    width,
    wrap,
)
from bestguess.trees.outline import Item, check_depth, heading, outline, summary
from bestguess.trees.tree import Tree
from bestguess.wording import count_text

WIDTH, HEIGHT = 210 / 25.4 * 72, 297 / 25.4 * 72
"""A4 in points."""
_Lines = TypeVar("_Lines")


class Frame(NamedTuple):
    """The layout of a kind of page: margins in points, and the font sizes and columns to try."""

    margin: float
    top: float
    bottom: float
    gutter: float
    largest: float
    """The largest font size to try; the smallest is 5.5 points."""
    columns: Sequence[int]
    """The numbers of columns to try, the better ones first."""

    @property
    def height(self) -> float:
        """The height of a column."""
        return HEIGHT - self.top - self.bottom

    def column_width(self, columns: int) -> float:
        """Return the width of a column on a page of *columns* columns."""
        return (WIDTH - 2 * self.margin - self.gutter * (columns - 1)) / columns

    def left(self, column: int, columns: int) -> float:
        """Return the x at which column number *column* begins, on a page of *columns* columns."""
        return self.margin + column * (self.column_width(columns) + self.gutter)

    def fit(self, place: Callable[[float, int], _Lines | None]) -> tuple[float, int, _Lines] | None:
        """Return the largest font size that fits, the number of columns, and the lines in them; None if nothing fits.

        *place* takes a font size and a number of columns, and returns the lines, or None if they do not fit.
        """

        def page(size: float) -> tuple[float, int, _Lines] | None:
            for columns in self.columns:
                if (lines := place(size, columns)) is not None:
                    return size, columns, lines
            return None

        sizes = [quarters / 4 for quarters in range(22, int(self.largest * 4) + 1)]
        # Try the smallest size first: if it does not fit, no size does.
        return page(sizes[0]) and next(filter(None, map(page, reversed(sizes))))


def as_sheet(tree: Tree, max_depth: int | None = None) -> str:
    """Return an A4 page as SVG, as deep as fits with a font of at least 5.5 points, and no deeper than *max_depth*.

    With goal identify the page is a guide of numbered questions.

    >>> from bestguess.trees import build_tree
    >>> "The whole strategy is on this sheet." in as_sheet(build_tree("mastermind(2,2)", "first"))
    True
    """
    check_depth(max_depth)
    return _guide(tree, max_depth) if tree.goal == IDENTIFY else _sheet(tree, max_depth)


def _depths(counts: Iterable[int], max_nodes: int, deepest: int) -> list[int]:
    """Return the depths to try, the deepest first: those down to which there are at most *max_nodes* nodes, and 1."""
    nodes = np.cumsum(list(counts)).tolist()
    return [depth for depth in range(min(deepest, len(nodes) - 1), 0, -1) if depth == 1 or nodes[depth] <= max_nodes]


def _document(kind: str, tree: Tree, styles: dict[str, str], lines: Iterable[str]) -> str:
    size = f"width='210mm' height='297mm' viewBox='0 0 {number(WIDTH)} {number(HEIGHT)}'"
    style = "".join(f".{kind} {selector}{{{declarations}}}" for selector, declarations in styles.items())
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' class='{kind}' {size} xml:space='preserve'>",
            f"<title>{escape(heading(tree))}</title><style>{style}@page{{size:A4;margin:0}}</style>",
            "<rect class='paper' width='100%' height='100%'/>",
            *lines,
            "</svg>\n",
        ]
    )


def _coverage(tree: Tree, items: Sequence[Item]) -> str:
    """Return a sentence that says how much of the strategy the page shows."""
    collapsed_sizes = [item.node.size for item in items if item.collapsed]
    if not collapsed_sizes:
        return "The whole strategy is on this sheet."
    depth = max(item.depth for item in items if item.node.label is None)
    guesses = "guess" if depth == 1 else f"{depth} guesses"
    found_text = f"{sum(item.node.found_count for item in items)} of {tree.figures.secrets} secrets are found on it"
    guesses_text = f"This sheet covers the first {guesses} of at most {tree.root.height}"
    return (
        f"{guesses_text}: {found_text}; its last guesses have at most {count_text(max(collapsed_sizes), 'candidate')}."
    )


# The sheet

SHEET = Frame(24.0, 98.0, 24.0, 9.0, 9.0, (3, 4, 5, 6, 2, 7, 8, 9, 10, 1))
_SHEET_LEADING = 1.2
_MAX_SHEET_DEPTH = 5  # deeper brackets are not readable
_MAX_SHEET_NODES = 4000  # more nodes never fit
_MAX_WORD_COLUMNS = 40  # longer codes and feedbacks are shortened
_INDENT = 2
_HEAD, _BLOCK_GAP = 1.25, 0.5  # the heights of the head of a block and of the gap before it, in lines
_SHEET_STYLES = {
    "text": f"font-family:{MONOSPACE};fill:#000",
    ".guess": "font-weight:bold",
    ".paper": "fill:#fff",
    ".head": "fill:#dcdcdc",
    ".first": "fill:#aaa",
}


class Word(NamedTuple):
    """A feedback and the guess after it, which stay on one line."""

    before: str
    feedback: str
    guess: str
    after: str

    @property
    def columns(self) -> int:
        """The width in characters."""
        return sum(width(text) for text in self) + 1


Line: TypeAlias = list[tuple[int, Word]]
"""The words of a line, each with the character column where it begins."""


Block: TypeAlias = tuple[Word, list[list[Word]]]
"""A second guess, and a paragraph of words for each third guess."""
Grid: TypeAlias = tuple[int, int]
"""The width of a cell, and the least space between words. Words begin at the left of a cell."""


class PlacedLine(NamedTuple):
    """A line, its column on the page, and its distance from the top in lines."""

    column: int
    row: float
    kind: str
    """`head` of a block, `first` line of a paragraph, or `more`."""
    line: Line


def _sheet(tree: Tree, max_depth: int | None) -> str:
    deepest = min(_MAX_SHEET_DEPTH, max_depth or _MAX_SHEET_DEPTH)
    for depth in _depths(np.bincount(tree.depth), _MAX_SHEET_NODES, deepest):
        items = outline(tree, depth)
        blocks = _blocks(items)
        for grid in _grids(blocks):
            if page := SHEET.fit(partial(_flow_blocks, blocks, grid)):
                lines = [*_sheet_top(tree, items), *_sheet_lines(*page)]
                return _document("bestguess-sheet", tree, _SHEET_STYLES, lines)
    raise AssertionError("the first guess alone always fits")


def _blocks(items: list[Item]) -> list[Block]:
    blocks: list[Block] = []
    for place, item in enumerate(items):
        if item.depth == 2:
            blocks.append((_word(items, place), []))
        elif item.depth == 3:
            blocks[-1][1].append([_word(items, place)])
        elif item.depth > 3:
            blocks[-1][1][-1].append(_word(items, place))
    return blocks


def _word(items: list[Item], place: int) -> Word:
    """Return the word of an item; it shows the number of candidates down to depth 3, and where the sheet ends."""
    item, size = items[place], items[place].node.size
    next_depth = items[place + 1].depth if place + 1 < len(items) else 0
    has_count = item.collapsed or item.lost or (item.depth <= 3 and size > 1)
    # Brackets open at the first item below a fourth guess or deeper, and close at the last.
    opening = "[" if item.depth > 4 and items[place - 1].depth < item.depth else ""
    closing = "]" * (item.depth - max(next_depth, 4))
    after = (f" ({size})" if has_count else "") + closing
    return Word(opening, clip(item.feedback, _MAX_WORD_COLUMNS), clip(item.text, _MAX_WORD_COLUMNS), after)


def _grids(blocks: list[Block]) -> list[Grid]:
    """Return the grids to try: cells of equal width, unless there are brackets; then running text."""
    words = [word for _, paragraphs in blocks for words in paragraphs for word in words]
    running = [(1, 2), (1, 1)]
    if any(word.before for word in words):
        return running
    return [(max((word.columns + 1 for word in words), default=1), 1), *running]


def _flow_blocks(blocks: list[Block], grid: Grid, size: float, columns: int) -> list[PlacedLine] | None:
    """Return the lines of *blocks* in *columns* columns; None if they do not fit.

    The head of a block stays with its first paragraph, and is repeated at the top of each column where it continues.
    """
    room = int((SHEET.column_width(columns) - SHEET.gutter / 2) / (size * CHAR))  # in characters
    rows = SHEET.height / (size * _SHEET_LEADING)
    placed_lines: list[PlacedLine] = []
    column, row = 0, 0.0
    for first_head, texts in blocks:
        paragraphs = [_wrap_words(words, room, grid) for words in texts]
        repeated_head = first_head._replace(after=" cont.")
        if any(line[-1][0] + line[-1][1].columns > room for lines in paragraphs for line in lines):
            return None
        head_columns = max(first_head.columns, repeated_head.columns)
        if head_columns > room or max(map(len, paragraphs), default=0) + _HEAD > rows:
            return None
        row += _BLOCK_GAP if row else 0.0
        head: Word | None = first_head  # the head that is due before the next paragraph
        for lines in paragraphs or [[]]:
            if row + len(lines) + (_HEAD if head else 0.0) > rows:
                column, row, head = column + 1, 0.0, head or repeated_head
            if head:
                placed_lines.append(PlacedLine(column, row, "head", [(0, head)]))
                row, head = row + _HEAD, None
            for place, line in enumerate(lines):
                placed_lines.append(PlacedLine(column, row + place, "more" if place else "first", line))
            row += len(lines)
        if column >= columns:
            return None
    return placed_lines


def _wrap_words(words: list[Word], room: int, grid: Grid) -> list[Line]:
    """Break *words* into lines of at most *room* characters; all lines but the first are indented."""
    lines: list[Line] = [[]]
    at, (cell, space) = 0, grid
    for word in words:
        if lines[-1] and at + word.columns > room:
            lines.append([])
            at = _INDENT
        lines[-1].append((at, word))
        cells = -(-(at + word.columns + space - _INDENT) // cell)  # rounded up to the next cell
        at = _INDENT + cells * cell
    return lines


def _sheet_top(tree: Tree, items: list[Item]) -> Iterator[str]:
    """Yield the lines above the columns: what the tree is, and how to read the sheet."""
    deepest = max(item.depth for item in items)
    steps = [
        "Play the first guess.",
        "The grey bar with its feedback has the second, in bold.",
        "Below that, the line with the next feedback has the third.",
    ]
    later = ["Behind it or indented: the fourth, by feedback.", "In [ ]: the guesses after that."]
    numbers = "In ( ): the number of candidates before the guess."
    lines = [
        (13.0, "guess", 35.0, heading(tree)),
        (7.5, "", 46.0, summary(tree)),
        (12.0, "guess", 62.0, f"First guess: {clip(items[0].text, _MAX_WORD_COLUMNS)}"),
        (6.0, "", 73.0, " ".join(steps[:deepest])),
        (6.0, "", 81.0, " ".join([*later[: max(0, deepest - 3)], numbers])),
        (6.0, "", 89.0, _coverage(tree, items)),
    ]
    for size, kind, y, text in lines:
        room = int((WIDTH - 2 * SHEET.margin) / (size * CHAR))
        yield text_at(SHEET.margin, y, clip(text, room), kind, size)


def _sheet_lines(size: float, columns: int, lines: list[PlacedLine]) -> Iterator[str]:
    step, across = size * _SHEET_LEADING, SHEET.column_width(columns)
    yield f"<g font-size='{size:g}'>"
    for column, row, kind, line in lines:
        x, top = SHEET.left(column, columns), SHEET.top + row * step
        if kind != "more":
            yield rect(kind, x, top, across, step if kind == "head" else 0.3)
        for at, word in line:
            left, base = x + 1.5 + at * size * CHAR, top + size * 0.93
            guess = f"<tspan class='guess'>{escape(word.guess)}</tspan>"
            text = f"{escape(word.before + word.feedback)} {guess}{escape(word.after)}"
            yield f"<text x='{number(left)}' y='{number(base)}'>{text}</text>"
    yield "</g>"


# The guide

GUIDE = Frame(30.0, 104.0, 26.0, 12.0, 11.5, (2, 1, 3, 4))
_MAX_CARDS = 400  # more never fit
_MAX_CARD_TEXT = 240  # characters; longer questions, answers and labels are shortened
_MIN_CARD_ROOM = 14  # the least width of the text of a card, in font sizes
_LEADING, _PAD, _CARD_GAP = 1.28, 0.5, 0.75  # in font sizes: the height of a line, the padding of a card, and the gap
_ARROW = "\u2192"
_GUIDE_STYLES = {
    "text": f"font-family:{SANS};fill:#111",
    ".bold": "font-weight:bold",
    ".quiet": "fill:#444",
    ".light": "fill:#fff;font-weight:bold",
    ".paper": "fill:#fff",
    ".card": "fill:#fff;stroke:#8a949e;stroke-width:0.7",
    ".band": "fill:#e4e9ee",
    ".box": "fill:#1f2933",
    ".is": "fill:#145c32;font-weight:bold",
    ".rule": "stroke:#d4dae0;stroke-width:0.5",
}


Answer: TypeAlias = tuple[str, str, str]
"""An answer, what it leads to (a number, a label or words), and the CSS class of that."""


class Card(NamedTuple):
    """A numbered question, its cost, and its answers."""

    number: int
    question: str
    cost: str
    answers: list[Answer]


class WrappedCard(NamedTuple):
    """A card whose texts are broken into lines."""

    card: Card
    question: list[str]
    answers: list[tuple[list[str], list[str]]]
    """The lines of each answer, and of what it leads to."""
    answer_width: float
    """The width of the column of answers, in font sizes."""

    @property
    def height(self) -> float:
        """The height of the card, in font sizes."""
        lines = sum(max(len(answer), len(target)) for answer, target in self.answers)
        return (len(self.question) + lines) * _LEADING + _PAD * (4 if self.answers else 2)


def _guide(tree: Tree, max_depth: int | None) -> str:
    """Return the page of a tree with goal identify, as deep as fits."""
    questions = np.bincount(tree.depth[~tree.is_leaf])
    deepest = min(len(questions) - 1, max_depth or len(questions))
    for depth in [*_depths([0, *questions], _MAX_CARDS, deepest), 0]:  # 0: the first question without its answers
        items = outline(tree, max(depth, 1))
        cards = _cards(items) if depth else [Card(1, _card_text(items[0].text), "", [])]
        if page := GUIDE.fit(partial(_flow_cards, cards)):
            size, _, columns = page
            lines, across = [*_guide_top(tree, items)], GUIDE.column_width(len(columns))
            for column, wrapped_cards in enumerate(columns):
                x, y = GUIDE.left(column, len(columns)), GUIDE.top
                for wrapped in wrapped_cards:
                    lines += _draw_card(wrapped, x, y, across, size)
                    y += (wrapped.height + _CARD_GAP) * size
            return _document("bestguess-guide", tree, _GUIDE_STYLES, lines)
    raise AssertionError("the first question alone always fits")


def _cards(items: Sequence[Item]) -> list[Card]:
    """Return a card for each question whose answers are shown, and for the first question."""
    cards: dict[int, Card] = {}
    for place, item in enumerate(items):
        label = item.node.label
        if label is None and (not item.collapsed or item.parent < 0):
            cards[place] = Card(len(cards) + 1, _card_text(item.text), item.cost, [])
        if item.parent >= 0:
            if place in cards:
                target, kind = str(cards[place].number), "bold"
            elif label is not None:
                target, kind = _card_text(label), "is"
            else:
                left = f"{count_text(item.node.size, 'candidate')}, at most {item.node.height} more"
                target, kind = f"{_card_text(item.text)} ({left})", "quiet"
            cards[item.parent].answers.append((_card_text(item.feedback), target, kind))
    # Answers after which no more questions are allowed have no item, so they share one line.
    for place, card in cards.items():
        if lost := items[place].lost:
            feedback = "any other" if card.answers else "any"
            card.answers.append((feedback, f"not settled: {count_text(lost, 'candidate')} left", "quiet"))
    return list(cards.values())


def _card_text(text: str) -> str:
    return clip(" ".join(text.split()), _MAX_CARD_TEXT)


def _flow_cards(cards: list[Card], size: float, columns: int) -> list[list[WrappedCard]] | None:
    """Return the cards of each column, all columns about equally high; None if they do not fit."""
    room, high = GUIDE.column_width(columns) / size - 2 * _PAD, GUIDE.height / size
    if room < _MIN_CARD_ROOM:
        return None
    wrapped_cards = [_wrap_card(card, room) for card in cards]
    if _fill_columns(wrapped_cards, high, columns) is None:
        return None
    low = 0.0
    while high - low > 0.5:  # bisection: the least height of columns into which all cards fit
        middle = (low + high) / 2
        low, high = (low, middle) if _fill_columns(wrapped_cards, middle, columns) else (middle, high)
    return _fill_columns(wrapped_cards, high, columns)


def _fill_columns(cards: list[WrappedCard], height: float, columns: int) -> list[list[WrappedCard]] | None:
    """Return *cards* in at most *columns* columns of this *height*; None if they do not fit."""
    filled: list[list[WrappedCard]] = [[]]
    at = 0.0
    for card in cards:
        if card.height > height:
            return None
        if filled[-1] and at + card.height > height:
            filled.append([])
            at = 0.0
            if len(filled) > columns:
                return None
        filled[-1].append(card)
        at += card.height + _CARD_GAP
    return filled


def _wrap_card(card: Card, room: float) -> WrappedCard:
    """Return *card* with its texts broken into lines for a width of *room* font sizes."""
    cost = sans_width(card.cost) * 0.85 + 0.8 if card.cost else 0.0
    question = wrap(card.question, room - _number_width(card) - cost, bold=True)
    widest = max((sans_width(feedback) for feedback, *_ in card.answers), default=0.0)
    across = min(widest, room * 0.45)
    answers = [
        (wrap(feedback, across), wrap(target, room - across - 2.2, bold=True)) for feedback, target, _ in card.answers
    ]
    return WrappedCard(card, question, answers, across)


def _number_width(card: Card) -> float:
    return 0.9 + 0.6 * len(str(card.number))


def _guide_top(tree: Tree, items: Sequence[Item]) -> Iterator[str]:
    """Yield the lines above the columns."""
    target = "the number of the next question, or in green what it is"
    lines = [
        (15.0, "bold", 44.0, heading(tree)),
        (9.0, "quiet", 60.0, summary(tree)),
        (9.0, "", 78.0, f"Begin with question 1. Behind an answer: {_ARROW} {target}."),
        (7.5, "quiet", 90.0, _coverage(tree, items)),
    ]
    for size, kind, y, text in lines:
        room = (WIDTH - 2 * GUIDE.margin) / size
        yield text_at(GUIDE.margin, y, wrap(text, room, bold=kind == "bold", lines=1)[0], kind, size)


def _draw_card(wrapped: WrappedCard, x: float, y: float, across: float, size: float) -> Iterator[str]:
    """Yield the SVG elements of a card with its top left corner at *x*, *y*. *size* is the font size."""
    card, pad, step = wrapped.card, _PAD * size, _LEADING * size
    band = len(wrapped.question) * step + 2 * pad
    box = _number_width(card) * size - pad * 0.6
    base = y + pad + size * 0.98
    yield f"<g class='question' font-size='{number(size)}'>"
    yield rect("card", x, y, across, wrapped.height * size)
    yield rect("band", x, y, across, band)
    yield rect("box", x, y, box, band)
    yield text_at(x + box / 2, base, str(card.number), "light", anchor="middle")
    for line, text in enumerate(wrapped.question):
        yield text_at(x + box + pad, base + line * step, text, "bold")
    if card.cost:
        yield text_at(x + across - pad, base, card.cost, "quiet", size * 0.85, "end")
    base += band
    for place, (lines, target) in enumerate(wrapped.answers):
        if place:
            rule = base - size * 0.9
            yield f"<path class='rule' d='M{number(x + pad)} {number(rule)}H{number(x + across - pad)}'/>"
        for line, text in enumerate(lines):
            yield text_at(x + pad, base + line * step, text)
        middle = x + pad + (wrapped.answer_width + 1.1) * size
        yield text_at(middle, base, _ARROW, "quiet", anchor="middle")
        for line, text in enumerate(target):
            yield text_at(middle + 1.1 * size, base + line * step, text, card.answers[place][2])
        base += max(len(lines), len(target)) * step
    yield "</g>"
