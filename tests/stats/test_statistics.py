"""Comparisons, sweeps and the store of results."""

import csv
import io
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
import weakref
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest

import bestguess as bg
from bestguess import metrics
from bestguess.engine import Choice
from bestguess.games.table import Table
from bestguess.stats import Store, Sweep
from bestguess.stats.sweeps import ResultKey, result_key
from bestguess.strategies import FunctionStrategy, MetricStrategy, NativeStrategy
from bestguess.trees import Figures

KILLS = 20 if os.environ.get("BESTGUESS_VERIFY") else 2


def test_compare_gives_figures_in_turn() -> None:
    """The figures of a strategy are those of its tree; unknown names fail before any work."""
    game = bg.game("mastermind(3,4)")
    results = list(bg.compare(game, ["first", "entropy"], consistent=True, first_guess="112"))
    for figures in results:
        assert figures == bg.build_tree(game, figures.strategy, consistent=True, first_guess="112").figures
        assert figures.first_guess == "112"
    for names, message in (([], "expected at least one strategy"), (["first", "frist"], "did you mean 'first'")):
        with pytest.raises(bg.errors.StrategyError, match=message):
            bg.compare(game, names)
    with pytest.raises(bg.errors.StrategyError, match="expected seeds of 1 or more, got 0"):
        bg.compare(game, ["random"], seeds=0)


@pytest.mark.parametrize("text", ["bullscows(3,6)", "bullscows(3,6,rows=3)"])
def test_random_is_averaged_over_seeds(text: str) -> None:
    """The figures, lost secrets included, are averages of the single runs, and the spread is reported."""
    game = bg.game(text)
    (figures,) = bg.compare(game, ["random"], seeds=5)
    runs = [bg.build_tree(game, "random", seed=seed).figures for seed in range(5)]
    assert figures.mean == pytest.approx(sum(run.mean for run in runs) / 5)
    assert figures.worst == max(run.worst for run in runs)
    lost = sum(run.lost or 0 for run in runs) / 5
    assert (figures.lost or 0, figures.lost_weight or 0) == pytest.approx((lost, lost))
    assert sum(figures.distribution.values()) + lost == pytest.approx(120)
    assert figures.mean_sd == pytest.approx(stdev(run.mean for run in runs))
    assert figures.as_json()["seeds"] == 5
    (single,) = bg.compare(game, ["random"], seeds=1)
    assert (single.total, single.at_worst) == (runs[0].total, runs[0].at_worst)


def test_random_that_finds_nothing_has_no_mean() -> None:
    """Every seed loses all secrets."""
    (none,) = bg.compare("mastermind(3,4,secrets=distinct,rows=1)", ["random"], seeds=3, first_guess="112")
    assert (none.lost, none.worst, none.at_worst, none.distribution) == (24, 0, 0, {})
    assert none.as_json()["mean"] is None


def test_random_of_an_article() -> None:
    """bullscows(4,10): random consistent guesses need about 5.47 on average, and never more than 10."""
    (figures,) = bg.compare("bullscows(4,10)", ["random"], seeds=20)
    assert 5.44 < figures.mean < 5.50
    assert figures.worst in (9, 10)


def last(steps: Iterable[Sweep]) -> Sweep:
    """Return the last step of a sweep."""
    return list(steps)[-1]


def test_sweep_fills_the_table() -> None:
    """Every size has the figures of its own tree; sizes that a game does not have are left out."""
    result = last(bg.sweep("bullscows", range(2, 4), range(2, 5), "minimax"))
    assert sorted(result.figures) == [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4)]
    for (pegs, digits), figures in result.figures.items():
        assert figures == bg.build_tree(bg.game(f"bullscows({pegs},{digits})"), "minimax").figures
    lines = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [(line["pegs"], line["digits"], line["game"]) for line in lines][1] == ("2", "3", "bullscows(2,3)")
    assert (result.names, result.sizes) == (("pegs", "digits"), ((2, 3), (2, 3, 4)))


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (("two", [1]), "GameError", "unknown family to sweep 'two', did you mean 'twod'"),
        (("table", [1]), "GameError", "unknown family to sweep 'table'"),
        (("twod", [1], [2]), "GameError", "twod is swept over n, got two ranges"),
        (("mastermind", [1]), "GameError", "mastermind is swept over pegs and colours, got pegs"),
        (("bullscows", [5], [4]), "GameError", "has no game"),
        (("mastermind", [5], [8]), "SizeError", r"mastermind\(5,8\)"),
        (("mastermind", [2], [2], "nonsense"), "StrategyError", "unknown strategy"),
    ],
)
def test_sweeps_that_cannot_be(given: Any, error: str, message: str) -> None:
    """Unknown families, empty ranges and sizes that do not fit are refused before any work."""
    with pytest.raises(getattr(bg.errors, error), match=message):
        bg.sweep(*given, memory_limit=10**6)


def test_results_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each size is computed once, a stopped sweep continues, and another version of the engine computes its own."""
    store = Store(tmp_path / "deep" / "results.sqlite")
    steps = bg.sweep("mastermind", [2], [2, 3, 4], "minimax", store=store)
    next(steps)
    next(steps)  # stopped here
    computed = list[str]()
    real = bg.build_tree

    def counted(position: bg.Position, *args: object, **options: object) -> bg.Tree:
        computed.append(str(position.game))
        return real(position, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("bestguess.stats.comparisons.build_tree", counted)
    again = last(bg.sweep("mastermind", [2], [2, 3, 4], "minimax", store=store))
    assert computed == ["mastermind(2,4)"]
    assert again.figures == last(bg.sweep("mastermind", [2], [2, 3, 4], "minimax")).figures
    monkeypatch.setattr("bestguess.stats.sweeps.version", "0.0.0")
    assert store.find(ResultKey("mastermind(2,2)", "minimax", False)) is None


def test_what_results_depend_on_is_in_their_key(tmp_path: Path) -> None:
    """Another first guess, metric or function under a known name never gets the figures of the first."""
    store = Store(tmp_path / "results.sqlite")
    game = bg.game("mastermind(3,5)")
    strategies: list[str | bg.Strategy] = [
        bg.strategy("minimax", first_guess="111", game=game),
        MetricStrategy("minimax", len),
        FunctionStrategy("minimax", lambda position: position.candidates[0]),
        NativeStrategy("minimax", Choice.first),
        "minimax",
        bg.strategy("minimax", first_guess="123", game=game),
        bg.strategy("minimax", consistent=True, game=game),
    ]
    for _ in range(2):
        for chosen in strategies:
            figures = last(bg.sweep("mastermind", [3], [5], chosen, store=store)).figures[3, 5]
            assert figures == last(bg.sweep("mastermind", [3], [5], chosen)).figures[3, 5]


def test_a_result_of_words_is_kept_for_these_very_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that ships has a key. When its words change, the figures of the old words are not found."""
    words, store = bg.game("words(english,4)"), Store(tmp_path / "results.sqlite")
    key = result_key(words, bg.strategy("first", game=words))
    assert key is not None
    figures = next(iter(bg.compare("mastermind(2,3)", ["first"])))
    store.save(key, figures)
    assert store.find(key) == figures
    changed = tuple((name, sha256[::-1]) for name, sha256 in words.files)
    monkeypatch.setattr(bg.Words, "files", changed)
    other = result_key(words, bg.strategy("first", game=words))
    assert other is not None
    assert store.find(other) is None


def test_stores_that_cannot_be_used(tmp_path: Path) -> None:
    """Other files, damaged stores and stores that another program writes to raise one line each."""
    path = tmp_path / "no.sqlite"
    path.write_text("this is not a database, but it is long enough to be looked at as one" * 20)
    with pytest.raises(bg.errors.FileError, match="not a store of results"):
        Store(path)
    with pytest.raises(bg.errors.FileError, match="cannot be"):
        Store(path / "below" / "file.sqlite")
    good = tmp_path / "results.sqlite"
    store = Store(good, timeout=0.1)
    figures = bg.build_tree(bg.game("mastermind(2,2)"), "first").figures
    key = ResultKey("mastermind(2,2)", "first", False)
    with sqlite3.connect(good) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(bg.errors.FileError, match="another program is writing to it"):
            store.save(key, figures)
        other.rollback()
    other.close()
    store.save(key, figures)
    assert store.find(key) == figures
    with sqlite3.connect(good) as other:
        other.execute("UPDATE figures SET figures = ?", (json.dumps({"game": 1}),))
    other.close()
    with pytest.raises(bg.errors.FileError, match="is damaged"):
        store.find(key)


def test_a_store_that_fails_loses_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures that could not be stored are returned before the error is raised."""

    def full(key: ResultKey, figures: Figures) -> None:
        raise bg.errors.FileError("database or disk is full")

    store = Store(tmp_path / "results.sqlite")
    monkeypatch.setattr(store, "save", full)
    steps = bg.sweep("mastermind", [2], [2, 3], "minimax", store=store)
    assert (2, 2) in next(steps).figures
    with pytest.raises(bg.errors.FileError, match="disk is full"):
        next(steps)
    only = bg.sweep("mastermind", [2], [2], "minimax", store=store)
    with pytest.raises(bg.errors.FileError, match="disk is full"):
        list(only)  # nor is the last one lost in silence
    assert only[0].figures[2, 2].worst == 3


def test_rows_to_spare_change_nothing() -> None:
    """With as many rows as the worst case needs, a comparison is the same as without rows, and nothing is lost."""
    game = bg.game("mastermind(3,4)")
    for free in bg.compare(game, ["first", "entropy", "random", "optimal"]):
        (board,) = bg.compare(game.with_rows(free.most_guesses), [free.strategy])
        assert (board.lost, board.lost_weight, free.lost) == (0, 0, None)
        assert (board.total, board.distribution, board.mean) == (free.total, free.distribution, free.mean)
        assert board.as_json().keys() == free.as_json().keys() | {"lost", "lost_weight"}


def test_a_sweep_of_boards_with_rows(tmp_path: Path) -> None:
    """Every size has its rows, also in the store: other rows are another result."""
    store = Store(tmp_path / "store.sqlite")
    sweeps = {rows: last(bg.sweep("mastermind", [4], [5, 6], "minimax", rows=rows, store=store)) for rows in (4, 5)}
    again = last(bg.sweep("mastermind", [4], [5, 6], "minimax", rows=4, store=store))
    assert {rows: swept.figures[4, 6].lost for rows, swept in sweeps.items()} == {4: 694, 5: 0}
    assert again.figures == sweeps[4].figures
    assert sweeps[4].figures[4, 6].game == "mastermind(4,6,rows=4)"
    lines = list(csv.DictReader(io.StringIO(sweeps[4].to_csv())))
    assert [(line["game"], line["lost"]) for line in lines][-1] == ("mastermind(4,6,rows=4)", "694")
    assert "lost" not in last(bg.sweep("mastermind", [4], [5], "minimax")).to_csv()
    with pytest.raises(bg.errors.GameError, match="expected rows of 1 or more, got 0"):
        last(bg.sweep("mastermind", [4], [5], "minimax", rows=0))


SWEEP = """
import sys
import bestguess as bg
from bestguess.stats import Store
store = Store(sys.argv[1])
print("begun", flush=True)
while True:
    for consistent in (False, True):
        for name in ("first", "minimax", "entropy"):
            for step in bg.sweep("mastermind", [2], range(2, 9), name, consistent=consistent, store=store):
                pass
    with store._connection() as connection:
        connection.execute("DELETE FROM figures")
"""


def test_a_store_outlives_a_kill(tmp_path: Path) -> None:
    """After many kills during writes, the figures in it are right, and new ones can be stored."""
    path = tmp_path / "results.sqlite"
    rng = random.Random(6)
    for _ in range(KILLS):
        child = subprocess.Popen([sys.executable, "-c", SWEEP, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(rng.random() / 2)
        child.kill()
        child.communicate()
        for name in ("first", "minimax", "entropy"):
            kept = last(bg.sweep("mastermind", [2], range(2, 9), name, store=Store(path)))
            assert kept.figures == last(bg.sweep("mastermind", [2], range(2, 9), name)).figures
    last(bg.sweep("mastermind", [2], [9], "first", store=Store(path)))  # writing ends what a kill has begun
    assert list(tmp_path.iterdir()) == [path], "no journal is left behind"


def test_sweeps_over_one_number(tmp_path: Path) -> None:
    """Families with one number are swept over it, registered ones too; words are lists that ship."""
    store = Store(tmp_path / "store.sqlite")
    for _ in range(2):
        result = last(bg.sweep("twod", range(2, 5), by="entropy", store=store))
        assert (result.names, result.sizes) == (("n",), ((2, 3, 4),))
        assert list(result.figures) == [(2,), (3,), (4,)]
        assert result.figures[3,] == bg.build_tree("twod(3)", "entropy").figures
    lines = list(csv.DictReader(io.StringIO(result.to_csv())))
    assert [(line["n"], line["game"]) for line in lines] == [("2", "twod(2)"), ("3", "twod(3)"), ("4", "twod(4)")]
    words = next(bg.sweep("words", [4], by="first"))
    assert (words.names, words.figures[4,].game) == (("length",), "words(english,4)")

    def own_number(most: int) -> bg.CustomGame:
        return bg.CustomGame(range(most), range(most), lambda g, s: (g > s) - (g < s), 0)

    bg.register_game("own_number", own_number)
    own = last(bg.sweep("own_number", [3, 7, 15], by="minimax", store=store))
    assert own.names == ("most",)
    assert [figures.worst for figures in own.figures.values()] == [2, 3, 4]
    bg.register_game("lone", lambda: bg.game("mm2x2"))
    with pytest.raises(bg.errors.GameError, match="lone cannot be swept: its games have no arguments"):
        bg.sweep("lone", [1])


def warmer(n: int, d: int, k: int = 1) -> bg.CustomGame:
    """Return a game of a number below *n*; the feedback says whether it is at most *d* times *k* away."""

    def answer(guess: int, secret: int) -> str:
        return "found" if guess == secret else "warm" if abs(guess - secret) <= d * k else "cold"

    return bg.CustomGame(range(n), range(n), answer, "found")


def test_sweeps_over_the_arguments_of_a_registered_family() -> None:
    """By the names of its parameters, in any order; the last ones may be left out if they have defaults."""
    bg.register_game("warmer", warmer)
    result = bg.sweep("warmer", d=range(1, 3), n=range(2, 6), by="minimax")[-1]
    assert (result.names, result.sizes) == (("n", "d"), ((2, 3, 4, 5), (1, 2)))
    assert len(result.figures) == 8
    for (n, d), figures in result.figures.items():
        assert figures == bg.build_tree(bg.game(f"warmer({n},{d})"), "minimax").figures
    three = bg.sweep("warmer", n=[4, 5], d=1, k=[0, 1], by="minimax")[-1]
    assert three.names == ("n", "d", "k")
    assert sorted(three.figures) == [(4, 1, 0), (4, 1, 1), (5, 1, 0), (5, 1, 1)]
    assert three.records()[0] | {"n": 4, "d": 1, "k": 0} == three.records()[0]
    assert three.lines().headings[:4] == ["n", "d", "k", "secrets"]
    assert bg.sweep("warmer", 3, 1)[-1].figures == bg.sweep("warmer", {"n": 3}, d=1)[-1].figures


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"n": 3}, "warmer is swept over n, d and [k], got n"),
        ({"sizes": 3, "n": 3, "d": 1}, "warmer is swept over n, d and [k], got n, n and d"),
        ({}, "warmer is swept over n, d and [k], got nothing"),
        ({"n": "3", "d": 1}, "expected n, a list, got '3'"),
        ({"n": -3, "d": 1}, "expected n of 0 or more, got -3"),
    ],
)
def test_arguments_that_a_family_does_not_have(given: dict[str, Any], line: str) -> None:
    """One line names the arguments that it has."""
    bg.register_game("warmer", warmer)
    with pytest.raises(bg.errors.GameError) as caught:
        bg.sweep("warmer", **given)
    assert str(caught.value) == line


def test_arguments_with_names_that_sweep_uses() -> None:
    """They are given in a mapping or by position; `rows` by name is the rows of the board."""
    bg.register_game("grid", lambda rows, columns: warmer(rows * columns, 1))
    named = bg.sweep("grid", {"rows": [2, 3], "columns": [2]})[-1]
    assert (named.names, named.rows) == (("rows", "columns"), None)
    assert named.figures == bg.sweep("grid", [2, 3], 2)[-1].figures
    assert bg.sweep("grid", {"rows": 2, "columns": 2}, rows=1)[-1].rows == 1
    bg.register_game("any", lambda *numbers: warmer(numbers[0], 1))
    assert bg.sweep("any", [2, 3])[-1].names == ("numbers",)
    bg.register_game("set", lambda n=3, *, d=1: warmer(n, d))
    with pytest.raises(bg.errors.GameError, match=r"set is swept over \[n\], got nothing"):
        bg.sweep("set")
    assert list(bg.sweep("set", n=[2, 4])[-1].figures) == [(2,), (4,)]


def test_steps_come_out_one_by_one() -> None:
    """A step is returned before the next is computed; printing computes all; iterating again starts at the first."""
    computed = list[int]()

    def counting(position: bg.Position) -> str:
        computed.append(position.count)
        return str(position.candidates[0])

    steps = bg.sweep("numbers", [2, 3], by=FunctionStrategy("counting", counting))
    first = next(iter(steps))
    assert list(first.figures) == [(2,)]
    assert max(computed) == 2
    assert str(steps) == repr(steps[-1])
    assert max(computed) == 3
    assert next(iter(steps)) == first
    assert steps.to_csv() == steps[-1].to_csv()
    assert steps._repr_html_() == steps[-1]._repr_html_()


def test_a_sweep_keeps_no_tables() -> None:
    """Only one table at a time is in memory, because all of them together may not fit."""
    tables = dict[str, weakref.ref[Table]]()

    def noting(position: bg.Position) -> str:
        tables[str(position.game)] = weakref.ref(position.table)
        return str(position.candidates[0])

    for number, _ in enumerate(bg.sweep("numbers", range(2, 7), by=FunctionStrategy("noting", noting)), start=1):
        assert len(tables) == number
        assert sum(table() is not None for table in tables.values()) <= 1


QUESTIONS = bg.CustomGame(
    ["a", "b", "both"],
    range(4),
    lambda asked, secret: {"a": secret % 2, "b": secret // 2, "both": secret}[asked],
    goal="identify",
    costs=[1, 2, Fraction(5, 2)],
    name="questions",
)


def test_comparing_questions_with_costs() -> None:
    """Totals, means and worst cases are costs; distributions count questions; averages of `random` do, too."""
    first, parts, random_ = bg.compare(QUESTIONS, ["first", "most-parts", "random"], seeds=6)
    assert (first.total, first.mean, first.worst, first.at_worst) == (12, 3, 3, 4)
    assert (first.distribution, first.goal, first.costs) == ({1: 0, 2: 4}, "identify", True)
    assert (parts.total, parts.worst, parts.distribution) == (10, 2.5, {1: 4})
    runs = [bg.build_tree(QUESTIONS, "random", seed=seed).figures for seed in range(6)]
    worst = max(run.worst for run in runs)
    assert len({run.worst for run in runs}) > 1
    assert (random_.worst, random_.total) == (worst, sum(run.total for run in runs) / 6)
    assert random_.at_worst == pytest.approx(sum(run.at_worst for run in runs if run.worst == worst) / 6)
    assert sum(random_.distribution.values()) == pytest.approx(4)
    document = random_.as_json()
    assert (document["goal"], document["seeds"]) == ("identify", 6)
    assert "costs" not in document


def test_what_a_text_does_not_say_has_no_key(tmp_path: Path) -> None:
    """Games with labels, costs or rules of their own are never stored, because their texts do not describe them."""

    class Other(bg.Mastermind):
        """Mastermind as another class, which may have other rules."""

        family = "mastermind"

    path = tmp_path / "people.csv"
    path.write_text(",Ann,Bob\nhat,y,n\n")
    for game in (QUESTIONS, bg.game(f"table({path},goal=identify)"), Other(4, 6)):
        assert result_key(game, bg.strategy("first", game=game)) is None
    texts = ["balance(4)", "balance(4,find=coin)", "mastermind(2,3)", "mastermind(2,3,feedback=exact)", "numbers(9)"]
    texts.append("mastermind(2,3,rows=7)")
    keys = {result_key(bg.game(text), bg.strategy("first", game=text)) for text in texts}
    assert len(keys - {None}) == len(texts)
    metrics.register("changing", max)  # which may mean another metric tomorrow
    for name in ("random", "changing"):
        assert result_key(bg.game("mastermind(2,3)"), bg.strategy(name)) is None


def test_functions_may_waste_guesses() -> None:
    """A game may have guesses that no tree has. Endless games are refused, or lost on a board with rows."""
    (figures,) = bg.compare("mastermind(2,2)", lambda position: ["11", "11", "12", "21", "22"][len(position.history)])
    assert figures.distribution == {1: 1, 2: 0, 3: 1, 4: 1, 5: 1}
    (limited,) = bg.compare("mastermind(2,3,rows=6)", [lambda position: "11"])
    assert (limited.total, limited.lost) == (1, 8)
    with pytest.raises(bg.errors.StrategyError, match="function has not found '12' after 200 guesses"):
        list(bg.compare("mastermind(2,3)", [lambda position: "11"]))


def test_a_sample_says_so() -> None:
    """The reprs name the size of the game and the seed."""
    compared = bg.compare("mastermind(3,4)", ["first", "random"], sample=10, seed=3)
    sampled = "10 of 64 secrets, seed 3"
    assert [(figures.sample, figures.secrets_text) for figures in compared] == [((64, 3), sampled)] * 2
    assert repr(compared).startswith(f"mastermind(3,4): {sampled}\nstrategy ")
    assert f" over {sampled}" in repr(compared[0])
    assert sampled in compared._repr_html_()
    (whole,) = bg.compare("mastermind(3,4)", "first", sample=64, seed=3)
    assert (whole.sample, whole.secrets_text, "over" in repr(whole)) == (None, "64 secrets", False)
