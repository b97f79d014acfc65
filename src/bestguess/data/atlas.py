"""The atlas: figures of the strategies on every size of the peg games, for heat maps.

These figures are looked up, not computed: whoever shows them says so, with `atlas_source`.
"""

from dataclasses import dataclass

from bestguess.data.reader import read_document
from bestguess.games import Game, described_by_text
from bestguess.trees import Figures

FILE = "atlas.json"


@dataclass(frozen=True)
class AtlasSource:
    """Which version of bestguess computed the atlas, by which command, and when."""

    version: str
    command: str
    date: str


def atlas_source() -> AtlasSource:
    """Where the figures of the atlas come from."""
    return AtlasSource(*(read_document(FILE)[name] for name in ("version", "command", "date")))


def known_figures(game: Game, strategy: str, consistent: bool = False) -> Figures | None:
    """The figures of *strategy* on *game*, where they ship; rows do not matter.

    >>> from bestguess.games import game
    >>> str(known_figures(game("mastermind(4,6,rows=10)"), "minimax"))
    '5801:5:694'
    """
    if not described_by_text(game):
        return None
    text = str(game.with_rows(None))
    column = read_document(FILE)["strategies"].get(f"{strategy} consistent" if consistent else strategy, {})
    return _figures(text, strategy, consistent, column[text]) if text in column else None


def _figures(game: str, strategy: str, consistent: bool, row: str) -> Figures:
    """The figures in *row*: the first guess, and how many secrets need each number of guesses."""
    first_guess, *counts = row.split()
    distribution = {guesses: int(count) for guesses, count in enumerate(counts, start=1)}
    secrets, worst = sum(distribution.values()), len(counts)
    total = sum(guesses * count for guesses, count in distribution.items())
    mean, at_worst = total / secrets, distribution[worst]
    return Figures(game, strategy, consistent, secrets, total, mean, worst, at_worst, distribution, first_guess)
