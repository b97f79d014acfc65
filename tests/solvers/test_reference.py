"""Whether any strategy exists within k guesses."""

from functools import cache

import pytest
from hypothesis import given

import bestguess as bg
from plain import is_over, parts_of
from worlds import any_games, custom_games, question_games


def plain_least_worst(game: bg.Game) -> int:
    """By trying everything, without bounds: for games of a few secrets."""

    @cache
    def least(candidates: tuple[str, ...]) -> int:
        if is_over(game, candidates):
            return 0
        values = []
        for guess in game.guesses:
            parts = parts_of(game, guess, candidates)
            if len(parts) > 1 or game.win in parts:
                values.append(max(0 if f == game.win else least(tuple(part)) for f, part in parts.items()))
        return 1 + min(values)

    return least(tuple(game.secrets))


@given(custom_games(max_secrets=7) | question_games(max_secrets=7))
def test_least_worst_is_what_trying_everything_finds(game: bg.Game) -> None:
    """Branch and bound finds the least worst case, and no k below it is enough."""
    least = bg.least_worst(game)
    assert least == plain_least_worst(game)
    assert bg.solvable_within(game, least)
    assert not bg.solvable_within(game, least - 1)


@given(any_games)
def test_no_strategy_is_better(game: bg.Game) -> None:
    """The least worst case is no more than any strategy's."""
    assert bg.least_worst(game) <= bg.build_tree(game, "minimax").figures.worst


@pytest.mark.parametrize(
    ("text", "least"),
    [("twod(5)", 4), ("mastermind(2,3)", 3), ("mastermind(2,6)", 5), ("mastermind(3,5)", 5), ("mastermind(3,6)", 5)],
)
def test_published_worst_cases(text: str, least: int) -> None:
    """mastermind(2,c) needs c/2 + 2 rounded down, mastermind(3,c) for c >= 5 (c-1)/3 + 4; twod(5) needs 4."""
    assert bg.least_worst(bg.game(text)) == least
