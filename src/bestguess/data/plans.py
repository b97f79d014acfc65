"""Whole optimal trees of common games, shipped as data, so that a move by one of them costs nothing.

`make values` writes them, in the files that `bestguess tree build` makes and `bestguess check` checks. They are for
choosing a move: whatever counts guesses builds its own tree.
"""

import re

from bestguess.data.reader import read_tree
from bestguess.errors import ContradictionError
from bestguess.games import Game, History, described_by_text
from bestguess.trees import Node, Tree

FOLDER = "plan_files"
PLANNED = ("optimal", "optimal-worst")
"""The strategies that have plans."""


def known_plan(game: Game, strategy: str) -> Tree | None:
    """The whole tree of `optimal` or `optimal-worst` for *game*, where it ships; rows do not matter.

    >>> from bestguess.games import game
    >>> known_plan(game("mastermind(4,6,rows=10)"), "optimal-worst").figures.worst
    5
    """
    if strategy not in PLANNED or not described_by_text(game):
        return None
    return read_tree(FOLDER, plan_file(str(game.with_rows(None)), strategy))


def plan_node(game: Game, history: History, strategy: str) -> Node | None:
    """The node of the plan that *history* leads to; None when there is no plan, or *history* does not follow it.

    >>> from bestguess.games import game
    >>> mastermind = game("mastermind(4,6)")
    >>> node = plan_node(mastermind, mastermind.parse_history("1123:0.0"), "optimal-worst")
    >>> node.guess, node.height
    ('4456', 4)
    >>> plan_node(mastermind, mastermind.parse_history("1111:0.0"), "optimal-worst") is None
    True
    """
    plan = known_plan(game, strategy)
    try:
        return None if plan is None else plan.root.at(history)
    except ContradictionError:
        return None


def plan_file(game: str, strategy: str) -> str:
    """The name of the file of a plan.

    >>> plan_file("mastermind(4,6,secrets=distinct)", "optimal")
    'mastermind-4-6-secrets-distinct.optimal.json'
    """
    return f"{re.sub('[^a-z0-9]+', '-', game).strip('-')}.{strategy}.json"
