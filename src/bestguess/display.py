"""The reprs of values: one line of text, and HTML in notebooks.

The HTML is written by `bestguess.notebook`, which imports most other modules. To avoid a circular import it is imported
by name, when a notebook first shows a value.
"""

from importlib import import_module

from bestguess.errors import printable

_MAX_TEXT = 85  # characters of the text in `one_line`, without the name of the class
_MAX_CODE = 100  # characters of a repr that is code


def one_line(value: object, text: str) -> str:
    """Return a repr of the form <Class text>: the class of *value*, and the beginning of *text*.

    >>> one_line(7, "the days of a week"), len(one_line(7, "day " * 100))
    ('<int the days of a week>', 92)
    """
    beginning = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT]}…"
    return f"<{type(value).__name__} {printable(beginning)}>"


def short_code(value: object, code: str, text: str) -> str:
    """Return *code*, which creates *value*, if it is short; else `one_line` with *text*.

    >>> short_code(7, "3 + 4", "a number"), short_code(7, " + ".join("1" * 99), "a number")
    ('3 + 4', '<int a number>')
    """
    return code if len(code) <= _MAX_CODE else one_line(value, text)


class HtmlRepr:
    """A value that notebooks show as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = import_module("bestguess.notebook").as_html(self)
        return html
