"""Advice, reviews, reasons, whole games and puzzles over objects: objects in and out, texts in JSON."""

import json

import pytest

import bestguess as bg
from bestguess.advice import Values, draw_secret, evaluate_guess, hardest_feedback, next_move, why_not
from bestguess.puzzles import failure
from objects import GAMES, numbers, pair_text, pairs, played

EVERY = pytest.mark.parametrize("name", GAMES)
STRATEGIES = ["first", "random", "entropy", "optimal", "optimal-worst"]


def as_texts(position: bg.Position) -> bg.Position:
    """The position in the game over texts."""
    return position.in_game(position.game.as_text())


@EVERY
@pytest.mark.parametrize("by", STRATEGIES)
def test_advice_is_that_of_the_game_over_texts(name: str, by: str) -> None:
    """Guesses are the game's own objects; in JSON both are the same document."""
    for position in (bg.Position(GAMES[name]), played(GAMES[name])):
        game, advice = position.game, bg.advise(position, by=by)
        written = bg.advise(as_texts(position), by=by)
        assert advice.as_json() == written.as_json()
        assert json.loads(json.dumps(advice.as_json())) == advice.as_json()
        assert advice.choice in game.guesses
        assert game.text(advice.choice) == written.choice
        assert [game.text(one.guess) for one in advice.suggestions] == [one.guess for one in written.suggestions]
        if by != "optimal":  # which `advise` plays as far as its budget goes
            assert advice.choice == bg.best_guess(position, by=by)
        assert bg.Position(game, advice.history) == position


@EVERY
def test_hints_and_moves(name: str) -> None:
    """Their guesses are objects, too."""
    position = played(GAMES[name])
    game = position.game
    for step in (1, 2, 3):
        found, written = bg.hint(position, step=step), bg.hint(as_texts(position), step=step)
        assert all(guess in game.guesses for guess in found.guesses)
        assert sorted(found.as_json()["guesses"]) == sorted(written.as_json()["guesses"])
        assert (found.candidates, found.likely, found.labels) == (written.candidates, written.likely, written.labels)
    move, written_move = next_move(position, "entropy"), next_move(as_texts(position), "entropy")
    assert (game.text(move.guess), move.worst) == (written_move.guess, written_move.worst)
    value = Values(game).of(position)
    assert value.guess in game.guesses
    assert evaluate_guess(position, value.guess).expected_range == value.bounds


@EVERY
def test_reviews(name: str) -> None:
    """Moves have the guesses and feedbacks that were made; in JSON they are texts, which are read back."""
    position = played(GAMES[name], 3)
    game, found = position.game, bg.review(position, prove=True)
    assert [(move.guess, move.feedback) for move in found.moves] == [tuple(row) for row in position.history]
    assert all(best in game.guesses for move in found.moves for best in move.best)
    assert found.as_json() == bg.review(as_texts(position), prove=True).as_json()
    assert json.loads(json.dumps(found.as_json())) == found.as_json()
    assert bg.review(game, found.history, prove=True) == found
    assert found.cost + found.expected_now == found.value + found.loss - found.luck


def test_what_is_given_is_an_object() -> None:
    """The text of a code is none of its codes; a list of candidates has objects, too."""
    game = pairs()
    assert bg.advise(game, [((0, 1), (1, 0))]).candidates == 4
    assert bg.advise(game, candidates=[(0, 0), (0, 1)]).best.guess == (0, 0)
    with pytest.raises(bg.errors.CodeError, match="expected a secret of pairs"):
        bg.advise(game, candidates=["(0,0)"])
    with pytest.raises(bg.errors.HistoryError, match="expected a guess of pairs"):
        bg.advise(game, [("(0,1)", (1, 0))])
    assert bg.advise(game, '"(0,1)":"(1,0)"').candidates == 4, "a history that is a text has texts"


def test_zero_is_a_guess_like_any_other() -> None:
    """A guess, a feedback or a label that Python takes for false is played, advised and reviewed."""
    few = bg.Position(numbers(), [(3, 1), (1, 1)])
    assert list(few.candidates) == [0]
    assert not few.over
    advice = bg.advise(few)
    assert (advice.choice, advice.best.guess, advice.as_json()["choice"]) == (0, 0, "0")
    assert bg.hint(few, step=3).guesses == (0,)
    assert next_move(few, "optimal").guess == 0
    won = few.after(0, 0)
    assert won.outcome == "won"
    assert bg.review(won, prove=True).expected_now == 0
    first = bg.strategy("entropy", first_guess=0, game=numbers())
    assert bg.advise(numbers(), by=first).choice == 0
    game = bg.CustomGame(range(2), range(4), lambda bit, n: n >> bit & 1, goal="identify", labels=[0, 0, 1, 2])
    position = bg.Position(game, [(1, 0)])
    assert (position.outcome, position.label, position.over) == ("identified", 0, True)
    with pytest.raises(bg.errors.HistoryError, match="it is 0"):
        bg.advise(position)
    assert bg.review(position).as_json()["label"] == "0"


@EVERY
def test_contradictions_and_repairs(name: str) -> None:
    """A wrong answer is found, and every repair has a feedback of the game."""
    game = GAMES[name]
    position, true = played(game, 3), game.score(game.guesses[0], game.secrets[-1])
    wrong = next(feedback for feedback in game.table.feedbacks if feedback not in (true, game.win))
    rows = [(game.guesses[0], wrong), (game.guesses[0], true), *position.history[1:]]
    found = bg.contradictions(game, rows)
    assert found[0].rows == (1,)
    assert any(repair.rows == ((1, bg.Row(game.guesses[0], true)),) for repair in found[0].repairs)
    for one in found:
        for repair in one.repairs:
            assert repair.apply(bg.Position(game, rows)).count == repair.candidates
    assert bg.contradictions(position) == ()


def test_puzzles() -> None:
    """Solutions and near misses are objects; in JSON they are written as the game writes them."""
    game = pairs(text=pair_text)
    (puzzle,) = bg.puzzles.make(game, "only-secret", 1)
    (written,) = bg.puzzles.make(game.as_text(), "only-secret", 1)
    assert all(guess in game.secrets for guess in puzzle.solutions)
    assert puzzle.as_json() == written.as_json()
    assert json.loads(json.dumps(puzzle.as_json())) == puzzle.as_json()
    wrong = failure(game, puzzle, next(code for code in game.secrets if code not in puzzle.solutions))
    assert wrong is not None
    assert wrong.feedback in game.table.feedbacks


@EVERY
def test_reasons(name: str) -> None:
    """The parts of a guess are those of the partition; the rows that forbid a code have the game's own feedbacks."""
    position = played(GAMES[name])
    for guess in position.game.guesses:
        parts = bg.explain(position, guess, examples=99)
        assert {part.feedback: list(part.codes) for part in parts} == position.partition(guess)
        assert position.parts(guess).keys() == {part.feedback for part in parts}
    some = bg.explain(position, position.game.guesses[0], candidates=position.candidates[:1])
    assert [part.codes for part in some] == [(position.candidates[0],)]
    for secret in position.game.secrets:
        conflicts = why_not(position, secret)
        assert (not conflicts) == (secret in position.candidates)
        assert all(position.game.score(conflict.row.guess, secret) == conflict.expected for conflict in conflicts)


@EVERY
def test_whole_games(name: str) -> None:
    """Steps have objects; in JSON they are those of the game over texts. The adversary and drawn secrets fit."""
    game = GAMES[name]
    for secret in game.secrets:
        steps = list(bg.watch(game, secret, "entropy"))
        assert [step.feedback for step in steps] == [game.score(step.guess, secret) for step in steps]
        written = list(bg.watch(game.as_text(), game.text(secret), "entropy"))
        assert [step.as_json() for step in steps] == [step.as_json() for step in written]
        assert json.loads(json.dumps(steps[-1].as_json())) == steps[-1].as_json()
    position = bg.Position(game)
    while not position.over:
        guess = bg.best_guess(position)
        position = position.after(guess, hardest_feedback(position, guess))
        assert draw_secret(position, 1) in position.candidates
    assert position.outcome == ("won" if game.goal == "hit" else "identified")
