"""What a strategy plays next in any position, also in a game too large for a table; and how an adversary answers."""

from dataclasses import replace

from bestguess.advice.advice import advise
from bestguess.advice.samples import sample
from bestguess.advice.values import Values, nodes_for
from bestguess.arguments import as_limit
from bestguess.candidates import partition
from bestguess.data import known_figures, known_plan
from bestguess.errors import StrategyError
from bestguess.games import Code, Feedback, Game
from bestguess.games.table import fits_table
from bestguess.position import Position
from bestguess.strategies import DEFAULT_STRATEGY, Move, StrategyLike, strategy

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
