"""Steps of a game: rows that are made, taken back and left out, what they leave, and what forbids a code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import why_not
from worlds import built_in_games, playthroughs


@given(playthroughs(), st.data())
def test_candidates_are_the_secrets_that_fit_the_rows_that_count(run: bg.Position, data: st.DataObject) -> None:
    """Whatever rows are ignored, the candidates are those that answer all others as they were answered."""
    rows = list(range(1, len(run.history) + 1))
    for row in data.draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []:
        run = run.without(row)
    kept = [row for number, row in enumerate(run.history, start=1) if number not in run.ignored]
    expected = [s for s in run.game.secrets if all(run.game.score(g, s) == f for g, f in kept)]
    assert run.candidates == expected
    assert run.count == run.listed(0).count == len(expected)
    for row in run.ignored:
        run = run.restore(row)
    assert not run.ignored


@given(playthroughs(), st.data())
def test_why_not_names_exactly_the_rows_that_forbid_a_code(run: bg.Position, data: st.DataObject) -> None:
    """A secret is a candidate when no row forbids it, and each row named would have got another feedback."""
    if run.history and data.draw(st.booleans()):
        run = run.without(data.draw(st.integers(1, len(run.history))))
    secret = data.draw(st.sampled_from(run.game.secrets))
    conflicts = why_not(run, secret)
    assert (not conflicts) == (secret in run.candidates)
    for conflict in conflicts:
        assert conflict.number not in run.ignored
        assert run.history[conflict.number - 1] == conflict.row
        assert run.game.score(conflict.row.guess, secret) == conflict.expected != conflict.row.feedback


@given(playthroughs(built_in_games), st.data())
def test_the_partition_of_a_guess_has_every_candidate_once(run: bg.Position, data: st.DataObject) -> None:
    """The parts of a guess add up to the candidates, largest first."""
    parts = bg.explain(run, data.draw(st.sampled_from(run.game.guesses)), examples=10**6)
    assert sorted(code for part in parts for code in part.codes) == sorted(run.candidates)
    assert [part.size for part in parts] == sorted((len(part.codes) for part in parts), reverse=True)
    assert sum(part.share for part in parts) == pytest.approx(1)


@pytest.mark.parametrize(
    ("history", "message"),
    [
        ("1122:4.0 1133:1.0", "expected no row after the winning one, '1122:4.0', got '1133:1.0'"),
        ("1122:1.0 1133:1.0 1144:1.0", r"expected at most 2 rows in mastermind\(4,6,rows=2\), got 3"),
        ("1122:3.1", "a feedback that 4 pegs can give, got '3.1'"),
    ],
)
def test_impossible_histories(history: str, message: str) -> None:
    """Rows after the winning one, too many rows and feedbacks that cannot be are refused."""
    with pytest.raises(bg.errors.HistoryError, match=message):
        bg.Position(bg.game("mastermind(4,6,rows=2)"), history)
    with pytest.raises(bg.errors.HistoryError, match="expected at most 1 row in "):
        bg.Position(bg.game("mastermind(4,6,rows=1)"), "1122:1.0 1133:1.0")


def test_steps_that_cannot_be_made() -> None:
    """Nothing to take back, no row after the end, no row that is not there, no feedback that no guess can get."""
    game = bg.game("mastermind(4,6)")
    with pytest.raises(bg.errors.HistoryError, match="expected a row to take back, got none"):
        bg.Position(game).before()
    with pytest.raises(bg.errors.HistoryError, match="expected a game that is running, got one that is won"):
        bg.Position(game, "1122:4.0").after("1111", "0.0")
    with pytest.raises(bg.errors.HistoryError, match="expected a row from 1 to 1, got 2"):
        bg.Position(game, "1122:1.0").without(2)
    animals = bg.CustomGame(["cat", "dog"], ["cat", "dog"], lambda g, s: "yes" if g == s else "no", win="yes")
    with pytest.raises(bg.errors.FeedbackError, match="unknown feedback 'maybe'"):
        bg.Position(animals).after("cat", "maybe")


def test_watching_a_secret_that_does_not_fit() -> None:
    """It is refused at once, not in the middle."""
    with pytest.raises(
        bg.errors.HistoryError, match=r"row 1 of the history, '1122:1\.0': the secret answers otherwise"
    ):
        bg.watch(bg.Position("mm4x6", "1122:1.0"), "3333")
