"""The best tree, and how sure: exact search, certificates, checkpoints.

`reference` is slow and clear; `exact` asks the core.
"""

from bestguess.engine import Objective
from bestguess.solvers.certificate import save_certificate
from bestguess.solvers.exact import OBJECTIVES, optimum
from bestguess.solvers.optimal import OptimalStrategy
from bestguess.solvers.reference import least_worst, solvable_within
from bestguess.solvers.result import Claim, FirstGuess, Result

__all__ = [
    "OBJECTIVES",
    "Claim",
    "FirstGuess",
    "Objective",
    "OptimalStrategy",
    "Result",
    "least_worst",
    "optimum",
    "save_certificate",
    "solvable_within",
]
