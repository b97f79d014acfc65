"""Hints in three steps, what a guess would do, and what forbids a code."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bestguess.advice.advice import advise
from bestguess.advice.samples import working_position
from bestguess.arguments import MOST_INTEGER, as_integer
from bestguess.candidates import partition
from bestguess.display import one_line
from bestguess.games import Code, Feedback, Game, HistoryLike, PegGame, Row, quote
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden
from bestguess.games.registry import HoldsGame
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import as_seed
from bestguess.wording import count_text

_CHOICES = 4
_MOST_READ = 100_000  # candidates that are read for what is certain; of more, nothing is said


@dataclass(frozen=True)
class Hint(Document, HoldsGame):
    """What a step tells: how many *candidates* there are and what is certain of them, then *guesses* to choose from."""

    step: Annotated[int, Literal[1, 2, 3]]
    """Which step it is, from 1 to 3."""
    candidates: int
    """How many candidates there are."""
    present: str
    """The symbols that are in every candidate."""
    absent: str
    """The symbols that are in no candidate."""
    fixed: str
    """The symbol of each place that is certain, a dot for the others."""
    guesses: tuple[Code, ...]
    """Guesses to choose from; none in the first step, and once the game is over."""
    likely: int | None = None
    """How many candidates weigh more than half as much as the heaviest of them; only where secrets have weights."""
    labels: int | None = None
    """How many different labels the candidates have; only where secrets have labels."""
    label: Label | None = None
    """What it is, once the game is over; only with goal identify."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which says how guesses are written."""

    def __repr__(self) -> str:
        said = [f"{name} {value}" for name in ("present", "absent", "fixed") if (value := getattr(self, name))]
        said += [f"guesses {' '.join(map(quote, self.guesses))}"] if self.guesses else []
        said += [f"it is {self.label}"] if self.label is not None else []
        return one_line(self, ", ".join([f"{self.step}: {count_text(self.candidates, 'candidate')}", *said]))


def hint(game: PositionLike, history: HistoryLike = "", *, step: int = 1, seed: int = 0) -> Hint:
    """Return the hint of a *step*, 1 to 3 (more is the last): each says more than the one before.

    Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> position = Position("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2")
    >>> first = hint(position)
    >>> first.candidates, first.present, first.absent, first.guesses, hint(position, step=3).guesses
    (7, '2', '1', (), ('3632',))
    """
    position, seed = as_position(game, history), as_seed(seed)
    step = min(max(as_integer("a step", step), 1), 3)
    position.check_running()
    left, guesses = position.listed(0), list[Code]()
    if step > 1:
        guesses = [suggestion.guess for suggestion in advise(position, count=_CHOICES, seed=seed).suggestions]
    if step == 2:  # several guesses, the best among them, in no order
        random.Random(f"{seed} {position.history}").shuffle(guesses)
    told = tuple(guesses if step == 2 else guesses[:1])
    return Hint(step, left.count, *_certain(position), told, left.likely, left.labels, left.label, position.game)


def _certain(position: Position) -> tuple[str, str, str]:
    """The symbols in every candidate and in none, and those at certain positions; nothing for games of other kinds."""
    if not isinstance(position.game, PegGame) or not 0 < position.count <= _MOST_READ:
        return "", "", ""
    codes = position.candidates
    symbols = position.game.symbols
    everywhere = set(codes[0]).intersection(*map(set, codes))
    somewhere = set().union(*map(set, codes))
    columns = [{code[peg] for code in codes} for peg in range(position.game.pegs)]
    return (
        "".join(symbol for symbol in symbols if symbol in everywhere),
        "".join(symbol for symbol in symbols if symbol not in somewhere),
        "".join(min(column) if len(column) == 1 else "." for column in columns),
    )


@dataclass(frozen=True)
class Part(Document):
    """The candidates that would give one feedback: how many, their share of the weight, and the lowest of them.

    Of a game too large for a table, *size* and *share* are estimates from a sample, and *codes* are from the sample.
    """

    feedback: Feedback
    """The answer to the guess."""
    size: int
    """How many candidates there are in it."""
    share: float
    """The part of all candidates, from 0 to 1."""
    codes: tuple[Code, ...]
    """The lowest of them."""

    def __repr__(self) -> str:
        return one_line(self, f"{quote(self.feedback)}: {count_text(self.size, 'candidate')}, {self.share:.1%}")


def explain(
    position: PositionLike,
    guess: Code,
    *,
    examples: int = 3,
    seed: int = 0,
    candidates: Iterable[Code] | None = None,
) -> tuple[Part, ...]:
    """Return what *guess* would leave in *position*: a part for each feedback, as written, the largest first.

    *candidates*: split only these.

    Of a game too large for a table it is estimated from a sample, drawn by *seed*. Raises ContradictionError when no
    candidate is left, HistoryError when the rule of the game forbids *guess*.

    >>> for part in explain("mastermind(2,3)", "12"):
    ...     print(part.feedback, part.size, part.codes)
    1.0 4 ('11', '13', '22')
    0.1 2 ('23', '31')
    0.0 1 ('33',)
    0.2 1 ('21',)
    2.0 1 ('12',)
    """
    run, seed = as_position(position), as_seed(seed)
    examples = as_integer("examples", examples, 0, MOST_INTEGER)
    game = run.game
    run.check_allowed(game.as_guess(guess))
    run.check_possible()
    working = working_position(run, candidates, seed)
    valued = working.position
    split = partition(game, guess, valued.game.secrets) if working.sampled else valued.partition(guess)
    weights = [1] * valued.count if working.sampled else valued.table.weights_of(valued.candidate_indices).tolist()
    weight_of = dict(zip(valued.candidates, weights, strict=True))
    parts = list[Part]()
    for feedback, codes in split.items():
        size = round(len(codes) * working.candidates / valued.count)
        share = sum(weight_of[code] for code in codes) / sum(weights)
        parts.append(Part(feedback, size, share, tuple(codes[:examples])))
    return tuple(sorted(parts, key=lambda part: (-part.size, game.text(part.feedback))))


@dataclass(frozen=True)
class Conflict(Document):
    """A row that forbids a code: were the code the secret, its guess would have got *expected*."""

    number: int
    """The number of the row, from 1."""
    row: Row
    """The row."""
    expected: Feedback
    """The feedback that the code would have got as the secret."""

    def __repr__(self) -> str:
        return one_line(self, f"row {self.number}, {self.row}: expected {quote(self.expected)}")


def why_not(position: Position, code: Code) -> tuple[Conflict, ...]:
    """Return the rows that forbid *code* as the secret; none when it is a candidate.

    >>> found = why_not(Position("mastermind(4,6)", "1122:1.0 1344:0.1"), "1333")
    >>> [(conflict.number, str(conflict.row), conflict.expected) for conflict in found]
    [(2, '1344:0.1', '2.0')]
    """
    game = position.game
    secret = game.as_secret(code)
    rows = enumerate(position.history, start=1)
    answers = [(number, row, game.score_unchecked(row.guess, secret)) for number, row in rows]
    return tuple(
        Conflict(number, row, answer)
        for number, row, answer in answers
        if number not in position.ignored and answer != row.feedback
    )
