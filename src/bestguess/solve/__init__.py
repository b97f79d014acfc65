"""The best tree, and how sure: exact search, certificates, checkpoints. `exact` asks the core."""

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
