"""The values of first guesses that take long to find, shipped as data; `make values` writes them."""

from dataclasses import dataclass
from functools import cache

from bestguess.bounds import Bounds
from bestguess.data.reader import read_document
from bestguess.games import Code, Game, PegGame, Words, described_by_text

FILE = "first_guesses.json"


@dataclass(frozen=True)
class FirstGuessTotal:
    """The total guesses from the start when *guess* is played first."""

    guess: Code
    total: Bounds[int, int]


@cache
def _known() -> dict[str, list[FirstGuessTotal]]:
    """The known first guesses of each game that has some, the best first."""
    return {
        game: [FirstGuessTotal(guess, Bounds(lower, upper)) for guess, lower, upper in rows]
        for game, rows in read_document(FILE)["games"].items()
    }


def known_first_guess(game: Game, guess: Code | None = None) -> FirstGuessTotal | None:
    """What is known of beginning *game* with *guess*, or with the best guess when None; of words, with the best few.

    >>> from bestguess.games import game
    >>> known_first_guess(game("mastermind(4,6)"), "5663")
    FirstGuessTotal(guess='5663', total=Bounds(lower=5625, upper=5625))
    """
    rows = _known().get(str(game.with_rows(None))) if described_by_text(game) else None
    if rows is None or not isinstance(game, PegGame | Words):
        return None
    least = min(row.total.lower for row in rows)
    if isinstance(game, Words):
        words = read_document(FILE)["words"][str(game.with_rows(None))]
        if words["sha256"] != [sha256 for _, sha256 in game.files]:  # found for other words
            return None
        least = words["least"]
    if guess is None:
        return FirstGuessTotal(rows[0].guess, Bounds(least, rows[0].total.upper))
    lowest = lowest_alike(game, guess) if isinstance(game, PegGame) else guess
    return next((FirstGuessTotal(guess, row.total) for row in rows if row.guess == lowest), None)


def best_first_guesses(game: Game, count: int) -> list[Code]:
    """The best first guesses of *game*, as far as they ship: at most *count*.

    >>> from bestguess.games import game
    >>> best_first_guesses(game("words(english,5)"), 2)
    ['trace', 'crate']
    """
    if known_first_guess(game) is None:
        return []
    return [row.guess for row in _known()[str(game.with_rows(None))][:count]]


def lowest_alike(game: PegGame, guess: Code) -> Code:
    """The lowest guess that is *guess* but for the order of its pegs and the names of its symbols.

    >>> from bestguess.games import Mastermind
    >>> lowest_alike(Mastermind(4, 6), "5663")
    '1123'
    """
    counts = sorted((guess.count(symbol) for symbol in set(guess)), reverse=True)
    return "".join(symbol * count for symbol, count in zip(game.symbols, counts, strict=False))
