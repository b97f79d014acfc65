"""Whether any strategy exists within k guesses: the core, its slow twin, and trying everything agree."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
import reference
from bestguess.games import Code
from bestguess.solve import exact
from plain import is_over, parts_of
from worlds import any_games, custom_games, playthroughs, question_games, ruled_games

every_kind = st.one_of(custom_games(max_secrets=9), question_games(), ruled_games(max_secrets=8, lengths=(2, 4)))


def plain_least_worst(game: bg.Game) -> int:
    """By trying everything, without bounds: for games of a few secrets."""

    @cache
    def least(candidates: tuple[Code, ...]) -> int:
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
    """Both searches find the least worst case, and no k below it is enough."""
    least = plain_least_worst(game)
    for search in (bg, reference):
        assert search.least_worst(game) == least
        assert search.solvable_within(game, least)
        assert search.solvable_within(game, least + 1)
        assert not search.solvable_within(game, least - 1)


@given(playthroughs(every_kind), st.integers(0, 6), st.none() | st.integers(1, 9))
def test_the_core_agrees_with_its_slow_twin(position: bg.Position, guesses: int, rows: int | None) -> None:
    """In any position of games of every kind; rows that are left limit nothing."""
    assume(not position.over)
    assert bg.solvable_within(position, guesses) == reference.solvable_within(position, guesses)
    least = reference.least_worst(position)
    assert bg.least_worst(position) == least
    if rows is not None and rows > len(position.history):
        board = bg.Position(position.game.with_rows(rows), position.history)
        assert bg.least_worst(board) == least
        assert bg.solvable_within(board, guesses) == (least <= guesses)


def test_costs_and_rows_count_nothing() -> None:
    """A question is a question, however much it costs; a board that is too short changes no answer."""
    game = bg.CustomGame(range(3), range(4), lambda g, s: g == s, goal="identify", costs=[5, 7, 9])
    assert (bg.least_worst(game), bg.solvable_within(game, 3), bg.solvable_within(game, 2)) == (3, True, False)
    short = game.with_rows(1)
    assert (bg.least_worst(short), bg.solvable_within(short, 3)) == (3, True)


@pytest.mark.parametrize(
    "ask", [bg.least_worst, lambda p: bg.solvable_within(p, 0), lambda p: bg.solvable_within(p, 9)]
)
def test_nothing_is_found_in_a_game_that_is_over(ask: Callable[[bg.Position], object]) -> None:
    """Won, lost or identified: one line, whatever is asked; a contradiction is named as one."""
    for text, history in (
        ("mastermind(2,3)", "12:2.0"),
        ("mastermind(2,3,rows=1)", "12:0.0"),
        ("balance(3)", "A-B:left A-C:left"),
    ):
        with pytest.raises(bg.errors.HistoryError):
            ask(bg.Position(text, history))
    with pytest.raises(bg.errors.ContradictionError, match=r"no secret of mastermind\(2,3\)"):
        ask(bg.Position("mastermind(2,3)", "11:0.0 22:0.0 33:0.0"))


def test_guesses_are_counted() -> None:
    """A number that is none is refused in one line."""
    for guesses in (-1, 2.5, "3", True):
        with pytest.raises(bg.BestguessError, match="expected guesses of 0 or more, got"):
            bg.solvable_within("mastermind(2,3)", guesses)  # type: ignore[arg-type]


def test_ctrl_c_ends_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not proven is no answer."""
    optimum = exact.optimum

    def interrupted(*given: Any, **options: Any) -> bg.Result:
        return replace(optimum(*given, **options), proven=False, interrupted=True)

    monkeypatch.setattr(exact, "optimum", interrupted)
    for ask in (bg.least_worst, partial(bg.solvable_within, guesses=3)):
        with pytest.raises(KeyboardInterrupt):
            ask("mastermind(2,3)")


@given(any_games)
def test_no_strategy_is_better(game: bg.Game) -> None:
    """The least worst case is no more than any strategy's."""
    assert bg.least_worst(game) <= bg.build_tree(game, "minimax").worst


@pytest.mark.parametrize(
    ("text", "least"),
    [("twod(5)", 4), ("mastermind(2,3)", 3), ("mastermind(2,6)", 5), ("mastermind(3,5)", 5), ("mastermind(3,6)", 5)],
)
def test_published_worst_cases(text: str, least: int) -> None:
    """mastermind(2,c) needs c/2 + 2 rounded down, mastermind(3,c) for c >= 5 (c-1)/3 + 4; twod(5) needs 4."""
    assert bg.least_worst(bg.game(text)) == least
