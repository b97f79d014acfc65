"""Whether documents and files are as their JSON schemas say."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from bestguess.data.schemas import read_schema


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
    """Fails unless *document* is as the schema called *name* says; by default that which it says itself."""
    if name is None:
        name = document["schema"].removeprefix("bestguess.").removesuffix("/1")
    assert fault_in(document, name) is None
