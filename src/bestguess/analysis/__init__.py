"""Numbers about trees: comparisons and sweeps. Returns dataclasses, never prints."""

from bestguess.analysis.comparison import compare
from bestguess.analysis.store import Store, default_store
from bestguess.analysis.sweeps import Sweep, sweep

__all__ = ["Store", "Sweep", "compare", "default_store", "sweep"]
