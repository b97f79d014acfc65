"""Every function accepts games, positions and strategies in each of their forms, and mypy accepts them too."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

import bestguess as bg
from bestguess.advice import Values, next_move
from bestguess.games import Code, GameLike, HistoryLike
from bestguess.position import PositionLike
from bestguess.strategies import MetricFunction, StrategyLike

TEXT, HISTORY = "mastermind(2,3)", "12:1.0"
GAME = bg.Mastermind(2, 3)
ROWS = GAME.as_history(HISTORY)

GAMES: list[GameLike] = [GAME, TEXT, "mm2x3", bg.game(TEXT)]
HISTORIES: list[HistoryLike] = [HISTORY, ROWS, list(ROWS), [("12", "1.0")], (((1, 2), (1, 0)),), [["12", "10"]]]  # type: ignore[list-item]
POSITIONS: list[PositionLike] = [
    *(bg.Position(game, history) for game in GAMES for history in HISTORIES),
    bg.Position(GAME).after("12", "1.0"),
    bg.Position(GAME, secret="13").after("12"),
    bg.Position(GAME, [*ROWS, ("33", "0.0")]).before(),
    bg.Position(GAME, ROWS, ignored=[1]).restore(1),
]


def largest_first(position: bg.Position) -> Code:
    """Play minimax without ties, as a custom strategy that equals the tree of `minimax`."""
    return bg.strategy("minimax", game=position.game)(position)


STRATEGIES: list[StrategyLike] = [
    "minimax",
    bg.strategy("minimax", game=GAME),
    bg.Metric(bg.metrics.largest_part),
    bg.Metric(lambda sizes: max(sizes), "largest"),
    bg.build_tree(GAME, "minimax"),
    bg.lazy_tree(GAME, "minimax"),
    largest_first,
    lambda position: largest_first(position),
]

OF_GAMES: dict[str, Callable[[GameLike], object]] = {
    "game": bg.game,
    "table": lambda game: bg.game(game).table.ordinals.tolist(),
    "check_game": bg.check_game,
    "partition": lambda game: bg.Position(game).partition("12"),
    "build_tree": lambda game: bg.build_tree(game, "entropy"),
    "compare": lambda game: [figures.total for figures in bg.compare(game, ["first", "entropy"])],
    "strategy": lambda game: bg.strategy("first", game=game).name,
    "Position": bg.Position,
    "candidates": lambda game: list(bg.Position(game).candidates),
    "Values": lambda game: Values(game).of(bg.Position(game)),
    "puzzles": lambda game: [*bg.puzzles.make(game, "only-secret", 2)],
    "symmetries": lambda game: len(bg.symmetries.find(game)),
}

# Each of these takes a position, or a game and a history.
WITH_HISTORY: dict[str, Callable[[PositionLike, HistoryLike], object]] = {
    "advise": lambda game, history: bg.advise(game, history),
    "best_guess": lambda game, history: bg.best_guess(game, history),
    "contradictions": lambda game, history: bg.contradictions(game, history),
    "hint": lambda game, history: bg.hint(game, history, step=3),
    "review": lambda game, history: bg.review(game, history),
}

# Each of these takes a position, a game or its text.
OF_POSITIONS: dict[str, Callable[[PositionLike], object]] = {
    **{name: partial(lambda function, position: function(position, ""), one) for name, one in WITH_HISTORY.items()},
    "explain": lambda position: bg.explain(position, "13"),
    "first_guesses": lambda position: bg.first_guesses(position).first_guesses,
    "lazy_tree": lambda position: bg.lazy_tree(position).solutions(),
    "least_worst": bg.least_worst,
    "optimum": lambda position: (found := bg.optimum(position)).tree and found.total,
    "solvable_within": lambda position: bg.solvable_within(position, 2),
    "strategy": lambda position: bg.strategy("entropy")(position),
    "watch": lambda position: [*bg.watch(position, "13", "entropy")],
}

OF_STRATEGIES: dict[str, Callable[[StrategyLike], object]] = {
    "build_tree": lambda by: bg.build_tree(GAME, by).figures.distribution,
    "lazy_tree": lambda by: bg.lazy_tree(GAME, by).solutions(),
    "compare": lambda by: bg.compare(GAME, by)[0].distribution,
    "compare several": lambda by: [figures.total for figures in bg.compare(GAME, [by, "first"])],
    "watch": lambda by: [step.guess for step in bg.watch(GAME, "33", by)],
    "best_guess": lambda by: bg.best_guess(GAME, by=by),
    "advise": lambda by: bg.advise(GAME, by=by).choice,
    "next_move": lambda by: next_move(bg.Position(GAME), by).guess,
    "sweep": lambda by: next(iter(bg.sweep("mastermind", 2, 3, by))).figures[2, 3].total,
}


@pytest.mark.parametrize("name", [*OF_GAMES, *OF_POSITIONS])
def test_games_in_every_form(name: str) -> None:
    """A game and its texts give the same result."""
    function: Callable[[GameLike], object] = OF_GAMES.get(name) or OF_POSITIONS[name]
    results = [function(game) for game in GAMES]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("name", OF_POSITIONS)
def test_positions_in_every_form(name: str) -> None:
    """Positions with the same game and the same rows give the same result, however they were built."""
    function = OF_POSITIONS[name]
    results = [function(position) for position in POSITIONS]
    assert all(result == results[0] for result in results)
    assert results[0] != function(GAME) or name in ("contradictions", "solvable_within", "least_worst")


@pytest.mark.parametrize("name", WITH_HISTORY)
def test_histories_in_every_form(name: str) -> None:
    """A game with a history gives the same result as the position. A position with a second history is refused."""
    function = WITH_HISTORY[name]
    expected = function(bg.Position(GAME, ROWS), "")
    assert all(function(game, history) == expected for game in GAMES for history in HISTORIES)
    for position in (POSITIONS[0], bg.Position(GAME)):
        with pytest.raises(bg.errors.HistoryError, match="expected no history with a position, which has its own"):
            function(position, ROWS)


@pytest.mark.parametrize("name", OF_STRATEGIES)
def test_strategies_in_every_form(name: str) -> None:
    """A name, an object, a metric, a tree and a function that play alike give the same result."""
    results = [OF_STRATEGIES[name](by) for by in STRATEGIES]
    assert all(result == results[0] for result in results), results


def test_a_tree_is_played_only_where_it_leads() -> None:
    """A tree plays on a board with rows too. It refuses positions that it does not reach, and functions that fail."""
    tree = bg.build_tree(GAME, "entropy")
    with pytest.raises(bg.errors.FeedbackError, match=r"the function that answers guesses fails for '.*': KeyError"):
        tree.play({}.__getitem__)
    assert bg.build_tree("mastermind(2,3,rows=9)", tree).figures.total == tree.figures.total
    with pytest.raises(bg.errors.StrategyError, match="the tree plays"):
        bg.best_guess(GAME, "33:1.0", by=tree)


def test_compare_takes_one_strategy_or_several() -> None:
    """The figures can be read by index, one after another, and again."""
    figures = bg.compare("mm2x3", ("first", bg.build_tree(GAME, "entropy"), largest_first))
    assert [row.strategy for row in figures] == ["first", "entropy", "largest_first"]
    assert (len(figures), figures[-1], next(figures)) == (3, figures[2], figures[0])
    assert [row.strategy for row in figures[1:]] == ["entropy", "largest_first"]
    assert next(figures).strategy == "entropy"


def test_an_own_metric_ranks() -> None:
    """Advice by a custom metric is in the order of that metric, also without a table."""
    by_name = {"coarse": lambda sizes: -max(sizes), "cubes": lambda sizes: sum(size**3 for size in sizes)}
    for name, function in by_name.items():
        bg.metrics.register(name, function)
        for metric in (name, bg.Metric(function)):
            advice = bg.advise("mm4x6", "1122:1.0", by=metric, count=1, budget=0)
            assert advice.choice == bg.best_guess("mm4x6", "1122:1.0", by=name)
    assert bg.advise("mm4x6", "1122:1.0", by="coarse").choice != bg.advise("mm4x6", "1122:1.0").choice
    large = [bg.advise("mm6x9", by=by, count=1).choice for by in ("coarse", "cubes", "expected-size")]
    assert large[0] != large[1]


def test_metrics_with_large_numbers() -> None:
    """Integers of any size, fractions and infinity are compared exactly."""
    total = bg.build_tree(GAME, "minimax").figures.total
    metrics: tuple[MetricFunction, ...] = (
        lambda sizes: max(sizes) * 10**400,
        lambda sizes: Fraction(max(sizes), 3),
        lambda sizes: np.float32(max(sizes)),
        lambda sizes: 10**400 if max(sizes) > 4 else max(sizes) + 0.5,
    )
    for metric in metrics:
        assert bg.build_tree(GAME, bg.Metric(metric)).figures.total == total
        assert bg.advise(GAME, by=bg.Metric(metric)).choice == bg.best_guess(GAME, by="minimax")


def test_answers_that_contradict_each_other() -> None:
    """Contradictory histories are not reviewed; `contradictions` explains them, even if one row is the winning one."""
    with pytest.raises(bg.errors.ContradictionError, match=r"no secret of mastermind\(2,3\) fits the answers 12"):
        bg.review(GAME, "12:0.0 12:1.0")
    assert bg.contradictions(GAME, "12:0.0 12:1.0")
    assert bg.contradictions(GAME, "12:0.0 12:2.0")


def test_codes_of_other_games_are_refused() -> None:
    """Feedback, partitions, histories and candidates accept only codes of the game."""
    game = bg.game("mm4x6")
    for call in (
        lambda: game.score("7777", "1213"),
        lambda: game.score("1213", "7777"),
        lambda: bg.Position(game).partition("9999"),
        lambda: bg.Position(game, secret="9999"),
        lambda: bg.Position(game).after("9999", "1.0"),
        lambda: bg.advise(game, candidates=["9999"]),
    ):
        with pytest.raises(bg.errors.CodeError, match="expected"):
            call()
    with pytest.raises(bg.errors.HistoryError, match=r"row 1 of the history, '7777:1\.0': expected 4 symbols"):
        bg.Position(game, bg.History([("7777", "1.0")]))
