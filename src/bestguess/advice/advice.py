"""Rank the best next guesses of a position, and value each of them."""

import math
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from bestguess import engine
from bestguess.advice.chances import Chances, WeightedCandidates
from bestguess.advice.samples import WorkingPosition, working_position
from bestguess.advice.suggestions import Advice, Suggestion
from bestguess.advice.values import Value, Values, cost_of, nodes_for, trees_for, weight_of, win_probability
from bestguess.arguments import MAX_INTEGER, as_flag, as_integer, as_limit, as_threads
from bestguess.bounds import Bounds
from bestguess.data import known_first_guess
from bestguess.errors import StrategyError
from bestguess.games import Code, HistoryLike, PegGame
from bestguess.metrics import all_entropies
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.totals import MIN_NODES, least_total, least_total_after, max_found_within
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

_DEFAULT_COUNT = 5  # suggestions


def advise(
    game: PositionLike,
    history: HistoryLike = "",
    *,
    by: StrategyLike = DEFAULT_STRATEGY,
    count: int = _DEFAULT_COUNT,
    consistent: bool = False,
    candidates: Iterable[Code] | None = None,
    budget: int | None = None,
    seed: int = 0,
    threads: int | None = None,
) -> Advice:
    """Return the best *count* guesses by the strategy *by*, each with the bounds that *budget* nodes of search prove.

    `optimal` and `optimal-worst` follow the plan that ships while the history matches it. Otherwise they play the best
    guess known within the budget. The choice of other strategies does not depend on the budget.
    All suggestions obey the rule of the game.
    On a board with rows, guesses are ordered by the chance to win within the rows left. The last row is never wasted.
    *consistent*: suggest only guesses that may win now. *candidates*: consider only these secrets. Default: all.
    A game too large for a table is valued from a sample, drawn by *seed*. *threads*: default all cores; the advice does
    not depend on it. Raises HistoryError when the game is over, ContradictionError when no candidate is left.

    >>> best = advise("mastermind(4,6)", "1122:1.0").best
    >>> best.guess, best.parts, best.expected_guesses, best.proven
    ('1334', 14, Fraction(449, 128), True)
    """
    with engine.limited_threads(as_threads(threads)):
        position = as_position(game, history)
        position.check_running()
        count = as_integer("a count", count, 1, MAX_INTEGER, StrategyError)
        budget = as_limit("a budget", budget, error=StrategyError)
        consistent = as_flag("consistent", consistent)
        working = working_position(position, candidates, seed)
        player = strategy(by, consistent=consistent, seed=seed, game=position.game)
        if working.position.label is not None:
            return _build_advice(position, working, player)
        return _advise(position, working, player, count, consistent, budget)


def advise_or_label(position: Position, *, by: StrategyLike = DEFAULT_STRATEGY, **options: Any) -> Advice:
    """Return `advise(position)`; once the label is known (goal identify), return advice that holds only the label."""
    if position.label is None:
        return advise(position, by=by, **options)
    working = working_position(position, options.get("candidates"), seed=0)
    return _build_advice(position, working, strategy(by, game=position.game))


def _advise(
    position: Position, working: WorkingPosition, player: Strategy, count: int, consistent: bool, budget: int | None
) -> Advice:
    """Return advice for a *position* whose game is not over; *working* is what replaces it in all computations."""
    if working.sampled and player.array_metric is None:
        names = [entry.name for entry in known_strategies() if entry.make(False, 0).array_metric is not None]
        raise StrategyError(f"expected one of {', '.join(names)} in a game too large for its table, got {player.name}")
    # Step 1. Rank guesses by the metric of the strategy, and find its own move.
    evaluator = _Evaluator(position, working, budget, count)
    pool = rank_guesses(working.position, player, consistent, count)
    by_metric = player.array_metric is not None and (working.sampled or player.first_guess is None)
    move = Move(pool[0]) if by_metric else player.move(working.position, evaluator.nodes)
    # Step 2. Add guesses that a search or the rows left may prefer. Learning the move first saves part of that search.
    evaluator.learn(move, player.consistent)
    pool += evaluator.best_by_chance(count, consistent)
    if move.total is not None and not player.consistent:
        pool.insert(0, move.guess)
    if evaluator.searches and not consistent:
        pool += evaluator.best_by_value()
    # Step 3. Value all of them. The choice is among the suggestions, even if it is not one of the best.
    suggestions = evaluator.suggestions([*pool, move.guess])
    if evaluator.values.interrupted or evaluator.chances.interrupted:
        raise KeyboardInterrupt
    choice, certain = _choose(player, move, suggestions, evaluator)
    listed = suggestions[:count]
    if choice not in listed:
        listed[-1:] = [choice]
    return _build_advice(
        position,
        working,
        player,
        choice=choice.guess,
        certain=certain,
        suggestions=tuple(listed),
        nodes=evaluator.values.nodes_searched + evaluator.chances.nodes_searched,
        known_best=suggestions[0],
    )


def _choose(
    player: Strategy, move: Move, suggestions: list[Suggestion], evaluator: "_Evaluator"
) -> tuple[Suggestion, bool]:
    """Return the suggestion that the strategy plays, and whether that choice is certain.

    *suggestions* are sorted, the best first. *move*: what the strategy would play by itself. On a board with rows, a
    guess that is known to win more often replaces it.
    """
    best = suggestions[0]
    if move.certain or not player.least_mean:
        (choice,) = (suggestion for suggestion in suggestions if suggestion.guess == move.guess)
    else:
        choice = best  # the move is not proven, so the best guess known within the budget replaces it
    best_chance = _known_chance(best)
    if _known_chance(choice) < best_chance:
        return best, evaluator.is_best_chance(best_chance)
    return choice, move.certain


def _build_advice(
    position: Position, working: WorkingPosition, player: Strategy, choice: Code | None = None, **results: Any
) -> Advice:
    """Return advice with these *results*, which are fields of `Advice`; none once the label is known."""
    return Advice(
        game=str(position.game),
        history=position.game.history_text(position.active_rows),
        candidates=working.candidates,
        strategy=player.name,
        choice=choice,
        sampled=working.sampled,
        rows_left=position.rows_left,
        likely=None if working.sampled else working.position.likely,
        goal=position.game.goal,
        labels=working.position.labels_left,
        label=working.position.label,
        rules=position.game,
        **results,
    )


def evaluate_guess(position: Position, guess: Code, *, seed: int = 0) -> Suggestion:
    """Return *guess* as a suggestion for *position*, with the effort that `advise` spends on each suggestion.

    Raises HistoryError when the rule of the game forbids *guess*.

    >>> position = Position("mastermind(4,6)", "1122:1.0")
    >>> evaluate_guess(position, "1334") == advise(position).best
    True
    """
    code = position.game.as_guess(guess)
    position.check_allowed(code)
    working = working_position(position, None, as_seed(seed)).with_guess(code)
    evaluator = _Evaluator(position, working, None, _DEFAULT_COUNT)
    evaluator.best_by_value()  # for its side effect: the value of the position bounds the value of each guess
    evaluator.best_by_chance(1, False)
    return evaluator.suggestions([code])[0]


class _Evaluator:
    """Computes values of guesses on a working position, and chances to win if the board has rows.

    Half of the nodes of *budget* go to the position, half to *count* guesses. Chances get as many nodes again.
    """

    def __init__(self, original: Position, working: WorkingPosition, budget: int | None, count: int) -> None:
        self.original, self.working, self.position = original, working, working.position
        self.rows = original.rows_left or None  # 0 rows left: the game is lost, and no chance is computed
        self.nodes = nodes_for(self.position, budget) // 2
        self.nodes_per_guess = self.nodes // count
        self.values = Values(self.position.game, self.nodes_per_guess)
        self.chances = Chances(2 * self.nodes, every_guess=not working.sampled)

    @property
    def searches(self) -> bool:
        """Whether each guess can be searched: enough nodes, and all candidates are in the working position."""
        return self.nodes_per_guess >= MIN_NODES and self.working.has_all_candidates

    def learn(self, move: Move, consistent: bool) -> None:
        """Record what a strategy proved with its *move*. *consistent*: it considered only consistent guesses."""
        weight = weight_of(self.position)
        if move.total is not None and weight and not consistent:  # other guesses may need less than consistent ones
            value = Value.of_total(move.total, weight, move.guess, self.position.game.cost_unit)
            self.values.learn(self.position, value)
        if self.rows is not None and not self.working.sampled and move.worst is not None and move.worst <= self.rows:
            self.chances.learn(self.position, self.rows, move.guess)

    def best_by_value(self) -> list[Code]:
        """Search the position and return its best known guess; return no guess if there are too few nodes."""
        if self.nodes < MIN_NODES or not self.working.has_all_candidates:
            return []
        self.values.nodes = self.nodes
        best = self.values.of(self.position).guess
        self.values.nodes = self.nodes_per_guess
        return [] if best is None else [best]

    def best_by_chance(self, count: int, consistent: bool) -> list[Code]:
        """Return at most *count* guesses that may have the best chance; none where any guess is sure to win."""
        if self.rows is None:
            return []
        weighted, table = WeightedCandidates(self.position), self.position.table
        if self.rows == 1:
            return [guess for guess, weight in weighted.best_with_one_row(count) if weight]
        if self.chances.any_guess_wins(weighted, self.rows):
            return []
        if self.rows == 2 and table.max_wins == 1:
            return [guess for guess, _ in weighted.best_with_two_rows(count, consistent)]
        if not self.working.has_all_candidates:
            return []
        best = self.chances.of(self.position, self.rows).guess
        if best is None or (consistent and not self.position.may_win(table.guesses.index(best))):
            return []
        return [best]

    def is_best_chance(self, chance: Fraction) -> bool:
        """Whether it is proven that no guess has a better chance."""
        if not self.working.has_all_candidates or self.rows is None:
            return False
        return chance == 1 or self.chances.of(self.position, self.rows).bounds.upper <= chance

    def suggestions(self, guesses: list[Code]) -> list[Suggestion]:
        """Return a suggestion for each of *guesses*, the lowest expected number first.

        On a board with rows, the best chance to win within them comes first.
        """
        pool = list(dict.fromkeys(guesses))
        # Step 1. Choose which guesses get a value: those whose value ships, which costs nothing, and as many others
        # as the budget allows.
        max_others = len(pool) if self.searches else trees_for(self.position)
        game, start = self.position.game, not self.position.active_rows
        shipped = [guess for guess in pool if start and known_first_guess(game, guess) is not None]
        others = [guess for guess in pool if guess not in shipped]
        valued = set(shipped)
        if self.working.has_all_candidates:
            valued.update(others[:max_others])
        # Step 2. Value and sort. Without any value, the order of the strategy is the best one known.
        suggestions = [self._suggestion(guess, guess in valued) for guess in pool]
        if valued:
            suggestions.sort(key=self._sort_key)
        # Step 3. Add chances. With few nodes only the first guesses get a tree; one tree is for the position itself.
        self.chances.nodes = 2 * self.nodes // len(pool)
        by_tree = len(pool) if self.chances.nodes >= MIN_NODES else trees_for(self.position) - 1
        with_chance = [
            replace(suggestion, chance_range=self._chance(suggestion, place < by_tree))
            for place, suggestion in enumerate(suggestions)
        ]
        return sorted(with_chance, key=_known_chance, reverse=True)  # stable: equal chances keep the order of step 2

    def _sort_key(self, suggestion: Suggestion) -> tuple[Any, ...]:
        """Return a key: lowest upper bound, then lowest lower bound, then consistent, cheapest, lowest code."""
        lower, upper = suggestion.expected_range
        index = self.position.table.guesses.index(suggestion.guess)
        return upper is None, upper or 0, lower, not suggestion.consistent, suggestion.cost or 0, index

    def _suggestion(self, guess: Code, valued: bool) -> Suggestion:
        """Return *guess* with its figures, but without its chance to win within the rows."""
        table, candidates = self.position.table, self.position.candidate_indices
        index = table.guesses.index(guess)
        listed_sizes, listed_weights = table.list_parts(np.array([index], np.uint32), candidates, 1)
        sizes, weights = listed_sizes[0], listed_weights[0]  # by part; the winning part is at index 0
        total_weight = int(weights.sum())
        shares = weights[weights > 0] / total_weight
        consistent = bool(sizes[0])
        if self.working.has_all_candidates and table.game.identifies:
            chance_now = win_probability(self.position, guess)
        elif self.working.has_all_candidates:
            chance_now = Fraction(int(weights[0]), total_weight)
        else:  # the guess may be a candidate that is not in the sample
            consistent = consistent or (self.original.game.kernel() is not None and guess in self.original.candidates)
            chance_now = Fraction(int(consistent), self.working.candidates)
        scale = self.working.candidates / len(candidates)  # sizes in a sample estimate those among all candidates
        return Suggestion(
            guess=guess,
            consistent=consistent,
            parts=int(np.count_nonzero(sizes)),
            largest_part=math.ceil(int(sizes.max()) * scale),
            expected_size=float((weights * sizes).sum() / total_weight) * scale,
            entropy=max(0.0, float(-(shares * np.log2(shares)).sum())),
            win_probability=chance_now,
            expected_range=self._expected(guess, valued, total_weight),
            cost=cost_of(table, guess) if table.game.has_costs else None,
        )

    def _expected(self, guess: Code, valued: bool, weight: int) -> Bounds[Fraction, Fraction | None]:
        """Return bounds of the expected number of guesses after *guess*; the upper bound is None unless *valued*.

        *weight*: the weight of all candidates of the working position.
        """
        table, candidates = self.position.table, self.position.candidate_indices
        value = self.values.of_guess(self.position, guess) if valued else None
        upper = None if value is None else value.bounds.upper
        if not self.working.has_all_candidates:
            return Bounds(self._least_expected(), upper)
        lower = least_total_after(table, table.guesses.index(guess), candidates) * table.game.cost_unit / weight
        # A search proves a lower bound only if it tried every guess, and a sample has only some.
        if value is not None and not self.working.sampled:
            lower = max(lower, value.bounds.lower)
        return Bounds(lower, upper)

    def _least_expected(self) -> Fraction:
        """Return a lower bound of the expected number for any guess, from the number of candidates alone."""
        game, candidates = self.original.game, self.working.candidates
        wins_one_secret = game.kernel() is not None or isinstance(game, PegGame)  # else a guess may win against many
        least = least_total(len(self.position.table.feedbacks), candidates) if wins_one_secret else candidates
        cheapest = Fraction(1) if game.costs is None else min(game.costs) * game.cost_unit
        return least * cheapest / candidates

    def _chance(self, suggestion: Suggestion, by_tree: bool) -> Bounds[Fraction | None, Fraction] | None:
        """Return bounds of the chance to win within the rows; None without rows."""
        if self.rows is None:
            return None
        if self.working.has_all_candidates:
            chance = self.chances.of_guess(self.position, self.rows, suggestion.guess, by_tree=by_tree)
            return Bounds(*chance.bounds)
        # Only some candidates are in the sample: the chance is exact in the last row, else only bounded from above.
        candidates = self.working.candidates
        if self.rows == 1:
            chance_now = Fraction(int(suggestion.consistent), candidates)
            return Bounds(chance_now, chance_now)
        max_found = max_found_within(len(self.position.table.feedbacks), self.rows, candidates)
        return Bounds(None, Fraction(max_found, candidates))


def _known_chance(suggestion: Suggestion) -> Fraction:
    """Return the known chance of *suggestion*, or 0 if it has none."""
    return suggestion.chance or Fraction(0)


def rank_guesses(position: Position, player: Strategy, consistent: bool, count: int) -> list[Code]:
    """Return the best *count* guesses by the metric of a strategy, or by entropy if it has no metric.

    The list has no guess that the rule forbids, and none that neither splits the candidates nor may win. The lowest
    guess stands for all guesses that symmetries exchange. Ties: consistent first, then the cheapest, then the lowest.
    A guess that is sure to win comes first.

    >>> rank_guesses(Position("mastermind(4,6)"), strategy("minimax"), False, 3)
    ['1122', '1123', '1234']
    """
    table, candidates = position.table, position.candidate_indices
    winning = np.zeros(len(table.guesses), np.bool_)
    winning[table.consistent_guesses(candidates)] = True
    guesses = position.different_guesses  # one for each orbit: if one guess of an orbit may win, all may
    if consistent:
        guesses = guesses[winning[guesses]]
    wins = winning[guesses]
    sizes, weights = table.list_parts(guesses, candidates)
    useful = np.flatnonzero((np.count_nonzero(sizes, axis=1) > 1) | wins)
    metric = player.array_metric or all_entropies
    costs = table.costs[guesses[useful]]
    values = metric(weights[useful], sizes[useful], costs)
    sure = table.sure_win(candidates)  # every strategy plays it
    is_other = guesses[useful] != (NO_GUESS if sure is None else sure)
    # lexsort takes the last key first. Values within 1e-9 are ties.
    order = useful[np.lexsort((useful, costs, ~wins[useful], np.round(values, 9), is_other))]
    return [table.guesses[int(guess)] for guess in guesses[order[:count]]]
