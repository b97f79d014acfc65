"""What fields mean that many documents have, by name; a document that means something else by one says so itself."""

from typing import Literal

FIELD_WORDS = {
    "about": "in one line",
    "candidates": "how many candidates there are",
    "consistent": "whether only guesses that can be the secret are made",
    "cost": "what all guesses cost; only in games with costs",
    "family": "the name of the family",
    "feedback": "the answer to the guess",
    "game": "the game in its long form",
    "goal": "when a game is over: hit, with the winning feedback; identify, when it is known what the secret is",
    "guess": "the guess",
    "guesses": "how many guesses were made",
    "history": "the rows so far",
    "label": "what it is, once that is known; only with goal identify",
    "number": "the number of the row, from 1",
    "oracle": "open: any number of guesses is answered",
    "reason": "why",
    "results": "the figures of each strategy or size",
    "rows_left": "guesses that the board still allows; only where it has rows",
    "rule": "which guesses are allowed after a history",
    "sampled": "whether it is an estimate from a sample, in a game too large for a table",
    "seconds": "how long it took, in seconds; only where a command prints it",
    "secret": "the secret",
    "secrets": "how many secrets there are",
    "source": "computed now, or shipped",
    "state": "how the game stands",
    "strategy": "the name of the strategy",
    "table_seconds": "how long the feedback table took, in seconds; only where a command prints it",
}
FIELD_TYPES = {
    "goal": Literal["hit", "identify"],
    "rule": Literal["free", "hard", "strict"],
    "state": Literal["won", "lost", "running"],
}
