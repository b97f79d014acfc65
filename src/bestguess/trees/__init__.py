"""Trees: strategies written out, whole or lazily; their figures, files and pictures.

Read `tree` first, then `build`.
"""

from bestguess.trees.build import LazyNode, build_tree, lazy_tree, tree_of
from bestguess.trees.figures import Figures, distribution_of
from bestguess.trees.files import load_tree
from bestguess.trees.tree import Node, Tree

__all__ = [
    "Figures",
    "LazyNode",
    "Node",
    "Tree",
    "build_tree",
    "distribution_of",
    "lazy_tree",
    "load_tree",
    "tree_of",
]
