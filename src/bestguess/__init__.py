"""bestguess: the best next guess, for Mastermind, Bulls and Cows and any guessing game.

>>> import bestguess as bg
>>> game = bg.game("mastermind(4,6)")
>>> game.feedback("1122", "1213")
'1.2'
>>> bg.find_candidates(game, game.parse_history("1122:1.0 1344:0.1")).count
44
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bestguess.engine import version as __version__
from bestguess.errors import (
    BestguessError,
    CodeError,
    ContradictionError,
    FeedbackError,
    FileError,
    GameError,
    HistoryError,
    SizeError,
    StrategyError,
)
from bestguess.games import (
    BullsCows,
    Code,
    CustomGame,
    Feedback,
    Game,
    History,
    Mastermind,
    Row,
    Symmetries,
    Symmetry,
    TableGame,
    Twod,
    WordSymmetries,
    check_game,
    families,
    game,
    register_game,
)
from bestguess.table import CandidateList, Table, find_candidates, partition

if TYPE_CHECKING:
    from bestguess.analysis import Store, Sweep, compare, default_store, sweep
    from bestguess.check import Checked, check_file
    from bestguess.solvers import Result, least_worst, optimum, save_certificate, solvable_within
    from bestguess.strategies import (
        Metric,
        MetricStrategy,
        OwnStrategy,
        Position,
        Strategy,
        best_guess,
        entropy,
        expected_size,
        known_strategies,
        largest_part,
        part_count,
        register_metric,
        register_strategy,
        strategy,
    )
    from bestguess.trees import (
        Figures,
        LazyNode,
        Node,
        Tree,
        build_tree,
        lazy_tree,
        load_tree,
        play,
        save_tree,
        solutions,
        worst_solutions,
    )

__all__ = [
    "BestguessError",
    "BullsCows",
    "CandidateList",
    "Checked",
    "Code",
    "CodeError",
    "ContradictionError",
    "CustomGame",
    "Feedback",
    "FeedbackError",
    "Figures",
    "FileError",
    "Game",
    "GameError",
    "History",
    "HistoryError",
    "LazyNode",
    "Mastermind",
    "Metric",
    "MetricStrategy",
    "Node",
    "OwnStrategy",
    "Position",
    "Result",
    "Row",
    "SizeError",
    "Store",
    "Strategy",
    "StrategyError",
    "Sweep",
    "Symmetries",
    "Symmetry",
    "Table",
    "TableGame",
    "Tree",
    "Twod",
    "WordSymmetries",
    "__version__",
    "best_guess",
    "build_tree",
    "check_file",
    "check_game",
    "compare",
    "default_store",
    "entropy",
    "expected_size",
    "families",
    "find_candidates",
    "game",
    "known_strategies",
    "largest_part",
    "lazy_tree",
    "least_worst",
    "load_tree",
    "optimum",
    "part_count",
    "partition",
    "play",
    "register_game",
    "register_metric",
    "register_strategy",
    "save_certificate",
    "save_tree",
    "solutions",
    "solvable_within",
    "strategy",
    "sweep",
    "worst_solutions",
]

# Rooms that are opened when something of theirs is asked for, so that `import bestguess` stays light.
_ROOMS = {
    "bestguess.analysis": ["Store", "Sweep", "compare", "default_store", "sweep"],
    "bestguess.check": ["Checked", "check_file"],
    "bestguess.solvers": ["Result", "least_worst", "optimum", "save_certificate", "solvable_within"],
    "bestguess.strategies": [
        "Metric",
        "MetricStrategy",
        "OwnStrategy",
        "Position",
        "Strategy",
        "best_guess",
        "entropy",
        "expected_size",
        "known_strategies",
        "largest_part",
        "part_count",
        "register_metric",
        "register_strategy",
        "strategy",
    ],
    "bestguess.trees": [
        "Figures",
        "LazyNode",
        "Node",
        "Tree",
        "build_tree",
        "lazy_tree",
        "load_tree",
        "play",
        "save_tree",
        "solutions",
        "worst_solutions",
    ],
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'bestguess' has no attribute {name!r}")
    import_module("bestguess.solvers")  # which adds `optimal` to the strategies that can be named
    return getattr(import_module(_ROOM_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
