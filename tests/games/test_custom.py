"""Games that a user writes: goals, labels, weights and costs; what is refused, and what check_game says of bad ones."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games import Code, Feedback, registry
from bestguess.games.declarations import MAX_SUM_OF_COSTS, as_costs, fraction_of, text_of_fraction
from bestguess.games.symmetries import Symmetries
from bestguess.games.table import Table
from plain import paths_of
from questions import Best, Question
from worlds import question_games


def equal(guess: object, secret: object) -> bool:
    """The plainest feedback there is."""
    return guess == secret


def failing(guess: str, secret: str) -> bool:
    """Fails for one pair."""
    if guess == secret == "b":
        raise RuntimeError("no idea")
    return guess == secret


SWAP = bg.symmetries.Symmetry({"a": "b", "b": "a", "c": "c"}.__getitem__)


@pytest.mark.parametrize(
    "weights",
    [
        {"a": 3, "b": 2, "c": 1},
        np.array([3, 2, 1], np.uint8),
        [Fraction(3, 2), 1, Fraction(1, 2)],
    ],
    ids=repr,
)
def test_weights_in_every_form(weights: Any) -> None:
    """A weight for each secret in order, or by secret; rationals are scaled to integers."""
    game = bg.CustomGame("abc", "abc", equal, True, weights=weights)
    assert game.weights == (3, 2, 1)
    assert all(type(weight) is int for weight in game.weights or ())
    assert bg.optimum(game, first_guess="a").total == 10
    assert bg.CustomGame("abc", "abc", equal, True, weights=(weight for weight in [3, 2, 1])) == game


class OwnGame(bg.CustomGame):
    """Rules that a subclass gives by its own `score`."""

    answer: Callable[[str, str], Any] = staticmethod(equal)

    def score(self, guess: str, secret: str) -> Any:
        """What `answer` says, unchecked."""
        return type(self).answer(guess, secret)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda guess, secret: exit(), "the feedback function of custom fails for guess 'a': SystemExit"),
        (lambda guess, secret: [7] if guess < secret else True, "expected feedbacks of custom that can be hashed: Typ"),
    ],
)
def test_rules_of_a_subclass_that_fail(answer: Callable[[str, str], Any], message: str) -> None:
    """Whatever the rules of a user's own game raise or return, a GameError says so."""
    game = OwnGame("ab", "ab", equal, True)
    assert bg.optimum(bg.CustomGame("ab", "ab", equal, True)).total == 3
    OwnGame.answer = staticmethod(answer)
    for ask in (Table, bg.optimum, bg.best_guess):
        with pytest.raises(bg.errors.GameError) as caught:
            ask(game)
        assert str(caught.value).startswith(message)
    assert bg.check_game(game)


@pytest.mark.parametrize("raises", [KeyError, SystemExit, RecursionError])
def test_symmetries_that_raise(raises: type[BaseException]) -> None:
    """A symmetry, or the property that lists them, may raise anything: one line says so."""

    def fail(code: str) -> str:
        raise raises(3)

    class Failing(bg.CustomGame):
        @property
        def symmetries(self) -> Symmetries:
            raise raises(3)

    for game in (
        bg.CustomGame("abc", "abc", equal, True, symmetries=[bg.symmetries.Symmetry(fail)]),
        Failing("abc", "abc", equal, True),
    ):
        assert any(raises.__name__ in problem for problem in bg.check_game(game))
        for ask in (bg.optimum, bg.best_guess, bg.advise):
            with pytest.raises(bg.errors.GameError, match=f"not sound: {raises.__name__}"):
                ask(game)


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (
            bg.CustomGame("ab", "ab", failing, True),
            "the feedback function of custom fails for guess 'b' and secret 'b': RuntimeError: no idea",
        ),
        (bg.CustomGame("ab", "abc", equal, True), "no guess wins the secret 'c'"),
        (
            bg.CustomGame("abx", "ab", equal, True),
            "the guess 'x' never splits anything: its feedback is always False",
        ),
        (
            bg.CustomGame("b", "abc", equal, goal="identify", labels={"a": 1, "b": 1, "c": 2}),
            "no guess tells apart the secrets 'a' and 'c', which have different labels, 1 and 2",
        ),
        (bg.CustomGame(["a", ""], ["a"], equal, True), "a guess is an empty text"),
        (bg.CustomGame("ab", "ab", lambda g, s: "won" if g == s else "", "won"), "the feedback '' of guess"),
        (
            bg.CustomGame("abc", "abc", lambda g, s: "won" if g == s else g + s * (g < "b"), "won", symmetries=[SWAP]),
            "symmetry 1 changes a feedback: guess 'a' and secret 'c' get 'ac', "
            "their images, guess 'b' and secret 'c', get 'b'",
        ),
        (
            bg.CustomGame("abc", "abc", equal, True, weights=[1, 2, 3], symmetries=[SWAP]),
            "symmetry 1 changes the weight of the secret",
        ),
        (
            bg.CustomGame("abc", "abc", equal, True, symmetries=[bg.symmetries.Symmetry(lambda code: "a")]),
            "symmetry 1 is not a permutation of the guesses",
        ),
    ],
)
def test_check_game_says_what_is_wrong(game: bg.Game, problem: str) -> None:
    """Each fault of a game is told to its author."""
    assert any(problem in found for found in bg.check_game(game)), bg.check_game(game)


def test_check_game_samples_large_games() -> None:
    """Where there are too many pairs, a seeded sample is looked at."""
    big = bg.CustomGame(range(300), range(300), equal, True)
    assert bg.check_game(big, pairs=500, sample=500) == []
    twice = bg.CustomGame(range(300), range(300), lambda g, s: g // 2 == s // 2, True)
    assert bg.check_game(twice, pairs=500, sample=50_000) == bg.check_game(twice) == []
    assert bg.check_game(bg.game("mastermind(8,12)"), sample=100) == []
    lost = bg.CustomGame(range(600), range(600), lambda g, s: g == s != 5, True)
    assert "no guess wins the secret 5" in bg.check_game(lost)


def test_long_lists_of_faults_are_cut() -> None:
    """A few faults of a kind are enough."""
    problems = bg.check_game(bg.CustomGame("a", "abcdefgh", equal, True))
    assert len(problems) == 4
    assert problems[-1] == "and 4 more of this kind"


def test_unknown_codes_and_feedbacks() -> None:
    """A code that is not one of the game's is refused with some that are; a feedback may be any object."""
    game: bg.Game = bg.CustomGame(range(10), range(3), equal, True)
    read = game.as_text().as_guess
    for ask, code, got in ((read, "11", "'11'"), (game.as_guess, 11, "11"), (game.as_guess, "3", "'3'")):
        with pytest.raises(bg.errors.CodeError) as caught:
            ask(code)
        assert str(caught.value) == f"expected a guess of custom (0, 1, 2, 3, 4, 5, …), got {got}"
    for code in (3, "2"):
        with pytest.raises(bg.errors.CodeError) as caught:
            game.as_secret(code)
        assert str(caught.value) == f"expected a secret of custom (0, 1, 2), got {code!r}"
    assert (game.as_guess(3), game.as_text().as_guess("3")) == (3, "3")
    assert game.as_feedback("a b") == "a b"
    for wrong in ("", None, [1], (1, [2])):
        with pytest.raises(bg.errors.FeedbackError, match=r"^expected a feedback, got "):
            game.as_feedback(wrong)


def test_texts_of_feedbacks_are_those_of_the_table() -> None:
    """What is written on the command line is one of the feedbacks that a guess can get."""
    game = bg.CustomGame(range(3), range(3), equal, True)
    assert game.parse_row("2", "False") == (2, False)
    with pytest.raises(bg.errors.FeedbackError, match="unknown feedback 'a b', expected one of True, False"):
        game.parse_row("2", "a b")
    with pytest.raises(bg.errors.FeedbackError, match="expected a feedback, got ''"):
        game.parse_row("2", "")


def test_a_class_may_ask_the_function_it_was_given() -> None:
    """Its own `score` may be made from that of the class above."""

    class Doubled(bg.CustomGame):
        def score(self, guess: int, secret: int) -> Any:
            return 2 * super().score(guess, secret)

    game = Doubled(range(3), range(3), lambda guess, secret: abs(guess - secret), 0)
    assert game.score(0, 2) == game.score_unchecked(0, 2) == 4
    assert game.table.feedbacks == (0, 2, 4)


def test_a_class_without_a_score_is_refused() -> None:
    """One line says what it must define."""

    class Forgotten(bg.Game[str, str, str]):
        _guesses = _secrets = ("a", "b")
        _win = "yes"

        def arguments(self) -> tuple[str, ...]:
            return ()

        def as_guess(self, value: object) -> str:
            return str(value)

        as_secret = as_feedback = as_guess

    with pytest.raises(bg.errors.GameError, match="got Forgotten without it"):
        Forgotten().score("a", "b")
    with pytest.raises(bg.errors.GameError, match="defines score"):
        bg.best_guess(Forgotten())


@given(question_games())
def test_games_of_any_goal_are_sound(game: bg.CustomGame) -> None:
    """Nothing is wrong with them but guesses that never split anything."""
    assert [problem for problem in bg.check_game(game) if not problem.startswith("warning: ")] == []
    assert game.table.game is game
    assert game == game.with_rows(None) != game.with_rows(3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "the game 'custom' needs a winning feedback, win=…, or goal=identify"),
        ({"goal": "find"}, "expected goal=hit or goal=identify, got goal=find"),
        ({"goal": "identify", "win": True}, "win=True does not work with goal=identify in the game 'custom'"),
        ({"win": True, "labels": "xy"}, "labels need goal=identify: the game 'custom' has goal=hit"),
        ({"goal": "identify", "labels": ["x", "x"]}, "there is nothing to ask: the label of every secret is 'x'"),
        ({"goal": "identify", "labels": ["x", ""]}, "the label of the secret 'b' is empty"),
        ({"goal": "identify", "labels": ["x", (1, [2])]}, "the label of the secret 'b' cannot be hashed: (1, [2])"),
        ({"win": [1]}, "expected a winning feedback that can be hashed for the game 'custom', got [1]"),
        ({"goal": "identify", "labels": {"a": 1, "b": 2, "c": 3}}, "expected labels for the secrets, got one for 'c'"),
        ({"win": True, "costs": [1, 0]}, "expected a cost above 0 for the guess 'b', got 0"),
        (
            {"win": True, "weights": [1, 0.1]},
            "expected weights that are integers or fractions, got 0.1: write Fraction('0",
        ),
        ({"win": True, "weights": [1, -2]}, "the weight of the secret 'b' is negative: -2"),
        ({"win": True, "weights": [0, 0]}, "all weights are 0"),
        ({"win": True, "weights": [1]}, "there are 1 weights for 2 secrets"),
        ({"win": True, "weights": "12"}, "expected weights, a list, got '12'"),
        ({"win": True, "guesses": {"a": 1}}, "expected guesses, a list, got a mapping: give its keys, or its values"),
        ({"win": True, "costs": {"a": 1, "c": 2}}, "expected a cost for every guess, got none for 'b'"),
        ({"win": True, "costs": [1, MAX_SUM_OF_COSTS]}, "expected costs that add up to less than 8,796,093,022,208"),
        (
            {"win": True, "costs": [2**20, 1], "weights": [1, 2**30]},
            "expected weight times the sum of the costs, as in",
        ),
        (
            {"win": True, "costs": [1, Fraction(1, 2**60)]},
            "expected costs whose least common denominator is below 1,125",
        ),
        (
            {"win": True, "costs": [Fraction(1, 2**300 + 1), Fraction(1, 2**300)]},
            "expected costs below 1,125,899,906,8",
        ),
    ],
)
def test_bad_declarations_are_refused(options: dict[str, Any], message: str) -> None:
    """Each in one line."""
    with pytest.raises(bg.errors.GameError) as caught:
        bg.CustomGame(**{"guesses": "ab", "secrets": "ab", "score": equal, **options})
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("attribute", "value", "message"),
    [
        ("labels", ("x", "y"), "there are labels, but the goal is hit"),
        ("costs", (1, -1), "expected a cost above 0 for the guess 'b', got -1"),
        ("weights", (1, -2), "the weight of the secret 'b' is negative: -2"),
        ("goal", "identify", "the goal is identify, but there is a winning feedback: True"),
    ],
)
def test_what_the_constructor_did_not_see(attribute: str, value: object, message: str) -> None:
    """Is told by check_game, and by the table."""
    game = bg.CustomGame("ab", "ab", equal, True)
    setattr(game, attribute, value)
    assert message in bg.check_game(game)
    with pytest.raises(bg.errors.GameError, match=f"custom: {message}"):
        _ = game.table


def test_costs_have_a_unit() -> None:
    """Fractions are brought to a common denominator; costs that are all 1 are none."""
    game = bg.CustomGame("abc", "abc", equal, True, costs=[Fraction(1, 2), 2, Fraction(1, 3)])
    assert (game.costs, game.cost_unit) == ((3, 12, 2), Fraction(1, 6))
    assert bg.CustomGame("abc", "abc", equal, True, costs={"c": 1, "a": 1, "b": 1}).costs is None
    same = bg.CustomGame("abc", "abc", equal, True, costs=[2, 2, 2])
    assert (same.costs, same.cost_unit) == ((2, 2, 2), Fraction(1))
    assert same != bg.CustomGame("abc", "abc", equal, True)
    costs = game.table.costs
    assert costs.tolist() == [3, 12, 2]


@given(st.lists(st.fractions(min_value=Fraction(1, 20), max_value=1000, max_denominator=30), min_size=1, max_size=6))
def test_costs_are_exact(costs: list[Fraction]) -> None:
    """Times their unit they are what was given, and no larger unit would do."""
    integers, unit = as_costs(costs, "abcdef"[: len(costs)], None, "ab")
    integers = integers or (1,) * len(costs)
    assert [cost * unit for cost in integers] == costs
    assert unit.numerator == 1
    assert math.gcd(unit.denominator, *integers) == 1


@given(st.fractions(min_value=0, max_denominator=10**9))
def test_fractions_have_texts(number: Fraction) -> None:
    """Where they have few digits."""
    text = text_of_fraction(number)
    if text is not None:
        assert fraction_of(text) == number
    else:
        assert number.numerator >= 10**9 or number.denominator >= 10**9


def test_questions_after_the_end_do_no_harm() -> None:
    """With goal identify more rows than needed are a history as any other."""
    game = bg.game("balance(3)")
    history = game.as_history("A-B:left A-C:left B-C:level")
    assert bg.Position(game, history).candidates == ["A+"]
    assert bg.Position(game, "A-B:left A-C:left").after("B-C", "level").label == "A+"


# Classes made from built-in games: nothing is taken over that no longer holds.


class EveryOther(bg.Mastermind):
    """Every other secret."""

    @property
    def secrets(self) -> Sequence[Code]:
        """Half of them."""
        return tuple(super().secrets)[::2]


class Backwards(bg.BullsCows):
    """The guesses in another order."""

    @property
    def guesses(self) -> Any:
        """The highest first."""
        return tuple(super().guesses)[::-1]


class Weighted(bg.BullsCows):
    """Secrets of different weights."""

    @property
    def weights(self) -> tuple[int, ...]:  # type: ignore[override]
        """Of no symmetry."""
        return tuple(number * 7 % 5 for number in range(len(self.secrets)))


class Exact(bg.Mastermind):
    """Exact pegs only."""

    def score(self, guess: Code, secret: Code) -> Feedback:
        """The places where both are alike."""
        return f"{sum(map(str.__eq__, guess, secret))}.0"


@pytest.mark.parametrize(
    "game",
    [EveryOther(2, 3), Backwards(2, 4), Weighted(2, 4), Exact(2, 3)],
    ids=str,
)
def test_the_optimum_is_that_of_the_rules_as_they_are(game: bg.Game) -> None:
    """By trying everything."""
    result = bg.optimum(game)
    assert result.proven
    assert result.tree is not None
    best, secrets = Best(Question(game), "mean", None), tuple(game.secrets)
    assert (result.total, paths_of(result.tree)) == (best.of(secrets)[1], best.tree(secrets))


class Twice(bg.Mastermind):
    """The last secret once more."""

    @property
    def secrets(self) -> Sequence[Code]:
        """Those of the game, and one of them."""
        return (*super().secrets, super().secrets[-1])


def candidates_of(game: bg.Game) -> list[Code]:
    """The candidates after a row."""
    return list(bg.Position(game, "12:0.0").candidates)


@pytest.mark.parametrize("ask", [Table, bg.optimum, candidates_of])
def test_a_class_that_lists_a_code_twice_is_refused(ask: Callable[[bg.Game], object]) -> None:
    """Whatever computes with such a game says so in one line, and so does check_game."""
    with pytest.raises(bg.errors.GameError) as caught:
        ask(Twice(2, 3))
    assert str(caught.value) == "twice(2,3): the secret '33' is listed 2 times"
    assert "the secret '33' is listed 2 times" in bg.check_game(Twice(2, 3))


def test_weights_of_one_object_count() -> None:
    """The codes of a game may be permuted only where all weigh alike."""
    game = bg.BullsCows(2, 3)
    assert game.symmetries
    game.weights = (5, 0, 0, 1, 0, 2)
    assert not game.symmetries
    assert bg.optimum(game).total == Best(Question(game), "mean", None).of(tuple(game.secrets))[1]


def test_the_text_of_a_class_is_not_that_of_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """What knows its game by its text alone is not taken for a position of the built-in game."""
    monkeypatch.setattr(registry, "_families", dict(registry._families))
    game = Exact(2, 3)
    assert str(game.with_rows(4)) == "exact(2,3,rows=4)"
    result = bg.optimum(bg.Position(game, "22:1.0"))
    assert (result.game, result.total) == ("exact(2,3)", 8)
    for ask in (bg.advise, bg.Position, bg.review):
        with pytest.raises(bg.errors.GameError, match="unknown game 'exact'"):
            ask(result.game, result.history)
    bg.register_game("exact", Exact)
    assert bg.advise(result.game, result.history).best.expected_range.upper == 2

    class BullsCows(bg.BullsCows):
        """A class of the same name."""

    with pytest.raises(bg.errors.GameError):
        bg.game(str(BullsCows(2, 3)))
