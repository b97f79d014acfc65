"""Games over objects being played: reasons, contradictions, an adversary, watching, drawn secrets and puzzles."""

import json

import pytest

import bestguess as bg
from bestguess.advice import draw_secret, hardest_feedback, why_not
from bestguess.puzzles import failure
from objects import GAMES, numbers, pair_text, pairs, played

EVERY = pytest.mark.parametrize("name", GAMES)


@EVERY
def test_explanations(name: str) -> None:
    """The parts of a guess are those of the partition, by the game's own feedbacks."""
    position = played(GAMES[name])
    for guess in position.game.guesses:
        parts = bg.explain(position, guess, examples=99)
        assert {part.feedback: list(part.codes) for part in parts} == position.partition(guess)
        assert position.parts(guess).keys() == {part.feedback for part in parts}
        assert all(repr(part).isprintable() for part in parts)
    some = bg.explain(position, position.game.guesses[0], candidates=position.candidates[:1])
    assert [part.codes for part in some] == [(position.candidates[0],)]


@EVERY
def test_what_forbids_a_code(name: str) -> None:
    """The rows, and what was to be expected of the code."""
    position = played(GAMES[name], 3)
    for secret in position.game.secrets:
        conflicts = why_not(position, secret)
        assert (not conflicts) == (secret in position.candidates)
        for conflict in conflicts:
            assert position.game.score(conflict.row.guess, secret) == conflict.expected


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
            assert repr(repair).isprintable()
        assert repr(one).isprintable()
    assert bg.contradictions(position) == ()


@EVERY
def test_watching(name: str) -> None:
    """Each step has objects; in JSON it is that of the game over texts."""
    game = GAMES[name]
    for secret in game.secrets:
        steps = list(bg.watch(game, secret, "entropy"))
        assert [step.feedback for step in steps] == [game.score(step.guess, secret) for step in steps]
        written = list(bg.watch(game.as_text(), game.text(secret), "entropy"))
        assert [step.as_json() for step in steps] == [step.as_json() for step in written]
        assert json.loads(json.dumps(steps[-1].as_json())) == steps[-1].as_json()
        assert steps[-1].label == (None if game.goal == "hit" else game.label_of(secret))
        assert all(repr(step).isprintable() for step in steps)


@EVERY
def test_an_adversary(name: str) -> None:
    """Its answers are feedbacks of the game, and leave candidates."""
    position = bg.Position(GAMES[name])
    while not position.over:
        guess = bg.best_guess(position)
        position = position.after(guess, hardest_feedback(position, guess))
        assert position.count
    assert position.outcome == ("won" if position.game.goal == "hit" else "identified")


@EVERY
def test_drawn_secrets(name: str) -> None:
    """One of the game's own, which fits the rows."""
    position = played(GAMES[name])
    for seed in range(5):
        assert draw_secret(position, seed) in position.candidates


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
    assert repr(wrong).isprintable()


def test_steps_are_typed_by_their_objects() -> None:
    """What a type checker knows of a game of numbers: its guesses are numbers."""
    position = bg.Position(numbers(), [(3, -1)])
    highest: int = max(position.candidates)
    assert position.after(highest, 0).history[-1] == (6, 0)
