"""The rules: what a feedback is, and that the declared symmetries change none."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import generators
from bestguess.games.pegs import peg_feedbacks
from plain import pegs_of
from worlds import built_in_games


@pytest.mark.parametrize(
    ("guess", "secret", "feedback"),
    [("1122", "1213", "1.2"), ("1112", "2111", "2.2"), ("1122", "1122", "4.0"), ("1111", "2222", "0.0")],
)
def test_repeated_colours(guess: str, secret: str, feedback: str) -> None:
    """Each peg of the secret answers for one peg of the guess."""
    assert bg.game("mm4x6").score(guess, secret) == feedback == pegs_of(guess, secret)


@pytest.mark.parametrize(("pegs", "count"), [(1, 2), (4, 14), (8, 44)])
def test_number_of_feedbacks(pegs: int, count: int) -> None:
    """All pairs of exact and misplaced but (pegs - 1, 1)."""
    assert len(peg_feedbacks(pegs)) == count
    assert peg_feedbacks(pegs)[-1] == f"{pegs}.0"


@given(st.data())
def test_peg_feedback_is_the_board_s(data: st.DataObject) -> None:
    """The scorer agrees with striking out pegs, for every size."""
    game = bg.Mastermind(data.draw(st.integers(1, 8)), data.draw(st.integers(1, 16)))
    codes = st.integers(0, len(game.guesses) - 1).map(lambda index: game.guesses[index])
    guess, secret = data.draw(codes), data.draw(codes)
    assert game.score(guess, secret) == pegs_of(guess, secret)


def test_twod_says_low_when_no_number_is_above() -> None:
    """The definition, word by word, for every pair of pairs."""
    game = bg.game("twod(4)")
    for guess, secret in product(game.guesses, game.secrets):
        above = any(g > s for g, s in zip(guess, secret, strict=True))
        below = any(g < s for g, s in zip(guess, secret, strict=True))
        wanted = {(False, False): "equal", (False, True): "low", (True, False): "high", (True, True): "mixed"}
        assert game.score(guess, secret) == wanted[above, below]


@given(built_in_games, st.data())
def test_symmetries_change_no_feedback(game: bg.Game, data: st.DataObject) -> None:
    """Any product of declared generators leaves every feedback as it was."""
    steps = generators(game.symmetries)
    chosen = data.draw(st.lists(st.sampled_from(steps), max_size=5)) if steps else []
    guess = data.draw(st.sampled_from(list(game.guesses)))
    secret = data.draw(st.sampled_from(list(game.secrets)))
    before = game.score(guess, secret)
    for symmetry in chosen:
        guess, secret = symmetry.guess(guess), symmetry.secret(secret)
    assert game.score(guess, secret) == before


def test_large_games_cost_nothing_until_they_are_used() -> None:
    """2^32 codes are counted, not listed."""
    game = bg.game("mastermind(8,16)")
    assert len(game.guesses) == 2**32
    assert game.guesses[2**32 - 1] == "GGGGGGGG"
    assert len(bg.game("bullscows(8,16)").secrets) == 518_918_400
