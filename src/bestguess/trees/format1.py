"""Trees in format 1, which versions before 0.3.0 wrote: columns are texts, with a space between items."""

from typing import Any

from bestguess.games import named_files


def as_format_2(document: dict[str, Any]) -> dict[str, Any]:
    """The tree in *document*, of format 1, as format 2 has it; raises ValueError, TypeError or KeyError if damaged."""
    figures, nodes = document["figures"], document["nodes"]
    sha256 = document["game_sha256"]
    files = [] if sha256 is None else named_files(document["game"])
    return {
        "game": document["game"],
        "game_files": [{"name": name, "sha256": sha256} for name in files],
        "strategy": document["strategy"],
        "consistent": document["consistent"],
        "history": [],
        "limit": None,
        "feedbacks": document["feedbacks"],
        "secret_names": [list(pair) for pair in document["secret_names"].items()],
        "figures": {
            **{name: figures[name] for name in ("secrets", "total", "worst", "at_worst")},
            "distribution": list(figures["distribution"].values()),
            "lost": None,
            "lost_weight": None,
        },
        "nodes": {
            "guess": nodes["guess"].split(" "),
            "branch": _numbers(nodes["branch"]),
            "depth": _numbers(nodes["depth"]),
            "wins": _numbers(" ".join(nodes["wins"])),
            "weight": None if nodes["weight"] is None else _numbers(nodes["weight"]),
            "lost": None,
            "lost_weight": None,
        },
    }


def _numbers(column: str) -> list[int]:
    texts = column.split(" ")
    if not all(text.isascii() and text.isdigit() and len(text) <= 16 for text in texts):
        raise ValueError("its numbers are out of range")
    return [int(text) for text in texts]
