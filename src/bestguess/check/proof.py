"""Checks the claims of one proof. A claim says that a set of candidates costs at least its *bound*.

A claim holds if every guess that splits the set costs at least the bound. The cost of a guess is the sum over the parts
of the set. A lower bound for each part comes from another claim, or from counting (`bounds`).
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bestguess.check.bounds import HitBounds, IdentifyBounds, Split
from bestguess.check.costs import INFINITE, LOST, WITHIN, Cost, Costs, plus, raise_part, text_of
from bestguess.check.document import Claims
from bestguess.check.limits import NUMBERS_END, Limits, short_repr
from bestguess.check.position import Position
from bestguess.check.rules import AllowedGuesses, Indices
from bestguess.check.symmetry import PegCodes, lowest_images
from bestguess.check.table import Table
from bestguess.errors import FileError

_SYMMETRIC_DEPTH = 2  # down to this depth, only the lowest of symmetric guesses is checked
_BYTES_OF_A_CLAIM = 500  # not counting its set

Progress: TypeAlias = Callable[[int, int], None]


def _parse_bound(number: int, value: Any, kind: str) -> Cost:
    """Return the bound of a claim: null with `WITHIN`, a pair with `LOST`, else a number. Raise FileError."""
    if kind == WITHIN:
        if value is not None:
            raise FileError(f"expected null as the bound of claim {number}, got {short_repr(value)}")
        return (INFINITE,)
    bound = tuple(value) if kind == LOST and isinstance(value, list) else (value,)
    length = 2 if kind == LOST else 1
    if len(bound) != length or not all(type(item) is int and 0 <= item < NUMBERS_END for item in bound):
        expected = "a pair of numbers" if kind == LOST else "a number"
        raise FileError(f"expected {expected} below 2^50 as the bound of claim {number}, got {short_repr(value)}")
    return bound


class Proof:
    """Claims of one proof. The lists have an item for each claim: its set, the guesses that lead to it, its bound."""

    def __init__(self, position: Position, table: Table, costs: Costs, claims: Claims, limits: Limits) -> None:
        document, rules = position.document, position.rules
        self.rules, self.table, self.costs, self.limits = rules, table, costs, limits
        self.rule_filter = AllowedGuesses(rules, limits)
        self.consistent = document.consistent
        bounds_class = IdentifyBounds if rules.win is None else HitBounds
        self.bounds = bounds_class(table, costs, document.consistent)
        # Up to this many candidates the bound by size is exact, so claims and other bounds are not needed.
        self.max_trivial = 1 if table.max_wins > 1 else 2
        if table.has_costs:
            self.max_trivial = 0
        # From the file: the bound of each claim, and the reason why it holds.
        self.bound = [_parse_bound(number, value, costs.kind) for number, value in enumerate(claims.bound)]
        self.reason = claims.reason or [None] * len(self.bound)
        # Symmetries, which let the checker skip some guesses.
        self.lowest = lowest_images(rules, limits.tick)
        has_images = rules.symmetry in ("pegs", "places") and self.rule_filter.free
        self.codes = PegCodes(rules, table.secrets) if has_images else None
        # Derived from the file: `_add_claim` appends to each list. Claim 0 is about all candidates.
        index = {guess: number for number, guess in enumerate(rules.guesses)}
        self.first_guess = None if document.first_guess is None else index[document.first_guess]
        self.path: list[tuple[int, ...] | None] = [tuple(index[guess] for guess, _ in document.history)]
        self.allowed = [np.arange(len(rules.guesses))]
        for guess, feedback in document.history:
            self.allowed[0] = self.rule_filter.after(self.allowed[0], index[guess], feedback)
        self.depth, self.spent = [0], [0]
        self.set: list[Indices] = [np.arange(len(table.secrets))]
        self.bytes_of_sets = 0
        self.claims_by_set: dict[tuple[bytes, int, int], list[int]] = {}  # numbers of claims, by `_key`
        self._add_claims(claims, document.feedbacks, index)

    def _add_claims(self, claims: Claims, feedbacks: list[str], index: dict[str, int]) -> None:
        """Find the sets of all *claims*; raise FileError for a claim without a set.

        *feedbacks* is the list of the file, and *index* has the number of each guess.
        """
        ordinal = {text: number for number, text in enumerate(self.table.texts)}
        if (claims.parent[0], claims.guess[0], claims.feedback[0]) != (None, None, None):
            raise FileError("claim 0 is not about all candidates")
        columns = zip(claims.parent, claims.guess, claims.feedback, strict=True)
        for claim, (parent, text, place) in list(enumerate(columns))[1:]:
            if text not in index:
                raise FileError(f"claim {claim} is about {short_repr(text)}, which is not a guess of the game")
            if place is None or place >= len(feedbacks):
                raise FileError(f"claim {claim} is about a feedback that is not in the list")
            if parent is None or parent >= claim:
                raise FileError(f"the parent of claim {claim} is not an earlier claim")
            self._add_claim(claim, parent, index[text], ordinal.get(feedbacks[place], -1))

    def _add_claim(self, claim: int, parent: int, guess: int, feedback: int) -> None:
        """Find the set of *claim*, a part of the set of *parent*. A *feedback* of -1 does not occur in the game."""
        whole, allowed = self.set[parent], self.allowed[parent]
        if guess not in allowed:
            raise FileError(
                f"claim {claim} is about {self.rules.guesses[guess]!r}, which rule {self.rules.rule} forbids"
            )
        if self.consistent and guess not in self.table.winning(whole):
            raise FileError(f"claim {claim} is about {self.rules.guesses[guess]!r}, which is not consistent")
        part = whole[self.table.answers[guess, whole] == feedback] if feedback >= 0 else whole[:0]
        if not 0 < len(part) < len(whole):
            raise FileError(f"claim {claim} is about the whole set of claim {parent}, or about an empty one")
        left = self.rule_filter.after(allowed, guess, self.table.texts[feedback])
        # A set is stored twice: as an array, and as a key of `claims_by_set`.
        self.bytes_of_sets += 2 * part.nbytes + _BYTES_OF_A_CLAIM + (0 if self.rule_filter.free else left.nbytes)
        self.limits.need(self.bytes_of_sets, f"the sets of {claim:,} claims and more", announced=False)
        self.limits.tick()
        self.set.append(part)
        self.allowed.append(left)
        self.depth.append(self.depth[parent] + 1)
        self.spent.append(0 if self.costs.linear else self.spent[parent] + int(self.table.costs[guess]))
        above = self.path[parent]
        self.path.append(None if above is None or self.depth[claim] > _SYMMETRIC_DEPTH else (*above, guess))
        self.claims_by_set.setdefault(self._key(part, self.depth[claim], self.spent[claim]), []).append(claim)

    def _key(self, part: Indices, depth: int, spent: int) -> tuple[bytes, int, int]:
        """Return the key of a set. It includes the depth and the spending if the cost depends on them."""
        return part.tobytes(), depth if self.costs.has_limit else 0, spent if self.costs.by_spending else 0

    def check(self, progress: Progress | None) -> None:
        """Raise FileError if a claim does not hold."""
        for claim, reason in enumerate(self.reason):
            if reason is None:
                self._check_claim(claim)
            else:
                self._check_image(claim, reason)
            if progress:
                progress(claim + 1, len(self.bound))

    def _check_claim(self, claim: int) -> None:
        """Raise FileError if a guess may cost less than *claim* says."""
        candidates, bound = self.set[claim], self.bound[claim]
        seen = set[tuple[bytes, int]]()  # splits that were checked: many guesses split a set into the same parts
        for split in self.bounds.splits(
            self._guesses_to_check(claim), candidates, self.depth[claim], self.spent[claim]
        ):
            if claim == 0 and self.first_guess is not None and not split.useful[0]:
                raise FileError("its first guess does not split the candidates, so it has no cost")
            for row in split.below(bound).tolist():
                guess = int(split.guesses[row])
                key = (hashlib.sha256(split.parts[row].tobytes()).digest(), int(self.table.costs[guess]))
                if (
                    key in seen and self.rule_filter.free
                ):  # under a rule, different guesses allow different next guesses
                    continue
                seen.add(key)
                self.limits.tick()
                cost = self._cost(claim, guess, split, row)
                if cost < bound:
                    claim_text = f"claim {claim}, that {len(candidates)} candidates cost at least {text_of(bound)}"
                    reason = f"the guess {self.rules.guesses[guess]!r} may cost only {text_of(cost)}"
                    raise FileError(f"{claim_text}, does not hold: {reason}")

    def _check_image(self, claim: int, reason: Any) -> None:
        """Raise FileError unless a symmetry maps the set to that of an earlier claim with at least the same bound."""
        if self.codes is None:
            raise FileError(f"claim {claim} is about an image, but this game has no such symmetries")
        if not isinstance(reason, list) or len(reason) != 3 or reason[0] != "image":
            raise FileError(f"claim {claim} has an unknown reason")
        other = reason[1]
        if type(other) is not int or not 0 <= other < claim:
            raise FileError(f"claim {claim} is about an image of a claim that is not an earlier one")
        if self.costs.has_limit and self.depth[other] != self.depth[claim]:
            raise FileError(f"claim {claim} is about an image at another depth")
        if self.bound[claim] > self.bound[other]:
            raise FileError(f"claim {claim} says more than claim {other}, of which it is an image")
        self.limits.tick()
        if not self.codes.is_image(self.set[claim], self.set[other], reason[2]):
            raise FileError(f"claim {claim} is not about an image of the set of claim {other}")

    def _guesses_to_check(self, claim: int) -> Indices:
        """Return the guesses to check. By symmetry, each of the others costs the same as one of these."""
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
        """Return a lower bound of the cost of *guess*, raised part by part until *claim* holds or no part is left."""
        bound = self.bound[claim]
        depth, spent = self.depth[claim] + 1, self.spent[claim] + int(self.table.costs[guess])
        cost: Cost = tuple(split.sums[:, row].tolist())
        open_parts = []
        # Step 1. Look up the claims about the parts.
        for part in self._open_parts(self.set[claim], split.parts[row]):
            feedback = int(self.table.answers[guess, part[0]])
            base: Cost = tuple(split.adds[:, row, feedback].tolist())
            allowed = self.rule_filter.after(self.allowed[claim], guess, self.table.texts[feedback])
            claimed = self._claimed_cost(part, depth, spent, allowed)
            cost = raise_part(cost, base, claimed)
            open_parts.append((part, max(base, claimed), allowed))
        # Step 2. Bounds by parts, which are slow. Start where they gain most: parts with about as many candidates as
        # there are feedbacks.
        open_parts.sort(key=lambda item: abs(len(item[0]) - self.table.feedbacks))
        for part, base, allowed in open_parts:
            if cost >= bound:
                break
            cost = raise_part(cost, base, self.bounds.by_parts(part, allowed, depth, spent))
        return cost

    def _open_parts(self, candidates: Indices, names: NDArray[Any]) -> list[Indices]:
        """Return the parts that neither end the game nor are trivial. *names* is a row of `Split.parts`."""
        order = np.argsort(names, kind="stable")
        ordered = names[order]
        parts = np.split(candidates[order], np.flatnonzero(np.diff(ordered)) + 1)
        if ordered[-1] == len(candidates):
            parts.pop()  # this name marks the winning part
        parts = [part for part in parts if len(part) > self.max_trivial]
        if self.rules.win is None:
            labels = self.table.labels
            parts = [part for part in parts if (labels[part] != labels[part[0]]).any()]
        return parts

    def _claimed_cost(self, part: Indices, depth: int, spent: int, allowed: Indices) -> Cost:
        """Return the greatest claimed cost of *part*, where only the *allowed* guesses may be made.

        A claim applies if it allows at least these guesses: with fewer guesses a set does not cost less.
        """
        greatest = None
        for claim in self.claims_by_set.get(self._key(part, depth, spent), ()):
            applies = self.rule_filter.free or np.isin(allowed, self.allowed[claim], assume_unique=True).all()
            if applies and (greatest is None or self.bound[claim] > greatest):
                greatest = self.bound[claim]
        if greatest is None:
            return self.costs.zero
        # A claimed total without limits starts at its own set. Add the cost of the guess that leads to it.
        return plus(greatest, (self.bounds.weight(part) * spent,)) if self.costs.linear else greatest
