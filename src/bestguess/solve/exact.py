"""The public functions that find a best tree and prove it: they check their arguments and start a run.

`objectives` chooses the searches that a run needs. `search` does one of them in the core.
"""

import hashlib
from concurrent.futures import Executor
from pathlib import Path

from bestguess.arguments import (
    as_flag,
    as_integer,
    as_limit,
    as_path,
    as_text,
    check_progress,
    describe,
    expected_error,
)
from bestguess.bounds import SearchProgress
from bestguess.cluster.executors import check_executor
from bestguess.errors import BestguessError, StrategyError
from bestguess.games import Code, Game, is_described_by_text
from bestguess.games.table import Table
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.certificate import check_certifiable
from bestguess.solve.checkpoint import Checkpoint
from bestguess.solve.limits import NO_LIMITS, Limits, Objective
from bestguess.solve.objectives import solve, splits_or_wins
from bestguess.solve.result import Result
from bestguess.solve.search import Run


def optimum(
    position: PositionLike,
    objective: Objective | str = Objective.MEAN,
    *,
    max_guesses: int | None = None,
    consistent: bool = False,
    first_guess: Code | None = None,
    limits: Limits = NO_LIMITS,
    certify: bool = False,
    checkpoint: str | Path | None = None,
    progress: SearchProgress | None = None,
    executor: Executor | None = None,
) -> Result:
    """Return the best tree for *objective*, and whether it is proven to be the best.

    *max_guesses* limits the guesses for each secret. Default: the rows of the game that are left. *certify* records the
    proof for `Result.save_certificate`. *checkpoint* is a file to which the search saves its progress: if it is killed,
    the same call continues from there. An *executor* provides workers that do the search.

    The search ends early at one of the *limits* or on Ctrl-C, and returns the bounds and the tree known by then. Raises
    HistoryError if the game is over, ContradictionError if no secret is consistent with the history.

    >>> result = optimum("mastermind(3,4)")
    >>> result.total, result.proven, result.tree.root.guess
    (206, True, '112')
    >>> optimum("mastermind(3,4)", max_guesses=3).summary()
    'mastermind(3,4): no strategy exists within 3 guesses (proven)'
    >>> optimum("mastermind(3,4,rows=3)", "lost").lost
    21
    """
    certify = as_flag("certify", certify)
    run = _new_run(position, objective, max_guesses, consistent, limits, progress, executor)
    if certify:
        check_certifiable(run.position.game)
        run.certify = True
    if first_guess is not None:
        run.first_guess = _first_guess_index(run.position, first_guess, run.consistent)
    return _solve(run, checkpoint)


def first_guesses(
    position: PositionLike,
    objective: Objective | str = Objective.MEAN,
    *,
    max_guesses: int | None = None,
    consistent: bool = False,
    limits: Limits = NO_LIMITS,
    checkpoint: str | Path | None = None,
    progress: SearchProgress | None = None,
    executor: Executor | None = None,
) -> Result:
    """Find the best tree as `optimum` does, and the value of every first guess: `Result.first_guesses`.

    Of symmetric guesses one is listed; guesses that do not split the candidates are left out. With more than 1,000
    guesses, only the ten best have exact values. The others have a lower bound, which is no better than these values.

    >>> [(first.guess, first.value) for first in first_guesses("mastermind(2,3)").first_guesses]
    [('11', 24), ('12', 21)]
    """
    run = _new_run(position, objective, max_guesses, consistent, limits, progress, executor)
    run.every_first_guess = True
    return _solve(run, checkpoint)


def solvable_within(position: PositionLike, guesses: int) -> bool:
    """Whether some strategy finds every secret (with goal identify, every label) in at most *guesses* guesses.

    Ignores the rows of the game and the costs of guesses. Raises HistoryError if the game is over, ContradictionError
    if no secret is consistent with the history.

    >>> solvable_within("twod(5)", 3), solvable_within("twod(5)", 4)
    (False, True)
    """
    limit = as_integer("guesses", guesses, least=0)
    # `optimum` takes no limit of 0, but the position is checked for 0 guesses too.
    return bool(_prove_worst(position, max(limit, 1)).feasible) and limit > 0


def least_worst(position: PositionLike) -> int:
    """Return the least number of guesses in which some strategy finds every secret (with goal identify, every label).

    Ignores the rows of the game and the costs of guesses.

    >>> least_worst("mastermind(3,3)"), least_worst("mastermind(3,3,rows=2)")
    (4, 4)
    """
    worst = _prove_worst(position).worst
    assert worst is not None, "without a limit of guesses there is always a tree"
    return int(worst)


def _prove_worst(position_like: PositionLike, max_guesses: int | None = None) -> Result:
    """Return the proven least worst case within *max_guesses*, without rows and costs."""
    position = as_position(position_like)
    position.check_running()
    game = position.game.without_costs().with_rows(None)
    plain_position = Position(game, position.history, ignored=position.ignored)
    result = optimum(plain_position, Objective.WORST, max_guesses=max_guesses)
    if not result.proven:  # `optimum` catches Ctrl-C, and no other limit was set
        raise KeyboardInterrupt
    return result


def _new_run(
    position_like: PositionLike,
    objective: Objective | str,
    max_guesses: int | None,
    consistent: bool,
    limits: Limits,
    progress: SearchProgress | None,
    executor: Executor | None,
) -> Run:
    """Check the arguments of the public functions, and return a run that is ready to be solved."""
    objective = Objective(as_text("an objective", objective, StrategyError))
    consistent = as_flag("consistent", consistent)
    as_limit("max_guesses", max_guesses, least=1, error=StrategyError)
    if not isinstance(limits, Limits):
        raise expected_error("limits, such as Limits(seconds=60)", limits, StrategyError)
    check_progress(progress, 1)
    check_executor(executor)
    if executor is not None and limits.nodes is not None:
        raise StrategyError("a limit of nodes does not work with an executor")
    position = as_position(position_like)
    position.game.build_table(threads=limits.threads, memory_limit=limits.memory)
    position.check_running()
    position = position.without_ignored()
    position = position.in_game(position.game)  # with the feedback objects that trees and certificates contain
    _check_goal_and_costs(position.game, objective, consistent)
    limit = position.rows_left if max_guesses is None else int(max_guesses)
    if limit is None and objective == Objective.LOST:
        raise StrategyError("expected max_guesses or a game with rows: the objective lost needs a limit")
    # A tree ends at the rows of the board, and for `lost` at max_guesses: what is not found by then is lost. For other
    # objectives max_guesses is a condition that the whole tree must meet.
    ends_at_limit = max_guesses is None or objective == Objective.LOST
    rows = len(position.history) + limit if limit is not None and ends_at_limit else None
    return Run(position, objective, limit, limits, consistent, rows=rows, progress=progress, executor=executor)


def _solve(run: Run, checkpoint: str | Path | None) -> Result:
    """Return the result of *run*; with a *checkpoint*, continue from that file and save progress to it."""
    if checkpoint is not None:
        run.checkpoint = Checkpoint(as_path("checkpoint", checkpoint), _question(run))
    try:
        return solve(run)
    finally:
        if run.checkpoint is not None:
            run.checkpoint.close()


def _check_goal_and_costs(game: Game, objective: Objective, consistent: bool) -> None:
    """Raise StrategyError if *objective* or *consistent* does not work with the goal or the costs of *game*."""
    if consistent and game.identifies:
        raise StrategyError(f"consistent=True does not work with goal=identify, which {game} has")
    if game.has_costs and objective in (Objective.AT_WORST, Objective.LOST):
        raise StrategyError(
            f"the objective {objective} does not work with costs, which {game} has: "
            "use mean, worst, worst,mean or mean,worst"
        )


def _question(run: Run) -> dict[str, object]:
    """Return what a checkpoint must say to belong to the search of *run*."""
    position, game, first = run.position, run.position.game, run.first_guess
    history: object = str(position.active_rows)
    if not is_described_by_text(game):
        # Codes may contain separators, so two histories may have the same text. Lists of rows are never ambiguous.
        history = [[game.text(row.guess), game.text(row.feedback)] for row in position.active_rows]
    return {
        "game": str(game),
        "table_sha256": _table_sha256(position.table),
        "history": history,
        "consistent": run.consistent,
        "objective": run.objective.value,
        "max_guesses": run.max_guesses,
        "first_guess": None if first is None else game.text(position.table.guesses[first]),
        "first_guesses": run.every_first_guess,
    }


def _table_sha256(table: Table) -> str | None:
    """Return a digest of the whole table; None if the text of the game alone describes it completely."""
    if is_described_by_text(table.game) and not table.game.files:
        return None
    game = table.game
    columns = (table.guesses, table.secrets, table.feedbacks, game.labels or ())
    texts = [list(map(game.text, column)) for column in columns]  # the repr of an object may differ between processes
    names = repr((texts, table.win, game.weights, game.costs))
    return hashlib.sha256(names.encode("utf-8", "surrogatepass") + table.ordinals.tobytes()).hexdigest()


def _first_guess_index(position: Position, guess: Code, consistent: bool) -> int:
    """Return the index of *guess*; raise StrategyError if it cannot be the first guess."""
    try:
        index = position.table.guesses.index(position.game.as_guess(guess))
    except BestguessError as error:
        raise StrategyError(f"the first guess {describe(guess)} is not a guess of {position.game}: {error}") from error
    if consistent and not position.may_win(index):
        raise StrategyError(f"the first guess {guess!r} is not consistent with the history")
    if (why := position.why_forbidden(position.table.guesses[index])) is not None:
        raise StrategyError(f"the first guess {guess!r} is not allowed: {why}")
    if not splits_or_wins(position, index):
        raise StrategyError(f"the first guess {guess!r} does not split the candidates: all give the same answer")
    return index
