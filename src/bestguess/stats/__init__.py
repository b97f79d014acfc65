"""Figures over all secrets: comparisons, ways of playing, sweeps and a store of results. Nothing here prints."""

from bestguess.stats.comparisons import Comparison, compare
from bestguess.stats.points import Objectives, Point, objectives
from bestguess.stats.sweeps import Store, Sweep, default_store, sweep

__all__ = ["Comparison", "Objectives", "Point", "Store", "Sweep", "compare", "default_store", "objectives", "sweep"]
