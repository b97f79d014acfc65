"""Why: what a guess would do, and what forbids a code."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bestguess.arguments import MOST_INTEGER, as_integer, as_list
from bestguess.errors import CodeError, ContradictionError, no_candidate
from bestguess.games import Code, Feedback, Game, HistoryLike, PositionLike, Row, quoted
from bestguess.play.playthrough import as_playthrough
from bestguess.shown import one_line
from bestguess.strategies import Position, as_seed
from bestguess.valuation.positions import position_to_value
from bestguess.valuation.samples import sample
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
    game: PositionLike,
    guess: str,
    examples: int = 3,
    seed: int = 0,
    candidates: Iterable[Code] | None = None,
    *,
    history: HistoryLike = "",
) -> tuple[Part, ...]:
    """The partition by the feedback to *guess*, as written, in a position, the largest part first.

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
    run, seed = as_playthrough(game, history), as_seed(seed)
    examples = as_integer("examples", examples, 0, MOST_INTEGER)
    code = run.game.parse_guess(guess)
    run.check_allowed(code)
    if not run.count:
        raise no_candidate(run.game, run.heeded)
    if run.table is not None:
        position = position_to_value(run, candidates, seed, run.loaded.threads)[0]
        return _sorted(run.game, guess, _parts(position, code, examples))
    if candidates is None:
        drawn = sample(run.game, run.heeded, seed, run.loaded.threads)
        return _sorted(run.game, guess, _split(run.game, code, drawn.table.secrets, drawn.candidates, examples))
    fitting = sorted({run.game.parse_secret(one) for one in as_list("candidates", candidates, CodeError)})
    codes = [one for one in fitting if not why_not(run, one)]
    if not codes:
        raise ContradictionError(f"none of the listed candidates fits the answers {run.heeded}")
    return _sorted(run.game, guess, _split(run.game, code, codes, len(codes), examples))


def _sorted(game: Game, guess: str, parts: list[Part]) -> tuple[Part, ...]:
    """The *parts*, the largest first, by the feedbacks to *guess* as it is written."""
    written = [replace(part, feedback=game.feedback_as_written(guess, part.feedback)) for part in parts]
    return tuple(sorted(written, key=lambda part: (-part.size, part.feedback)))


def _split(game: Game, guess: Code, codes: Sequence[Code], candidates: int, examples: int) -> list[Part]:
    """The partition of *codes*, which are all of so many *candidates* or a sample of them."""
    split: dict[Feedback, list[Code]] = {}
    for secret in codes:
        split.setdefault(game.score(guess, secret), []).append(secret)
    return [
        Part(answer, round(len(part) * candidates / len(codes)), len(part) / len(codes), tuple(part[:examples]))
        for answer, part in split.items()
    ]


def _parts(position: Position, guess: Code, examples: int) -> list[Part]:
    table, candidates = position.table, position.candidates
    split = table.partition(table.guesses.index(guess), candidates)
    weights = np.ones(len(table.secrets)) if table.weights is None else table.weights
    if not (whole := weights[candidates].sum()):
        weights, whole = np.ones(len(table.secrets)), len(candidates)
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


def why_not(game: PositionLike, code: str, *, history: HistoryLike = "") -> tuple[Conflict, ...]:
    """The rows that forbid *code* as the secret; none when it is a candidate.

    >>> found = why_not("mastermind(4,6)", "1333", history="1122:1.0 1344:0.1")
    >>> [(conflict.number, str(conflict.row), conflict.expected) for conflict in found]
    [(2, '1344:0.1', '2.0')]
    """
    run = as_playthrough(game, history)
    secret = run.game.parse_secret(code)
    answers = [(number, row, run.game.score(row.guess, secret)) for number, row in enumerate(run.history, start=1)]
    return tuple(
        Conflict(number, row, answer)
        for number, row, answer in answers
        if number not in run.ignored and answer != row.feedback
    )
