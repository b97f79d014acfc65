"""Why: what a guess would do, and what forbids a code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bestguess.advice.positions import position_to_value
from bestguess.advice.samples import sample
from bestguess.arguments import MOST_INTEGER, as_integer, as_list
from bestguess.errors import CodeError, ContradictionError
from bestguess.games import Code, Feedback, Game, Row, quoted
from bestguess.position import Position, PositionLike, as_position
from bestguess.shown import one_line
from bestguess.strategies import as_seed
from bestguess.wording import counted


@dataclass(frozen=True)
class Part:
    """The candidates that would give one feedback: how many, their share of the weight, and the lowest of them.

    Of a game too large for a table, *size* and *share* are estimates from a sample, and *codes* are from the sample.
    """

    feedback: Feedback
    size: int
    share: float
    codes: tuple[Code, ...]

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
    code = game.as_guess(guess)
    run.check_allowed(code)
    run.check_possible()
    if run.has_table:
        valued = position_to_value(run, candidates, seed)[0]
        return _sorted(game, guess, _parts(valued, code, examples))
    if candidates is None:
        drawn = sample(game, run.active_rows, seed)
        return _sorted(game, guess, _split(game, code, drawn.game.secrets, drawn.candidates, examples))
    listed = {game.as_secret(one) for one in as_list("candidates", candidates, CodeError)}
    codes = [code for code in sorted(listed, key=game.secrets.index) if not why_not(run, code)]
    if not codes:
        raise ContradictionError(f"none of the listed candidates fits the answers {run.active_rows}")
    return _sorted(game, guess, _split(game, code, codes, len(codes), examples))


def _sorted(game: Game, guess: Code, parts: list[Part]) -> tuple[Part, ...]:
    """The *parts*, the largest first, by the feedbacks to *guess* as it is written."""
    written = [replace(part, feedback=game.feedback_as_written(guess, part.feedback)) for part in parts]
    return tuple(sorted(written, key=lambda part: (-part.size, game.text(part.feedback))))


def _split(game: Game, guess: Code, codes: Sequence[Code], candidates: int, examples: int) -> list[Part]:
    """The partition of *codes*, which are all of so many *candidates* or a sample of them."""
    split: dict[Feedback, list[Code]] = {}
    for secret in codes:
        split.setdefault(game.score_unchecked(guess, secret), []).append(secret)
    return [
        Part(answer, round(len(part) * candidates / len(codes)), len(part) / len(codes), tuple(part[:examples]))
        for answer, part in split.items()
    ]


def _parts(position: Position, guess: Code, examples: int) -> list[Part]:
    table, candidates = position.table, position.candidate_indices
    split = table.partition(table.guesses.index(guess), candidates)
    weights = table.weights
    if not (whole := weights[candidates].sum()):
        weights, whole = np.ones_like(weights), len(candidates)
    return [
        Part(
            table.feedbacks[ordinal],
            len(part),
            float(weights[part].sum() / whole),
            tuple(table.secrets[int(index)] for index in part[:examples]),
        )
        for ordinal, part in split.items()
    ]


@dataclass(frozen=True)
class Conflict:
    """A row that forbids a code: were the code the secret, its guess would have got *expected*."""

    number: int
    """The number of the row, from 1."""
    row: Row
    expected: Feedback

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
