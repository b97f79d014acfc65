"""Moves: what a strategy plays next, and that what is certain is true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import next_move
from bestguess.bounds import Bounds
from bestguess.strategies import Move
from plain import mean_then_worst
from sampling import without_table
from worlds import custom_games, playthroughs

ONE_STEP = ["first", "random", "minimax", "expected-size", "entropy", "most-parts"]


def height(chosen: bg.Strategy, position: bg.Position) -> int:
    """The most guesses that a strategy needs from *position* on."""
    parts = position.parts(chosen(position))
    return 1 + max((height(chosen, part) for answer, part in parts.items() if answer != position.game.win), default=0)


@given(playthroughs(), st.sampled_from(ONE_STEP), st.integers(0, 3))
def test_one_step_moves_are_the_strategys(run: bg.Position, by: str, seed: int) -> None:
    """The guess is that of the strategy, always certain, and the worst case is the height of its tree from here."""
    if run.over:
        return
    chosen = bg.strategy(by, seed=seed, game=run.game)
    move = next_move(run, by, seed=seed)
    assert (move.guess, move.certain, move.total) == (chosen(run), True, None)
    assert chosen.move(run, 0) == Move(move.guess)
    assert move.worst == (None if chosen.drawn else height(chosen, run))


@given(playthroughs(custom_games(max_secrets=7)), st.sampled_from([None, 0, 10, 1000]))
def test_optimal_moves(run: bg.Position, budget: int | None) -> None:
    """A certain move is the best by trying everything, bounds hold the true total, and every move is legal."""
    if run.over:
        return
    codes = run.candidates
    move = bg.strategy("optimal", game=run.game).move(run, budget)
    within_least = mean_then_worst(run.game, codes)
    assert within_least is not None
    solver, worst = within_least
    truth = int(solver.value(codes))
    if move.total is not None:
        assert move.total.lower <= truth <= move.total.upper
    if budget is None:
        assert move.certain
        assert move.total is not None
    if move.certain:
        assert move.guess == solver.best_guess(codes, 0)
        assert move.worst == worst
        assert move.total is None or move.total == Bounds(truth, truth)
    assert move.guess in solver.allowed(codes)


def test_the_mean_is_bounded_where_the_worst_case_is_not_proven() -> None:
    """A search that ends between the two halves knows the total, and is not certain of its move."""
    game = bg.game("mastermind(4,5)")
    nodes = bg.optimum(game, limits=bg.Limits(threads=1)).nodes
    move = bg.strategy("optimal").move(game, nodes + 1)
    assert (move.certain, move.worst, move.total) == (False, None, Bounds(2463, 2463))
    earlier = bg.strategy("optimal").move(game, nodes // 2)
    assert earlier.total is not None
    assert earlier.total.lower <= 2463 <= earlier.total.upper


def test_the_worst_case_of_a_first_guess() -> None:
    """A strategy with a first guess counts that guess in its worst case."""
    game = bg.game("mastermind(4,6)")
    chosen = bg.strategy("minimax", first_guess="1111", game=game)
    move = next_move(bg.Position(game), chosen)
    assert (move.guess, move.worst) == ("1111", bg.build_tree(game, chosen).worst) == ("1111", 6)


def test_a_small_budget_is_not_certain() -> None:
    """With too few nodes to search, an optimal strategy plays what entropy does, and says that it is not proven."""
    position = bg.Position("mastermind(4,6)", "1112:1.0")
    for by in ("optimal", "optimal-worst"):
        move = bg.strategy(by).move(position, 0)
        assert move == Move(bg.best_guess(position, by="entropy"), certain=False)


def test_moves_from_a_sample() -> None:
    """In a game too large for a table a metric is asked on a sample; a strategy that proves is then never certain."""
    run = bg.Position(without_table(bg.game("mastermind(4,6)")), "1122:1.0")
    assert not run.has_table
    assert next_move(run, "minimax") == Move(bg.advise(run, by="minimax", count=1).choice)
    assert next_move(run, "optimal") == Move(bg.advise(run, count=1).choice, certain=False)


def test_no_move_when_the_game_is_over() -> None:
    """A game that is won, or whose rows contradict each other, has no next move; see also test_finished.py."""
    game = bg.game("mastermind(3,4)")
    with pytest.raises(bg.errors.HistoryError, match="expected a game that is running, got one that is won"):
        next_move(bg.Position(game, "111:3.0"), "first")
    with pytest.raises(bg.errors.ContradictionError, match="fits the answers"):
        next_move(bg.Position(game, "111:1.0 111:0.0"), "first")
