"""Why: what a guess would do, and what forbids a code."""

from collections.abc import Iterable
from dataclasses import dataclass

from bestguess.advice.samples import working_position
from bestguess.arguments import MOST_INTEGER, as_integer
from bestguess.candidates import partition
from bestguess.games import Code, Feedback, Row, quoted
from bestguess.games.documents import Document
from bestguess.position import Position, PositionLike, as_position
from bestguess.shown import one_line
from bestguess.strategies import as_seed
from bestguess.wording import counted


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
        return one_line(self, f"{quoted(self.feedback)}: {counted(self.size, 'candidate')}, {self.share:.1%}")


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
        return one_line(self, f"row {self.number}, {self.row}: expected {quoted(self.expected)}")


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
