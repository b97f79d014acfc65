"""Review a playthrough: the loss and the luck of every move, in guesses.

E is the least expected number of further guesses in a position, 0 when the game is over. Q is the expected number if
the move is made and the best play follows; the move itself counts. Then

    loss = Q - E(before)            what the move cost compared with the best one
    luck = Q - (1 + E(after))       how much better its feedback was than expected

The sums over all moves obey an exact rule: guesses + E(now) = E(start) + sum of losses - sum of lucks.

In games with costs all numbers are costs in the user's unit: the 1 becomes the cost of the guess, and the guesses
become the cost of all of them. If a value is not proven, loss and luck use the best known trees, and ranges say how far
off they may be. The rule still holds.

E ignores the row limit. On a board with rows, each move also has the chance to win before and after it.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Annotated, TypeAlias

from bestguess import engine
from bestguess.advice.chances import Chances
from bestguess.advice.values import VALUE_WHEN_OVER, Value, Values, cost_of, nodes_for, win_probability
from bestguess.arguments import as_flag, as_limit, as_seconds, as_threads
from bestguess.bounds import Bounds, SearchProgress
from bestguess.display import HtmlRepr, one_line
from bestguess.errors import ContradictionError, StrategyError
from bestguess.games import HIT, Code, Feedback, Game, HistoryLike, Row
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden, Member, Written
from bestguess.games.registry import HoldsGame
from bestguess.position import Position, PositionLike, as_position
from bestguess.wording import count_text, guess_noun

Range: TypeAlias = Bounds[Fraction, Fraction]
_Stage: TypeAlias = tuple[Position, Value, Range | None]
"""A position of the playthrough, its value, and the chance to win from it; None without rows."""
_PROVE_FACTOR = 300  # prove=True multiplies the node budget for chances by this: a few seconds


@dataclass(frozen=True)
class ReviewedMove(Document):
    """One row with its loss and luck, and on a board with rows the chance to win before and after it."""

    guess: Code
    """The guess that was made."""
    feedback: Feedback
    """The answer to the guess."""
    candidates_before: int
    """Number of candidates before the guess."""
    candidates_after: int
    """Number of candidates after its feedback."""
    loss: Fraction
    """Expected guesses lost compared with the best guess."""
    luck: Fraction
    """Expected guesses saved by the feedback; negative if it was worse than expected."""
    loss_range: Range
    """Bounds of the loss."""
    luck_range: Range
    """Bounds of the luck."""
    proven: bool
    """Whether every number is exact."""
    best: tuple[Code, ...]
    """The best guesses; if not proven, the best known ones."""
    win_probability: Fraction = Fraction(0)
    """Probability that the guess ends the game."""
    likely_after: int | None = None
    """Number of likely candidates after the guess; only where secrets have weights."""
    chance_before_range: Range | None = None
    """Bounds of the chance to win before the row; a known strategy reaches the lower bound."""
    chance_after_range: Range | None = None
    """Bounds of the chance to win after the row; a known strategy reaches the lower bound."""
    labels_after: int | None = None
    """Number of different labels of the candidates left; only where secrets have labels."""
    cost: Fraction | None = None
    """Cost of the guess; only in games with costs."""

    def __repr__(self) -> str:
        sums = f"loss {float(self.loss):.3f}, luck {float(self.luck):.3f}"
        left = f"{self.candidates_before} to {count_text(self.candidates_after, 'candidate')}"
        return one_line(self, f"{Row(self.guess, self.feedback)}, {left}: {sums}")

    @property
    def chance_before(
        self,
    ) -> Annotated[Fraction | None, Member(only_with="chance_before")]:
        """The chance to win before the row, with the best known strategy."""
        return None if self.chance_before_range is None else self.chance_before_range.lower

    @property
    def chance_after(self) -> Annotated[Fraction | None, Member(only_with="chance_after")]:
        """The chance to win after the row, with the best known strategy."""
        return None if self.chance_after_range is None else self.chance_after_range.lower


@dataclass(frozen=True)
class Review(Document, HtmlRepr, HoldsGame):
    """Loss and luck of every move, with their sums: guesses + expected_now = value + loss - luck, exactly.

    In games with costs, *cost* replaces guesses in this rule.
    """

    game: str
    history: str
    """The rows that were played."""
    moves: tuple[ReviewedMove, ...]
    """The review of each row."""
    value: Fraction
    """The expected number of guesses at the start."""
    expected_now: Fraction
    """The expected number of further guesses at the end."""
    value_range: Range
    """Bounds of *value*."""
    expected_now_range: Range
    """Bounds of *expected_now*."""
    interrupted: Hidden[bool] = False
    """Whether the search for values was stopped."""
    goal: str = HIT
    """The goal of the game: `hit` or `identify`."""
    label: Label | None = None
    """The label of the secret, once the game is over; only with goal identify."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which knows how codes are written."""

    def __repr__(self) -> str:
        sums = f"loss {float(self.loss):.3f}, luck {float(self.luck):.3f}"
        return one_line(self, f"of {self.game}, {count_text(self.guesses, guess_noun(self.goal))}: {sums}")

    @property
    def guesses(self) -> Written[int]:
        """Number of guesses made."""
        return len(self.moves)

    @property
    def cost(self) -> Annotated[Fraction, Member(only_with="has_costs")]:
        """Cost of all guesses: their number in games without costs."""
        return sum((Fraction(1) if move.cost is None else move.cost for move in self.moves), Fraction(0))

    @property
    def has_costs(self) -> bool:
        """Whether the moves have costs; False if there are no moves."""
        return any(move.cost is not None for move in self.moves)

    @property
    def loss(self) -> Written[Fraction]:
        """The sum of the losses."""
        return sum((move.loss for move in self.moves), Fraction(0))

    @property
    def luck(self) -> Written[Fraction]:
        """The sum of the lucks."""
        return sum((move.luck for move in self.moves), Fraction(0))

    @property
    def proven(self) -> Written[bool]:
        """Whether every number is exact."""
        return all(move.proven for move in self.moves) and self.value_range.proven and self.expected_now_range.proven


def review(
    game: PositionLike,
    history: HistoryLike = "",
    *,
    budget: int | None = None,
    prove: bool = False,
    time_limit: float | None = None,
    threads: int | None = None,
    progress: SearchProgress | None = None,
) -> Review:
    """Return the loss and luck of every move of *history*.

    The search for each value stops after *budget* nodes; with *prove* it runs until the value is proven. Chances to win
    within the rows of a board always have a budget; *prove* makes it larger. After *time_limit* seconds, or Ctrl-C, the
    remaining values are ranges. Raises HistoryError for rows after the winning one, ContradictionError when no
    candidate is left.

    >>> result = review("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0", prove=True)
    >>> [str(move.loss) for move in result.moves], str(result.value), result.moves[0].best
    (['77/1296', '5/256', '3/44', '0', '0'], '625/144', ('1123',))
    >>> result.guesses + result.expected_now == result.value + result.loss - result.luck
    True
    """
    budget, prove = as_limit("a budget", budget, error=StrategyError), as_flag("prove", prove)
    time_limit = as_seconds("time_limit", time_limit)
    with engine.limited_threads(as_threads(threads)):
        position = as_position(game, history)
        values = Values(position.game, progress=progress, time_limit=time_limit)
        return _review(position, values, budget, prove)


def _review(final_position: Position, values: Values, budget: int | None, prove: bool) -> Review:
    """Return the review of the moves that lead to *final_position*."""
    rules, rows = final_position.game, final_position.active_rows
    positions = _positions(final_position)
    won = bool(rows) and rows[-1].feedback == rules.win
    # Step 1. Value every position, and the guess made in it. There is one more position than rows: the final one.
    position_values, guess_values = list[Value](), list[Value]()
    for position, row in zip_longest(positions, rows):
        values.nodes = None if prove else nodes_for(position, budget) // 2
        position_value = VALUE_WHEN_OVER if row is None and won else values.of(position)
        if row is not None:
            position_value, guess_value = _tighten(position_value, values.of_guess(position, row.guess))
            guess_values.append(guess_value)
        position_values.append(position_value)
    # Step 2. On a board with rows, find the chance to win from every position.
    chances: list[Range | None] = [None] * len(positions)
    if rules.rows is not None:
        search = Chances(time_limit=values.seconds_left)
        search.interrupted = values.interrupted
        all_rows_left = range(rules.rows - len(final_position.ignored), -1, -1)  # ignored rows are used too
        for number, (position, rows_left) in enumerate(zip(positions, all_rows_left, strict=False)):
            search.nodes = nodes_for(position, budget) * (_PROVE_FACTOR if prove else 1)
            is_over = position.label is not None or (won and number == len(rows))
            chances[number] = _chance(search, position, rows_left, is_over)
        values.interrupted |= search.interrupted
    # Step 3. Build each move from the stages before and after it.
    stages = list(zip(positions, position_values, chances, strict=True))
    moves = [_move(*move) for move in zip(rows, guess_values, stages[:-1], stages[1:], strict=True)]
    start, now = position_values[0].bounds, position_values[-1].bounds
    return Review(
        game=str(rules),
        history=rules.history_text(rows),
        moves=tuple(moves),
        value=start.upper,
        expected_now=now.upper,
        value_range=start,
        expected_now_range=now,
        interrupted=values.interrupted,
        goal=rules.goal,
        label=positions[-1].label,
        rules=rules,
    )


def _positions(final_position: Position) -> list[Position]:
    """Return the position before each row, and the final one; raise ContradictionError, which names the row."""
    positions = [Position(final_position.game)]
    for number, row in enumerate(final_position.active_rows, start=1):
        positions.append(positions[-1].after(*row))
        try:
            positions[-1].check_possible()
        except ContradictionError as error:
            raise ContradictionError(f"row {number} of the history, {str(row)!r}: {error}") from error
    return positions


def _chance(search: Chances, position: Position, rows_left: int, is_over: bool) -> Range:
    """Return bounds of the chance to win from *position*. *is_over*: it is already won, or the label is known."""
    if is_over or not rows_left:
        chance = Fraction(int(is_over))
        return Bounds(chance, chance)
    return search.of(position, rows_left).bounds


def _tighten(position_value: Value, guess_value: Value) -> tuple[Value, Value]:
    """Return the values of a position and of a guess in it, each bounded by the other: no guess beats the position."""
    if guess_value.bounds.upper < position_value.bounds.upper:
        position_value = Value(Bounds(position_value.bounds.lower, guess_value.bounds.upper), guess_value.guess)
    lower = max(guess_value.bounds.lower, position_value.bounds.lower)
    return position_value, Value(Bounds(lower, guess_value.bounds.upper), guess_value.guess)


def _move(row: Row, guess_value: Value, before: _Stage, after: _Stage) -> ReviewedMove:
    """Return the review of *row*, from the value of its guess and the stages *before* and *after* it."""
    position, value, chance_before = before
    position_after, value_after, chance_after = after
    before_low, before_high = value.bounds
    low, high = guess_value.bounds
    after_low, after_high = value_after.bounds
    cost = cost_of(position.table, row.guess)
    best = [value.guess] + [row.guess] * (high == before_high and row.guess != value.guess)
    # Compute loss and luck from upper bounds only, so that they add up exactly.
    return ReviewedMove(
        row.guess,
        row.feedback,
        candidates_before=position.count,
        candidates_after=position_after.count,
        loss=high - before_high,
        luck=high - cost - after_high,
        loss_range=Bounds(max(Fraction(0), low - before_high), high - before_low),
        luck_range=Bounds(low - cost - after_high, high - cost - after_low),
        proven=value.proven and guess_value.proven and value_after.proven,
        best=tuple(code for code in best if code is not None),
        win_probability=win_probability(position, row.guess),
        likely_after=position_after.likely,
        chance_before_range=chance_before,
        chance_after_range=chance_after,
        labels_after=position_after.labels_left,
        cost=cost if position.game.has_costs else None,
    )
