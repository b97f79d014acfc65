"""Writes web/test/game/vectors.json: what the rules and the adversary say, to compare the page's own with."""

import json
import random
from pathlib import Path
from typing import Any

import bestguess as bg
from bestguess.advice import hardest_feedback
from bestguess.games.rules import hard_breach, strict_breach

PATH = Path(__file__).parent.parent / "web" / "test" / "game" / "vectors.json"
GAMES = (
    "mastermind(4,6)",
    "mastermind(4,6,secrets=distinct,rows=10)",
    "mastermind(5,8,rows=12)",
    "mastermind(4,6,secrets=distinct,rule=strict,rows=10)",
    "mastermind(1,1)",
    "mastermind(8,16)",
    "bullscows(4,10)",
    "bullscows(3,3)",
    "bullscows(8,16)",
    "twod(1)",
    "twod(5)",
    "twod(36)",
    "words(english,4,rule=strict)",
    "words(english,5,rows=6)",
    "words(english,5,rule=hard,rows=6)",
    "words(english,8)",
)
REFUSED = (
    "mastermind(4)",
    "mastermind(9,6)",
    "mastermind(4,17)",
    "bullscows(4,3)",
    "twod(0)",
    "twod(37)",
    "twod(5,rule=strict)",
    "mastermind(4,6,rule=hard)",
    "mastermind(4,6,rows=8,rows=9)",
    "mastermind(4,6,english)",
    "chess(4,6)",
    "words(english,3)",
    "words(english,9)",
    "words(klingon,5)",
    "words(english,5,rule=soft)",
    "words(english,5,rule=hard,rule=hard)",
    "words(english,5,rows=0)",
)
PAIRS = 60
FEW = 300  # feedbacks; longer lists are left out
RULES = (
    "words(english,5,rule=hard)",
    "words(english,5,rule=strict)",
    "words(english,7,rule=hard)",
    "mastermind(4,6,rule=strict)",
    "bullscows(4,10,rule=strict)",
)
BREACHES = 80
MARKS = (
    "BYGBB",
    "bygxx",
    "0 1 2 0 0",
    "⬛🟨🟩⬜⬛",
    "⬛️🟦🟧⬛️⬛️",
    "GGGGY",
    "GYGGG",
    "GGGYY",
    "BYGB",
    "BYGBBB",
    "BYGBQ",
    "",
)
ADVERSARIES = ("mastermind(5,8,rows=12)", "bullscows(4,10)", "twod(36)", "words(english,5)")
ANSWERS = 12
BALANCES = ("balance(3,rows=2)", "balance(12)", "balance(13,find=coin,rows=3)", "balance(16)")
TYPED = 12
SIZED = 400  # candidates; smaller parts are compared by the guesses that they still take


def vectors() -> dict[str, Any]:
    """The games with their sizes and some feedbacks, the same on every machine, and texts that are no games."""
    return {
        "games": [_of_game(text) for text in GAMES],
        "refused": list(REFUSED),
        "breaches": [_of_rule(text) for text in RULES],
        "marks": [f"{text} | {_marks(text)}" for text in MARKS],
        "adversary": [_of_adversary(text) for text in ADVERSARIES],
        "questions": [_of_balance(text) for text in BALANCES],
    }


def _of_balance(text: str) -> dict[str, Any]:
    """What a balance shows, and how rows are written that were typed with the sides and the coins in any order."""
    game, chance = bg.game(text), random.Random(text)
    pairs = [(chance.choice(game.guesses), chance.choice(game.secrets)) for _ in range(PAIRS)]
    rows = list[str]()
    for guess in chance.choices(game.guesses, k=TYPED):
        sides = ["".join(chance.sample(side, len(side))).lower() for side in guess.split("-")]
        typed = f"{'-'.join(chance.sample(sides, 2))}:{chance.choice(['left', 'right', 'level'])}"
        rows.append(f"{typed} {game.as_history(typed)}")
    return {
        "game": text,
        "secrets": list(game.secrets),
        "labels": [game.label_of(secret) for secret in game.secrets],
        "pairs": [f"{guess} {secret} {game.score(guess, secret)}" for guess, secret in pairs],
        "rows": rows,
    }


def _of_adversary(text: str) -> dict[str, Any]:
    """What the adversary answers in positions so large that it goes by the sizes of the parts, as the page does."""
    chance, answers = random.Random(text), list[str]()
    game = bg.game(text)
    while len(answers) < ANSWERS:
        position = bg.Position(game)
        while True:
            guess = chance.choice(game.guesses)
            if max(part.count for part in position.parts(guess).values()) <= SIZED or len(answers) == ANSWERS:
                break
            answer = hardest_feedback(position, guess)
            answers.append(f"{position.history} | {guess} | {answer}")
            position = position.after(guess, answer)
    return {"game": text, "answers": answers}


def _of_rule(text: str) -> dict[str, Any]:
    """What some guesses lack after some rows, most of which have something in common with them."""
    game = bg.game(text)
    chance = random.Random(text)
    told = list[str]()
    while len(told) < BREACHES:
        first, secret = chance.choice(game.guesses), chance.choice(game.secrets)
        row = bg.Row(first, game.score(first, secret))
        guess = chance.choice([secret, chance.choice(game.guesses), chance.choice(game.secrets)])
        lacks = hard_breach(guess, row) if game.rule == "hard" else strict_breach(game.score_unchecked, guess, row)
        told.append(f"{guess} | {row} | {lacks or ''}")
    return {"game": text, "rows": told}


def _marks(text: str) -> str:
    """The marks that *text* says for five letters; empty when it says none."""
    try:
        return str(bg.game("words(english,5)").as_feedback(text))
    except bg.errors.FeedbackError:
        return ""


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
        "feedbacks": sorted(game.feedbacks) if len(game.feedbacks) <= FEW else None,
        "pairs": [f"{guess} {secret} {game.score(guess, secret)}" for guess, secret in pairs],
    }


if __name__ == "__main__":
    PATH.write_text(json.dumps(vectors(), indent=1) + "\n")
