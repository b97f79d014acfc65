"""Results in words: what is known, in which unit, and how sure."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import bestguess as bg
from bestguess.bounds import Bounds

MM34 = bg.game("mastermind(3,4)")
AFTER = bg.Position("mastermind(4,6)", "1122:1.0")


@pytest.mark.parametrize(
    ("game", "objective", "max_guesses", "words"),
    [
        (MM34, "mean", None, "mean 3.219 guesses (total 206), proven optimal"),
        (MM34, "worst", None, "at most 4 guesses, proven optimal"),
        (MM34, "worst,mean", None, "at most 4 guesses, and then mean 3.219 (total 206), proven optimal"),
        (MM34, "mean,worst", 5, "mean 3.219 guesses (total 206) within 5 guesses, and then at most 4, proven optimal"),
        (MM34, "at-worst", None, "21 secrets need 4 guesses, and none more, proven optimal"),
        (MM34, "lost", 4, "every secret found within 4 guesses, mean 3.219 (total 206), proven optimal"),
        (MM34, "mean", 3, "no strategy exists within 3 guesses (proven)"),
        ("mastermind(1,1)", "worst", None, "at most 1 guess, proven optimal"),
        ("mastermind(1,1)", "at-worst", None, "1 secret needs 1 guess, and none more, proven optimal"),
        (AFTER, "mean", None, "mean 3.508 guesses (total 898), proven optimal"),
    ],
)
def test_what_is_proven(game: Any, objective: str, max_guesses: int | None, words: str) -> None:
    """Each objective says its own figures, a position is named, and one is not written as several."""
    where = "mastermind(4,6) after 1122:1.0" if game is AFTER else str(game)
    assert bg.optimum(game, objective, max_guesses=max_guesses).summary() == f"{where}: {words}"


@pytest.mark.parametrize(
    ("objective", "unit"),
    [
        ("mean", "guesses in total"),
        ("worst", "guesses in the worst case"),
        ("worst,mean", "guesses in total"),
        ("mean,worst", "guesses in total"),
        ("at-worst", "secrets with the most guesses"),
    ],
)
def test_what_is_not_proven(objective: str, unit: str) -> None:
    """Bounds have their unit, whichever of them are known."""
    result = replace(bg.optimum(MM34, objective), proven=False)

    def words(lower: int | None, upper: int | None) -> str:
        return replace(result, bounds=Bounds(lower, upper)).summary()

    assert words(3, 5) == f"mastermind(3,4): between 3 and 5 {unit}, not proven"
    assert words(3, None) == f"mastermind(3,4): at least 3 {unit}, not proven"
    assert words(None, 5) == f"mastermind(3,4): at most 5 {unit}, not proven"
    assert words(None, None) == f"mastermind(3,4): nothing is known of the {unit}, not proven"


def test_nothing_found_has_no_mean() -> None:
    """A first guess that cannot win and is the last: JSON has no such thing as NaN, and nothing is said of others."""
    result = bg.optimum(bg.Position("bullscows(2,4)", "23:0.0"), "lost", max_guesses=1, first_guess="02")
    line = "bullscows(2,4) after 23:0.0: 2 of 2 secrets not found within 1 guess, best after 02, proven"
    assert result.summary() == line
    many = bg.optimum("mastermind(4,6)", "lost", max_guesses=2).summary()
    assert re.match(r"mastermind\(4,6\): 1[0-9]{3} of 1296 secrets not found within 2 guesses", many)
    document = result.as_json()
    assert [document[name] for name in ("total", "mean", "worst", "at_worst", "lost")] == [0, None, None, 0, 2]


def test_a_worst_case_may_be_a_fraction() -> None:
    """With costs the worst case is in the user's unit, halves among it."""
    tests = {"a": "x", "b": "y"}
    game = bg.CustomGame(
        "ab", "xyz", lambda guess, secret: tests[guess] == secret, goal="identify", costs=[Fraction(3, 2), 1]
    )
    found = bg.optimum(game, "worst")
    assert (found.worst, found.as_json()["worst"], found.upper_bound) == (2.5, 2.5, 2.5)
    known = [(3, None), (None, 5), (3, 5)]
    said = [replace(found, proven=False, bounds=Bounds(*bounds)).summary() for bounds in known]
    assert said == [
        "custom: at least 1.5 cost in the worst case, not proven",
        "custom: at most 2.5 cost in the worst case, not proven",
        "custom: between 1.5 and 2.5 cost in the worst case, not proven",
    ]


IMPOSED = [
    ({"first_guess": "111"}, "mean 3.641 guesses (total 233), best after 111, proven", "best after 111"),
    ({"consistent": True}, "mean 3.219 guesses (total 206), best with consistent guesses, proven", "best"),
    (
        {"first_guess": "123", "consistent": True, "max_guesses": 5},
        "mean 3.266 guesses (total 209) within 5 guesses, best after 123 with consistent guesses, proven",
        "best after 123",
    ),
    (
        {"first_guess": "111", "consistent": True, "max_guesses": 2},
        "no strategy after 111 with consistent guesses exists within 2 guesses (proven)",
        "best after 111",
    ),
]


@pytest.mark.parametrize(("options", "summary", "strategy"), IMPOSED)
def test_what_was_imposed_is_named(options: dict[str, Any], summary: str, strategy: str) -> None:
    """A first guess or consistent guesses are in the line, the repr, the JSON and the tree, and nothing is optimal."""
    result = bg.optimum("mastermind(3,4)", **options)
    assert result.summary() == f"mastermind(3,4): {summary}"
    assert repr(result).startswith(f"<Result mastermind(3,4): {summary}"[:85])
    found = result.as_json()
    assert found["requested_first_guess"] == options.get("first_guess")
    assert found["consistent"] == options.get("consistent", False)
    assert result.strategy == strategy
    assert result.tree is None or result.tree.strategy == strategy


def test_what_was_imposed_is_named_without_a_proof() -> None:
    """Bounds of a search that was stopped say of which strategies they are."""
    result = bg.optimum("mastermind(4,6)", first_guess="1111", consistent=True, limits=bg.Limits(nodes=50))
    assert result.summary().endswith(" guesses in total, best after 1111 with consistent guesses, not proven")
    assert result.tree is not None
    assert result.strategy == result.tree.strategy == "best known after 1111"


def test_a_tree_is_named_by_the_objective_that_was_asked_for() -> None:
    """Where the worst case is proven but not how many secrets need it, the tree is only the best known."""
    nodes = bg.optimum("mastermind(4,4)", "worst").nodes
    result = bg.optimum("mastermind(4,4)", "at-worst", limits=bg.Limits(nodes=nodes + 1))
    assert not result.proven
    assert result.tree is not None
    assert result.tree.strategy == "best known"
