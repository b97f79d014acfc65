"""Public functions work or raise a BestguessError of one line, whatever values they get."""

import inspect
import os
import random
import re
import sys
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure as Picture

import bestguess as bg
from bestguess import arguments
from bestguess.advice import Values
from bestguess.games import registry as games_registry
from bestguess.stats import Store
from bestguess.stats.tables import LazyList
from bestguess.strategies import registry as strategies_registry
from worlds import fault_game

GAME = "mastermind(2,3)"
TREE = bg.build_tree(GAME, "minimax")
FAULTS = fault_game()
QUESTION_TREE = bg.build_tree(FAULTS, "first")
NUMBERS = bg.CustomGame(range(4), range(4), lambda guess, secret: (guess > secret) - (guess < secret), 0)
START, POSITION = bg.Position(GAME), bg.Position(GAME, "12:1.0")
RESULT = bg.optimum(GAME, certify=True)
REPAIR = bg.contradictions(GAME, "12:0.0 12:1.0")[0].repairs[0]
RECORD = bg.records.Record(GAME, "12:1.0", 3, True, None, 0, "2026-01-31")
AXES = Picture().subplots()
EVERYTHING = bool(os.environ.get("BESTGUESS_VERIFY"))


class Silent:
    """An object whose repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError("no idea")


VALUES: dict[str, Any] = {
    "None": None,
    "True": True,
    "0": 0,
    "-1": -1,
    "2**70": 2**70,
    "10**5000": 10**5000,
    "1.5": 1.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "Fraction": Fraction(1, 3),
    "empty text": "",
    "word": "nothing",
    "lines": "two\nlines",
    "null character": "a\0b",
    "lone surrogate": "\ud800",
    "game text": GAME,
    "history text": "12:0.1",
    "bytes": b"12",
    "empty list": [],
    "codes": ["12", "13"],
    "pair": ("12", "1.0"),
    "tuple without a hash": (1, [2]),
    "set": {1},
    "array": np.arange(3),
    "numpy number": np.int64(2),
    "silent object": Silent(),
    "class": int,
    "identity": lambda value: value,
    "two arguments": lambda one, other: None,
    "event": threading.Event(),
    "path": Path("somewhere"),
    "folder": Path(),
    "other game": bg.game("twod(2)"),
    "table": bg.game(GAME).table,
    "game of numbers": NUMBERS,
    "history": bg.History([("12", "1.0")]),
    "position": START,
    "position of numbers": bg.Position(NUMBERS, [(2, 1)]),
    "position with a secret": bg.Position(GAME, secret="13"),
    "contradictory position": bg.Position(GAME, "12:0.0 12:2.0"),
    "position that is won": bg.Position(GAME, "12:2.0"),
    "candidates": POSITION.candidates,
    "limits": bg.Limits(seconds=1.0),
    "strategy": bg.strategy("entropy", game=GAME),
    "metric": bg.Metric(max),
    "tree": TREE,
    "questions": FAULTS,
    "tree of questions": QUESTION_TREE,
    "position that is over": bg.Position(FAULTS, '"Does the lamp glow?":yes'),
    "node": TREE.root,
    "lazy tree": bg.lazy_tree(GAME),
    "result": RESULT,
    "record": RECORD,
    "advice": bg.advise(GAME),
    "partition": START.partition("12"),
    "axes": AXES,
}

# A call of every public function and constructor that works; its arguments are exchanged one at a time.
CALLS: dict[str, dict[str, Any]] = {
    "Balance": {"coins": 4, "find": "coin"},
    "BullsCows": {"pegs": 2, "digits": 3, "rule": "strict", "symbols": "ABC"},
    "CustomGame": {
        "guesses": [1, 2],
        "secrets": [1, 2],
        "score": lambda guess, secret: guess == secret,
        "win": None,
        "goal": "identify",
        "labels": ["one", "two"],
        "weights": {1: 2, 2: Fraction(1, 2)},
        "costs": {1: 2, 2: Fraction(1, 2)},
        "symmetries": (),
        "name": "custom",
        "text": str,
    },
    "History": {"rows": [("12", "1.0")]},
    "Limits": {"seconds": 5.0, "nodes": 1000, "memory": 10**8, "threads": 1, "cancel": threading.Event()},
    "Mastermind": {"pegs": 2, "colours": 3, "secrets": "all", "rule": "strict", "feedback": "exact", "symbols": "RGB"},
    "Metric": {"function": max, "name": "largest"},
    "Numbers": {"most": 5},
    "Position": {"game": GAME, "history": "12:1.0", "secret": "13", "ignored": [1]},
    "TableGame": {"path": "table.csv", "win": "y", "goal": "hit", "memory_limit": 10**6},
    "Twod": {"size": 2},
    "Words": {"secrets": "english", "length": 4, "guesses": "more.txt", "without": "out.txt", "rule": "hard"},
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
    "contradictions": {"game": GAME, "history": "12:0.0 12:2.0", "limit": 2},
    "entropy": {"parts": [2, 1], "base": 3},
    "explain": {"position": POSITION, "guess": "12", "examples": 2, "seed": 1, "candidates": ["13"]},
    "first_guesses": {
        "position": POSITION,
        "objective": "mean",
        "max_guesses": 5,
        "consistent": False,
        "limits": bg.Limits(seconds=5.0, threads=1),
        "checkpoint": "checkpoint",
        "progress": lambda state: None,
        "executor": None,
    },
    "game": {"text": GAME},
    "hint": {"game": GAME, "history": "12:1.0", "step": 3, "seed": 1},
    "known_strategies": {},
    "lazy_tree": {"game": GAME, "by": "minimax", "consistent": True, "first_guess": "12"},
    "least_worst": {"position": GAME},
    "load_tree": {"path": "tree.json"},
    "optimum": {
        "position": GAME,
        "objective": "mean",
        "max_guesses": 5,
        "consistent": False,
        "first_guess": "12",
        "limits": bg.Limits(seconds=5.0, nodes=1000, memory=10**8, threads=1),
        "certify": True,
        "checkpoint": "checkpoint",
        "progress": lambda state: None,
        "executor": None,
    },
    "register_game": {"name": "own", "make": lambda: bg.game(GAME), "about": "an own game"},
    "register_strategy": {
        "name": "own",
        "function": lambda position: position.candidates[0],
        "about": "an own strategy",
    },
    "review": {
        "game": GAME,
        "history": "12:1.0",
        "budget": 10,
        "prove": True,
        "time_limit": 5.0,
        "threads": 1,
        "progress": lambda state: None,
    },
    "solvable_within": {"position": GAME, "guesses": 3},
    "strategy": {"name": "entropy", "consistent": True, "first_guess": "12", "seed": 1, "game": GAME},
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
        "progress": lambda state: None,
    },
    "metrics.expected_size": {"sizes": [2, 1]},
    "metrics.largest_part": {"sizes": [2, 1]},
    "metrics.part_count": {"sizes": [2, 1]},
    "metrics.register": {"name": "own", "metric": max, "about": "an own metric"},
    "plots.comparison": {"results": [TREE.figures], "ax": AXES},
    "plots.distribution": {"figures": TREE.figures, "ax": AXES},
    "plots.partition": {"partition": START.partition("12"), "ax": AXES},
    "plots.review": {"review": bg.review(GAME, "12:1.0"), "ax": AXES},
    "plots.save": {"ax": AXES, "path": "picture.svg"},
    "plots.sweep": {"sweep": [*bg.sweep("numbers", [2, 3])][-1], "figure": "worst", "ax": AXES},
    "plots.tree": {"tree": TREE, "ax": AXES},
    "puzzles.make": {
        "game": GAME,
        "kind": "only-secret",
        "count": 2,
        "seed": 1,
        "progress": lambda done, total: None,
    },
    "records.default_path": {},
    "records.keep": {"record": RECORD, "path": "games.jsonl"},
    "records.load": {"path": "games.jsonl", "game": GAME},
    "records.summarise": {"records": [RECORD]},
    "symmetries.CodeSymmetries": {"positions": ((0, 1),), "symbols": ("12",), "symbols_by_position": True},
    "symmetries.Symmetry": {"guess": lambda code: code, "secret": lambda code: code},
    "symmetries.find": {"game": GAME},
    # Beside the public names: what they return, and what the doors call with what a user wrote.
    "games.read_squares": {"game": "words(english,4)", "guesses": ["able"], "squares": "🟩🟩🟩🟩"},
    "stats.Store": {"path": "results.sqlite", "timeout": 0.1},
    "stats.objectives": {
        "game": GAME,
        "within": 2,
        "node_limit": 100,
        "threads": 1,
        "progress": lambda done, total, way, known: None,
    },
    "strategies.Program": {"command": f'"{sys.executable}" -c pass', "seconds": 1},
    "games.write_table": {
        "game": GAME,
        "path": "written.csv",
        "memory_limit": 10**6,
        "threads": 1,
        "progress": lambda done, total: None,
    },
    "advice.Values": {"game": GAME, "nodes": 10, "threads": 1, "progress": lambda state: None, "time_limit": 1.0},
}

# What is returned to callers: constructed by the library alone, and no more than a record of its fields.
RESULTS = {"Bounds", "Node", "Result", "Row", "Tree"}
NO_CALLS = {"BestguessError", "Game", "Objective", "Strategy", "__version__"}
MODULES = {"metrics", "plots", "puzzles", "symmetries"}
OF_DOORS = {"check_plot", "save_comparison", "save_sweep"} | {
    *("KINDS", "Kind", "MAX_PAIRS", "MAX_PUZZLES", "NearMiss", "Puzzle"),
    *("as_kind", "check_puzzles", "failure", "shipped_puzzles", "puzzle_of", "row_of_puzzle"),
}


def named(name: str) -> Callable[..., Any]:
    """Return the function or class with this *name*, from `bestguess` or one of its modules."""
    module, _, rest = name.rpartition(".")
    function: Callable[..., Any] = getattr(import_module(f"bestguess.{module}") if module else bg, rest)
    return function


@pytest.fixture(autouse=True)
def untouched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep the files, registered names and pictures of these tests away from other tests."""
    monkeypatch.setitem(pyplot.rcParams, "figure.max_open_warning", 0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games_registry, "_families", dict(games_registry._families))
    monkeypatch.setattr(games_registry, "_registered_games", {})
    monkeypatch.setattr(strategies_registry, "_entries", dict(strategies_registry._entries))
    Path("table.csv").write_text("win=y,a,b\na,y,n\nb,n,y\n")
    Path("more.txt").write_text("abcd\n")
    Path("out.txt").write_text("able\n")
    TREE.save("tree.json")
    AXES.clear()
    yield
    pyplot.close("all")


def finished(function: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Call *function* and compute its result to the end."""
    result = function(**given)
    return list(result) if isinstance(result, Iterator | LazyList) else result


def outcome(function: Callable[..., Any], given: dict[str, Any]) -> str | None:
    """Return None when *function* works or raises a proper error for *given*; else what went wrong."""
    try:
        finished(function, given)
    except bg.BestguessError as error:
        lines = str(error).splitlines()
        return None if len(lines) == 1 and len(lines[0]) < 1000 else f"expected a line, got {str(error)!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def test_every_public_name_is_called() -> None:
    """Every public name is in the table of calls above, with each of its arguments."""
    assert set(bg.__all__) == {name for name in CALLS if "." not in name} | RESULTS | NO_CALLS
    for module in MODULES:
        names = set(import_module(f"bestguess.{module}").__all__) - OF_DOORS - set(bg.__all__)
        assert {f"{module}.{name}" for name in names} <= CALLS.keys()
    for name, given in CALLS.items():
        parameters = inspect.signature(named(name)).parameters.values()
        assert list(given) == [
            parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD
        ], name


def check_every_argument(function: Callable[..., Any], good: dict[str, Any]) -> None:
    """Check that *good* arguments work, and that any value in place of one works or is refused in one line."""
    finished(function, good)
    wrong = [
        f"{function}({argument}={label}): {problem}"
        for argument in good
        for label, value in VALUES.items()
        if (problem := outcome(function, {**good, argument: value}))
    ]
    assert not wrong, "\n".join(wrong)


def test_sweeps_by_name() -> None:
    """The named arguments of a family may have any value, also in a mapping."""
    check_every_argument(partial(bg.sweep, "mastermind", by="first"), {"pegs": [2], "colours": 3})
    check_every_argument(lambda **given: bg.sweep("mastermind", given, by="first"), {"pegs": [2], "colours": 3})
    for mapping in ({}, {1: 2}, {None: [2]}, {"pegs": 2, ("colours",): 3}):
        assert outcome(bg.sweep, {"family": "mastermind", "sizes": mapping}) is None


@pytest.mark.parametrize("name", CALLS)
def test_public_functions_work_or_refuse(name: str) -> None:
    """Any value for any argument gives a result, or a BestguessError of one line."""
    check_every_argument(named(name), CALLS[name])


@pytest.mark.parametrize("name", [name for name, given in CALLS.items() if given])
def test_public_functions_work_or_refuse_anything(name: str) -> None:
    """Any values in several arguments at once, drawn by a seed: a result, or a BestguessError of one line."""
    function, good, chance = named(name), CALLS[name], random.Random(name)
    most = 500 if name.startswith("plots.") else 10_000  # a picture takes 50 ms
    for _ in range(most if EVERYTHING else 40):
        labels = {argument: chance.choice([*VALUES]) for argument in good if chance.random() < 0.4}
        problem = outcome(function, {**good, **{argument: VALUES[label] for argument, label in labels.items()}})
        assert problem is None, f"{name}({labels}): {problem}"


TEXTS = [
    GAME,
    "bullscows(2,3)",
    "twod(2)",
    "mastermind(2,3,rule=strict)",
    "mastermind(2,3,feedback=exact)",
    "numbers(3)",
]
GAMES: list[bg.Game] = [bg.game(text) for text in TEXTS]
GAMES += [
    bg.Words(["ab", "ba", "cb"], rule="hard"),
    bg.CustomGame(["a b", "c"], ["a b", "c"], lambda guess, secret: guess == secret, True),
    bg.CustomGame([(0, 1), (1, 0)], [(0, 1), (1, 0)], lambda guess, secret: guess == secret, True),
    NUMBERS,
    NUMBERS.as_text(),
]
METHODS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    *((game.parse_row, {"guess": game.text(game.guesses[0]), "feedback": game.text(game.win)}) for game in GAMES),
    *((game.as_guess, {"value": game.guesses[0]}) for game in GAMES),
    *((game.as_secret, {"value": game.secrets[0]}) for game in GAMES),
    *((game.as_feedback, {"value": game.win}) for game in GAMES),
    *((game.as_history, {"value": bg.History(), "ignored": [1]}) for game in GAMES),
    *((game.why_forbidden, {"guess": game.guesses[0], "history": bg.History(), "ignored": [1]}) for game in GAMES),
    *((game.score, {"guess": game.guesses[0], "secret": game.secrets[0]}) for game in GAMES),
    *((game.with_rows, {"rows": 3}) for game in GAMES),
    *((bg.Position(game).after, {"guess": game.guesses[0], "feedback": game.win}) for game in GAMES),
    *((bg.Position(game, secret=game.secrets[1]).after, {"guess": game.guesses[0]}) for game in GAMES),
    *((bg.Position(game).partition, {"guess": game.guesses[0]}) for game in GAMES),
    *((bg.Position(game).parts, {"guess": game.guesses[0]}) for game in GAMES),
    *((bg.Position(game).why_forbidden, {"guess": game.guesses[0]}) for game in GAMES),
    *((bg.Position(game).check_allowed, {"guess": game.guesses[0]}) for game in GAMES),
    (bg.game(GAME).build_table, {"memory_limit": 10**6, "threads": 1, "progress": lambda done, total: None}),
    (bg.game(GAME).table.ordinal, {"feedback": "1.0"}),
    (POSITION.without, {"row": 1}),
    (POSITION.restore, {"row": 1}),
    (POSITION.list_candidates, {"limit": 2}),
    (POSITION.candidates.__contains__, {"code": "13"}),
    (POSITION.candidates.__eq__, {"other": ["13"]}),
    (POSITION.__eq__, {"other": START}),
    (bg.lazy_tree(GAME, "first").after, {"feedback": "1.0"}),
    (bg.lazy_tree(GAME, "first").play, {"secret": "13"}),
    (TREE.play, {"secret": "13"}),
    (TREE.save, {"path": "other.json"}),
    (TREE.root.after, {"feedback": "0.0"}),
    (TREE.root.at, {"history": bg.History()}),
    (bg.build_tree(NUMBERS, "first").root.at, {"history": [(0, -1)]}),
    (QUESTION_TREE.root.after, {"feedback": "yes"}),
    (QUESTION_TREE.root.at, {"history": '"Does the lamp glow?":yes'}),
    (RESULT.save_certificate, {"path": "other.cert"}),
    (bg.strategy("entropy", game=FAULTS), {"position": FAULTS}),
    (bg.strategy("first"), {"position": POSITION}),
    (bg.strategy("first").with_seed, {"seed": 1}),
    (bg.strategy("optimal").move, {"position": POSITION, "budget": 9}),
    (bg.History().__add__, {"row": ("12", "1.0")}),
    (Values(GAME).of, {"position": POSITION}),
    (Values(GAME).of_guess, {"position": POSITION, "guess": "12"}),
]


@pytest.mark.parametrize(("method", "good"), METHODS, ids=lambda value: getattr(value, "__qualname__", ""))
def test_methods_work_or_refuse(method: Callable[..., Any], good: dict[str, Any]) -> None:
    """Methods of objects that the library returns work or refuse in the same way."""
    check_every_argument(method, good)


LONG_NAMES = ["a" * 5000, str(Path(*["b" * 200] * 25))]
FILES: dict[str, Callable[[str], object]] = {
    "check_file": bg.check_file,
    "check_file table": lambda path: bg.check_file("table.cert", table=path),
    "Tree.save with its table": QUESTION_TREE.save,
    "plots.save": lambda path: bg.plots.save(AXES, f"{path}.svg"),
    "TableGame": bg.TableGame,
    "Words": bg.Words,
    "checkpoint": lambda path: bg.optimum(GAME, checkpoint=path),
    "Store": Store,
    "records.keep": lambda path: bg.records.keep(RECORD, path),
}


@pytest.mark.parametrize("name", LONG_NAMES, ids=["name", "path"])
@pytest.mark.parametrize("use", FILES.values(), ids=list(FILES))
def test_names_of_files_that_are_too_long(use: Callable[[str], object], name: str) -> None:
    """A file name that is too long raises a FileError of one line: first the name, last the reason."""
    bg.optimum(bg.TableGame("table.csv"), certify=True).save_certificate("table.cert")
    with pytest.raises(bg.errors.FileError) as caught:
        use(name)
    assert re.search(
        f"{name[:40]}.*: (File name too long|unable to open database file|No such file here)", str(caught.value)
    )
    assert len(str(caught.value).splitlines()) == 1


def test_long_values_are_shortened() -> None:
    """A message stays short whatever the value is, and building it never fails."""
    assert len(arguments.describe([0] * 10**6)) < 100
    assert arguments.describe(Silent()) == "a Silent"
    assert arguments.describe("two\nlines") == "'two\\nlines'"
