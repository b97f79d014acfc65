"""Advice on a board with rows: guesses that may have the best chance to win within them, and the chance of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bestguess.advice.budgets import trees_for
from bestguess.advice.chances import Chances
from bestguess.advice.samples import Sample
from bestguess.advice.weighed import best_with_one_row, best_with_two_rows
from bestguess.bounds import Bounds
from bestguess.games import Code
from bestguess.position import Position
from bestguess.solve.size_bounds import most_within
from bestguess.solve.totals import LEAST_NODES
from bestguess.strategies import Move


@dataclass(frozen=True)
class WithinRows:
    """The chances of guesses in one *position*, which may be that of a *sample*, with so many *rows* left.

    *nodes* may be searched for the position, and for all its guesses together.
    """

    position: Position
    rows: int
    sample: Sample | None
    chances: Chances
    nodes: int

    @staticmethod
    def of(position: Position, rows: int, sample: Sample | None, nodes: int) -> "WithinRows":
        """The chances in *position*, none of them found yet."""
        chances = Chances(nodes, every_guess=sample is None)
        return WithinRows(position, rows, sample, chances, nodes)

    @property
    def _partial(self) -> bool:
        """Whether candidates are missing, so that chances are only counted."""
        return self.sample is not None and not self.sample.whole

    def learn(self, move: Move) -> None:
        """Takes over that a strategy which goes on after *move* is done within the rows, if it is."""
        if self.sample is None and move.worst is not None and move.worst <= self.rows:
            self.chances.learn(self.position, self.rows, move.guess)

    def guesses(self, count: int, consistent: bool) -> list[Code]:
        """Guesses that may have the best chance, at most *count* of them; none where every guess wins."""
        if self.rows == 1:
            return [guess for guess, weight in best_with_one_row(self.position, count) if weight]
        if self.chances.always(self.position, self.rows):
            return []
        table = self.position.table
        if self.rows == 2 and not table.game.identifies and table.most_won == 1:
            return [guess for guess, _ in best_with_two_rows(self.position, count, consistent)]
        if self._partial:
            return []
        best = self.chances.of(self.position, self.rows).guess
        return [] if best is None or (consistent and not self._may_win(best)) else [best]

    def chances_of(self, guesses: Sequence[tuple[Code, bool]]) -> list[Bounds[Fraction | None, Fraction]]:
        """The chance of each guess, which comes with whether it is consistent."""
        self.chances.nodes = self.nodes // max(1, len(guesses))
        valued = len(guesses)
        if self.chances.nodes < LEAST_NODES:
            valued = (
                trees_for(len(self.position.table.guesses), len(self.position.candidate_indices)) - 1
            )  # one is built
        if self.sample is not None and self._partial:
            return [self._counted(self.sample.candidates, consistent) for _, consistent in guesses]
        return [
            Bounds(*self.chances.of_guess(self.position, self.rows, guess, by_tree=place < valued).bounds)
            for place, (guess, _) in enumerate(guesses)
        ]

    def is_best(self, chance: Fraction) -> bool:
        """Whether no guess has a better chance, for certain."""
        if self._partial:
            return False
        return chance == 1 or self.chances.of(self.position, self.rows).bounds.upper <= chance

    def _may_win(self, guess: Code) -> bool:
        return self.position.may_win(self.position.table.guesses.index(guess))

    def _counted(self, candidates: int, consistent: bool) -> Bounds[Fraction | None, Fraction]:
        """The chance among so many *candidates* that are not all known: exact in the last row, else an upper bound."""
        if self.rows == 1:
            exactly = Fraction(int(consistent), candidates)
            return Bounds(exactly, exactly)
        most = most_within(len(self.position.table.feedbacks), self.rows, candidates)
        return Bounds(None, Fraction(most, candidates))
