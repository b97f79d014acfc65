"""Checks a tree: plays every candidate through it, and recomputes the figures."""

from collections import Counter
from dataclasses import dataclass

from bestguess.check.document import Figures, Nodes
from bestguess.check.limits import Limits
from bestguess.check.position import Position
from bestguess.errors import FileError


def check_tree(position: Position, limits: Limits) -> Figures:
    """Play the tree of a file against the candidates, and return its figures. Raise FileError if anything is wrong.

    A secret without a branch is lost if the guess is number *limit*; at a lower depth it is an error.
    """
    document, nodes = position.document, position.document.nodes
    assert nodes is not None
    walk = Walk(position, nodes)
    for node in range(len(nodes.guess)):
        limits.tick()
        walk.enter(node)
    walk.leave(0)
    walk.check_columns()
    figures = walk.figures()
    for name, claimed in vars(document.figures).items():
        if claimed != (counted := vars(figures)[name]):
            raise FileError(f"claims {name} {claimed}, but it is {counted}")
    if document.first_guess not in (None, nodes.guess[0]):
        raise FileError(f"the tree begins with {nodes.guess[0]!r}, not with {document.first_guess!r}")
    return figures


@dataclass(frozen=True)
class Step:
    """Node on the path to the current node."""

    node: int
    guess: str | None
    spent: int
    """Cost of the guesses down to this node, its own included."""
    parts: dict[str, list[str]]
    """Candidates by feedback to its guess, without those that won or followed a branch."""


class Walk:
    """Walk through the *nodes* of a tree in preorder. It records the secrets found and lost at each node."""

    def __init__(self, position: Position, nodes: Nodes) -> None:
        self.document, self.rules, self.nodes = position.document, position.rules, nodes
        self.candidates = position.candidates
        self.guesses = set(self.rules.guesses)
        self.rows = list(self.document.history)  # the history, and the rows on the path to the current node
        self.path = list[Step]()
        self.spent = list[int]()  # of each node
        self.secrets_found: list[list[str]] = [[] for _ in nodes.guess]
        self.lost: list[list[str]] = [[] for _ in nodes.guess]

    def enter(self, node: int) -> None:
        """Go to *node*, below the last node before it whose depth is one less."""
        depth, guess = self.nodes.depth[node], self.nodes.guess[node]
        if not 1 <= depth <= len(self.path) + 1 or (depth == 1) != (node == 0):
            raise FileError(f"node {node} has the depth {depth}, which is impossible in preorder")
        self.leave(depth - 1)
        part, spent = self.candidates, 0
        if self.path:
            above, feedback = self.path[-1], self.document.feedbacks[self.nodes.branch[node]]
            if above.guess is None:
                raise FileError(f"node {node} is below a leaf")
            if feedback not in above.parts:
                raise FileError(f"node {node}, the branch for {feedback!r:.60}, leads to no secret")
            part, spent = above.parts.pop(feedback), above.spent
            self.rows[len(self.document.history) + depth - 2 :] = [(above.guess, feedback)]
        parts = dict[str, list[str]]()
        if guess is None:
            self._check_leaf(node, part)
        else:
            parts = self._split(node, guess, part)
            spent += self.rules.costs[guess]
        self.path.append(Step(node, guess, spent, parts))
        self.spent.append(spent)

    def _check_leaf(self, node: int, part: list[str]) -> None:
        """Raise FileError if a secret of *part*, which ends at this leaf, has a different label from the leaf."""
        label = self.nodes.label[node] if self.nodes.label else None
        if node == 0:
            raise FileError("the tree begins with a leaf")
        for secret in part:
            if (own := self.rules.labels[secret]) != label:
                raise FileError(f"node {node} says {label!r}, but the secret {secret!r}, which is {own!r}, ends there")
        self.secrets_found[node] = part

    def _split(self, node: int, guess: str, part: list[str]) -> dict[str, list[str]]:
        """Return the secrets of *part* that *guess* does not find, by feedback. Raise FileError if it is forbidden."""
        rules, depth, limit = self.rules, self.nodes.depth[node], self.document.limit
        if guess not in self.guesses:
            raise FileError(f"node {node} plays {guess!r}, which is not a guess of the game")
        if limit is not None and depth > limit:
            raise FileError(f"node {node} is guess number {depth}, beyond the limit of {limit}")
        rules.check_rows(self.rows, guess, f"node {node}")
        if rules.is_known(part):
            raise FileError(f"node {node} plays {guess!r}, where it is known to be {rules.labels[part[0]]!r}")
        parts = dict[str, list[str]]()
        for secret in part:
            parts.setdefault(rules.feedback(guess, secret), []).append(secret)
        if rules.win is not None:
            self.secrets_found[node] = parts.pop(rules.win, [])
        if self.document.consistent and not self.secrets_found[node]:
            raise FileError(f"node {node} plays {guess!r}, which is not a consistent guess there")
        return parts

    def leave(self, depth: int) -> None:
        """Go up to this *depth*. Secrets without a branch at the nodes left behind are lost."""
        while len(self.path) > depth:
            step = self.path.pop()
            for feedback, part in step.parts.items():
                where = f"after {step.guess!r} at node {step.node}, where the feedback is {feedback!r:.60}"
                if len(self.path) + 1 != self.document.limit:
                    raise FileError(f"no branch for the secret {part[0]!r} {where}")
                if self.rules.is_known(part):
                    raise FileError(f"it is known to be {self.rules.labels[part[0]]!r}, and lost, {where}")
                self.lost[step.node] += part

    def check_columns(self) -> None:
        """Raise FileError if a column is wrong, or null where it must not be, or not null where it must be."""
        nodes, weighted, has_lost = self.nodes, bool(self.rules.weights), any(self.lost)
        lost_weight = [self._weight(secrets) for secrets in self.lost]
        for name, column, counted, needed, possible in (
            ("wins", nodes.wins, [len(secrets) for secrets in self.secrets_found], True, True),
            ("weight", nodes.weight, [self._weight(secrets) for secrets in self.secrets_found], weighted, weighted),
            ("lost", nodes.lost, [len(secrets) for secrets in self.lost], has_lost, has_lost),
            ("lost_weight", nodes.lost_weight, lost_weight, weighted and any(lost_weight), weighted and has_lost),
        ):
            if column is None and needed:
                raise FileError(f"expected the column {name!r} of its nodes, got none")
            if column is not None and not possible:
                raise FileError(f"expected no column {name!r} of its nodes, got one")
            if column not in (None, counted):
                node = next(node for node, number in enumerate(counted) if column and column[node] != number)
                raise FileError(f"node {node} has a wrong value of {name}: expected {counted[node]}")

    def _weight(self, secrets: list[str]) -> int:
        return sum(self.rules.weights[secret] for secret in secrets)

    def figures(self) -> Figures:
        """Return the figures of the whole tree, from the secrets found and lost."""
        counts, at_cost = Counter[int](), Counter[int]()
        for guess, depth, spent, secrets in zip(
            self.nodes.guess, self.nodes.depth, self.spent, self.secrets_found, strict=True
        ):
            if secrets:
                counts[depth - (guess is None)] += len(secrets)  # at a leaf: by the guess above it
                at_cost[spent] += len(secrets)
        worst, limited = max(at_cost, default=0), self.document.limit is not None
        return Figures(
            secrets=len(self.candidates),
            total=sum(
                spent * self._weight(secrets) for spent, secrets in zip(self.spent, self.secrets_found, strict=True)
            ),
            worst=worst,
            at_worst=at_cost[worst],
            distribution=[counts[number] for number in range(1, max(counts, default=0) + 1)],
            lost=sum(map(len, self.lost)) if limited else None,
            lost_weight=sum(map(self._weight, self.lost)) if limited else None,
        )
