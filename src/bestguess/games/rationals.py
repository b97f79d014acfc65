"""Weights and costs: rational numbers that become integers."""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from numbers import Rational

from bestguess.arguments import expected
from bestguess.errors import GameError

_MOST_BITS = 1000  # more cannot be meant, and a message could not show it
_TEXT = re.compile(r"[0-9]{1,9}([./][0-9]{1,9})?")


def as_fraction(what: str, value: object) -> Fraction:
    """*value*, one of several *what*, as a fraction; raises GameError."""
    if isinstance(value, float) and math.isfinite(value):  # 0.1 is no tenth
        raise GameError(f"expected {what} that are integers or fractions, got {value}: write Fraction('{value}')")
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise expected(f"{what} that are integers or fractions", value, GameError)
    number = Fraction(int(value.numerator), int(value.denominator))
    if max(abs(number.numerator), number.denominator).bit_length() > _MOST_BITS:
        raise GameError(f"expected {what} of at most {_MOST_BITS} bits, got one of more")
    return number


def fraction_of(text: str) -> Fraction | None:
    """The number that *text* is, such as ``2``, ``0.5`` or ``1/3``; None for any other text.

    >>> fraction_of("0.5"), fraction_of("1/3"), fraction_of("-1"), fraction_of("1/0")
    (Fraction(1, 2), Fraction(1, 3), None, None)
    """
    if not _TEXT.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def looks_like_number(text: str) -> bool:
    """Whether *text* is like those that `fraction_of` reads, but for how many digits it has.

    >>> looks_like_number(".5"), looks_like_number("1/12345678901"), looks_like_number("."), looks_like_number("-1")
    (True, True, False, False)
    """
    return re.fullmatch(r"[0-9]*[./]?[0-9]*", text) is not None and re.search("[0-9]", text) is not None


def text_of_fraction(number: Fraction) -> str | None:
    """The text that `fraction_of` reads as *number*; None where that would take more digits than it reads."""
    return str(number) if number >= 0 and _TEXT.fullmatch(str(number)) else None


def scaled(numbers: Sequence[Fraction], most: int) -> tuple[tuple[int, ...] | None, int]:
    """*numbers*, none negative, as integers, and by what they were multiplied: their least common denominator.

    No integers, and nothing large is computed, where one of them would be above *most*.

    >>> scaled([Fraction(1), Fraction(1, 2), Fraction(2, 3)], 100)
    ((6, 3, 4), 6)
    """
    scale = 1
    largest = max((number.denominator for number in numbers), default=1)
    for number in numbers:
        scale = math.lcm(scale, number.denominator)
        if scale > most * largest:  # then every number but 0, times the scale, is above the most
            return None, scale
    return tuple(number.numerator * (scale // number.denominator) for number in numbers), scale
