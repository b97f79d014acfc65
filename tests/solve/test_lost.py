"""The objective `lost`, and rows: what cannot be found within a limit, against trying everything."""

import random

from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from plain import INFINITE, PlainLossSolver, PlainSolver, paths_of
from worlds import PEG_GAMES, custom_games, function_game, word_games

SMALL = [text for text in PEG_GAMES if len(bg.game(text).secrets) <= 9]
small_games = st.one_of(
    custom_games(max_secrets=6), word_games(max_secrets=6, lengths=(2, 5)), st.sampled_from(SMALL).map(bg.game)
)


def value_of(result: bg.Result) -> tuple[int | None, float | None]:
    """Weight lost and total, as the figures of the tree have them."""
    return result.lost_weight, result.total


@given(small_games, st.booleans(), st.integers(1, 5), st.integers(1, 3))
def test_lost_is_what_trying_everything_finds(game: bg.Game, consistent: bool, limit: int, threads: int) -> None:
    """With weights, extra guesses, few or many feedbacks: the least pair, and the very tree of the tie rule."""
    plain = PlainLossSolver(game, limit, consistent)
    result = bg.optimum(game, "lost", max_guesses=limit, consistent=consistent, limits=bg.Limits(threads=threads))
    assert (result.proven, result.feasible) == (True, True)
    assert value_of(result) == plain.value(game.secrets)
    assert result.lower_bound == result.upper_bound == result.lost_weight
    assert result.tree is not None
    assert paths_of(result.tree) == plain.solutions()
    assert result.lost == len(game.secrets) - len(plain.solutions())
    assert result.tree.game == str(game.with_rows(limit))


@given(small_games, st.data())
def test_from_any_position_and_with_any_first_guess(game: bg.Game, data: st.DataObject) -> None:
    """After a history, and with a given first guess; each first guess has the value of trying it."""
    guess, secret = data.draw(st.sampled_from(list(game.guesses))), data.draw(st.sampled_from(list(game.secrets)))
    limit = data.draw(st.integers(1, 4))
    history = bg.History([(guess, game.score(guess, secret))])
    left = bg.Position(game, history).candidates[:]
    plain = PlainLossSolver(game, limit, consistent=False)
    if game.win != history[0].feedback:
        result = bg.optimum(bg.Position(game, history), "lost", max_guesses=limit)
        assert value_of(result) == plain.value(left)
        within_rows = bg.optimum(bg.Position(game.with_rows(limit + 1), history), "lost")
        assert within_rows.tree == result.tree
    allowed = plain.allowed(game.secrets)
    first = data.draw(st.sampled_from(allowed))
    assert value_of(bg.optimum(game, "lost", max_guesses=limit, first_guess=first)) == plain.value_of(
        first, game.secrets, 0
    )
    every = bg.first_guesses(game, "lost", max_guesses=limit)
    assert every.first_guesses is not None
    useful = [one for one in every.first_guesses if one.value is not None]  # others do not split the candidates
    assert {one.guess for one in useful} <= set(allowed)
    for one in useful:
        assert (one.value, one.total) == plain.value_of(one.guess, game.secrets, 0)
    assert value_of(every) == plain.value(game.secrets)


@given(small_games, st.booleans(), st.integers(1, 6))
def test_rows_limit_every_objective(game: bg.Game, consistent: bool, rows: int) -> None:
    """A board with rows is a limit of guesses; what the user says goes before it."""
    for objective in ("mean", "worst", "worst,mean", "mean,worst", "at-worst"):
        within = bg.optimum(game, objective, max_guesses=rows, consistent=consistent)
        board = bg.optimum(game.with_rows(rows), objective, consistent=consistent)
        assert (board.feasible, board.proven, board.max_guesses) == (within.feasible, True, within.max_guesses)
        assert (board.total, board.worst, board.upper_bound) == (within.total, within.worst, within.upper_bound)
        assert board.lost == (0 if board.feasible else None)
        other = bg.optimum(game.with_rows(rows), objective, max_guesses=rows + 1, consistent=consistent)
        free = bg.optimum(game, objective, max_guesses=rows + 1, consistent=consistent)
        assert (other.tree, other.feasible) == (free.tree, free.feasible)


@given(small_games, st.integers(1, 6))
def test_the_answer_without_a_limit_is_taken_only_if_it_fits(game: bg.Game, rows: int) -> None:
    """The least total within the rows, whether or not the optimum without a limit fits them."""
    wanted = PlainSolver(game, range(1, rows + 1), weighted=True, consistent=False).value(game.secrets)
    result = bg.optimum(game.with_rows(rows))
    assert result.total == (wanted if wanted < INFINITE else None)


def test_published() -> None:
    """mastermind(4,6) within four guesses: 768 found at most; within five: all, and one guess more in all."""
    result = bg.optimum(bg.game("mastermind(4,6)"), "lost", max_guesses=4)
    assert (result.lost, result.lost_weight, result.secrets, result.proven) == (528, 528, 1296, True)
    assert sum((result.as_json()["distribution"] or {}).values()) == 768
    five = bg.optimum(bg.game("mastermind(4,6,rows=5)"))
    assert (five.total, five.worst, five.lost) == (5626, 5, 0)
    four = bg.optimum(bg.game("mastermind(4,6,rows=4)"))
    assert (four.feasible, four.proven, four.total) == (False, True, None)


def test_weights_of_two_to_the_31() -> None:
    """The pair is never folded into one number: the weight lost counts first, however large the totals."""
    rng = random.Random(1)
    answers = {(guess, secret): rng.randint(0, 1) for guess in range(9) for secret in range(7)}
    game = function_game(answers, 9, 7, weights=[2**28 + number for number in range(6)] + [2**29 - 16])
    for limit in (1, 2, 3):
        result = bg.optimum(game, "lost", max_guesses=limit)
        lost, total = PlainLossSolver(game, limit, consistent=False).value(game.secrets)
        assert value_of(result) == (lost, total)
        assert limit == 3 or lost * total > 2**58


def test_secrets_without_weight_may_be_lost() -> None:
    """To lose what weighs nothing may help the others: then it is lost."""
    game = bg.CustomGame(
        ["a", "b", "c"], ["a", "b", "c"], lambda guess, secret: guess == secret, win=True, weights=[1, 0, 1]
    )
    result = bg.optimum(game, "lost", max_guesses=2)
    assert (result.lost, result.lost_weight, result.total) == (1, 0, 3)
