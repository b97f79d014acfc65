"""The best tree, and how sure: exact search, certificates, checkpoints. `exact` asks the core."""

from bestguess.solvers.certificate import save_certificate
from bestguess.solvers.exact import first_guesses, least_worst, optimum, solvable_within
from bestguess.solvers.limits import Limits, Objective
from bestguess.solvers.optimal import OptimalStrategy
from bestguess.solvers.result import Claim, FirstGuess, Result

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
