"""How values show themselves: in one line, and in notebooks.

What is drawn in a notebook is decided in `bestguess.notebook`, which stands above everything that it draws. So it is
found by its name, when a notebook first asks: nothing here or in the packages between imports it.
"""

from importlib import import_module

from bestguess.errors import printable

_MOST = 85  # characters of what a value says about itself, its class apart
_MOST_CODE = 100


def one_line(value: object, text: str) -> str:
    """A repr that is no code: the class of *value*, and the beginning of *text* about it.

    >>> one_line(7, "the days of a week"), len(one_line(7, "day " * 100))
    ('<int the days of a week>', 92)
    """
    begun = text if len(text) <= _MOST else f"{text[:_MOST]}…"
    return f"<{type(value).__name__} {printable(begun)}>"


def short_code(value: object, code: str, text: str) -> str:
    """The *code* that makes *value*, if it is short; else a line about it.

    >>> short_code(7, "3 + 4", "a number"), short_code(7, " + ".join("1" * 99), "a number")
    ('3 + 4', '<int a number>')
    """
    return code if len(code) <= _MOST_CODE else one_line(value, text)


class HtmlRepr:
    """What a notebook shows as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module("bestguess.notebook").as_html(self)
        return html
