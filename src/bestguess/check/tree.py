"""Checks a tree: plays every secret through it, by rules of its own, and counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bestguess.check.allowed import check_rows
from bestguess.check.document import Document, Nodes
from bestguess.check.limits import Limits
from bestguess.check.rules import Rules
from bestguess.errors import FileError


@dataclass
class Played:
    """What happened to the secrets: the guesses that each found one needed, and where the others were lost."""

    depths: dict[str, int] = field(default_factory=dict)
    won_at: dict[int, str] = field(default_factory=dict)
    lost_at: dict[int, list[str]] = field(default_factory=dict)
    visited: set[int] = field(default_factory=set)


def check_tree(document: Document, rules: Rules, secrets: Sequence[str], limits: Limits) -> dict[str, Any]:
    """The figures of the tree in *document*, played against *secrets*; raises FileError that says what is wrong.

    What is not found by guess number *limit* is lost; before that, every secret must have a branch.
    """
    nodes, figures = document.nodes, document.figures
    assert nodes is not None
    assert figures is not None
    branches = _branches(nodes, document.feedbacks)
    known = set(rules.guesses)
    for node, guess in enumerate(nodes.guess):
        if guess not in known:
            raise FileError(f"node {node} plays {guess!r}, which is not a guess of the game")
        if document.limit is not None and nodes.depth[node] > document.limit:
            raise FileError(f"node {node} is guess number {nodes.depth[node]}, beyond the limit of {document.limit}")
    _check_rule(document, rules, nodes)
    played = Played()
    for secret in secrets:
        limits.tick()
        _play(secret, rules, nodes, branches, document.limit, played)
    _check_nodes(nodes, played, document.consistent)
    _check_names(document, nodes, played, rules)
    _check_weights(nodes, played, rules)
    true = _figures(played, rules, document.limit)
    for name, value in true.items():
        if figures[name] != value:
            raise FileError(f"claims {name} {figures[name]}, but it is {value}")
    return {**true, "first_guess": nodes.guess[0]}


def _check_rule(document: Document, rules: Rules, nodes: Nodes) -> None:
    """Every guess is allowed after the history and the rows above it."""
    rows = list(document.history)
    for node, (guess, depth, branch) in enumerate(zip(nodes.guess, nodes.depth, nodes.branch, strict=True)):
        del rows[len(document.history) + depth - 1 :]
        if depth > 1:
            rows[-1] = (rows[-1][0], document.feedbacks[branch])
        check_rows(rules, rows, guess, f"node {node}")
        rows.append((guess, ""))


def _branches(nodes: Nodes, feedbacks: list[str]) -> list[dict[str, int]]:
    """Where each feedback leads: a node hangs below the last one before it that is one less deep."""
    branches: list[dict[str, int]] = [{} for _ in nodes.guess]
    path: list[int] = []
    for node, (depth, feedback) in enumerate(zip(nodes.depth, nodes.branch, strict=True)):
        if not 1 <= depth <= len(path) + 1 or (depth == 1) != (node == 0):
            raise FileError(f"node {node} has the depth {depth}, which makes no tree")
        del path[depth - 1 :]
        if path:
            if feedbacks[feedback] in branches[path[-1]]:
                raise FileError(f"node {node} is a second branch for one feedback")
            branches[path[-1]][feedbacks[feedback]] = node
        path.append(node)
    return branches


def _play(
    secret: str, rules: Rules, nodes: Nodes, branches: list[dict[str, int]], limit: int | None, played: Played
) -> None:
    """Plays *secret* until it is found or lost."""
    path = [0]
    while (feedback := rules.feedback(nodes.guess[path[-1]], secret)) != rules.win:
        if feedback not in branches[path[-1]]:
            break
        path.append(branches[path[-1]][feedback])
    played.visited.update(path)
    if feedback == rules.win:
        played.depths[secret] = len(path)
        played.won_at[path[-1]] = secret
    elif len(path) == limit:
        played.lost_at.setdefault(path[-1], []).append(secret)
    else:
        guesses = " ".join(nodes.guess[node] for node in path[:20])
        raise FileError(f"no branch for the secret {secret!r} after {guesses}, where the feedback is {feedback}")


def _check_nodes(nodes: Nodes, played: Played, consistent: bool) -> None:
    """Every node is on the way to a secret, and wins where it says so."""
    for node, guess in enumerate(nodes.guess):
        if node not in played.visited:
            raise FileError(f"node {node}, which plays {guess!r}, is on the way to no secret")
        if nodes.wins[node] != (node in played.won_at):
            raise FileError(f"node {node}, which plays {guess!r}, is wrong about whether it wins")
        if consistent and node not in played.won_at:
            raise FileError(f"node {node} plays {guess!r}, which is not a consistent guess there")


def _check_names(document: Document, nodes: Nodes, played: Played, rules: Rules) -> None:
    """The names of the secrets are those of the game."""
    names, guesses, secrets = dict(document.secret_names), set(rules.guesses), set(rules.secrets)
    if len(names) < len(document.secret_names):
        raise FileError("names the secret of one guess twice")
    for guess, secret in names.items():
        if guess not in guesses or secret not in secrets or rules.feedback(guess, secret) != rules.win:
            raise FileError(f"names {secret!r} as the secret of {guess!r}, which does not win against it")
    for node, secret in played.won_at.items():
        if names.get(guess := nodes.guess[node], guess) != secret:
            raise FileError(f"node {node} wins against {secret!r}, which is not what the file says")


def _check_weights(nodes: Nodes, played: Played, rules: Rules) -> None:
    """The weights, and what is lost at each node."""
    size = range(len(nodes.guess))
    none = [0] * len(size)
    won = [rules.weight(played.won_at[node]) if node in played.won_at else 0 for node in size]
    if (nodes.wins if nodes.weight is None else nodes.weight) != won:
        raise FileError("the weights of its nodes are not those of the game")
    lost = [len(played.lost_at.get(node, ())) for node in size]
    if (nodes.lost or none) != lost:
        raise FileError("what its nodes say is lost is not what is lost there")
    lost_weight = [sum(map(rules.weight, played.lost_at.get(node, ()))) for node in size]
    if (nodes.lost_weight or (nodes.lost if nodes.weight is None else None) or none) != lost_weight:
        raise FileError("the weights of what its nodes say is lost are not those of the game")


def _figures(played: Played, rules: Rules, limit: int | None) -> dict[str, Any]:
    counts = Counter(played.depths.values())
    worst = max(counts, default=0)
    lost = [secret for secrets in played.lost_at.values() for secret in secrets]
    return {
        "secrets": len(played.depths) + len(lost),
        "total": sum(rules.weight(secret) * depth for secret, depth in played.depths.items()),
        "worst": worst,
        "at_worst": counts[worst],
        "distribution": [counts[depth] for depth in range(1, worst + 1)],
        "lost": None if limit is None else len(lost),
        "lost_weight": None if limit is None else sum(map(rules.weight, lost)),
    }
