"""Checks a certificate: that a tree does what it says, and that no strategy does better.

*At most*: the tree, played through. *At least*: claims "this set of candidates costs at least so much", each of which
must hold because every guess that splits the set costs that much: the sum over its parts of what is claimed of the
part, or of what one step of counting proves (`bounds`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.bounds import INFINITE, Bounds, Costs, Table
from bestguess.check.rules import Rules, rules_of, unquoted
from bestguess.check.symmetry import lowest_of_orbits
from bestguess.check.tree import check_tree
from bestguess.errors import FileError

_SYMMETRIC_LEVELS = 2  # so many guesses below the history, guesses that are images of one another are looked at once

Progress: TypeAlias = Callable[[int, int], None]
Indices: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Proven:
    """What a certificate proves."""

    secrets: int
    total: int | None
    worst: int | None
    proves: str
    claims: int


def check_certificate(document: dict[str, Any], progress: Progress | None = None) -> Proven:
    """What *document* proves; raises FileError that says which claim fails."""
    rules = rules_of(document["game"], document["game_sha256"])
    secrets, played = _position(rules, document["history"])
    consistent, first_guess = _truth(document["consistent"]), document["first_guess"]
    figures = None
    if document["tree"] is not None:
        figures = check_tree(document["tree"], rules, secrets, consistent)
        if first_guess not in (None, figures["first_guess"]):
            raise FileError(f"the tree begins with {figures['first_guess']!r}, not with {first_guess!r}")
    says, needed = _what_it_says(document, figures, len(secrets))
    if len(document["proofs"]) != len(needed):
        raise FileError(f"expected {len(needed)} proofs for what it says, got {len(document['proofs'])}")
    table = Table.of(rules, secrets)
    checked = 0
    for claims, (costs, bound) in zip(document["proofs"], needed, strict=True):
        proof = _Proof(rules, table, costs, consistent, played, first_guess, claims)
        if proof.bound[0] != bound:
            raise FileError(f"its first claim is {proof.bound[0]}, but what it says needs {bound}")
        proof.check(progress)
        checked += len(proof.bound)
    position = f" after {document['history']}" if document["history"] else ""
    among = " among consistent guesses" if consistent else ""
    begun = f" beginning with {first_guess}" if first_guess is not None else ""
    total, worst = (None, None) if figures is None else (figures["total"], figures["worst"])
    return Proven(len(secrets), total, worst, f"{says}{position}{among}{begun}", checked)


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise FileError(f"expected true or false, got {value!r}")
    return value


def _rows(history: str) -> list[tuple[str, str]]:
    """The rows of *history*, guess:feedback each; either may be between double quotes, those inside doubled."""
    field = r'("[^"]*(?:""[^"]*)*"|[^\s:"][^\s:]*)'
    if not re.fullmatch(rf"\s*(?:{field}:{field}(?:\s+|$))*", history):
        raise FileError(f"expected a history of rows guess:feedback, got {history!r}")
    found = re.findall(rf"{field}:{field}(?:\s+|$)", history)
    return [(unquoted(guess), unquoted(feedback)) for guess, feedback in found]


def _position(rules: Rules, history: str) -> tuple[list[str], list[str]]:
    """The candidates after *history*, and the guesses of its rows."""
    rows = _rows(history)
    for guess, _ in rows:
        if guess not in rules.guesses:
            raise FileError(f"its history plays {guess!r}, which is not a guess of the game")
    secrets = [s for s in rules.secrets if all(rules.feedback(guess, s) == answer for guess, answer in rows)]
    if not secrets:
        raise FileError(f"no secret fits the history {history!r}")
    return secrets, [guess for guess, _ in rows]


def _what_it_says(
    document: dict[str, Any], figures: dict[str, Any] | None, secrets: int
) -> tuple[str, list[tuple[Costs, int]]]:
    """In words, and as what must be proven: costs of guesses, and what nothing costs less than."""
    objective, limit = document["objective"], document["max_guesses"]
    if limit is not None and (type(limit) is not int or limit < 1):
        raise FileError(f"expected max_guesses of 1 or more, got {limit!r}")
    if figures is None:
        if limit is None:
            raise FileError("has no tree, and no limit that none could keep")
        return f"no strategy exists within {limit} guesses", [(Costs.within(min(limit, secrets)), INFINITE)]
    total, worst = int(figures["total"]), int(figures["worst"])
    if limit is not None and worst > limit:
        raise FileError(f"the tree needs {worst} guesses, more than the limit of {limit}")
    least_worst = [(Costs.within(worst - 1), INFINITE)] if worst > 1 else []
    if objective == "mean":
        within = "" if limit is None else f" within {limit} guesses"
        return f"no strategy{within} has a total below {total}", [(Costs.total(limit, secrets), total)]
    if objective == "worst":
        return f"no strategy needs fewer than {worst} guesses", least_worst
    if objective == "worst,mean":
        says = f"no strategy needs fewer than {worst} guesses, and none that needs {worst} has a total below {total}"
        return says, [*least_worst, (Costs.total(worst, secrets), total)]
    if objective == "at-worst":
        most = document["limit"]
        if type(most) is not int or most != (worst if limit is None else limit):
            raise FileError(f"says that it counts secrets at guess {most!r}, which is not its limit")
        count = int(figures["distribution"].get(str(most), 0))
        says = f"no strategy within {most} guesses leaves fewer than {count} secrets to the last"
        return says, [*(least_worst if limit is None else []), (Costs.last(most, secrets), count)]
    raise FileError(f"expected a known objective, got {objective!r}")


class _Proof:
    """The claims of one proof, each a set of candidates, the guesses played to reach it, and its bound."""

    def __init__(
        self,
        rules: Rules,
        table: Table,
        costs: Costs,
        consistent: bool,
        played: list[str],
        first_guess: str | None,
        claims: dict[str, str],
    ) -> None:
        self.rules, self.table, self.costs, self.consistent = rules, table, costs, consistent
        self.bounds = Bounds(table, costs, consistent)
        index = {guess: number for number, guess in enumerate(rules.guesses)}
        self.first_guess = None if first_guess is None else index[first_guess]
        self.parent = [int(number) for number in claims["parent"].split()]
        self.guess = [index[guess] if guess != "-" else -1 for guess in claims["guess"].split()]
        self.feedback = [table.ordinal(text) for text in claims["feedback"].split()]
        self.bound = [INFINITE if number == "-" else int(number) for number in claims["bound"].split()]
        if not len(self.parent) == len(self.guess) == len(self.feedback) == len(self.bound) >= 1:
            raise FileError("the columns of its claims differ in length, or are empty")
        self.path: list[tuple[int, ...]] = [tuple(index[guess] for guess in played)]
        self.set: list[Indices] = [np.arange(len(table.secrets))]
        self.before = len(played)
        self.claimed: dict[tuple[bytes, int], int] = {}
        self.orbits: dict[tuple[int, ...], Indices] = {}
        for claim in range(1, len(self.parent)):
            self._derive(claim)

    def _derive(self, claim: int) -> None:
        """The set of *claim*: a part of an earlier one."""
        parent, guess = self.parent[claim], self.guess[claim]
        if not 0 <= parent < claim or guess < 0:
            raise FileError(f"claim {claim} does not follow from an earlier one")
        whole = self.set[parent]
        part = whole[self.table.answers[guess, whole] == self.feedback[claim]]
        if not 0 < len(part) < len(whole):
            raise FileError(f"claim {claim} is about no part of claim {parent}")
        self.set.append(part)
        self.path.append((*self.path[parent], guess))
        key = (part.tobytes(), self._depth(claim))
        self.claimed[key] = max(self.claimed.get(key, 0), self.bound[claim])

    def _depth(self, claim: int) -> int:
        """How many guesses have been made: where they all cost alike, it does not matter."""
        return 0 if self.costs.linear else len(self.path[claim]) - self.before

    def check(self, progress: Progress | None) -> None:
        """Raises FileError unless every claim holds."""
        for claim in range(len(self.bound)):
            self._check(claim)
            if progress:
                progress(claim + 1, len(self.bound))

    def _check(self, claim: int) -> None:
        candidates, depth, bound = self.set[claim], self._depth(claim), self.bound[claim]
        guesses = self._guesses(claim)
        split = self.bounds.split(guesses, candidates, depth)
        if claim == 0 and self.first_guess is not None and not split.splits[0]:
            raise FileError("its first guess does not split the candidates: nothing can be said of what it costs")
        met = set[bytes]()
        for row in np.flatnonzero(split.splits & (split.sums < bound)).tolist():
            labels = split.labels[row]
            if (key := labels.tobytes()) in met:
                continue  # the same parts, and the same chance to win
            met.add(key)
            reached = self._cost(candidates, labels, int(split.sums[row]), depth, bound)
            if reached < bound:
                guess = self.rules.guesses[int(guesses[row])]
                raise FileError(
                    f"claim {claim}, that {len(candidates)} candidates cost at least {_text(bound)}, does not hold: "
                    f"the guess {guess!r} may cost only {_text(reached)}"
                )

    def _guesses(self, claim: int) -> Indices:
        """The guesses that must be refuted."""
        if claim == 0 and self.first_guess is not None:
            return np.array([self.first_guess])
        path = self.path[claim]
        guesses = np.arange(len(self.rules.guesses))
        if self.rules.pegs and len(path) - self.before <= _SYMMETRIC_LEVELS:
            if path not in self.orbits:
                self.orbits[path] = lowest_of_orbits(self.rules.guesses, path)
            guesses = self.orbits[path]
        if self.consistent:
            guesses = np.intersect1d(guesses, self.table.winner[self.set[claim]])
        return guesses

    def _cost(self, candidates: Indices, labels: NDArray[Any], cost: int, depth: int, bound: int) -> int:
        """The least cost of a guess, raised part by part until it is *bound*; *cost*: what part sizes alone prove."""
        order = np.argsort(labels, kind="stable")
        parts = np.split(candidates[order], np.flatnonzero(np.diff(labels[order])) + 1)
        below = 0 if self.costs.linear else depth + 1
        left = []
        for part in parts:
            if len(part) < 3:
                continue  # its size alone decides
            base = self.bounds.by_size(part, below)
            claimed = self.bounds.below(part, self.claimed.get((part.tobytes(), below), 0))
            if claimed > base:
                cost += claimed - base
            else:
                left.append((part, base))
        left.sort(key=lambda one: abs(len(one[0]) - self.table.feedbacks))
        for part, base in left:
            if cost >= bound:
                break
            cost += max(self.bounds.by_parts(part, below) - base, 0)
        return cost


def _text(cost: int) -> str:
    return "more than any strategy" if cost >= INFINITE else str(cost)
