"""What a strategy plays next in any position, how it finds a secret step by step, and how an adversary answers."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from bestguess.advice.advice import advise
from bestguess.advice.samples import sample
from bestguess.advice.values import Values, cost_of, nodes_for
from bestguess.arguments import as_limit, check_progress
from bestguess.bounds import SearchProgress
from bestguess.candidates import partition
from bestguess.data import known_figures, known_plan
from bestguess.display import one_line
from bestguess.errors import SizeError, StrategyError
from bestguess.games import Code, Feedback, Game, Row
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden
from bestguess.games.registry import HoldsGame
from bestguess.games.table import fits_table
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies import DEFAULT_STRATEGY, Move, Strategy, StrategyLike, strategy
from bestguess.wording import count_text

QUICK_PAIRS = 3 * 10**7
"""Pairs of guesses and candidates of a position whose whole tree is built to find its height."""
_MOST_VALUED = 400  # candidates of a part that is valued; larger parts are known to be harder by their size


def next_move(
    position: Position,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    budget: int | None = None,
    most_pairs: int | None = None,
    seed: int = 0,
) -> Move:
    """The move of the strategy *by*, as far as a search of *budget* nodes can prove it (None: what suits the position).

    Positions of more than *most_pairs* pairs of guesses and candidates are not searched. The worst case of the move is
    None where it is not known, or where not every candidate is found within the rows that are left.

    In a game too large for a table it comes from a sample, and is never certain for a strategy that proves its moves.
    Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> next_move(Position("mastermind(4,6)", "1123:0.0"), "optimal-worst")
    Move(guess='4456', certain=True, worst=4, total=None)
    """
    budget, most_pairs = as_limit("a budget", budget, error=StrategyError), as_limit("most_pairs", most_pairs)
    position.check_running()
    chosen = strategy(by, seed=seed, game=position.game)
    if not position.has_table:
        proves = chosen.objective is not None
        advice = advise(position, by=DEFAULT_STRATEGY if proves else chosen, count=1, seed=seed)
        return Move(advice.best.guess if advice.choice is None else advice.choice, certain=not proves)
    pairs = len(position.table.guesses) * len(position.candidate_indices)
    searched = most_pairs is None or pairs <= most_pairs
    move = chosen.move(position, nodes_for(position, budget) if searched else 0)
    worst = move.worst
    if worst is None and move.certain:
        worst = chosen.worst_from(position, QUICK_PAIRS)
    return replace(move, worst=_within(worst, position.rows_left))


def known_worst(game: Game, by: str) -> int | None:
    """The most guesses that the strategy *by* needs from the start: from shipped data, or quickly found.

    None where that is not known, or more than the rows of *game*: then not every secret is found.
    """
    plan = known_plan(game, by)
    shipped = known_figures(game, by) if plan is None else plan.figures
    if shipped is not None:
        return _within(shipped.most_guesses, game.rows)
    worst = strategy(by, game=game).worst_from(Position(game), QUICK_PAIRS) if fits_table(game) else None
    return _within(worst, game.rows)


def _within(worst: int | None, rows: int | None) -> int | None:
    """*worst*, unless it is more than the *rows*."""
    return None if worst is None or (rows is not None and worst > rows) else worst


def hardest_feedback(run: Position, guess: Code) -> Feedback:
    """Return the feedback to *guess* that leaves most work: by the expected guesses after it, or by size when large.

    Ties go to the feedback that comes first; the game is over only when nothing else is left. In games with costs, what
    the guesses cost counts.
    Raises HistoryError when the rule of the game forbids *guess*.

    >>> start = Position("mastermind(2,3)")
    >>> hardest_feedback(start, "12"), hardest_feedback(start.after("11", "0.0").after("22", "0.0"), "33")
    ('1.0', '2.0')
    """
    run.check_allowed(run.game.as_guess(guess))
    run.check_possible()
    if not run.has_table:
        parts = partition(run.game, guess, sample(run).position.game.secrets)
        return max(parts, key=lambda feedback: (feedback != run.game.win, len(parts[feedback])))
    positions = run.parts(guess)
    running = {
        feedback: position
        for feedback, position in positions.items()
        if feedback != run.game.win and position.label is None
    }
    if not running:
        return max(positions, key=lambda feedback: positions[feedback].count)
    largest = max(running, key=lambda feedback: running[feedback].count)
    if running[largest].count > _MOST_VALUED:
        return largest
    values = Values(run.game, nodes_for(running[largest], None) // len(running))
    hardest = max(running, key=lambda feedback: values.of(running[feedback]).bounds.upper)
    if values.interrupted:
        raise KeyboardInterrupt
    return hardest


@dataclass(frozen=True)
class Step(Document, HoldsGame):
    """A guess of a strategy, its feedback, what that left, and what the guess could leave; costs in the user's unit."""

    guess: Code
    """The guess."""
    feedback: Feedback
    """The answer to the guess."""
    candidates_before: int
    """How many candidates there were before the guess."""
    candidates_after: int
    """How many candidates its feedback left."""
    consistent: bool
    """Whether the guess could have been the secret."""
    parts: int
    """How many different feedbacks the guess could get."""
    largest_part: int
    """The most candidates that it could leave."""
    likely_after: int | None = None
    """How many of the candidates left are likely; only where secrets have weights."""
    labels_after: int | None = None
    """How many different labels the candidates left have; only where secrets have labels."""
    label: Label | None = None
    """What it is, once that is known; only with goal identify."""
    cost: Fraction | None = None
    """What the guess costs; only in games with costs."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which says how guesses and feedbacks are written."""

    def __repr__(self) -> str:
        left = f"{self.candidates_before} to {count_text(self.candidates_after, 'candidate')}"
        return one_line(self, f"{Row(self.guess, self.feedback)}, {left}")


def watch(
    game: PositionLike,
    secret: Code,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    progress: SearchProgress | None = None,
) -> Iterator[Step]:
    """Return how the strategy *by* finds *secret*, a step at a time; raises SizeError for a game too large for a table.

    It ends with the step that wins, with goal identify with that after which it is known what the secret is, or with
    the last row of the board: then the game is lost.

    >>> [step.guess for step in watch("mastermind(4,6)", "3632", "minimax")]
    ['1122', '1344', '3526', '1462', '3632']
    """
    check_progress(progress, 1)
    position = as_position(game)
    rules = position.game
    if not position.has_table:
        raise SizeError(f"expected a game small enough for a table, got {rules}: bestguess advise takes a sample")
    position.check_running()
    hidden = rules.as_secret(secret)
    Position(rules, position.history, secret=hidden, ignored=position.ignored)  # raises where it answers otherwise
    chosen = copy.copy(strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=rules))
    chosen.progress = progress
    return _steps(position, hidden, chosen)


def _steps(position: Position, secret: Code, chosen: Strategy) -> Iterator[Step]:
    rules = position.game
    while True:
        guess = chosen.move(position).guess
        parts = position.parts(guess)
        feedback = rules.score_unchecked(guess, secret)
        sizes = [part.count for part in parts.values()]
        after = parts[feedback]
        yield Step(
            guess=guess,
            feedback=feedback,
            candidates_before=position.count,
            candidates_after=after.count,
            consistent=rules.win in parts,
            parts=len(sizes),
            largest_part=max(sizes),
            likely_after=after.likely,
            labels_after=after.labels_left,
            label=after.label,
            cost=cost_of(position.table, guess) if position.game.has_costs else None,
            rules=rules,
        )
        if feedback == rules.win or after.label is not None or position.rows_left == 1:
            return
        position = after
