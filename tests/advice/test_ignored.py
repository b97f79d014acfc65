"""Rows that are ignored: everything is worth what it is without them, on a board shorter by as many rows."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import Values, advise_or_label, evaluate_guess, hardest_feedback, next_move
from bestguess.advice.chances import Chances
from worlds import any_games, playthroughs, question_games, ruled_games

GAMES = st.one_of(any_games, question_games(max_secrets=6, max_guesses=5), ruled_games(max_secrets=8, lengths=(2, 4)))


@st.composite
def pairs(draw: st.DrawFn, games: st.SearchStrategy[bg.Game] = GAMES) -> tuple[bg.Position, bg.Position]:
    """A position with rows that are ignored, and one that never had these rows, on a shorter board."""
    played = draw(playthroughs(games, most=3))
    assume(played.history)
    numbers = range(1, len(played.history) + 1)
    ignored = draw(st.sets(st.sampled_from(numbers), min_size=1))
    left = draw(st.sampled_from([None, 1, 2, 3]))
    rows = None if left is None else len(played.history) + left
    whole = bg.Position(played.game.with_rows(rows), played.history)
    for number in ignored:
        whole = whole.without(number)
    kept = [row for number, row in zip(numbers, played.history, strict=True) if number not in ignored]
    return whole, bg.Position(played.game.with_rows(None if rows is None else rows - len(ignored)), kept)


@given(pairs())
def test_positions(both: tuple[bg.Position, bg.Position]) -> None:
    """What is left, what may be guessed, and whether it is over."""
    whole, short = both
    assert whole.active_rows == short.history
    assert (whole.rows_left, whole.outcome, whole.label) == (short.rows_left, short.outcome, short.label)
    assert whole.candidates == short.candidates
    assert list(whole.allowed) == list(short.allowed)
    assert (whole.count, whole.likely, whole.labels_left) == (short.count, short.likely, short.labels_left)
    assert (whole.key, whole.guesses_so_far) == (short.key, short.guesses_so_far)
    assert whole.different_guesses.tolist() == short.different_guesses.tolist()


@given(pairs(), st.sampled_from(["first", "random", "entropy", "most-parts", "optimal", "optimal-worst"]), st.data())
def test_what_guesses_are_worth(both: tuple[bg.Position, bg.Position], by: str, data: st.DataObject) -> None:
    """Moves, advice, values and chances."""
    whole, short = both
    if short.outcome == "won":
        return
    guess = data.draw(st.sampled_from(short.allowed))
    values = (Values(whole.game, 0), Values(short.game, 0))
    assert values[0].of_guess(whole, guess) == values[1].of_guess(short, guess)
    assert values[0].of(whole) == values[1].of(short)
    assert Chances(100).of(whole, 2) == Chances(100).of(short, 2)
    assert evaluate_guess(whole, guess) == evaluate_guess(short, guess)
    if short.outcome == "lost":
        return
    advice = advise_or_label(whole, by=by)
    assert replace(advice, game="") == replace(advise_or_label(short, by=by), game="")
    if not short.over:
        assert next_move(whole, by) == next_move(short, by)
        assert bg.best_guess(whole, by=by) == bg.best_guess(short, by=by)
        assert bg.hint(whole) == bg.hint(short)
        assert bg.hint(whole, step=3) == bg.hint(short, step=3)
        assert bg.explain(whole, guess) == bg.explain(short, guess)
        assert hardest_feedback(whole, guess) == hardest_feedback(short, guess)


@given(pairs(), st.sampled_from(["mean", "worst", "worst,mean", "mean,worst", "lost"]))
def test_optima(both: tuple[bg.Position, bg.Position], objective: str) -> None:
    """Whatever is made least, within the rows that are left."""
    whole, short = both
    assume(not short.over)
    assume(objective != "lost" or (short.game.rows is not None and short.game.costs is None))
    one, other = bg.optimum(whole, objective), bg.optimum(short, objective)
    assert (one.bounds, one.feasible, one.proven) == (other.bounds, other.feasible, other.proven)
    assert (one.total, one.worst, one.lost, one.max_guesses) == (
        other.total,
        other.worst,
        other.lost,
        other.max_guesses,
    )
    assert one.tree == other.tree
    assert (one.game, one.history) == (other.game, other.history), "what certificates say"


@given(pairs())
def test_reviews(both: tuple[bg.Position, bg.Position]) -> None:
    """Moves that are ignored are not reviewed; they use up rows all the same."""
    whole, short = both
    assert replace(bg.review(whole), game="") == replace(bg.review(short), game="")
