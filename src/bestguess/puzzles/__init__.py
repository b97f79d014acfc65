"""Practice puzzles: positions with a question. Exact search or counting proves every solution.

Read `puzzle` and `kinds` first, then `generation`.
"""

from bestguess.puzzles.generation import MAX_PAIRS, MAX_PUZZLES, check_puzzles, failure, make, puzzle_of
from bestguess.puzzles.kinds import KINDS, Kind, as_kind
from bestguess.puzzles.puzzle import NearMiss, Puzzle, row_of_puzzle, shipped_puzzles

__all__ = [
    "KINDS",
    "MAX_PAIRS",
    "MAX_PUZZLES",
    "Kind",
    "NearMiss",
    "Puzzle",
    "as_kind",
    "check_puzzles",
    "failure",
    "make",
    "puzzle_of",
    "row_of_puzzle",
    "shipped_puzzles",
]
