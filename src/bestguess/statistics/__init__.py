"""Figures over all secrets: strategies compared, sizes swept, and the store of results. Returns data, never prints."""

from bestguess.statistics.comparisons import Comparison, compare
from bestguess.statistics.store import Store, default_store
from bestguess.statistics.sweeps import Sweep, sweep

__all__ = ["Comparison", "Store", "Sweep", "compare", "default_store", "sweep"]
