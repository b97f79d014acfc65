"""Trees in files: JSON with a version and a checksum.

::

    {
      "format": "bestguess.tree", "format_version": 1, "version": "0.2.0",
      "game": "mastermind(4,6)", "game_sha256": null, "strategy": "minimax", "consistent": false,
      "figures": {"secrets": 1296, "total": 5801, "mean": 4.476, "worst": 5, "at_worst": 694, "distribution": {…}},
      "feedbacks": ["0.0", "0.1", …],
      "nodes": {"guess": "1122 1344 …", "branch": "0 3 …", "depth": "1 2 …", "wins": "10…", "weight": null},
      "secret_names": {},
      "checksum": "sha256:…"
    }

Nodes are in preorder (see `tree`), each column in one text, with a space between items. The checksum is of the same
JSON without it, keys sorted and no spaces.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bestguess.arguments import as_path, expected
from bestguess.engine import version
from bestguess.errors import FileError
from bestguess.files import write_whole
from bestguess.trees.tree import Tree

_Kind = TypeVar("_Kind")

FORMAT, FORMAT_VERSION = "bestguess.tree", 1
_CLAIMED = ("secrets", "total", "mean", "worst", "at_worst", "distribution")


def save_tree(tree: Tree, path: str | Path) -> None:
    """Writes *tree* to *path*, whole or not at all."""
    if not isinstance(tree, Tree):
        raise expected("a Tree", tree)
    write_whole(as_path("the file of a tree", path), tree_text(tree))


def tree_text(tree: Tree) -> str:
    """What the file of *tree* holds."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "version": version,
        "game": tree.game,
        "game_sha256": tree.game_sha256,
        "strategy": tree.strategy,
        "consistent": tree.consistent,
        **tree_document(tree),
    }
    document["checksum"] = checksum(document)
    return json.dumps(document, separators=(",", ":")) + "\n"


def tree_document(tree: Tree) -> dict[str, Any]:
    """The nodes and figures of *tree*, as files have them."""
    if spaced := next((code for code in tree.guesses if not code or " " in code), None):
        raise FileError(f"expected a tree whose codes have no space, which this format cannot hold, got {spaced!r}")
    figures = tree.figures.as_json()
    return {
        "figures": {key: figures[key] for key in _CLAIMED},
        "feedbacks": list(tree.feedbacks),
        "nodes": {
            "guess": " ".join(tree.guesses),
            "branch": _column(tree.branch),
            "depth": _column(tree.depth),
            "wins": "".join("01"[win] for win in tree.wins.tolist()),
            "weight": None if tree.weight is None else _column(tree.weight),
        },
        "secret_names": dict(tree.secret_names),
    }


def load_tree(path: str | Path) -> Tree:
    """The tree in the file at *path*; raises FileError when it is damaged or no tree.

    Whether the tree is right is for `bestguess check` to say.
    """
    path = as_path("the file of a tree", path)
    document = read_document(path)
    try:
        nodes = document["nodes"]
        tree = Tree(
            _of(str, document["game"]),
            _of(str, document["strategy"]),
            _of(bool, document["consistent"]),
            tuple(_of(str, feedback) for feedback in _of(list, document["feedbacks"])),
            codes := nodes["guess"].split(" "),
            np.arange(len(codes), dtype=np.uint32),
            _numbers(nodes["branch"], np.uint32),
            _numbers(nodes["depth"], np.uint32),
            np.array([mark == "1" for mark in nodes["wins"]], np.bool_),
            None if nodes["weight"] is None else _numbers(nodes["weight"], np.int64),
            {guess: _of(str, secret) for guess, secret in document["secret_names"].items()},
            None if document["game_sha256"] is None else _of(str, document["game_sha256"]),
        )
        _check_shape(tree)
        claimed = tree.figures.as_json()
        if any(claimed[key] != document["figures"][key] for key in _CLAIMED):
            raise ValueError("its figures are not those of its nodes")
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, ArithmeticError) as error:
        raise FileError(f"{path}: not a tree of bestguess: {error}") from error
    return tree


def checksum(document: dict[str, Any]) -> str:
    """The checksum of *document*, its own entry apart."""
    rest = {key: value for key, value in document.items() if key != "checksum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def read_document(path: str | Path) -> dict[str, Any]:
    """The JSON document at *path*, its format, version and checksum verified; else FileError."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: damaged, or not a file of bestguess: {error}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileError(f"{path}: expected a file of the format {FORMAT!r}")
    if document.get("format_version") != FORMAT_VERSION:
        raise FileError(f"{path}: expected format version {FORMAT_VERSION}, got {document.get('format_version')!r}")
    if document.get("checksum") != checksum(document):
        raise FileError(f"{path}: damaged: the checksum does not fit")
    return document


def _column(numbers: "np.ndarray[Any, Any]") -> str:
    return " ".join(map(str, numbers.tolist()))


def _numbers(column: str, kind: Any) -> Any:
    numbers = np.array([int(number) for number in column.split(" ")], np.int64)
    if (numbers < 0).any() or (numbers > 2**31).any():
        raise ValueError("its numbers are out of range")
    return numbers.astype(kind)


def _of(kind: type[_Kind], value: object) -> _Kind:
    if not isinstance(value, kind):
        raise ValueError(f"expected a {kind.__name__}, got {value!r}")
    return value


def _check_shape(tree: Tree) -> None:
    """Columns of one length, depths that make a tree, known feedbacks; else ValueError."""
    columns = [tree.branch, tree.depth, tree.wins, *([] if tree.weight is None else [tree.weight])]
    if any(len(column) != len(tree) for column in columns):
        raise ValueError("its columns differ in length")
    depth = tree.depth.astype(np.int64)
    if depth[0] != 1 or (depth[1:] < 2).any() or (np.diff(depth) > 1).any():
        raise ValueError("its depths do not make a tree")
    if (tree.branch >= len(tree.feedbacks)).any() or not tree.wins.any():
        raise ValueError("its branches are not feedbacks, or nothing is ever won")
