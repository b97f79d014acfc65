"""Checks a tree: follows the candidates down to where each is found, by rules of its own, and counts."""

from collections import Counter
from dataclasses import dataclass

from bestguess.check.document import Figures, Nodes
from bestguess.check.limits import Limits
from bestguess.check.position import Position
from bestguess.errors import FileError


def check_tree(position: Position, limits: Limits) -> Figures:
    """Return the figures of the tree of a file, played against the candidates; raise FileError that says what is wrong.

    What is not found by guess number *limit* is lost; before that, every secret must have a branch.
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
        if claimed != (true := vars(figures)[name]):
            raise FileError(f"claims {name} {claimed}, but it is {true}")
    if document.first_guess not in (None, nodes.guess[0]):
        raise FileError(f"the tree begins with {nodes.guess[0]!r}, not with {document.first_guess!r}")
    return figures


@dataclass(frozen=True)
class Step:
    """A node on the way to the one that is looked at."""

    node: int
    guess: str | None
    spent: int
    """What the guesses down to here cost."""
    parts: dict[str, list[str]]
    """What its guess leaves of the candidates, by feedback, without what went on along a branch."""


class Walk:
    """A walk through the *nodes* of a tree in preorder, and which secrets are found and lost at each."""

    def __init__(self, position: Position, nodes: Nodes) -> None:
        self.document, self.rules, self.nodes = position.document, position.rules, nodes
        self.candidates = position.candidates
        self.guesses = set(self.rules.guesses)
        self.rows = list(self.document.history)
        self.path = list[Step]()
        self.spent = list[int]()
        self.found: list[list[str]] = [[] for _ in nodes.guess]
        self.lost: list[list[str]] = [[] for _ in nodes.guess]

    def enter(self, node: int) -> None:
        """Go to *node*, which stands below the last one before it that is one less deep."""
        depth, guess = self.nodes.depth[node], self.nodes.guess[node]
        if not 1 <= depth <= len(self.path) + 1 or (depth == 1) != (node == 0):
            raise FileError(f"node {node} has the depth {depth}, which makes no tree")
        self.leave(depth - 1)
        part, spent = self.candidates, 0
        if self.path:
            above, feedback = self.path[-1], self.document.feedbacks[self.nodes.branch[node]]
            if above.guess is None:
                raise FileError(f"node {node} stands below a leaf")
            if feedback not in above.parts:
                raise FileError(f"node {node}, the branch for {feedback!r:.60}, is on the way to no secret")
            part, spent = above.parts.pop(feedback), above.spent
            self.rows[len(self.document.history) + depth - 2 :] = [(above.guess, feedback)]
        parts = dict[str, list[str]]()
        if guess is None:
            self._end(node, part)
        else:
            parts = self._guess(node, guess, part)
            spent += self.rules.costs[guess]
        self.path.append(Step(node, guess, spent, parts))
        self.spent.append(spent)

    def _end(self, node: int, part: list[str]) -> None:
        """Raise FileError unless the label of a leaf is that of all that end there."""
        label = self.nodes.label[node] if self.nodes.label else None
        if node == 0:
            raise FileError("the tree begins with a leaf")
        for secret in part:
            if (true := self.rules.labels[secret]) != label:
                raise FileError(f"node {node} says {label!r}, but the secret {secret!r}, which is {true!r}, ends there")
        self.found[node] = part

    def _guess(self, node: int, guess: str, part: list[str]) -> dict[str, list[str]]:
        """Return what *guess* leaves of *part*, by feedback; raise FileError where it must not be made."""
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
            self.found[node] = parts.pop(rules.win, [])
        if self.document.consistent and not self.found[node]:
            raise FileError(f"node {node} plays {guess!r}, which is not a consistent guess there")
        return parts

    def leave(self, depth: int) -> None:
        """Go up to this *depth*; what has no branch on the way is lost."""
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
        """Raise FileError unless each column is there exactly where it says something, and says what is true."""
        nodes, weighted, loses = self.nodes, bool(self.rules.weights), any(self.lost)
        lost_weight = [self._weight(secrets) for secrets in self.lost]
        for name, claimed, true, needed, possible in (
            ("wins", nodes.wins, [len(secrets) for secrets in self.found], True, True),
            ("weight", nodes.weight, [self._weight(secrets) for secrets in self.found], weighted, weighted),
            ("lost", nodes.lost, [len(secrets) for secrets in self.lost], loses, loses),
            ("lost_weight", nodes.lost_weight, lost_weight, weighted and any(lost_weight), weighted and loses),
        ):
            if claimed is None and needed:
                raise FileError(f"expected the column {name!r} of its nodes, got none")
            if claimed is not None and not possible:
                raise FileError(f"expected no column {name!r} of its nodes, of which there is nothing to say, got one")
            if claimed not in (None, true):
                node = next(node for node, number in enumerate(true) if claimed and claimed[node] != number)
                raise FileError(f"node {node} is wrong about {name}, which is {true[node]} there")

    def _weight(self, secrets: list[str]) -> int:
        return sum(self.rules.weights[secret] for secret in secrets)

    def figures(self) -> Figures:
        """Return what is true of the whole tree."""
        counts, at_cost = Counter[int](), Counter[int]()
        for guess, depth, spent, found in zip(self.nodes.guess, self.nodes.depth, self.spent, self.found, strict=True):
            if found:
                counts[depth - (guess is None)] += len(found)
                at_cost[spent] += len(found)
        worst, limited = max(at_cost, default=0), self.document.limit is not None
        return Figures(
            secrets=len(self.candidates),
            total=sum(spent * self._weight(found) for spent, found in zip(self.spent, self.found, strict=True)),
            worst=worst,
            at_worst=at_cost[worst],
            distribution=[counts[number] for number in range(1, max(counts, default=0) + 1)],
            lost=sum(map(len, self.lost)) if limited else None,
            lost_weight=sum(map(self._weight, self.lost)) if limited else None,
        )
