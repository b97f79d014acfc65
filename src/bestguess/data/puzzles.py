"""Practice puzzles of common games, shipped as data; `make values` writes them.

`bestguess.puzzles.shipped` knows what the rows mean.
"""

from typing import Any

from bestguess.data.reader import read_document
from bestguess.games import Game, described_by_text

FILE = "puzzles.json"


def known_puzzle_rows(game: Game, kind: str, count: int, seed: int) -> list[list[Any]] | None:
    """The first *count* puzzles of one *kind* for *game* and *seed*, a row each; None where so many do not ship.

    They are fewer where no more were found. The rows of the game do not matter.

    >>> from bestguess.games import game
    >>> len(known_puzzle_rows(game("mastermind(4,6,rows=10)"), "win-in-two", 20, 1))
    20
    """
    document = read_document(FILE)
    text = str(game.with_rows(None))
    if seed != document["seed"] or not described_by_text(game) or kind not in document["games"].get(text, {}):
        return None
    rows: list[list[Any]] = document["games"][text][kind]
    return rows[:count] if len(rows) < shipped_count(game) or count <= len(rows) else None


def shipped_count(game: Game) -> int:
    """How many puzzles of each kind were looked for, to ship; 0 where none ship.

    >>> from bestguess.games import game
    >>> shipped_count(game("mastermind(4,6)")), shipped_count(game("mastermind(4,5)"))
    (50, 0)
    """
    count: int = read_document(FILE)["counts"].get(str(game.with_rows(None)), 0) if described_by_text(game) else 0
    return count


def puzzle_games() -> tuple[str, ...]:
    """The games whose puzzles ship."""
    return tuple(read_document(FILE)["games"])
