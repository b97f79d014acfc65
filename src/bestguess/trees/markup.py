"""What the picture and the sheet share: escaped text, and how wide it is."""

import re
from unicodedata import category, east_asian_width

_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REORDERING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")  # breaks or reorders lines
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": " ", "\n": " ", "\r": " "})

MONOSPACE = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
SANS = "'Liberation Sans', Arial, Helvetica, 'Nimbus Sans', sans-serif"
CHAR = 0.602
"""The width of a character of the widest of these fonts, in font sizes."""


def escape(text: str) -> str:
    r"""*text* for XML, between tags or in quotes; what XML cannot hold, or what reorders lines, becomes U+FFFD.

    >>> escape('a&b<"c"'), escape("a\0b") == escape("a\u202eb") == "a\ufffdb"
    ('a&amp;b&lt;&quot;c&quot;', True)
    """
    return one_direction(_NOT_XML.sub("\ufffd", text)).translate(_ESCAPES)


def one_direction(text: str) -> str:
    """*text* without the characters that break lines or change their direction."""
    return _REORDERING.sub("\ufffd", text)


def width(text: str) -> int:
    """How many columns of a monospaced font *text* takes.

    >>> width("1.2"), width("日本")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(0 if category(char) == "Mn" else 2 if east_asian_width(char) in "WF" else 1 for char in text)


# The widths of the characters from space to ~ of Helvetica, which those fonts share, in thousandths of the size.
_WIDTHS = [
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
]
_BOLD = 1.07
_OTHER = 640  # of letters that are not known; those of two columns are as wide as high


def sans_width(text: str, bold: bool = False) -> float:
    """How wide *text* is in a proportional font, in sizes of type."""
    sizes = (_WIDTHS[ord(char) - 32] if " " <= char <= "~" else _OTHER * width(char) for char in text)
    return sum(sizes) / 1000 * (_BOLD if bold else 1.0)


def wrapped(text: str, room: float, bold: bool = False, lines: int | None = None) -> list[str]:
    """*text* in lines of *room* sizes of type, broken between words, or in words that are wider.

    Of more than so many *lines*, the last ends with an ellipsis.

    >>> wrapped("Does the lamp glow?", 6.0), wrapped("Does the lamp glow?", 6.0, lines=1)
    (['Does the', 'lamp glow?'], ['Does the la…'])
    """
    broken = [""]
    for word in text.split(" "):
        longer = f"{broken[-1]} {word}" if broken[-1] else word
        if sans_width(longer, bold) <= room or not longer:
            broken[-1] = longer
            continue
        broken += [""] if broken[-1] else []
        for char in word:
            if broken[-1] and sans_width(broken[-1] + char, bold) > room:
                broken.append("")
            broken[-1] += char
    if lines is None or len(broken) <= lines:
        return broken
    last = " ".join(broken[lines - 1 :])
    while last and sans_width(f"{last}…", bold) > room:
        last = last[:-1]
    return [*broken[: lines - 1], f"{last.rstrip()}…"]


def clipped(text: str, columns: int) -> str:
    """*text*, shortened where it takes more than *columns*.

    >>> clipped("1122", 4), clipped("11223", 4)
    ('1122', '112…')
    """
    if width(text) <= columns:
        return text
    text = text[:columns]
    while width(text) >= columns:
        text = text[:-1]
    return text + "…"


def number(value: float) -> str:
    """A coordinate, with no more digits than are seen."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(kind: str, x: float, y: float, across: float, down: float, rounded: bool = False) -> str:
    """A rectangle of the class *kind*, whose corner is at *x* and *y*."""
    place = f"x='{number(x)}' y='{number(y)}' width='{number(across)}' height='{number(down)}'"
    corners = " rx='4'" if rounded else ""
    return f"<rect class='{kind}' {place}{corners}/>"


def text_at(x: float, y: float, text: str, kind: str = "", size: float | None = None, anchor: str = "") -> str:
    """A line of *text*, escaped, whose base begins at *x* and *y*."""
    style = f" class='{kind}'" if kind else ""
    style += f" font-size='{number(size)}'" if size else ""
    style += f" text-anchor='{anchor}'" if anchor else ""
    return f"<text{style} x='{number(x)}' y='{number(y)}'>{escape(text)}</text>"
