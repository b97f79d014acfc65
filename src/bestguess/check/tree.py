"""Checks a tree: plays every candidate through it, by rules of its own, and counts."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bestguess.check.document import Document, Nodes
from bestguess.check.limits import Limits
from bestguess.check.position import Position
from bestguess.check.rules import Rules, check_rows
from bestguess.errors import FileError


@dataclass
class Played:
    """What happened to the secrets: where each ended, found or lost, and what that took."""

    found_at: dict[int, list[str]] = field(default_factory=dict)
    lost_at: dict[int, list[str]] = field(default_factory=dict)
    guesses: dict[str, int] = field(default_factory=dict)
    """Of each that was found: how many it took."""
    spent: dict[str, int] = field(default_factory=dict)
    """Of each that was found: what these cost."""
    visited: set[int] = field(default_factory=set)


def check_tree(position: Position, limits: Limits) -> dict[str, Any]:
    """Return the figures of the tree of a file, played against the candidates; raise FileError that says what is wrong.

    What is not found by guess number *limit* is lost; before that, every secret must have a branch.
    """
    document, rules, limit = position.document, position.rules, position.document.limit
    nodes, figures = document.nodes, document.figures
    assert nodes is not None
    assert figures is not None
    branches = _branches(nodes, document.feedbacks)
    _check_guesses(nodes, document, rules)
    played = Played()
    for secret in position.candidates:
        limits.tick()
        _play(secret, rules, nodes, branches, limit, played)
    _check_nodes(nodes, played, document.consistent)
    if rules.win is None:
        _check_leaves(nodes, played, rules)
        _check_open(nodes, played, rules)
    check_names(document, rules)
    _check_weights(nodes, played, rules)
    true = _figures(played, rules, limit)
    for name, value in true.items():
        if figures[name] != value:
            raise FileError(f"claims {name} {figures[name]}, but it is {value}")
    if document.first_guess not in (None, nodes.guess[0]):
        raise FileError(f"the tree begins with {nodes.guess[0]!r}, not with {document.first_guess!r}")
    return true


def _branches(nodes: Nodes, feedbacks: list[str]) -> list[dict[str, int]]:
    """Return where each feedback leads: a node hangs below the last one before it that is one less deep."""
    branches: list[dict[str, int]] = [{} for _ in nodes.guess]
    path: list[int] = []
    for node, (depth, feedback) in enumerate(zip(nodes.depth, nodes.branch, strict=True)):
        if not 1 <= depth <= len(path) + 1 or (depth == 1) != (node == 0):
            raise FileError(f"node {node} has the depth {depth}, which makes no tree")
        del path[depth - 1 :]
        if path:
            if nodes.guess[path[-1]] is None:
                raise FileError(f"node {node} stands below a leaf")
            if feedbacks[feedback] in branches[path[-1]]:
                raise FileError(f"node {node} is a second branch for one feedback")
            branches[path[-1]][feedbacks[feedback]] = node
        path.append(node)
    return branches


def _check_guesses(nodes: Nodes, document: Document, rules: Rules) -> None:
    """Every guess is one of the game, within the limit, and allowed after the history and the rows above it."""
    guesses = set(rules.guesses)
    for node, guess in enumerate(nodes.guess):
        if guess is None:
            continue
        if guess not in guesses:
            raise FileError(f"node {node} plays {guess!r}, which is not a guess of the game")
        if document.limit is not None and nodes.depth[node] > document.limit:
            raise FileError(f"node {node} is guess number {nodes.depth[node]}, beyond the limit of {document.limit}")
    if nodes.guess[0] is None:
        raise FileError("the tree begins with a leaf")
    rows = list(document.history)
    for node, (guess, depth, branch) in enumerate(zip(nodes.guess, nodes.depth, nodes.branch, strict=True)):
        del rows[len(document.history) + depth - 1 :]
        if depth > 1:
            rows[-1] = (rows[-1][0], document.feedbacks[branch])
        if guess is not None:
            check_rows(rules, rows, guess, f"node {node}")
            rows.append((guess, ""))


def _play(
    secret: str, rules: Rules, nodes: Nodes, branches: list[dict[str, int]], limit: int | None, played: Played
) -> None:
    """Play *secret* until it is found or lost."""
    node: int | None = 0
    guesses = list[str]()
    while node is not None:
        last, feedback = node, None
        played.visited.add(node)
        if (guess := nodes.guess[node]) is None:
            break  # a leaf
        guesses.append(guess)
        if (feedback := rules.feedback(guess, secret)) == rules.win:
            break
        node = branches[node].get(feedback)
    if node is not None:
        played.found_at.setdefault(node, []).append(secret)
        played.guesses[secret] = len(guesses)
        played.spent[secret] = sum(rules.costs[guess] for guess in guesses)
    elif len(guesses) == limit:
        played.lost_at.setdefault(last, []).append(secret)
    else:
        shown = " ".join(guesses[:20])
        raise FileError(f"no branch for the secret {secret!r} after {shown}, where the feedback is {feedback}")


def _check_nodes(nodes: Nodes, played: Played, consistent: bool) -> None:
    """Every node is on the way to a secret, and finds as many as it says."""
    for node, guess in enumerate(nodes.guess):
        what = f"node {node}, " + ("a leaf," if guess is None else f"which plays {guess!r},")
        if node not in played.visited:
            raise FileError(f"{what} is on the way to no secret")
        if nodes.wins[node] != len(played.found_at.get(node, ())):
            raise FileError(f"{what} is wrong about whether it wins")
        if consistent and node not in played.found_at:
            raise FileError(f"node {node} plays {guess!r}, which is not a consistent guess there")


def _check_leaves(nodes: Nodes, played: Played, rules: Rules) -> None:
    """The label of a leaf is that of all that end there."""
    for node, label in enumerate(nodes.label):
        for secret in played.found_at.get(node, ()):
            if (true := rules.labels[secret]) != label:
                raise FileError(f"node {node} says {label!r}, but the secret {secret!r}, which is {true!r}, ends there")


def _check_open(nodes: Nodes, played: Played, rules: Rules) -> None:
    """Wherever a guess is made, or something is lost, there is something to tell apart."""
    labels: list[set[str]] = [set() for _ in nodes.guess]
    path = list[int]()
    for node, depth in enumerate(nodes.depth):
        del path[depth - 1 :]
        path.append(node)
        ends = {rules.labels[secret] for at in (played.found_at, played.lost_at) for secret in at.get(node, ())}
        for above in path:
            labels[above] |= ends
    for node, guess in enumerate(nodes.guess):
        if guess is not None and len(labels[node]) < 2:
            raise FileError(f"node {node} plays {guess!r}, where it is known to be {min(labels[node])!r}")
        lost = dict[str, set[str]]()
        for secret in played.lost_at.get(node, ()):
            lost.setdefault(rules.feedback(str(guess), secret), set()).add(rules.labels[secret])
        for feedback, kinds in lost.items():
            if len(kinds) < 2:
                raise FileError(f"node {node} loses {min(kinds)!r}, which is known where the feedback is {feedback}")


def check_names(document: Document, rules: Rules) -> None:
    """The names of the secrets are all that the game has, in the order of its guesses."""
    for guess, secret in document.secret_names:
        if rules.names.get(guess) != secret:
            raise FileError(f"names {secret!r} as the secret of {guess!r}, which does not win against it alone")
    if document.secret_names != list(rules.names.items()):
        raise FileError("names other secrets than the game has, or in another order")


def _check_weights(nodes: Nodes, played: Played, rules: Rules) -> None:
    """Check the weights, and what is lost at each node: each column is there exactly where it says something."""
    size = range(len(nodes.guess))
    weight = [sum(rules.weights[secret] for secret in played.found_at.get(node, ())) for node in size]
    lost = [len(played.lost_at.get(node, ())) for node in size]
    lost_weight = [sum(rules.weights[secret] for secret in played.lost_at.get(node, ())) for node in size]
    weighted, loses = bool(rules.weights), any(lost)
    for name, column, needed, possible in (
        ("weight", nodes.weight, weighted, weighted),
        ("lost", nodes.lost, loses, loses),
        ("lost_weight", nodes.lost_weight, weighted and any(lost_weight), weighted and loses),
    ):
        if column is None and needed:
            raise FileError(f"expected the column {name!r} of its nodes, got none")
        if column is not None and not possible:
            raise FileError(f"expected no column {name!r} of its nodes, of which there is nothing to say, got one")
    if nodes.weight not in (None, weight):
        raise FileError("the weights of its nodes are not those of the game")
    if nodes.lost not in (None, lost):
        raise FileError("what its nodes say is lost is not what is lost there")
    if nodes.lost_weight not in (None, lost_weight):
        raise FileError("the weights of what its nodes say is lost are not those of the game")


def _figures(played: Played, rules: Rules, limit: int | None) -> dict[str, Any]:
    counts, worst = Counter(played.guesses.values()), max(played.spent.values(), default=0)
    lost = [secret for secrets in played.lost_at.values() for secret in secrets]
    return {
        "secrets": len(played.spent) + len(lost),
        "total": sum(rules.weights[secret] * spent for secret, spent in played.spent.items()),
        "worst": worst,
        "at_worst": sum(spent == worst for spent in played.spent.values()),
        "distribution": [counts[number] for number in range(1, max(counts, default=0) + 1)],
        "lost": None if limit is None else len(lost),
        "lost_weight": None if limit is None else sum(rules.weights[secret] for secret in lost),
    }
