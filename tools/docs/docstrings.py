"""Docstrings as Markdown: examples become blocks of code, and names of the library links to what they are."""

import re
from typing import Any

import griffe

import bestguess

_NAME = re.compile(r"(?<!`)`(\w+)`(?!`)")
_EXAMPLE = re.compile(r"^>>> .*?(?=^\s*$|\Z)", re.MULTILINE | re.DOTALL)


def as_markdown(text: str) -> str:
    r"""The docstring *text* with a fence round each example, and a link from each public name.

    >>> as_markdown("Adds, as `advise` does not.\n\n>>> 1 + 1\n2\n")
    'Adds, as [`advise`][bestguess.advise] does not.\n\n```pycon\n>>> 1 + 1\n2\n```\n'
    """
    prose, examples = _EXAMPLE.split(text), _EXAMPLE.findall(text)
    blocks = [f"```pycon\n{example.rstrip()}\n```\n" for example in examples]
    return "".join(_NAME.sub(_linked, part) + block for part, block in zip(prose, [*blocks, ""], strict=True))


def _linked(name: re.Match[str]) -> str:
    return f"[{name[0]}][bestguess.{name[1]}]" if name[1] in bestguess.__all__ else name[0]


class Docstrings(griffe.Extension):
    """Makes every docstring Markdown."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Makes that of *obj* so."""
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
