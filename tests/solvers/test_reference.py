"""Whether any strategy exists within k guesses."""

from functools import cache

import pytest
from hypothesis import given

import bestguess as bg
from plain import parts_of
from questions import INFINITE, Best, Question, random_question
from worlds import any_games, custom_games


def plain_least_worst(game: bg.Game) -> int:
    """By trying everything, without bounds: for games of a few secrets."""

    @cache
    def least(candidates: tuple[str, ...]) -> int:
        if len(candidates) == 1:
            return 1
        values = []
        for guess in game.guesses:
            parts = parts_of(game, guess, candidates)
            if len(parts) > 1 or game.win in parts:
                values.append(max(0 if f == game.win else least(tuple(part)) for f, part in parts.items()))
        return 1 + min(values)

    return least(tuple(game.secrets))


@given(custom_games(max_secrets=7))
def test_least_worst_is_what_trying_everything_finds(game: bg.Game) -> None:
    """Branch and bound finds the least worst case, and no k below it is enough."""
    least = bg.least_worst(game)
    assert least == plain_least_worst(game)
    assert bg.solvable_within(game, least)
    assert not bg.solvable_within(game, least - 1)


@pytest.mark.parametrize("block", range(4))
def test_least_worst_of_any_question(block: int) -> None:
    """Goals, labels and several winners; guesses are counted, whatever they cost."""
    for seed in range(block, 200, 4):
        game = random_question(seed)
        secrets = tuple(game.secrets)
        fits = (k for k in range(1, len(secrets) + 1) if Best(Question(game), "worst", k).of(secrets)[1] < INFINITE)
        least = next(fits)
        assert bg.least_worst(game) == least, seed
        assert bg.solvable_within(game, least), seed
        assert not bg.solvable_within(game, least - 1), seed


@given(any_games)
def test_no_strategy_is_better(game: bg.Game) -> None:
    """The least worst case is no more than any strategy's."""
    assert bg.least_worst(game) <= bg.build_tree(game, "minimax").figures.worst


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("twod(5)", 4),
        ("mastermind(2,3)", 3),
        ("mastermind(2,6)", 5),
        ("mastermind(3,5)", 5),
        ("mastermind(3,6)", 5),
        ("balance(3)", 2),
        ("balance(4)", 3),
        ("balance(4,find=coin)", 2),
        ("numbers(15)", 4),
        ("numbers(16)", 5),
    ],
)
def test_published_worst_cases(text: str, least: int) -> None:
    """mastermind(2,c) needs c/2 + 2 rounded down, mastermind(3,c) for c >= 5 (c-1)/3 + 4; twod(5) needs 4.

    Of n coins, (3^k - 3) / 2 are done in k weighings, one more if only the coin is asked for; numbers by halving.
    """
    assert bg.least_worst(bg.game(text)) == least
