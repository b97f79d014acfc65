"""bestguess: the best next guess, for Mastermind, Bulls and Cows and any guessing game.

>>> import bestguess as bg
>>> game = bg.game("mastermind(4,6)")
>>> game.feedback("1122", "1213")
'1.2'
>>> bg.find_candidates(game, game.parse_history("1122:1.0 1344:0.1")).count
44
"""

from bestguess.engine import version as __version__
from bestguess.errors import (
    BestguessError,
    CodeError,
    FeedbackError,
    FileError,
    GameError,
    HistoryError,
    SizeError,
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
from bestguess.table import CandidateList, Table, find_candidates

__all__ = [
    "BestguessError",
    "BullsCows",
    "CandidateList",
    "Code",
    "CodeError",
    "CustomGame",
    "Feedback",
    "FeedbackError",
    "FileError",
    "Game",
    "GameError",
    "History",
    "HistoryError",
    "Mastermind",
    "Row",
    "SizeError",
    "Symmetries",
    "Symmetry",
    "Table",
    "TableGame",
    "Twod",
    "WordSymmetries",
    "__version__",
    "check_game",
    "families",
    "find_candidates",
    "game",
    "register_game",
]
