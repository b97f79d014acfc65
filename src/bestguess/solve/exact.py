"""The best tree there is, and the proof that it is, by the exact search of the core.

What callers give is checked here. `objectives` says which searches answer it, `search` makes one of them.
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
from bestguess.games import Code, Game, described_by_text
from bestguess.games.table import Table
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.certificate import check_certifiable
from bestguess.solve.checkpoint import Checkpoint
from bestguess.solve.limits import NO_LIMITS, Limits, Objective
from bestguess.solve.objectives import solve, tells_something
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

    *max_guesses* limits the guesses for each secret. Default: the rows of the game that are left. With *certify* the
    proof is written down, for `Result.save_certificate`. *checkpoint* is a file that keeps what is found, so that a
    search that was killed can go on. With an *executor* its workers do the search.

    Ends early, with what is known by then, at one of the *limits* or on Ctrl-C. Raises HistoryError when the game is
    over, ContradictionError when no secret fits.

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
        run.first_guess = _first_guess(run.position, first_guess, run.consistent)
    return _solved(run, checkpoint)


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
    """Return what `optimum` does, with `Result.first_guesses`: the value of every first guess that differs and splits.

    Of more than 1,000 guesses those of the ten best have a value, and the others a bound that none of them is below.

    >>> [(first.guess, first.value) for first in first_guesses("mastermind(2,3)").first_guesses]
    [('11', 24), ('12', 21)]
    """
    run = _new_run(position, objective, max_guesses, consistent, limits, progress, executor)
    run.every_first_guess = True
    return _solved(run, checkpoint)


def solvable_within(position: PositionLike, guesses: int) -> bool:
    """Whether some strategy finds every secret in that many guesses, or tells every label.

    The rows of a board are no limit here, and every guess counts 1, whatever it costs. Raises HistoryError when the
    game is over, ContradictionError when no secret fits.

    >>> solvable_within("twod(5)", 3), solvable_within("twod(5)", 4)
    (False, True)
    """
    most = as_integer("guesses", guesses, least=0)
    return bool(_proven_worst(position, max(most, 1)).feasible) and most > 0


def least_worst(position: PositionLike) -> int:
    """Return the least number of guesses in which some strategy finds every secret, or tells every label.

    The rows of a board are no limit here, and every guess counts 1, whatever it costs.

    >>> least_worst("mastermind(3,3)"), least_worst("mastermind(3,3,rows=2)")
    (4, 4)
    """
    worst = _proven_worst(position).worst
    assert worst is not None, "without a limit of guesses there is a tree"
    return int(worst)


def _proven_worst(given: PositionLike, most: int | None = None) -> Result:
    """The tree of the least worst case within *most* guesses, each of which costs 1; on Ctrl-C nothing is proven."""
    position = as_position(given)
    position.check_running()
    game = position.game.without_costs().with_rows(None)
    result = optimum(Position(game, position.history, ignored=position.ignored), Objective.WORST, max_guesses=most)
    if not result.proven:
        raise KeyboardInterrupt
    return result


def _new_run(
    given: PositionLike,
    objective: Objective | str,
    max_guesses: int | None,
    consistent: bool,
    limits: Limits,
    progress: SearchProgress | None,
    executor: Executor | None,
) -> Run:
    """Check what callers give, and return it as a run."""
    objective = Objective(as_text("an objective", objective, StrategyError))
    consistent = as_flag("consistent", consistent)
    as_limit("max_guesses", max_guesses, least=1, error=StrategyError)
    if not isinstance(limits, Limits):
        raise expected_error("limits, such as Limits(seconds=60)", limits, StrategyError)
    check_progress(progress, 1)
    check_executor(executor)
    if executor is not None and limits.nodes is not None:
        raise StrategyError("expected a limit of nodes or an executor, got both")
    position = as_position(given)
    position.game.build_table(threads=limits.threads, memory_limit=limits.memory)
    position.check_running()
    position = position.without_ignored()
    position = position.in_game(position.game)  # as trees and certificates know it
    _check_goal_and_costs(position.game, objective, consistent)
    most = position.rows_left if max_guesses is None else int(max_guesses)
    if most is None and objective == Objective.LOST:
        raise StrategyError("expected max_guesses or a game with rows, to count what is lost, got neither")
    ends_at_limit = max_guesses is None or objective == Objective.LOST
    rows = len(position.history) + most if most is not None and ends_at_limit else None
    return Run(position, objective, most, limits, consistent, rows=rows, progress=progress, executor=executor)


def _solved(run: Run, checkpoint: str | Path | None) -> Result:
    """Return the result of *run*, which goes on from its *checkpoint* if there is one."""
    if checkpoint is not None:
        run.checkpoint = Checkpoint(as_path("checkpoint", checkpoint), _question(run))
    try:
        return solve(run)
    finally:
        if run.checkpoint is not None:
            run.checkpoint.close()


def _check_goal_and_costs(game: Game, objective: Objective, consistent: bool) -> None:
    """Raises StrategyError for what the goal or the costs of *game* leave no room for."""
    if consistent and game.identifies:
        raise StrategyError(f"consistent=True does not work with goal=identify, which {game} has")
    if game.has_costs and objective in (Objective.AT_WORST, Objective.LOST):
        fitting = "mean, worst, worst,mean or mean,worst"
        raise StrategyError(f"expected {fitting}, since guesses of {game} cost, got {objective}")


def _question(run: Run) -> dict[str, object]:
    """What a checkpoint of *run* must be about."""
    position, game, first = run.position, run.position.game, run.first_guess
    history: object = str(position.active_rows)
    if not described_by_text(game):  # codes may be any text: row by row no two histories are alike
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
    """A digest of the whole table, for games that their text alone does not describe completely."""
    if described_by_text(table.game) and not table.game.files:
        return None
    game = table.game
    codes = (table.guesses, table.secrets, table.feedbacks, game.labels or ())
    texts = [list(map(game.text, some)) for some in codes]  # an object may have another repr in another process
    names = repr((texts, table.win, game.weights, game.costs))
    return hashlib.sha256(names.encode("utf-8", "surrogatepass") + table.ordinals.tobytes()).hexdigest()


def _first_guess(position: Position, text: Code, consistent: bool) -> int:
    """The index of the guess that *text* is; raises StrategyError."""
    try:
        index = position.table.guesses.index(position.game.as_guess(text))
    except BestguessError as error:
        raise StrategyError(f"the first guess {describe(text)} is not a guess of {position.game}: {error}") from error
    if consistent and not position.may_win(index):
        raise StrategyError(f"the first guess {text!r} is not consistent with the history")
    if (why := position.why_forbidden(position.table.guesses[index])) is not None:
        raise StrategyError(f"the first guess {text!r} is not allowed: {why}")
    if not tells_something(position, index):
        raise StrategyError(f"the first guess {text!r} does not split the candidates: all answer it alike")
    return index
