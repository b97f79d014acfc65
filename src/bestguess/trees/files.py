"""Files of trees: one JSON object, whose last member is the checksum of all bytes before it.

docs/certificates.md defines the formats of trees and certificates. Both are such documents.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict, TypeVar

import numpy as np

from bestguess.arguments import as_path
from bestguess.engine import default_memory_limit, version
from bestguess.errors import BestguessError, FileError, SizeError, json_error_text, printable
from bestguess.files import write_whole
from bestguess.games import GOALS, HIT, Game, History, TableGame, is_described_by_text, rule_in
from bestguess.games.registry import GameRecord
from bestguess.games.table_file import write_table
from bestguess.strategies import NO_GUESS
from bestguess.trees.tree import MAX_NUMBER, FiledFigures, Number, Tree

_Kind = TypeVar("_Kind")

FORMAT: Final = "bestguess.tree"
FORMAT_VERSION: Final = 2
_TRAILER = ',"checksum":"sha256:{}"}}\n'
_BLOCK = 1 << 20  # bytes to read at a time
_MEMORY_FACTOR = 30  # bytes of memory for each byte of JSON: an empty object with its comma, 3 bytes, takes 72

Checksum: TypeAlias = Annotated[str, ("pattern", "^sha256:[0-9a-f]{64}$")]


class GameFile(TypedDict):
    """A file that belongs to the game."""

    name: str  # the name of the file, as in the text of the game
    sha256: Annotated[str, ("pattern", "^[0-9a-f]{64}$")]  # the SHA-256 of its bytes


class Costs(TypedDict):
    """The costs of all guesses."""

    unit: Annotated[str, ("pattern", "^1(/[1-9][0-9]*)?$")]  # a cost of 1 in the unit of the game: 1 or 1/D
    of: list[tuple[str, Annotated[int, ("minimum", 1), ("maximum", MAX_NUMBER)]]]
    """Every guess and its cost, in the order of the guesses."""


class GameMembers(TypedDict):
    """The members that describe the game."""

    game: str  # the text of the game
    game_files: list[GameFile]  # the files that belong to the game, in the order of its text
    goal: str
    labels: list[tuple[str, str]] | None  # every secret and its label; null: the game has no labels
    rule: str
    costs: Costs | None  # the costs of all guesses; null: every guess costs 1


class Nodes(TypedDict):
    """The tree in columns of equal length, one item for each node, in preorder."""

    label: NotRequired[list[str | None] | None]
    """The label of all candidates at a leaf, None at a guess; None or left out with goal hit."""
    guess: Sequence[str | None]  # the guess; null at a leaf
    branch: list[Number]
    """The feedback to the guess above that leads here, as an index into feedbacks; 0 at the first node."""
    depth: list[Number]  # the number of this guess, from 1; at a leaf, one more than that of the guess above
    wins: list[Number]  # how many candidates are found here
    weight: list[Number] | None  # the weight of the candidates found here; null: the game has no weights
    lost: list[Number] | None  # how many candidates are lost here; null: nothing is lost
    lost_weight: list[Number] | None
    """The weight of the lost candidates; None if the game has no weights, or if their weight is 0."""


class TreeMembers(TypedDict):
    """The members that describe a tree."""

    secret_names: list[tuple[str, str]]
    """Pairs of a guess and a secret, if the guess wins against only this secret and their texts differ."""
    figures: FiledFigures  # the figures of the tree
    nodes: Nodes  # the tree


class FileMembers(GameMembers):
    """The members that trees and certificates share."""

    format_version: Literal[2]  # the version of the format
    version: str  # the version of bestguess that wrote the file, for information only
    history: list[tuple[str, str]]  # the rows before the first guess, the oldest first: guess and feedback
    consistent: bool  # whether only guesses that would win against a candidate are allowed
    first_guess: str | None  # the first guess that the caller requested; null: none
    max_guesses: Number | None  # the limit of guesses that the caller requested; null: none
    limit: Number | None  # the limit of guesses from the position on; null: no limit
    feedbacks: Sequence[str]  # the feedbacks; other members refer to them by their index in this list, from 0


class TreeDocument(FileMembers, TreeMembers):
    """A strategy written out. Numbers are written without sign, fraction and exponent."""

    format: Literal["bestguess.tree"]  # the format of the file
    strategy: str  # the name of the strategy, for information only
    objective: None  # null: the file is not a certificate


class TreeFile(TreeDocument):
    """A strategy written out. Numbers are written without sign, fraction and exponent."""

    command: NotRequired[str]  # the command that wrote the file, for information only
    checksum: Checksum  # the SHA-256 of all bytes of the file before this member


def save_tree(tree: Tree, path: str | Path) -> None:
    """Write *tree* to *path*; for a custom game, also write its table beside it."""
    target, tree = as_path("the file of a tree", path), tree.as_text()
    if isinstance(tree.rules, Game) and not is_defined_by_text(tree.rules):
        tree = replace(tree, rules=write_beside(tree.rules, target))
    write_whole(target, tree_text(tree))


def is_defined_by_text(game: Game) -> bool:
    """Whether the text of *game*, together with its files, describes it completely."""
    return is_described_by_text(game) or bool(game.files)


def write_beside(game: Game, path: Path) -> TableGame:
    """Write the table of *game* to PATH.csv; return the table game of that file, named without its folder."""
    file = path.with_name(f"{path.name}.csv")
    write_table(game, file)
    return TableGame.from_data_file(file, game.goal).with_rows(game.rows)


def tree_text(tree: Tree) -> str:
    """Return the content of the file of *tree*."""
    return document_text(tree_document(tree))


def document_text(document: Mapping[str, object]) -> str:
    """Return *document* as JSON, with its checksum as the last member."""
    body = json.dumps(document, separators=(",", ":"), allow_nan=False)[:-1]
    return body + _TRAILER.format(hashlib.sha256(body.encode()).hexdigest())


def tree_document(tree: Tree) -> TreeDocument:
    """Return *tree* as a document, without its checksum."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "version": version,
        **game_members(tree.rules),
        "history": [(row.guess, row.feedback) for row in tree.history],
        "consistent": tree.consistent,
        "strategy": tree.strategy,
        "objective": None,
        "first_guess": None,
        "max_guesses": None if tree.limit == tree.rules.rows_left(tree.history) else tree.limit,
        "limit": tree.limit,
        "feedbacks": list(tree.feedbacks),
        **tree_members(tree, tree.limit),
    }


def game_members(game: Game | GameRecord) -> GameMembers:
    """Return the members of a document that describe *game*."""
    labels, costs = game.labels, game.costs
    return {
        "game": str(game),
        "game_files": [{"name": name, "sha256": sha256} for name, sha256 in game.files],
        "goal": game.goal,
        "labels": None if labels is None else list(zip(game.secrets, labels, strict=True)),
        "rule": rule_in(str(game)),
        "costs": None
        if costs is None
        else {"unit": str(game.cost_unit), "of": list(zip(game.guesses, costs, strict=True))},
    }


def tree_members(tree: Tree, limit: int | None) -> TreeMembers:
    """Return the members of a document that describe *tree*; *limit* is the limit of guesses in that document."""
    has_weights = tree.rules.has_weights
    nodes: Nodes = {
        "guess": tree.guesses,
        "branch": tree.branch.tolist(),
        "depth": tree.depth.tolist(),
        "label": list(tree.label),
        "wins": tree.wins.tolist(),
        "weight": tree.weight.tolist() if has_weights else None,
        "lost": tree.node_lost.tolist() if tree.node_lost.any() else None,
        "lost_weight": tree.node_lost_weight.tolist() if has_weights and tree.node_lost_weight.any() else None,
    }
    if not tree.rules.identifies:
        del nodes["label"]
    return {"secret_names": list(tree.secret_names.items()), "figures": _figures(tree, limit), "nodes": nodes}


def _figures(tree: Tree, limit: int | None) -> FiledFigures:
    """Return the figures for a file. The mean is left out, because it follows from the others."""
    figures = tree.unit_figures.copy()
    if limit is None:
        figures["lost"] = figures["lost_weight"] = None
    return figures


def load_tree(path: str | Path) -> Tree:
    """Return the tree in the file at *path*; raise FileError if the file is damaged or contains no tree.

    This does not check that the tree is correct: `bestguess check` does.
    """
    path = as_path("the file of a tree", path)
    document = read_document(path, FORMAT)
    try:
        return _with_table_beside(_tree(document), path)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, ArithmeticError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else error
        raise FileError(printable(f"{path}: not a tree of bestguess: {reason}")) from error


def read_document(path: str | Path, form: str) -> dict[str, Any]:
    """Return the document of the format *form* at *path*, without its checksum; raise FileError if it is damaged.

    Raises SizeError if the document would not fit into memory.
    """
    max_bytes = default_memory_limit() // _MEMORY_FACTOR
    content = bytearray()
    try:
        with Path(path).open("rb") as file:
            while len(content) <= max_bytes and (block := file.read(_BLOCK)):  # a pipe has no size to ask for
                content += block
    except OSError as error:
        raise FileError(printable(f"{path}: cannot be read: {error.strerror}")) from error
    if len(content) > max_bytes:
        raise SizeError(printable(f"{path}: expected a file of at most {max_bytes:,} bytes, to fit into memory"))
    try:
        document = json.loads(content.decode("utf-8"), object_pairs_hook=_as_dict, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise FileError(printable(f"{path}: damaged, or not a file of bestguess: {json_error_text(error)}")) from error
    if not isinstance(document, dict) or document.get("format") != form:
        raise FileError(printable(f"{path}: expected a file of the format {form!r}"))
    format_version = document.get("format_version")
    if type(format_version) is not int or format_version != FORMAT_VERSION:
        raise FileError(printable(f"{path}: expected format version {FORMAT_VERSION}, got {format_version!r}"))
    body = content[: -len(_TRAILER.format("0" * 64))]
    if content != body + _TRAILER.format(hashlib.sha256(body).hexdigest()).encode():
        raise FileError(printable(f"{path}: damaged: the checksum does not fit"))
    document.pop("checksum")
    return document


def _as_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has the same member twice")
    return members


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")  # NaN and Infinity, which Python reads


def _with_table_beside(tree: Tree, path: Path) -> Tree:
    """Return *tree* with the game of the table that `save_tree` wrote beside *path*, if that file is unchanged."""
    if len(tree.rules.files) != 1 or not tree.game.startswith("table("):
        return tree
    ((name, sha256),) = tree.rules.files
    try:
        beside = TableGame.from_data_file(path.with_name(Path(name).name), tree.goal)
    except BestguessError:  # the file is missing, or is no longer a table
        return tree
    if beside.sha256 != sha256 or Path(name).exists():
        return tree
    return replace(tree, rules=beside.with_rows(tree.rules.rows_left(History())))


def _tree(document: dict[str, Any]) -> Tree:
    """Return the tree that *document* describes; raise ValueError if it describes none."""
    if wrong := sorted((document.keys() - {"command"}) ^ TreeDocument.__annotations__.keys()):
        raise ValueError(f"a member is missing or unknown: {wrong[0]!r:.60}")
    nodes = _of(dict, document["nodes"])
    if wrong := sorted((nodes.keys() | {"label"}) ^ Nodes.__annotations__.keys()):
        raise ValueError(f"a column is missing or unknown: {wrong[0]!r:.60}")
    rules, limit = _record(document), document["limit"]
    guesses, labels = _guesses_and_labels(nodes, rules.goal)
    if limit is None and (nodes["lost"] is not None or nodes["lost_weight"] is not None):
        raise ValueError("it loses secrets, but has no limit of guesses")
    wins = _numbers(nodes["wins"], np.uint32)
    weight = _numbers(nodes["weight"], np.int64) if rules.has_weights else wins.astype(np.int64)
    lost, lost_weight = (
        np.zeros(len(guesses), np.int64) if nodes[name] is None else _numbers(nodes[name], np.int64)
        for name in ("lost", "lost_weight" if rules.has_weights else "lost")
    )
    tree = Tree(
        rules=rules,
        history=History(_pairs(document["history"])),
        strategy=_of(str, document["strategy"]),
        consistent=_of(bool, document["consistent"]),
        feedbacks=tuple(_texts(document["feedbacks"])),
        codes=guesses,
        guess=np.array([NO_GUESS if guess is None else place for place, guess in enumerate(guesses)], np.uint32),
        branch=_numbers(nodes["branch"], np.uint32),
        depth=_numbers(nodes["depth"], np.uint32),
        wins=wins,
        label=labels,
        weight=weight,
        node_lost=lost,
        node_lost_weight=lost_weight,
        limit=limit,
        secret_names=dict(_pairs(document["secret_names"])),
    )
    _check_shape(tree)
    tree.weight[tree.wins == 0] = 0
    filed_figures = json.dumps(document["figures"], sort_keys=True)
    own_figures = json.dumps(_figures(tree, limit), sort_keys=True)
    if filed_figures != own_figures:  # compared as texts, because in Python 1.0 and True equal 1
        raise ValueError("its figures are not those of its nodes")
    return tree


def _guesses_and_labels(nodes: dict[str, Any], goal: str) -> tuple[list[Any], list[Any]]:
    """Return the guess of every node, None at leaves, and the label of every leaf, None at guesses."""
    guesses, labels = _of(list, nodes["guess"]), nodes.get("label")
    if (labels is None) != (goal == HIT):
        raise ValueError("it has labels with goal=hit, or none with goal=identify")
    if labels is None:
        return guesses, [None] * len(_texts(guesses))
    _texts([text for text in [*guesses, *_of(list, labels)] if text is not None])
    if any((guess is None) == (label is None) for guess, label in zip(guesses, labels, strict=True)):
        raise ValueError("a node has neither a guess nor a label, or both")
    return guesses, labels


def _record(document: dict[str, Any]) -> GameRecord:
    """Return the record of the game that *document* describes; raise ValueError if it describes none."""
    goal, costs = _of(str, document["goal"]), document["costs"]
    if goal not in GOALS:
        raise ValueError(f"expected goal 'hit' or 'identify', got {goal!r:.60}")
    if goal == HIT and document["labels"] is not None:
        raise ValueError("it has labels with goal=hit")
    if document["rule"] != (rule := rule_in(_of(str, document["game"]))):
        raise ValueError(f"expected the rule of its game, {rule!r}, got {document['rule']!r}")
    files = [(_of(str, file["name"]), _of(str, file["sha256"])) for file in _of(list, document["game_files"])]
    has_weights = document["nodes"]["weight"] is not None
    record = GameRecord(document["game"], tuple(files), goal, has_weights=has_weights)
    if document["labels"] is not None:
        labels = _pairs(document["labels"])
        record = replace(record, secrets=tuple(pair[0] for pair in labels), labels=tuple(pair[1] for pair in labels))
    if costs is not None:
        if _of(dict, costs).keys() != {"unit", "of"} or any(len(_of(list, pair)) != 2 for pair in costs["of"]):
            raise ValueError("its costs are not a unit and a list of pairs, guess and cost")
        guesses = _texts([guess for guess, _ in costs["of"]])
        numbers = _numbers([cost for _, cost in costs["of"]], np.int64, MAX_NUMBER)
        if not re.fullmatch("1(/[1-9][0-9]{0,17})?", _of(str, costs["unit"])) or (numbers < 1).any():
            raise ValueError("its costs are not above 0, or their unit is not 1 or 1/D")
        unit = Fraction(costs["unit"])
        record = replace(record, guesses=tuple(guesses), costs=tuple(numbers.tolist()), cost_unit=unit)
    return record


def _numbers(column: Any, kind: Any, maximum: int = 2**31) -> Any:
    """Return *column* as an array of the dtype *kind*."""
    if not {int}.issuperset(map(type, _of(list, column))):
        raise ValueError("its numbers are not integers")
    if column and not 0 <= min(column) <= max(column) <= maximum:
        raise ValueError("its numbers are out of range")
    return np.array(column, np.int64).astype(kind)


def _texts(column: Any) -> list[str]:
    if not {str}.issuperset(map(type, _of(list, column))):
        raise ValueError("its codes and feedbacks are not texts")
    return list(column)


def _pairs(pairs: Any) -> list[tuple[str, str]]:
    if any(len(_texts(pair)) != 2 for pair in _of(list, pairs)):
        raise ValueError("its history or the names of its secrets are not pairs of texts")
    return [(first, second) for first, second in pairs]


def _of(kind: type[_Kind], value: object) -> _Kind:
    """Return *value*; raise ValueError if it is not a *kind*."""
    if not isinstance(value, kind):
        raise ValueError(f"expected a {kind.__name__}, got {value!r:.60}")
    return value


def _check_shape(tree: Tree) -> None:
    """Raise ValueError unless the columns of *tree* describe a tree."""
    columns: list[Any] = [tree.branch, tree.depth, tree.wins, tree.weight, tree.node_lost, tree.node_lost_weight]
    if not len(tree) or any(len(column) != len(tree) for column in columns):
        raise ValueError("its columns differ in length, or are empty")
    depth = tree.depth.astype(np.int64)
    if depth[0] != 1 or (depth[1:] < 2).any() or (np.diff(depth) > 1).any():
        raise ValueError("its depths do not make a tree")
    if (tree.branch >= len(tree.feedbacks)).any():
        raise ValueError("its branches are not feedbacks")
    leaf = tree.is_leaf
    if leaf[0] or (depth[1:] > depth[:-1])[leaf[:-1]].any():
        raise ValueError("a node is below a leaf, or the first node is a leaf")
    if tree.rules.identifies and ((tree.wins > 0) != leaf).any():
        raise ValueError("a guess wins with goal=identify, or a leaf has no candidate")
    if tree.rules.has_costs and not set(tree.guesses) - {None} <= set(tree.rules.guesses):
        raise ValueError("a guess has no cost")
    limit = tree.limit
    if limit is None:
        if not tree.wins.any():
            raise ValueError("nothing is ever won")
    elif type(limit) is not int or (tree.guesses_made > limit).any() or tree.node_lost[depth < limit].any():
        raise ValueError("it goes on beyond its limit of guesses, or loses secrets before that limit")
