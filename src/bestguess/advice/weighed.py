"""Candidates with their weights: chances by the weight that is found, and what the last two rows can find.

A candidate is found when a guess wins against it; with goal identify when all candidates left have its label.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from bestguess.advice.values import cheapest_winner, over_weights, weight_of
from bestguess.bounds import Bounds
from bestguess.games import Code
from bestguess.position import Position
from bestguess.solve.size_bounds import most_within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices


_CELLS = 2**24  # guesses times feedbacks that are looked at together


@dataclass(frozen=True)
class Chance:
    """What is known of a chance to win, and *guess*, which is known to reach the lower bound; None when it is over."""

    bounds: Bounds[Fraction, Fraction]
    guess: Code | None

    @property
    def proven(self) -> bool:
        """Whether the chance is exact."""
        return self.bounds.proven


class Weighed:
    """The candidates of a *position* and their weights; candidates that all weigh nothing are alike."""

    def __init__(self, position: Position) -> None:
        self.given, self.key = position, position.key
        if not weight_of(position):
            position = Position(position.table.among(position.candidate_indices), position.active_rows)
        self.position, self.table, self.candidates = position, position.table, position.candidate_indices
        self.by_secret = self.table.weights
        self.weights = self.by_secret[self.candidates]
        self.whole = int(self.weights.sum())

    @property
    def one_by_one(self) -> bool:
        """Whether a guess finds one candidate at most: it wins, and against no other."""
        return not self.table.game.identifies and self.table.most_won == 1

    def chance(self, least: int, most: int, guess: Code) -> Chance:
        """The chance when so much of the weight is found."""
        return Chance(Bounds(Fraction(least, self.whole), Fraction(most, self.whole)), guess)

    def position_of(self, part: "Indices") -> Position:
        """The position of these candidates alone, whatever a rule allows there."""
        return Position(self.table.among(part))

    def useful_guess(self) -> Code:
        """The guess that wins against the heaviest candidate; with goal identify the lowest that splits them."""
        if not self.table.game.identifies:
            return cheapest_winner(self.table, int(self.candidates[int(np.argmax(self.weights))]))
        ordinals, candidates = self.table.ordinals, self.candidates
        guesses = self.position.different_guesses
        splits = (guess for guess in guesses if (ordinals[guess, candidates] != ordinals[guess, candidates[0]]).any())
        return self.table.guesses[int(next(splits))]

    def heaviest(self, count: int, part: "Indices | None" = None) -> int:
        """The weight of the heaviest *count* candidates of *part*, or of all."""
        weights = self.weights if part is None else self.by_secret[part]
        return int(np.sort(weights)[::-1][:count].sum())

    def most_within(self, rows: int, part: "Indices | None" = None) -> int:
        """The most that can be found of *part*, or of all, within *rows*, by counting."""
        table, candidates = self.table, self.candidates if part is None else part
        if not table.game.identifies:
            most = table.most_won * most_within(len(table.feedbacks), rows, len(candidates))
            return self.heaviest(most, part)
        # A tree of so many rows has at most so many leaves, each with one label.
        by_label = np.bincount(table.labels[candidates], weights=self.by_secret[candidates])
        return int(np.sort(by_label)[::-1][: len(table.feedbacks) ** rows].sum())

    def weight_within(self, depths: "NDArray[np.int64]", rows: int) -> int:
        """The weight of the candidates that take at most *rows* guesses."""
        return int(self.weights[depths <= rows].sum())


def best_with_two_rows(position: Position, count: int, consistent: bool = False) -> list[tuple[Code, int]]:
    """The *count* guesses that find most within two rows, one by one, and the weight that each finds.

    That is the heaviest candidate of each part. Ties as everywhere: consistent ones, then the cheapest, the lowest.

    >>> best_with_two_rows(Position("mastermind(4,6)"), 1)
    [('1123', 14)]
    """
    here = Weighed(position)
    table, everything = here.table, np.arange(len(here.table.guesses))
    found = _found_within_two_rows(here)
    wins = np.zeros(len(everything), np.bool_)
    wins[table.consistent_guesses(here.candidates)] = True
    order = np.lexsort((everything, table.costs, ~wins, -found))
    if consistent:
        order = order[wins[order]]
    elif position.allowed_indices is not None:
        order = order[np.isin(order, position.allowed_indices)]
    return [(table.guesses[int(index)], int(found[index])) for index in order[:count]]


def _found_within_two_rows(here: Weighed) -> "NDArray[np.int64]":
    """The weight of the heaviest candidate of each part, added up, for every guess."""
    table, everything = here.table, np.arange(len(here.table.guesses))
    if not table.game.has_weights:
        sizes, _ = table.listed_parts(everything.astype(np.uint32), here.candidates)
        return np.asarray(np.count_nonzero(sizes, axis=1), np.int64)
    found = np.empty(len(everything), np.int64)
    step = max(1, _CELLS // len(table.feedbacks))
    for guesses in np.split(everything, range(step, len(everything), step)):
        heaviest = np.zeros((len(guesses), len(table.feedbacks)), np.int64)
        for place in np.argsort(here.weights, kind="stable"):  # the heaviest comes last
            parts = table.ordinals[guesses[0] : guesses[-1] + 1, here.candidates[place]]
            heaviest[guesses - guesses[0], parts] = here.weights[place]
        found[guesses] = heaviest.sum(axis=1)
    return found


def best_with_one_row(position: Position, count: int) -> list[tuple[Code, int]]:
    """The *count* guesses that find most at once, and the weight that each finds; ties as everywhere.

    >>> best_with_one_row(Position("mastermind(4,6)"), 2)
    [('1111', 1), ('1112', 1)]
    """
    here = Weighed(position)
    table = here.table
    if here.one_by_one:
        order = np.argsort(-here.weights, kind="stable")[:count]
        winners = [cheapest_winner(table, int(secret)) for secret in here.candidates[order]]
        return list(zip(winners, here.weights[order].tolist(), strict=True))
    guesses = (
        np.arange(len(table.guesses), dtype=np.uint32) if position.allowed_indices is None else position.allowed_indices
    )
    found = over_weights(table, guesses, here.candidates)
    best = np.lexsort((guesses, table.costs[guesses], -found))[:count]
    return [(table.guesses[int(guess)], int(weight)) for guess, weight in zip(guesses[best], found[best], strict=True)]
