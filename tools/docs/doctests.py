"""Docstrings as Markdown: their examples become blocks of code, which Markdown would take for quotations."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*?(?=^\s*$|\Z)", re.MULTILINE | re.DOTALL)


def fenced(text: str) -> str:
    r"""The docstring *text* with a fence round each example.

    >>> fenced("Adds.\n\n>>> 1 + 1\n2\n")
    'Adds.\n\n```pycon\n>>> 1 + 1\n2\n```\n'
    """
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", text)


class Doctests(griffe.Extension):
    """Fences the examples of every docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Fences those of *obj*."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)
