"""The best tree, and how sure: exact search, certificates, checkpoints. `exact` asks the core."""

from bestguess.solve.certificate import save_certificate
from bestguess.solve.exact import first_guesses, least_worst, optimum, solvable_within
from bestguess.solve.limits import Limits, Objective
from bestguess.solve.optimal import OptimalStrategy
from bestguess.solve.result import Claim, FirstGuess, Result

__all__ = [
    "Claim",
    "FirstGuess",
    "Limits",
    "Objective",
    "OptimalStrategy",
    "Result",
    "first_guesses",
    "least_worst",
    "optimum",
    "save_certificate",
    "solvable_within",
]
