"""Checks the claims of one proof: each says that a set of candidates costs at least so much.

A claim holds because every guess that splits the set costs that much: the sum over its parts of what is claimed of the
part, or of what one step of counting proves (`bounds`).
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.bounds import Bounds, Split
from bestguess.check.costs import INFINITE, LOST, WITHIN, Cost, Costs, plus, raised, text_of
from bestguess.check.document import MOST, Claims
from bestguess.check.limits import Limits
from bestguess.check.position import Position
from bestguess.check.rules import Conditions, Indices, is_within
from bestguess.check.symmetry import Codes, Images
from bestguess.check.table import Table
from bestguess.errors import FileError

_SYMMETRIC_LEVELS = 2  # so many guesses below the history, guesses that are images of one another are looked at once

_BYTES_OF_A_CLAIM = 500  # beside its set

Progress: TypeAlias = Callable[[int, int], None]


def _bound(number: int, value: Any, counts: str) -> Cost:
    """Return the bound of a claim: null where nothing can be done, a pair where some is lost, else a number."""
    if counts == WITHIN:
        if value is not None:
            raise FileError(
                f"expected null as the bound of claim {number}, that nothing can be done, got {value!r:.60}"
            )
        return (INFINITE,)
    bound = tuple(value) if counts == LOST and isinstance(value, list) else (value,)
    if len(bound) != 1 + (counts == LOST) or not all(type(part) is int and 0 <= part < MOST for part in bound):
        expected = "a pair of numbers" if counts == LOST else "a number"
        raise FileError(f"expected {expected} below 2^50 as the bound of claim {number}, got {value!r:.60}")
    return bound


class Proof:
    """The claims of one proof, each a set of candidates, the guesses played to reach it, and its bound."""

    def __init__(self, position: Position, table: Table, costs: Costs, claims: Claims, limits: Limits) -> None:
        document, rules = position.document, position.rules
        self.rules, self.table, self.costs, self.limits = rules, table, costs, limits
        self.consistent = document.consistent
        self.bounds = Bounds(table, costs, document.consistent)
        self.bound = [_bound(number, value, costs.counts) for number, value in enumerate(claims.bound)]
        index = {guess: number for number, guess in enumerate(rules.guesses)}
        ordinal = {text: number for number, text in enumerate(table.texts)}
        self.first_guess = None if document.first_guess is None else index[document.first_guess]
        self.path: list[tuple[int, ...] | None] = [tuple(index[guess] for guess, _ in document.history)]
        self.conditions = Conditions(rules, limits)
        self.allowed = [self.conditions.after_rows(document.history)]
        self.depth, self.spent = [0], [0]
        self.set: list[Indices] = [np.arange(len(table.secrets))]
        self.size = 0
        self.claimed: dict[tuple[bytes, int, int], list[int]] = {}  # the claims about a set, by their numbers
        self.images = Images(rules, limits.tick)
        known = rules.symmetry in ("pegs", "places") and self.conditions.free
        self.codes = Codes(rules, table.secrets) if known else None
        self.reason = claims.reason
        # Of how many candidates their number alone decides what they cost: no claim and no other bound says more.
        self.few = 0 if table.priced else 1 if table.most_won > 1 else 2
        if (claims.parent[0], claims.guess[0], claims.feedback[0]) != (None, None, None):
            raise FileError("claim 0 is not about the whole position")
        for claim in range(1, len(self.bound)):
            guess, feedback = claims.guess[claim], claims.feedback[claim]
            if not isinstance(guess, str) or guess not in index:
                raise FileError(f"claim {claim} is about {guess!r:.60}, which is not a guess of the game")
            if type(feedback) is not int or not 0 <= feedback < len(document.feedbacks):
                raise FileError(f"claim {claim} is about a feedback that is not in the list")
            self._derive(claim, claims.parent[claim], index[guess], ordinal.get(document.feedbacks[feedback], -1))

    def _derive(self, claim: int, parent: Any, guess: int, feedback: int) -> None:
        """Add the set of *claim*: a part of an earlier one."""
        if type(parent) is not int or not 0 <= parent < claim:
            raise FileError(f"claim {claim} does not follow from an earlier one")
        whole, allowed = self.set[parent], self.allowed[parent]
        if allowed is not None and guess not in allowed:
            raise FileError(
                f"claim {claim} is about {self.rules.guesses[guess]!r}, which rule {self.rules.rule} forbids"
            )
        if self.consistent and guess not in self.table.winning(whole):
            raise FileError(f"claim {claim} is about {self.rules.guesses[guess]!r}, which is not consistent")
        part = whole[self.table.answers[guess, whole] == feedback] if feedback >= 0 else whole[:0]
        if not 0 < len(part) < len(whole):
            raise FileError(f"claim {claim} is about no part of claim {parent}")
        left = self.conditions.after(allowed, guess, self.table.texts[feedback])
        self.allowed.append(left)
        self.size += 2 * part.nbytes + _BYTES_OF_A_CLAIM + (0 if left is None else left.nbytes)
        self.limits.need(self.size, f"the sets of {claim:,} claims and more", announced=False)
        self.limits.tick()
        self.set.append(part)
        self.depth.append(self.depth[parent] + 1)
        self.spent.append(0 if self.costs.linear else self.spent[parent] + self._price(guess))
        above = self.path[parent]
        self.path.append(None if above is None or self.depth[claim] > _SYMMETRIC_LEVELS else (*above, guess))
        self.claimed.setdefault(self._key(part, self.depth[claim], self.spent[claim]), []).append(claim)

    def _price(self, guess: int) -> int:
        return int(self.table.costs[guess])

    def _key(self, part: Indices, depth: int, spent: int) -> tuple[bytes, int, int]:
        """What claims must have in common with *part* to say something of it."""
        return part.tobytes(), depth if self.costs.has_limit else 0, spent if self.costs.by_spending else 0

    def check(self, progress: Progress | None) -> None:
        """Raises FileError unless every claim holds."""
        for claim in range(len(self.bound)):
            self._check(claim)
            if progress:
                progress(claim + 1, len(self.bound))

    def _check(self, claim: int) -> None:
        if self.reason[claim] is not None:
            self._check_image(claim, self.reason[claim])
            return
        met = set[tuple[bytes, int]]()
        most = self.bounds.most_parts(self.set[claim])
        for guesses in self.bounds.blocks(self._guesses(claim), self.set[claim]):
            self.limits.tick()
            self._refute(claim, guesses, most, met)

    def _check_image(self, claim: int, reason: Any) -> None:
        """Raises FileError unless a symmetry takes the set of *claim* to that of an earlier claim of as much."""
        if self.codes is None:
            raise FileError(f"claim {claim} is about an image, of which nothing is known in this game")
        if not isinstance(reason, list) or len(reason) != 3 or reason[0] != "image":
            raise FileError(f"claim {claim} has an unknown reason")
        other = reason[1]
        if type(other) is not int or not 0 <= other < claim:
            raise FileError(f"claim {claim} is about an image of a claim that is no earlier one")
        if self.costs.has_limit and self.depth[other] != self.depth[claim]:
            raise FileError(f"claim {claim} is about an image at another depth")
        if self.bound[claim] > self.bound[other]:
            raise FileError(f"claim {claim} says more than claim {other}, of which it is an image")
        self.limits.tick()
        if not self.codes.is_image(self.set[claim], self.set[other], reason[2]):
            raise FileError(f"claim {claim} is not about an image of the set of claim {other}")

    def _refute(self, claim: int, guesses: Indices, most: int, met: set[tuple[bytes, int]]) -> None:
        """Raises FileError unless each of *guesses* costs what *claim* says; *met*: the parts that were looked at.

        No guess splits the set of *claim* into more than *most* parts.
        """
        candidates, bound = self.set[claim], self.bound[claim]
        split = self.bounds.split(guesses, candidates, most, self.depth[claim], self.spent[claim])
        if claim == 0 and self.first_guess is not None and not split.splits[0]:
            raise FileError("its first guess does not split the candidates: nothing can be said of what it costs")
        for row in split.below(bound).tolist():
            guess = int(guesses[row])
            key = (hashlib.sha256(split.parts[row].tobytes()).digest(), self._price(guess))
            if key in met and self.conditions.free:
                continue  # the same parts, and the same chance to win: by a rule, others may be allowed then
            met.add(key)
            self.limits.tick()
            reached = self._cost(claim, guess, split, row)
            if reached < bound:
                raise FileError(
                    f"claim {claim}, that {len(candidates)} candidates cost at least {text_of(bound)}, does not hold: "
                    f"the guess {self.rules.guesses[guess]!r} may cost only {text_of(reached)}"
                )

    def _guesses(self, claim: int) -> Indices:
        """Return the guesses that must be refuted."""
        if claim == 0 and self.first_guess is not None:
            return np.array([self.first_guess])
        path = self.path[claim]
        guesses = np.arange(len(self.rules.guesses)) if path is None else self.images.lowest(path)
        if self.codes is not None:
            guesses = guesses[self.codes.lowest(self.set[claim])[guesses]]
        if self.consistent:
            guesses = np.intersect1d(guesses, self.table.winning(self.set[claim]))
        if (allowed := self.allowed[claim]) is not None:
            guesses = np.intersect1d(guesses, allowed)
        return guesses

    def _cost(self, claim: int, guess: int, split: Split, row: int) -> Cost:
        """Return the least cost of *guess*, raised part by part until *claim* holds."""
        candidates, bound, names = self.set[claim], self.bound[claim], split.parts[row]
        depth, spent = self.depth[claim] + 1, self.spent[claim] + self._price(guess)
        cost: Cost = tuple(split.sums[:, row].tolist())
        left = []
        for part in self._open_parts(candidates, names):
            feedback = int(self.table.answers[guess, part[0]])
            base: Cost = tuple(split.adds[:, row, feedback].tolist())
            allowed = self.conditions.after(self.allowed[claim], guess, self.table.texts[feedback])
            claimed = self._claimed(part, depth, spent, allowed)
            cost = raised(cost, base, claimed)
            left.append((part, max(base, claimed), allowed))
        left.sort(key=lambda item: abs(len(item[0]) - self.table.feedbacks))
        for part, base, allowed in left:
            if cost >= bound:
                break
            cost = raised(cost, base, self.bounds.by_parts(part, depth, spent, allowed))
        return cost

    def _open_parts(self, candidates: Indices, names: NDArray[Any]) -> list[Indices]:
        """Return the parts of *candidates*, by their *names*, that do not end and of which more than the size tells."""
        order = np.argsort(names, kind="stable")
        ordered = names[order]
        parts = np.split(candidates[order], np.flatnonzero(np.diff(ordered)) + 1)
        if ordered[-1] == len(candidates):
            parts.pop()  # these are won
        parts = [part for part in parts if len(part) > self.few]
        if self.table.identify:
            labels = self.table.labels
            parts = [part for part in parts if (labels[part] != labels[part[0]]).any()]
        return parts

    def _claimed(self, part: Indices, depth: int, spent: int, allowed: Indices | None) -> Cost:
        """Return the most that is claimed of *part* with the *allowed* guesses, or more: with fewer it costs no less.

        In a total without limits claims count from their set: what is *spent* is added.
        """
        claims = self.claimed.get(self._key(part, depth, spent), ())
        bounds = [self.bound[claim] for claim in claims if is_within(allowed, self.allowed[claim])]
        most = max(bounds, default=self.costs.zero)
        return plus(most, (self.bounds.weight(part) * spent,)) if bounds and self.costs.linear else most
