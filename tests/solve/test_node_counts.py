"""How many nodes searches take on one thread, exactly: a search that loses a saving finds the same, only later."""

import os
import tomllib
from pathlib import Path
from typing import Any

import bestguess as bg

COUNTS = Path(__file__).parent.parent / "golden" / "node_counts.toml"


def questions() -> bg.CustomGame:
    """28 secrets of several weights, and twelve questions of several costs with two or three answers."""
    return bg.CustomGame(
        range(12),
        range(28),
        lambda question, secret: secret * (question + 3) % 41 % (2 + question % 2),
        goal="identify",
        costs=[2 + question % 3 for question in range(12)],
        weights=[1 + secret % 3 for secret in range(28)],
        name="questions",
    )


SEARCHES: list[tuple[bg.Position | bg.Game | str, str, dict[str, Any]]] = [
    ("mastermind(4,6)", "mean", {}),
    ("mastermind(3,10)", "mean", {}),  # images of sets save three quarters of it
    ("mastermind(4,7)", "mean", {"consistent": True}),
    ("mastermind(5,4)", "mean,worst", {}),
    ("mastermind(4,6,rows=4)", "lost", {}),
    ("mastermind(4,6)", "mean", {"certify": True}),
    ("bullscows(4,8)", "worst", {}),
    ("bullscows(4,8)", "worst,mean", {}),
    ("bullscows(4,7)", "at-worst", {}),
    ("bullscows(4,7,rows=5)", "lost", {}),
    ("twod(8)", "worst,mean", {}),
    ("balance(9)", "worst,mean", {}),
    (bg.Position("words(english,4,rule=hard)", "sear:YBBB"), "mean", {}),
    (bg.Position("words(english,5,rule=hard,rows=6)", "slate:BBBBB"), "lost", {}),
    (questions(), "mean,worst", {}),
    (questions(), "worst,mean", {}),
]
ALL_FIRST_GUESSES = [("mastermind(3,7)", "mean"), ("bullscows(3,6)", "worst"), ("mastermind(3,6,rows=4)", "lost")]


def counted() -> dict[str, int]:
    """The nodes of each search."""
    one_thread = bg.Limits(threads=1)
    counts = dict[str, int]()
    for position, objective, options in SEARCHES:
        name = " ".join([str(position), objective, *options])
        counts[name] = bg.optimum(position, objective, limits=one_thread, **options).nodes
    for text, objective in ALL_FIRST_GUESSES:
        counts[f"{text} {objective}, every first guess"] = bg.first_guesses(text, objective, limits=one_thread).nodes
    return counts


def test_node_counts() -> None:
    """No search takes more nodes than it did, nor fewer: a change of the search says how it changed them."""
    counts = counted()
    if os.environ.get("BESTGUESS_GOLDEN"):
        lines = [f'"{name}" = {nodes}\n' for name, nodes in counts.items()]
        COUNTS.write_text(
            "# Nodes of searches on one thread: see tests/solve/test_node_counts.py.\n\n" + "".join(lines)
        )
    assert counts == tomllib.loads(COUNTS.read_text()), (
        "the searches take other numbers of nodes. If that is meant, write them down, and read the diff: "
        "BESTGUESS_GOLDEN=1 python -m pytest tests/solve/test_node_counts.py"
    )
