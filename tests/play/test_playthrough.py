"""Playthroughs: steps, states, candidates, and what forbids a code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from worlds import built_in_games, playthroughs


@given(playthroughs(), st.data())
def test_undo_after_add_is_the_same_position(run: bg.Playthrough, data: st.DataObject) -> None:
    """A row added and taken back changes nothing, and the playthrough it began with is still there."""
    if run.state != "running":
        return
    guess = data.draw(st.sampled_from(run.game.guesses))
    feedback = run.game.feedback(guess, data.draw(st.sampled_from(run.game.secrets)))
    before = (run.history, run.count)
    added = run.add(guess, feedback)
    assert len(added.history) == len(run.history) + 1
    assert added.undo() == run
    assert hash(added.undo()) == hash(run)
    assert added != run
    assert (run.history, run.count) == before


@given(playthroughs(), st.data())
def test_candidates_are_the_secrets_that_fit_the_rows_that_count(run: bg.Playthrough, data: st.DataObject) -> None:
    """Whatever rows are ignored, the candidates are those that answer all others as they were answered."""
    rows = list(range(1, len(run.history) + 1))
    for row in data.draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []:
        run = run.ignore(row)
    kept = [row for number, row in enumerate(run.history, start=1) if number not in run.ignored]
    expected = [s for s in run.game.secrets if all(run.game.feedback(g, s) == f for g, f in kept)]
    assert run.candidates().codes == tuple(expected)
    assert run.count == run.candidates(0).count == len(expected)
    for row in run.ignored:
        run = run.heed(row)
    assert not run.ignored


@given(playthroughs(), st.data())
def test_why_not_names_exactly_the_rows_that_forbid_a_code(run: bg.Playthrough, data: st.DataObject) -> None:
    """A secret is a candidate when no row forbids it, and each row named would have got another feedback."""
    if run.history and data.draw(st.booleans()):
        run = run.ignore(data.draw(st.integers(1, len(run.history))))
    secret = data.draw(st.sampled_from(run.game.secrets))
    conflicts = bg.why_not(run, secret)
    assert (not conflicts) == (secret in run.candidates().codes)
    for conflict in conflicts:
        assert conflict.number not in run.ignored
        assert run.history[conflict.number - 1] == conflict.row
        assert run.game.feedback(conflict.row.guess, secret) == conflict.expected != conflict.row.feedback


@given(playthroughs(built_in_games), st.data())
def test_the_partition_of_a_guess_has_every_candidate_once(run: bg.Playthrough, data: st.DataObject) -> None:
    """The parts of a guess add up to the candidates, largest first."""
    parts = bg.explain(run, data.draw(st.sampled_from(run.game.guesses)), examples=10**6)
    assert sorted(code for part in parts for code in part.codes) == sorted(run.candidates().codes)
    assert [part.size for part in parts] == sorted((len(part.codes) for part in parts), reverse=True)
    assert sum(part.share for part in parts) == pytest.approx(1)


def test_states_and_edits() -> None:
    """Running, won, lost by the rows of the board; an edited row counts as it is now."""
    game = bg.game("mastermind(4,6,rows=2)")
    run = bg.Playthrough(game, "1122:1.0")
    assert run.state == "running"
    assert run.add("1344", "0.1").state == "lost"
    assert run.add("1344", "4.0").state == "won"
    assert run.edit(1, feedback="0.0").count == 256
    assert run.edit(1, guess="1111").history[0].guess == "1111"
    assert run.ignore(1).undo().add("1122", "1.0") == run  # what was ignored is gone with its row
    assert repr(run.ignore(1)) == "Playthrough(game('mastermind(4,6,rows=2)'), '1122:1.0', ignored={1})"
    same = bg.Playthrough(run.game, "1122:1.0", ignored=[1])
    assert (same, hash(same), same.heed(1)) == (run.ignore(1), hash(run.ignore(1)), run)
    with pytest.raises(bg.BestguessError):
        bg.Playthrough(run.game, bg.History([bg.Row("9999", "7.7")]))


def test_a_large_game_needs_no_table() -> None:
    """Candidates of a game too large for a table are scanned for."""
    run = bg.Playthrough(bg.game("mastermind(8,12)"), "11223344:2.3")
    assert run.loaded.table is None
    assert (run.count, run.candidates(1).codes) == (5_511_120, ("11111223",))


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
    with pytest.raises(bg.HistoryError, match=message):
        bg.Playthrough(bg.game("mastermind(4,6,rows=2)"), history)
    with pytest.raises(bg.HistoryError, match="expected at most 1 row in "):
        bg.Playthrough(bg.game("mastermind(4,6,rows=1)"), "1122:1.0 1133:1.0")


def test_steps_that_cannot_be_made() -> None:
    """No undo of nothing, no row after the end, no row that is not there, no feedback that no guess can get."""
    game = bg.game("mastermind(4,6)")
    with pytest.raises(bg.HistoryError, match="expected a row to take back, got none"):
        bg.Playthrough(game).undo()
    with pytest.raises(bg.HistoryError, match="expected a game that is running, got one that is won"):
        bg.Playthrough(game, "1122:4.0").add("1111", "0.0")
    with pytest.raises(bg.HistoryError, match="expected a row from 1 to 1, got 2"):
        bg.Playthrough(game, "1122:1.0").ignore(2)
    animals = bg.CustomGame(["cat", "dog"], ["cat", "dog"], lambda g, s: "yes" if g == s else "no", win="yes")
    with pytest.raises(bg.FeedbackError, match="unknown feedback 'maybe'"):
        bg.Playthrough(animals).add("cat", "maybe")
