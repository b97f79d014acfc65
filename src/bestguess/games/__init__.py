"""Rules of games: codes, feedback, histories, symmetries, and how each is written as text.

Read `base` first, then `codes` and `pegs`. `registry` turns a text into a game; `custom` is for games of your own.
"""

from bestguess.games.balance import Balance
from bestguess.games.base import Game
from bestguess.games.checking import check_game
from bestguess.games.codes import (
    Answer,
    Code,
    CodeSpace,
    CodeTuple,
    Feedback,
    Guess,
    History,
    HistoryLike,
    Row,
    Secret,
    moment_text,
    quote,
    row_numbers,
    unquote,
)
from bestguess.games.csvtable import TableGame
from bestguess.games.custom import CustomGame
from bestguess.games.declarations import are_likely
from bestguess.games.numbers import Numbers, Twod
from bestguess.games.pegs import BullsCows, Mastermind, PegGame, peg_ordinals_at
from bestguess.games.registry import (
    Family,
    GameLike,
    as_game,
    families,
    files_in_text,
    game,
    is_described_by_text,
    register_game,
    table_game,
)
from bestguess.games.rules import FREE, GOALS, HIT, IDENTIFY, rule_in
from bestguess.games.selection import Selection
from bestguess.games.squares import read_squares
from bestguess.games.symmetries import CodeSymmetries, Symmetries, Symmetry, generators
from bestguess.games.table import Table
from bestguess.games.table_file import write_table
from bestguess.games.words import Words

__all__ = [
    "FREE",
    "GOALS",
    "HIT",
    "IDENTIFY",
    "Answer",
    "Balance",
    "BullsCows",
    "Code",
    "CodeSpace",
    "CodeSymmetries",
    "CodeTuple",
    "CustomGame",
    "Family",
    "Feedback",
    "Game",
    "GameLike",
    "Guess",
    "History",
    "HistoryLike",
    "Mastermind",
    "Numbers",
    "PegGame",
    "Row",
    "Secret",
    "Selection",
    "Symmetries",
    "Symmetry",
    "Table",
    "TableGame",
    "Twod",
    "Words",
    "are_likely",
    "as_game",
    "check_game",
    "families",
    "files_in_text",
    "game",
    "generators",
    "is_described_by_text",
    "moment_text",
    "peg_ordinals_at",
    "quote",
    "read_squares",
    "register_game",
    "row_numbers",
    "rule_in",
    "table_game",
    "unquote",
    "write_table",
]
