"""Whether documents and files are as their JSON schemas say."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from bestguess.data import read_schema


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(read_schema(name))


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Lets the validator, which calls itself several times for each level, read documents as deep as commands print."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def fault_in(document: Any, name: str) -> str | None:
    """What is wrong with *document* by the schema called *name*; None: nothing."""
    with _deep_recursion():
        error = best_match(_validator(name).iter_errors(document))
    return None if error is None else f"{name}, {error.json_path}: {error.message}"


def check_document(document: Any, name: str | None = None) -> None:
    """Fails unless *document* is as the schema called *name* says; by default that which it names itself."""
    assert fault_in(document, _named_in(document) if name is None else name) is None


def _named_in(document: dict[str, Any]) -> str:
    """The name of the schema that *document* names, a document by `schema`, a file by `format`."""
    if "format_version" in document:
        return str(document["format"]).removeprefix("bestguess.") + "-file"
    return str(document["schema"]).removeprefix("bestguess.").removesuffix("/1")
