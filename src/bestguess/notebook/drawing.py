"""Draw the elements of views as HTML: codes and feedbacks as on a board, tables, bars and notes.

Codes are drawn as pegs, digits, tiles with letters, or plain texts. Every element carries its own style.
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

BLUE = "0, 114, 178"  # red, green and blue; from the palette of Okabe and Ito
VERMILION = "#D55E00"
_CELL = "padding: 2px 10px 2px 0; border: 0; background: none; vertical-align: middle; white-space: nowrap;"
# The colours of symbols 1 to 16, the same as on the page. The first eight have the hues of Okabe and Ito.
COLOURS = (
    *("#E8622A", "#2F6CC4", "#F5C22F", "#17A077", "#D876AC", "#63BCEC", "#DE9100", "#8A8A8A"),
    *("#882255", "#9BEFD0", "#332288", "#FFFFFF", "#6B3E1E", "#1B1D20", "#C7B8F5", "#005A32"),
)
_WHITE_INK = frozenset(("#2F6CC4", "#882255", "#332288", "#6B3E1E", "#1B1D20", "#005A32"))
_TRAY, _TRAY_LINE, _ANSWER = "#F4F2EC", "#8A8373", "#16181B"
# Styles of a tile by mark. The frames differ, so that marks can be told apart without colours.
_MARKS = {
    "G": "background: #2A7A45; color: #FFFFFF; border: 2px solid #FFFFFF;",
    "Y": "background: #EEBF2D; color: #000000; border: 2px dashed #000000;",
    "B": "background: #6B6470; color: #FFFFFF; border: 2px solid #6B6470;",
}
_TILE = (
    "display: inline-block; min-width: 1.5em; text-align: center; margin: 1px; border-radius: 3px; font-weight: bold;"
)


def _corners(count: int, radius: float, turn: float = 0, inner: float = 0) -> str:
    """Return the SVG path of a polygon with *count* corners, or of a star if *inner* is the radius of inner corners."""
    steps = 2 * count if inner else count
    corners = []
    for step in range(steps):
        distance, angle = inner if inner and step % 2 else radius, math.radians(turn + 360 * step / steps)
        corners.append(f"{distance * math.sin(angle):.1f} {-distance * math.cos(angle):.1f}")
    return f"M{'L'.join(corners)}Z"


def _circle(radius: float) -> str:
    return f"M{radius} 0A{radius} {radius} 0 1 1 {-radius} 0A{radius} {radius} 0 1 1 {radius} 0Z"


# The outline of each symbol in a box of 40 by 40 around the origin, and how far below the origin its text stands.
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


class Renderer(NamedTuple):
    """Functions that draw the codes and feedbacks of a game as HTML."""

    code: Callable[[Code], str]
    """Draws a code."""
    answer: Callable[[Code, Feedback], str]
    """Draws a feedback to a guess."""
    text: Callable[[object], str] = text_of
    """Returns the text of a code, a feedback or a label. It is not HTML."""

    def row(self, guess: Code, feedback: Feedback) -> tuple[str, str]:
        """Return the guess and the feedback of a row. The tiles of a word already show the feedback."""
        answer = self.answer(guess, feedback)
        return (answer, plain(feedback)) if self is WORD_RENDERER else (self.code(guess), answer)


def renderer_for(shown_game: Game | GameRecord | str) -> Renderer:
    """Return the renderer for a game, a game record or the text of a game. Unknown games get plain texts."""
    rules = shown_game if isinstance(shown_game, Game) else None
    # Only these texts are resolved: building other games may read files.
    if rules is None and str(shown_game).startswith(("mastermind(", "bullscows(")):
        with suppress(BestguessError):  # a custom game may have such a name
            rules = game(str(shown_game))
    if isinstance(rules, Mastermind):
        symbols = rules.symbols
        return Renderer(lambda code: pegs(code, symbols), answer_pegs)
    if isinstance(rules, BullsCows):
        return Renderer(digits, bulls_and_cows)
    if isinstance(rules, Words) or (rules is None and str(shown_game).startswith("words(")):
        return WORD_RENDERER
    return plain_renderer(text_of if rules is None else rules.text)


def plain_renderer(text: Callable[[object], str]) -> Renderer:
    """Return a renderer that writes codes and feedbacks as texts."""
    return Renderer(lambda code: plain(text(code)), lambda _, feedback: plain(text(feedback)), text)


def renderer_for_history(history: History) -> Renderer:
    """Return the renderer for rows of an unknown game: tiles if every feedback marks letters, else plain texts."""
    return WORD_RENDERER if history and all(_is_marked(*row) for row in history) else plain_renderer(text_of)


def _is_marked(word: Code, marks: Feedback) -> bool:
    """Whether *word* is a text and *marks* has a mark for each of its letters."""
    are_texts = isinstance(word, str) and isinstance(marks, str)
    return are_texts and len(word.upper()) == len(marks) > 0 and set(marks) <= _MARKS.keys()


def plain(value: object) -> str:
    """Draw a code or a feedback as a text."""
    return f'<code style="background: none; color: inherit;">{escape(text_of(value))}</code>'


def pegs(code: Code, symbols: Sequence[str]) -> str:
    """Draw *code* as pegs, by the place of each symbol in *symbols*. Write a text if a symbol has no colour."""
    places = [symbols.index(symbol) if symbol in symbols else -1 for symbol in code]
    if -1 in places or max(places, default=0) >= len(COLOURS):
        return plain(code)
    content = ""
    for number, (place, symbol) in enumerate(zip(places, code, strict=True)):
        outline, text_offset = _SHAPES[place]
        fill = COLOURS[place]
        ink = "#FFFFFF" if fill in _WHITE_INK else "#000000"
        hole = '<circle r="12" fill="#FFFFFF"/>' if place == _RING else ""
        text = f'<text y="{text_offset + 6.5}" fill="{ink}" font-size="18" text-anchor="middle">{escape(symbol)}</text>'
        path = f'<path d="{outline}" fill="{fill}" stroke="currentColor" stroke-width="1.5"/>'
        content += f'<g transform="translate({40 * number + 20} 20)">{path}{hole}{text}</g>'
    return _svg(content, 40 * len(code), 40, code)


def _svg(content: str, width: int, height: int, label: str) -> str:
    """Return an inline picture. 40 units are as high as one and a half letters."""
    size = f'width="{width * 0.65:.0f}" height="{height * 0.65:.0f}" viewBox="0 0 {width} {height}"'
    style = 'style="vertical-align: middle; font-family: sans-serif;"'
    return f'<svg {size} {style} role="img" aria-label="{escape(label)}"><title>{escape(label)}</title>{content}</svg>'


def answer_pegs(guess: Code, answer: Feedback) -> str:
    """Draw a feedback as small pegs on a light tray: a dark peg for each exact one, a ring for each misplaced one."""
    counts = re.fullmatch(r"(\d)(?:\.(\d))?", answer)
    if counts is None:
        return plain(answer)
    exact, misplaced = int(counts[1]), int(counts[2] or 0)
    width = 22 * max(exact + misplaced, 1) + 12
    tray = f'<rect x="1" y="5" width="{width - 2}" height="30" rx="7" fill="{_TRAY}" stroke="{_TRAY_LINE}"/>'
    fills = [_ANSWER] * exact + ["#FFFFFF"] * misplaced
    dots = "".join(
        f'<circle cx="{17 + 22 * place}" cy="20" r="8" fill="{fill}" stroke="{_ANSWER}" stroke-width="2.5"/>'
        for place, fill in enumerate(fills)
    )
    dash = "" if fills else f'<path d="M11 20H23" stroke="{_ANSWER}" stroke-width="3"/>'
    return _svg(tray + dots + dash, width, 40, answer)


def digits(code: Code) -> str:
    """Draw the digits of *code*, each in a frame."""
    frame = "border: 1px solid currentColor;"
    return _line("".join(f'<span style="{_TILE} {frame}">{escape(symbol)}</span>' for symbol in code))


def bulls_and_cows(guess: Code, answer: Feedback) -> str:
    """Write a feedback in words, such as "1 bull, 2 cows"."""
    counts = re.fullmatch(r"(\d)\.(\d)", answer)
    if counts is None:
        return plain(answer)
    return _line(f"{count_text(int(counts[1]), 'bull')}, {count_text(int(counts[2]), 'cow')}")


def tiles(word: Code, marks: Feedback) -> str:
    """Draw the letters of *word* on tiles in the colours of their *marks*; without valid marks, write a text."""
    if not _is_marked(word, marks):
        return plain(word)
    pairs = zip(word.upper(), marks, strict=True)
    return _line("".join(f'<span style="{_TILE} {_MARKS[mark]}">{escape(letter)}</span>' for letter, mark in pairs))


def _line(content: str) -> str:
    return f'<span style="white-space: nowrap;">{content}</span>'


WORD_RENDERER = Renderer(plain, tiles)
"""Renderer for words."""


def page(*parts: str) -> str:
    """Return the whole view that a notebook shows, made of *parts*."""
    return f'<div style="overflow-x: auto; line-height: 1.5;">{"".join(parts)}</div>'


def heading(text: str) -> str:
    """Return a bold line that names what is shown."""
    return f'<div style="font-weight: bold;">{escape(text)}</div>'


def note(text: str) -> str:
    """Return a line in smaller letters; nothing for an empty *text*."""
    return f'<div style="font-size: 90%; opacity: 0.8;">{escape(text)}</div>' if text else ""


def details(summary: str, *contents: str, is_open: bool = False) -> str:
    """Return *contents* that can be unfolded below a *summary*. Both are HTML."""
    attribute = " open" if is_open else ""
    return f'<details{attribute} style="margin-left: 1em;"><summary>{summary}</summary>{"".join(contents)}</details>'


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Return a table. *headings* are texts, cells are HTML. The first *words* columns are aligned left."""
    head = "".join(_cell("th", escape(text), place < words) for place, text in enumerate(headings))
    lines = ["".join(_cell("td", cell, place < words) for place, cell in enumerate(row)) for row in rows]
    body = "".join(f'<tr style="background: none;">{line}</tr>' for line in lines)
    top = f'<thead><tr style="background: none;">{head}</tr></thead>' if any(headings) else ""
    return f'<table style="border-collapse: collapse; border: 0; margin: 0.3em 0;">{top}<tbody>{body}</tbody></table>'


def _cell(tag: str, content: str, left: bool) -> str:
    return f'<{tag} style="{_CELL} text-align: {"left" if left else "right"};">{content}</{tag}>'


def bar(share: float, full_width: float = 12.0) -> str:
    """Return a bar whose length is *share* of *full_width*, in em. A positive share is always visible."""
    width = f"{max(share * full_width, 0.1):.2f}em" if share > 0 else "0"
    return f'<span style="display: inline-block; height: 0.8em; width: {width}; background: rgb({BLUE});"></span>'


def shade(content: str, share: float, outlined: bool = False) -> str:
    """Return *content*, which is HTML, on a background that is darker for a larger *share*."""
    outline = f" outline: 2px solid {VERMILION};" if outlined else ""
    background = f"background: rgba({BLUE}, {0.55 * share:.2f});"
    return f'<span style="display: block; padding: 0 0.4em; {background}{outline}">{content}</span>'


def small(text: str) -> str:
    """Return *text* in smaller letters, on the same line."""
    return f'<span style="font-size: 85%; opacity: 0.8;">{escape(text)}</span>'
