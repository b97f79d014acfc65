"""Loss and luck: they add up exactly, they are what trying everything says, and ranges hold them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice.values import least_by_parts
from bestguess.bounds import Bounds, SearchState
from bestguess.data import FirstGuessTotal, first_guess_totals, known_first_guess, lowest_alike
from bestguess.games import PegGame
from bestguess.solve.totals import least_depths, least_total


def test_bad_histories() -> None:
    """A row after the winning one and answers that nothing fits are named."""
    game = bg.game("mastermind(4,6)")
    with pytest.raises(bg.errors.HistoryError, match="expected no row after the winning one"):
        bg.review(game, "1122:4.0 1133:1.0")
    with pytest.raises(bg.errors.ContradictionError, match="row 2 of the history, '1122:1"):
        bg.review(game, "1122:2.0 1122:1.0")


def test_a_review_is_proven_only_if_its_ends_are() -> None:
    """Also when there are no moves: the value at the start has a range."""
    open_end = bg.review(bg.game("mastermind(5,6)"), "", budget=0)
    low, high = open_end.value_range
    assert not open_end.proven
    assert low < high == open_end.value
    assert open_end.as_json()["value_range"] == [float(low), float(high)]
    assert bg.review(bg.game("mastermind(4,6)"), "").proven


def test_a_time_limit_gives_ranges() -> None:
    """Without time, what would be proven is a range; the rule holds all the same."""
    found = bg.review(bg.game("mastermind(4,7)"), "1122:1.0 1344:0.1", prove=True, time_limit=0.0)
    assert not found.proven
    assert found.guesses + found.expected_now == found.value + found.loss - found.luck


def test_progress_of_a_review() -> None:
    """Each report is one value, the state of a search; a function of two is refused."""
    states: list[SearchState] = []
    assert bg.review("mastermind(4,5)", "1122:1.0", prove=True, progress=states.append).proven
    assert all(isinstance(state, SearchState) for state in states)
    with pytest.raises(bg.BestguessError, match="progress"):
        bg.review("mastermind(4,5)", "1122:1.0", progress=lambda bounds, nodes: None)  # type: ignore[arg-type,misc]


@given(st.integers(2, 9), st.integers(0, 40))
def test_the_least_total_by_counting(feedbacks: int, secrets: int) -> None:
    """Guess number d finds at most (feedbacks - 1)^(d - 1) secrets."""
    depths = [d for d in range(1, 50) for _ in range(min(secrets, (feedbacks - 1) ** (d - 1)))][:secrets]
    assert least_depths(feedbacks, secrets).tolist() == depths
    assert least_total(feedbacks, secrets) == sum(depths)


@pytest.mark.parametrize("text", ["mastermind(4,6)", "bullscows(3,10)"])
def test_shipped_values_come_out_again(text: str) -> None:
    """The values that ship are recomputed."""
    firsts = bg.first_guesses(text).first_guesses
    assert firsts is not None
    shipped = {start.guess: start.total.upper for start in first_guess_totals()[text]}
    assert shipped == {one.guess: one.value for one in firsts}
    assert all(start.total.proven for start in first_guess_totals()[text])


@pytest.mark.parametrize("text", sorted(text for text in first_guess_totals() if not text.startswith("words")))
def test_shipped_games_have_every_first_guess(text: str) -> None:
    """Each first guess that differs is there, under the lowest guess like it, the best first, with sound bounds."""
    game = bg.game(text)
    rows = first_guess_totals()[text]
    assert isinstance(game, PegGame)
    assert all(lowest_alike(game, start.guess) == start.guess for start in rows)
    assert [start.total.upper for start in rows] == sorted(start.total.upper for start in rows)
    assert all(
        least_total(len(game.feedbacks), len(game.secrets)) < start.total.lower <= start.total.upper for start in rows
    )
    if len(game.guesses) < 5000:
        table = game.table
        assert {table.guesses[guess] for guess in table.representatives([])} == {start.guess for start in rows}


@pytest.mark.parametrize("length", range(4, 9))
def test_shipped_words_have_their_best_first_guesses(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of these very words, the best first; a guess that is not there is not known, and nothing is of other words."""
    game = bg.game(f"words(english,{length})")
    rows, best = first_guess_totals()[str(game)], known_first_guess(game)
    assert best is not None
    assert (best.guess, best.total.upper) == (rows[0].guess, rows[0].total.upper)
    assert len({row.guess for row in rows}) == len(rows) > 16
    assert [row.total.upper for row in rows] == sorted(row.total.upper for row in rows)
    assert all(best.total.lower <= row.total.lower <= row.total.upper for row in rows)
    assert known_first_guess(game, rows[-1].guess) == rows[-1]
    assert known_first_guess(game, game.secrets[0]) is None
    monkeypatch.setattr(bg.Words, "files", (("other", "0" * 64), ("words", "0" * 64)))
    assert known_first_guess(game) is None


def test_shipped_values_of_words_come_out_again() -> None:
    """Of the five-letter words: what the best first guess needs in all, the least of any, and what the last needs."""
    start = bg.Position("words(english,5)")
    first, *_, last = first_guess_totals()["words(english,5)"]
    for known in (first, last):
        found = bg.optimum(start, first_guess=known.guess)
        assert found.proven
        assert (found.lower_bound, found.upper_bound) == known.total
    assert known_first_guess(start.game) == FirstGuessTotal(first.guess, Bounds(first.total.lower, first.total.upper))
    assert least_by_parts(start) <= first.total.lower


def test_what_ships_is_known_by_the_game_alone() -> None:
    """The rows of a board change nothing; another game has no such values."""
    known = known_first_guess(bg.game("mastermind(4,6,rows=9)"))
    assert known is not None
    assert (known.guess, known.total.upper) == ("1123", 5625)
    assert known_first_guess(bg.game("mastermind(4,6,secrets=distinct)")) is None
    assert known_first_guess(bg.game("twod(3)")) is None
