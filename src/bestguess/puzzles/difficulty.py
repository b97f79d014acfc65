"""How difficult a puzzle is: 1, 2 or 3.

A puzzle begins at 1 and gains one for each of these, 3 at most:

* there is much to keep in mind: more than 8 candidates; for `only-secret`, more than 4 rows;
* no solution is itself a candidate, so that looking among the candidates does not help;
* many wrong guesses come nearest to solving it: more than 20.
"""

from bestguess.puzzles.kinds import Kind

_CANDIDATES, _ROWS, _NEAR_MISSES = 8, 4, 20


def difficulty(kind: Kind, rows: int, candidates: int, consistent: bool, near_misses: int) -> int:
    """The difficulty of a puzzle whose position has so many *rows* and *candidates*.

    *consistent*: whether a solution is itself a candidate.

    >>> from bestguess.puzzles.kinds import KINDS
    >>> difficulty(KINDS["win-in-two"], 3, 9, True, 7), difficulty(KINDS["only-secret"], 3, 1, True, 8)
    (2, 1)
    """
    much = rows > _ROWS if kind.most == 1 else candidates > _CANDIDATES
    return min(3, 1 + much + (not consistent) + (near_misses > _NEAR_MISSES))
