"""Mastermind, and Bulls and Cows: the feedback counts exact and misplaced pegs, or only exact ones."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from bestguess import engine
from bestguess.arguments import as_choice, as_integer, describe, expected_error
from bestguess.errors import CodeError, FeedbackError, GameError
from bestguess.games.base import BuiltIn, Native
from bestguess.games.codes import FROM_ONE, FROM_ZERO, CodeSpace
from bestguess.games.rules import FREE, STRICT
from bestguess.games.symmetries import CodeSymmetries

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_PEGS, MAX_SYMBOLS = 8, 16

_CODES_PER_STEP = 2**18  # codes whose symbols are in memory at the same time
_PAIRS_PER_STEP = 2**20  # pairs of codes compared at the same time
_FEEDBACK = re.compile(r"([0-9]{1,2})[.,]([0-9]{1,2})|([0-9])[AB]([0-9])[BWC]|([0-9])([0-9])", re.IGNORECASE)


def peg_feedback(guess: str, secret: str) -> str:
    """Return ``exact.misplaced``: how many pegs of *guess* are exact, and how many more are right but misplaced.

    Each peg of the secret matches at most one peg of the guess:

    >>> peg_feedback("1122", "1213"), peg_feedback("1112", "2111"), peg_feedback("1122", "1122")
    ('1.2', '2.2', '4.0')
    """
    exact = sum(g == s for g, s in zip(guess, secret, strict=True))
    total = sum(min(guess.count(symbol), secret.count(symbol)) for symbol in set(guess))
    return f"{exact}.{total - exact}"


@cache
def peg_feedbacks(pegs: int) -> tuple[str, ...]:
    """Return all feedbacks of *pegs* pegs in the order of the kernel: by total, then by exact, the winning one last."""
    pairs = [(exact, total - exact) for total in range(pegs + 1) for exact in range(total + 1)]
    # If all pegs but one are exact, the last one has no other place to be misplaced.
    return tuple(f"{exact}.{misplaced}" for exact, misplaced in pairs if (exact, misplaced) != (pegs - 1, 1))


def peg_ordinals_at(guess: str, codes: CodeSpace, places: "NDArray[np.uint32]") -> "NDArray[np.uint8]":
    """Return the ordinals of *guess* against the codes at these *places*, without making their texts."""
    digits = np.array([[codes.symbols.index(symbol) for symbol in guess]], np.uint8)
    steps = np.split(places, range(_CODES_PER_STEP, len(places), _CODES_PER_STEP))
    return np.concatenate([_ordinals(digits, _digits(codes, step))[0] for step in steps])


def _digits(codes: CodeSpace, places: "NDArray[np.uint32]") -> "NDArray[np.uint8]":
    """Return the symbols, by index, of the codes at these *places*, one code in each row."""
    digits = np.empty((len(places), codes.length), np.uint8)
    rest = places
    for peg, below in enumerate(codes.below):
        digits[:, peg], rest = rest // below, rest % below
    if codes.distinct:
        # So far each digit counts only the symbols that no earlier peg uses. From the last peg to the first, skip the
        # symbol of each peg in all digits behind it.
        for peg in reversed(range(codes.length)):
            digits[:, peg + 1 :] += digits[:, peg + 1 :] >= digits[:, peg, None]
    return digits


def _ordinals(guesses: "NDArray[np.uint8]", secrets: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    """Return the ordinal of each guess (row of symbols) against each secret (row of symbols)."""
    pegs, exact = guesses.shape[1], _exact_counts(guesses, secrets)
    total = np.zeros_like(exact)
    for symbol in np.unique(guesses):
        in_guess, in_secret = ((letters == symbol).sum(axis=1, dtype=np.uint8) for letters in (guesses, secrets))
        total += np.minimum(in_guess[:, None], in_secret[None, :])
    ordinal_of = np.zeros((pegs + 1, pegs + 1), np.uint8)  # by exact and total
    for ordinal, feedback in enumerate(peg_feedbacks(pegs)):
        hits, misplaced = map(int, feedback.split("."))
        ordinal_of[hits, hits + misplaced] = ordinal
    return ordinal_of[exact, total]


def _exact_counts(guesses: "NDArray[np.uint8]", secrets: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    """Return the number of exact pegs of each guess (row of symbols) against each secret (row of symbols)."""
    exact = np.zeros((len(guesses), len(secrets)), np.uint8)
    columns = np.ascontiguousarray(secrets.T)
    step = max(1, _PAIRS_PER_STEP // max(1, len(secrets)))
    for begin in range(0, len(guesses), step):
        for peg, column in enumerate(columns):
            exact[begin : begin + step] += guesses[begin : begin + step, peg, None] == column
    return exact


def _letters(codes: Sequence[str]) -> "NDArray[np.uint8]":
    """Return the symbols of *codes* as a matrix of bytes, one code in each row."""
    return np.frombuffer("".join(codes).encode("ascii"), np.uint8).reshape(len(codes), -1)


class PegGame(BuiltIn):
    """Game whose feedback is the number of exact and of misplaced pegs. *rule* is `free` or `strict`.

    If *exact*, misplaced pegs are not counted, and a feedback is one number.
    """

    _guesses: CodeSpace
    _secrets: CodeSpace
    _default_symbols = FROM_ONE

    def __init__(self, guesses: CodeSpace, secrets: CodeSpace, rule: str = FREE, exact: bool = False) -> None:
        self._guesses, self._secrets = guesses, secrets
        self.pegs, self.symbols, self.exact = guesses.length, guesses.symbols, exact
        self.rule = as_choice("rule", rule, (FREE, STRICT), f" in {type(self).__name__.lower()}")
        self._win = str(self.pegs) if exact else f"{self.pegs}.0"

    def _score(self, guess: str, secret: str) -> str:
        feedback = peg_feedback(guess, secret)
        return feedback.partition(".")[0] if self.exact else feedback

    def _native(self) -> Native:
        # All positions and all symbols may be permuted. If only exact pegs count and symbols may repeat, the symbols of
        # each position may even be permuted independently.
        by_position = self.exact and not (self._guesses.distinct or self._secrets.distinct)
        symmetries = CodeSymmetries((tuple(range(self.pegs)),), (self.symbols,), by_position)
        native = Native(ordinals=self._ordinals_of, rule=self._strict_rule, symmetries=symmetries)
        if self.exact:
            return replace(native, feedbacks=tuple(map(str, range(self.pegs + 1))), matrix=self._matrix)
        kernel = partial(self._kernel, self._secrets)
        return replace(native, feedbacks=peg_feedbacks(self.pegs), kernel=kernel)

    def _matrix(self) -> "NDArray[np.uint8]":
        return self._ordinals_of(self._guesses, self._secrets)

    def _kernel(self, secrets: CodeSpace) -> engine.Kernel:
        return engine.PegKernel(self.pegs, len(self.symbols), self._guesses.distinct, secrets.distinct)

    def _strict_rule(self, guesses: Sequence[str]) -> engine.Rule:
        if guesses is self._guesses and not self.exact:
            return engine.StrictRule(self._kernel(self._guesses))
        return engine.StrictRule(self._ordinals_of(guesses, guesses).astype(np.uint16))

    def counts(self, feedback: str) -> tuple[int, int]:
        """Return the numbers of exact and of misplaced pegs in *feedback*; misplaced is 0 if only exact pegs count."""
        exact, _, misplaced = feedback.partition(".")
        return int(exact), int(misplaced or 0)

    def _ordinals_of(self, guesses: Sequence[str], secrets: Sequence[str]) -> "NDArray[np.uint8]":
        return (_exact_counts if self.exact else _ordinals)(_letters(guesses), _letters(secrets))

    def as_guess(self, value: object) -> str:
        """Return the guess that *value* stands for. Raises CodeError."""
        return self._check_legal("guess", self._guesses.parse(value), self.guesses)

    def as_secret(self, value: object) -> str:
        """Return the secret that *value* stands for. Raises CodeError."""
        return self._check_legal("secret", self._secrets.parse(value), self.secrets)

    def _check_legal(self, kind: str, code: str, codes: Sequence[str]) -> str:
        """Return *code*. Raises CodeError if it is not in *codes*: a subclass may have fewer than the whole space."""
        if code not in codes:
            raise CodeError(f"expected a {kind} of {self}, got {code!r}")
        return code

    def as_feedback(self, value: object) -> str:
        """Return the feedback in ``1.2``, ``1A2B``, ``1b2w``, ``1b2c``, ``1,2``, ``12`` or a pair of numbers.

        If only exact pegs count: in ``1``, ``1.0`` or a number. Raises FeedbackError.
        """
        if self.exact:
            count = str(value) if self._is_count(value) else value
            if isinstance(count, str) and (feedback := count.removesuffix(".0")) in self._native().feedbacks:
                return feedback
            raise expected_error(f"how many pegs are exact, 0 to {self.pegs}", value, FeedbackError)
        text = value
        if isinstance(value, tuple | list) and len(value) == 2 and all(map(self._is_count, value)):
            text = f"{value[0]}.{value[1]}"  # a pair of numbers
        match = _FEEDBACK.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise expected_error("exact.misplaced such as 1.2", value, FeedbackError)
        exact, misplaced = (int(number) for number in match.groups() if number is not None)
        feedback = f"{exact}.{misplaced}"
        if feedback not in peg_feedbacks(self.pegs):
            raise FeedbackError(f"expected a feedback that {self.pegs} pegs can give, got {text!r}")
        return feedback

    def arguments(self) -> tuple[str, ...]:
        """Return pegs, number of symbols, and the options that differ from their defaults."""
        options = ["secrets=distinct"] if self._secrets.distinct and not self._guesses.distinct else []
        options += ["feedback=exact"] if self.exact else []
        options += [f"symbols={self.symbols}"] if not self._default_symbols.startswith(self.symbols) else []
        return (str(self.pegs), str(len(self.symbols)), *options)

    def _is_count(self, value: object) -> bool:
        """Whether *value* is a possible number of pegs."""
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= self.pegs


def as_peg_symbols(symbols: object, default: str, text: str) -> str:
    """Return *symbols* in upper case, or *default* if they are None; there must be as many. Raises GameError.

    *text* names the game in messages.
    """
    if symbols is None:
        return default
    letters = symbols.upper() if isinstance(symbols, str) and symbols.isascii() else ""
    if not letters.isalnum():
        raise expected_error(f"letters A to Z or digits for the symbols of {text}", symbols, GameError)
    count = len(default)
    if len(letters) != count:
        raise GameError(f"expected {count} symbols for {text}, got {describe(symbols)}, which has {len(letters)}")
    if len(set(letters)) < len(letters):
        raise GameError(f"expected different symbols for {text}, got {describe(symbols)}, which repeats one")
    return letters


def as_size(what: str, value: int, least: int, most: int, text: str) -> int:
    """Return *value*, an integer from *least* to *most*. Raises GameError; *text* names the game in messages."""
    number = as_integer(f"{what} in {text}", value, error=GameError)
    if not least <= number <= most:
        raise expected_error(f"{least} to {most} {what} in {text}", number, GameError)
    return number


class Mastermind(PegGame):
    """Codes of *pegs* pegs in *colours* colours. With ``secrets="distinct"`` no secret repeats a colour; a guess may.

    With ``rule="strict"`` every guess must be consistent with all feedback so far. With ``feedback="exact"`` only exact
    pegs are counted. *symbols* are other letters for the colours, such as ``"RGBYOP"``.

    >>> Mastermind(4, 6).score("1122", "1213")
    '1.2'
    >>> len(Mastermind(4, 6, secrets="distinct").secrets)
    360
    >>> Mastermind(4, 6, feedback="exact", symbols="RGBYOP").score("RRGG", "RGRB")
    '1'
    """

    def __init__(
        self,
        pegs: int,
        colours: int,
        secrets: Literal["all", "distinct"] = "all",
        rule: Literal["free", "strict"] = "free",
        feedback: Literal["both", "exact"] = "both",
        symbols: str | None = None,
    ) -> None:
        text = f"mastermind({describe(pegs)},{describe(colours)})"
        pegs = as_size("pegs", pegs, 1, MAX_PEGS, text)
        colours = as_size("colours", colours, 1, MAX_SYMBOLS, text)
        as_choice("secrets", secrets, ("all", "distinct"))
        as_choice("feedback", feedback, ("both", "exact"))
        if secrets == "distinct" and colours < pegs:
            raise GameError(f"expected at least as many colours as pegs for distinct secrets, got {text}")
        letters = as_peg_symbols(symbols, FROM_ONE[:colours], text)
        secret_codes = CodeSpace(pegs, letters, distinct=secrets == "distinct")
        super().__init__(CodeSpace(pegs, letters), secret_codes, rule, feedback == "exact")
        self.colours = colours


class BullsCows(PegGame):
    """Codes of *pegs* different digits out of *digits*, for guesses and secrets; a leading zero is allowed.

    With ``rule="strict"`` every guess must be consistent with all feedback so far. *symbols* are other letters for the
    digits.

    >>> BullsCows(4, 10).score("0123", "1325")
    '1.2'
    """

    _default_symbols = FROM_ZERO

    def __init__(
        self, pegs: int, digits: int, rule: Literal["free", "strict"] = "free", symbols: str | None = None
    ) -> None:
        text = f"bullscows({describe(pegs)},{describe(digits)})"
        pegs = as_size("pegs", pegs, 1, MAX_PEGS, text)
        digits = as_size("digits", digits, 1, MAX_SYMBOLS, text)
        if digits < pegs:
            raise GameError(f"expected at least as many digits as pegs, got {text}")
        codes = CodeSpace(pegs, as_peg_symbols(symbols, FROM_ZERO[:digits], text), distinct=True)
        super().__init__(codes, codes, rule)
        self.digits = digits
