"""What strategies need on every size of a game, shipped as data for heat maps; `make values` writes it.

These figures are looked up, never measured: whoever shows them says so, by `atlas_source`.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bestguess.games import Game, PegGame
from bestguess.trees import Figures

FILE = "atlas.json"


@dataclass(frozen=True)
class Source:
    """Which version of bestguess computed the atlas, by which command, and when."""

    version: str
    command: str
    date: str


@cache
def _atlas() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(files("bestguess.analysis").joinpath(FILE).read_text("utf-8"))
    return document


def atlas_source() -> Source:
    """Where the figures of the atlas come from."""
    return Source(*(_atlas()[name] for name in ("version", "command", "date")))


def known_figures(game: Game, strategy: str, consistent: bool = False) -> Figures | None:
    """The figures of *strategy* on *game*, where they ship; rows do not matter.

    >>> from bestguess.games import game
    >>> str(known_figures(game("mastermind(4,6,rows=10)"), "minimax"))
    '5801:5:694'
    """
    if not isinstance(game, PegGame):
        return None
    text = str(game.with_rows(None))
    column = _atlas()["strategies"].get(f"{strategy} consistent" if consistent else strategy, {})
    return _figures(text, strategy, consistent, column[text]) if text in column else None


def _figures(game: str, strategy: str, consistent: bool, row: str) -> Figures:
    """The figures that *row* tells: the first guess, and how many secrets need each number of guesses."""
    first_guess, *counts = row.split()
    distribution = {guesses: int(count) for guesses, count in enumerate(counts, start=1)}
    secrets, worst = sum(distribution.values()), len(counts)
    total = sum(guesses * count for guesses, count in distribution.items())
    mean, at_worst = total / secrets, distribution[worst]
    return Figures(game, strategy, consistent, secrets, total, mean, worst, at_worst, distribution, first_guess)
