"""The best next guesses in any position, and what each is worth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from bestguess.data import known_first_guess, plan_node
from bestguess.errors import StrategyError
from bestguess.games import Code, Game, History, Selection
from bestguess.solvers import optimum
from bestguess.solvers.totals import least_total_alike
from bestguess.strategies import Position, strategy
from bestguess.table import Table
from bestguess.trees import Node
from bestguess.valuation.budgets import nodes_for, trees_for
from bestguess.valuation.positions import judged_position
from bestguess.valuation.ranking import DEFAULT_STRATEGY, METRICS, masses_of, ranked
from bestguess.valuation.samples import Sample
from bestguess.valuation.situation import LoadedGame, Situation
from bestguess.valuation.values import LEAST_NODES, Value, Values

if TYPE_CHECKING:
    from bestguess.engine import Indices

_COUNT = 5  # suggestions, if not said


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

    *certain*: whether a strategy that proves had the budget to; else *choice* is the best that is known.
    *sampled*: guesses, and perhaps candidates, were drawn by a seed, because the game is too large for its table.
    """

    game: str
    history: str
    candidates: int
    strategy: str
    choice: Code
    certain: bool
    suggestions: tuple[Suggestion, ...]
    nodes: int
    sampled: bool

    @property
    def best(self) -> Suggestion:
        """The first of the suggestions."""
        return self.suggestions[0]

    def as_json(self) -> dict[str, Any]:
        """The advice by its JSON keys."""
        names = ("game", "history", "candidates", "strategy", "choice", "certain", "nodes", "sampled")
        return {
            **{name: getattr(self, name) for name in names},
            "suggestions": [suggestion.as_json() for suggestion in self.suggestions],
        }


def advise(
    game: Game | Table | Situation,
    history: str | History = "",
    *,
    by: str = DEFAULT_STRATEGY,
    count: int = _COUNT,
    consistent: bool = False,
    candidates: Sequence[Code] | None = None,
    budget: int | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Advice:
    """The best *count* guesses by the strategy *by*, and by what a search within a *budget* of nodes can prove.

    Of the strategies `optimal` and `optimal-worst` that is what the plan that ships plays, while it is followed, else
    the best known guess; others are asked whatever it takes.
    *consistent*: only guesses that may win now. *candidates*: the secrets that are thought possible, if not all.
    Games too large for a table are judged from a sample, drawn by *seed*. Raises ContradictionError when nothing fits.
    *threads* changes no answer. Default: those of the loaded game.

    >>> from bestguess.games import game
    >>> best = advise(game("mastermind(4,6)"), "1122:1.0").best
    >>> best.guess, best.parts, best.high, best.proven
    ('1334', 14, Fraction(449, 128), True)
    """
    run = game if isinstance(game, Situation) else Situation(LoadedGame(game, threads), history)
    threads = threads or run.loaded.threads
    run.check_running()
    if count < 1:
        raise StrategyError(f"expected a count of 1 or more, got {count}")
    rules, rows = run.game, run.heeded
    position, drawn = judged_position(run, candidates, seed, threads)
    if drawn is not None and by not in METRICS:
        raise StrategyError(f"expected one of {', '.join(METRICS)} in a game too large for its table, got {by}")
    nodes = nodes_for(len(position.table.guesses), len(position.candidates), budget) // 2
    judge = _Judge(position, Values(position.table, nodes // count, threads=threads), drawn)
    pool = ranked(position, by, consistent, count, threads)
    planned = None if consistent else plan_node(position.game, position.history, by)
    if planned is not None and by == "optimal":
        judge.learn(planned)
        pool.insert(0, planned.guess)
    choice, certain = pool[0], True
    if planned is not None:
        choice = planned.guess
    elif by not in METRICS and by != "optimal":
        choice, certain = _asked(position, by, consistent, nodes, seed, choice)
    if judge.searches and not consistent:
        judge.values.nodes = nodes  # one half for the position, the other for the guesses
        pool.append(judge.values.of(position).guess)
        judge.values.nodes = nodes // count
    found = judge.suggestions(list(dict.fromkeys([*pool, choice])))
    if judge.values.interrupted:
        raise KeyboardInterrupt
    if by == "optimal" and planned is None:  # the best that is known within the budget
        choice, certain = found[0].guess, found[0].proven and judge.proven(consistent)
    kept = _with(choice, found, count)
    return Advice(
        str(rules),
        str(rows),
        len(position.candidates) if drawn is None else drawn.candidates,
        by,
        choice,
        certain,
        tuple(kept if drawn is None else (_estimated(one, rules, rows, drawn) for one in kept)),
        judge.values.spent,
        drawn is not None,
    )


def judge_guess(run: Situation, guess: str, *, seed: int = 0) -> Suggestion:
    """What *guess* is worth in the position of *run*, by what `advise` spends on one of its suggestions.

    >>> from bestguess.games import game
    >>> run = Situation(game("mastermind(4,6)"), "1122:1.0")
    >>> judge_guess(run, "1334") == advise(run).best
    True
    """
    code, threads = run.game.parse_guess(guess), run.loaded.threads
    position, drawn = judged_position(run, None, seed, threads)
    if drawn is not None and code not in drawn.table.guesses:
        codes = Selection(run.game, sorted([*drawn.table.guesses, code]), drawn.table.secrets)
        drawn = Sample(Table.of_selection(codes), drawn.candidates)
        position = Position(drawn.table)
    nodes = nodes_for(len(position.table.guesses), len(position.candidates), None) // 2
    judge = _Judge(position, Values(position.table, nodes, threads=threads), drawn)
    if judge.searches:
        judge.values.of(position)
    judge.values.nodes = nodes // _COUNT
    found = judge.suggestions([code])[0]
    return found if drawn is None else _estimated(found, run.game, run.heeded, drawn)


def _asked(position: Position, by: str, consistent: bool, nodes: int, seed: int, otherwise: Code) -> tuple[Code, bool]:
    """What the strategy *by* plays, `optimal-worst` as far as *nodes* nodes tell, and whether that is certain."""
    if by != "optimal-worst":
        return strategy(by, consistent=consistent, seed=seed, game=position.game)(position), True
    asked = {"history": str(position.history), "consistent": consistent, "node_limit": nodes}
    result = optimum(position.table, "worst,mean", **asked)  # type: ignore[arg-type]
    if result.interrupted:
        raise KeyboardInterrupt
    return (otherwise if result.tree is None else result.tree.root.guess), result.proven


@dataclass(frozen=True)
class _Judge:
    """What is needed to judge the guesses of one *position*, which may be of a sample that was *drawn*."""

    position: Position
    values: Values
    drawn: Sample | None

    @property
    def searches(self) -> bool:
        """Whether there are nodes enough to search, and candidates that are all there."""
        enough = self.values.nodes is not None and self.values.nodes >= LEAST_NODES
        return enough and (self.drawn is None or self.drawn.whole)

    def learn(self, planned: Node) -> None:
        """Takes the value of the position from the node of a plan that is proven to have the least mean."""
        value = Fraction(planned.total, planned.size)
        self.values.learn(self.position, Value(value, value, planned.guess))

    def proven(self, consistent: bool) -> bool:
        """Whether the value of the position is."""
        return self.searches and not consistent and self.drawn is None and self.values.of(self.position).proven

    def suggestions(self, pool: list[Code]) -> list[Suggestion]:
        """What each guess of *pool* is worth, those that are expected to need least first."""
        table, judged = self.position.table, len(pool)
        if self.drawn is not None and not self.drawn.whole:
            judged = 0
        elif not self.searches and (self.position.history or known_first_guess(table.game) is None):
            judged = trees_for(len(table.guesses), len(self.position.candidates))
        found = [self._suggestion(guess, place < judged) for place, guess in enumerate(pool)]
        if judged:  # else the order of the strategy is the best that is known
            index, unknown = table.guesses.index, Fraction(10**9)
            found.sort(key=lambda one: (one.high or unknown, one.low, not one.consistent, index(one.guess)))
        return found

    def _suggestion(self, guess: Code, judged: bool) -> Suggestion:
        table, candidates = self.position.table, self.position.candidates
        index = table.guesses.index(guess)
        sizes = table.part_sizes(index, candidates)
        masses = masses_of(self.position, np.array([index], np.uint32), sizes[None, :])[0]
        whole = int(masses.sum())
        low = Fraction(1)
        if table.weights is None:
            low = Fraction(len(candidates) + _least_after(table, sizes), len(candidates))
        high: Fraction | None = None
        if judged:
            value = self.values.of_guess(self.position, guess)
            high = value.high
            if self.drawn is None:  # a search that may not play every guess bounds nothing from below
                low = max(low, value.low)
        shares = masses[masses > 0] / whole
        return Suggestion(
            guess,
            bool(sizes[table.win]),
            int(np.count_nonzero(sizes)),
            int(sizes.max()),
            float((masses * sizes).sum() / whole),
            max(0.0, float(-(shares * np.log2(shares)).sum())),
            Fraction(int(masses[table.win]), whole),
            low,
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
