"""Play by a strategy: its next move, its way to a secret step by step, and the answers of an adversary."""

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
"""Most pairs of guesses and candidates of a position for which a whole tree is built to find its height."""
_MAX_VALUED = 400  # candidates of a part that is valued; above that the largest part is taken as the hardest


def next_move(
    position: Position,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    budget: int | None = None,
    most_pairs: int | None = None,
    seed: int = 0,
) -> Move:
    """Return the move of the strategy *by*, proven as far as a search of *budget* nodes can.

    *budget*: default by the size of the position. *most_pairs*: do not search positions with more pairs of guesses and
    candidates. The worst case of the move is None if it is unknown, or if some candidates are not found within the rows
    left.

    In a game too large for a table the move comes from a sample. It is then never certain for a strategy that proves
    its moves. Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> next_move(Position("mastermind(4,6)", "1123:0.0"), "optimal-worst")
    Move(guess='4456', certain=True, worst=4, total=None)
    """
    budget, most_pairs = as_limit("a budget", budget, error=StrategyError), as_limit("most_pairs", most_pairs)
    position.check_running()
    player = strategy(by, seed=seed, game=position.game)
    if not position.has_table:
        proves = player.objective is not None
        advice = advise(position, by=DEFAULT_STRATEGY if proves else player, count=1, seed=seed)
        return Move(advice.best.guess if advice.choice is None else advice.choice, certain=not proves)
    pairs = len(position.table.guesses) * len(position.candidate_indices)
    may_search = most_pairs is None or pairs <= most_pairs
    move = player.move(position, nodes_for(position, budget) if may_search else 0)
    worst = move.worst
    if worst is None and move.certain:
        worst = player.worst_from(position, QUICK_PAIRS)
    return replace(move, worst=_none_above(worst, position.rows_left))


def known_worst(game: Game, by: str) -> int | None:
    """Return the worst case of the strategy *by* from the start, by shipped data or by building a small tree.

    Return None if it is unknown, or above the rows of *game*: then some secrets are not found.
    """
    plan = known_plan(game, by)
    shipped = known_figures(game, by) if plan is None else plan.figures
    if shipped is not None:
        return _none_above(shipped.most_guesses, game.rows)
    worst = strategy(by, game=game).worst_from(Position(game), QUICK_PAIRS) if fits_table(game) else None
    return _none_above(worst, game.rows)


def _none_above(worst: int | None, rows: int | None) -> int | None:
    """Return *worst*, or None if it is above *rows*."""
    return None if worst is None or (rows is not None and worst > rows) else worst


def hardest_feedback(position: Position, guess: Code) -> Feedback:
    """Return the feedback to *guess* that leaves the most expected guesses, or the highest cost in games with costs.

    Large parts are compared by size instead. Ties go to the first feedback. A feedback that ends the game is given only
    if there is no other. Raises HistoryError when the rule of the game forbids *guess*.

    >>> start = Position("mastermind(2,3)")
    >>> hardest_feedback(start, "12"), hardest_feedback(start.after("11", "0.0").after("22", "0.0"), "33")
    ('1.0', '2.0')
    """
    game = position.game
    position.check_allowed(game.as_guess(guess))
    position.check_possible()
    if not position.has_table:
        parts = partition(game, guess, sample(position).position.game.secrets)
        return max(parts, key=lambda feedback: (feedback != game.win, len(parts[feedback])))
    positions = position.parts(guess)
    running = {feedback: after for feedback, after in positions.items() if feedback != game.win and after.label is None}
    if not running:
        return max(positions, key=lambda feedback: positions[feedback].count)
    largest = max(running, key=lambda feedback: running[feedback].count)
    if running[largest].count > _MAX_VALUED:
        return largest
    values = Values(game, nodes_for(running[largest], None) // len(running))
    hardest = max(running, key=lambda feedback: values.of(running[feedback]).bounds.upper)
    if values.interrupted:
        raise KeyboardInterrupt
    return hardest


@dataclass(frozen=True)
class Step(Document, HoldsGame):
    """A guess of a strategy, its feedback, and the candidates before and after it. Costs are in the user's unit."""

    guess: Code
    """The guess."""
    feedback: Feedback
    """The answer to the guess."""
    candidates_before: int
    """Number of candidates before the guess."""
    candidates_after: int
    """Number of candidates after its feedback."""
    consistent: bool
    """Whether the guess could have been the secret."""
    parts: int
    """Number of different feedbacks the guess could get."""
    largest_part: int
    """The most candidates the guess could leave."""
    likely_after: int | None = None
    """Number of likely candidates after the guess; only where secrets have weights."""
    labels_after: int | None = None
    """Number of different labels of the candidates left; only where secrets have labels."""
    label: Label | None = None
    """The label of the secret, once it is known; only with goal identify."""
    cost: Fraction | None = None
    """Cost of the guess; only in games with costs."""
    rules: Hidden[Game | None] = field(default=None, repr=False, compare=False)
    """The game, which knows how guesses and feedbacks are written."""

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
    """Return an iterator over the steps by which the strategy *by* finds *secret*.

    The last step is the one that ends the game: it wins, identifies the label of the secret, or uses up the last row of
    the board. Raises SizeError for a game too large for a table.

    >>> [step.guess for step in watch("mastermind(4,6)", "3632", "minimax")]
    ['1122', '1344', '3526', '1462', '3632']
    """
    check_progress(progress, 1)
    position = as_position(game)
    rules = position.game
    if not position.has_table:
        raise SizeError(
            f"expected a game small enough for a table, got {rules}: bestguess advise works with a sample instead"
        )
    position.check_running()
    code = rules.as_secret(secret)
    Position(rules, position.history, secret=code, ignored=position.ignored)  # raises if *secret* contradicts a row
    player = copy.copy(strategy(by, consistent=consistent, first_guess=first_guess, seed=seed, game=rules))
    player.progress = progress  # on a copy: a registered strategy may be shared
    return _steps(position, code, player)


def _steps(position: Position, secret: Code, player: Strategy) -> Iterator[Step]:
    """Yield the steps of *player* from *position* until the game is over."""
    rules = position.game
    while True:
        guess = player.move(position).guess
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
