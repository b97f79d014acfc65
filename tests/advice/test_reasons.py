"""Why: hints, what a guess would leave, and what forbids a code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import why_not
from worlds import PEG_GAMES, built_in_games, playthroughs


@given(playthroughs(st.sampled_from(PEG_GAMES).map(bg.game)))
def test_what_a_hint_says_is_certain(run: bg.Position) -> None:
    """Present symbols are in every candidate, absent ones in none, fixed ones at their place in all; no others are."""
    codes = run.candidates
    if run.over:
        return
    found = bg.hint(run)
    assert (found.step, found.candidates, found.guesses) == (1, len(codes), ())
    for symbol in run.game.guesses[-1] + run.game.guesses[0]:
        assert (symbol in found.present) == all(symbol in code for code in codes)
        assert (symbol in found.absent) == all(symbol not in code for code in codes)
    for peg, symbol in enumerate(found.fixed):
        column = {code[peg] for code in codes}
        assert (column == {symbol}) if symbol != "." else len(column) > 1


def test_hints_say_more_each_time() -> None:
    """First no guess, then several with the best among them, then the best; after that nothing is left to say."""
    run = bg.Position(bg.game("mastermind(4,6)"), "1122:1.0")
    best = bg.advise(run).best.guess
    assert bg.hint(run, step=1).guesses == ()
    assert len(bg.hint(run, step=2).guesses) == 4
    assert best in bg.hint(run, step=2).guesses
    assert bg.hint(run, step=3).guesses == bg.hint(run, step=9).guesses == (best,)


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


def test_parts_of_a_large_game_are_estimates() -> None:
    """Parts of a sample are scaled to all candidates."""
    parts = bg.explain("mm8x12", "12345678")
    assert sum(part.share for part in parts) == pytest.approx(1)
    assert sum(part.size for part in parts) == pytest.approx(12**8, rel=1e-6)
    assert parts[0].size > 10**7
    small = bg.explain("mm4x6", "1122")
    assert sum(part.size for part in small) == 1296


def test_parts_are_those_of_a_weighing_as_written() -> None:
    """With its sides exchanged, left and right are."""
    game = bg.game("balance(4)")
    for guess in ("AB-CD", "CD-AB", "dc-ba"):
        parts = bg.explain(game, guess, examples=8)
        assert {part.feedback: list(part.codes) for part in parts} == bg.Position(game).partition(guess)
        assert [part.feedback for part in parts] == sorted(part.feedback for part in parts)
        assert all(game.score(guess, code) == part.feedback for part in parts for code in part.codes)
        listed = bg.explain(game, guess, candidates=["A+"])
        assert [part.feedback for part in listed] == [game.score(guess, "A+")]
