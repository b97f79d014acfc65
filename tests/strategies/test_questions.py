"""Strategies in games with any goal, labels, costs and several winners, against plain Python; and their errors."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bestguess as bg
from bestguess import engine
from bestguess.strategies import MetricStrategy, NativeStrategy
from plain import METRICS, is_over, parts_of, plain_first
from worlds import draw_position, question_games

WHO = bg.CustomGame(
    ["hat", "beard", "glasses", "always"],
    ["Ann", "Bob", "Cy", "Dee"],
    lambda asked, person: asked in {"Ann": "hat", "Bob": "hat beard", "Cy": "glasses", "Dee": ""}[person].split(),
    goal="identify",
    name="who",
)


@given(question_games(), st.sampled_from(sorted(METRICS)), st.data())
def test_the_metric_of_many_guesses_at_once(game: bg.Game, name: str, data: st.DataObject) -> None:
    """The chosen guess has the lowest metric of the useful guesses, with costs, or surely wins."""
    position, table = draw_position(game, data), game.table
    assume(not is_over(game, position.candidates) and table.sure_win(position.candidate_indices) is None)
    chosen = bg.strategy(name, game=game)
    guesses = np.arange(len(game.guesses), dtype=np.uint32)
    sizes, weights = table.list_parts(guesses, position.candidate_indices)
    useful = [
        len(parts_of(game, g, position.candidates)) > 1 or game.win in parts_of(game, g, position.candidates)
        for g in game.guesses
    ]
    assert chosen.array_metric is not None
    values = chosen.array_metric(weights, sizes, table.costs)
    best = table.guesses.index(chosen(position))
    assert useful[best]
    assert values[best] <= values[useful].min() + 1e-9


@given(question_games(), st.integers(0, 5), st.data())
def test_first_and_random(game: bg.Game, seed: int, data: st.DataObject) -> None:
    """They play a winner of a candidate or, with goal identify, a guess that splits: the lowest, or one by the seed."""
    position = draw_position(game, data)
    assume(not is_over(game, position.candidates))
    assert bg.strategy("first", game=game)(position) == plain_first(game, position.candidates)
    state = engine.random_state(seed)
    for row in position.history:
        ordinal = position.table.ordinal(row.feedback)
        state = engine.next_random_state(state, game.guesses.index(row.guess), ordinal)
    if game.goal == "identify":
        among = [guess for guess in game.guesses if len(parts_of(game, guess, position.candidates)) > 1]
    else:
        among = [plain_first(game, [secret]) for secret in position.candidates]
    assert bg.strategy("random", seed=seed, game=game)(position) == among[state % len(among)]


@pytest.mark.parametrize("scale", [1, 1000, 10**6, Fraction(1, 10**6)])
def test_the_unit_of_costs_changes_nothing(scale: int | Fraction) -> None:
    """Entropies divided by costs differ in every unit of costs, if they differ in one."""
    halves, thirds = "aabb", "aabc"  # 1 bit for 99, 1.5 bits for 148: 1.5 / 148 is a little more than 1 / 99
    game = bg.CustomGame(
        ["halves", "thirds", "rest"],
        range(4),
        lambda guess, secret: {"halves": halves, "thirds": thirds, "rest": "abab"}[guess][secret],
        goal="identify",
        costs=[99 * scale, 148 * scale, 10**4 * scale],
    )
    assert bg.best_guess(game, by="entropy") == "thirds"


def test_no_guess_is_consistent_with_goal_identify() -> None:
    """The option is refused in one line, by name or as an object, before anything is computed."""
    message = "consistent=True does not work with goal=identify, which who has"
    for call in (
        lambda: bg.strategy("entropy", consistent=True, game=WHO),
        lambda: bg.build_tree(WHO, "minimax", consistent=True),
        lambda: bg.build_tree(WHO, MetricStrategy("largest", max, consistent=True)),
        lambda: bg.strategy("entropy", consistent=True)(WHO),
        lambda: bg.best_guess(WHO, consistent=True),
        lambda: bg.lazy_tree(WHO, consistent=True),
        lambda: bg.compare(WHO, ["first"], consistent=True),
    ):
        with pytest.raises(bg.errors.StrategyError) as caught:
            call()
        assert str(caught.value) == message


def test_nothing_is_asked_once_it_is_known() -> None:
    """Every strategy refuses a game that is over, and names the label; labels may end a game early."""
    for by in ("first", "entropy", "optimal", bg.Metric(max), lambda position: "hat"):
        for position in (bg.Position(WHO, "beard:True"), bg.Position(WHO, [("beard", True)])):
            with pytest.raises(bg.errors.HistoryError, match="the game is over: it is Bob"):
                bg.best_guess(position, by=by)
    position = bg.Position(WHO, "beard:False")
    assert position.label is None
    assert position.after("glasses", True).label == "Cy"
    labelled = bg.CustomGame(
        "ab", range(4), lambda g, s: s % 2 if g == "a" else s // 2, goal="identify", labels=[*"xxyy"]
    )
    assert bg.Position(labelled, "b:0").label == "x"
    with pytest.raises(bg.errors.HistoryError, match="it is x"):
        bg.strategy("random", game=labelled)(bg.Position(labelled, "b:0"))
    with pytest.raises(bg.errors.HistoryError, match="no row is left"):
        bg.best_guess(WHO.with_rows(1), "hat:True")
    assert bg.Position("mm2x2", "11:2.0").label is None


def test_a_guess_that_tells_nothing_is_refused() -> None:
    """A guess that neither splits the candidates nor can win is refused; a guess that surely wins is not."""
    with pytest.raises(bg.errors.StrategyError, match="'always' at the start, which does not split the candidates"):
        bg.best_guess(WHO, by=lambda position: "always")
    sure = bg.CustomGame(["all", "a"], "ab", lambda g, s: g == "all" or g == s, True)
    assert bg.best_guess(sure, by=lambda position: "all") == "all"
    assert bg.build_tree(sure, lambda position: "all").figures.distribution == {1: 2}


def test_what_wins_against_a_candidate_is_consistent() -> None:
    """Also where several guesses win against a secret, or one wins against several."""
    ships = bg.CustomGame(range(5), ["01", "12", "34"], lambda cell, ship: str(cell) in ship, True)
    position = bg.Position(ships, "0:False")
    assert position.candidates == ["12", "34"]
    assert [position.may_win(cell) for cell in range(5)] == [False, True, True, True, True]
    chosen = bg.build_tree(ships, "minimax", consistent=True)
    assert all(node.wins for _, node in chosen.root.walk())
    assert isinstance(bg.strategy("minimax", game=ships), NativeStrategy)
