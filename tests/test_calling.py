"""One way to call everything: games, positions and strategies in each of their forms, as mypy accepts them too."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bestguess as bg
from bestguess.games import quoted
from bestguess.strategies import MetricFunction
from bestguess.valuation import evaluate_guess

TEXT, HISTORY = "mastermind(2,3)", "12:1.0"
GAME = bg.game(TEXT)
TABLE = bg.Table(GAME)
ROWS = GAME.parse_history(HISTORY)

GAMES: list[bg.GameLike] = [GAME, TEXT, "mm2x3", TABLE]
HISTORIES: list[bg.HistoryLike] = [HISTORY, ROWS]
POSITIONS: list[bg.PositionLike] = [
    bg.Playthrough(TABLE, HISTORY),
    bg.Situation(TEXT, HISTORY),
    bg.Position(TABLE, ROWS),
    bg.optimum(TABLE, history=HISTORY),
    bg.advise(TABLE, HISTORY),
    bg.Record(TEXT, HISTORY, 1, False, None, 0, "2026-01-31"),
]


def largest_first(position: bg.Position) -> bg.Code:
    """A strategy of one's own: minimax without ties, as the tree of `minimax` plays it."""
    return bg.strategy("minimax", game=position.game)(position)


STRATEGIES: list[bg.StrategyLike] = [
    "minimax",
    bg.strategy("minimax", game=GAME),
    bg.Metric(bg.largest_part),
    bg.Metric(lambda sizes: max(sizes), "largest"),
    bg.build_tree(TABLE, "minimax"),
    bg.lazy_tree(TABLE, "minimax"),
    largest_first,
    lambda position: largest_first(position),
]

OF_GAMES: dict[str, Callable[[bg.GameLike], object]] = {
    "game": bg.game,
    "Table": lambda game: bg.Table(game).ordinals.tolist(),
    "check_game": bg.check_game,
    "partition": lambda game: bg.partition(game, "12"),
    "build_tree": lambda game: bg.build_tree(game, "entropy"),
    "lazy_tree": lambda game: bg.lazy_tree(game).guess,
    "compare": lambda game: [figures.total for figures in bg.compare(game, ["first", "entropy"])],
    "watch": lambda game: [*bg.watch(game, "13", "entropy")],
    "least_worst": bg.least_worst,
    "solvable_within": lambda game: bg.solvable_within(game, 3),
    "strategy": lambda game: bg.strategy("first", game=game).name,
    "Playthrough": bg.Playthrough,
    "Situation": bg.Situation,
    "Position": lambda game: bg.Position(game).codes,
    "Values": lambda game: bg.Values(game).of(bg.Position(game)),
}

# Each of these takes a game and a history, or something that has both.
OF_POSITIONS: dict[str, Callable[[bg.PositionLike, bg.HistoryLike], object]] = {
    "advise": lambda game, history: bg.advise(game, history),
    "best_guess": lambda game, history: bg.best_guess(game, history),
    "evaluate_guess": lambda game, history: evaluate_guess(game, "13", history=history),
    "explain": lambda game, history: bg.explain(game, "13", history=history),
    "find_candidates": lambda game, history: bg.find_candidates(game, history),
    "find_contradictions": lambda game, history: bg.find_contradictions(game, history=history),
    "hardest_feedback": lambda game, history: bg.hardest_feedback(game, "13", history=history),
    "hint": lambda game, history: bg.hint(game, 3, history=history),
    "next_move": lambda game, history: bg.next_move(game, "optimal", history=history),
    "optimum": lambda game, history: (found := bg.optimum(game, history=history)).tree and found.total,
    "review": lambda game, history: bg.review(game, history),
    "why_not": lambda game, history: bg.why_not(game, "23", history=history),
}

OF_STRATEGIES: dict[str, Callable[[bg.StrategyLike], object]] = {
    "build_tree": lambda by: bg.build_tree(GAME, by).figures.distribution,
    "lazy_tree": lambda by: bg.solutions(bg.lazy_tree(GAME, by)),
    "compare": lambda by: bg.compare(GAME, by)[0].distribution,
    "compare several": lambda by: [figures.total for figures in bg.compare(GAME, [by, "first"])],
    "watch": lambda by: [step.guess for step in bg.watch(GAME, "33", by)],
    "best_guess": lambda by: bg.best_guess(GAME, by=by),
    "advise": lambda by: bg.advise(GAME, by=by).choice,
    "next_move": lambda by: bg.next_move(GAME, by).guess,
    "sweep": lambda by: next(iter(bg.sweep("mastermind", 2, 3, by))).figures[2, 3].total,
}


@pytest.mark.parametrize("name", OF_GAMES)
def test_games_in_every_form(name: str) -> None:
    """A game, its text and its table give the same."""
    found = [OF_GAMES[name](game) for game in GAMES]
    assert all(one == found[0] for one in found)


@pytest.mark.parametrize("name", OF_POSITIONS)
def test_positions_in_every_form(name: str) -> None:
    """A game and a history, and whatever has both, give the same; not a history beside one that is there."""
    function = OF_POSITIONS[name]
    found = [function(game, history) for game in GAMES for history in HISTORIES]
    found += [function(position, "") for position in POSITIONS]
    assert all(one == found[0] for one in found)
    assert found[0] != function(GAME, "") or name == "find_contradictions"
    for position in POSITIONS:
        with pytest.raises(bg.HistoryError, match="expected no history beside a"):
            function(position, ROWS)


@pytest.mark.parametrize("name", OF_STRATEGIES)
def test_strategies_in_every_form(name: str) -> None:
    """A name, an object, a metric, a tree and a function that play alike give the same."""
    found = [OF_STRATEGIES[name](by) for by in STRATEGIES]
    assert all(one == found[0] for one in found), found


def test_ignored_rows_are_ignored() -> None:
    """A row that a playthrough ignores counts nowhere."""
    run = bg.Playthrough(GAME, "12:1.0 13:0.0").ignore(2)
    assert bg.find_candidates(run) == bg.find_candidates(GAME, "12:1.0")
    assert bg.optimum(run).secrets == bg.advise(run).candidates == 4
    assert bg.best_guess(run) == bg.best_guess(GAME, "12:1.0")


def test_every_solution_of_a_tree_in_any_form() -> None:
    """Whole and lazy trees, and their nodes, have the same solutions and are played out alike."""
    whole, lazy = bg.build_tree(GAME, "entropy"), bg.lazy_tree(GAME, "entropy")
    assert bg.solutions(whole) == bg.solutions(whole.root) == bg.solutions(lazy)
    assert bg.worst_solutions(whole) == bg.worst_solutions(lazy)
    assert len(bg.solutions(lazy)) == 9
    for secret, path in bg.solutions(whole).items():
        for tree in (whole, whole.root, lazy):
            for scorer in (secret, lambda guess, secret=secret: GAME.feedback(guess, secret)):
                assert tuple(row.guess for row in bg.play_out(tree, scorer)) == path
    with pytest.raises(bg.ContradictionError, match="contradict each other"):
        bg.play_out(whole, lambda guess: "0.0")


def test_a_tree_is_played_only_where_it_leads() -> None:
    """A tree as a strategy refuses other games, and positions that it does not reach."""
    tree = bg.build_tree(GAME, "entropy")
    assert bg.build_tree("mastermind(2,3,rows=9)", tree).figures.total == tree.figures.total
    with pytest.raises(bg.StrategyError, match=r"expected a tree of mastermind\(2,4\), got one of mastermind\(2,3\)"):
        bg.best_guess("mm2x4", by=tree)
    with pytest.raises(bg.StrategyError, match="the tree plays"):
        bg.best_guess(GAME, "33:1.0", by=tree)


def test_compare_takes_one_strategy_or_several() -> None:
    """The figures can be asked for by place, in turn, and again."""
    figures = bg.compare("mm2x3", ("first", bg.build_tree(GAME, "entropy"), largest_first))
    assert [one.strategy for one in figures] == ["first", "entropy", "largest_first"]
    assert (len(figures), figures[-1], next(figures)) == (3, figures[2], figures[0])
    assert [one.strategy for one in figures[1:]] == ["entropy", "largest_first"]
    assert next(figures).strategy == "entropy"


def test_an_own_metric_ranks() -> None:
    """Advice by a metric of one's own is in the order of that metric, also without a table."""
    by_name = {"coarse": lambda sizes: -max(sizes), "cubes": lambda sizes: sum(size**3 for size in sizes)}
    for name, function in by_name.items():
        bg.register_metric(name, function)
        for given in (name, bg.Metric(function)):
            advice = bg.advise("mm4x6", "1122:1.0", by=given, count=1, budget=0)
            assert advice.choice == bg.best_guess("mm4x6", "1122:1.0", by=name)
    assert bg.advise("mm4x6", "1122:1.0", by="coarse").choice != bg.advise("mm4x6", "1122:1.0").choice
    large = [bg.advise("mm6x9", by=by, count=1).choice for by in ("coarse", "cubes", "expected-size")]
    assert large[0] != large[1]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda sizes: "low", "is not a number for part sizes"),
        (lambda sizes: None, "is not a number for part sizes"),
        (lambda sizes: float("nan"), "is not a number for part sizes"),
        (lambda sizes: 1j, "is not a number for part sizes"),
        (lambda sizes: sizes[99], "fails for part sizes .*: IndexError"),
        (lambda sizes: exit(), "fails for part sizes .*: SystemExit"),
    ],
)
def test_metrics_that_fail(function: Callable[[object], float], message: str) -> None:
    """Whatever a metric returns or raises, one line says so."""
    for ask in (bg.build_tree, lambda game, by: bg.advise(game, by=by), lambda game, by: bg.best_guess(game, by=by)):
        with pytest.raises(bg.StrategyError, match=f"the metric 'metric' {message}"):
            ask(GAME, bg.Metric(function))


def test_metrics_with_large_numbers() -> None:
    """Integers of any size are compared exactly, fractions and infinity as well."""
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


def test_strategies_that_fail() -> None:
    """A function that plays no guess, one that tells nothing, or raises: one line says so."""
    wrong: tuple[tuple[Any, str], ...] = (
        (lambda position: "99", "CodeError: expected 2 symbols"),
        (lambda position: None, "CodeError: expected a code"),
        (lambda position: position.codes[99], "IndexError"),
        (lambda position: exit(), "SystemExit"),
        (lambda position: "33" if len(position.codes) == 2 else position.codes[0], "does not split the candidates"),
    )
    for function, message in wrong:
        with pytest.raises(bg.StrategyError, match=f"the strategy 'function' .*{message}"):
            bg.build_tree(GAME, function)


def test_answers_that_contradict_each_other() -> None:
    """A row that wins does not make earlier answers true: nothing is advised, reviewed or computed from such rows."""
    wrong = "12:0.0 12:2.0"
    for name, function in OF_POSITIONS.items():
        if name not in ("find_candidates", "find_contradictions", "why_not"):
            with pytest.raises(bg.ContradictionError):
                function(GAME, wrong)
    assert bg.find_candidates(GAME, wrong).count == 0
    assert bg.find_contradictions(GAME, history=wrong)


def test_codes_of_other_games_are_refused() -> None:
    """Feedback, partitions, histories and candidates take codes of the game alone."""
    game = bg.game("mm4x6")
    for call in (
        lambda: game.feedback("7777", "1213"),
        lambda: game.feedback("1213", "7777"),
        lambda: bg.game("twod(3)").feedback("33", "00"),
        lambda: bg.game("bc2x3").feedback("11", "01"),
        lambda: bg.partition(game, "1122", ["9999"]),
        lambda: bg.partition(game, "9999"),
        lambda: bg.advise(game, candidates=["9999"]),
    ):
        with pytest.raises(bg.CodeError, match="expected"):
            call()
    with pytest.raises(bg.HistoryError, match=r"row 1 of the history, '7777:1\.0': expected 4 symbols"):
        bg.find_candidates(game, bg.History([("7777", "1.0")]))
    assert game.feedback("1122", "1213") == game.score("1122", "1213") == "1.2"
    assert bg.game("bc2x12").feedback("ab", "AB") == "2.0"


def test_names_with_spaces_and_colons() -> None:
    """Codes and feedbacks of any game may hold spaces and colons, in every function."""
    names = ["Anna Lee", "Bo: B", 'the "C"', "D,E", "(F)"]
    game = bg.CustomGame(
        names, names, lambda a, b: "so near" if abs(names.index(a) - names.index(b)) == 1 else a == b, True
    )
    assert bg.check_game(game) == []
    run = bg.Playthrough(game).add("Bo: B", "so near")
    assert run.candidates().codes == ("Anna Lee", 'the "C"')
    assert str(run.history) == '"Bo: B":"so near"'
    assert bg.find_candidates(game, str(run.history)) == bg.find_candidates(run)
    for function in OF_POSITIONS.values():
        if function not in (
            OF_POSITIONS["why_not"],
            *map(OF_POSITIONS.get, ("evaluate_guess", "explain", "hardest_feedback")),
        ):
            assert function(run, "") == function(game, str(run.history))
    assert [step.guess for step in bg.watch(game, "(F)", "optimal")][-1] == "(F)"
    assert bg.build_tree(game, "optimal").figures.secrets == 5
    assert [quoted(name) for name in names] == ['"Anna Lee"', '"Bo: B"', '"the ""C"""', '"D,E"', '"(F)"']


def test_files_hold_codes_with_spaces(tmp_path: Path) -> None:
    """A tree whose codes have spaces comes back from its file."""
    game = bg.CustomGame(["a b", "c"], ["a b", "c"], lambda a, b: a == b, True)
    tree = bg.build_tree(game, "first")
    bg.save_tree(tree, tmp_path / "tree.json")
    assert bg.load_tree(tmp_path / "tree.json") == tree
