"""Likely candidates, and what weights say of guesses: in advice, hints, reviews and watched games."""

from fractions import Fraction

import pytest

import bestguess as bg
from bestguess.candidates import find_candidates
from worlds import word_file

WORDS = ["cater", "crane", "crate", "react", "trace"]
WEIGHTS = [2, 4, 1, 3, 0]


@pytest.fixture
def weighted() -> bg.Game:
    """Five words, two of which are likely."""
    return bg.Words(word_file(WORDS, WEIGHTS))


def test_everything_counts_the_same_likely_words(weighted: bg.Game) -> None:
    """More than half as heavy as the heaviest that is left: 4 and 3 of 4; without these, 2 alone."""
    found = bg.Position(weighted).listed()
    assert (found.likely, found.likely_codes) == (2, ("crane", "react"))
    advice, said = bg.advise(weighted), bg.hint(weighted)
    assert (advice.likely, said.likely, bg.Position(weighted).likely) == (2, 2, 2)
    assert (advice.as_json()["likely"], said.as_json()["likely"]) == (2, 2)
    later = find_candidates(weighted, weighted.as_history("cater:GYYYY"))  # without react, the 3 is gone
    assert later == bg.Position(weighted, "cater:GYYYY").listed()
    assert (later.codes, later.likely, later.likely_codes) == (("crate",), 1, ("crate",))
    assert found == find_candidates(weighted, bg.History())


def test_a_review_weighs_what_a_guess_could_win(weighted: bg.Game) -> None:
    """The share of the weight that the guess would have won, and how many of those left are likely."""
    moves = bg.review(weighted, "crane:YYGBY react:GGGGG").moves
    assert [move.win_probability for move in moves] == [Fraction(4, 10), Fraction(1)]
    assert [move.likely_after for move in moves] == [1, 1]
    first = moves[0].as_json()
    assert (first["win_probability"], first["likely_after"]) == (0.4, 1)
    step = next(bg.watch(weighted, "cater", first_guess="crane"))
    assert step.likely_after == step.as_json()["likely_after"] == 1
