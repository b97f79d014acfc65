"""The symmetries of a game of your own: how they are said, and `find`, which looks for them."""

from bestguess.games.symmetries import CodeSymmetries, Symmetry
from bestguess.games.symmetry_search import find

__all__ = ["CodeSymmetries", "Symmetry", "find"]
