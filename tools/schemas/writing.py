"""JSON schemas (2020-12) of models."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Union

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from tools.schemas.documents import DOCUMENTS, Entry

FOLDER = Path(__file__).parents[2] / "src" / "bestguess" / "data" / "schema_files"
_Schema = dict[str, Any]
_NULL = {"type": "null"}


class _Generator(GenerateJsonSchema):
    """Without titles of fields, which only repeat their names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Never."""
        return False


def schema_texts() -> dict[Path, str]:
    """The text of every file."""
    return {FOLDER / f"{name}.json": _text(schema_of(name, one)) for name, one in DOCUMENTS.items()}


def _text(schema: _Schema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def schema_of(name: str, document: Entry) -> _Schema:
    """The schema of the *document* called *name*."""
    kind: Any = Union[document.models]  # noqa: UP007, there may be any number of them
    made = TypeAdapter(kind).json_schema(schema_generator=_Generator)
    for one in _schemas_in(made):
        _sharpen(one, f"bestguess.{name}/1")
    words = made.pop("description", "").split()
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:bestguess:{name}/1",
        "title": document.about,
        "description": " ".join([*words, f"Given by: {document.given_by}."]),
    }
    defined = {"$defs": made.pop("$defs")} if "$defs" in made else {}
    return {**head, **{key: value for key, value in made.items() if key != "title"}, **defined}


def _schemas_in(value: Any) -> Iterator[_Schema]:
    """All schemas in *value*, itself among them."""
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _schemas_in(one)


def _sharpen(schema: _Schema, name: str) -> None:
    """Says which document it is, and that what may be left out is never null; descriptions become one line."""
    for field, one in schema.get("properties", {}).items():
        if field == "schema" and "pattern" in one:
            del one["pattern"], one["type"]
            one["const"] = name
        if "description" in one:
            one["description"] = " ".join(one["description"].split())
        if "default" in one and one.pop("default") is None:
            _drop_null(one)
    if "description" in schema and isinstance(schema["description"], str):
        schema["description"] = " ".join(schema["description"].split())


def _drop_null(schema: _Schema) -> None:
    """Takes null away from what *schema* allows."""
    others = [one for one in schema.pop("anyOf") if one != _NULL]
    schema.update(others[0] if len(others) == 1 else {"anyOf": others})
