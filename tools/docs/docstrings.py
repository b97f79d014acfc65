"""Docstrings as Markdown: examples become blocks of code, names of the library links, and fields a table."""

import re
from importlib import import_module
from typing import Any

import griffe

import bestguess

_NAME = re.compile(r"(?<!`)`(\w+)`(?!`)")
_HELPERS = {"HtmlRepr", "Generic"}  # classes that others extend, of which no reader needs to know
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


def fields_of(found: griffe.Class) -> dict[str, griffe.Attribute]:
    """The public fields of a class by name: what its values have beside methods and properties."""
    members = {name: one for name, one in found.members.items() if not name.startswith("_")}
    return {
        name: one for name, one in members.items() if isinstance(one, griffe.Attribute) and "property" not in one.labels
    }


def fields_table(found: griffe.Class) -> str:
    """The fields of a class as a table, or in a line where none has a docstring; empty if it has none."""
    fields = fields_of(found)
    if not any(one.docstring for one in fields.values()):
        names = ", ".join(f"`{_typed(name, one)}`" for name, one in fields.items())
        return f"\n\nFields: {names}.\n" if fields else ""
    rows = [f"| `{_typed(name, one)}` | {_cell(_text(one))} |" for name, one in fields.items()]
    return "\n".join(["", "", "| field | what |", "|---|---|", *rows, ""])


def _typed(name: str, one: griffe.Attribute) -> str:
    return f"{name}: {one.annotation}" if one.annotation else name


def _default(value: str | griffe.Expr | None, found: griffe.Object) -> str | griffe.Expr | None:
    """The *value* of a default; of the name of a constant, what it stands for."""
    if not re.fullmatch("[A-Z_]+", str(value)):
        return value
    constant = getattr(import_module(found.module.path), str(value), None)
    return repr(constant) if isinstance(constant, int | float | str) else value


def _text(one: griffe.Object) -> str:
    return as_markdown(one.docstring.value) if one.docstring else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


class Docstrings(griffe.Extension):
    """Makes every docstring Markdown, and puts the fields of a class below its own."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Makes that of *obj* so; defaults become what they are."""
        if isinstance(obj, griffe.Attribute):
            obj.value = _default(obj.value, obj)
        if isinstance(obj, griffe.Function):
            for parameter in obj.parameters:
                parameter.default = _default(parameter.default, obj)
        if not obj.docstring:
            return
        if isinstance(obj.parent, griffe.Class) and obj.name in fields_of(obj.parent):
            return  # it stands in the table
        obj.docstring.value = as_markdown(obj.docstring.value)
        if isinstance(obj, griffe.Class):
            obj.bases = [base for base in obj.bases if str(base).partition("[")[0] not in _HELPERS]
            obj.docstring.value += fields_table(obj)
            for field in fields_of(obj).values():
                field.docstring = None
