"""Boards with rows: the chance to win within them is what trying everything says, and comes first in advice."""

from fractions import Fraction

from hypothesis import given

import bestguess as bg
from bestguess.advice import evaluate_guess, next_move
from sampling import one_sampled_guess, without_table
from worlds import built_in_games, playthroughs

SURE = bg.Bounds(Fraction(1), Fraction(1))


def with_rows(run: bg.Position, left: int) -> bg.Position:
    """The same rows on a board that has so many *left*."""
    return bg.Position(run.game.with_rows(len(run.history) + left), run.history)


@given(playthroughs(built_in_games, most=2))
def test_a_board_with_rows_to_spare_changes_nothing(run: bg.Position) -> None:
    """The same suggestions in the same order, and each of them wins for certain."""
    if run.over:
        return
    free, board = bg.advise(run), bg.advise(with_rows(run, 500))
    assert [one.guess for one in board.suggestions] == [one.guess for one in free.suggestions]
    assert [one.expected_range for one in board.suggestions] == [one.expected_range for one in free.suggestions]
    assert (board.choice, board.certain) == (free.choice, free.certain)
    assert all(one.chance_range == SURE for one in board.suggestions)
    assert "rows_left" not in free.as_json()
    assert all("chance" not in one for one in free.as_json()["suggestions"])


def test_the_last_rows_are_not_thrown_away() -> None:
    """With one row left a candidate is played, with two the guess that finds most of them."""
    history = "1122:1.0 1344:0.1 3526:1.2"
    free = bg.advise(bg.game("mastermind(4,6)"), history, by="minimax")
    assert not free.suggestions[[one.guess for one in free.suggestions].index(free.choice)].consistent
    last = bg.advise(bg.game("mastermind(4,6,rows=4)"), history, by="minimax")
    assert last.choice in bg.Position(bg.game("mastermind(4,6)"), history).candidates
    assert {one.chance_range for one in last.suggestions} == {(Fraction(1, 7), Fraction(1, 7))}
    two = bg.advise(bg.game("mastermind(4,6,rows=4)"), "1122:1.0 1344:0.1")
    assert two.best.chance_range == (Fraction(13, 44), Fraction(13, 44))


def test_a_guess_that_is_asked_for() -> None:
    """What a guess is worth comes with its chance, the same as in advice; a guess that tells nothing wastes a row."""
    run = bg.Position(bg.game("mastermind(4,6,rows=4)"), "1122:1.0 1344:0.1")
    assert evaluate_guess(run, bg.advise(run).choice).chance_range == (Fraction(13, 44), Fraction(13, 44))
    assert evaluate_guess(run, "1122").chance_range == (Fraction(1, 44), Fraction(1, 44))
    full = bg.Position(bg.game("mastermind(4,6,rows=2)"), "1122:1.0 1344:0.1")
    assert evaluate_guess(full, "3526").chance_range is None


def test_chances_in_a_game_too_large_for_a_table() -> None:
    """Exact in the last row; with more, bounded by counting, and nothing is claimed."""
    last = bg.advise(bg.game("mastermind(6,9,rows=2)"), "112233:1.2")
    assert {one.chance_range for one in last.suggestions} == {(Fraction(1, 50_124), Fraction(1, 50_124))}
    assert all(one.consistent for one in last.suggestions)
    more = bg.advise(bg.game("mastermind(6,9,rows=3)"), "112233:1.2").best
    assert more.chance_range == (None, Fraction(27, 50_124))
    assert more.as_json()["chance"] is None
    with one_sampled_guess():  # every candidate is in the sample, but not every guess
        history = "1122:1.0 1344:0.1 3526:1.2"
        few = bg.advise(without_table(bg.game("mastermind(4,6,rows=4)")), history)
        two = bg.advise(without_table(bg.game("mastermind(4,6,rows=5)")), history)
    assert few.sampled
    assert few.best.chance_range == (Fraction(1, 7), Fraction(1, 7))
    assert two.best.chance_range == (
        Fraction(6, 7),
        Fraction(6, 7),
    )  # a guess that is not in the sample finds all seven:
    assert bg.advise("mastermind(4,6,rows=5)", history).best.chance_range == (Fraction(1), Fraction(1))


def test_a_plan_is_followed_only_within_the_rows() -> None:
    """mastermind(4,6): the plan of `optimal` needs six guesses; with five rows it is not the one that is played."""
    move = next_move(bg.Position(bg.game("mastermind(4,6,rows=6)")), "optimal")
    assert (move.worst, move.total) == (6, (5625, 5625))
    worst = next_move(bg.Position(bg.game("mastermind(4,6,rows=5)")), "optimal-worst")
    assert worst.worst == 5
    assert next_move(bg.Position(bg.game("mastermind(4,6,rows=5)")), "entropy").worst is None
    assert next_move(bg.Position(bg.game("mastermind(4,6,rows=6)")), "entropy").worst == 6
