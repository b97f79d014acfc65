"""Proving: what no strategy can do better."""

from bestguess.solvers.reference import least_worst, solvable_within

__all__ = ["least_worst", "solvable_within"]
