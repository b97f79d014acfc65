"""Checks the claims of one proof: each says that a set of candidates costs at least so much.

A claim holds because every guess that splits the set costs that much: the sum over its parts of what is claimed of the
part, or of what one step of counting proves (`bounds`).
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.allowed import Conditions, is_within
from bestguess.check.bounds import Bounds
from bestguess.check.costs import INFINITE, Cost, Costs, text_of
from bestguess.check.document import Claims
from bestguess.check.limits import Limits
from bestguess.check.members import MOST
from bestguess.check.rules import Rules
from bestguess.check.symmetry import lowest_of_orbits
from bestguess.check.table import Indices, Table
from bestguess.errors import FileError

_SYMMETRIC_LEVELS = 2  # so many guesses below the history, guesses that are images of one another are looked at once

_BYTES_OF_A_CLAIM = 500  # beside its set

Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True)
class Position:
    """What all proofs of a certificate are about: the guesses that were played, and which may come first and next."""

    rules: Rules
    table: Table
    history: list[tuple[str, str]]
    consistent: bool
    first_guess: str | None


def bounds_of(claims: Claims) -> list[Cost]:
    """The bounds of *claims*: numbers, of which None is what cannot be done, or pairs throughout."""
    pairs = isinstance(claims.bound[0], list)
    return [_bound(number, bound, pairs) for number, bound in enumerate(claims.bound)]


def _bound(number: int, value: Any, pairs: bool) -> Cost:
    if value is None and not pairs:
        return (INFINITE,)
    bound = tuple(value) if pairs and isinstance(value, list) else (value,)
    if len(bound) != 1 + pairs or not all(type(one) is int and 0 <= one < MOST for one in bound):
        raise FileError(f"claim {number} has a bound that is not {'a pair' if pairs else 'a number'}, or out of range")
    return bound


class Proof:
    """The claims of one proof, each a set of candidates, the guesses played to reach it, and its bound."""

    def __init__(self, position: Position, costs: Costs, claims: Claims, feedbacks: list[str], limits: Limits) -> None:
        self.rules, self.table, self.costs, self.limits = position.rules, position.table, costs, limits
        self.consistent = position.consistent
        self.bounds = Bounds(position.table, costs, position.consistent)
        self.bound = bounds_of(claims)
        index = {guess: number for number, guess in enumerate(position.rules.guesses)}
        ordinal = {text: number for number, text in enumerate(position.table.texts)}
        self.first_guess = None if position.first_guess is None else index[position.first_guess]
        self.path: list[tuple[int, ...] | None] = [tuple(index[guess] for guess, _ in position.history)]
        self.conditions = Conditions(position.rules, limits)
        self.allowed = [self.conditions.after_rows(position.history)]
        self.depth = [0]
        self.set: list[Indices] = [np.arange(len(position.table.secrets))]
        self.size = 0
        self.claimed: dict[tuple[bytes, int], list[int]] = {}  # the claims about a set, by their numbers
        self.orbits: dict[tuple[int, ...], Indices] = {}
        if (claims.parent[0], claims.guess[0], claims.feedback[0]) != (None, None, None):
            raise FileError("claim 0 is not about the whole position")
        for claim in range(1, len(self.bound)):
            guess, feedback = claims.guess[claim], claims.feedback[claim]
            if not isinstance(guess, str) or guess not in index:
                raise FileError(f"claim {claim} is about {guess!r:.60}, which is not a guess of the game")
            if type(feedback) is not int or not 0 <= feedback < len(feedbacks):
                raise FileError(f"claim {claim} is about a feedback that is not in the list")
            self._derive(claim, claims.parent[claim], index[guess], ordinal.get(feedbacks[feedback], -1))

    def _derive(self, claim: int, parent: Any, guess: int, feedback: int) -> None:
        """The set of *claim*: a part of an earlier one."""
        if type(parent) is not int or not 0 <= parent < claim:
            raise FileError(f"claim {claim} does not follow from an earlier one")
        whole, allowed = self.set[parent], self.allowed[parent]
        if allowed is not None and guess not in allowed:
            raise FileError(
                f"claim {claim} is about {self.rules.guesses[guess]!r}, which rule {self.rules.rule} forbids"
            )
        part = whole[self.table.answers[guess, whole] == feedback]
        if not 0 < len(part) < len(whole):
            raise FileError(f"claim {claim} is about no part of claim {parent}")
        self.allowed.append(self.conditions.after(allowed, guess, self.table.texts[feedback]))
        self.size += 2 * part.nbytes + _BYTES_OF_A_CLAIM
        self.size += 0 if (left := self.allowed[-1]) is None else left.nbytes
        self.limits.need(self.size, f"the sets of {claim:,} claims and more", announced=False)
        self.limits.tick()
        self.set.append(part)
        self.depth.append(self.depth[parent] + 1)
        above = self.path[parent]
        self.path.append(None if above is None or self.depth[claim] > _SYMMETRIC_LEVELS else (*above, guess))
        self.claimed.setdefault((part.tobytes(), self._depth(claim)), []).append(claim)

    def _depth(self, claim: int) -> int:
        """How many guesses have been made: where they all cost alike, it does not matter."""
        return 0 if self.costs.linear else self.depth[claim]

    def check(self, progress: Progress | None) -> None:
        """Raises FileError unless every claim holds."""
        for claim in range(len(self.bound)):
            self._check(claim)
            if progress:
                progress(claim + 1, len(self.bound))

    def _check(self, claim: int) -> None:
        met = set[bytes]()
        for guesses in self.table.blocks(len(self.set[claim]), self._guesses(claim)):
            self.limits.tick()
            self._refute(claim, guesses, met)

    def _refute(self, claim: int, guesses: Indices, met: set[bytes]) -> None:
        """Raises FileError unless each of *guesses* costs what *claim* says; *met*: the parts that were looked at."""
        candidates, depth, bound = self.set[claim], self._depth(claim), self.bound[claim]
        split = self.bounds.split(guesses, candidates, depth)
        if claim == 0 and self.first_guess is not None and not split.splits[0]:
            raise FileError("its first guess does not split the candidates: nothing can be said of what it costs")
        for row in split.below(bound).tolist():
            labels = split.labels[row]
            key = hashlib.sha256(labels.tobytes()).digest()
            if key in met and self.conditions.free:
                continue  # the same parts, and the same chance to win: by a rule, others may be allowed then
            met.add(key)
            self.limits.tick()
            cost = tuple(split.sums[:, row].tolist())
            reached = self._cost(claim, int(guesses[row]), labels, cost)
            if reached < bound:
                guess = self.rules.guesses[int(guesses[row])]
                raise FileError(
                    f"claim {claim}, that {len(candidates)} candidates cost at least {text_of(bound)}, does not hold: "
                    f"the guess {guess!r} may cost only {text_of(reached)}"
                )

    def _guesses(self, claim: int) -> Indices:
        """The guesses that must be refuted."""
        if claim == 0 and self.first_guess is not None:
            return np.array([self.first_guess])
        path = self.path[claim]
        guesses = np.arange(len(self.rules.guesses))
        if self.rules.pegs and path is not None:
            if path not in self.orbits:
                self.orbits[path] = lowest_of_orbits(self.rules.guesses, path, self.limits.tick)
            guesses = self.orbits[path]
        if self.consistent:
            guesses = np.intersect1d(guesses, self.table.winner[self.set[claim]])
        if (allowed := self.allowed[claim]) is not None:
            guesses = np.intersect1d(guesses, allowed)
        return guesses

    def _cost(self, claim: int, guess: int, labels: NDArray[Any], cost: Cost) -> Cost:
        """The least cost of *guess*, raised part by part until *claim* holds; *cost*: what part sizes alone prove."""
        candidates, depth, bound = self.set[claim], self._depth(claim), self.bound[claim]
        order = np.argsort(labels, kind="stable")
        parts = np.split(candidates[order], np.flatnonzero(np.diff(labels[order])) + 1)
        below = 0 if self.costs.linear else depth + 1
        left = []
        for part in parts:
            if len(part) < 3:
                continue  # its size alone decides
            base = self.bounds.by_size(part, below)
            allowed = self._allowed_after(claim, guess, part)
            claimed = self.bounds.below(part, self._claimed(part, below, allowed))
            if claimed > base:
                cost = self.bounds.raised(cost, base, claimed)
            else:
                left.append((part, base, allowed))
        left.sort(key=lambda one: abs(len(one[0]) - self.table.feedbacks))
        for part, base, allowed in left:
            if cost >= bound:
                break
            cost = self.bounds.raised(cost, base, self.bounds.by_parts(part, below, allowed))
        return cost

    def _allowed_after(self, claim: int, guess: int, part: Indices) -> Indices | None:
        """The guesses that are allowed once *guess*, made in the set of *claim*, has left *part*; None: all."""
        feedback = self.table.texts[int(self.table.answers[guess, part[0]])]
        return self.conditions.after(self.allowed[claim], guess, feedback)

    def _claimed(self, part: Indices, depth: int, allowed: Indices | None) -> Cost:
        """The most that is claimed of *part* where at least the *allowed* guesses may be made: fewer cost no less."""
        numbers = self.claimed.get((part.tobytes(), depth), ())
        bounds = [self.bound[number] for number in numbers if is_within(allowed, self.allowed[number])]
        return max(bounds, default=self.costs.zero)
