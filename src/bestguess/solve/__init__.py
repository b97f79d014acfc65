"""Find the best tree and prove it: exact search, certificates, checkpoints. Read `exact` first."""

from bestguess.solve.exact import first_guesses, least_worst, optimum, solvable_within
from bestguess.solve.limits import Limits, Objective
from bestguess.solve.optimal import OptimalStrategy
from bestguess.solve.result import FirstGuess, Result

__all__ = [
    "FirstGuess",
    "Limits",
    "Objective",
    "OptimalStrategy",
    "Result",
    "first_guesses",
    "least_worst",
    "optimum",
    "solvable_within",
]
