"""Rules of the games that need no file: mastermind, bullscows, twod, numbers and balance."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, perm
from string import ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from bestguess.check.files import has_odd_space
from bestguess.check.limits import Limits
from bestguess.check.rules import OwnTexts, Rules
from bestguess.errors import GameError

_PEGS = re.compile(
    r"(?:mastermind|(?P<bullscows>bullscows))\((?P<pegs>[1-8]),(?P<symbols>[1-9]|1[0-6])"
    r"(?(bullscows)|(?P<distinct>,secrets=distinct)?(?P<exact>,feedback=exact)?)"  # bullscows has no such options
    r"(?:,symbols=(?P<letters>[^\s,:=\"()\[\]{}]+))?\)"
)
_MAX_NUMBERS = 10_000  # of the game numbers
_BYTES_OF_A_CODE = 250  # its text, and its entries in the tuples, sets and dictionaries of a check


def family_rules(text: str, limits: Limits, needs_table: bool) -> Rules:
    """Return the rules of the game that *text* names. Raise GameError if it is not known.

    Raise SizeError before listing codes that would take too much memory, or whose table would if *needs_table*.
    """
    if pegs := _PEGS.fullmatch(text):
        return _peg_rules(pegs, limits, needs_table)
    if twod := re.fullmatch(r"twod\(([1-9]|[12][0-9]|3[0-6])\)", text):
        return _twod_rules(int(twod[1]))
    if numbers := re.fullmatch(r"numbers\(([1-9][0-9]{0,4})\)", text):
        return _number_rules(int(numbers[1]), limits, needs_table)
    if balance := re.fullmatch(r"balance\(([3-9]|1[0-9]|2[0-6])(,find=coin)?\)", text):
        return _balance_rules(int(balance[1]), balance[2] is not None, limits, needs_table)
    known = "mastermind, bullscows, twod, numbers, balance, words or table(FILE)"
    raise GameError(f"expected {known}, got {text!r}: other games cannot be checked")


def _check_size(guesses: int, secrets: int, limits: Limits, needs_table: bool) -> None:
    """Raise SizeError if the codes, or their table if *needs_table*, do not fit in memory."""
    if needs_table:
        limits.need(guesses * secrets, f"a table of {guesses:,} guesses and {secrets:,} secrets")
    limits.need(max(guesses, secrets) * _BYTES_OF_A_CODE, f"a list of {max(guesses, secrets):,} codes")


def _join_codes(words: Iterable[tuple[str, ...]], limits: Limits) -> tuple[str, ...]:
    codes = list[str]()
    for word in words:
        if len(codes) % 65536 == 0:
            limits.tick()
        codes.append("".join(word))
    return tuple(codes)


# Pegs


def _peg_rules(text: re.Match[str], limits: Limits, needs_table: bool) -> Rules:
    """Return the rules of mastermind or bullscows."""
    bullscows, distinct, exact = (text[group] is not None for group in ("bullscows", "distinct", "exact"))
    pegs, symbols = int(text["pegs"]), int(text["symbols"])
    if (bullscows or distinct) and pegs > symbols:
        raise GameError("expected at least as many symbols as pegs")
    usual_letters = "0123456789ABCDEF" if bullscows else "123456789ABCDEFG"
    letters = text["letters"] or usual_letters[:symbols]
    if len(letters) != symbols or len(set(letters)) < symbols or has_odd_space(letters):
        raise GameError(f"expected {symbols} different symbols, got {letters!r}")
    all_codes, distinct_codes = symbols**pegs, perm(symbols, pegs)
    guesses = distinct_codes if bullscows else all_codes
    secrets = distinct_codes if bullscows or distinct else all_codes
    _check_size(guesses, secrets, limits, needs_table)
    guess_codes = _join_codes(permutations(letters, pegs) if bullscows else product(letters, repeat=pegs), limits)
    secret_codes = _join_codes(permutations(letters, pegs), limits) if distinct else guess_codes
    if exact:
        return Rules(
            guess_codes,
            secret_codes,
            _exact_feedback,
            win=str(pegs),
            symmetry="pegs" if distinct else "places",
            answers=_exact_answers,
            texts=tuple(map(str, range(pegs + 1))),
        )
    return Rules(
        guess_codes,
        secret_codes,
        _pegs_feedback,
        win=f"{pegs}.0",
        symmetry="pegs",
        answers=_pegs_answers,
        texts=tuple(f"{exact}.{misplaced}" for exact in range(pegs + 1) for misplaced in range(pegs + 1)),
    )


def _pegs_feedback(guess: str, secret: str) -> str:
    """Return the feedback. Pegs are crossed out one by one, as on paper."""
    pairs = [(g, s) for g, s in zip(guess, secret, strict=True) if g != s]
    left = [s for _, s in pairs]
    misplaced = 0
    for g, _ in pairs:
        if g in left:
            left.remove(g)
            misplaced += 1
    return f"{len(guess) - len(pairs)}.{misplaced}"


def _exact_feedback(guess: str, secret: str) -> str:
    return str(sum(g == s for g, s in zip(guess, secret, strict=True)))


def _exact_answers(guesses: Sequence[str], secrets: Sequence[str]) -> NDArray[np.uint8]:
    guess_letters, secret_letters = letters_of(guesses), letters_of(secrets)
    answers = np.zeros((len(guesses), len(secrets)), np.uint8)
    for place in range(guess_letters.shape[1]):
        answers += guess_letters[:, [place]] == secret_letters[:, place]
    return answers


def _pegs_answers(guesses: Sequence[str], secrets: Sequence[str]) -> NDArray[np.uint8]:
    """Return the feedbacks of all pairs: exact pegs are counted by place, common symbols by symbol."""
    guess_letters, secret_letters = letters_of(guesses), letters_of(secrets)
    common = np.zeros((len(guesses), len(secrets)), np.uint8)
    for letter in np.unique(guess_letters):
        in_guesses, in_secrets = ((letters == letter).sum(1, np.uint8) for letters in (guess_letters, secret_letters))
        common += np.minimum(in_guesses[:, None], in_secrets)
    pegs = guess_letters.shape[1]
    # The index of a feedback in `texts` is (pegs + 1) * exact + misplaced, and misplaced is common - exact.
    return _exact_answers(guesses, secrets) * np.uint8(pegs) + common


def letters_of(codes: Sequence[str]) -> NDArray[np.uint32]:
    """Return a row of code points for each of *codes*, which must be of one length."""
    return np.array(codes).view(np.uint32).reshape(len(codes), -1)


# Pairs and numbers


def _twod_rules(size: int) -> Rules:
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:size]
    pairs = tuple(a + b for a in digits for b in digits)

    def feedback(guess: str, secret: str) -> str:
        lows = [digits.index(g) <= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        highs = [digits.index(g) >= digits.index(s) for g, s in zip(guess, secret, strict=True)]
        return "equal" if guess == secret else "low" if all(lows) else "high" if all(highs) else "mixed"

    return Rules(pairs, pairs, feedback, "equal")


def _number_rules(largest: int, limits: Limits, needs_table: bool) -> Rules:
    if largest > _MAX_NUMBERS:
        raise GameError(f"expected numbers up to {_MAX_NUMBERS}, got {largest}")
    _check_size(largest, largest, limits, needs_table)
    numbers = tuple(map(str, range(1, largest + 1)))
    answers, texts = _number_answers, ("low", "equal", "high")
    return Rules(numbers, numbers, _number_feedback, "equal", answers=answers, texts=texts)


def _number_feedback(guess: str, secret: str) -> str:
    return "low" if int(guess) < int(secret) else "high" if int(guess) > int(secret) else "equal"


def _number_answers(guesses: Sequence[str], secrets: Sequence[str]) -> NDArray[np.int64]:
    return np.asarray(1 + np.sign(np.subtract.outer(np.array(guesses, int), np.array(secrets, int))))


# Coins on a balance: one is too heavy or too light; a weighing has as many coins on the left as on the right


def _balance_rules(count: int, find_coin: bool, limits: Limits, needs_table: bool) -> Rules:
    """Return the rules of a balance with *count* coins. *find_coin*: only the coin must be found."""
    secrets = tuple(coin + sign for coin in ascii_uppercase[:count] for sign in "+-")
    weighings = sum(comb(count, 2 * side) * comb(2 * side, side) // 2 for side in range(1, count // 2 + 1))
    _check_size(weighings, len(secrets), limits, needs_table)
    guesses = _join_codes(_weighings(count), limits)
    return Rules(
        guesses=tuple(sorted(guesses, key=lambda weighing: (len(weighing), weighing))),
        secrets=secrets,
        feedback=_balance_feedback,
        win=None,
        labels=OwnTexts({secret: secret[0] for secret in secrets} if find_coin else {}),
        symmetry="coins",
        answers=_balance_answers,
        texts=("right", "level", "left"),
    )


def _weighings(count: int) -> Iterator[tuple[str, ...]]:
    """Yield all weighings as tuples of characters, in any order. The lowest coin of all is on the left.

    >>> sorted("".join(weighing) for weighing in _weighings(3))
    ['A-B', 'A-C', 'B-C']
    """
    for side in range(1, count // 2 + 1):
        for coins in combinations(ascii_uppercase[:count], 2 * side):
            for others in combinations(coins[1:], side - 1):
                left = {coins[0], *others}
                yield (*(c for c in coins if c in left), "-", *(c for c in coins if c not in left))


def _balance_feedback(weighing: str, secret: str) -> str:
    """Return the heavier side."""
    left, right = weighing.split("-")
    coin, heavy = secret[0], secret[1] == "+"
    if coin in left:
        return "left" if heavy else "right"
    if coin in right:
        return "right" if heavy else "left"
    return "level"


def sides(weighings: Sequence[str]) -> NDArray[np.int8]:
    """Return the side of each coin in each weighing: 1 is left, -1 right, 0 neither."""
    letters = letters_of(weighings)
    on_right = np.cumsum(letters == ord("-"), axis=1) > 0  # after the dash
    side = np.zeros((len(weighings), 26), np.int8)
    for coin in range(int(letters.max()) - ord("A") + 1):
        here = letters == ord("A") + coin
        side[:, coin] = (here & ~on_right).any(1).astype(np.int8) - (here & on_right).any(1)
    return side


def _balance_answers(guesses: Sequence[str], secrets: Sequence[str]) -> NDArray[np.int8]:
    """Return the feedbacks of all pairs: the side of the coin, or the other side if it is too light."""
    column = [ascii_uppercase.index(secret[0]) for secret in secrets]
    sign = np.array([1 if secret[1] == "+" else -1 for secret in secrets], np.int8)
    return 1 + sides(guesses)[:, column] * sign
