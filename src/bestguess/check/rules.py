"""The rules once more, written apart from the rest of bestguess, for checking it.

Only what a game's text says goes in; out come the guesses, the secrets, the feedback function, the winning feedback and
the weights.
"""

import csv
import hashlib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import lcm

from bestguess.errors import FileError, GameError

MOST_CODES = 20_000_000
"""More than this is not listed."""
MOST_WEIGHT = 2**31
"""More than this might not be added up exactly."""
_QUOTED = r'"[^"]*(?:""[^"]*)*"'


@dataclass(frozen=True)
class Rules:
    """A game as a checker needs it."""

    guesses: tuple[str, ...]
    secrets: tuple[str, ...]
    feedback: Callable[[str, str], str]
    win: str
    weights: Mapping[str, int]
    pegs: bool = False
    """Whether feedback is that of pegs, which changing places and symbols of both codes alike does not change."""


def rules_of(text: str, sha256: str | None) -> Rules:
    """The rules of the game that *text* names; raises GameError for games that cannot be known from their text."""
    text = re.sub(r",rows=[1-9]\d{0,5}\)$", ")", text)  # how long the board is does not matter here
    if peg_game := re.fullmatch(r"(mastermind|bullscows)\(([1-8]),([1-9]|1[0-6])(,secrets=distinct)?\)", text):
        return _peg_rules(peg_game[1] == "bullscows", int(peg_game[2]), int(peg_game[3]), bool(peg_game[4]))
    if twod := re.fullmatch(r"twod\(([1-9]|[12]\d|3[0-6])\)", text):
        return _twod_rules(int(twod[1]))
    if table := re.fullmatch(rf"table\(({_QUOTED}|.*?)(?:,win=({_QUOTED}|[^,]*))?\)", text, re.DOTALL):
        return _table_rules(unquoted(table[1]), table[2] and unquoted(table[2]), sha256)
    raise GameError(f"expected mastermind, bullscows, twod or table(FILE), got {text!r}: other games cannot be checked")


def unquoted(text: str) -> str:
    """What *text* says, without the double quotes around it, if there are any."""
    return text[1:-1].replace('""', '"') if re.fullmatch(_QUOTED, text) else text


def _peg_rules(bullscows: bool, pegs: int, symbols: int, distinct: bool) -> Rules:
    if symbols**pegs > MOST_CODES:
        raise GameError(f"expected a game of at most {MOST_CODES:,} codes, this one has {symbols**pegs:,}")
    if (bullscows or distinct) and pegs > symbols:
        raise GameError("expected at least as many symbols as pegs")
    letters = ("0123456789ABCDEF" if bullscows else "123456789ABCDEFG")[:symbols]
    every = ["".join(word) for word in product(letters, repeat=pegs)]
    different = ["".join(word) for word in permutations(letters, pegs)]
    secrets = different if bullscows or distinct else every
    return _rules(different if bullscows else every, secrets, pegs_feedback, f"{pegs}.0", pegs=True)


def pegs_feedback(guess: str, secret: str) -> str:
    """Pegs struck out one by one, as on a board."""
    pairs = [(g, s) for g, s in zip(guess, secret, strict=True) if g != s]
    left = [s for _, s in pairs]
    misplaced = 0
    for g, _ in pairs:
        if g in left:
            left.remove(g)
            misplaced += 1
    return f"{len(guess) - len(pairs)}.{misplaced}"


def _twod_rules(size: int) -> Rules:
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    pairs = [a + b for a in digits for b in digits]

    def feedback(guess: str, secret: str) -> str:
        lows = [digits.index(g) <= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        highs = [digits.index(g) >= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        return "equal" if guess == secret else "low" if all(lows) else "high" if all(highs) else "mixed"

    return _rules(pairs, pairs, feedback, "equal")


def _table_rules(path: str, win: str | None, sha256: str | None) -> Rules:
    try:
        if not os.path.isfile(path):
            raise FileError(f"{path}: expected a file: No such file, or not a regular one")
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise FileError(f"{path}: not the file that the tree was made for: its SHA-256 differs")
    lines = [line for line in csv.reader(content.decode("utf-8-sig").splitlines()) if line]
    rows = [[cell.strip() for cell in line] for line in lines]
    secrets = rows[0][1:]
    cells = {(row[0], secret): cell for row in rows[1:] for secret, cell in zip(secrets, row[1:], strict=True)}
    weights: dict[str, int] = dict.fromkeys(secrets, 1)
    if rows[-1][0] == "weight":
        exact = [Fraction(cell) for cell in rows.pop()[1:]]
        scale = lcm(*(weight.denominator for weight in exact))
        weights = {secret: int(weight * scale) for secret, weight in zip(secrets, exact, strict=True)}
    guesses = tuple(row[0] for row in rows[1:])
    if len(set(guesses)) < len(guesses) or len(set(secrets)) < len(secrets):
        raise FileError(f"{path}: expected different guesses and different secrets")
    if min(weights.values()) < 0 or not 0 < sum(weights.values()) <= MOST_WEIGHT:
        raise FileError(f"{path}: expected weights of 0 or more that add up to 1 to {MOST_WEIGHT:,}")
    return Rules(guesses, tuple(secrets), lambda g, s: cells[g, s], win or rows[0][0].removeprefix("win="), weights)


def _rules(
    guesses: list[str], secrets: list[str], feedback: Callable[[str, str], str], win: str, pegs: bool = False
) -> Rules:
    return Rules(tuple(guesses), tuple(secrets), feedback, win, dict.fromkeys(secrets, 1), pegs)
