"""Figures over all secrets: comparisons, ways of playing, sweeps, the store of results. Returns data, never prints."""

from bestguess.statistics.comparisons import Comparison, compare
from bestguess.statistics.points import Objectives, Point, objectives
from bestguess.statistics.store import Store, default_store
from bestguess.statistics.sweeps import Sweep, sweep

__all__ = ["Comparison", "Objectives", "Point", "Store", "Sweep", "compare", "default_store", "objectives", "sweep"]
