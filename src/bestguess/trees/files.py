"""Trees in files: JSON with a version and a checksum, written whole or not at all. docs/certificates.md defines it."""

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bestguess.arguments import as_path, expected
from bestguess.engine import version
from bestguess.errors import BestguessError, FileError, printable
from bestguess.files import write_whole
from bestguess.games import GOALS, HIT, IDENTIFY, Game, History, TableGame, described_by_text, rule_in
from bestguess.games.table_file import write_table
from bestguess.strategies import NO_GUESS
from bestguess.trees.build import NOTHING_SAID, Said
from bestguess.trees.documents import document_text, read_document
from bestguess.trees.tree import Tree

_Kind = TypeVar("_Kind")

FORMAT, FORMAT_VERSION = "bestguess.tree", 2
_CLAIMED = ("secrets", "total", "worst", "at_worst")
_MEMBERS = {"format", "format_version", "version", "game", "game_files", "goal", "labels", "rule", "costs", "history"}
_MEMBERS |= {"consistent", "strategy", "objective", "first_guess", "max_guesses", "limit", "feedbacks", "secret_names"}
_MEMBERS |= {"figures", "nodes"}
_COLUMNS = {"guess", "branch", "depth", "label", "wins", "weight", "lost", "lost_weight"}
_MOST = 2**50 - 1
"""The greatest number that may stand in a file."""


def save_tree(tree: Tree, path: str | Path) -> None:
    """Write *tree* to *path*, whole or not at all; the table of a game of a user's own beside it."""
    if not isinstance(tree, Tree):
        raise expected("a Tree", tree)
    target = as_path("the file of a tree", path)
    write_whole(target, tree_text(with_file(tree.as_text(), target)))


def with_file(tree: Tree, path: Path) -> Tree:
    """*tree* of the game that its file at *path* names: of a game of a user's own, its table, written beside it."""
    if tree.rules is None or is_known_by_text(tree.rules):
        return tree
    table = write_beside(tree.rules, path)
    return replace(tree, game=str(table.with_rows(tree.rules.rows)), game_files=table.files)


def is_known_by_text(game: Game) -> bool:
    """Whether a reader knows *game* from its text and its files; else its table is written to a file.

    >>> from bestguess.games import CustomGame, game
    >>> is_known_by_text(game("mm4x6")), is_known_by_text(CustomGame("ab", "ab", str.__eq__, win=True))
    (True, False)
    """
    return described_by_text(game) or bool(game.files)


def write_beside(game: Game, path: Path) -> TableGame:
    """Write the table of *game* to PATH.csv, whole or not at all; return the game of that file, by its bare name."""
    file = path.with_name(f"{path.name}.csv")
    write_table(game, file)
    return TableGame.beside(file, game.goal)


def tree_text(tree: Tree) -> str:
    """What the file of *tree* holds."""
    return document_text(tree_document(tree))


def tree_document(tree: Tree) -> dict[str, Any]:
    """*tree* as a document, without its checksum."""
    limit = guess_limit(tree)
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "version": version,
        **game_members(tree.game, tree.game_files, said_in(tree)),
        "history": [list(row) for row in tree.history],
        "consistent": tree.consistent,
        "strategy": tree.strategy,
        "objective": None,
        "first_guess": None,
        "max_guesses": None if limit == rows_left(tree.game, tree.history) else limit,
        "limit": limit,
        "feedbacks": list(tree.feedbacks),
        **tree_members(tree, limit),
    }


def game_members(game: str, files: Iterable[tuple[str, str]], said: Said | None = None) -> dict[str, Any]:
    """The members of a document that say what the game is: its text, the name and SHA-256 of each of its *files*.

    *said*: what it says beside its text. Default: the goal hit, and no costs.
    """
    said = NOTHING_SAID if said is None else said
    labels, costs, unit = said["labels"], said["costs"], said["cost_unit"]
    return {
        "game": game,
        "game_files": [{"name": name, "sha256": sha256} for name, sha256 in files],
        "goal": said["goal"],
        "labels": None if labels is None else [list(pair) for pair in labels],
        "rule": rule_in(game),
        "costs": None if costs is None else {"unit": str(unit), "of": [list(pair) for pair in costs]},
    }


def said_in(tree: Tree) -> Said:
    """What the game of *tree* says beside its text."""
    return {"goal": tree.goal, "labels": tree.labels, "costs": tree.costs, "cost_unit": tree.cost_unit}


def tree_members(tree: Tree, limit: int | None) -> dict[str, Any]:
    """The members of a document that say what a tree is, whose guesses are limited to so many."""
    return {
        "secret_names": [list(pair) for pair in tree.secret_names.items()],
        "figures": _figures(tree, limit),
        "nodes": {
            "guess": tree.guesses,
            "branch": tree.branch.tolist(),
            "depth": tree.depth.tolist(),
            **({} if tree.label is None else {"label": list(tree.label)}),
            "wins": tree.wins.astype(np.uint32).tolist(),
            "weight": None if tree.weight is None else tree.weight.tolist(),
            "lost": _unless_zero(tree.node_lost),
            "lost_weight": _unless_zero(tree.node_lost_weight),
        },
    }


def _figures(tree: Tree, limit: int | None) -> dict[str, Any]:
    """The figures as files have them; what follows from others, the mean, is left out."""
    figures, units = tree.figures, tree.unit_figures
    lost = (None, None) if limit is None else (int(figures.lost or 0), int(figures.lost_weight or 0))
    return {
        **{name: getattr(units, name) for name in _CLAIMED},
        "distribution": list(units.distribution),
        "lost": lost[0],
        "lost_weight": lost[1],
    }


def guess_limit(tree: Tree) -> int | None:
    """The number of the last guess that is allowed: what is not found by then is lost. None: there is no limit."""
    left = rows_left(tree.game, tree.history)
    if tree.node_lost is not None and (tree.node_lost > 0).any():
        return int(tree.depth[tree.node_lost > 0].max())
    if tree.node_lost is None and left is None:
        return None
    deepest = int(tree.asked.max())
    return left if left is not None and deepest <= left else deepest


def rows_left(game: str, history: History) -> int | None:
    """How many guesses are left after *history* of the game with this text; None: there is no limit."""
    rows = re.search(r"[(,]rows=([1-9][0-9]*)\)\Z", game)
    return None if rows is None else int(rows[1]) - len(history)


def _unless_zero(column: "np.ndarray[Any, Any] | None") -> list[int] | None:
    return None if column is None or not column.any() else column.tolist()


def load_tree(path: str | Path) -> Tree:
    """The tree in the file at *path*; raises FileError when it is damaged or no tree.

    Whether the tree is right is for `bestguess check` to say.
    """
    path = as_path("the file of a tree", path)
    document = read_document(path, FORMAT)
    try:
        tree = _tree(_known(document))
        return _with_rules_beside(tree, path)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, ArithmeticError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else error
        raise FileError(printable(f"{path}: not a tree of bestguess: {reason}")) from error


def _with_rules_beside(tree: Tree, path: Path) -> Tree:
    """*tree* with the game of the table beside its file at *path*, if that is the one it was made for."""
    if len(tree.game_files) != 1 or not tree.game.startswith("table("):
        return tree
    ((name, sha256),) = tree.game_files
    file = path.with_name(Path(name).name)
    try:
        beside = TableGame.beside(file, tree.goal)
    except BestguessError:  # it is elsewhere, or another by now
        return tree
    if beside.sha256 != sha256 or Path(name).exists():
        return tree
    return replace(tree, rules=beside.with_rows(rows_left(tree.game, History())))


def _known(document: dict[str, Any]) -> dict[str, Any]:
    """*document*, when it means nothing but what is known here; else ValueError."""
    if others := sorted((document.keys() - {"command"}) ^ _MEMBERS):
        raise ValueError(f"expected the members of a tree, no more and no fewer, but not so: {others[0]!r:.60}")
    if _of(str, document["goal"]) not in GOALS:
        raise ValueError(f"expected goal 'hit' or 'identify', got {document['goal']!r:.60}")
    if document["goal"] == HIT and document["labels"] is not None:
        raise ValueError("it has labels with the goal 'hit'")
    if document["rule"] != (rule := rule_in(_of(str, document["game"]))):
        raise ValueError(f"expected rule {rule!r}, which its game has, got {document['rule']!r}")
    return document


def _tree(document: dict[str, Any]) -> Tree:
    nodes, limit = document["nodes"], document["limit"]
    if others := sorted((_of(dict, nodes).keys() | {"label"}) ^ _COLUMNS):
        raise ValueError(f"expected the columns of a tree, no more and no fewer, but not so: {others[0]!r:.60}")
    guesses = _of(list, nodes["guess"])
    label = _labels(document["goal"], guesses, nodes.get("label"))
    codes = _texts(["" if guess is None and label is not None else guess for guess in guesses])
    weight = None if nodes["weight"] is None else _numbers(nodes["weight"], np.int64)
    lost = lost_weight = None
    if limit is None and (nodes["lost"] is not None or nodes["lost_weight"] is not None):
        raise ValueError("it loses something without a limit of guesses")
    if limit is not None:
        lost = _lost(nodes["lost"], len(codes))
        lost_weight = None if weight is None else _lost(nodes["lost_weight"], len(codes))
    files = [(_of(str, file["name"]), _of(str, file["sha256"])) for file in _of(list, document["game_files"])]
    tree = Tree(
        _of(str, document["game"]),
        _of(str, document["strategy"]),
        _of(bool, document["consistent"]),
        tuple(_texts(document["feedbacks"])),
        codes,
        np.array([NO_GUESS if guess is None else place for place, guess in enumerate(guesses)], np.uint32),
        _numbers(nodes["branch"], np.uint32),
        _numbers(nodes["depth"], np.uint32),
        _numbers(nodes["wins"], np.uint32),
        weight,
        dict(_pairs(document["secret_names"])),
        tuple(files),
        History(_pairs(document["history"])),
        lost,
        lost_weight,
        label=label,
        **_said(document),
    )
    _check_shape(tree, limit)
    if document["figures"] != _figures(tree, limit) or not _integers(document["figures"]):
        raise ValueError("its figures are not those of its nodes")
    return tree


def _labels(goal: str, guesses: list[Any], column: Any) -> list[str | None] | None:
    """The column `label` of a tree; raises ValueError unless it has a text exactly where there is no guess."""
    if goal == HIT:
        if column is not None:
            raise ValueError("it has leaves with the goal 'hit'")
        return None
    if len(_of(list, column)) != len(guesses):
        raise ValueError("its columns differ in length, or are empty")
    _texts([label for label in column if label is not None])
    if any((guess is None) == (label is None) for guess, label in zip(guesses, column, strict=True)):
        raise ValueError("a node has neither a guess nor a label, or both")
    return list(column)


def _said(document: dict[str, Any]) -> Said:
    """What the game says beside its text, in *document*."""
    labels, costs = document["labels"], document["costs"]
    said: Said = {**NOTHING_SAID, "goal": document["goal"]}
    if labels is not None:
        said["labels"] = tuple(_pairs(labels))
    if costs is not None:
        if _of(dict, costs).keys() != {"unit", "of"}:
            raise ValueError("its costs are not a unit and what guesses cost")
        pairs = [_of(list, pair) for pair in _of(list, costs["of"])]
        if any(len(pair) != 2 for pair in pairs):
            raise ValueError("its costs are not pairs of a guess and a cost")
        guesses, numbers = _texts([guess for guess, _ in pairs]), _numbers([cost for _, cost in pairs], np.int64, _MOST)
        if not re.fullmatch("1(/[1-9][0-9]{0,17})?", _of(str, costs["unit"])) or (numbers < 1).any():
            raise ValueError("its costs are not above 0, or their unit is no unit")
        said["costs"] = tuple(zip(guesses, numbers.tolist(), strict=True))
        said["cost_unit"] = Fraction(costs["unit"])
    return said


def _numbers(column: Any, kind: Any, most: int = 2**31) -> Any:
    if not {int}.issuperset(map(type, _of(list, column))):
        raise ValueError("its numbers are not integers")
    if column and not 0 <= min(column) <= max(column) <= most:
        raise ValueError("its numbers are out of range")
    return np.array(column, np.int64).astype(kind)


def _integers(figures: dict[str, Any]) -> bool:
    """Whether all *figures* are integers or None: 1.0 and true equal 1, but are none."""
    numbers = [*figures.pop("distribution"), *figures.values()]
    return {int, type(None)}.issuperset(map(type, numbers))


def _lost(column: Any, size: int) -> Any:
    return np.zeros(size, np.int64) if column is None else _numbers(column, np.int64)


def _texts(column: Any) -> list[str]:
    if not {str}.issuperset(map(type, _of(list, column))):
        raise ValueError("its codes and feedbacks are not texts")
    return list(column)


def _pairs(pairs: Any) -> list[tuple[str, str]]:
    if any(len(_texts(pair)) != 2 for pair in _of(list, pairs)):
        raise ValueError("its history or the names of its secrets are not pairs of texts")
    return [(first, second) for first, second in pairs]


def _of(kind: type[_Kind], value: object) -> _Kind:
    if not isinstance(value, kind):
        raise ValueError(f"expected a {kind.__name__}, got {value!r:.60}")
    return value


def _check_shape(tree: Tree, limit: object) -> None:
    """Columns of one length, depths that make a tree, known feedbacks, losses at the limit only; else ValueError."""
    columns = [tree.branch, tree.depth, tree.wins, tree.weight, tree.node_lost, tree.node_lost_weight]
    if not len(tree) or any(column is not None and len(column) != len(tree) for column in columns):
        raise ValueError("its columns differ in length, or are empty")
    depth = tree.depth.astype(np.int64)
    if depth[0] != 1 or (depth[1:] < 2).any() or (np.diff(depth) > 1).any():
        raise ValueError("its depths do not make a tree")
    if (tree.branch >= len(tree.feedbacks)).any():
        raise ValueError("its branches are not feedbacks")
    leaf = tree.is_leaf
    if leaf[0] or (depth[1:] > depth[:-1])[leaf[:-1]].any():
        raise ValueError("something stands below a leaf, or nothing is asked")
    if tree.goal == IDENTIFY and ((tree.wins > 0) != leaf).any():
        raise ValueError("something is won with the goal 'identify', or a leaf is of no secret")
    if tree.costs is not None and not set(tree.guesses) - {None} <= dict(tree.costs).keys():
        raise ValueError("a guess has no cost")
    if tree.node_lost is None:
        if not tree.wins.any():
            raise ValueError("nothing is ever won")
    elif type(limit) is not int or (tree.asked > limit).any() or (tree.node_lost[depth < limit] > 0).any():
        raise ValueError("it goes on beyond its limit of guesses, or loses before")
