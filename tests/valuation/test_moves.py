"""Moves: what a strategy plays next, and that what is certain is true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.bounds import Bounds
from bestguess.valuation import next_move, samples
from plain import PlainSolver
from worlds import custom_games, playthroughs

ONE_STEP = ["first", "random", "minimax", "expected-size", "entropy", "most-parts"]


def height(chosen: bg.Strategy, position: bg.Position) -> int:
    """The most guesses that a strategy needs from *position* on."""
    parts = position.parts(chosen(position))
    return 1 + max((height(chosen, part) for answer, part in parts.items() if answer != position.game.win), default=0)


@given(playthroughs(), st.sampled_from(ONE_STEP), st.integers(0, 3))
def test_one_step_moves_are_the_strategys(run: bg.Playthrough, by: str, seed: int) -> None:
    """The guess is that of the strategy, always certain, and the worst case is the height of its tree from here."""
    if run.state == "won" or run.position is None:
        return
    chosen = bg.strategy(by, seed=seed, game=run.game)
    move = next_move(run, by, seed=seed)
    assert (move.guess, move.certain, move.total) == (chosen(run.position), True, None)
    assert chosen.move(run.position, 0) == bg.Move(move.guess)
    assert move.worst == (None if chosen.drawn else height(chosen, run.position))


@given(playthroughs(custom_games(max_secrets=7)), st.sampled_from([None, 0, 10, 1000]))
def test_optimal_moves(run: bg.Playthrough, budget: int | None) -> None:
    """A certain move is the best by trying everything, bounds hold the true total, and every move is legal."""
    if run.state == "won" or run.position is None:
        return
    codes = run.candidates().codes
    move = bg.strategy("optimal", game=run.game).move(run.position, budget)
    solver = PlainSolver(run.game, None, True, False)
    truth = int(solver.value(codes))
    if move.total is not None:
        assert move.total.lower <= truth <= move.total.upper
    if budget is None:
        assert move.certain
        assert move.total is not None
    if move.certain:
        assert move.guess == solver.best_guess(codes, 0)
        assert move.worst is not None
        assert move.total is None or move.total == Bounds(truth, truth)
    assert move.guess in solver.allowed(codes)


def test_the_worst_case_of_a_first_guess() -> None:
    """A strategy with a first guess counts that guess in its worst case."""
    game = bg.game("mastermind(4,6)")
    chosen = bg.strategy("minimax", first_guess="1111", game=game)
    move = next_move(bg.Playthrough(game), chosen)
    assert (move.guess, move.worst) == ("1111", bg.build_tree(game, chosen).figures.worst) == ("1111", 6)


def test_a_small_budget_is_not_certain() -> None:
    """With too few nodes to search, an optimal strategy plays what entropy does, and says that it is not proven."""
    table = bg.Table(bg.game("mastermind(4,6)"))
    position = bg.Position(table, table.game.parse_history("1112:1.0"))
    for by in ("optimal", "optimal-worst"):
        move = bg.strategy(by, game=table.game).move(position, 0)
        assert move == bg.Move(bg.best_guess(table, "1112:1.0", by="entropy"), certain=False)


def test_moves_from_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game too large for a table a metric is asked on a sample; a strategy that proves is then never certain."""
    monkeypatch.setattr(samples, "MOST_TABLE_BYTES", 1)
    run = bg.Playthrough(bg.game("mastermind(4,6)"), "1122:1.0")
    assert run.position is None
    assert next_move(run, "minimax") == bg.Move(str(bg.advise(run, by="minimax", count=1).choice))
    assert next_move(run, "optimal") == bg.Move(str(bg.advise(run, count=1).choice), certain=False)


def test_no_move_when_the_game_is_over() -> None:
    """A game that is won, or whose rows contradict each other, has no next move."""
    game = bg.game("mastermind(3,4)")
    with pytest.raises(bg.HistoryError, match="expected a game that is running, got one that is won"):
        next_move(bg.Playthrough(game, "111:3.0"), "first")
    with pytest.raises(bg.ContradictionError, match="fits the answers"):
        next_move(bg.Playthrough(game, "111:1.0 111:0.0"), "first")
