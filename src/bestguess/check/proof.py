"""Checks the claims of one proof: each says that a set of candidates costs at least so much.

A claim holds because every guess that splits the set costs that much: the sum over its parts of what is claimed of the
part, or of what one step of counting proves (`bounds`).
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.bounds import Hits, Labels, Split
from bestguess.check.costs import INFINITE, LOST, WITHIN, Cost, Costs, plus, raised, text_of
from bestguess.check.document import Claims
from bestguess.check.limits import MOST, Limits, shown
from bestguess.check.position import Position
from bestguess.check.rules import Conditions, Indices
from bestguess.check.symmetry import Codes, lowest_images
from bestguess.check.table import Table
from bestguess.errors import FileError

_SYMMETRIC_LEVELS = 2  # so many guesses below the history, guesses that are images of one another are looked at once
_BYTES_OF_A_CLAIM = 500  # beside its set

Progress: TypeAlias = Callable[[int, int], None]


def _bound(number: int, value: Any, counts: str) -> Cost:
    """Return the bound of a claim: null where nothing can be done, a pair where some is lost, else a number."""
    if counts == WITHIN:
        if value is not None:
            raise FileError(f"expected null as the bound of claim {number}, that nothing can be done")
        return (INFINITE,)
    bound = tuple(value) if counts == LOST and isinstance(value, list) else (value,)
    length = 2 if counts == LOST else 1
    if len(bound) != length or not all(type(part) is int and 0 <= part < MOST for part in bound):
        expected = "a pair of numbers" if counts == LOST else "a number"
        raise FileError(f"expected {expected} below 2^50 as the bound of claim {number}, got {shown(value)}")
    return bound


class Proof:
    """The claims of one proof, each a set of candidates, the guesses played to reach it, and its bound."""

    def __init__(self, position: Position, table: Table, costs: Costs, claims: Claims, limits: Limits) -> None:
        document, rules = position.document, position.rules
        self.rules, self.table, self.costs, self.limits = rules, table, costs, limits
        self.conditions = Conditions(rules, limits)
        self.consistent = document.consistent
        bounds_by_goal = Labels if rules.win is None else Hits
        self.bounds = bounds_by_goal(table, costs, document.consistent)
        # Of how many candidates their number alone decides what they cost: no claim and no other bound says more.
        self.few = 1 if table.most_won > 1 else 2
        if table.priced:
            self.few = 0
        # What the file says of every claim: its bound, and why it holds.
        self.bound = [_bound(number, value, costs.counts) for number, value in enumerate(claims.bound)]
        self.reason = claims.reason or [None] * len(self.bound)
        # Which guesses and sets are images of others.
        self.lowest = lowest_images(rules, limits.tick)
        has_images = rules.symmetry in ("pegs", "places") and self.conditions.free
        self.codes = Codes(rules, table.secrets) if has_images else None
        # What follows for every claim, in lists that `_derive` extends. Claim 0 is about the whole position.
        index = {guess: number for number, guess in enumerate(rules.guesses)}
        self.first_guess = None if document.first_guess is None else index[document.first_guess]
        self.path: list[tuple[int, ...] | None] = [tuple(index[guess] for guess, _ in document.history)]
        self.allowed = [np.arange(len(rules.guesses))]
        for guess, feedback in document.history:
            self.allowed[0] = self.conditions.after(self.allowed[0], index[guess], feedback)
        self.depth, self.spent = [0], [0]
        self.set: list[Indices] = [np.arange(len(table.secrets))]
        self.size = 0
        self.claimed: dict[tuple[bytes, int, int], list[int]] = {}  # the claims about a set, by their numbers
        self._derive_all(claims, document.feedbacks, index)

    def _derive_all(self, claims: Claims, feedbacks: list[str], index: dict[str, int]) -> None:
        """Add the sets of all *claims*; raise FileError.

        They name guesses, whose *index* is given, and feedbacks by their place in *feedbacks*.
        """
        ordinal = {text: number for number, text in enumerate(self.table.texts)}
        if (claims.parent[0], claims.guess[0], claims.feedback[0]) != (None, None, None):
            raise FileError("claim 0 is not about the whole position")
        columns = zip(claims.parent, claims.guess, claims.feedback, strict=True)
        for claim, (parent, text, place) in list(enumerate(columns))[1:]:
            if text not in index:
                raise FileError(f"claim {claim} is about {shown(text)}, which is not a guess of the game")
            if place is None or place >= len(feedbacks):
                raise FileError(f"claim {claim} is about a feedback that is not in the list")
            if parent is None or parent >= claim:
                raise FileError(f"claim {claim} does not follow from an earlier one")
            self._derive(claim, parent, index[text], ordinal.get(feedbacks[place], -1))

    def _derive(self, claim: int, parent: int, guess: int, feedback: int) -> None:
        """Add the set of *claim*: a part of that of *parent*. A *feedback* of -1 is one that nothing gets."""
        whole, allowed = self.set[parent], self.allowed[parent]
        if guess not in allowed:
            raise FileError(
                f"claim {claim} is about {self.rules.guesses[guess]!r}, which rule {self.rules.rule} forbids"
            )
        if self.consistent and guess not in self.table.winning(whole):
            raise FileError(f"claim {claim} is about {self.rules.guesses[guess]!r}, which is not consistent")
        part = whole[self.table.answers[guess, whole] == feedback] if feedback >= 0 else whole[:0]
        if not 0 < len(part) < len(whole):
            raise FileError(f"claim {claim} is about no part of claim {parent}")
        left = self.conditions.after(allowed, guess, self.table.texts[feedback])
        self.size += 2 * part.nbytes + _BYTES_OF_A_CLAIM + (0 if self.conditions.free else left.nbytes)
        self.limits.need(self.size, f"the sets of {claim:,} claims and more", announced=False)
        self.limits.tick()
        self.set.append(part)
        self.allowed.append(left)
        self.depth.append(self.depth[parent] + 1)
        self.spent.append(0 if self.costs.linear else self.spent[parent] + int(self.table.costs[guess]))
        above = self.path[parent]
        self.path.append(None if above is None or self.depth[claim] > _SYMMETRIC_LEVELS else (*above, guess))
        self.claimed.setdefault(self._key(part, self.depth[claim], self.spent[claim]), []).append(claim)

    def _key(self, part: Indices, depth: int, spent: int) -> tuple[bytes, int, int]:
        """What claims must have in common with *part* to say something of it."""
        return part.tobytes(), depth if self.costs.has_limit else 0, spent if self.costs.by_spending else 0

    def check(self, progress: Progress | None) -> None:
        """Raises FileError unless every claim holds."""
        for claim, reason in enumerate(self.reason):
            if reason is None:
                self._check(claim)
            else:
                self._check_image(claim, reason)
            if progress:
                progress(claim + 1, len(self.bound))

    def _check(self, claim: int) -> None:
        """Raises FileError unless each guess costs what *claim* says."""
        candidates, bound = self.set[claim], self.bound[claim]
        met = set[tuple[bytes, int]]()  # the parts that were looked at
        for split in self.bounds.splits(self._guesses(claim), candidates, self.depth[claim], self.spent[claim]):
            if claim == 0 and self.first_guess is not None and not split.splits[0]:
                raise FileError("its first guess does not split the candidates: nothing can be said of what it costs")
            for row in split.below(bound).tolist():
                guess = int(split.guesses[row])
                key = (hashlib.sha256(split.parts[row].tobytes()).digest(), int(self.table.costs[guess]))
                if key in met and self.conditions.free:
                    continue  # the same parts, and the same chance to win: by a rule, others may be allowed then
                met.add(key)
                self.limits.tick()
                reached = self._cost(claim, guess, split, row)
                if reached < bound:
                    says = f"claim {claim}, that {len(candidates)} candidates cost at least {text_of(bound)}"
                    may = f"the guess {self.rules.guesses[guess]!r} may cost only {text_of(reached)}"
                    raise FileError(f"{says}, does not hold: {may}")

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

    def _guesses(self, claim: int) -> Indices:
        """Return the guesses that must be refuted."""
        if claim == 0 and self.first_guess is not None:
            return np.array([self.first_guess])
        guesses, path = self.allowed[claim], self.path[claim]
        if path is not None:
            guesses = np.intersect1d(guesses, self.lowest(path))
        if self.codes is not None:
            guesses = guesses[self.codes.lowest(self.set[claim])[guesses]]
        if self.consistent:
            guesses = np.intersect1d(guesses, self.table.winning(self.set[claim]))
        return guesses

    def _cost(self, claim: int, guess: int, split: Split, row: int) -> Cost:
        """Return the least cost of *guess*, raised part by part until *claim* holds."""
        bound = self.bound[claim]
        depth, spent = self.depth[claim] + 1, self.spent[claim] + int(self.table.costs[guess])
        cost: Cost = tuple(split.sums[:, row].tolist())
        left = []
        for part in self._open_parts(self.set[claim], split.parts[row]):
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
            cost = raised(cost, base, self.bounds.by_parts(part, allowed, depth, spent))
        return cost

    def _open_parts(self, candidates: Indices, names: NDArray[Any]) -> list[Indices]:
        """Return the parts of *candidates*, by their *names*, that do not end and of which more than the size tells."""
        order = np.argsort(names, kind="stable")
        ordered = names[order]
        parts = np.split(candidates[order], np.flatnonzero(np.diff(ordered)) + 1)
        if ordered[-1] == len(candidates):
            parts.pop()  # these are won
        parts = [part for part in parts if len(part) > self.few]
        if self.rules.win is None:
            labels = self.table.labels
            parts = [part for part in parts if (labels[part] != labels[part[0]]).any()]
        return parts

    def _claimed(self, part: Indices, depth: int, spent: int, allowed: Indices) -> Cost:
        """Return the most that is claimed of *part* with the *allowed* guesses, or more: with fewer it costs no less.

        In a total without limits claims count from their set: what is *spent* is added.
        """
        most = None
        for claim in self.claimed.get(self._key(part, depth, spent), ()):
            within = self.conditions.free or np.isin(allowed, self.allowed[claim], assume_unique=True).all()
            if within and (most is None or self.bound[claim] > most):
                most = self.bound[claim]
        if most is None:
            return self.costs.zero
        return plus(most, (self.bounds.weight(part) * spent,)) if self.costs.linear else most
