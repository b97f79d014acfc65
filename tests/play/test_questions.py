"""Playing games of any goal: how guesses and answers are typed, when it is over, and who answers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.advice import hardest_feedback
from bestguess.cli.typed import (
    answers_to,
    begins_with_guess,
    choices_text,
    choose,
    find_choice,
    has_feedback,
    has_names,
    read_feedback,
    read_guess,
    read_rows,
    read_secret,
    split_row,
)
from bestguess.games import Code
from questions import Best, Question, random_question
from worlds import playthroughs, question_games

RUNS = playthroughs(question_games(max_secrets=6, max_guesses=5), most=3)
ANSWERS = {
    "Has a beard?": {"Anna Lee": "no", "Bob": "yes", "Carl": "yes"},
    "Has a hat?": {"Anna Lee": "yes", "Bob": "no", "Carl": "yes"},
    "Hair: long, or short?": {"Anna Lee": "long", "Bob": "short", "Carl": "none"},
}
PEOPLE = bg.CustomGame(
    list(ANSWERS), ["Anna Lee", "Bob", "Carl"], lambda question, who: ANSWERS[question][who], goal="identify"
).as_text()


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("Has a hat?", "Has a hat?"),
        ("has  A hat?", "Has a hat?"),
        ('"Has a hat?"', "Has a hat?"),
        ("2", "Has a hat?"),
        ("hair", "Hair: long, or short?"),
        ("has a b", "Has a beard?"),
    ],
)
def test_names_are_typed_plainly(typed: str, guess: str) -> None:
    """In full and in any case, by the number, by the beginning."""
    assert read_guess(PEOPLE, typed) == guess


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("has", 'which begins "Has a beard?", "Has a hat?"'),
        ("beard", 'did you mean "Has a beard?"?'),
        ("bread", 'did you mean "Has a beard?"?'),
        ("4", "got '4'"),
        ("", "got ''"),
    ],
)
def test_other_names_are_refused_with_what_comes_nearest(typed: str, message: str) -> None:
    """One line that says what was expected, and what was perhaps meant."""
    with pytest.raises(bg.errors.CodeError, match="expected a question of custom") as error:
        read_guess(PEOPLE, typed)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ("has a hat? yes", '"Has a hat?":yes'),
        ("Has a hat?: y", '"Has a hat?":yes'),
        ('"Has a hat?":yes', '"Has a hat?":yes'),
        ('"Has a hat?" yes', '"Has a hat?":yes'),
        ("2 y; 1 no, hair 2", '"Has a hat?":yes "Has a beard?":no "Hair: long, or short?":short'),
        ("Hair: long, or short? none", '"Hair: long, or short?":none'),
        ("hair: n", '"Hair: long, or short?":none'),
        ("3 1", '"Hair: long, or short?":long'),
    ],
)
def test_rows_of_names(typed: str, rows: str) -> None:
    """The answers are those that the question may get: their numbers and beginnings, too."""
    assert str(read_rows(PEOPLE, typed)) == rows
    assert has_feedback(PEOPLE, typed)


def test_answers_of_names() -> None:
    """What a question cannot get is no answer to it."""
    assert answers_to(PEOPLE, "Has a hat?") == ["no", "yes"]
    with pytest.raises(bg.errors.FeedbackError, match=r"expected a feedback \(no, yes\), got 'long'"):
        read_feedback(PEOPLE, "long", "Has a hat?")
    assert not has_feedback(PEOPLE, "hair")
    assert split_row(PEOPLE, "hair") == ("Hair: long, or short?", "")
    assert split_row(PEOPLE, "nothing of it") == ("nothing of it", "")
    assert begins_with_guess(PEOPLE, "Has a hat? no")
    assert not begins_with_guess(PEOPLE, "has")
    assert read_secret(PEOPLE, "anna") == "Anna Lee"
    assert read_secret(bg.game("mm4x6"), "1 1 2 2") == "1122"
    with pytest.raises(bg.errors.CodeError, match="expected a secret"):
        read_secret(PEOPLE, "Dora")
    with pytest.raises(bg.errors.CodeError):
        read_secret(bg.game("numbers(9)"), "10")


def test_choices() -> None:
    """Texts that are numbers are not chosen by another number; of many, none is."""
    assert find_choice("1", ["3", "1", "2"]) == "1"
    assert find_choice("4", ["3", "1", "2"]) is None
    assert find_choice("1", [f"name {n}" for n in range(100)]) is None
    assert find_choice("", ["a", "b"]) is None
    assert find_choice("a", ["a", "ab"]) == "a"
    assert choices_text(["yes", "no"]) == "1 yes, 2 no"
    with pytest.raises(bg.errors.FeedbackError, match=r"begins a1, a2, a3, …"):
        choose("a feedback", "a", [f"a{n}" for n in range(1, 6)], bg.errors.FeedbackError)
    assert not any(map(has_names, map(bg.game, ("mm4x6", "bc3x4", "twod(3)", "balance(4)", "numbers(4)"))))


@pytest.mark.parametrize(
    ("text", "typed", "row"),
    [
        ("balance(4)", "ab cd left", "AB-CD:left"),
        ("balance(4)", "b vs. a level", "A-B:level"),
        ("balance(4)", "cd vs ab left", "AB-CD:right"),
        ("balance(4)", "CD-AB:left, C-A:right", "AB-CD:right A-C:left"),
        ("balance(4)", "AB/CD: R", "AB-CD:right"),
        ("numbers(9)", "5 h", "5:high"),
        ("numbers(9)", "5: too low", "5:low"),
        ("numbers(9)", "05 3", "5:equal"),
        ("twod(4)", "0 1 m", "01:mixed"),
        ("mastermind(4,6,feedback=exact)", "1 1 2 2 3", "1122:3"),
        ("mastermind(4,6,feedback=exact)", "1122 2b", "1122:2"),
        ("mastermind(4,6,symbols=RGBYOP)", "r r g g bww", "RRGG:1.2"),
    ],
)
def test_rows_of_families(text: str, typed: str, row: str) -> None:
    """As people type them."""
    game = bg.game(text)
    assert str(read_rows(game, typed)) == row


@given(RUNS, st.data())
def test_the_adversary_makes_it_last(run: bg.Position, data: st.DataObject) -> None:
    """Its answer leaves the most work of those that do not end it; the game ends when nothing else is left."""
    game = run.game
    if run.outcome == "won":
        return
    guess = data.draw(st.sampled_from(game.guesses))
    parts = Question(game).parts(guess, run.candidates)
    answer = hardest_feedback(run, guess)
    running = {f: part for f, part in parts.items() if not Question(game).is_over(f, part)}
    if not running:
        assert answer in parts
        return
    assert answer in running

    def work(part: tuple[Code, ...]) -> float:
        question = Question(game)
        if not any(question.weight[code] for code in part):
            question.weight = dict.fromkeys(game.secrets, 1)
        return float(Best(question, "mean", None).of(part)[1] / sum(question.weight[code] for code in part))

    assert np.isclose(work(running[answer]), max(map(work, running.values())))


@given(question_games(max_secrets=8, max_guesses=6), st.sampled_from(["minimax", "entropy", "first", "optimal"]))
def test_watching(game: bg.CustomGame, by: str) -> None:
    """Each secret is found by a strategy, and the last step says what it is."""
    for secret in game.secrets:
        steps = list(bg.watch(game, secret, by))
        assert (steps[-1].feedback == game.win) == (game.goal == "hit")
        assert steps[-1].label == (None if game.goal == "hit" else game.label_of(secret))
        assert all(step.label is None for step in steps[:-1])
        run = bg.Position(game, bg.History([(step.guess, step.feedback) for step in steps]))
        outcome = "won" if game.goal == "hit" else "identified"
        assert (run.outcome, run.count) == (outcome, steps[-1].candidates_after)
        assert all((step.labels_after is None) == (game.labels is None) for step in steps)


@given(RUNS, st.data())
def test_the_mistyped_row_is_found(run: bg.Position, data: st.DataObject) -> None:
    """Whatever the goal: the true answer is among the repairs where it could have been any secret of one row off."""
    game = run.game
    secret, rows = run.candidates[0], list(run.history)
    if not rows or run.outcome == "won":
        return
    wrong = data.draw(st.integers(0, len(rows) - 1))
    others = [text for text in game.table.feedbacks if text not in (game.win, rows[wrong].feedback)]
    if not others:
        return
    rows[wrong] = bg.Row(rows[wrong].guess, data.draw(st.sampled_from(others)))
    damaged = bg.Position(game, rows)
    found = bg.contradictions(damaged, limit=50)
    assert bool(found) == (damaged.count == 0)
    for one in found:
        assert len(one.rows) == 1
        for repair in one.repairs:
            assert repair.apply(damaged).count == repair.candidates > 0
    if found:
        repaired = [repair.apply(damaged).history for one in found for repair in one.repairs]
        assert run.history in repaired or game.score(run.history[wrong].guess, secret) == game.win


def test_more_may_be_asked_when_it_is_known() -> None:
    """With goal identify questions too many do no harm; what needs a running game refuses it, and says what it is."""
    run = bg.Position(PEOPLE, '"Has a hat?":no')
    assert (run.outcome, run.label) == ("identified", "Bob")
    more = run.after("Has a beard?", "yes")
    assert (more.outcome, more.label, more.before()) == ("identified", "Bob", run)
    assert run.after("Has a beard?", "no").count == 0
    with pytest.raises(
        bg.errors.HistoryError, match="expected a game that is running, got one that is over: it is Bob"
    ):
        run.check_running()
    last = bg.Position(PEOPLE.with_rows(1), '"Has a hat?":no')
    assert (last.outcome, last.rows_left) == ("identified", 0)
    with pytest.raises(bg.errors.HistoryError, match="expected at most 1 row"):
        last.after("Has a beard?", "yes")
    lost = bg.Position(PEOPLE.with_rows(1), '"Has a hat?":yes')
    assert (lost.outcome, lost.label) == ("lost", None)
    ignored = run.without(1)
    assert (ignored.outcome, ignored.label, ignored.count) == (None, None, 3)


def test_puzzles_are_made_of_other_games() -> None:
    """One line each: goal identify, costs, several winners."""
    costs = bg.CustomGame("ab", "ab", lambda g, s: g == s, True, costs=[1, 2])
    several = bg.CustomGame("ab", "ab", lambda g, s: True, True)
    for game, message in (("balance(12)", "goal=identify"), (costs, "has costs"), (several, "one guess wins each")):
        with pytest.raises(bg.errors.GameError, match=message):
            bg.puzzles.make(game)


@pytest.mark.parametrize("seed", range(60))
def test_whole_games(seed: int) -> None:
    """Following the advice, every secret is found, and the review adds up."""
    game = random_question(seed)
    for secret in game.secrets:
        run = bg.Position(game)
        while not run.over:
            choice = bg.advise(run).choice
            assert choice is not None
            run = run.after(choice, game.score(choice, secret))
        assert run.label == (game.label_of(secret) if game.goal == "identify" else None)
        found = bg.review(run)
        assert found.expected_now == 0
        assert found.cost == found.value + found.loss - found.luck


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
