"""Give hints in three steps, list the parts of a guess, and say which rows rule out a code."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Literal

from bestguess.advice.advice import advise
from bestguess.advice.samples import working_position
from bestguess.arguments import MAX_INTEGER, as_integer
from bestguess.candidates import partition
from bestguess.display import one_line
from bestguess.games import Code, Feedback, Game, HistoryLike, PegGame, Row, quote
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden
from bestguess.games.registry import HoldsGame
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import as_seed
from bestguess.wording import count_text

_CHOICES = 4  # guesses in the second step of a hint
_MAX_READ = 100_000  # candidates that are read to find certain symbols; with more, a hint names none


@dataclass(frozen=True)
class Hint(Document, HoldsGame):
    """One step of a hint: facts about all *candidates*, then *guesses* to choose from, then the best guess."""

    step: Annotated[int, Literal[1, 2, 3]]
    """The step, from 1 to 3."""
    candidates: int
    """Number of candidates."""
    present: str
    """Symbols that are in every candidate."""
    absent: str
    """Symbols that are in no candidate."""
    fixed: str
    """One character for each place: the symbol that all candidates have there, or a dot."""
    guesses: tuple[Code, ...]
    """Guesses to choose from; none in the first step, and once the game is over."""
    likely: int | None = None
    """Number of candidates that weigh more than half as much as the heaviest one; only where secrets have weights."""
    labels: int | None = None
    """Number of different labels of the candidates; only where secrets have labels."""
    label: Label | None = None
    """The label of the secret, once the game is over; only with goal identify."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which knows how guesses are written."""

    def __repr__(self) -> str:
        facts = [f"{name} {value}" for name in ("present", "absent", "fixed") if (value := getattr(self, name))]
        facts += [f"guesses {' '.join(map(quote, self.guesses))}"] if self.guesses else []
        facts += [f"it is {self.label}"] if self.label is not None else []
        return one_line(self, ", ".join([f"{self.step}: {count_text(self.candidates, 'candidate')}", *facts]))


def hint(game: PositionLike, history: HistoryLike = "", *, step: int = 1, seed: int = 0) -> Hint:
    """Return a hint. Each *step* from 1 to 3 says more than the one before; a higher step counts as 3.

    Step 1 gives facts about the candidates, step 2 some good guesses in random order, step 3 the best guess.
    Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> position = Position("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2")
    >>> first = hint(position)
    >>> first.candidates, first.present, first.absent, first.guesses, hint(position, step=3).guesses
    (7, '2', '1', (), ('3632',))
    """
    position, seed = as_position(game, history), as_seed(seed)
    step = min(max(as_integer("a step", step), 1), 3)
    position.check_running()
    left, guesses = position.list_candidates(0), list[Code]()
    if step > 1:
        guesses = [suggestion.guess for suggestion in advise(position, count=_CHOICES, seed=seed).suggestions]
    if step == 2:  # the order must not tell which guess is the best
        random.Random(f"{seed} {position.history}").shuffle(guesses)
    choices = tuple(guesses if step == 2 else guesses[:1])
    facts = _certain_symbols(position)
    return Hint(step, left.count, *facts, choices, left.likely, left.labels, left.label, position.game)


def _certain_symbols(position: Position) -> tuple[str, str, str]:
    """Return the symbols in every candidate, those in none, and the fixed places; empty texts except for peg games."""
    if not isinstance(position.game, PegGame) or not 0 < position.count <= _MAX_READ:
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
    """A part of the candidates: those that would give one feedback to a guess.

    In a game too large for a table, *size* and *share* are estimates from a sample, and *codes* are from that sample.
    """

    feedback: Feedback
    """The answer to the guess."""
    size: int
    """Number of candidates in the part."""
    share: float
    """Share of the weight of all candidates, from 0 to 1."""
    codes: tuple[Code, ...]
    """The lowest codes of the part."""

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
    """Return the parts into which *guess* splits the candidates of *position*, the largest first.

    Each part lists up to *examples* codes. Parts of equal size are in the order of their feedback texts. *candidates*:
    split only these. Default: all. In a game too large for a table the parts are estimated from a sample, drawn by
    *seed*. Raises ContradictionError when no candidate is left, HistoryError when the rule forbids *guess*.

    >>> for part in explain("mastermind(2,3)", "12"):
    ...     print(part.feedback, part.size, part.codes)
    1.0 4 ('11', '13', '22')
    0.1 2 ('23', '31')
    0.0 1 ('33',)
    0.2 1 ('21',)
    2.0 1 ('12',)
    """
    position, seed = as_position(position), as_seed(seed)
    examples = as_integer("examples", examples, 0, MAX_INTEGER)
    game = position.game
    position.check_allowed(game.as_guess(guess))
    position.check_possible()
    working = working_position(position, candidates, seed)
    split = working.position
    codes_by_feedback = partition(game, guess, split.game.secrets) if working.sampled else split.partition(guess)
    weights = [1] * split.count if working.sampled else split.table.weights_of(split.candidate_indices).tolist()
    weight_of = dict(zip(split.candidates, weights, strict=True))
    parts = list[Part]()
    for feedback, codes in codes_by_feedback.items():
        size = round(len(codes) * working.candidates / split.count)  # scaled up from the sample
        share = sum(weight_of[code] for code in codes) / sum(weights)
        parts.append(Part(feedback, size, share, tuple(codes[:examples])))
    return tuple(sorted(parts, key=lambda part: (-part.size, game.text(part.feedback))))


@dataclass(frozen=True)
class Conflict(Document):
    """A row that rules out a code as the secret."""

    number: int
    """The number of the row, from 1."""
    row: Row
    """The row."""
    expected: Feedback
    """The feedback that the guess of the row would have got if the code were the secret."""

    def __repr__(self) -> str:
        return one_line(self, f"row {self.number}, {self.row}: expected {quote(self.expected)}")


def why_not(position: Position, code: Code) -> tuple[Conflict, ...]:
    """Return the rows that rule out *code* as the secret; none when it is a candidate.

    >>> conflicts = why_not(Position("mastermind(4,6)", "1122:1.0 1344:0.1"), "1333")
    >>> [(conflict.number, str(conflict.row), conflict.expected) for conflict in conflicts]
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
