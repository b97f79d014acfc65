"""Trees as a guide to print: on one page of A4, numbered questions, and what each answer leads to.

A *card* has a question and a line for each answer: the number of the next question, or in bold what it is. Cards stand
in columns in the order of the tree, so that the next question is often the next card; none is torn.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bestguess.trees.formats.markup import SANS, clipped, escape, number, sans_width, wrapped
from bestguess.trees.formats.outline import Item, check_depth, cost_text, heading, outline, summary
from bestguess.trees.tree import Tree
from bestguess.wording import counted

# A4 in points.
WIDTH, HEIGHT = 210 / 25.4 * 72, 297 / 25.4 * 72
MARGIN, TOP, BOTTOM, GUTTER = 30.0, 104.0, 26.0, 12.0
SIZES = [size / 4 for size in range(46, 21, -1)]
"""The sizes of type that are tried, from 11.5 to 5.5 points."""
COLUMNS = (2, 1, 3, 4)
"""The numbers of columns that are tried, the better ones first."""
MOST_CARDS = 400
"""More never fit."""
MOST_TEXT = 240
"""Longer questions, answers and labels are shortened."""
LEADING, PAD, GAP = 1.28, 0.5, 0.75
"""The height of a line, the room around what is in a card, and the room between cards, in sizes of type."""
ARROW = "\u2192"


class Answer(NamedTuple):
    """A line of a card: an answer, and the *card* that it leads to or, without one, what is said then."""

    feedback: str
    card: int | None
    said: str
    settled: bool
    """Whether *said* is what it is."""


class Card(NamedTuple):
    """A question, what it costs, and its answers."""

    question: str
    cost: str
    answers: list[Answer]


class Placed(NamedTuple):
    """A card with its lines broken, by its place among the cards."""

    place: int
    question: list[str]
    answers: list[tuple[list[str], list[str]]]
    """The lines of each answer, and those of what it leads to."""
    answer_width: float
    """Of the column of answers, in sizes of type."""

    @property
    def height(self) -> float:
        """In sizes of type."""
        lines = sum(max(len(answer), len(said)) for answer, said in self.answers)
        return (len(self.question) + lines) * LEADING + PAD * (4 if self.answers else 2)


class Page(NamedTuple):
    """A layout that fits: the size of type, and the cards of each column."""

    size: float
    columns: list[list[Placed]]


def as_guide(tree: Tree, max_depth: int | None = None) -> str:
    """A page of A4 as SVG, as deep as fits in type of at least 5.5 points, and no deeper than *max_depth*.

    >>> from bestguess.games import CustomGame
    >>> from bestguess.trees import build_tree
    >>> who = CustomGame(["Has it a hat?"], ["Ann", "Bob"], lambda asked, person: person == "Ann", goal="identify")
    >>> ">Ann</text>" in as_guide(build_tree(who, "first"))
    True
    """
    check_depth(max_depth)
    for depth in _depths_to_try(tree, max_depth):
        items = outline(tree, depth)
        cards = _cards(items)
        if page := _fitted(cards):
            return _document(tree, items, cards, page)
    items = outline(tree, 1)
    cards = [Card(clipped(items[0].guess, MOST_TEXT), "", [])]
    return _document(tree, items, cards, _fitted(cards) or Page(SIZES[-1], []))


def _depths_to_try(tree: Tree, max_depth: int | None) -> range:
    """The depths that may fit, the greatest first."""
    questions = np.cumsum(np.bincount(tree.depth[~tree.is_leaf])).tolist()
    deepest = min(len(questions) - 1, max_depth or len(questions))
    while deepest > 1 and questions[deepest - 1] > MOST_CARDS:
        deepest -= 1
    return range(deepest, 0, -1)


def _cards(items: Sequence[Item]) -> list[Card]:
    """A card for each question whose answers are shown, and for the first one."""
    is_card = [item.label is None and (not item.collapsed or item.parent < 0) for item in items]
    cards = [
        Card(_shown(item.guess), "" if item.cost is None else f"cost {cost_text(item.cost)}", [])
        for item, has_card in zip(items, is_card, strict=True)
        if has_card
    ]
    card_of = (np.cumsum(is_card) - 1).tolist()
    for place, item in enumerate(items):
        if item.parent >= 0:
            answer = Answer(_shown(item.feedback), card_of[place] if is_card[place] else None, *_said(item))
            cards[card_of[item.parent]].answers.append(answer)
    for place, item in enumerate(items):
        if is_card[place] and item.lost:
            answers = cards[card_of[place]].answers
            left = f"not settled: {counted(item.lost, 'candidate')} left"
            answers.append(Answer("any other" if answers else "any", None, left, False))
    return cards


def _said(item: Item) -> tuple[str, bool]:
    """What is said at an *item* without a card, and whether that is what it is."""
    if item.label is not None:
        return _shown(item.label), True
    if not item.collapsed:
        return "", False
    return f"{_shown(item.guess)} ({counted(item.size, 'candidate')}, at most {item.height} more)", False


def _shown(text: str) -> str:
    return clipped(" ".join(text.split()), MOST_TEXT)


def _fitted(cards: list[Card]) -> Page | None:
    """The page with the largest type; None when even the smallest does not fit."""
    if _page(cards, SIZES[-1]) is None:
        return None
    return next(page for size in SIZES if (page := _page(cards, size)))


def _page(cards: list[Card], size: float) -> Page | None:
    """The page in type of *size*, with the first number of columns that fits, all about as high."""
    rows = (HEIGHT - TOP - BOTTOM) / size
    for columns in COLUMNS:
        room = _column_width(columns) / size - 2 * PAD
        if room < 14:
            continue
        placed = [_placed(place, card, room) for place, card in enumerate(cards)]
        if _flowed(placed, rows, columns) is None:
            continue
        low, high = 0.0, rows
        while high - low > 0.5:  # the least height that is enough, so that columns are about as high
            middle = (low + high) / 2
            low, high = (low, middle) if _flowed(placed, middle, columns) else (middle, high)
        return Page(size, _flowed(placed, high, columns) or [])
    return None


def _column_width(columns: int) -> float:
    return (WIDTH - 2 * MARGIN - GUTTER * (columns - 1)) / columns


def _placed(place: int, card: Card, room: float) -> Placed:
    """The *card* with its lines broken for *room* sizes of type."""
    for_number = _number_width(place)
    cost = sans_width(card.cost) * 0.85 + 0.8 if card.cost else 0.0
    question = wrapped(card.question, room - for_number - cost, bold=True)
    widest = max((sans_width(answer.feedback) for answer in card.answers), default=0.0)
    across = min(widest, room * 0.45)
    answers = [
        (wrapped(answer.feedback, across), wrapped(_target(answer), room - across - 2.2, bold=True))
        for answer in card.answers
    ]
    return Placed(place, question, answers, across)


def _target(answer: Answer) -> str:
    return answer.said if answer.card is None else str(answer.card + 1)


def _number_width(place: int) -> float:
    return 0.9 + 0.6 * len(str(place + 1))


def _flowed(placed: list[Placed], rows: float, columns: int) -> list[list[Placed]] | None:
    """The cards in *columns* that are *rows* high; None when they do not fit."""
    filled: list[list[Placed]] = [[]]
    at = 0.0
    for card in placed:
        if card.height > rows:
            return None
        if filled[-1] and at + card.height > rows:
            filled.append([])
            at = 0.0
            if len(filled) > columns:
                return None
        filled[-1].append(card)
        at += card.height + GAP
    return filled


def coverage(tree: Tree, items: Sequence[Item]) -> str:
    """How much of the strategy the sheet has."""
    ends = [item.size for item in items if item.collapsed]
    if not ends:
        return "The whole strategy is on this sheet."
    depth, figures = max(item.depth for item in items if item.label is None), tree.figures
    guesses = "guess" if depth == 1 else f"{depth} guesses"
    found = f"{sum(item.found for item in items)} of {figures.secrets} secrets are found on it"
    covered = f"This sheet covers the first {guesses} of at most {tree.root.height}"
    return f"{covered}: {found}; its last guesses have at most {counted(max(ends), 'candidate')}."


def _document(tree: Tree, items: Sequence[Item], cards: list[Card], page: Page) -> str:
    size = f"width='210mm' height='297mm' viewBox='0 0 {number(WIDTH)} {number(HEIGHT)}'"
    colours = {
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
    styles = "".join(f".bestguess-guide {what}{{{style}}}" for what, style in colours.items())
    return "\n".join(
        [
            f"<svg xmlns='http://www.w3.org/2000/svg' class='bestguess-guide' {size}>",
            f"<title>{escape(heading(tree))}</title><style>{styles}@page{{size:A4;margin:0}}</style>",
            "<rect class='paper' width='100%' height='100%'/>",
            *_top(tree, items),
            *(line for place in range(len(page.columns)) for line in _column(cards, page, place)),
            "</svg>\n",
        ]
    )


def _top(tree: Tree, items: Sequence[Item]) -> Iterator[str]:
    """The lines above the columns."""
    steps = f"Begin with question 1. Behind an answer: {ARROW} the number of the next question, or in green what it is."
    lines = [
        (15.0, "bold", 44.0, heading(tree)),
        (9.0, "quiet", 60.0, summary(tree)),
        (9.0, "", 78.0, steps),
        (7.5, "quiet", 90.0, coverage(tree, items)),
    ]
    for size, kind, y, text in lines:
        room = (WIDTH - 2 * MARGIN) / size
        yield _text(MARGIN, y, wrapped(text, room, bold=kind == "bold", lines=1)[0], kind, size)


def _column(cards: list[Card], page: Page, place: int) -> Iterator[str]:
    across = _column_width(len(page.columns))
    x, y = MARGIN + place * (across + GUTTER), TOP
    for placed in page.columns[place]:
        yield from _drawn(cards[placed.place], placed, (x, y), across, page.size)
        y += (placed.height + GAP) * page.size


def _drawn(card: Card, placed: Placed, at: tuple[float, float], across: float, size: float) -> Iterator[str]:
    """A card whose corner is *at*."""
    x, y = at
    pad, step = PAD * size, LEADING * size
    band = len(placed.question) * step + 2 * pad
    yield f"<g class='question' font-size='{number(size)}'>"
    yield _rect("card", x, y, across, placed.height * size)
    yield _rect("band", x, y, across, band)
    box = _number_width(placed.place) * size - pad * 0.6
    yield _rect("box", x, y, box, band)
    base = y + pad + size * 0.98
    yield _text(x + box / 2, base, str(placed.place + 1), "light", anchor="middle")
    for line, text in enumerate(placed.question):
        yield _text(x + box + pad, base + line * step, text, "bold")
    if card.cost:
        yield _text(x + across - pad, base, card.cost, "quiet", size * 0.85, "end")
    base += band
    for answer, (lines, said) in zip(card.answers, placed.answers, strict=True):
        if answer is not card.answers[0]:
            rule = base - size * 0.9
            yield f"<path class='rule' d='M{number(x + pad)} {number(rule)}H{number(x + across - pad)}'/>"
        for line, text in enumerate(lines):
            yield _text(x + pad, base + line * step, text)
        middle = x + pad + (placed.answer_width + 1.1) * size
        yield _text(middle, base, ARROW, "quiet", anchor="middle")
        for line, text in enumerate(said):
            kind = "is" if answer.settled else "bold" if answer.card is not None else "quiet"
            yield _text(middle + 1.1 * size, base + line * step, text, kind)
        base += max(len(lines), len(said)) * step
    yield "</g>"


def _rect(kind: str, x: float, y: float, across: float, down: float) -> str:
    place = f"x='{number(x)}' y='{number(y)}' width='{number(across)}' height='{number(down)}'"
    return f"<rect class='{kind}' {place}/>"


def _text(x: float, y: float, text: str, kind: str = "", size: float | None = None, anchor: str = "") -> str:
    style = f" class='{kind}'" if kind else ""
    style += f" font-size='{number(size)}'" if size else ""
    style += f" text-anchor='{anchor}'" if anchor else ""
    return f"<text{style} x='{number(x)}' y='{number(y)}'>{escape(text)}</text>"
