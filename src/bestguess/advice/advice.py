"""The best next guesses in any position, and what each is worth."""

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from bestguess import engine
from bestguess.advice.chances import Chances, Weighed
from bestguess.advice.samples import WorkingPosition, working_position
from bestguess.advice.suggestions import Advice, Suggestion
from bestguess.advice.values import Value, Values, cost_of, nodes_for, trees_for, weight_of, win_probability
from bestguess.arguments import MOST_INTEGER, as_flag, as_integer, as_limit, as_threads
from bestguess.bounds import Bounds
from bestguess.data import known_first_guess
from bestguess.errors import StrategyError
from bestguess.games import Code, HistoryLike, PegGame
from bestguess.metrics import all_entropies
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.totals import LEAST_NODES, least_total, least_total_after, most_within
from bestguess.strategies import (
    DEFAULT_STRATEGY,
    NO_GUESS,
    Move,
    Strategy,
    StrategyLike,
    as_seed,
    known_strategies,
    strategy,
)

_COUNT = 5  # suggestions, by default


def advise(
    game: PositionLike,
    history: HistoryLike = "",
    *,
    by: StrategyLike = DEFAULT_STRATEGY,
    count: int = _COUNT,
    consistent: bool = False,
    candidates: Iterable[Code] | None = None,
    budget: int | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Advice:
    """Return the best *count* guesses by the strategy *by*, and by what a search within a *budget* of nodes can prove.

    The strategies `optimal` and `optimal-worst` play the plan that ships while it is followed, else the best known
    guess. Other strategies ignore the budget.
    Only guesses that the rule of the game allows are suggested.
    On a board with rows, the chance to win within those that are left comes first, and the last row is never wasted.
    *consistent*: only guesses that may win now. *candidates*: the secrets that are thought possible, if not all.
    Games too large for a table are valued from a sample, drawn by *seed*. Raises HistoryError when the game is over,
    ContradictionError when nothing fits. *threads* changes no answer. Default: all cores.

    >>> best = advise("mastermind(4,6)", "1122:1.0").best
    >>> best.guess, best.parts, best.expected.upper, best.proven
    ('1334', 14, Fraction(449, 128), True)
    """
    with engine.limited_threads(as_threads(threads)):
        position = as_position(game, history)
        position.check_running()
        count = as_integer("a count", count, 1, MOST_INTEGER, StrategyError)
        budget = as_limit("a budget", budget, error=StrategyError)
        consistent = as_flag("consistent", consistent)
        working = working_position(position, candidates, seed)
        chosen = strategy(by, consistent=consistent, seed=seed, game=position.game)
        if working.position.label is not None:
            return _advice(position, working, chosen)
        return _advise(position, working, chosen, count, consistent, budget)


def advise_or_say(position: Position, *, by: StrategyLike = DEFAULT_STRATEGY, **options: Any) -> Advice:
    """Return what `advise` does; with goal identify, once it is known what it is, advice with nothing but the label."""
    if position.label is None:
        return advise(position, by=by, **options)
    working = working_position(position, options.get("candidates"), seed=0)
    return _advice(position, working, strategy(by, game=position.game))


def _advise(
    position: Position, working: WorkingPosition, chosen: Strategy, count: int, consistent: bool, budget: int | None
) -> Advice:
    if working.sampled and chosen.array_metric is None:
        ranking = [entry.name for entry in known_strategies() if entry.make(False, 0).array_metric is not None]
        raise StrategyError(
            f"expected one of {', '.join(ranking)} in a game too large for its table, got {chosen.name}"
        )
    evaluator = _Evaluator(position, working, budget, count)
    pool = ranked(working.position, chosen, consistent, count)
    by_metric = chosen.array_metric is not None and (working.sampled or chosen.first_guess is None)
    move = Move(pool[0]) if by_metric else chosen.move(working.position, evaluator.nodes)
    evaluator.learn(move, chosen.consistent)
    pool += evaluator.best_by_chance(count, consistent)
    if move.total is not None and not chosen.consistent:
        pool.insert(0, move.guess)
    if evaluator.searches and not consistent:
        pool += evaluator.best_by_value()
    suggestions = evaluator.suggestions([*pool, move.guess])
    if evaluator.values.interrupted or evaluator.chances.interrupted:
        raise KeyboardInterrupt
    played, certain = _choice(chosen, move, suggestions, evaluator)
    shown = suggestions[:count]
    if played not in shown:
        shown[-1:] = [played]
    return _advice(
        position,
        working,
        chosen,
        choice=played.guess,
        certain=certain,
        suggestions=tuple(shown),
        nodes=evaluator.values.spent + evaluator.chances.spent,
        known_best=suggestions[0],
    )


def _choice(
    chosen: Strategy, move: Move, suggestions: list[Suggestion], evaluator: "_Evaluator"
) -> tuple[Suggestion, bool]:
    """Return which of *suggestions*, the best first, is played by a strategy with this *move*, and whether for certain.

    On a board with rows, a guess that is known to win more often comes before the move.
    """
    best = suggestions[0]
    if move.certain or not chosen.least_mean:
        (played,) = (suggestion for suggestion in suggestions if suggestion.guess == move.guess)
    else:
        played = best  # a move that is not certain gives way to the best that is known within the budget
    best_chance = _known_chance(best)
    if _known_chance(played) < best_chance:
        return best, evaluator.is_best_chance(best_chance)
    return played, move.certain


def _advice(
    position: Position, working: WorkingPosition, chosen: Strategy, choice: Code | None = None, **found: Any
) -> Advice:
    """Return advice with what was *found*; that is nothing once the label is known."""
    return Advice(
        game=str(position.game),
        history=position.game.history_text(position.active_rows),
        candidates=working.candidates,
        strategy=chosen.name,
        choice=choice,
        sampled=working.sampled,
        rows_left=position.rows_left,
        likely=None if working.sampled else working.position.likely,
        goal=position.game.goal,
        labels=working.position.labels_left,
        label=working.position.label,
        rules=position.game,
        **found,
    )


def evaluate_guess(position: Position, guess: Code, *, seed: int = 0) -> Suggestion:
    """Return what *guess* is worth in *position*, by what `advise` spends on one of its suggestions.

    Raises HistoryError when the rule of the game forbids it.

    >>> position = Position("mastermind(4,6)", "1122:1.0")
    >>> evaluate_guess(position, "1334") == advise(position).best
    True
    """
    code = position.game.as_guess(guess)
    position.check_allowed(code)
    working = working_position(position, None, as_seed(seed)).with_guess(code)
    evaluator = _Evaluator(position, working, None, _COUNT)
    evaluator.best_by_value()  # what is known of the position also bounds its guesses
    evaluator.best_by_chance(1, False)
    return evaluator.suggestions([code])[0]


class _Evaluator:
    """Values guesses of a position on a working position, with the chance to win within the rows, if there are any.

    Half of the nodes of *budget* are for the position, half for *count* guesses. As many again are for chances.
    """

    def __init__(self, given: Position, working: WorkingPosition, budget: int | None, count: int) -> None:
        self.given, self.working, self.position = given, working, working.position
        self.rows = given.rows_left or None  # a game that is lost has no chance to tell
        self.nodes = nodes_for(self.position, budget) // 2
        self.nodes_per_guess = self.nodes // count
        self.values = Values(self.position.game, self.nodes_per_guess)
        self.chances = Chances(2 * self.nodes, every_guess=not working.sampled)

    @property
    def searches(self) -> bool:
        """Whether there are nodes enough to search for each guess, and candidates that are all there."""
        return self.nodes_per_guess >= LEAST_NODES and self.working.whole

    def learn(self, move: Move, consistent: bool) -> None:
        """Take over what a strategy found out with its *move*; of *consistent* play, others might need less."""
        weight = weight_of(self.position)
        if move.total is not None and weight and not consistent:
            value = Value.of_total(move.total, weight, move.guess, self.position.game.cost_unit)
            self.values.learn(self.position, value)
        if self.rows is not None and not self.working.sampled and move.worst is not None and move.worst <= self.rows:
            self.chances.learn(self.position, self.rows, move.guess)

    def best_by_value(self) -> list[Code]:
        """Return the best guess known after a search of the position; nothing if there are too few nodes for one."""
        if self.nodes < LEAST_NODES or not self.working.whole:
            return []
        self.values.nodes = self.nodes
        best = self.values.of(self.position).guess
        self.values.nodes = self.nodes_per_guess
        return [] if best is None else [best]

    def best_by_chance(self, count: int, consistent: bool) -> list[Code]:
        """Return guesses that may have the best chance, at most *count* of them; none where every guess wins."""
        if self.rows is None:
            return []
        here, table = Weighed(self.position), self.position.table
        if self.rows == 1:
            return [guess for guess, weight in here.best_with_one_row(count) if weight]
        if self.chances.always(here, self.rows):
            return []
        if self.rows == 2 and table.most_won == 1:
            return [guess for guess, _ in here.best_with_two_rows(count, consistent)]
        if not self.working.whole:
            return []
        best = self.chances.of(self.position, self.rows).guess
        if best is None or (consistent and not self.position.may_win(table.guesses.index(best))):
            return []
        return [best]

    def is_best_chance(self, chance: Fraction) -> bool:
        """Whether no guess has a better chance, for certain."""
        if not self.working.whole or self.rows is None:
            return False
        return chance == 1 or self.chances.of(self.position, self.rows).bounds.upper <= chance

    def suggestions(self, guesses: list[Code]) -> list[Suggestion]:
        """Return what each of *guesses* is worth, those that are expected to need least first.

        On a board with rows, those that win most often within them come first.
        """
        pool = list(dict.fromkeys(guesses))
        most = len(pool) if self.searches else trees_for(self.position)
        game, start = self.position.game, not self.position.active_rows
        ships = [guess for guess in pool if start and known_first_guess(game, guess) is not None]  # costs nothing
        others = [guess for guess in pool if guess not in ships]
        valued = set(ships)
        if self.working.whole:
            valued.update(others[:most])
        suggestions = [self._suggestion(guess, guess in valued) for guess in pool]
        if valued:  # else the order of the strategy is the best that is known
            suggestions.sort(key=self._order)
        self.chances.nodes = 2 * self.nodes // len(pool)
        by_tree = len(pool) if self.chances.nodes >= LEAST_NODES else trees_for(self.position) - 1  # one is built
        with_chance = [
            replace(suggestion, chance=self._chance(suggestion, place < by_tree))
            for place, suggestion in enumerate(suggestions)
        ]
        return sorted(with_chance, key=_known_chance, reverse=True)

    def _order(self, suggestion: Suggestion) -> tuple[Any, ...]:
        """The least upper bound first, then the least lower bound; ties as everywhere."""
        lower, upper = suggestion.expected
        index = self.position.table.guesses.index(suggestion.guess)
        return upper is None, upper or 0, lower, not suggestion.consistent, suggestion.cost or 0, index

    def _suggestion(self, guess: Code, valued: bool) -> Suggestion:
        table, candidates = self.position.table, self.position.candidate_indices
        index = table.guesses.index(guess)
        listed_sizes, listed_weights = table.listed_parts(np.array([index], np.uint32), candidates, 1)
        sizes, weights = listed_sizes[0], listed_weights[0]  # of the parts, that which wins first
        whole = int(weights.sum())
        shares = weights[weights > 0] / whole
        consistent = bool(sizes[0])
        if self.working.whole and table.game.identifies:
            over = win_probability(self.position, guess)
        elif self.working.whole:
            over = Fraction(int(weights[0]), whole)
        else:  # the guess may be a candidate that is not in the sample
            consistent = consistent or (self.given.game.kernel() is not None and guess in self.given.candidates)
            over = Fraction(int(consistent), self.working.candidates)
        scale = self.working.candidates / len(candidates)  # a sample is estimated to be like all of them
        return Suggestion(
            guess=guess,
            consistent=consistent,
            parts=int(np.count_nonzero(sizes)),
            largest_part=math.ceil(int(sizes.max()) * scale),
            expected_size=float((weights * sizes).sum() / whole) * scale,
            entropy=max(0.0, float(-(shares * np.log2(shares)).sum())),
            win_probability=over,
            expected=self._expected(guess, valued, whole),
            cost=cost_of(table, guess) if table.game.has_costs else None,
        )

    def _expected(self, guess: Code, valued: bool, weight: int) -> Bounds[Fraction, Fraction | None]:
        """Return what *guess* is expected to need, with no upper bound unless it is *valued*.

        *weight*: that of all candidates of the working position.
        """
        table, candidates = self.position.table, self.position.candidate_indices
        value = self.values.of_guess(self.position, guess) if valued else None
        upper = None if value is None else value.bounds.upper
        if not self.working.whole:
            return Bounds(self._least_expected(), upper)
        lower = least_total_after(table, table.guesses.index(guess), candidates) * table.game.cost_unit / weight
        if value is not None and not self.working.sampled:  # without every guess, a search bounds nothing from below
            lower = max(lower, value.bounds.lower)
        return Bounds(lower, upper)

    def _least_expected(self) -> Fraction:
        """Return what any guess is expected to need at least, by the number of candidates alone."""
        game, candidates = self.given.game, self.working.candidates
        one_each = game.kernel() is not None or isinstance(game, PegGame)  # else a guess may win against many
        least = least_total(len(self.position.table.feedbacks), candidates) if one_each else candidates
        cheapest = Fraction(1) if game.costs is None else min(game.costs) * game.cost_unit
        return least * cheapest / candidates

    def _chance(self, suggestion: Suggestion, by_tree: bool) -> Bounds[Fraction | None, Fraction] | None:
        """Return the chance to win within the rows; None without rows."""
        if self.rows is None:
            return None
        if self.working.whole:
            chance = self.chances.of_guess(self.position, self.rows, suggestion.guess, by_tree=by_tree)
            return Bounds(*chance.bounds)
        candidates = self.working.candidates  # not all are known: exact in the last row, else an upper bound
        if self.rows == 1:
            exactly = Fraction(int(suggestion.consistent), candidates)
            return Bounds(exactly, exactly)
        most = most_within(len(self.position.table.feedbacks), self.rows, candidates)
        return Bounds(None, Fraction(most, candidates))


def _known_chance(suggestion: Suggestion) -> Fraction:
    """Return the chance to win that is known of *suggestion*, 0 when none is."""
    return suggestion.known_chance or Fraction(0)


def ranked(position: Position, chosen: Strategy, consistent: bool, count: int) -> list[Code]:
    """Return the best *count* guesses by the metric of a strategy (by bits, if it has none).

    Guesses that do not split the candidates and those that the rule of the game forbids are left out, and of those that
    symmetries exchange the lowest stands for all. Ties as everywhere: a consistent guess before any other, then the
    cheapest, then the lowest. A guess that is sure to win comes first.

    >>> ranked(Position("mastermind(4,6)"), strategy("minimax"), False, 3)
    ['1122', '1123', '1234']
    """
    table, candidates = position.table, position.candidate_indices
    winning = np.zeros(len(table.guesses), np.bool_)
    winning[table.consistent_guesses(candidates)] = True
    guesses = position.different_guesses  # what is like a winner is one
    if consistent:
        guesses = guesses[winning[guesses]]
    wins = winning[guesses]
    sizes, weights = table.listed_parts(guesses, candidates)
    useful = np.flatnonzero((np.count_nonzero(sizes, axis=1) > 1) | wins)
    metric = chosen.array_metric or all_entropies
    costs = table.costs[guesses[useful]]
    values = metric(weights[useful], sizes[useful], costs)
    sure = table.sure_win(candidates)  # which every strategy plays
    others = guesses[useful] != (NO_GUESS if sure is None else sure)
    order = useful[np.lexsort((useful, costs, ~wins[useful], np.round(values, 9), others))]
    return [table.guesses[int(guess)] for guess in guesses[order[:count]]]
