"""Advice, hints, moves and reviews of games over objects: objects in and out, texts in JSON."""

import json

import pytest

import bestguess as bg
from bestguess.advice import Values, evaluate_guess, next_move
from objects import GAMES, Size, bits, numbers, pair_text, pairs, played

EVERY = pytest.mark.parametrize("name", GAMES)
STRATEGIES = ["first", "random", "minimax", "expected-size", "entropy", "most-parts", "optimal", "optimal-worst"]


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
        assert sorted(found.as_json().pop("guesses")) == sorted(written.as_json().pop("guesses"))
        assert (found.candidates, found.likely, found.labels) == (written.candidates, written.likely, written.labels)
        assert repr(found).isprintable()
    move, written_move = next_move(position, "entropy"), next_move(as_texts(position), "entropy")
    assert (game.text(move.guess), move.worst) == (written_move.guess, written_move.worst)
    value = Values(game).of(position)
    assert value.guess in game.guesses
    assert evaluate_guess(position, value.guess).expected == value.bounds
    assert repr(value).isprintable()


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
    assert all(repr(value).isprintable() for value in (found, *found.moves))


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
    zero = bits(text=str).with_rows(3)
    known = bg.Position(zero, [(2, False), (0, False)]).after(1, False)
    assert (known.outcome, known.label) == ("identified", Size.SMALL)


def test_a_label_that_python_takes_for_false_is_one() -> None:
    """Once all candidates have it, the game is over."""
    game = bg.CustomGame(range(2), range(4), lambda bit, n: n >> bit & 1, goal="identify", labels=[0, 0, 1, 2])
    position = bg.Position(game, [(1, 0)])
    assert (position.outcome, position.label, position.over) == ("identified", 0, True)
    with pytest.raises(bg.errors.HistoryError, match="it is 0"):
        bg.advise(position)
    assert bg.review(position).as_json()["label"] == "0"


def test_the_text_of_a_game_is_used_everywhere() -> None:
    """In the game, its history, advice and reviews; a game with another text is another game."""
    position = played(pairs(text=pair_text))
    assert position.game.history_text(position.history) == "0-0:0-0"
    assert bg.advise(position).history == "0-0:0-0"
    assert bg.advise(position).as_json()["best"] == "1-1"
    assert bg.review(position).as_json()["moves"][0]["guess"] == "0-0"
    assert pairs(text=pair_text) == pairs(text=pair_text) != pairs()
