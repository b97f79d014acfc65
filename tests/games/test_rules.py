"""rule=hard and rule=strict: which guesses are allowed after a history, and why others are not."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import files_in_text, rule_in
from plain import is_allowed
from sampling import without_table
from worlds import playthroughs, ruled_games, word_file

HARD = "words(english,5,rule=hard)"


@given(playthroughs(ruled_games()))
def test_allowed_guesses_are_those_of_the_rule(position: bg.Position) -> None:
    """By the game one by one, by the table all at once, and by a position row by row."""
    game, history = position.game, position.history
    wanted = [guess for guess in game.guesses if is_allowed(game, guess, history)]
    assert [guess for guess in game.guesses if game.why_forbidden(guess, history) is None] == wanted
    found = game.table.allowed(history)
    assert (list(game.guesses) if found is None else [game.guesses[index] for index in found]) == wanted
    walked = bg.Position(game)
    for row in history:
        walked = walked.after(*row)
    for one in (position, walked, bg.Position(game, history), bg.Position(without_table(game), history)):
        assert list(one.allowed) == wanted
    assert (walked.allowed_indices is None) == (found is None)
    assert found is None or walked.allowed_indices is None or walked.allowed_indices.tolist() == found.tolist()


@given(playthroughs(ruled_games()))
def test_candidates_are_always_allowed(position: bg.Position) -> None:
    """A guess that may be the secret breaks no rule, with repeated letters too."""
    for code in position.candidates:
        assert position.why_forbidden(code) is None
        position.check_allowed(code)
        assert position.game.rule == "strict" or is_allowed(position.game, code, position.history)


@given(playthroughs(ruled_games()), st.data())
def test_histories_that_break_the_rule_are_refused(position: bg.Position, data: st.DataObject) -> None:
    """Wherever a history is read, in one line that names the row."""
    game = position.game
    guess = data.draw(st.sampled_from(game.guesses))
    history = position.history + bg.Row(guess, str(game.win))
    if is_allowed(game, guess, position.history):
        assert game.as_history(history) == history == game.as_history(str(history))
        return
    message = rf"^row {len(history)} of the history, .*: rule {game.rule}: "
    with pytest.raises(bg.errors.HistoryError, match=message):
        game.as_history(str(history))
    with pytest.raises(bg.errors.HistoryError, match=message):
        game.as_history(history)
    for written in (history, str(history), list(history)):
        with pytest.raises(bg.errors.HistoryError, match=message):
            bg.Position(game, written)
    with pytest.raises(bg.errors.HistoryError, match="the game is over" if position.over else f"rule {game.rule}"):
        position.after(*history[-1])
    with pytest.raises(bg.errors.HistoryError, match=f"rule {game.rule}"):
        position.check_allowed(guess)
    with pytest.raises(bg.errors.HistoryError, match="the game is over" if position.over else f"rule {game.rule}"):
        position.parts(guess)


@pytest.mark.parametrize(
    ("guess", "row", "why"),
    [
        ("prune", "eerie:YBYBG", "rule hard: 'prune' needs two e, because row 1 was eerie:YBYBG"),
        ("earth", "crane:BYGBB", "rule hard: 'earth' needs a in place 3, because row 1 was crane:BYGBB"),
        ("slate", "crane:YYGBY", "rule hard: 'slate' needs one c, because row 1 was crane:YYGBY"),
        ("crane", "crane:YYGBY", None),  # hard does not say that a letter must move
        ("there", "eerie:YYBBG", "rule hard: 'there' needs three e, because row 1 was eerie:YYBBG"),
    ],
)
def test_why_a_word_is_forbidden(guess: str, row: str, why: str | None) -> None:
    """The letter, how many of it, and the row."""
    game = bg.game(HARD)
    assert game.why_forbidden(guess, game.as_history(row)) == why


def test_why_a_code_is_not_strict() -> None:
    """What the row would have got, also from a guess that cannot be the secret."""
    game = bg.game("mastermind(3,4,secrets=distinct,rule=strict)")
    history = game.as_history("112:1.0 133:0.1")
    why = "rule strict: {} as the secret would give {}, but row {}"
    assert game.why_forbidden("411", history) == why.format("'411'", "1.1", "1 was 112:1.0")
    assert game.why_forbidden("144", history) == why.format("'144'", "1.0", "2 was 133:0.1")
    assert game.why_forbidden("414", history) is None


@pytest.mark.parametrize(
    "text",
    [
        "mastermind(4,6,secrets=distinct,rule=strict,rows=10)",
        "words(english,5,rule=hard)",
        "words(english,5,rule=strict,rows=6)",
    ],
)
def test_texts(text: str) -> None:
    """The rule stands before the rows; a free game does not say so."""
    game = bg.game(text)
    assert (str(game), bg.game(str(game)), rule_in(text)) == (text, game, game.rule)
    free = bg.game(text.replace(f"rule={game.rule}", "rule=free"))
    assert (free.rule, str(free)) == ("free", text.replace(f",rule={game.rule}", ""))
    assert free == game.without_rule() != game
    assert game.with_rows(3).rule == game.rule


def test_texts_of_files() -> None:
    """The rule comes after the files, in any order when it is read; it is no file."""
    secrets, more = word_file(["ab", "cd"]), word_file(["ef"])
    game = bg.game(f"words({secrets},rows=6,rule=hard,guesses={more})")
    assert str(game) == f"words({secrets},guesses={more},rule=hard,rows=6)"
    assert bg.game(str(game)) == game
    assert files_in_text(str(game)) == [secrets, more]
    assert rule_in(f'words("{Path(secrets)},rule=hard")') == "free"


def test_ignored_rows_forbid_nothing() -> None:
    """And whether the rule allowed their own guesses is not asked."""
    history = "eerie:YBYBG prune:BYBBG there:BGGGG"
    with pytest.raises(bg.errors.HistoryError, match="row 2 of the history"):
        bg.Position(HARD, history)
    with pytest.raises(bg.errors.HistoryError, match=r"row 3 of the history, .* needs one r, because row 2 was"):
        bg.Position(HARD, "eerie:YBYBB prune:BYBBB geese:BBBBB", ignored=[1])
    position = bg.Position(HARD, history, ignored=[2])
    assert position.without(1).ignored == {1, 2}
    with pytest.raises(bg.errors.HistoryError, match="needs two e"):
        position.restore(2)
