"""Practice puzzles: positions with a question. Exact search or counting proves every solution.

Read `puzzle` and `kinds` first, then `making`.
"""

from bestguess.puzzles.kinds import KINDS, Kind, as_kind
from bestguess.puzzles.making import MAX_PAIRS, MAX_PUZZLES, check_puzzles, failure, make, puzzle_of
from bestguess.puzzles.puzzle import NearMiss, Puzzle, known_puzzles, row_of_puzzle

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
    "known_puzzles",
    "make",
    "puzzle_of",
    "row_of_puzzle",
]
