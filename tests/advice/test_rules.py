"""What a rule leaves: values, chances, advice and reviews over allowed guesses, against trying everything."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import Values, evaluate_guess, explain, hardest_feedback
from bestguess.advice.chances import Chances
from plain import is_allowed
from questions import Best, Question
from worlds import playthroughs, ruled_games, word_file

HARD, STRICT = "words(english,5,rule=hard)", "mastermind(6,9,rule=strict)"
tiny_games = ruled_games(max_secrets=8, lengths=(2, 4))


def asked_in(run: bg.Position) -> tuple[Question, tuple[str, ...], int]:
    """What is asked in a position, its candidates and their weight; those that all weigh nothing are left out."""
    assume(not run.over)
    question, candidates = Question(run.game, history=run.history), tuple(run.candidates)
    weight = sum(question.weight[code] for code in candidates)
    assume(weight)
    return question, candidates, weight


@given(playthroughs(tiny_games), st.data())
def test_values_are_those_of_allowed_play(run: bg.Position, data: st.DataObject) -> None:
    """Bounds hold the least total over allowed guesses, of a position and of a guess in it, useless ones too."""
    question, candidates, weight = asked_in(run)
    best, values = Best(question, "mean", None), Values(run.game, 0)
    lower, upper = values.of(run).bounds
    assert lower <= Fraction(best.of(candidates)[1]) / weight <= upper
    guess = data.draw(st.sampled_from(question.allowed))
    lower, upper = values.of_guess(run, guess).bounds
    assert lower <= Fraction(best.of_guess(guess, candidates)[1]) / weight <= upper


@given(playthroughs(tiny_games, most=2), st.integers(1, 3), st.data())
def test_chances_are_those_of_allowed_play(run: bg.Position, rows: int, data: st.DataObject) -> None:
    """Within a few rows: what the last two can find is exact, the rest is bounded."""
    question, candidates, weight = asked_in(run)
    best, chances = Best(question, "lost", rows), Chances(100)
    lower, upper = chances.of(run, rows).bounds
    assert lower <= 1 - Fraction(best.of(candidates)[0]) / weight <= upper
    assert rows > 2 or lower == upper
    guess = data.draw(st.sampled_from(question.allowed))
    lower, upper = chances.of_guess(run, rows, guess).bounds
    assert lower <= 1 - Fraction(best.of_guess(guess, candidates)[0]) / weight <= upper


@given(playthroughs(ruled_games()), st.sampled_from(["minimax", "entropy", "most-parts", "first"]), st.booleans())
def test_advice_is_allowed(run: bg.Position, name: str, consistent: bool) -> None:
    """Every suggestion, the choice, hints, and what a board with rows adds."""
    assume(not run.over)
    board = bg.Position(run.game.with_rows(len(run.history) + 2), run.history)
    for situation in (run, board):
        found = bg.advise(situation, by=name, consistent=consistent, count=100)
        guesses = [found.choice, *(one.guess for one in found.suggestions), *bg.hint(situation, step=2).guesses]
        assert all(is_allowed(run.game, guess, run.history) for guess in guesses)


@given(playthroughs(ruled_games(), most=3))
def test_reviews_compare_with_allowed_guesses(run: bg.Position) -> None:
    """What was best was allowed, nothing is lost by a best guess, and the sum rule holds."""
    found = bg.review(run.game, run.history)
    for number, move in enumerate(found.moves):
        assert all(is_allowed(run.game, guess, run.history[:number]) for guess in move.best)
        assert move.loss >= 0
    assert found.guesses + found.expected_now == found.value + found.loss - found.luck


def test_positions_with_the_same_candidates_may_differ() -> None:
    """A guess that tells nothing leaves all candidates, but not all guesses: then more are needed."""
    secrets, more = word_file(["bills", "fills", "hills", "mills"]), word_file(["fhzzz", "zills", "zzzzz"])
    game = bg.game(f"words({secrets},guesses={more},rule=hard)")
    free, bound = (bg.Position(game, text) for text in ("zzzzz:BBBBB", "zills:BGGGG"))
    assert free.candidates == bound.candidates
    assert free.key != bound.key
    values = Values(game, 0)
    assert values.of(free).bounds.upper < values.of(bound).bounds.upper == Fraction(10, 4)


def test_a_forbidden_guess_is_not_valued() -> None:
    """Not by a value, an explanation, or an adversary: one line says why."""
    run = bg.Position(HARD, "eerie:YBYBG")
    for ask in (evaluate_guess, explain, hardest_feedback):
        with pytest.raises(
            bg.errors.HistoryError, match="rule hard: 'prune' needs two e, because row 1 was eerie:YBYBG"
        ):
            ask(run, "prune")
        ask(run, "there")
    with pytest.raises(bg.errors.HistoryError, match="needs two e"):
        Values(run.game, 0).of_guess(run, "prune")


def test_samples_of_large_games_are_allowed() -> None:
    """Without a table: only guesses that fit all rows, were they the secret."""
    history = "112233:2.3"
    found = bg.advise(STRICT, history, count=3)
    game = bg.game(STRICT)
    assert all(is_allowed(game, one.guess, game.as_history(history)) for one in found.suggestions)
    with pytest.raises(bg.errors.HistoryError, match="rule strict"):
        evaluate_guess(bg.Position(STRICT, history), "111111")


def test_repairs_keep_to_the_rule() -> None:
    """A slip that would make another row break the rule is no repair."""
    game = bg.game("mastermind(3,4,rule=strict)")
    run = bg.Position(game, "112:1.0 133:1.0 144:1.0 132:1.0", ignored=[4])
    for contradiction in bg.contradictions(run, limit=50):
        for repair in contradiction.repairs:
            repaired = repair.apply(run)
            assert game.as_history(repaired.history, run.ignored) == repaired.history
            assert repaired.count == repair.candidates
    free = bg.Position(game.without_rule(), run.history, ignored=[4])
    counts = [sum(len(one.repairs) for one in bg.contradictions(some, limit=50)) for some in (run, free)]
    assert 0 < counts[0] < counts[1]
