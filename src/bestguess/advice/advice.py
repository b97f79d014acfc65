"""The best next guesses in any position, and what each is worth."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from bestguess import engine
from bestguess.advice.budgets import nodes_for, trees_for
from bestguess.advice.positions import position_to_value
from bestguess.advice.ranking import ranked
from bestguess.advice.samples import Sample
from bestguess.advice.suggestions import Advice, Suggestion
from bestguess.advice.values import Value, Values, cost_of, over_weights, weight_of
from bestguess.advice.within_rows import WithinRows
from bestguess.arguments import MOST_INTEGER, as_flag, as_integer, as_limit, as_threads
from bestguess.bounds import Bounds
from bestguess.data import known_first_guess
from bestguess.errors import StrategyError
from bestguess.games import Code, CodeTuple, Game, History, HistoryLike, PegGame, Selection
from bestguess.position import Position, PositionLike, as_position
from bestguess.solve.size_bounds import least_total
from bestguess.solve.totals import LEAST_NODES, least_total_after
from bestguess.strategies import DEFAULT_STRATEGY, Move, Strategy, StrategyLike, as_seed, known_strategies, strategy

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
        asked = as_position(game, history)
        asked.check_running()
        options = {"by": by, "count": count, "consistent": consistent, "candidates": candidates}
        return advise_or_say(asked, **options, budget=budget, seed=seed)  # type: ignore[arg-type]


def advise_or_say(
    asked: Position,
    *,
    by: StrategyLike = DEFAULT_STRATEGY,
    count: int = _COUNT,
    consistent: bool = False,
    candidates: Iterable[Code] | None = None,
    budget: int | None = None,
    seed: int = 0,
) -> Advice:
    """Return what `advise` does; with goal identify, once it is known what it is, advice with nothing but the label."""
    if asked.label is None:
        asked.check_running()
    count = as_integer("a count", count, 1, MOST_INTEGER, StrategyError)
    budget = as_limit("a budget", budget, error=StrategyError)
    consistent = as_flag("consistent", consistent)
    rules, rows = asked.game, asked.active_rows
    position, sample = position_to_value(asked, candidates, seed)
    chosen = strategy(by, consistent=consistent, seed=seed, game=rules)
    if position.label is not None:
        return _advice_when_over(asked, position, chosen.name)
    _check_ranks(chosen, sample)
    nodes = nodes_for(len(position.table.guesses), len(position.candidate_indices), budget) // 2
    evaluator = _Evaluator(position, Values(position.game, nodes // count), sample)
    pool = ranked(position, chosen, consistent, count)
    by_metric = chosen.array_metric is not None and (sample is not None or chosen.first_guess is None)
    move = Move(pool[0]) if by_metric else chosen.move(position, nodes)
    within = None
    if (left := asked.rows_left) is not None:
        within = WithinRows.of(position, left, sample, 2 * nodes)
        within.learn(move)
        pool += within.guesses(count, consistent)
    if move.total is not None and not chosen.consistent:  # else other guesses might need less
        evaluator.learn(move.total, move.guess)
        pool.insert(0, move.guess)
    if evaluator.searches and not consistent:
        evaluator.values.nodes = nodes  # one half for the position, the other for the guesses
        best = evaluator.values.of(position).guess
        pool += [] if best is None else [best]
        evaluator.values.nodes = nodes // count
    found = evaluator.suggestions(list(dict.fromkeys([*pool, move.guess])))
    if sample is not None:
        found = [_estimated(one, rules, rows, sample) for one in found]
    if within is not None:
        found = _by_chance(found, within)
    if evaluator.values.interrupted or (within is not None and within.chances.interrupted):
        raise KeyboardInterrupt
    choice, certain = _choice(move, found, within, best_known=chosen.least_mean)
    return Advice(
        str(rules),
        rules.history_text(rows),
        len(position.candidate_indices) if sample is None else sample.candidates,
        chosen.name,
        choice,
        certain,
        tuple(_with(choice, found, count)),
        evaluator.values.spent + (0 if within is None else within.chances.spent),
        sample is not None,
        left,
        position.likely if sample is None else None,
        rules.goal,
        position.labels_left,
        known_best=found[0],
        rules=rules,
    )


def _choice(move: Move, found: list[Suggestion], within: WithinRows | None, *, best_known: bool) -> tuple[Code, bool]:
    """What is played, and whether that is certain: *move*, unless the best of what was *found* wins more often.

    *best_known*: a move that is not certain gives way to the best that is known within the budget.
    """
    choice = found[0].guess if best_known and not move.certain else move.guess
    if within is not None and _chance(choice, found) < _chance(found[0].guess, found):
        return found[0].guess, within.is_best(_chance(found[0].guess, found))
    return choice, move.certain


def _check_ranks(chosen: Strategy, sample: Sample | None) -> None:
    """Raises StrategyError for a strategy that cannot rank the guesses of a *sample*, if it is one."""
    if sample is not None and chosen.array_metric is None:
        ranking = [entry.name for entry in known_strategies() if entry.make(False, 0).array_metric is not None]
        raise StrategyError(
            f"expected one of {', '.join(ranking)} in a game too large for its table, got {chosen.name}"
        )


def _advice_when_over(asked: Position, position: Position, name: str) -> Advice:
    """What there is to say once it is known what the secret is: that, and nothing to guess."""
    return Advice(
        game=str(asked.game),
        history=asked.game.history_text(asked.active_rows),
        candidates=len(position.candidate_indices),
        strategy=name,
        choice=None,
        certain=True,
        suggestions=(),
        nodes=0,
        sampled=False,
        rows_left=asked.rows_left,
        likely=position.likely,
        goal=asked.game.goal,
        labels=position.labels_left,
        label=position.label,
        rules=asked.game,
    )


def evaluate_guess(asked: Position, guess: Code, *, seed: int = 0) -> Suggestion:
    """What *guess* is worth in a position, by what `advise` spends on one of its suggestions.

    Raises HistoryError when the rule of the game forbids it.

    >>> position = Position("mastermind(4,6)", "1122:1.0")
    >>> evaluate_guess(position, "1334") == advise(position).best
    True
    """
    seed, rules = as_seed(seed), asked.game
    code = rules.as_guess(guess)
    asked.check_allowed(code)
    position, sample = position_to_value(asked, None, seed)
    if sample is not None and code not in sample.game.guesses:
        guesses = CodeTuple(sorted([*sample.game.guesses, code], key=rules.guesses.index))
        sample = Sample(Selection(rules, guesses, sample.game.secrets), sample.candidates)
        position = Position(sample.game)
    nodes = nodes_for(len(position.table.guesses), len(position.candidate_indices), None) // 2
    evaluator = _Evaluator(position, Values(position.game, nodes), sample)
    if evaluator.searches:
        evaluator.values.of(position)
    evaluator.values.nodes = nodes // _COUNT
    found = evaluator.suggestions([code])[0]
    if sample is not None:
        found = _estimated(found, rules, asked.active_rows, sample)
    if not (left := asked.rows_left):  # a game that is lost has no chance to tell
        return found
    within = WithinRows.of(position, left, sample, 2 * nodes)
    within.guesses(1, False)  # what is known of the position also bounds its guesses
    return _by_chance([found], within)[0]


@dataclass(frozen=True)
class _Evaluator:
    """Values the guesses of one *position*, which may be that of a *sample*."""

    position: Position
    values: Values
    sample: Sample | None

    @property
    def searches(self) -> bool:
        """Whether there are nodes enough to search, and candidates that are all there."""
        enough = self.values.nodes is not None and self.values.nodes >= LEAST_NODES
        return enough and (self.sample is None or self.sample.whole)

    def learn(self, total: Bounds[int, int], guess: Code) -> None:
        """Takes the value of the position from what a strategy found: a *total*, and the *guess* that reaches it."""
        if weight := weight_of(self.position):
            value = Value.of_total(total, weight, guess, self.position.game.cost_unit)
            self.values.learn(self.position, value)

    def suggestions(self, pool: list[Code]) -> list[Suggestion]:
        """What each guess of *pool* is worth, those that are expected to need least first."""
        table, most = self.position.table, len(pool)
        if self.sample is not None and not self.sample.whole:
            most = 0
        elif not self.searches:
            most = trees_for(len(table.guesses), len(self.position.candidate_indices))
        known = [guess for guess in pool if self._is_known(guess)]
        valued = {*known, *[guess for guess in pool if guess not in known][:most]}
        found = [self._suggestion(guess, guess in valued) for guess in pool]
        if valued:  # else the order of the strategy is the best that is known
            found.sort(key=self._order)
        return found

    def _is_known(self, guess: Code) -> bool:
        """Whether the value of *guess* ships, so that it costs nothing."""
        return not self.position.active_rows and known_first_guess(self.position.game, guess) is not None

    def _order(self, one: Suggestion) -> tuple[bool, Fraction, Fraction, bool, Fraction, int]:
        """The least upper bound first, then the least lower bound; ties as everywhere."""
        lower, upper = one.expected
        ties = (not one.consistent, one.cost or Fraction(0), self.position.table.guesses.index(one.guess))
        return upper is None, upper or Fraction(0), lower, *ties

    def _suggestion(self, guess: Code, valued: bool) -> Suggestion:
        table, candidates = self.position.table, self.position.candidate_indices
        index = table.guesses.index(guess)
        parts, weights = table.listed_parts(np.array([index], np.uint32), candidates, 1)
        sizes, masses = parts[0], weights[0]
        whole = int(masses.sum())
        low = least_total_after(table, index, candidates) * table.game.cost_unit / whole
        high: Fraction | None = None
        if valued:
            value = self.values.of_guess(self.position, guess)
            high = value.bounds.upper
            if self.sample is None:  # a search that may not play every guess bounds nothing from below
                low = max(low, value.bounds.lower)
        shares = masses[masses > 0] / whole
        over = int(masses[0])
        if table.game.identifies:
            over = int(over_weights(table, np.array([index], np.uint32), candidates)[0])
        return Suggestion(
            guess,
            bool(sizes[0]),
            int(np.count_nonzero(sizes)),
            int(sizes.max()),
            float((masses * sizes).sum() / whole),
            max(0.0, float(-(shares * np.log2(shares)).sum())),
            Fraction(over, whole),
            Bounds(low, high),
            cost=cost_of(table, guess) if table.game.has_costs else None,
        )


def _by_chance(found: list[Suggestion], within: WithinRows) -> list[Suggestion]:
    """The suggestions with their chances, the best chance first; of equal ones, the order stays."""
    chances = within.chances_of([(one.guess, one.consistent) for one in found])
    valued = [replace(one, chance=chance) for one, chance in zip(found, chances, strict=True)]
    return sorted(valued, key=lambda one: -_chance(one.guess, [one]))


def _chance(guess: Code, found: list[Suggestion]) -> Fraction:
    """The chance to win that is known of *guess*, 0 when none is."""
    chance = next(one.chance for one in found if one.guess == guess)
    return Fraction(0) if chance is None else chance.lower or Fraction(0)


def _with(choice: Code, found: list[Suggestion], count: int) -> list[Suggestion]:
    """The first *count* of the suggestions, the strategy's *choice* among them."""
    kept = found[:count]
    if choice not in [one.guess for one in kept]:
        kept[-1:] = [one for one in found if one.guess == choice]
    return kept


def _estimated(one: Suggestion, game: Game, history: History, sample: Sample) -> Suggestion:
    """*one*, which was valued on a sample, scaled to all candidates."""
    consistent = one.consistent or (
        game.kernel() is not None
        and one.guess in game.secrets
        and all(game.score_unchecked(row.guess, one.guess) == row.feedback for row in history)
    )
    scale = sample.candidates / len(sample.table.secrets)
    one_each = game.kernel() is not None or isinstance(game, PegGame)  # else a guess may win against many
    least = least_total(len(sample.table.feedbacks), sample.candidates) if one_each else sample.candidates
    cheapest = Fraction(1) if game.costs is None else min(game.costs) * game.cost_unit
    return Suggestion(
        one.guess,
        consistent,
        one.parts,
        math.ceil(one.largest_part * scale),
        one.expected_size * scale,
        one.entropy,
        one.win_probability if sample.whole else Fraction(int(consistent), sample.candidates),
        one.expected if sample.whole else Bounds(least * cheapest / sample.candidates, one.expected.upper),
        cost=one.cost,
    )
