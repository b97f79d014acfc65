"""Numbers about trees and play: comparisons, sweeps, values, reviews. Returns dataclasses, never prints."""

from bestguess.analysis.comparison import compare
from bestguess.analysis.reviews import Move, Review, review
from bestguess.analysis.store import Store, default_store
from bestguess.analysis.sweeps import Sweep, sweep
from bestguess.analysis.values import Value, Values

__all__ = ["Move", "Review", "Store", "Sweep", "Value", "Values", "compare", "default_store", "review", "sweep"]
