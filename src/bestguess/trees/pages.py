"""Trees on one page of A4: as much of the strategy as a person with a board can follow there.

A *sheet* is for games that are won. A *block* has a feedback to the first guess and the second guess after it. Each
*paragraph* of it is a feedback to the second guess and the third guess after it, and behind that, on the same lines,
the fourth guesses by feedback, and in brackets what comes after those. Paragraphs are not torn; blocks may go on in the
next column.

A *guide* is for goal identify. A *card* has a numbered question and a line for each answer: the number of the next
question, or in bold what it is. Cards stand in columns in the order of the tree, so that the next question is often the
next card; none is torn.
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
    clipped,
    escape,
    number,
    rect,
    sans_width,
    text_at,
    width,
    wrapped,
)
from bestguess.trees.outline import Item, check_depth, heading, outline, summary
from bestguess.trees.tree import Tree
from bestguess.wording import count_text

WIDTH, HEIGHT = 210 / 25.4 * 72, 297 / 25.4 * 72
"""A4 in points."""
_Lines = TypeVar("_Lines")


class Frame(NamedTuple):
    """The margins of a kind of page in points, and the columns to try."""

    margin: float
    top: float
    bottom: float
    gutter: float
    largest: float
    """The largest type that is tried; the smallest is 5.5 points."""
    columns: Sequence[int]
    """The numbers of columns that are tried, the better ones first."""

    @property
    def height(self) -> float:
        """The height of a column."""
        return HEIGHT - self.top - self.bottom

    def column_width(self, columns: int) -> float:
        """How wide each of so many *columns* is."""
        return (WIDTH - 2 * self.margin - self.gutter * (columns - 1)) / columns

    def left(self, column: int, columns: int) -> float:
        """Where a *column* begins, of so many."""
        return self.margin + column * (self.column_width(columns) + self.gutter)

    def fitted(self, place: Callable[[float, int], _Lines | None]) -> tuple[float, int, _Lines] | None:
        """Return the largest size of type that fits, the columns, and what is in them; or None.

        *place* puts everything in type of this size and in so many columns, or returns None.
        """

        def page(size: float) -> tuple[float, int, _Lines] | None:
            for columns in self.columns:
                if (placed := place(size, columns)) is not None:
                    return size, columns, placed
            return None

        sizes = [quarters / 4 for quarters in range(22, int(self.largest * 4) + 1)]
        return page(sizes[0]) and next(filter(None, map(page, reversed(sizes))))


def as_sheet(tree: Tree, max_depth: int | None = None) -> str:
    """Return a page of A4 as SVG, as deep as fits in type of at least 5.5 points, and no deeper than *max_depth*.

    With goal identify it is a guide by numbered questions.

    >>> from bestguess.trees import build_tree
    >>> "The whole strategy is on this sheet." in as_sheet(build_tree("mastermind(2,2)", "first"))
    True
    """
    check_depth(max_depth)
    return _guide(tree, max_depth) if tree.goal == IDENTIFY else _sheet(tree, max_depth)


def _depths(counts: Iterable[int], most: int, deepest: int) -> list[int]:
    """The depths from *deepest* up that have at most *most* nodes, and 1."""
    nodes = np.cumsum(list(counts)).tolist()
    return [depth for depth in range(min(deepest, len(nodes) - 1), 0, -1) if depth == 1 or nodes[depth] <= most]


def _document(kind: str, tree: Tree, styles: dict[str, str], lines: Iterable[str]) -> str:
    size = f"width='210mm' height='297mm' viewBox='0 0 {number(WIDTH)} {number(HEIGHT)}'"
    style = "".join(f".{kind} {what}{{{look}}}" for what, look in styles.items())
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
    """How much of the strategy the page has."""
    ends = [item.node.size for item in items if item.collapsed]
    if not ends:
        return "The whole strategy is on this sheet."
    depth = max(item.depth for item in items if item.node.label is None)
    guesses = "guess" if depth == 1 else f"{depth} guesses"
    found = f"{sum(item.node.found for item in items)} of {tree.figures.secrets} secrets are found on it"
    covered = f"This sheet covers the first {guesses} of at most {tree.root.height}"
    return f"{covered}: {found}; its last guesses have at most {count_text(max(ends), 'candidate')}."


# The sheet

SHEET = Frame(24.0, 98.0, 24.0, 9.0, 9.0, (3, 4, 5, 6, 2, 7, 8, 9, 10, 1))
_SHEET_LEADING = 1.2
_SHEET_DEPTH, _SHEET_NODES = 5, 4000  # deeper brackets are not readable, more nodes never fit
_WORD_COLUMNS = 40  # longer codes and feedbacks are shortened
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
    """A feedback and the guess after it, which are never torn."""

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


Block: TypeAlias = tuple[Word, list[list[Word]]]
"""A second guess and the paragraphs of the third guesses below it, each a list of words."""
Grid: TypeAlias = tuple[int, int]
"""The width of a cell that a word begins at, and the least space between words."""


class PlacedLine(NamedTuple):
    """A line, in which column it stands, and how many lines from its top."""

    column: int
    row: float
    kind: str
    """"head" of a block, "first" line of a paragraph, or "more"."""
    line: Line


def _sheet(tree: Tree, max_depth: int | None) -> str:
    for depth in _depths(np.bincount(tree.depth), _SHEET_NODES, min(_SHEET_DEPTH, max_depth or _SHEET_DEPTH)):
        items = outline(tree, depth)
        blocks = _blocks(items)
        for grid in _grids(blocks):
            if page := SHEET.fitted(partial(_flow_blocks, blocks, grid)):
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
    """The word of an item; candidates are counted at first guesses and where the sheet ends."""
    item, size = items[place], items[place].node.size
    next_depth = items[place + 1].depth if place + 1 < len(items) else 0
    is_counted = item.collapsed or item.lost or (item.depth <= 3 and size > 1)
    opened = "[" if item.depth > 4 and items[place - 1].depth < item.depth else ""
    closed = "]" * (item.depth - max(next_depth, 4))
    after = (f" ({size})" if is_counted else "") + closed
    return Word(opened, clipped(item.feedback, _WORD_COLUMNS), clipped(item.text, _WORD_COLUMNS), after)


def _grids(blocks: list[Block]) -> list[Grid]:
    """The grids to try: cells of one width, unless there are brackets, then running text."""
    words = [word for _, paragraphs in blocks for words in paragraphs for word in words]
    running = [(1, 2), (1, 1)]
    if any(word.before for word in words):
        return running
    return [(max((word.columns + 1 for word in words), default=1), 1), *running]


def _flow_blocks(blocks: list[Block], grid: Grid, size: float, columns: int) -> list[PlacedLine] | None:
    """The lines of *blocks* in *columns*; None when they do not fit.

    The head of a block stays with its first paragraph, and stands again wherever a column begins.
    """
    room = int((SHEET.column_width(columns) - SHEET.gutter / 2) / (size * CHAR))
    rows = SHEET.height / (size * _SHEET_LEADING)
    placed: list[PlacedLine] = []
    column, row = 0, 0.0
    for first_head, texts in blocks:
        paragraphs = [_wrapped_words(words, room, grid) for words in texts]
        again = first_head._replace(after=" cont.")
        if any(line[-1][0] + line[-1][1].columns > room for lines in paragraphs for line in lines):
            return None
        if max(first_head.columns, again.columns) > room or max(map(len, paragraphs), default=0) + _HEAD > rows:
            return None
        row += _BLOCK_GAP if row else 0.0
        head: Word | None = first_head
        for lines in paragraphs or [[]]:
            if row + len(lines) + (_HEAD if head else 0.0) > rows:
                column, row, head = column + 1, 0.0, head or again
            if head:
                placed.append(PlacedLine(column, row, "head", [(0, head)]))
                row, head = row + _HEAD, None
            for place, line in enumerate(lines):
                placed.append(PlacedLine(column, row + place, "more" if place else "first", line))
            row += len(lines)
        if column >= columns:
            return None
    return placed


def _wrapped_words(words: list[Word], room: int, grid: Grid) -> list[Line]:
    """*words* in lines *room* wide, all but the first indented."""
    lines: list[Line] = [[]]
    at, (cell, space) = 0, grid
    for word in words:
        if lines[-1] and at + word.columns > room:
            lines.append([])
            at = _INDENT
        lines[-1].append((at, word))
        cells = -(-(at + word.columns + space - _INDENT) // cell)
        at = _INDENT + cells * cell
    return lines


def _sheet_top(tree: Tree, items: list[Item]) -> Iterator[str]:
    """The lines above the columns: what the tree is, and how to read the sheet."""
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
        (12.0, "guess", 62.0, f"First guess: {clipped(items[0].text, _WORD_COLUMNS)}"),
        (6.0, "", 73.0, " ".join(steps[:deepest])),
        (6.0, "", 81.0, " ".join([*later[: max(0, deepest - 3)], numbers])),
        (6.0, "", 89.0, _coverage(tree, items)),
    ]
    for size, kind, y, text in lines:
        room = int((WIDTH - 2 * SHEET.margin) / (size * CHAR))
        yield text_at(SHEET.margin, y, clipped(text, room), kind, size)


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
_MOST_CARDS = 400  # more never fit
_CARD_TEXT = 240  # longer questions, answers and labels are shortened
_CARD_ROOM = 14  # a column is at least as wide, in sizes of type; so are the next ones
_LEADING, _PAD, _CARD_GAP = 1.28, 0.5, 0.75  # a line, the room around what is in a card, and that between cards
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
"""An answer, what it leads to, and how that is drawn."""


class Card(NamedTuple):
    """A question, what it costs, and its answers."""

    number: int
    question: str
    cost: str
    answers: list[Answer]


class PlacedCard(NamedTuple):
    """A card with its lines broken."""

    card: Card
    question: list[str]
    answers: list[tuple[list[str], list[str]]]
    """The lines of each answer, and those of what it leads to."""
    answer_width: float
    """Of the column of answers, in sizes of type."""

    @property
    def height(self) -> float:
        """In sizes of type."""
        lines = sum(max(len(answer), len(target)) for answer, target in self.answers)
        return (len(self.question) + lines) * _LEADING + _PAD * (4 if self.answers else 2)


def _guide(tree: Tree, max_depth: int | None) -> str:
    questions = np.bincount(tree.depth[~tree.is_leaf])
    deepest = min(len(questions) - 1, max_depth or len(questions))
    for depth in [*_depths([0, *questions], _MOST_CARDS, deepest), 0]:  # 0: the first question without its answers
        items = outline(tree, max(depth, 1))
        cards = _cards(items) if depth else [Card(1, _shown(items[0].text), "", [])]
        if page := GUIDE.fitted(partial(_flow_cards, cards)):
            size, _, columns = page
            lines, across = [*_guide_top(tree, items)], GUIDE.column_width(len(columns))
            for column, placed_cards in enumerate(columns):
                x, y = GUIDE.left(column, len(columns)), GUIDE.top
                for placed in placed_cards:
                    lines += _drawn_card(placed, x, y, across, size)
                    y += (placed.height + _CARD_GAP) * size
            return _document("bestguess-guide", tree, _GUIDE_STYLES, lines)
    raise AssertionError("the first question alone always fits")


def _cards(items: Sequence[Item]) -> list[Card]:
    """A card for each question whose answers are shown, and for the first one."""
    cards: dict[int, Card] = {}
    for place, item in enumerate(items):
        label = item.node.label
        if label is None and (not item.collapsed or item.parent < 0):
            cards[place] = Card(len(cards) + 1, _shown(item.text), item.cost, [])
        if item.parent >= 0:
            if place in cards:
                target, kind = str(cards[place].number), "bold"
            elif label is not None:
                target, kind = _shown(label), "is"
            else:
                left = f"{count_text(item.node.size, 'candidate')}, at most {item.node.height} more"
                target, kind = f"{_shown(item.text)} ({left})", "quiet"
            cards[item.parent].answers.append((_shown(item.feedback), target, kind))
    for place, card in cards.items():
        if lost := items[place].lost:
            feedback = "any other" if card.answers else "any"
            card.answers.append((feedback, f"not settled: {count_text(lost, 'candidate')} left", "quiet"))
    return list(cards.values())


def _shown(text: str) -> str:
    return clipped(" ".join(text.split()), _CARD_TEXT)


def _flow_cards(cards: list[Card], size: float, columns: int) -> list[list[PlacedCard]] | None:
    """The cards of each column, all about as high; None when they do not fit."""
    room, high = GUIDE.column_width(columns) / size - 2 * _PAD, GUIDE.height / size
    if room < _CARD_ROOM:
        return None
    placed = [_placed_card(card, room) for card in cards]
    if _filled(placed, high, columns) is None:
        return None
    low = 0.0
    while high - low > 0.5:  # the least height that is enough
        middle = (low + high) / 2
        low, high = (low, middle) if _filled(placed, middle, columns) else (middle, high)
    return _filled(placed, high, columns)


def _filled(cards: list[PlacedCard], rows: float, columns: int) -> list[list[PlacedCard]] | None:
    """The *cards* in *columns* that are *rows* high; None when they do not fit."""
    filled: list[list[PlacedCard]] = [[]]
    at = 0.0
    for card in cards:
        if card.height > rows:
            return None
        if filled[-1] and at + card.height > rows:
            filled.append([])
            at = 0.0
            if len(filled) > columns:
                return None
        filled[-1].append(card)
        at += card.height + _CARD_GAP
    return filled


def _placed_card(card: Card, room: float) -> PlacedCard:
    """The *card* with its lines broken for *room* sizes of type."""
    cost = sans_width(card.cost) * 0.85 + 0.8 if card.cost else 0.0
    question = wrapped(card.question, room - _number_width(card) - cost, bold=True)
    widest = max((sans_width(feedback) for feedback, *_ in card.answers), default=0.0)
    across = min(widest, room * 0.45)
    answers = [
        (wrapped(feedback, across), wrapped(target, room - across - 2.2, bold=True))
        for feedback, target, _ in card.answers
    ]
    return PlacedCard(card, question, answers, across)


def _number_width(card: Card) -> float:
    return 0.9 + 0.6 * len(str(card.number))


def _guide_top(tree: Tree, items: Sequence[Item]) -> Iterator[str]:
    """The lines above the columns."""
    target = "the number of the next question, or in green what it is"
    lines = [
        (15.0, "bold", 44.0, heading(tree)),
        (9.0, "quiet", 60.0, summary(tree)),
        (9.0, "", 78.0, f"Begin with question 1. Behind an answer: {_ARROW} {target}."),
        (7.5, "quiet", 90.0, _coverage(tree, items)),
    ]
    for size, kind, y, text in lines:
        room = (WIDTH - 2 * GUIDE.margin) / size
        yield text_at(GUIDE.margin, y, wrapped(text, room, bold=kind == "bold", lines=1)[0], kind, size)


def _drawn_card(placed: PlacedCard, x: float, y: float, across: float, size: float) -> Iterator[str]:
    card, pad, step = placed.card, _PAD * size, _LEADING * size
    band = len(placed.question) * step + 2 * pad
    box = _number_width(card) * size - pad * 0.6
    base = y + pad + size * 0.98
    yield f"<g class='question' font-size='{number(size)}'>"
    yield rect("card", x, y, across, placed.height * size)
    yield rect("band", x, y, across, band)
    yield rect("box", x, y, box, band)
    yield text_at(x + box / 2, base, str(card.number), "light", anchor="middle")
    for line, text in enumerate(placed.question):
        yield text_at(x + box + pad, base + line * step, text, "bold")
    if card.cost:
        yield text_at(x + across - pad, base, card.cost, "quiet", size * 0.85, "end")
    base += band
    for place, (lines, target) in enumerate(placed.answers):
        if place:
            rule = base - size * 0.9
            yield f"<path class='rule' d='M{number(x + pad)} {number(rule)}H{number(x + across - pad)}'/>"
        for line, text in enumerate(lines):
            yield text_at(x + pad, base + line * step, text)
        middle = x + pad + (placed.answer_width + 1.1) * size
        yield text_at(middle, base, _ARROW, "quiet", anchor="middle")
        for line, text in enumerate(target):
            yield text_at(middle + 1.1 * size, base + line * step, text, card.answers[place][2])
        base += max(len(lines), len(target)) * step
    yield "</g>"
