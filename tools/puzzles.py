"""`make values`: writes src/bestguess/data/puzzles.json, practice puzzles of common games."""

import json
from pathlib import Path
from typing import Any

import bestguess as bg
from bestguess.files import write_whole
from bestguess.puzzles import KINDS
from bestguess.puzzles.shipped import row_of_puzzle

SEED = 1
GAMES = {
    "mastermind(4,6)": 50,
    "mastermind(4,6,secrets=distinct)": 20,
    "mastermind(3,4)": 20,
    "bullscows(4,10)": 20,
    "bullscows(3,10)": 20,
}
PATH = Path(__file__).parent.parent / "src" / "bestguess" / "data" / "puzzles.json"


def rows(game: str, kind: str, count: int) -> list[list[Any]]:
    """The puzzles of one kind, fewer than *count* where there are no more."""
    found = [row_of_puzzle(puzzle) for puzzle in bg.puzzles.make(game, kind, count, SEED)]
    print(game, kind, len(found), flush=True)
    return found


def text_of(games: dict[str, dict[str, list[list[Any]]]]) -> str:
    """The document, a puzzle on each line."""
    about = "history, candidates, solutions, consistent, parts, expected guesses, near miss, near misses, difficulty"
    source = {"version": bg.__version__, "command": "make values", "seed": SEED, "rows": about}
    document = {**source, "counts": {game: GAMES[game] for game in games}, "games": games}
    return json.dumps(document, separators=(",", ":")).replace('],["', '],\n["') + "\n"


if __name__ == "__main__":
    made = {game: {kind: rows(game, kind, count) for kind in KINDS} for game, count in GAMES.items()}
    write_whole(PATH, text_of(made))
