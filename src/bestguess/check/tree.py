"""Checks a tree: plays every secret through it, by rules of its own, and counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bestguess.check.rules import Rules
from bestguess.errors import FileError


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


def check_tree(document: dict[str, Any], rules: Rules, secrets: Sequence[str], consistent: bool) -> dict[str, Any]:
    """The figures of the tree in *document*, which finds all *secrets*; raises FileError that says what is wrong."""
    nodes = _nodes(document)
    known = set(rules.guesses)
    for node, guess in enumerate(nodes.guess):
        if guess not in known:
            raise FileError(f"node {node} plays {guess!r}, which is not a guess of the game")
    depths = dict[str, int]()
    visited = set[int]()
    won_at = dict[int, str]()
    for secret in secrets:
        path = _path(secret, rules, nodes)
        depths[secret] = len(path)
        visited.update(path)
        won_at[path[-1]] = secret
    _check_nodes(nodes, visited, set(won_at), consistent)
    _check_columns(document, nodes, won_at, rules)
    figures = _figures(depths, rules)
    for name, value in figures.items():
        if document["figures"][name] != value:
            raise FileError(f"claims {name} {document['figures'][name]}, but it is {value}")
    return {**figures, "first_guess": nodes.guess[0]}


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
        "mean": total / (sum(rules.weights[secret] for secret in depths) or 1),  # no weight: after a history only
        "worst": worst,
        "at_worst": counts[worst],
        "distribution": {str(depth): counts[depth] for depth in range(1, worst + 1)},
    }
