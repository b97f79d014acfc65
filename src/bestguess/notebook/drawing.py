"""What views are made of: codes and feedbacks as on a board, tables, bars and notes.

Codes are pegs, digits, tiles with letters, or plain texts. All style is in the elements themselves.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bestguess.errors import BestguessError
from bestguess.games import BullsCows, Code, Feedback, Game, History, Mastermind, Words, game
from bestguess.games.codes import text_of
from bestguess.games.registry import GameRecord
from bestguess.trees.markup import escape
from bestguess.wording import count_text

BLUE = "0, 114, 178"  # of Okabe and Ito, as red, green and blue
VERMILION = "#D55E00"
_CELL = "padding: 2px 10px 2px 0; border: 0; background: none; vertical-align: middle; white-space: nowrap;"
# The colours of symbols 1 to 16, the first eight by Okabe and Ito, as on the page.
COLOURS = (
    *("#D55E00", "#0072B2", "#F0E442", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#8A8A8A"),
    *("#882255", "#9BEFD0", "#332288", "#FFFFFF", "#6B3E1E", "#1B1D20", "#C7B8F5", "#005A32"),
)
_WHITE_INK = frozenset(("#0072B2", "#882255", "#332288", "#6B3E1E", "#1B1D20", "#005A32"))
_TRAY, _TRAY_LINE, _ANSWER = "#F4F2EC", "#8A8373", "#16181B"
# The ground, the ink and the frame of a tile, which tells the marks apart without colours.
_MARKS = {
    "G": "background: #1B7A43; color: #FFFFFF; border: 2px solid #FFFFFF;",
    "Y": "background: #E3B505; color: #000000; border: 2px dashed #000000;",
    "B": "background: #5B5E63; color: #FFFFFF; border: 2px solid #5B5E63;",
}
_TILE = (
    "display: inline-block; min-width: 1.5em; text-align: center; margin: 1px; border-radius: 3px; font-weight: bold;"
)


def _corners(count: int, radius: float, turn: float = 0, inner: float = 0) -> str:
    """A polygon of *count* corners; with *inner*, a star whose inner corners are so far from the middle."""
    steps = 2 * count if inner else count
    ends = []
    for step in range(steps):
        reach, angle = inner if inner and step % 2 else radius, math.radians(turn + 360 * step / steps)
        ends.append(f"{reach * math.sin(angle):.1f} {-reach * math.cos(angle):.1f}")
    return f"M{'L'.join(ends)}Z"


def _circle(radius: float) -> str:
    return f"M{radius} 0A{radius} {radius} 0 1 1 {-radius} 0A{radius} {radius} 0 1 1 {radius} 0Z"


# The outline of each symbol in a box of 40 around the middle, and how far below the middle its text stands.
_SHAPES: Sequence[tuple[str, float]] = (
    (_circle(17), 0),
    ("M-15.5 -15.5H15.5V15.5H-15.5Z", 0),
    ("M0 -18L18.5 15H-18.5Z", 5),
    ("M0 -19L19 0L0 19L-19 0Z", 0),
    (_corners(5, 19.5, 0, 10.5), 1),
    (_corners(6, 18, 30), 0),
    ("M-7 -17.5H7V-7H17.5V7H7V17.5H-7V7H-17.5V-7H-7Z", 0),
    (_circle(18), 0),  # with a hole: a ring
    ("M0 18C-26 2 -19 -17 -9 -17C-4 -17 -1 -14 0 -11C1 -14 4 -17 9 -17C19 -17 26 2 0 18Z", -2),
    ("M0 -20C6 -10 15 -4 15 5A15 14 0 0 1 -15 5C-15 -4 -6 -10 0 -20Z", 4),
    ("M19 0A19 12.5 0 1 1 -19 0A19 12.5 0 1 1 19 0Z", 0),
    ("M-19 11A19 22 0 0 1 19 11Z", 2),
    (_corners(5, 18), 1),
    ("M0 -19L18.5 0H10V18H-10V0H-18.5Z", 1),
    (_corners(12, 19.5, 0, 14), 0),
    ("M-16 -17H16L8 0L16 17H-16L-8 0Z", 0),
)
_RING = 7


class Look(NamedTuple):
    """How the codes and feedbacks of a game are drawn, as HTML."""

    code: Callable[[Code], str]
    answer: Callable[[Code, Feedback], str]
    """A feedback to a guess."""
    text: Callable[[object], str] = text_of
    """The text of a code, a feedback or a label; no HTML."""

    def row(self, guess: Code, feedback: Feedback) -> tuple[str, str]:
        """The guess and the feedback of a row; a word has its feedback on its tiles."""
        answer = self.answer(guess, feedback)
        return (answer, plain(feedback)) if self is WORDS else (self.code(guess), answer)


def look_of(given: Game | GameRecord | str) -> Look:
    """The look of a game, or of its text; where a text does not tell, codes are plain."""
    rules = given if isinstance(given, Game) else None
    if rules is None and str(given).startswith(("mastermind(", "bullscows(")):  # to look up others may read files
        with suppress(BestguessError):  # a game of somebody's own, under this name
            rules = game(str(given))
    if isinstance(rules, Mastermind):
        symbols = rules.symbols
        return Look(lambda code: pegs(code, symbols), answer_pegs)
    if isinstance(rules, BullsCows):
        return Look(digits, bulls_and_cows)
    if isinstance(rules, Words) or (rules is None and str(given).startswith("words(")):
        return WORDS
    return plain_look(text_of if rules is None else rules.text)


def plain_look(text: Callable[[object], str]) -> Look:
    """The look of codes and feedbacks that are drawn as texts."""
    return Look(lambda code: plain(text(code)), lambda _, feedback: plain(text(feedback)), text)


def look_of_history(history: History) -> Look:
    """The look of rows of an unknown game: tiles where every feedback marks letters."""
    return WORDS if history and all(_is_marked(*row) for row in history) else plain_look(text_of)


def _is_marked(word: Code, marks: Feedback) -> bool:
    """Whether *word* is one, with a mark for each letter."""
    both = isinstance(word, str) and isinstance(marks, str)
    return both and len(word.upper()) == len(marks) > 0 and set(marks) <= _MARKS.keys()


def plain(value: object) -> str:
    """A code or feedback as a text."""
    return f'<code style="background: none; color: inherit;">{escape(text_of(value))}</code>'


def pegs(code: Code, symbols: Sequence[str]) -> str:
    """The pegs of *code*, a game with these *symbols*; a text where it has others."""
    places = [symbols.index(symbol) if symbol in symbols else -1 for symbol in code]
    if -1 in places or max(places, default=0) >= len(COLOURS):
        return plain(code)
    drawn = ""
    for number, (place, symbol) in enumerate(zip(places, code, strict=True)):
        outline, down = _SHAPES[place]
        fill = COLOURS[place]
        ink = "#FFFFFF" if fill in _WHITE_INK else "#000000"
        hole = '<circle r="12" fill="#FFFFFF"/>' if place == _RING else ""
        text = f'<text y="{down + 6.5}" fill="{ink}" font-size="18" text-anchor="middle">{escape(symbol)}</text>'
        path = f'<path d="{outline}" fill="{fill}" stroke="currentColor" stroke-width="1.5"/>'
        drawn += f'<g transform="translate({40 * number + 20} 20)">{path}{hole}{text}</g>'
    return _svg(drawn, 40 * len(code), 40, code)


def _svg(drawn: str, wide: int, high: int, label: str) -> str:
    """A picture on the line, of which 40 units are as high as one and a half letters."""
    size = f'width="{wide * 0.65:.0f}" height="{high * 0.65:.0f}" viewBox="0 0 {wide} {high}"'
    style = 'style="vertical-align: middle; font-family: sans-serif;"'
    return f'<svg {size} {style} role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>{drawn}</svg>'


def answer_pegs(guess: Code, answer: Feedback) -> str:
    """Small pegs on a light tray: dark ones are in their place, rings elsewhere."""
    counts = re.fullmatch(r"(\d)(?:\.(\d))?", answer)
    if counts is None:
        return plain(answer)
    exact, misplaced = int(counts[1]), int(counts[2] or 0)
    wide = 22 * max(exact + misplaced, 1) + 12
    tray = f'<rect x="1" y="5" width="{wide - 2}" height="30" rx="7" fill="{_TRAY}" stroke="{_TRAY_LINE}"/>'
    fills = [_ANSWER] * exact + ["#FFFFFF"] * misplaced
    dots = "".join(
        f'<circle cx="{17 + 22 * place}" cy="20" r="8" fill="{fill}" stroke="{_ANSWER}" stroke-width="2.5"/>'
        for place, fill in enumerate(fills)
    )
    none = "" if fills else f'<path d="M11 20H23" stroke="{_ANSWER}" stroke-width="3"/>'
    return _svg(tray + dots + none, wide, 40, answer)


def digits(code: Code) -> str:
    """The digits of *code*, each in a frame."""
    frame = "border: 1px solid currentColor;"
    return _line("".join(f'<span style="{_TILE} {frame}">{escape(symbol)}</span>' for symbol in code))


def bulls_and_cows(guess: Code, answer: Feedback) -> str:
    """The two numbers in words."""
    counts = re.fullmatch(r"(\d)\.(\d)", answer)
    if counts is None:
        return plain(answer)
    return _line(f"{count_text(int(counts[1]), 'bull')}, {count_text(int(counts[2]), 'cow')}")


def tiles(word: Code, marks: Feedback) -> str:
    """The letters of *word* on tiles in the colours of their *marks*."""
    if not _is_marked(word, marks):
        return plain(word)
    pairs = zip(word.upper(), marks, strict=True)
    return _line("".join(f'<span style="{_TILE} {_MARKS[mark]}">{escape(letter)}</span>' for letter, mark in pairs))


def _line(content: str) -> str:
    return f'<span style="white-space: nowrap;">{content}</span>'


WORDS = Look(plain, tiles)


def page(*parts: str) -> str:
    """The whole of what a notebook shows."""
    return f'<div style="overflow-x: auto; line-height: 1.5;">{"".join(parts)}</div>'


def heading(text: str) -> str:
    """A line that says what is shown."""
    return f'<div style="font-weight: bold;">{escape(text)}</div>'


def note(text: str) -> str:
    """A line in smaller letters."""
    return f'<div style="font-size: 90%; opacity: 0.8;">{escape(text)}</div>' if text else ""


def details(summary: str, *below: str, is_open: bool = False) -> str:
    """What is *below* a *summary*, both HTML, and shown when somebody asks."""
    opened = " open" if is_open else ""
    return f'<details{opened} style="margin-left: 1em;"><summary>{summary}</summary>{"".join(below)}</details>'


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table of cells that are HTML; the first *words* columns are aligned left."""
    head = "".join(_cell("th", escape(text), place < words) for place, text in enumerate(headings))
    lines = ["".join(_cell("td", cell, place < words) for place, cell in enumerate(row)) for row in rows]
    body = "".join(f'<tr style="background: none;">{line}</tr>' for line in lines)
    top = f'<thead><tr style="background: none;">{head}</tr></thead>' if any(headings) else ""
    return f'<table style="border-collapse: collapse; border: 0; margin: 0.3em 0;">{top}<tbody>{body}</tbody></table>'


def _cell(tag: str, content: str, left: bool) -> str:
    return f'<{tag} style="{_CELL} text-align: {"left" if left else "right"};">{content}</{tag}>'


def bar(share: float, most: float = 12.0) -> str:
    """A bar of that *share* of *most* letters, a line at the least."""
    wide = f"{max(share * most, 0.1):.2f}em" if share > 0 else "0"
    return f'<span style="display: inline-block; height: 0.8em; width: {wide}; background: rgb({BLUE});"></span>'


def shaded(content: str, share: float, outlined: bool = False) -> str:
    """*content*, which is HTML, on a ground that is darker for a larger *share*."""
    line = f" outline: 2px solid {VERMILION};" if outlined else ""
    ground = f"background: rgba({BLUE}, {0.55 * share:.2f});"
    return f'<span style="display: block; padding: 0 0.4em; {ground}{line}">{content}</span>'


def small(text: str) -> str:
    """*text* in smaller letters, on the same line."""
    return f'<span style="font-size: 85%; opacity: 0.8;">{escape(text)}</span>'
