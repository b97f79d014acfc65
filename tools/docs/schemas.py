"""The JSON schemas that ship, as a page: one section for each document."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.docs.links import ROOT


def schema_files() -> list[Path]:
    """The files of the schemas."""
    return sorted(ROOT.glob("src/bestguess/data/schema_files/*.json"))


def schemas_page() -> str:
    """The page: every document with its keys."""
    lines = [
        "# JSON schemas",
        "",
        "The documents that commands print with `--json`, that the server answers with, and that files hold.",
    ]
    lines += ["", "`bestguess schema NAME` prints a schema, for programs that check or generate code.", ""]
    for file in schema_files():
        lines += [*_section(file.stem, json.loads(file.read_text("utf-8"))), ""]
    return "\n".join(lines)


def _section(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield from [f"## {name}", "", _cell(schema.get("description", schema.get("title", ""))), ""]
    if properties := schema.get("properties"):
        needed = set(schema.get("required", ()))
        yield from ["| key | meaning | type |", "|---|---|---|"]
        for key, value in properties.items():
            mark = "" if key in needed else " (not always)"
            yield f"| `{key}`{mark} | {_cell(value.get('description', ''))} | {_type(value)} |"


def _type(schema: dict[str, Any]) -> str:
    """What a value is, in a word or two.

    >>> _type({"anyOf": [{"type": "integer"}, {"type": "null"}]}), _type({"type": "array", "items": {"type": "string"}})
    ('integer or null', 'array of string')
    """
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(one)}`" for one in schema["enum"])
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(_type(one) for one in choices)
    kinds = schema.get("type", "any")
    if kinds == "array":
        return f"array of {_type(schema['items'])}" if schema.get("items") else "array"
    return " or ".join(kinds) if isinstance(kinds, list) else str(kinds)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")
