"""Strategies written out as trees, whole or lazily; their figures and their files.

Read `tree` first, then `build`; `lazy` is for following one path.
"""

from bestguess.trees.build import build_tree, tree_of
from bestguess.trees.figures import Figures, RandomFigures, distribution_of
from bestguess.trees.files import load_tree, save_tree
from bestguess.trees.lazy import AnyNode, LazyNode, Scorer, lazy_tree, play_out, solutions, worst_solutions
from bestguess.trees.tree import Node, Tree

__all__ = [
    "AnyNode",
    "Figures",
    "LazyNode",
    "Node",
    "RandomFigures",
    "Scorer",
    "Tree",
    "build_tree",
    "distribution_of",
    "lazy_tree",
    "load_tree",
    "play_out",
    "save_tree",
    "solutions",
    "tree_of",
    "worst_solutions",
]
