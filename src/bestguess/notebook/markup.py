"""The general parts: tables, bars and notes, with all their style in the elements themselves."""

from collections.abc import Iterable, Sequence

from bestguess.trees.markup import escape

BLUE = "0, 114, 178"  # of Okabe and Ito, as red, green and blue
VERMILION = "#D55E00"
_CELL = "padding: 2px 10px 2px 0; border: 0; background: none; vertical-align: middle; white-space: nowrap;"


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
    """A table of cells that are HTML; the first *words* columns to the left, the others to the right."""
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
    """*content*, which is HTML, on a ground that is the darker the larger *share* is, and readable on any."""
    line = f" outline: 2px solid {VERMILION};" if outlined else ""
    ground = f"background: rgba({BLUE}, {0.55 * share:.2f});"
    return f'<span style="display: block; padding: 0 0.4em; {ground}{line}">{content}</span>'


def small(text: str) -> str:
    """*text* in smaller letters, on the same line."""
    return f'<span style="font-size: 85%; opacity: 0.8;">{escape(text)}</span>'
