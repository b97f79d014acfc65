"""The rules once more, written apart from the rest of bestguess, for checking it.

Only what a game's text says goes in; out come the guesses, the secrets, the feedback function, the winning feedback or
the labels, the weights, the costs and the rows.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations, product
from math import perm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestguess.check.coins import balance_answers, balance_feedback, number_of_weighings, secrets_of, weighings
from bestguess.check.file_rules import TABLE, WORDS, GivenFiles, table_rules, word_rules
from bestguess.check.game import Rules
from bestguess.check.limits import Limits
from bestguess.check.pegs import exact_answers, exact_feedback, pegs_answers, pegs_feedback
from bestguess.check.table_file import has_odd_space
from bestguess.errors import FileError, GameError

_PEGS = re.compile(
    r"(?:mastermind\(([1-8]),([1-9]|1[0-6])(,secrets=distinct)?(,feedback=exact)?"
    r"|bullscows\(([1-8]),([1-9]|1[0-6]))"
    r"(?:,symbols=([^\s,:=\"()\[\]{}]+))?\)"
)
_MOST_NUMBERS = 10_000  # in the game of this name
_BYTES_OF_A_CODE = 250  # its text, and its place in the tuples, sets and dictionaries of a check


def rules_of(
    text: str,
    files: Sequence[tuple[str, str]],
    limits: Limits,
    cells: bool = False,
    given: GivenFiles = GivenFiles(),  # noqa: B008 - it never changes
) -> Rules:
    """The rules of the game that *text* names; raises GameError for games that cannot be known from their text.

    *files* are the names and SHA-256 of the files that it is made of, and *given* says where some of them are. Raises
    SizeError before anything is listed where its codes, or with *cells* a table of its guesses and secrets, would not
    fit in the memory.
    """
    rows = re.search(r",rows=([1-9][0-9]{0,8})\)\Z", text)
    bare = text if rows is None else f"{text[: rows.start()]})"
    board = None if rows is None else int(rows[1])
    rule = re.fullmatch(r"((?:mastermind|bullscows)\(.*),rule=(strict)\)|(words\(.*),rule=(hard|strict)\)", bare, re.S)
    if rule is None:
        return replace(_bare_rules(bare, files, limits, cells, given), rows=board)
    bare = f"{rule[1] or rule[3]})"
    return replace(_bare_rules(bare, files, limits, cells, given), rows=board, rule=rule[2] or rule[4])


def _bare_rules(text: str, files: Sequence[tuple[str, str]], limits: Limits, cells: bool, given: GivenFiles) -> Rules:
    """The rules of the game that *text*, which has neither rule nor rows, names."""
    if table := TABLE.fullmatch(text):
        given.only("table", game=text)
        return table_rules(table, files, limits, given)
    if words := WORDS.fullmatch(text):
        given.only("secrets", "guesses", "without", game=text)
        return word_rules(words, files, limits, cells, given)
    given.only(game=text)
    if files:
        raise FileError(f"expected no files for {text!r}, got {len(files)}")
    if pegs := _PEGS.fullmatch(text):
        return _peg_rules(pegs, limits, cells)
    if twod := re.fullmatch(r"twod\(([1-9]|[12][0-9]|3[0-6])\)", text):
        return _twod_rules(int(twod[1]))
    if numbers := re.fullmatch(r"numbers\(([1-9][0-9]{0,4})\)", text):
        return _number_rules(int(numbers[1]), limits, cells)
    if balance := re.fullmatch(r"balance\(([3-9]|1[0-9]|2[0-6])(,find=coin)?\)", text):
        return _balance_rules(int(balance[1]), balance[2] is not None, limits, cells)
    known = "mastermind, bullscows, twod, numbers, balance, words or table(FILE)"
    raise GameError(f"expected {known}, got {text!r}: other games cannot be checked")


def _peg_rules(text: re.Match[str], limits: Limits, cells: bool) -> Rules:
    bullscows, distinct, exact = text[1] is None, text[3] is not None, text[4] is not None
    pegs, symbols = int(text[1] or text[5]), int(text[2] or text[6])
    if (bullscows or distinct) and pegs > symbols:
        raise GameError("expected at least as many symbols as pegs")
    letters = text[7] or ("0123456789ABCDEF" if bullscows else "123456789ABCDEFG")[:symbols]
    if len(letters) != symbols or len(set(letters)) < symbols or has_odd_space(letters):
        raise GameError(f"expected {symbols} different symbols, got {letters!r}")
    all_codes, different = symbols**pegs, perm(symbols, pegs)
    guesses = different if bullscows else all_codes
    secrets = different if bullscows or distinct else all_codes
    _check_size(guesses, secrets, limits, cells)
    every = _listed((product(letters, repeat=pegs) if not bullscows else permutations(letters, pegs)), limits)
    some = _listed(permutations(letters, pegs), limits) if distinct else every
    if exact:
        symmetry = "pegs" if distinct else "places"
        return Rules(every, some, exact_feedback, str(pegs), symmetry=symmetry, answers=exact_answers)
    return Rules(every, some, pegs_feedback, f"{pegs}.0", symmetry="pegs", answers=pegs_answers)


def _check_size(guesses: int, secrets: int, limits: Limits, cells: bool) -> None:
    """Raises SizeError unless so many, and with *cells* a table of both, fit in the memory."""
    if cells:
        limits.need(guesses * secrets, f"a table of {guesses:,} guesses and {secrets:,} secrets")
    limits.need(max(guesses, secrets) * _BYTES_OF_A_CODE, f"a list of {max(guesses, secrets):,} codes")


def _listed(words: Iterable[tuple[str, ...]], limits: Limits) -> tuple[str, ...]:
    codes = list[str]()
    for word in words:
        if len(codes) % 65536 == 0:
            limits.tick()
        codes.append("".join(word))
    return tuple(codes)


def _twod_rules(size: int) -> Rules:
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    pairs = tuple(a + b for a in digits for b in digits)

    def feedback(guess: str, secret: str) -> str:
        lows = [digits.index(g) <= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        highs = [digits.index(g) >= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        return "equal" if guess == secret else "low" if all(lows) else "high" if all(highs) else "mixed"

    return Rules(pairs, pairs, feedback, "equal")


def _number_rules(most: int, limits: Limits, cells: bool) -> Rules:
    if most > _MOST_NUMBERS:
        raise GameError(f"expected numbers up to {_MOST_NUMBERS}, got {most}")
    _check_size(most, most, limits, cells)
    numbers = tuple(map(str, range(1, most + 1)))
    return Rules(numbers, numbers, _number_feedback, "equal", answers=_number_answers)


def _number_feedback(guess: str, secret: str) -> str:
    return "low" if int(guess) < int(secret) else "high" if int(guess) > int(secret) else "equal"


def _number_answers(guesses: tuple[str, ...], secrets: list[str], limits: Limits) -> tuple[list[str], NDArray[Any]]:
    numbers = np.array(list(map(int, secrets)))
    answers = np.empty((len(guesses), len(secrets)), np.uint8)
    for row, guess in enumerate(map(int, guesses)):
        limits.tick()
        answers[row] = (numbers < guess) * 2 + (numbers > guess)
    return ["equal", "low", "high"], answers


def _balance_rules(count: int, find_coin: bool, limits: Limits, cells: bool) -> Rules:
    secrets = secrets_of(count)
    _check_size(number_of_weighings(count), len(secrets), limits, cells)
    guesses = tuple(sorted(_listed(weighings(count), limits), key=lambda weighing: (len(weighing), weighing)))
    labels = {secret: secret[0] for secret in secrets} if find_coin else None
    answers = partial(balance_answers, count)
    return Rules(guesses, secrets, balance_feedback, None, labels=labels, symmetry="coins", answers=answers)
