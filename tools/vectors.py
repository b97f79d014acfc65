"""Writes web/test/game/vectors.json: what the rules say of many codes, for the page's own rules to be compared with."""

import json
import random
from pathlib import Path
from typing import Any

import bestguess as bg

PATH = Path(__file__).parent.parent / "web" / "test" / "game" / "vectors.json"
GAMES = (
    "mastermind(4,6)",
    "mastermind(4,6,secrets=distinct,rows=10)",
    "mastermind(5,8,rows=12)",
    "mastermind(1,1)",
    "mastermind(8,16)",
    "bullscows(4,10)",
    "bullscows(3,3)",
    "bullscows(8,16)",
    "twod(1)",
    "twod(5)",
    "twod(36)",
)
REFUSED = (
    "mastermind(4)",
    "mastermind(9,6)",
    "mastermind(4,17)",
    "bullscows(4,3)",
    "twod(0)",
    "twod(37)",
    "chess(4,6)",
)
PAIRS = 60


def vectors() -> dict[str, Any]:
    """The games with their sizes and some feedbacks, the same on every machine, and texts that are no games."""
    return {"games": [_of_game(text) for text in GAMES], "refused": list(REFUSED)}


def _of_game(text: str) -> dict[str, Any]:
    game = bg.game(text)
    chance = random.Random(text)
    pairs = [(chance.choice(game.guesses), chance.choice(game.secrets)) for _ in range(PAIRS)]
    return {
        "game": text,
        "guesses": len(game.guesses),
        "secrets": len(game.secrets),
        "rows": game.rows,
        "win": game.win,
        "feedbacks": sorted(game.feedbacks),
        "pairs": [f"{guess} {secret} {game.feedback(guess, secret)}" for guess, secret in pairs],
    }


if __name__ == "__main__":
    PATH.write_text(json.dumps(vectors(), indent=1) + "\n")
