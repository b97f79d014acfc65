"""What every move of a playthrough was worth: loss and luck, in guesses.

E is the least expected number of further guesses in a position, 0 when the game is over; Q the expected number when the
move played is made, itself counted, and the best is played after. Then

    loss = Q - E(before)            what the move cost against the best one
    luck = Q - (1 + E(after))       what its feedback brought against the expected

and so, exactly: guesses + E(now) = E(start) + sum of losses - sum of lucks. In games with costs all of it is in the
user's unit of cost: the 1 is what the guess costs, and the guesses are what all of them cost. Where a value is not
proven, loss and luck are those of the best trees that are known, and their ranges say how far off they may be; the rule
holds all the same.

E counts as if there were no limit of rows. On a board with rows, each move also has the chance to win within the rows
left before it and after it, by the best play.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Annotated, TypeAlias

from bestguess import engine
from bestguess.advice.chances import Chances
from bestguess.advice.values import NOTHING, Value, Values, cost_of, nodes_for, win_probability
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
"""A position of the playthrough, what it is worth, and the chance to win from there on; None without rows."""
_PROVING = 300  # times as many nodes are searched for chances when all is to be proven: some seconds


@dataclass(frozen=True)
class ReviewedMove(Document):
    """One row, and what it was worth; where the board has rows, with the chance to win before and after it."""

    guess: Code
    """The guess."""
    feedback: Feedback
    """The answer to the guess."""
    candidates_before: int
    """How many candidates there were before it."""
    candidates_after: int
    """How many candidates its feedback left."""
    loss: Fraction
    """What it cost against the best move, in guesses."""
    luck: Fraction
    """What its feedback brought against what was to be expected, in guesses."""
    loss_range: Range
    """Between which bounds the loss is."""
    luck_range: Range
    """Between which bounds the luck is."""
    proven: bool
    """Whether every number is exact."""
    best: tuple[Code, ...]
    """The guesses known to be best: by the best known tree, if that is not proven."""
    win_probability: Fraction = Fraction(0)
    """How likely the game was over with the guess."""
    likely_after: int | None = None
    """How many of the candidates left are likely; only where secrets have weights."""
    chance_before: Annotated[Range | None, Member("chance_before_range")] = None
    """Bounds of the chance to win before the row; known play reaches the lower one."""
    chance_after: Annotated[Range | None, Member("chance_after_range")] = None
    """Bounds of the chance to win after the row; known play reaches the lower one."""
    labels_after: int | None = None
    """How many different labels the candidates left have; only where secrets have labels."""
    cost: Fraction | None = None
    """What the guess costs; only in games with costs."""

    def __repr__(self) -> str:
        sums = f"loss {float(self.loss):.3f}, luck {float(self.luck):.3f}"
        left = f"{self.candidates_before} to {count_text(self.candidates_after, 'candidate')}"
        return one_line(self, f"{Row(self.guess, self.feedback)}, {left}: {sums}")

    @property
    def reached_before(
        self,
    ) -> Annotated[Fraction | None, Member("chance_before", only_with="reached_before")]:
        """The chance to win before the row that known play reaches."""
        return None if self.chance_before is None else self.chance_before.lower

    @property
    def reached_after(self) -> Annotated[Fraction | None, Member("chance_after", only_with="reached_after")]:
        """The chance to win after the row that known play reaches."""
        return None if self.chance_after is None else self.chance_after.lower


@dataclass(frozen=True)
class Review(Document, HtmlRepr, HoldsGame):
    """What every move was worth, and the sums: guesses + expected_now = value + loss - luck, exactly.

    In games with costs it is *cost*, what all guesses cost in the user's unit, in the place of guesses. With goal
    identify *label* is what it is, once the game is over.
    """

    game: str
    history: str
    """The rows."""
    moves: tuple[ReviewedMove, ...]
    """The moves, one by one."""
    value: Fraction
    """The expected number of guesses at the start."""
    expected_now: Fraction
    """The expected number of further guesses at the end."""
    value_range: Range
    """Between which bounds *value* is."""
    expected_now_range: Range
    """Between which bounds *expected_now* is."""
    interrupted: Hidden[bool] = False
    """Whether the search for values was stopped."""
    goal: str = HIT
    label: Label | None = None
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game itself, which says how codes are written."""

    def __repr__(self) -> str:
        sums = f"loss {float(self.loss):.3f}, luck {float(self.luck):.3f}"
        return one_line(self, f"of {self.game}, {count_text(self.guesses, guess_noun(self.goal))}: {sums}")

    @property
    def guesses(self) -> Written[int]:
        """How many guesses were made."""
        return len(self.moves)

    @property
    def cost(self) -> Annotated[Fraction, Member(only_with="has_costs")]:
        """What they cost in all: as many as there are in games without costs."""
        return sum((Fraction(1) if move.cost is None else move.cost for move in self.moves), Fraction(0))

    @property
    def has_costs(self) -> bool:
        """Whether guesses have costs, as far as the moves tell."""
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
    """Return what every move of *history* was worth, within a *budget* of nodes for each value, or *prove* all of it.

    After *time_limit* seconds, or Ctrl-C, the rest is given as ranges. Raises HistoryError for rows after the winning
    one, ContradictionError when no secret fits. Chances to win within the rows of a board are searched within a budget
    in any case: a larger one to *prove*.

    >>> found = review("mastermind(4,6)", "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0", prove=True)
    >>> [str(move.loss) for move in found.moves], str(found.value), found.moves[0].best
    (['77/1296', '5/256', '3/44', '0', '0'], '625/144', ('1123',))
    >>> found.guesses + found.expected_now == found.value + found.loss - found.luck
    True
    """
    budget, prove = as_limit("a budget", budget, error=StrategyError), as_flag("prove", prove)
    time_limit = as_seconds("time_limit", time_limit)
    with engine.limited_threads(as_threads(threads)):
        position = as_position(game, history)
        values = Values(position.game, progress=progress, time_limit=time_limit)
        return _review(position, values, budget, prove)


def _review(reviewed: Position, values: Values, budget: int | None, prove: bool) -> Review:
    rules, rows = reviewed.game, reviewed.active_rows
    positions = _positions(reviewed)
    won = bool(rows) and rows[-1].feedback == rules.win
    position_values, guess_values = list[Value](), list[Value]()
    for position, made in zip_longest(positions, rows):
        values.nodes = None if prove else nodes_for(position, budget) // 2
        of_position = NOTHING if made is None and won else values.of(position)
        if made is not None:
            of_position, of_guess = _tightened(of_position, values.of_guess(position, made.guess))
            guess_values.append(of_guess)
        position_values.append(of_position)
    chances: list[Range | None] = [None] * len(positions)
    if rules.rows is not None:
        search = Chances(time_limit=values.seconds_left)
        search.interrupted = values.interrupted
        left = range(rules.rows - len(reviewed.ignored), -1, -1)  # rows that are ignored are used up
        for number, (position, rows_left) in enumerate(zip(positions, left, strict=False)):
            search.nodes = nodes_for(position, budget) * (_PROVING if prove else 1)
            over = position.label is not None or (won and number == len(rows))
            chances[number] = _chance(search, position, rows_left, over)
        values.interrupted |= search.interrupted
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


def _positions(reviewed: Position) -> list[Position]:
    """Return the positions before each row and at the end; raise ContradictionError, which names the row."""
    positions = [Position(reviewed.game)]
    for number, row in enumerate(reviewed.active_rows, start=1):
        positions.append(positions[-1].after(*row))
        try:
            positions[-1].check_possible()
        except ContradictionError as error:
            raise ContradictionError(f"row {number} of the history, {str(row)!r}: {error}") from error
    return positions


def _chance(search: Chances, position: Position, rows_left: int, over: bool) -> Range:
    """Return the chance to win from *position* on; *over*: it is won."""
    if over or not rows_left:
        exactly = Fraction(int(over))
        return Bounds(exactly, exactly)
    return search.of(position, rows_left).bounds


def _tightened(of_position: Value, of_guess: Value) -> tuple[Value, Value]:
    """Return the values of a position and of a guess in it, each with what the other says: no guess is better."""
    if of_guess.bounds.upper < of_position.bounds.upper:
        of_position = Value(Bounds(of_position.bounds.lower, of_guess.bounds.upper), of_guess.guess)
    lower = max(of_guess.bounds.lower, of_position.bounds.lower)
    return of_position, Value(Bounds(lower, of_guess.bounds.upper), of_guess.guess)


def _move(row: Row, of_guess: Value, before: _Stage, after: _Stage) -> ReviewedMove:
    """Return what *row* was worth, by the value of its guess and the stages *before* it and *after* it."""
    position, value, chance_before = before
    position_after, value_after, chance_after = after
    before_low, before_high = value.bounds
    low, high = of_guess.bounds
    after_low, after_high = value_after.bounds
    cost = cost_of(position.table, row.guess)
    best = [value.guess] + [row.guess] * (high == before_high and row.guess != value.guess)
    return ReviewedMove(
        row.guess,
        row.feedback,
        candidates_before=position.count,
        candidates_after=position_after.count,
        loss=high - before_high,
        luck=high - cost - after_high,
        loss_range=Bounds(max(Fraction(0), low - before_high), high - before_low),
        luck_range=Bounds(low - cost - after_high, high - cost - after_low),
        proven=value.proven and of_guess.proven and value_after.proven,
        best=tuple(code for code in best if code is not None),
        win_probability=win_probability(position, row.guess),
        likely_after=position_after.likely,
        chance_before=chance_before,
        chance_after=chance_after,
        labels_after=position_after.labels_left,
        cost=cost if position.game.has_costs else None,
    )
