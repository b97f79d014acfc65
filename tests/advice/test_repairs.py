"""Contradictions: the fewest rows that must be wrong, and repairs that mend them."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import top_contradictions
from sampling import without_table
from worlds import any_games, question_games

SLIPS = ["swapped", "one off", "misread", "other feedback"]  # the likeliest first


def fits(game: bg.Game, rows: list[bg.Row]) -> int:
    """How many secrets fit *rows*, by the feedback function."""
    return sum(all(game.score(guess, secret) == feedback for guess, feedback in rows) for secret in game.secrets)


@st.composite
def any_answers(draw: st.DrawFn) -> bg.Position:
    """Rows whose feedbacks may contradict each other: each is true of some secret, but not of the same."""
    game = draw(st.one_of(any_games, question_games(max_secrets=6, max_guesses=5)))
    run = bg.Position(game)
    for _ in range(draw(st.integers(1, 4))):
        if not run.over:
            guess = draw(st.sampled_from(game.guesses))
            run = run.after(guess, game.score(guess, draw(st.sampled_from(game.secrets))))
    return run


@given(any_answers())
def test_the_fewest_rows_are_named_and_every_repair_mends(run: bg.Position) -> None:
    """By brute force: no fewer rows can be wrong, all sets of that size are named, every repair leaves candidates."""
    game, rows = run.game, list(run.history)
    found = bg.contradictions(run)
    if fits(game, rows):
        assert found == ()
        return
    assert found
    size = len(found[0].rows)
    for fewer in range(size + 1):
        mended = {
            wrong: left
            for wrong in combinations(range(1, len(rows) + 1), fewer)
            if (left := fits(game, [row for number, row in enumerate(rows, start=1) if number not in wrong]))
        }
        assert mended == ({one.rows: one.candidates for one in found} if fewer == size else {})
    for one in found:
        ranks = [sum(map(SLIPS.index, repair.slips)) for repair in one.repairs]
        assert ranks == sorted(ranks)
        assert len(ranks) <= 5
        for repair in one.repairs:
            assert tuple(number for number, _ in repair.rows) == one.rows
            repaired = repair.apply(run)
            assert fits(game, list(repaired.history)) == repaired.count == repair.candidates > 0
            changed = [
                n for n, (old, new) in enumerate(zip(rows, repaired.history, strict=True), start=1) if old != new
            ]
            assert tuple(changed) == one.rows


@pytest.mark.parametrize(
    ("wrong", "right", "slip"),
    [("3526:2.1", "3526:1.2", "swapped"), ("3526:1.1", "3526:1.2", "one off"), ("3522:1.2", "3526:1.2", "misread")],
)
def test_a_slip_is_found(wrong: str, right: str, slip: str) -> None:
    """Of each kind of slip in a true game, the repair is offered under its name."""
    run = bg.Position(bg.game("mastermind(4,6)"), f"1122:1.0 1344:0.1 {wrong} 1462:1.1 3662:3.0")
    repairs = [repair for one in bg.contradictions(run, limit=100) for repair in one.repairs]
    assert (((3, bg.Row(*right.split(":"))),), (slip,)) in [(repair.rows, repair.slips) for repair in repairs]


def test_contradictions_in_a_large_game() -> None:
    """A game too large for a table is searched by scans."""
    run = bg.Position(bg.game("mastermind(6,9)"), "111111:0.0 111222:4.0")
    found = bg.contradictions(run, limit=100)
    assert [(one.rows, one.candidates) for one in found] == [((1,), 825), ((2,), 262_144)]
    for one in found:
        assert sum(repair.candidates for repair in one.repairs) == one.candidates  # each answers in one way
        assert all(repair.apply(run).count == repair.candidates for repair in one.repairs)
    won = bg.Position(bg.game("mastermind(6,9)"), "111111:1.0 222222:6.0")
    assert [one.rows for one in bg.contradictions(won)] == [(1,), (2,)]


def test_many_rows_are_counted_at_once() -> None:
    """Eighteen answers at random: many rows are wrong, and trying all sets of them would take a minute."""
    chance = random.Random(1)
    game = bg.game("mastermind(4,6)")
    pairs = [(chance.choice(game.guesses), chance.choice(game.secrets)) for _ in range(18)]
    rows = [bg.Row(guess, game.score(guess, secret)) for guess, secret in pairs]
    run = bg.Position(game, rows)
    found = bg.contradictions(run, limit=1)
    wrong = [
        tuple(number for number, row in enumerate(rows, start=1) if game.score(row.guess, secret) != row.feedback)
        for secret in game.secrets
    ]
    fewest = min(map(len, wrong))
    assert fewest > 5
    assert [one.rows for one in found] == sorted({rows for rows in wrong if len(rows) == fewest})
    assert [one.candidates for one in found] == [wrong.count(one.rows) for one in found]


def by_guess(game: bg.Game, guesses: list[str], count: int) -> bg.Position:
    """*count* rows with these *guesses*, each with every feedback that it can get in turn."""
    answers = [sorted({game.score(guess, secret) for secret in game.secrets} - {game.win}) for guess in guesses]
    rows = [f"{guess}:{one[i]}" for i in range(20) for guess, one in zip(guesses, answers, strict=True) if i < len(one)]
    return bg.Position(game, " ".join(rows[:count]))


def test_at_most_so_many_sets() -> None:
    """Of very many sets, those that leave most candidates are given, in order, and the number of all."""
    run = by_guess(bg.game("mastermind(4,6)"), ["1123", "2345", "1456"], 32)
    every = bg.contradictions(run, limit=2)
    assert len(every) > 100
    some, count = top_contradictions(run, limit=2, most=5)
    assert count == len(every)
    most = sorted(every, key=lambda one: -one.candidates)[:5]  # stable: ties in the order of rows
    assert list(some) == sorted(most, key=lambda one: one.rows)


def test_histories_longer_than_any_board() -> None:
    """Seventy rows, more than the bits of an integer of the machine."""
    game = bg.game("mastermind(2,6)")
    run = bg.Position(game, " ".join(["11:0.0", "22:0.1", "33:1.0"] * 24))
    assert [one.rows for one in bg.contradictions(run)] == [tuple(n for n in range(1, 73) if n % 3 == 2)]


@given(any_answers())
def test_a_game_without_its_table_has_the_same_contradictions(run: bg.Position) -> None:
    """Sets of wrong rows, and repairs of one row by another feedback, are the same by scans."""
    if run.game.kernel() is None or not isinstance(run.game, bg.Mastermind | bg.BullsCows):
        return
    for expected, found in zip(
        bg.contradictions(run, limit=1000),
        bg.contradictions(without_table(run.game), run.history, limit=1000),
        strict=True,
    ):
        assert (found.rows, found.candidates) == (expected.rows, expected.candidates)
        changed = [repair for repair in expected.repairs if "misread" not in repair.slips]
        assert set(found.repairs) == (set(changed) if len(found.rows) == 1 else set())
