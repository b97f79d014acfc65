"""What others published before, kept by hand: only what a source can be named for, or what was known without one."""

import re
from typing import NamedTuple

from tools.records.questions import Question

ELEMENTARY, KNOWN = "elementary", "known before, source not recorded"
CHEN_LIN = "Chen & Lin 2004"
JAEGER_2009, JAEGER_2011 = "Jäger & Peczarski 2009", "Jäger & Peczarski 2011"
GODDARD_VILLE = "Goddard 2004, Ville 2013"


class Published(NamedTuple):
    """Who published the answer, and what it is; None where a formula is known to exist, but not compared with here."""

    source: str
    value: int | None


_BY_QUESTION = {
    Question("mastermind(4,6)", "mean"): Published("Koyama & Lai 1993", 5625),
    Question("mastermind(4,6)", "worst"): Published("Knuth 1976", 5),
    Question("mastermind(4,6)", "worst,mean"): Published("Koyama & Lai 1993", 5626),
    Question("mastermind(4,6)", "mean", max_guesses=5): Published("Koyama & Lai 1993", 5626),
    Question("mastermind(4,6)", "at-worst", max_guesses=5): Published("Slovesnov 2014", 539),
    Question("mastermind(4,6)", "mean", consistent=True): Published(KNOWN, 5660),
    Question("mastermind(3,5)", "mean", consistent=True): Published(KNOWN, 455),
    Question("mastermind(4,7)", "mean"): Published("Ville 2013", 11228),
    Question("mastermind(4,7)", "worst"): Published(KNOWN, 6),
    **{
        Question(f"mastermind({size})", "mean"): Published(GODDARD_VILLE, total)
        for size, total in {"3,4": 206, "3,5": 451, "3,6": 854, "4,4": 905, "4,5": 2463, "5,3": 816}.items()
    },
    **{
        Question(f"bullscows({size})", "mean"): Published(KNOWN, total)
        for size, total in {"3,6": 436, "3,7": 836, "4,6": 1446, "4,7": 3639}.items()
    },
    Question("bullscows(4,10)", "mean"): Published("Tanaka 1996, Francis 2010", 26274),
    Question("bullscows(4,10)", "worst"): Published("Chen, Lin, Huang & Hsu 2007", 7),
    Question("bullscows(4,10)", "worst,mean"): Published(KNOWN, 26274),
    Question("twod(5)", "worst"): Published("Stack Overflow 1185634", 4),
}


def published(question: Question) -> Published | None:
    """Who published the answer to *question* before, as far as we know."""
    if question in _BY_QUESTION or not question.is_plain:
        return _BY_QUESTION.get(question)
    numbers = [int(number) for number in re.findall("[0-9]+", question.game)]
    if (found := _easy(question, numbers)) is not None or question.objective == "worst,mean":
        return found
    return _total(question.family, numbers) if question.objective == "mean" else _worst(question, numbers)


def _easy(question: Question, numbers: list[int]) -> Published | None:
    """What has the least total and the least worst case at once, and needs no search."""
    worst = question.objective == "worst"
    match question.family, numbers:
        case ("mastermind" | "bullscows", [1, n]) | ("twod", [1 as n]):  # one secret after the other
            return Published(ELEMENTARY, n if worst else n * (n + 1) // 2)
        case "mastermind", [_, 1]:
            return Published(ELEMENTARY, 1)
        case "numbers", [n]:  # 1 comparison for one of them, 2 for two, 3 for four, and so on
            return Published("binary search", n.bit_length() if worst else sum(i.bit_length() for i in range(1, n + 1)))
    return None


def _total(family: str, numbers: list[int]) -> Published | None:
    """Formulas for the least total."""
    match family, numbers:
        case "mastermind", [2, n] if n >= 3:
            return Published(CHEN_LIN, (8 * n**3 + 51 * n**2 - (80 * n - 69 if n % 2 else 74 * n - 48)) // 24)
        case "bullscows", [2, n]:
            return Published(CHEN_LIN, (4 * n**3 + 21 * n**2 - (82 * n - 105 if n % 2 else 76 * n - 72)) // 12)
    return None


def _worst(question: Question, numbers: list[int]) -> Published | None:
    """Formulas for the least worst case."""
    match question.family, numbers:
        case "mastermind", [2, n] if n >= 3:
            return Published(CHEN_LIN, n // 2 + 2)
        case "mastermind", [3, n] if n >= 5:
            return Published(JAEGER_2009, (n - 1) // 3 + 4)
        case "exact", [2 | 3 | 4, _]:
            return Published(JAEGER_2011, None)
        case "bullscows", [2, n]:
            return Published(CHEN_LIN, (n + 1) // 2 + 1)
        case "balance", [coins]:
            return Published("Dyson 1946", _weighings(coins, "find=coin" in question.game))
    return None


def _weighings(coins: int, find_coin: bool) -> int:
    """The fewest weighings: w are enough for (3^w - 3) / 2 coins, or (3^w - 1) / 2 where only the coin is sought."""
    return next(w for w in range(1, 99) if 2 * coins <= 3**w - (1 if find_coin else 3))
