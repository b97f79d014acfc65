"""Figures over all secrets: comparisons, ways of playing, sweeps, the store of results. Returns data, never prints."""

from bestguess.stats.comparisons import Comparison, compare
from bestguess.stats.points import Objectives, Point, objectives
from bestguess.stats.store import Store, default_store
from bestguess.stats.sweeps import Sweep, sweep

__all__ = ["Comparison", "Objectives", "Point", "Store", "Sweep", "compare", "default_store", "objectives", "sweep"]
