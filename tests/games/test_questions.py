"""Goals, labels and costs of a user's own games: what is accepted, what is refused, what follows."""

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bestguess as bg
from bestguess.games.declarations import MOST_SPENT, as_costs, fraction_of, text_of_fraction
from worlds import question_games


def equal(guess: object, secret: object) -> bool:
    """The plainest feedback."""
    return guess == secret


@given(question_games())
def test_games_of_any_goal_are_sound(game: bg.CustomGame) -> None:
    """Nothing is wrong with them but guesses that never split anything."""
    assert [problem for problem in bg.check_game(game) if not problem.startswith("warning: ")] == []
    assert game.table.game is game
    assert game == game.with_rows(None) != game.with_rows(3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "expected a winning feedback for the game 'custom', or goal=identify, got neither"),
        ({"goal": "find"}, "expected goal=hit or goal=identify, got goal=find"),
        ({"goal": "identify", "win": True}, "expected no winning feedback for the game 'custom' with goal=identify"),
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
        ({"win": True, "costs": [1, MOST_SPENT]}, "expected costs that add up to less than 8,796,093,022,208"),
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
    integers, unit = as_costs(costs, [str(place) for place in range(len(costs))])
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
    game.check_end(history)
    assert bg.Position(game, history).candidates == ["A+"]
    assert bg.Position(game, "A-B:left A-C:left").after("B-C", "level").label == "A+"
