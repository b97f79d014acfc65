"""The values of first guesses that take long to find, shipped as data; `make values` writes them."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bestguess.games import Code, Game, PegGame

FILE = "starts.json"


@dataclass(frozen=True)
class Start:
    """The total guesses from the start when *guess* is played first: *low* <= it <= *high*."""

    guess: Code
    low: int
    high: int


@cache
def _starts() -> dict[str, list[Start]]:
    """The known first guesses of each game that has some, the best first."""
    document: dict[str, Any] = json.loads(files("bestguess.analysis").joinpath(FILE).read_text("utf-8"))
    return {game: [Start(*row) for row in rows] for game, rows in document["games"].items()}


def known_start(game: Game, guess: Code | None = None) -> Start | None:
    """What is known of beginning *game* with *guess*, or with the best guess when None.

    >>> from bestguess.games import game
    >>> known_start(game("mastermind(4,6)"), "5663")
    Start(guess='5663', low=5625, high=5625)
    """
    rows = _starts().get(str(game.with_rows(None)))
    if rows is None or not isinstance(game, PegGame):
        return None
    if guess is None:
        return Start(rows[0].guess, min(row.low for row in rows), rows[0].high)
    lowest = lowest_alike(game, guess)
    return next((Start(guess, row.low, row.high) for row in rows if row.guess == lowest), None)


def lowest_alike(game: PegGame, guess: Code) -> Code:
    """The lowest guess that is *guess* but for the order of its pegs and the names of its symbols.

    >>> from bestguess.games import Mastermind
    >>> lowest_alike(Mastermind(4, 6), "5663")
    '1123'
    """
    counts = sorted((guess.count(symbol) for symbol in set(guess)), reverse=True)
    return "".join(symbol * count for symbol, count in zip(game.guesses.symbols, counts, strict=False))
