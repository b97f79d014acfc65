"""Practice puzzles: positions with a question, every solution proven by exact search or by counting.

Read `kinds` first, then `misses` and `making`.
"""

from bestguess.puzzles.kinds import KINDS, Kind, as_kind
from bestguess.puzzles.making import MOST_PAIRS, MOST_PUZZLES, check_puzzles, make, puzzle_of
from bestguess.puzzles.near_misses import failure
from bestguess.puzzles.puzzle import NearMiss, Puzzle

__all__ = [
    "KINDS",
    "MOST_PAIRS",
    "MOST_PUZZLES",
    "Kind",
    "NearMiss",
    "Puzzle",
    "as_kind",
    "check_puzzles",
    "failure",
    "make",
    "puzzle_of",
]
