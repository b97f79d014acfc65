"""Checks a tree file: plays every secret through it, by rules of its own, and counts."""

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bestguess.check.rules import Rules, rules_of
from bestguess.errors import BestguessError, FileError


@dataclass(frozen=True)
class Checked:
    """What was found true."""

    kind: str
    game: str
    strategy: str
    secrets: int
    total: int
    worst: int


def check_file(path: str | Path) -> Checked:
    """What the file at *path* proves; raises FileError that says which claim fails."""
    document = _document(path)
    try:
        return _check_tree(document)
    except BestguessError as error:
        raise FileError(f"{path}: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise FileError(f"{path}: not a tree of bestguess: {type(error).__name__}: {error}") from error


def _document(path: str | Path) -> dict[str, Any]:
    try:
        document = json.loads(Path(path).read_bytes())
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}: damaged, or not a file of bestguess: {error}") from error
    if not isinstance(document, dict) or document.get("format") != "bestguess.tree":
        raise FileError(f"{path}: expected a tree of bestguess")
    if document.get("format_version") != 1:
        raise FileError(f"{path}: expected format version 1, got {document.get('format_version')!r}")
    claimed = document.pop("checksum", None)
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    if claimed != f"sha256:{hashlib.sha256(text.encode()).hexdigest()}":
        raise FileError(f"{path}: damaged: the checksum does not fit")
    return document


@dataclass(frozen=True)
class _Nodes:
    """The nodes of the file: what each plays, whether it says it wins, and where each feedback leads."""

    guess: list[str]
    wins: str
    branches: list[dict[str, int]]


def _nodes(document: dict[str, Any]) -> _Nodes:
    """The nodes, each hung below the last one before it that is one less deep."""
    columns = document["nodes"]
    guess = columns["guess"].split(" ")
    depth = [int(number) for number in columns["depth"].split(" ")]
    branch = [int(number) for number in columns["branch"].split(" ")]
    if not len(guess) == len(depth) == len(branch) == len(columns["wins"]):
        raise FileError("the columns of its nodes differ in length")
    branches: list[dict[str, int]] = [{} for _ in guess]
    path: list[int] = []
    for node, (below, feedback) in enumerate(zip(depth, branch, strict=True)):
        if not 1 <= below <= len(path) + 1 or (below == 1) != (node == 0):
            raise FileError(f"node {node} has the depth {below}, which makes no tree")
        del path[below - 1 :]
        if path:
            text = document["feedbacks"][feedback] if feedback >= 0 else None
            if text is None or text in branches[path[-1]]:
                raise FileError(f"node {node} is a second branch for one feedback, or for none")
            branches[path[-1]][text] = node
        path.append(node)
    return _Nodes(guess, columns["wins"], branches)


def _check_tree(document: dict[str, Any]) -> Checked:
    rules = rules_of(document["game"], document["game_sha256"])
    nodes = _nodes(document)
    for node, guess in enumerate(nodes.guess):
        if guess not in rules.guesses:
            raise FileError(f"node {node} plays {guess!r}, which is not a guess of {document['game']}")
    depths = dict[str, int]()
    visited = set[int]()
    won_at = dict[int, str]()
    for secret in rules.secrets:
        path = _path(secret, rules, nodes)
        depths[secret] = len(path)
        visited.update(path)
        won_at[path[-1]] = secret
    _check_nodes(nodes, visited, set(won_at), document["consistent"])
    _check_columns(document, nodes, won_at, rules)
    figures = _figures(depths, rules)
    for name, value in figures.items():
        if document["figures"][name] != value:
            raise FileError(f"claims {name} {document['figures'][name]}, but it is {value}")
    names = ("tree", str(document["game"]), str(document["strategy"]))
    return Checked(*names, len(rules.secrets), figures["total"], figures["worst"])


def _path(secret: str, rules: Rules, nodes: _Nodes) -> list[int]:
    """The nodes that lead to *secret*."""
    path = [0]
    while (feedback := rules.feedback(nodes.guess[path[-1]], secret)) != rules.win:
        branches = nodes.branches[path[-1]]
        if feedback not in branches:
            played = " ".join(nodes.guess[node] for node in path)
            raise FileError(f"no branch for the secret {secret!r} after {played}, where the feedback is {feedback}")
        path.append(branches[feedback])
    return path


def _check_nodes(nodes: _Nodes, visited: set[int], won_at: set[int], consistent: bool) -> None:
    """Every node is on the way to a secret, and wins where it says so."""
    for node, guess in enumerate(nodes.guess):
        if node not in visited:
            raise FileError(f"node {node}, which plays {guess!r}, is on the way to no secret")
        if nodes.wins[node] != ("1" if node in won_at else "0"):
            raise FileError(f"node {node}, which plays {guess!r}, is wrong about whether it wins")
        if consistent and node not in won_at:
            raise FileError(f"node {node} plays {guess!r}, which is not a consistent guess there")


def _check_columns(document: dict[str, Any], nodes: _Nodes, won_at: dict[int, str], rules: Rules) -> None:
    """The weights and the names of the secrets are those of the game."""
    names = dict(document["secret_names"])
    for node, secret in won_at.items():
        if names.pop(nodes.guess[node], nodes.guess[node]) != secret:
            raise FileError(f"node {node} wins against {secret!r}, which is not what the file says")
    if names:
        raise FileError(f"names the secret of {next(iter(names))!r}, which wins nowhere")
    column = document["nodes"]["weight"]
    claimed = [1 if node in won_at else 0 for node in range(len(nodes.guess))]
    if column is not None:
        claimed = [int(number) for number in column.split(" ")]
    true = [rules.weights[won_at[node]] if node in won_at else 0 for node in range(len(nodes.guess))]
    if claimed != true:
        raise FileError("the weights of its nodes are not those of the game")


def _figures(depths: dict[str, int], rules: Rules) -> dict[str, Any]:
    counts = Counter(depths.values())
    worst = max(counts)
    total = sum(rules.weights[secret] * depth for secret, depth in depths.items())
    return {
        "secrets": len(depths),
        "total": total,
        "mean": total / sum(rules.weights.values()),
        "worst": worst,
        "at_worst": counts[worst],
        "distribution": {str(depth): counts[depth] for depth in range(1, worst + 1)},
    }
