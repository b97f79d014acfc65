"""Functions that need a guess raise the same error when a game is over or its history is contradictory."""

from collections.abc import Callable
from typing import Any

import pytest

import bestguess as bg
from bestguess.advice import next_move

OVER = {
    "won": (bg.Position("mastermind(3,4)", "112:3.0"), "the game is over: it is won"),
    "lost": (
        bg.Position("mastermind(3,4,rows=2)", "112:1.0 113:1.0"),
        "no row is left: all 2 of mastermind(3,4,rows=2) are used, and the game is lost",
    ),
    "identified in the last row": (
        bg.Position("balance(3,rows=2)", "A-B:left A-C:left"),
        "the game is over: it is A+",
    ),
}
IMPOSSIBLE = {
    "hit": bg.Position("mastermind(3,4)", "112:0.0 112:1.0"),
    "identify": bg.Position("balance(3)", "A-B:left A-B:right"),
    "no row left": bg.Position("mastermind(3,4,rows=2)", "112:0.0 112:1.0"),
}


def own(position: bg.Position) -> Any:
    """Play minimax, as a custom strategy."""
    return bg.best_guess(position, by="minimax")


ASKING: dict[str, Callable[[bg.Position], object]] = {
    "best_guess": bg.best_guess,
    "best_guess by a metric": lambda position: bg.best_guess(position, by=bg.Metric(max)),
    "best_guess by a function": lambda position: bg.best_guess(position, by=own),
    "best_guess by a tree": lambda position: bg.best_guess(position, by=bg.build_tree(position.game, "entropy")),
    "advise": bg.advise,
    "advise, a list": lambda position: bg.advise(position, candidates=position.game.secrets),
    "hint": bg.hint,
    "a strategy": bg.strategy("entropy"),
    "a proven move": bg.strategy("optimal").move,
    "next_move": next_move,
    "optimum": bg.optimum,
    "optimum of what is lost": lambda position: bg.optimum(position, "lost", max_guesses=2),
    "first_guesses": bg.first_guesses,
    "solvable_within": lambda position: bg.solvable_within(position, 3),
    "least_worst": bg.least_worst,
    "watch": lambda position: bg.watch(position, position.game.secrets[0]),
    "lazy_tree": bg.lazy_tree,
}


@pytest.mark.parametrize("name", OVER)
@pytest.mark.parametrize("asking", ASKING)
def test_no_guess_in_a_finished_game(name: str, asking: str) -> None:
    """Every function raises the same error."""
    position, message = OVER[name]
    with pytest.raises(bg.errors.HistoryError) as raised:
        ASKING[asking](position)
    assert str(raised.value) == message


@pytest.mark.parametrize("name", IMPOSSIBLE)
@pytest.mark.parametrize("asking", ASKING)
def test_no_guess_after_answers_that_contradict_each_other(name: str, asking: str) -> None:
    """Every function raises the same error; building the position does not."""
    position = IMPOSSIBLE[name]
    with pytest.raises(bg.errors.ContradictionError) as raised:
        ASKING[asking](position)
    assert str(raised.value) == f"no secret of {position.game} fits the answers {position.history}"


@pytest.mark.parametrize("asking", [bg.best_guess, bg.advise, bg.hint, next_move, bg.lazy_tree])
def test_games_too_large_for_a_table(asking: Callable[[bg.Position], object]) -> None:
    """Games too large for a table end in the same way."""
    for history, rows, message in (
        ("11223344:8.0", 9, "the game is over: it is won"),
        ("11223344:1.0", 1, "no row is left: all 1 of"),
        ("11223344:1.0 11223344:0.0", 2, "fits the answers 11223344:1.0 11223344:0.0"),
    ):
        with pytest.raises((bg.errors.HistoryError, bg.errors.ContradictionError), match=message):
            asking(bg.Position(f"mastermind(8,12,rows={rows})", history))


def test_a_running_game_has_a_guess() -> None:
    """The calls that are refused above work in a running game."""
    for position in (bg.Position("mastermind(3,4,rows=4)", "123:1.0"), bg.Position("balance(3)", "A-B:left")):
        for asking in ASKING.values():
            asking(position)
