"""The one reader of what ships: files beside this module, each read once."""

import json
from functools import cache
from importlib.resources import as_file, files
from typing import Any

from bestguess.trees import Tree, load_tree

_FILES = files("bestguess.data")


@cache
def read_document(name: str) -> dict[str, Any]:
    """The JSON document called *name*."""
    document: dict[str, Any] = json.loads(_FILES.joinpath(name).read_text("utf-8"))
    return document


@cache
def read_tree(folder: str, name: str) -> Tree | None:
    """The tree in the file *name* of *folder*; None when no such file ships."""
    file = _FILES.joinpath(folder, name)
    if not file.is_file():
        return None
    with as_file(file) as path:
        return load_tree(path)
