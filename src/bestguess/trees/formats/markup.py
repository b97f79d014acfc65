"""What the picture and the sheet share: escaped text, and how wide it is."""

import re
from unicodedata import category, east_asian_width

_NOT_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REORDERING = re.compile("[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")  # breaks or reorders lines
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": " ", "\n": " ", "\r": " "})

MONOSPACE = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
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
    """A coordinate, with no more digits than are seen.

    >>> number(12.0), number(3.14159)
    ('12', '3.14')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
