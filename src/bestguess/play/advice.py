"""The best next guesses in any position, and what each is worth."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess.analysis.budget import nodes_for, trees_for
from bestguess.analysis.sampling import Sample, sample
from bestguess.analysis.values import LEAST_NODES, Values, least_total_alike, part_sizes_of
from bestguess.errors import ContradictionError, HistoryError
from bestguess.games import Code, Game, History, Selection
from bestguess.play.playthrough import Playthrough
from bestguess.strategies import Position, strategy
from bestguess.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bestguess.engine import Indices

DEFAULT_STRATEGY = "entropy"


@dataclass(frozen=True)
class Suggestion:
    """A guess and what it would do. *low* and *high* bound the expected number of further guesses, itself counted.

    *high* is what a tree that is known needs; None when none is known. In a sample, sizes are estimates.
    """

    guess: Code
    consistent: bool
    parts: int
    largest_part: int
    expected_size: float
    entropy: float
    win_probability: Fraction
    low: Fraction
    high: Fraction | None

    @property
    def proven(self) -> bool:
        """Whether the expected number of guesses is exact."""
        return self.low == self.high

    def as_json(self) -> dict[str, Any]:
        """The suggestion by its JSON keys."""
        names = ("guess", "consistent", "parts", "largest_part", "expected_size", "entropy")
        high = None if self.high is None else float(self.high)
        return {
            **{name: getattr(self, name) for name in names},
            "win_probability": float(self.win_probability),
            "expected_guesses": high,
            "expected_range": [float(self.low), high],
            "proven": self.proven,
        }


@dataclass(frozen=True)
class Advice:
    """The best guesses of a position, the best first; *choice*, which is among them, is what the strategy plays.

    *sampled*: guesses, and perhaps candidates, were drawn by a seed, because the game is too large for its table.
    """

    game: str
    history: str
    candidates: int
    strategy: str
    choice: Code
    suggestions: tuple[Suggestion, ...]
    nodes: int
    sampled: bool

    @property
    def best(self) -> Suggestion:
        """The first of the suggestions."""
        return self.suggestions[0]

    def as_json(self) -> dict[str, Any]:
        """The advice by its JSON keys."""
        names = ("game", "history", "candidates", "strategy", "choice", "nodes", "sampled")
        return {
            **{name: getattr(self, name) for name in names},
            "suggestions": [suggestion.as_json() for suggestion in self.suggestions],
        }


def advise(
    game: Game | Table | Playthrough,
    history: str | History = "",
    *,
    by: str = DEFAULT_STRATEGY,
    count: int = 5,
    consistent: bool = False,
    candidates: Sequence[Code] | None = None,
    budget: int | None = None,
    seed: int = 0,
) -> Advice:
    """The best *count* guesses by the strategy *by*, and by what a search within a *budget* of nodes can prove.

    *consistent*: only guesses that may win now. *candidates*: the secrets that are thought possible, if not all.
    Games too large for a table are judged from a sample, drawn by *seed*. Raises ContradictionError when nothing fits.

    >>> from bestguess.games import game
    >>> best = advise(game("mastermind(4,6)"), "1122:1.0").best
    >>> best.guess, best.parts, best.high, best.proven
    ('1334', 14, Fraction(449, 128), True)
    """
    run = game if isinstance(game, Playthrough) else Playthrough(game, history)
    if run.state == "won":
        raise HistoryError(f"expected a game that is not won yet, got {run.history}")
    rules, table, rows = run.game, run.desk.table, run.heeded
    drawn: Sample | None = None
    if table is None and candidates is None:
        drawn = sample(rules, rows, seed)
        position = Position(drawn.table)
    elif table is None:
        position = Position(_table_of(rules, rows, candidates or (), seed))
        drawn = Sample(position.table, len(position.candidates))
    else:
        position = Position(table if candidates is None else table.among(_indices(table, candidates)), rows)
    if not len(position.candidates):
        raise ContradictionError(f"no secret of {rules} fits the answers {rows}")
    judge = _Judge(position, by, consistent, count, budget, seed, drawn)
    found = judge.suggestions()
    if judge.values.interrupted:
        raise KeyboardInterrupt
    if drawn is not None:
        found = [_estimated(one, rules, rows, drawn) for one in found]
    return Advice(
        str(rules),
        str(rows),
        len(position.candidates) if drawn is None else drawn.candidates,
        by,
        judge.choice,
        tuple(found),
        judge.values.spent,
        drawn is not None,
    )


def _indices(table: Table, candidates: Sequence[Code]) -> "Indices":
    """The indices of *candidates*, each once, lowest first."""
    place = {secret: index for index, secret in enumerate(table.secrets)}
    return np.array(sorted({place[table.game.parse_secret(code)] for code in candidates}), np.uint32)


def _table_of(game: Game, history: History, candidates: Sequence[Code], seed: int) -> Table:
    """Some guesses against those of the *candidates* that fit *history*."""
    codes = sorted({game.parse_secret(code) for code in candidates})
    fitting = [code for code in codes if all(game.feedback(row.guess, code) == row.feedback for row in history)]
    if not fitting:
        raise ContradictionError(f"no secret of {game} fits the answers {history}")
    others = sample(game, History(), seed).table.guesses
    return Table.of_selection(Selection(game, sorted({*others, *fitting}), fitting))


class _Judge:
    """What is needed to judge the guesses of one position."""

    def __init__(
        self,
        position: Position,
        by: str,
        consistent: bool,
        count: int,
        budget: int | None,
        seed: int,
        drawn: Sample | None,
    ) -> None:
        table, candidates = position.table, position.candidates
        self.position, self.count, self.drawn = position, count, drawn
        winners = {int(table.winner[secret]) for secret in candidates}
        alike = table.representatives(position.guesses_so_far).tolist()  # a guess like a winner is one
        allowed = [guess for guess in alike if guess in winners or not consistent]
        self.allowed = np.array(allowed, np.uint32)
        self.wins = np.array([guess in winners for guess in allowed])
        self.sizes = part_sizes_of(table, self.allowed, candidates)
        self.masses = _masses(position, self.allowed, self.sizes)
        self.by = by
        nodes = nodes_for(len(table.guesses), len(candidates), budget) // (count + 1)
        self.values = Values(table, nodes)
        order = self._order(by)
        self.choice = table.guesses[int(self.allowed[order[0]])]
        if by not in _METRICS:
            chosen = strategy(by, consistent=consistent, seed=seed, game=table.game)
            self.choice = chosen(position)
        self.pool = [table.guesses[int(self.allowed[place])] for place in order[:count]]

    def _order(self, by: str) -> "list[int]":
        """The places of the guesses that tell something, the best by the metric first."""
        told = np.flatnonzero((np.count_nonzero(self.sizes, axis=1) > 1) | self.wins)
        metric = _METRICS.get(by, _METRICS[DEFAULT_STRATEGY])(self.masses[told], self.sizes[told])
        return [int(place) for place in told[np.lexsort((told, ~self.wins[told], np.round(metric, 9)))]]

    def suggestions(self) -> list[Suggestion]:
        """The best guesses, those that are expected to need least first."""
        position, values, pool = self.position, self.values, list(dict.fromkeys([*self.pool, self.choice]))
        searched = values.nodes is not None and values.nodes >= LEAST_NODES
        if searched and (self.drawn is None or self.drawn.whole):
            pool = list(dict.fromkeys([*pool, values.of(position).guess]))
        judged = len(pool)
        if self.drawn is not None and not self.drawn.whole:
            judged = 0
        elif not searched and position.history:
            judged = trees_for(len(position.table.guesses), len(position.candidates))
        found = [self._suggestion(guess, place < judged) for place, guess in enumerate(pool)]
        if judged:  # else the order of the strategy is the best that is known
            index, unknown = position.table.guesses.index, Fraction(10**9)
            found.sort(key=lambda one: (one.high or unknown, one.low, not one.consistent, index(one.guess)))
        return _with(self.choice, found, self.count)

    def _suggestion(self, guess: Code, judged: bool) -> Suggestion:
        table, candidates = self.position.table, self.position.candidates
        index = table.guesses.index(guess)
        sizes = table.part_sizes(index, candidates)
        masses = _masses(self.position, np.array([index], np.uint32), sizes[None, :])[0]
        whole = int(masses.sum())
        low = Fraction(len(candidates) + _least_after(table, sizes), len(candidates)) if table.weights is None else None
        high: Fraction | None = None
        if judged:
            value = self.values.of_guess(self.position, guess)
            high = value.high
            if self.drawn is None:  # a search that may not play every guess bounds nothing from below
                low = value.low if low is None else max(low, value.low)
        shares = masses[masses > 0] / whole
        return Suggestion(
            guess,
            bool(sizes[table.win]),
            int(np.count_nonzero(sizes)),
            int(sizes.max()),
            float((masses * sizes).sum() / whole),
            max(0.0, float(-(shares * np.log2(shares)).sum())),
            Fraction(int(masses[table.win]), whole),
            Fraction(1) if low is None else low,
            high,
        )


def _with(choice: Code, found: list[Suggestion], count: int) -> list[Suggestion]:
    """The first *count* of the suggestions, the strategy's *choice* among them."""
    kept = found[:count]
    if choice not in [one.guess for one in kept]:
        kept[-1:] = [one for one in found if one.guess == choice]
    return kept


def _least_after(table: Table, sizes: "Indices") -> int:
    """What is needed at least after a guess with parts of these *sizes*."""
    return sum(
        least_total_alike(len(table.feedbacks), int(size))
        for ordinal, size in enumerate(sizes)
        if size and ordinal != table.win
    )


def _masses(position: Position, guesses: "Indices", sizes: "Indices") -> "NDArray[np.int64]":
    """The weights of the parts of each of *guesses*, or their *sizes* where all candidates weigh alike."""
    table, candidates = position.table, position.candidates
    if table.weights is None or not table.weights[candidates].any():
        return sizes.astype(np.int64)
    weights = table.weights[candidates]
    rows = [
        np.bincount(table.ordinals[guess][candidates], weights, len(table.feedbacks)).astype(np.int64)
        for guess in guesses
    ]
    return np.array(rows)


def _bits(masses: "NDArray[np.int64]", sizes: "Indices") -> "NDArray[np.float64]":
    whole = masses.sum(axis=1)
    logs = masses * np.log2(np.maximum(masses, 1))
    return np.asarray(logs.sum(axis=1) / np.maximum(whole, 1), np.float64)


_METRICS: "dict[str, Callable[[NDArray[np.int64], Indices], NDArray[Any]]]" = {
    "minimax": lambda masses, sizes: masses.max(axis=1),
    "expected-size": lambda masses, sizes: (masses * masses).sum(axis=1),
    "entropy": _bits,
    "most-parts": lambda masses, sizes: -np.count_nonzero(sizes, axis=1),
}


def _estimated(one: Suggestion, game: Game, history: History, drawn: Sample) -> Suggestion:
    """*one*, which was judged on a sample, scaled to all candidates."""
    fits = all(game.feedback(row.guess, one.guess) == row.feedback for row in history)
    consistent = one.consistent or (game.kernel() is not None and one.guess in game.secrets and fits)
    scale = drawn.candidates / len(drawn.table.secrets)
    least = least_total_alike(len(drawn.table.feedbacks), drawn.candidates)
    return Suggestion(
        one.guess,
        consistent,
        one.parts,
        math.ceil(one.largest_part * scale),
        one.expected_size * scale,
        one.entropy,
        Fraction(int(consistent), drawn.candidates),
        one.low if drawn.whole else Fraction(least, drawn.candidates),
        one.high,
    )
