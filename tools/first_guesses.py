"""`make values`: writes src/bestguess/data/first_guesses.json, what the first guesses of common games are worth."""

import json
from pathlib import Path
from typing import Any, TypeAlias

import bestguess as bg
from bestguess.advice.ranking import ranked
from bestguess.files import write_whole

PROVEN = ["mastermind(4,6)", "mastermind(4,7)", "mastermind(5,5)", "bullscows(3,10)", "bullscows(4,10)"]
BOUNDED = ["mastermind(4,8)", "mastermind(4,9)", "mastermind(4,10)", "mastermind(5,6)", "mastermind(5,7)"]
BOUNDED += ["mastermind(5,8)", "bullscows(5,10)"]
Row: TypeAlias = tuple[str, int | None, int | None]
WORDS = [f"words(english,{length})" for length in range(4, 9)]
MOST_SECONDS = 600  # in which all first guesses of a list of words are refuted, or as many as can be
METRICS = {"entropy": 16, "expected-size": 8, "minimax": 8, "most-parts": 8}  # how many of the best guesses by each


def rows(game: str, node_limit: int | None) -> list[Row]:
    """The row of each first guess that differs, the best first."""
    start = bg.Position(game)
    guesses = [start.game.guesses[index] for index in start.different_guesses.tolist()]
    return rows_of(start.game, guesses, node_limit)


def rows_of_words(game: str) -> list[Row]:
    """The rows of the guesses that are best by some metric, also among those that may win."""
    start = bg.Position(game)
    guesses = [
        guess
        for name, count in METRICS.items()
        for consistent in (False, True)
        for guess in ranked(start, bg.strategy(name, game=start.game), consistent, count)
    ]
    return rows_of(start.game, list(dict.fromkeys(guesses)), None)


def rows_of(game: bg.Game, guesses: list[str], node_limit: int | None) -> list[Row]:
    """First guess, lower and upper bound of the total of each of *guesses*, the best first."""
    found = []
    for guess in guesses:
        result = bg.optimum(game, first_guess=guess, limits=bg.Limits(nodes=node_limit))
        found.append((guess, *result.bounds))
        print(game, *found[-1], flush=True)
    return sorted(found, key=lambda row: (row[2], row[0]))


def about_words(game: str) -> dict[str, Any]:
    """The words that the rows of *game* were found for, and the least total of any first guess."""
    least = bg.optimum(game, limits=bg.Limits(seconds=MOST_SECONDS)).lower_bound
    print(game, least, flush=True)
    return {"sha256": [sha256 for _, sha256 in bg.game(game).files], "least": least}


if __name__ == "__main__":
    games = {game: rows(game, None) for game in PROVEN} | {game: rows(game, 0) for game in BOUNDED}
    games |= {game: rows_of_words(game) for game in WORDS}
    about = "first guess, lower and upper bound of the total guesses over all secrets"
    words = {game: about_words(game) for game in WORDS}
    document = {"version": bg.__version__, "command": "make values", "rows": about, "words": words, "games": games}
    path = Path(__file__).parent.parent / "src" / "bestguess" / "data" / "first_guesses.json"
    text = json.dumps(document).replace('"games": {', '"games": {\n').replace("]], ", "]],\n").replace("}}", "\n}}")
    write_whole(path, text + "\n")
