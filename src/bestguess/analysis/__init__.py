"""Numbers about trees: comparisons and sweeps. Returns dataclasses, never prints."""

from bestguess.analysis.compare import compare
from bestguess.analysis.store import Store, default_store
from bestguess.analysis.sweep import Sweep, sweep

__all__ = ["Store", "Sweep", "compare", "default_store", "sweep"]
