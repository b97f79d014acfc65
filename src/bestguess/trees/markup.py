"""SVG elements, escaped text and its width, for the picture and the sheet."""

import re
from unicodedata import category, east_asian_width

_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REORDERING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")  # characters that break or reorder lines
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": " ", "\n": " ", "\r": " "})

MONOSPACE = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
SANS = "'Liberation Sans', Arial, Helvetica, 'Nimbus Sans', sans-serif"
CHAR = 0.602
"""The width of a character in the widest of the monospaced fonts, in font sizes."""


def escape(text: str) -> str:
    r"""Return *text* escaped for XML, between tags or in quotes.

    Characters that XML does not allow, or that reorder lines, become U+FFFD.

    >>> escape('a&b<"c"'), escape("a\0b") == escape("a\u202eb") == "a\ufffdb"
    ('a&amp;b&lt;&quot;c&quot;', True)
    """
    return replace_reordering(_NOT_XML.sub("\ufffd", text)).translate(_ESCAPES)


def replace_reordering(text: str) -> str:
    """Return *text* with U+FFFD in place of characters that break lines or change their direction."""
    return _REORDERING.sub("\ufffd", text)


def width(text: str) -> int:
    """Return how many columns *text* takes in a monospaced font.

    >>> width("1.2"), width("日本")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if category(char) == "Mn" else 2 if east_asian_width(char) in "WF" else 1 for char in text)


# The widths of the characters from space to ~ in Helvetica, in thousandths of the font size; all SANS share them.
_WIDTHS = [
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
]
_BOLD = 1.07  # how much wider bold text is
_OTHER = 640  # the width of any other character, for each column that it takes


def sans_width(text: str, bold: bool = False) -> float:
    """Return the width of *text* in a proportional font, in font sizes."""
    widths = (_WIDTHS[ord(char) - 32] if " " <= char <= "~" else _OTHER * width(char) for char in text)
    return sum(widths) / 1000 * (_BOLD if bold else 1.0)


def wrap(text: str, room: float, bold: bool = False, lines: int | None = None) -> list[str]:
    """Break *text* into lines that are at most *room* font sizes wide, between words, or inside words that are wider.

    At most *lines* lines are returned; if the text is longer, the last ends with an ellipsis.

    >>> wrap("Does the lamp glow?", 6.0), wrap("Does the lamp glow?", 6.0, lines=1)
    (['Does the', 'lamp glow?'], ['Does the la…'])
    """
    wrapped = [""]
    for word in text.split(" "):
        longer = f"{wrapped[-1]} {word}" if wrapped[-1] else word
        if sans_width(longer, bold) <= room or not longer:
            wrapped[-1] = longer
            continue
        wrapped += [""] if wrapped[-1] else []
        for char in word:  # a word that is wider than a line is broken anywhere
            if wrapped[-1] and sans_width(wrapped[-1] + char, bold) > room:
                wrapped.append("")
            wrapped[-1] += char
    if lines is None or len(wrapped) <= lines:
        return wrapped
    last = " ".join(wrapped[lines - 1 :])
    while last and sans_width(f"{last}…", bold) > room:
        last = last[:-1]
    return [*wrapped[: lines - 1], f"{last.rstrip()}…"]


def clip(text: str, columns: int) -> str:
    """Return *text*, shortened to at most *columns* columns, with an ellipsis if it was longer.

    >>> clip("1122", 4), clip("11223", 4)
    ('1122', '112…')
    """
    if width(text) <= columns:
        return text
    text = text[:columns]
    while width(text) >= columns:
        text = text[:-1]
    return text + "…"


def number(value: float) -> str:
    """Return a coordinate as text, with two decimals at most: more would not be visible."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(kind: str, x: float, y: float, across: float, down: float, rounded: bool = False) -> str:
    """Return a rectangle of the CSS class *kind*, its top left corner at *x*, *y*, *across* wide and *down* high."""
    place = f"x='{number(x)}' y='{number(y)}' width='{number(across)}' height='{number(down)}'"
    corners = " rx='4'" if rounded else ""
    return f"<rect class='{kind}' {place}{corners}/>"


def text_at(x: float, y: float, text: str, kind: str = "", size: float | None = None, anchor: str = "") -> str:
    """Return a line of *text*, escaped, of the CSS class *kind*; its baseline begins at *x*, *y*."""
    style = f" class='{kind}'" if kind else ""
    style += f" font-size='{number(size)}'" if size else ""
    style += f" text-anchor='{anchor}'" if anchor else ""
    return f"<text{style} x='{number(x)}' y='{number(y)}'>{escape(text)}</text>"
