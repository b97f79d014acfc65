"""Simple pictures as SVG: bars with a text before and behind each, and strips that are cut into parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

BLUE, VERMILION, GREY = "#0072B2", "#D55E00", "#555555"  # Okabe and Ito, as in bestguess.plots
PALE = ("#9cc4e4", "#cfe3f3")  # neighbours in a strip
WIDTH, ROW, BAR, TEXT = 480, 30, 20, 15
MONO = "'DejaVu Sans Mono', Menlo, Consolas, monospace"


@dataclass(frozen=True)
class Bar:
    """A bar with a text before it and one behind it."""

    name: str
    value: float
    note: str
    colour: str = BLUE


def bars(title: str, rows: Sequence[Bar], left: int = 70, right: int = 130) -> str:
    """Horizontal bars, one below the other, on one scale; those below 0 go to the left."""
    least, most = min(0.0, *(row.value for row in rows)), max(0.0, *(row.value for row in rows))
    scale = (WIDTH - left - right) / ((most - least) or 1)
    zero = left - least * scale
    lines = []
    for number, row in enumerate(rows):
        top = 40 + number * ROW
        start, length = min(zero, zero + row.value * scale), abs(row.value) * scale
        lines += [_text(8, top + 15, row.name), _rect(start, top, max(length, 1), row.colour)]
        lines.append(_text(max(start + length, zero) + 8, top + 15, row.note))
    lines.append(f"<path d='M{zero:.1f} 36V{40 + len(rows) * ROW}' stroke='{GREY}' fill='none'/>")
    return _picture(title, 48 + len(rows) * ROW, lines)


@dataclass(frozen=True)
class Strip:
    """A strip of parts, the largest first, with a text before it and one below it."""

    name: str
    sizes: Sequence[int]
    note: str


def strips(title: str, rows: Sequence[Strip], left: int = 64) -> str:
    """Strips of one width, each cut into parts by their sizes; the largest part is marked."""
    lines = []
    for number, row in enumerate(rows):
        top = 40 + number * 2 * ROW
        scale = (WIDTH - left - 8) / sum(row.sizes)
        start = float(left)
        lines.append(_text(8, top + 15, row.name))
        for place, size in enumerate(row.sizes):
            fill = VERMILION if place == 0 else PALE[place % 2]
            lines.append(_rect(start, top, size * scale, fill, stroke=True))
            if size * scale > 10 * len(str(size)):
                ink = "#ffffff" if place == 0 else "#1f2933"
                lines.append(_text(start + size * scale / 2, top + 15, str(size), ink=ink, anchor="middle", size=12))
            start += size * scale
        lines.append(_text(left, top + 40, row.note, ink=GREY, size=13))
    return _picture(title, 52 + len(rows) * 2 * ROW, lines)


def _picture(title: str, height: int, lines: Sequence[str]) -> str:
    """The whole SVG on white, so that it can be read on any page."""
    size = f"viewBox='0 0 {WIDTH} {height}' width='{WIDTH}' height='{height}'"
    head = f"<svg xmlns='http://www.w3.org/2000/svg' {size} role='img'>"
    paper = "<rect width='100%' height='100%' fill='#ffffff'/>"
    heading = f"<text x='8' y='22' font-family='sans-serif' font-size='16' font-weight='bold'>{escape(title)}</text>"
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, heading, *lines, "</svg>"])


def _rect(x: float, y: float, width: float, fill: str, stroke: bool = False) -> str:
    line = " stroke='#ffffff'" if stroke else ""
    return f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{BAR}' fill='{fill}'{line}/>"


def _text(x: float, y: float, text: str, ink: str = "#1f2933", anchor: str = "start", size: int = TEXT) -> str:
    style = f"font-family=\"{MONO}\" font-size='{size}' fill='{ink}' text-anchor='{anchor}'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(text)}</text>"
