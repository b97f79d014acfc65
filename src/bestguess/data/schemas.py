"""The JSON schemas of documents and files, which `python -m tools.schemas` writes."""

from functools import cache
from importlib.resources import files
from typing import Any

from bestguess.data.reader import read_document

_FOLDER = "schema_files"
_ENDING = ".json"


@cache
def schema_names() -> tuple[str, ...]:
    """The names of all schemas, in alphabetical order.

    >>> schema_names()[:3]
    ('abilities', 'advise', 'assist')
    """
    found = [file.name for file in files("bestguess.data").joinpath(_FOLDER).iterdir()]
    return tuple(sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)))


def read_schema(name: str) -> dict[str, Any]:
    """The schema called *name*, which is one of `schema_names`.

    >>> read_schema("advise")["title"]
    'the best next guesses'
    """
    return read_document(f"{_FOLDER}/{name}{_ENDING}")
