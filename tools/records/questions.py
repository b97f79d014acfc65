"""What is asked: games, objectives and options, the smallest first."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import bestguess as bg

MOST_MASTERMIND, MOST_BULLSCOWS, MOST_EXACT = 20_000, 31_000, 1_300  # secrets
PEGS, SYMBOLS = range(1, 9), range(1, 17)
TWOD = range(1, 21)
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 10, 15, 20, 31, 50, 63, 100, 127, 200, 255, 500, 511, 1000, 1023, 2000, 5000, 10000)
COINS = range(3, 15)
LENGTHS = range(4, 9)
OBJECTIVES = ("mean", "worst", "worst,mean")
ORDER = (*OBJECTIVES, "at-worst", "lost")
LOST = {  # the limits of guesses within which not everything can be found, or not easily
    "mastermind(3,6)": (3, 4),
    "mastermind(4,6)": (3, 4),
    "mastermind(4,7)": (4, 5),
    "mastermind(4,8)": (4, 5),
    "mastermind(5,5)": (4,),
    "mastermind(6,4)": (4,),
    "bullscows(3,10)": (4, 5),
    "bullscows(4,10)": (4, 5, 6),
    **{f"words(english,{length})": (4,) for length in LENGTHS},
}


@dataclass(frozen=True)
class Question:
    """One question to `bestguess.optimum`."""

    game: str
    objective: str
    max_guesses: int | None = None
    consistent: bool = False

    def __str__(self) -> str:
        return ", ".join([self.game, self.objective, *self.options])

    @property
    def options(self) -> list[str]:
        """The options of the command line, beside the objective."""
        limit = [] if self.max_guesses is None else [f"--max-guesses {self.max_guesses}"]
        return limit + ["--consistent"] * self.consistent

    @property
    def is_plain(self) -> bool:
        """Whether it is one of the three questions that are asked of every game."""
        return self.objective in OBJECTIVES and not self.options

    @property
    def family(self) -> str:
        """The name of the games that are listed together."""
        return "exact" if "feedback=exact" in self.game else self.game.partition("(")[0]

    @property
    def file_name(self) -> str:
        """What its files are called, without an ending."""
        return re.sub(r"[^a-z0-9]+", "-", str(self)).strip("-")

    @property
    def order(self) -> tuple[int, int, int, str, bool]:
        """Smallest first: guesses times secrets, then the objective, then its limit."""
        guesses, secrets = sizes(self.game)
        limit = self.max_guesses or 0
        return guesses * secrets, ORDER.index(self.objective), limit, self.game, self.consistent


@cache
def sizes(game: str) -> tuple[int, int]:
    """How many guesses and secrets *game* has."""
    found = bg.game(game)
    return len(found.guesses), len(found.secrets)


def smallest_first(questions: Iterable[Question]) -> list[Question]:
    """*questions* in the order in which they are asked."""
    return sorted(questions, key=lambda question: question.order)


def all_questions() -> list[Question]:
    """Every question of the table of records, the smallest first."""
    plain = (Question(game, objective) for game in games() for objective in OBJECTIVES)
    lost = (Question(game, "lost", limit) for game, limits in LOST.items() for limit in limits)
    others = [
        Question("mastermind(4,6)", "mean", max_guesses=5),
        Question("mastermind(3,5)", "mean", consistent=True),
        Question("mastermind(4,6)", "mean", consistent=True),
        Question("mastermind(4,6)", "at-worst", max_guesses=5),
    ]
    return smallest_first([*plain, *lost, *others])


def games() -> Iterator[str]:
    """The games that are asked about, family by family."""
    for pegs, symbols in product(PEGS, SYMBOLS):
        if symbols**pegs <= MOST_MASTERMIND:
            yield f"mastermind({pegs},{symbols})"
        if pegs > 1 and symbols > 1 and symbols**pegs <= MOST_EXACT:  # else the same as without feedback=exact
            yield f"mastermind({pegs},{symbols},feedback=exact)"
        if pegs <= symbols and sizes(f"bullscows({pegs},{symbols})")[1] <= MOST_BULLSCOWS:
            yield f"bullscows({pegs},{symbols})"
    yield from (f"twod({n})" for n in TWOD)
    yield from (f"numbers({n})" for n in NUMBERS)
    for coins in COINS:
        yield f"balance({coins})"
        yield f"balance({coins},find=coin)"
    for length in LENGTHS:
        yield f"words(english,{length})"
        yield f"words(english,{length},rule=hard)"
        yield f"words(english,{length},rule=strict)"
