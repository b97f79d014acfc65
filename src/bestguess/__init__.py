"""bestguess: the best next guess, for Mastermind, Bulls and Cows and any guessing game.

>>> import bestguess as bg
>>> position = bg.Position("mastermind(4,6)").after("1122", "1.0").after("1344", "0.1")
>>> len(position.candidates), bg.best_guess(position)
(44, '3525')
"""

TYPE_CHECKING = False  # type checkers treat it as True; importing `typing` would take longer than everything else
if TYPE_CHECKING:
    from typing import Any

    # `import x as x` marks a re-export for type checkers, which cannot read `_NAMES`.
    from bestguess import errors as errors
    from bestguess import gym as gym
    from bestguess import metrics as metrics
    from bestguess import plots as plots
    from bestguess import puzzles as puzzles
    from bestguess import records as records
    from bestguess import symmetries as symmetries
    from bestguess.advice import advise as advise
    from bestguess.advice import contradictions as contradictions
    from bestguess.advice import explain as explain
    from bestguess.advice import hint as hint
    from bestguess.advice import review as review
    from bestguess.advice import watch as watch
    from bestguess.bounds import Bounds as Bounds
    from bestguess.check import check_file as check_file
    from bestguess.engine import version as __version__
    from bestguess.errors import BestguessError as BestguessError
    from bestguess.games import Balance as Balance
    from bestguess.games import BullsCows as BullsCows
    from bestguess.games import CustomGame as CustomGame
    from bestguess.games import Game as Game
    from bestguess.games import History as History
    from bestguess.games import Mastermind as Mastermind
    from bestguess.games import Numbers as Numbers
    from bestguess.games import Row as Row
    from bestguess.games import TableGame as TableGame
    from bestguess.games import Twod as Twod
    from bestguess.games import Words as Words
    from bestguess.games import check_game as check_game
    from bestguess.games import game as game
    from bestguess.games import register_game as register_game
    from bestguess.position import Position as Position
    from bestguess.solve import Limits as Limits
    from bestguess.solve import Objective as Objective
    from bestguess.solve import Result as Result
    from bestguess.solve import first_guesses as first_guesses
    from bestguess.solve import least_worst as least_worst
    from bestguess.solve import optimum as optimum
    from bestguess.solve import solvable_within as solvable_within
    from bestguess.stats import compare as compare
    from bestguess.stats import sweep as sweep
    from bestguess.strategies import Metric as Metric
    from bestguess.strategies import Strategy as Strategy
    from bestguess.strategies import best_guess as best_guess
    from bestguess.strategies import entropy as entropy
    from bestguess.strategies import known_strategies as known_strategies
    from bestguess.strategies import register_strategy as register_strategy
    from bestguess.strategies import strategy as strategy
    from bestguess.trees import Node as Node
    from bestguess.trees import Tree as Tree
    from bestguess.trees import build_tree as build_tree
    from bestguess.trees import lazy_tree as lazy_tree
    from bestguess.trees import load_tree as load_tree

# For each module two lists of names: those that this package re-exports, and those that it re-exported up to version
# 0.4 and that must now be imported from the module.
# A module is imported when one of its names is first used. So `import bestguess` is quick, and the command line can
# handle Ctrl-C before the slow imports begin.
_NAMES = {
    "bounds": ("Bounds", ""),
    "candidates": ("", "CandidateList Partition"),
    "check": ("check_file", ""),
    "errors": ("BestguessError", ""),
    "games": (
        "Balance BullsCows CustomGame Game History Mastermind Numbers Row TableGame Twod Words check_game game "
        "register_game",
        "Code Feedback GameLike HistoryLike Symmetries families read_squares write_table",
    ),
    "metrics": ("", "expected_size largest_part part_count"),
    "position": ("Position", "PositionLike"),
    "puzzles": ("", "NearMiss Puzzle"),
    "records": ("", "Record RecordSummary"),
    "solve": ("Limits Objective Result first_guesses least_worst optimum solvable_within", ""),
    "stats": ("compare sweep", "Comparison Objectives Store Sweep default_store objectives"),
    "strategies": (
        "Metric Strategy best_guess entropy known_strategies register_strategy strategy",
        "MetricStrategy Move Program StrategyLike",
    ),
    "symmetries": ("", "CodeSymmetries Symmetry"),
    "trees": ("Node Tree build_tree lazy_tree load_tree", "Figures LazyNode"),
    "advice": (
        "advise contradictions explain hint review watch",
        "Advice Conflict Contradiction Hint Part Repair Review ReviewedMove Step Suggestion Value Values "
        "hardest_feedback why_not",
    ),
}
_MODULES = ("errors", "gym", "metrics", "plots", "puzzles", "records", "symmetries")
_MODULE_OF = {name: module for module, (names, _) in _NAMES.items() for name in names.split()}
_FORMER = {name: f"{module}.{name}" for module, (_, names) in _NAMES.items() for name in names.split()}
_FORMER |= {
    "Playthrough": "Position",
    "Situation": "Position",
    "Table": "Game.table",
    "find_candidates": "Position(game, history).candidates",
    "partition": "Position(game, history).partition(guess)",
    "find_contradictions": "contradictions",
    "find_symmetries": "symmetries.find",
    "make_puzzles": "puzzles.make",
    "play_out": "Tree.play",
    "solutions": "Tree.solutions",
    "worst_solutions": "Tree.solutions",
    "save_tree": "Tree.save",
    "save_certificate": "Result.save_certificate",
    "next_move": "best_guess",
    "OwnStrategy": "strategies.FunctionStrategy",
    "Checked": "check.CheckResult",
    "register_metric": "metrics.register",
    "keep_record": "records.keep",
    "load_records": "records.load",
    "summarise_records": "records.summarise",
    "default_records": "records.default_path",
    "save_plot": "plots.save",
    "plot_comparison": "plots.comparison",
    "plot_distribution": "plots.distribution",
    "plot_partition": "plots.partition",
    "plot_review": "plots.review",
    "plot_sweep": "plots.sweep",
    "plot_tree": "plots.tree",
}
"""Replacements of names that version 0.4 had."""

__all__ = ["__version__", *_MODULE_OF]


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name in _MODULES or name in _NAMES:
        return import_module(f"bestguess.{name}")
    if name == "__version__":
        value = import_module("bestguess.engine").version
    elif name in _MODULE_OF:
        value = getattr(import_module(f"bestguess.{_MODULE_OF[name]}"), name)
    else:
        replacement = _FORMER.get(name, f"errors.{name}" if name.endswith(("Error", "Warning")) else None)
        raise AttributeError(
            f"module 'bestguess' has no attribute {name!r}"
            + (f": it is bestguess.{replacement} now" if replacement else "")
        )
    globals()[name] = value  # the next access does not call this function
    return value


def __dir__() -> list[str]:
    return [*__all__, *_MODULES]
