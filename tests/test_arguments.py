"""Whatever is given to a public function, only a BestguessError of one line may come out of it."""

import inspect
import os
import random
import re
import sys
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure as Picture

import bestguess as bg
from bestguess import arguments
from bestguess.games import registry as games_registry
from bestguess.statistics.lazy_list import LazyList
from bestguess.strategies import registry as strategies_registry
from worlds import fault_game

GAME = "mastermind(2,3)"
TABLE = bg.Table(GAME)
TREE = bg.build_tree(TABLE, "minimax")
FAULTS = fault_game()
QUESTION_TREE = bg.build_tree(FAULTS, "first")
RUN = bg.Playthrough(TABLE, "12:1.0")
RESULT = bg.optimum(TABLE, certify=True)
REPAIR = bg.find_contradictions(GAME, history="12:0.0 12:1.0")[0].repairs[0]
RECORD = bg.Record(GAME, "12:1.0", 3, True, None, 0, "2026-01-31")
AXES = Picture().subplots()
EVERYTHING = bool(os.environ.get("BESTGUESS_VERIFY"))


class Silent:
    """An object that cannot say what it is."""

    def __repr__(self) -> str:
        raise RuntimeError("no idea")


VALUES: dict[str, Any] = {
    "None": None,
    "True": True,
    "0": 0,
    "-1": -1,
    "3": 3,
    "2**70": 2**70,
    "10**5000": 10**5000,
    "-(2**63)": -(2**63),
    "1.5": 1.5,
    "-0.5": -0.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "1j": 1j,
    "Fraction": Fraction(1, 3),
    "empty text": "",
    "word": "nothing",
    "lines": "two\nlines",
    "null character": "a\0b",
    "lone surrogate": "\ud800",
    "digit": "5",
    "game text": GAME,
    "code": "12",
    "history text": "12:0.1",
    "bytes": b"12",
    "empty list": [],
    "numbers": [1, 2],
    "codes": ["12", "13"],
    "nested": [[None]],
    "empty tuple": (),
    "pair": ("12", "1.0"),
    "set": {1},
    "empty dict": {},
    "dict": {"12": 1},
    "array": np.arange(3),
    "matrix": np.ones((2, 2)),
    "numpy number": np.int64(2),
    "object": object(),
    "silent object": Silent(),
    "class": int,
    "own class": bg.Table,
    "module": os,
    "no arguments": lambda: None,
    "identity": lambda value: value,
    "two arguments": lambda one, other: None,
    "event": threading.Event(),
    "path": Path("somewhere"),
    "folder": Path(),
    "game": bg.game(GAME),
    "other game": bg.game("twod(2)"),
    "table": TABLE,
    "history": bg.History([("12", "1.0")]),
    "other history": bg.History([("1122", "won")]),
    "row": bg.Row("12", "1.0"),
    "playthrough": RUN,
    "contradictory playthrough": bg.Playthrough(TABLE, "12:0.0 12:2.0"),
    "situation": bg.Situation(GAME),
    "position": bg.Position(TABLE),
    "strategy": bg.strategy("entropy", game=GAME),
    "metric": bg.Metric(max),
    "tree": TREE,
    "questions": FAULTS,
    "tree of questions": QUESTION_TREE,
    "leaf": QUESTION_TREE.root.after("yes"),
    "lazy leaf": bg.lazy_tree(FAULTS, "first").after("yes"),
    "position that is over": bg.Position(FAULTS, '"Does the lamp glow?":yes'),
    "other tree": bg.build_tree("twod(2)", "first"),
    "node": TREE.root,
    "lazy tree": bg.lazy_tree(TABLE),
    "result": RESULT,
    "record": RECORD,
    "advice": bg.advise(TABLE),
    "figures": TREE.figures,
    "partition": bg.partition(GAME, "12"),
    "review": bg.review(TABLE, "12:1.0"),
    "axes": AXES,
    "error": bg.GameError("an error"),
}

# A call of every public function and constructor that works; its arguments are exchanged one at a time.
CALLS: dict[str, dict[str, Any]] = {
    "Balance": {"coins": 4, "find": "coin"},
    "BullsCows": {"pegs": 2, "digits": 3, "rule": "strict", "symbols": "ABC"},
    "CodeSymmetries": {"positions": ((0, 1),), "symbols": ("12",), "symbols_by_position": True},
    "CustomGame": {
        "guesses": [1, 2],
        "secrets": [1, 2],
        "feedback": lambda guess, secret: guess == secret,
        "win": None,
        "goal": "identify",
        "labels": ["one", "two"],
        "weights": {1: 2, 2: Fraction(1, 2)},
        "costs": {1: 2, 2: Fraction(1, 2)},
        "symmetries": (),
        "name": "custom",
    },
    "History": {"rows": [("12", "1.0")]},
    "LazyNode": {"position": RUN, "chosen": "first"},
    "Mastermind": {"pegs": 2, "colours": 3, "secrets": "all", "rule": "strict", "feedback": "exact", "symbols": "RGB"},
    "Numbers": {"most": 5},
    "Metric": {"function": max, "name": "largest"},
    "MetricStrategy": {"name": "largest", "metric": max, "consistent": False},
    "OwnStrategy": {"name": "last", "function": lambda position: position.codes[-1], "consistent": False},
    "Playthrough": {"game": GAME, "history": "12:1.0", "ignored": [1]},
    "Position": {"table": TABLE, "history": "12:1.0"},
    "Program": {"command": f'"{sys.executable}" -c pass', "seconds": 1},
    "Situation": {"game": GAME, "history": "12:1.0", "ignored": [1]},
    "Store": {"path": "results.sqlite", "timeout": 0.1},
    "Symmetry": {"guess": lambda code: code, "secret": lambda code: code},
    "Table": {"game": GAME, "memory_limit": 10**6, "threads": 1, "progress": lambda done, total: None},
    "TableGame": {"path": "table.csv", "win": "y", "goal": "hit", "memory_limit": 10**6},
    "Twod": {"size": 2},
    "Words": {"secrets": "english", "length": 4, "guesses": "more.txt", "without": "out.txt", "rule": "hard"},
    "Values": {"table": TABLE, "nodes": 10, "threads": 1, "progress": lambda bounds, nodes: None, "time_limit": 1.0},
    "advise": {
        "game": GAME,
        "history": "12:1.0",
        "by": "minimax",
        "count": 2,
        "consistent": True,
        "candidates": ["13", "22"],
        "budget": 10,
        "seed": 1,
        "threads": 1,
    },
    "best_guess": {"game": GAME, "history": "12:1.0", "by": "minimax", "consistent": True},
    "build_tree": {
        "game": GAME,
        "by": "minimax",
        "consistent": True,
        "first_guess": "12",
        "seed": 1,
        "threads": 1,
        "progress": lambda done, total: None,
    },
    "check_file": {
        "path": "tree.json",
        "progress": lambda done, total: None,
        "table": None,
        "secrets": None,
        "guesses": None,
        "without": None,
        "memory_limit": 10**8,
        "time_limit": 60.0,
        "announce": lambda line: None,
    },
    "check_game": {"game": GAME, "pairs": 100, "sample": 10, "seed": 1},
    "compare": {
        "game": GAME,
        "strategies": ["first", "random"],
        "consistent": True,
        "first_guess": "12",
        "seeds": 2,
        "sample": 3,
        "seed": 1,
        "threads": 1,
        "progress": lambda name: lambda done, total: None,
        "executor": None,
    },
    "default_records": {},
    "default_store": {},
    "entropy": {"sizes": [2, 1], "base": 3},
    "expected_size": {"sizes": [2, 1]},
    "explain": {"game": GAME, "guess": "12", "examples": 2, "seed": 1, "candidates": ["13"], "history": "12:1.0"},
    "families": {},
    "find_candidates": {
        "game": GAME,
        "history": "12:1.0",
        "limit": 3,
        "threads": 1,
        "memory_limit": 10**6,
        "progress": lambda done, total: None,
    },
    "find_symmetries": {"game": GAME},
    "find_contradictions": {"game": GAME, "limit": 2, "history": "12:0.0 12:2.0"},
    "game": {"text": GAME},
    "hardest_feedback": {"game": GAME, "guess": "12", "history": "12:1.0"},
    "hint": {"game": GAME, "step": 3, "seed": 1, "history": "12:1.0"},
    "keep_record": {"record": RECORD, "path": "games.jsonl"},
    "known_strategies": {},
    "largest_part": {"sizes": [2, 1]},
    "lazy_tree": {"game": GAME, "by": "minimax", "consistent": True, "first_guess": "12"},
    "least_worst": {"game": GAME},
    "load_records": {"path": "games.jsonl", "game": GAME},
    "load_tree": {"path": "tree.json"},
    "make_puzzles": {
        "game": GAME,
        "kind": "only-secret",
        "count": 2,
        "seed": 1,
        "progress": lambda done, total: None,
    },
    "next_move": {"game": GAME, "by": "optimal", "history": "12:1.0", "budget": 9, "most_pairs": 99, "seed": 1},
    "objectives": {
        "game": GAME,
        "within": 2,
        "node_limit": 100,
        "threads": 1,
        "progress": lambda done, total, way, known: None,
    },
    "optimum": {
        "game": GAME,
        "objective": "mean",
        "max_guesses": 5,
        "consistent": False,
        "history": "",
        "first_guess": "12",
        "first_guesses": False,
        "threads": 1,
        "memory_limit": 10**8,
        "time_limit": 5.0,
        "node_limit": 1000,
        "certify": True,
        "checkpoint": "checkpoint",
        "progress": lambda bounds, nodes: None,
        "cancel": threading.Event(),
        "executor": None,
        "task_progress": lambda progress: None,
        "first_guess_progress": lambda done, total: None,
    },
    "part_count": {"sizes": [2, 1]},
    "partition": {"game": GAME, "guess": "12", "candidates": ["13"]},
    "play_out": {"tree": TREE, "scorer": "13", "win": "2.0", "game": GAME},
    "plot_comparison": {"results": [TREE.figures], "ax": AXES},
    "plot_distribution": {"figures": TREE.figures, "ax": AXES},
    "plot_partition": {"partition": bg.partition(GAME, "12"), "ax": AXES},
    "plot_review": {"review": bg.review(TABLE, "12:1.0"), "ax": AXES},
    "plot_sweep": {"sweep": [*bg.sweep("numbers", [2, 3])][-1], "figure": "worst", "ax": AXES},
    "plot_tree": {"tree": TREE, "ax": AXES},
    "read_squares": {"game": "words(english,4)", "guesses": ["able"], "squares": "🟩🟩🟩🟩"},
    "register_game": {"name": "own", "make": lambda: bg.game(GAME), "about": "an own game"},
    "register_metric": {"name": "own", "metric": max, "about": "an own metric"},
    "register_strategy": {"name": "own", "function": lambda position: position.codes[0], "about": "an own strategy"},
    "review": {
        "game": GAME,
        "history": "12:1.0",
        "budget": 10,
        "prove": True,
        "time_limit": 5.0,
        "threads": 1,
        "progress": lambda bounds, nodes: None,
    },
    "save_certificate": {"result": RESULT, "path": "proof.json"},
    "save_plot": {"ax": AXES, "path": "picture.svg"},
    "save_tree": {"tree": TREE, "path": "tree.json"},
    "solutions": {"tree": TREE, "game": GAME},
    "solvable_within": {"game": GAME, "guesses": 3},
    "strategy": {"name": "entropy", "consistent": True, "first_guess": "12", "seed": 1, "game": GAME},
    "summarise_records": {"records": [RECORD]},
    "sweep": {
        "family": "mastermind",
        "sizes": [2],
        "symbols": [2, 3],
        "by": "first",
        "consistent": False,
        "rows": 2,
        "store": None,
        "seeds": 2,
        "threads": 1,
        "memory_limit": 10**6,
        "executor": None,
    },
    "watch": {
        "game": GAME,
        "secret": "13",
        "by": "minimax",
        "consistent": True,
        "first_guess": "12",
        "seed": 1,
        "progress": lambda bounds, nodes: None,
    },
    "why_not": {"game": GAME, "code": "12", "history": "12:1.0"},
    "worst_solutions": {"tree": TREE, "game": GAME},
    "write_table": {
        "game": TABLE,
        "path": "written.csv",
        "memory_limit": 10**6,
        "threads": 1,
        "progress": lambda done, total: None,
    },
}

# What is returned to callers: constructed by the library alone, and no more than a record of its fields.
RESULTS = {
    "Advice",
    "Bounds",
    "CandidateList",
    "Checked",
    "Comparison",
    "Conflict",
    "Contradiction",
    "Figures",
    "Hint",
    "Move",
    "NearMiss",
    "Node",
    "Objectives",
    "Part",
    "Partition",
    "Puzzle",
    "Record",
    "RecordSummary",
    "Repair",
    "Result",
    "Review",
    "ReviewedMove",
    "Row",
    "Step",
    "Suggestion",
    "Sweep",
    "Tree",
    "Value",
}
NO_CALLS = {"Code", "Feedback", "Game", "GameLike", "HistoryLike", "PositionLike", "Strategy", "StrategyLike"} | {
    "Symmetries",
    "__version__",
}


@pytest.fixture(autouse=True)
def untouched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Files, registered names and pictures of these tests are seen by no other."""
    monkeypatch.setitem(pyplot.rcParams, "figure.max_open_warning", 0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games_registry, "_families", dict(games_registry._families))
    monkeypatch.setattr(games_registry, "_made", {})
    monkeypatch.setattr(strategies_registry, "_entries", dict(strategies_registry._entries))
    Path("table.csv").write_text("win=y,a,b\na,y,n\nb,n,y\n")
    Path("more.txt").write_text("abcd\n")
    Path("out.txt").write_text("able\n")
    bg.save_tree(TREE, "tree.json")
    AXES.clear()
    yield
    pyplot.close("all")


def finished(function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """What *function* gives, computed to the end."""
    found = function(**given)
    return list(found) if isinstance(found, Iterator | LazyList) else found


def outcome(function: Callable[..., Any], given: dict[str, Any]) -> str | None:
    """None when *function* works or refuses what it is *given* as it should; else what went wrong."""
    try:
        finished(function, given)
    except bg.BestguessError as error:
        lines = str(error).splitlines()
        return None if len(lines) == 1 and len(lines[0]) < 1000 else f"expected a line, got {str(error)!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def test_every_public_name_is_called() -> None:
    """What is new in the library is tried here as well, with each of its arguments."""
    errors = {name for name in bg.__all__ if inspect.isclass(one := getattr(bg, name)) and issubclass(one, Exception)}
    assert set(bg.__all__) == CALLS.keys() | RESULTS | NO_CALLS | errors
    for name, given in CALLS.items():
        assert list(given) == list(inspect.signature(getattr(bg, name)).parameters), name


def check_every_argument(function: Callable[..., Any], good: dict[str, Any]) -> None:
    """With *good* arguments the function works; with any value in place of one it works or refuses in one line."""
    finished(function, good)
    wrong = [
        f"{function}({argument}={label}): {problem}"
        for argument in good
        for label, value in VALUES.items()
        if (problem := outcome(function, {**good, argument: value}))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", CALLS)
def test_public_functions_work_or_refuse(name: str) -> None:
    """Any value in any argument: a result, or a BestguessError of one line."""
    check_every_argument(getattr(bg, name), CALLS[name])


@pytest.mark.parametrize("name", [name for name, given in CALLS.items() if given])
def test_public_functions_work_or_refuse_anything(name: str) -> None:
    """The same for several arguments at once, drawn by a seed."""
    function, good, chance = getattr(bg, name), CALLS[name], random.Random(name)
    for _ in range(10_000 if EVERYTHING else 100):
        labels = {argument: chance.choice([*VALUES]) for argument in good if chance.random() < 0.4}
        problem = outcome(function, {**good, **{argument: VALUES[label] for argument, label in labels.items()}})
        assert problem is None, f"{name}({labels}): {problem}"


GAMES = [bg.game(text) for text in (GAME, "bullscows(2,3)", "twod(2)", "mastermind(2,3,rule=strict)")] + [
    bg.CustomGame(["a b", "c"], ["a b", "c"], lambda guess, secret: guess == secret, True)
]
METHODS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    *((game.parse_guess, {"text": game.guesses[0]}) for game in GAMES),
    *((game.parse_secret, {"text": game.secrets[0]}) for game in GAMES),
    *((game.parse_feedback, {"text": game.win}) for game in GAMES),
    *((game.parse_history, {"text": "", "ignored": [1]}) for game in GAMES),
    *((game.check_history, {"history": bg.History(), "ignored": [1]}) for game in GAMES),
    *((game.why_forbidden, {"guess": game.guesses[0], "history": bg.History(), "ignored": [1]}) for game in GAMES),
    *((game.feedback, {"guess": game.guesses[0], "secret": game.secrets[0]}) for game in GAMES),
    *((game.with_rows, {"rows": 3}) for game in GAMES),
    (RUN.add, {"guess": "13", "feedback": "1.0"}),
    (RUN.edit, {"row": 1, "guess": "13", "feedback": "1.0"}),
    (RUN.ignore, {"row": 1}),
    (RUN.heed, {"row": 1}),
    (RUN.candidates, {"limit": 2}),
    (TABLE.ordinal, {"feedback": "1.0"}),
    (bg.Position(TABLE).after, {"guess": "12", "feedback": "1.0"}),
    (bg.Position(TABLE).parts, {"guess": "12"}),
    (bg.lazy_tree(TABLE, "first").after, {"feedback": "1.0"}),
    (TREE.root.after, {"feedback": "0.0"}),
    (TREE.root.at, {"history": bg.History()}),
    (QUESTION_TREE.root.after, {"feedback": "yes"}),
    (QUESTION_TREE.root.at, {"history": '"Does the lamp glow?":yes'}),
    (bg.lazy_tree(FAULTS, "first").after, {"feedback": "yes"}),
    (bg.strategy("entropy", game=FAULTS), {"position": FAULTS}),
    (bg.strategy("first", game=GAME), {"position": RUN}),
    (bg.strategy("first", game=GAME).with_seed, {"seed": 1}),
    (bg.strategy("first", game=GAME).with_first_guess, {"first_guess": "12", "game": GAME}),
    (bg.strategy("first", game=GAME).move, {"position": RUN, "budget": 9}),
    (bg.strategy("optimal", game=GAME).move, {"position": RUN, "budget": 9}),
    (bg.History().__add__, {"row": ("12", "1.0")}),
    (bg.Values(TABLE).of, {"position": RUN}),
    (bg.Values(TABLE).of_guess, {"position": RUN, "guess": "12"}),
    (REPAIR.apply, {"run": RUN}),
]


@pytest.mark.parametrize(("method", "good"), METHODS, ids=lambda value: getattr(value, "__qualname__", ""))
def test_methods_work_or_refuse(method: Callable[..., Any], good: dict[str, Any]) -> None:
    """The same for the methods of what the library returns."""
    check_every_argument(method, good)


LONG_NAMES = ["a" * 5000, str(Path(*["b" * 200] * 25))]
FILES: dict[str, Callable[[str], object]] = {
    "load_tree": bg.load_tree,
    "check_file": bg.check_file,
    "check_file table": lambda path: bg.check_file("table.cert", table=path),
    "save_tree": lambda path: bg.save_tree(TREE, path),
    "save_certificate": lambda path: bg.save_certificate(RESULT, path),
    "save_plot": lambda path: bg.save_plot(AXES, f"{path}.svg"),
    "write_table": lambda path: bg.write_table(GAME, path),
    "TableGame": bg.TableGame,
    "Words": bg.Words,
    "Words guesses": lambda path: bg.Words("english", 5, guesses=path),
    "game": lambda path: bg.game(f"table({path})"),
    "checkpoint": lambda path: bg.optimum(GAME, checkpoint=path),
    "Store": bg.Store,
    "load_records": lambda path: bg.load_records(path=path),
    "keep_record": lambda path: bg.keep_record(RECORD, path),
}


@pytest.mark.parametrize("name", LONG_NAMES, ids=["name", "path"])
@pytest.mark.parametrize("use", FILES.values(), ids=list(FILES))
def test_names_of_files_that_are_too_long(use: Callable[[str], object], name: str) -> None:
    """A FileError of one line, which begins with the name and ends with what is wrong."""
    bg.save_certificate(bg.optimum(bg.TableGame("table.csv"), certify=True), "table.cert")
    with pytest.raises(bg.FileError) as caught:
        use(name)
    assert re.search(
        f"{name[:40]}.*: (File name too long|unable to open database file|expected a file)", str(caught.value)
    )
    assert len(str(caught.value).splitlines()) == 1


def test_refusals_say_what_was_expected_and_what_came() -> None:
    """A few sentences, word by word."""
    library: Any = bg  # without types: these calls are wrong
    calls: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: library.best_guess(None), "expected a game, its text such as mastermind(4,6), or its table, got None"),
        (
            lambda: library.build_tree(GAME, 7),
            "expected a strategy: a name, a Strategy, a Metric, a tree or a function",
        ),
        (
            lambda: library.advise(RUN, "12:1.0"),
            "expected no history beside a Playthrough, which has its own, got '12:1.0'",
        ),
        (lambda: library.advise(GAME, 7), "expected a history or its text, such as 1122:0.2 1344:1.1, got 7"),
        (lambda: library.optimum(GAME, threads=2**70), f"expected threads of 1,024 at most, got {2**70}"),
        (lambda: library.play_out(TREE), "expected a secret, or a function that answers guesses, got None"),
        (
            lambda: library.Table(GAME, progress=lambda: None),
            "expected progress, a function of 2 arguments, got <function",
        ),
    )
    for call, message in calls:
        with pytest.raises(bg.BestguessError) as caught:
            call()
        assert str(caught.value).startswith(message)


def test_long_values_are_shortened() -> None:
    """A message stays short whatever came, and never fails itself."""
    assert len(arguments.described([0] * 10**6)) < 100
    assert arguments.described(Silent()) == "a Silent"
    assert arguments.described("two\nlines") == "'two\\nlines'"
