"""Figures over all secrets: comparisons, ways of playing, sweeps, the store of results. Returns data, never prints."""

from bestguess.stats.comparisons import Comparison, compare
from bestguess.stats.points import Objectives, Point, objectives
from bestguess.stats.sweeps import Store, Sweep, default_store, sweep

__all__ = ["Comparison", "Objectives", "Point", "Store", "Sweep", "compare", "default_store", "objectives", "sweep"]
