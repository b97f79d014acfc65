"""Codes and feedbacks of built-in games: which there are, how they are read, and that symmetries change none."""

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.errors import CodeError
from bestguess.games import CodeSpace, generators
from bestguess.games.codes import FROM_ONE, FROM_ZERO
from bestguess.games.pegs import peg_feedbacks
from plain import pegs_of
from worlds import PEG_GAMES, built_in_games


@pytest.mark.parametrize("length", range(5))
@pytest.mark.parametrize("count", range(1, 6))
def test_words_are_the_products_in_order(length: int, count: int) -> None:
    """Items, length, index and order are those of itertools."""
    symbols = FROM_ONE[:count]
    for words, wanted in (
        (CodeSpace(length, symbols), product(symbols, repeat=length)),
        (CodeSpace(length, symbols, distinct=True), permutations(symbols, length)),
    ):
        listed = ["".join(letters) for letters in wanted]
        assert list(words) == listed == [words[i] for i in range(len(words))]
        assert [words.index(word) for word in listed] == list(range(len(words)))
        assert len(words) == len(listed)
        assert words[1:3] == listed[1:3]


@given(st.data())
def test_index_is_the_inverse_of_item(data: st.DataObject) -> None:
    """In the largest games too."""
    words = data.draw(st.sampled_from([CodeSpace(8, FROM_ONE), CodeSpace(8, FROM_ZERO[:16], distinct=True)]))
    index = data.draw(st.integers(0, len(words) - 1))
    assert words.index(words[index]) == index
    assert words.parse(words[index].lower()) == words[index]


def test_what_is_not_a_word() -> None:
    """Wrong length, wrong symbol and a repeat are each said."""
    words = CodeSpace(3, "123", distinct=True)
    assert "1" not in words
    assert 123 not in words  # type: ignore[comparison-overlap]
    with pytest.raises(IndexError):
        words[6]
    with pytest.raises(ValueError, match="not in"):
        words.index("112")
    with pytest.raises(ValueError, match="range"):
        words.index("321", 0, 3)
    for text, reason in (("12", "which has 2"), ("124", "'4' is not one"), ("112", "repeats")):
        with pytest.raises(CodeError, match=f"expected 3 different symbols from '123', got '{text}'.*{reason}"):
            words.parse(text)


@pytest.mark.parametrize(("pegs", "count"), [(1, 2), (4, 14), (8, 44)])
def test_number_of_feedbacks(pegs: int, count: int) -> None:
    """All pairs of exact and misplaced but (pegs - 1, 1)."""
    assert len(peg_feedbacks(pegs)) == count
    assert peg_feedbacks(pegs)[-1] == f"{pegs}.0"


@given(st.data())
def test_peg_feedback_is_the_board_s(data: st.DataObject) -> None:
    """The scorer agrees with striking out pegs, for every size."""
    game = bg.Mastermind(data.draw(st.integers(1, 8)), data.draw(st.integers(1, 16)))
    codes = st.integers(0, len(game.guesses) - 1).map(lambda index: game.guesses[index])
    guess, secret = data.draw(codes), data.draw(codes)
    assert game.score(guess, secret) == pegs_of(guess, secret)


def test_twod_says_low_when_no_number_is_above() -> None:
    """The definition, word by word, for every pair of pairs."""
    game = bg.game("twod(4)")
    for guess, secret in product(game.guesses, game.secrets):
        above = any(g > s for g, s in zip(guess, secret, strict=True))
        below = any(g < s for g, s in zip(guess, secret, strict=True))
        wanted = {(False, False): "equal", (False, True): "low", (True, False): "high", (True, True): "mixed"}
        assert game.score(guess, secret) == wanted[above, below]


@given(built_in_games, st.data())
def test_symmetries_change_no_feedback(game: bg.Game, data: st.DataObject) -> None:
    """Any product of declared generators leaves every feedback as it was."""
    steps = generators(game.symmetries)
    chosen = data.draw(st.lists(st.sampled_from(steps), max_size=5)) if steps else []
    guess = data.draw(st.sampled_from(list(game.guesses)))
    secret = data.draw(st.sampled_from(list(game.secrets)))
    before = game.score(guess, secret)
    for symmetry in chosen:
        guess, secret = symmetry.guess(guess), symmetry.secret(secret)
    assert game.score(guess, secret) == before


@pytest.mark.parametrize("given", ["1122", (1, 1, 2, 2), ["1", "1", "2", "2"], ("1", 1, "2", 2), list("1122")])
def test_a_code_is_a_text_or_its_symbols(given: object) -> None:
    """It comes back as the text, wherever it is given."""
    game = bg.game("mm4x6")
    assert game.as_guess(given) == game.as_secret(given) == "1122"
    assert game.score(given, (1, 2, 1, 3)) == "1.2"
    start = bg.Position(game)
    assert start.after(given, "1.0") == bg.Position(game, [(given, (1, 0))]) == bg.Position(game, "1122:1.0")
    assert start.partition(given) == start.partition("1122")
    assert start.parts(given).keys() == start.parts("1122").keys()
    assert bg.Position(game, secret=given).after("1122").outcome == "won"
    assert bg.build_tree("mm2x3", "first", first_guess=(1, 2)).first_guess == "12"
    assert bg.optimum("mm2x3", first_guess=["1", "2"]).total == bg.optimum("mm2x3", first_guess="12").total
    assert bg.explain(start, given) == bg.explain(start, "1122")
    assert [*bg.watch(game, given, "minimax")] == [*bg.watch(game, "1122", "minimax")]
    assert bg.advise(game, candidates=[given, "1344"]).candidates == 2


@given(st.sampled_from(PEG_GAMES).map(bg.game), st.data())
def test_symbols_of_any_peg_game(game: bg.Game, data: st.DataObject) -> None:
    """As texts of one letter, or as the numbers that the letters are."""
    code = data.draw(st.sampled_from(game.guesses))
    numbers = [FROM_ZERO.index(symbol) for symbol in code]
    for given_code in (code, code.lower(), tuple(code), list(code), tuple(numbers), numbers):
        assert game.as_guess(given_code) == code
    secret = data.draw(st.sampled_from(game.secrets))
    feedback = game.score(tuple(code), tuple(secret))
    assert feedback == game.score(code, secret)
    exact, misplaced = map(int, feedback.split("."))
    for given_feedback in (feedback, (exact, misplaced), [exact, misplaced], f"{exact}{misplaced}"):
        assert game.as_feedback(given_feedback) == feedback
    assert bg.Position(game, [(numbers, (exact, misplaced))]) == bg.Position(game, f"{code}:{feedback}")


def test_higher_symbols_are_numbers_too() -> None:
    """Ten is A in Mastermind and in Bulls and Cows."""
    assert bg.game("mastermind(3,12)").as_guess((1, 10, 12)) == "1AC"
    assert bg.game("bullscows(3,12)").as_guess((0, 10, 11)) == "0AB"
    assert bg.game("mastermind(2,3,symbols=RGB)").as_guess(("r", "G")) == "RG"
    assert bg.game("words(english,5)").as_guess(tuple("CRANE")) == "crane"


def test_other_feedbacks_as_numbers() -> None:
    """Integers are numbers, and exact pegs where only those are told."""
    numbers, exact = bg.game("numbers(100)"), bg.game("mastermind(4,6,feedback=exact)")
    assert (numbers.as_guess(7), numbers.as_secret("007"), numbers.score(50, 7)) == ("7", "7", "high")
    assert bg.Position(numbers, secret=7).after(50).history == bg.History([("50", "high")])
    assert [exact.as_feedback(given) for given in (2, "2", "2.0")] == ["2"] * 3
    assert bg.Position(exact, [((1, 1, 2, 2), 4)]).outcome == "won"


@pytest.mark.parametrize(
    "given",
    [(), (1, 1, 2), (1, 1, 2, 7), ("11", "22"), (True, 1, 2, 2), {1, 2}, 1122, [[1], 1, 2, 2], b"1122"],
    ids=repr,
)
def test_what_is_no_code(given: object) -> None:
    """Is refused in one line that says what is."""
    with pytest.raises(bg.errors.CodeError, match=r"^expected .*4 symbols from '123456', got ") as caught:
        bg.game("mm4x6").as_guess(given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("given", [(1,), (1, 2, 3), (5, 0), (3, 1), (-1, 0), (True, False), {1: 0}, 1, None])
def test_what_is_no_pair_of_pegs(given: object) -> None:
    """Is refused likewise."""
    with pytest.raises(bg.errors.FeedbackError, match=r"^expected "):
        bg.game("mm4x6").as_feedback(given)


def test_histories_are_pairs() -> None:
    """Lists, tuples and rows; what is no pair is refused, with its place where it is a row of a game."""
    rows = [("1122", "1.0"), ("1344", "0.1")]
    wanted = bg.History(rows)
    forms: list[Any] = [rows, map(tuple, rows), [list(row) for row in rows], wanted, iter(wanted)]
    for given_rows in forms:
        assert bg.History(given_rows) == wanted
    assert bg.Position("mm4x6", iter(rows)).history == wanted == rows
    for wrong in ([("1122",)], ["12"], [("1122", "1.0", "x")], [None]):
        with pytest.raises(bg.errors.HistoryError, match=r"^expected a row, a pair of a guess and its feedback, got "):
            bg.Position("mm4x6", wrong)  # type: ignore[arg-type]
    for given_history in (7, None, b"1122:1.0", {"1122": "1.0"}):
        with pytest.raises(bg.errors.HistoryError, match=r"^expected a history, its text such as"):
            bg.Position("mm4x6", given_history)  # type: ignore[arg-type]
    with pytest.raises(
        bg.errors.HistoryError, match=r"^row 2 of the history, '\"\(1,3,4,9\)\":0\.1': expected 4 symbols"
    ):
        bg.Position("mm4x6", [((1, 1, 2, 2), (1, 0)), ((1, 3, 4, 9), "0.1")])
