"""Strategies by name."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeAlias, TypedDict, overload, runtime_checkable

from bestguess.arguments import as_flag, as_text, check_function, describe, expected_error
from bestguess.engine import Choice
from bestguess.errors import StrategyError, unknown
from bestguess.games import IDENTIFY, Code, Game, GameLike, Guess, History, HistoryLike, as_game
from bestguess.games.documents import Document, Hidden, Member
from bestguess.metrics import (
    Metric,
    all_entropies,
    all_largest,
    all_part_counts,
    all_squares,
    entropy,
    expected_size,
    largest_part,
    part_count,
)
from bestguess.position import Position, PositionLike, as_position
from bestguess.strategies.base import DEFAULT_STRATEGY, MetricStrategy, NativeStrategy, OwnStrategy, Strategy, as_seed
from bestguess.strategies.program import PREFIX, Program

if TYPE_CHECKING:
    from bestguess.metrics import ArrayMetric


@dataclass(frozen=True)
class StrategyEntry(Document):
    """A strategy by its name.

    *make* takes whether only consistent guesses are allowed, and a seed.
    """

    name: Annotated[str, Member("strategy")]
    about: str
    make: Hidden[Callable[[bool, int], Strategy]]
    built_in: bool = True
    """Whether it comes with bestguess."""

    @property
    def drawn(self) -> bool:
        """Whether its moves are drawn by a seed."""
        return self.make(False, 0).drawn


class StrategiesJson(TypedDict):
    """The strategies there are."""

    strategies: Sequence[StrategyEntry]  # the strategies


def _native(name: str, choice: Choice, about: str, metric: "ArrayMetric | None" = None) -> StrategyEntry:
    return StrategyEntry(name, about, lambda consistent, seed: NativeStrategy(name, choice, consistent, seed, metric))


def _searched(name: str, objective: str, about: str) -> StrategyEntry:
    """A strategy that plays what the exact search finds; the search, which needs strategies, is imported by name."""

    def make(consistent: bool, seed: int) -> Strategy:
        made: Strategy = import_module("bestguess.solve.optimal").OptimalStrategy(name, objective, consistent)
        return made

    return StrategyEntry(name, about, make)


_entries: dict[str, StrategyEntry] = {
    entry.name: entry
    for entry in (
        _native("first", Choice.first, "the lowest candidate; with goal identify the lowest guess that splits"),
        _native("random", Choice.random, "a candidate, or with goal identify a guess that splits, by seed and history"),
        _native("minimax", Choice.minimax, "the smallest largest part (Knuth 1976)", all_largest),
        _native(
            "expected-size",
            Choice.expected_size,
            "the fewest candidates left on average (Irving 1978)",
            all_squares,
        ),
        _native("entropy", Choice.entropy, "the most bits on average (Neuwirth 1982)", all_entropies),
        _native("most-parts", Choice.most_parts, "the most parts (Kooi 2005)", all_part_counts),
        _searched("optimal", "mean,worst", "least mean, and least worst case among those, proven"),
        _searched("optimal-worst", "worst,mean", "least worst case, and least mean among those, proven"),
    )
}


def is_drawn(name: str) -> bool:
    """Whether *name* is a strategy whose moves are drawn by a seed."""
    return name in _entries and _entries[name].drawn


def described_by_name(chosen: Strategy) -> bool:
    """Whether *chosen* is the built-in strategy of its name, so that its name and options say everything about it.

    >>> from bestguess.games import game
    >>> described_by_name(strategy("entropy", first_guess="1123", game=game("mm4x6")))
    True
    >>> described_by_name(OwnStrategy("entropy", lambda position: position.candidates[0]))
    False
    """
    entry = _entries.get(chosen.name)
    if entry is None or not entry.built_in:
        return False
    same = entry.make(chosen.consistent, chosen.seed)
    same.first_guess, same.progress = chosen.first_guess, chosen.progress
    return type(chosen) is type(same) and vars(chosen) == vars(same)


def known_strategies() -> tuple[StrategyEntry, ...]:
    """The strategies that can be named."""
    return tuple(_entries.values())


@runtime_checkable
class HasStrategy(Protocol):
    """A tree: a strategy written out."""

    def as_strategy(self) -> Strategy:
        """The strategy that plays it."""


_AUTHORS = {"knuth": "minimax", "irving": "expected-size", "neuwirth": "entropy", "kooi": "most-parts"}
"""Strategies by who published them."""

StrategyLike: TypeAlias = str | Strategy | Metric | HasStrategy | Callable[[Position], Code]
"""A strategy's name, a strategy, a metric, a tree, or a function from a position to a guess: what every function that
takes a strategy accepts."""


def strategy(
    name: StrategyLike,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    game: GameLike | None = None,
) -> Strategy:
    """Return the strategy called *name*, or that a strategy, metric, tree or function is; raises StrategyError.

    *game*: what it is to play, which a first guess must be a guess of.

    >>> strategy("entropy", consistent=True)
    strategy('entropy', consistent=True)
    """
    consistent, seed = as_flag("consistent", consistent), as_seed(seed)
    rules = None if game is None else as_game(game)
    if isinstance(name, str) and not name.startswith(PREFIX):
        if name not in _entries:
            if known := _AUTHORS.get(name.lower()):
                raise StrategyError(f"unknown strategy {name!r}, did you mean {known!r}, by {name.title()}?")
            raise StrategyError(unknown("strategy", name, _entries))
        chosen = _entries[name].make(consistent, seed)
    else:
        chosen = _given_strategy(name)
        if consistent and isinstance(chosen, Program):
            raise StrategyError(f"expected consistent=False for {chosen.name}: what a program guesses is its own")
        if consistent and not chosen.consistent:
            chosen = copy.copy(chosen)
            chosen.consistent = True
    if chosen.consistent and rules is not None and rules.goal == IDENTIFY:
        raise StrategyError(f"consistent=True does not work with goal=identify, which {rules} has")
    first = chosen.first_guess if first_guess is None else first_guess
    if first is not None:
        chosen = copy.copy(chosen)
        chosen.first_guess = first
        if rules is not None:
            chosen.first_guess = chosen.opening(rules, History())
    return chosen


def _given_strategy(given: StrategyLike) -> Strategy:
    """The strategy that something other than a registered name is."""
    if isinstance(given, str):
        return Program(given.removeprefix(PREFIX))
    if isinstance(given, Strategy):
        return given
    if isinstance(given, Metric):
        return MetricStrategy(given.name or _name_of(given.function, "metric"), given.function)
    if isinstance(given, HasStrategy) and not isinstance(given, type):
        return given.as_strategy()
    if any(given is metric for metric in (largest_part, expected_size, entropy, part_count)):
        raise expected_error("a strategy: a metric is given by name, or as Metric(function)", given, StrategyError)
    if callable(given) and not isinstance(given, type):
        return OwnStrategy(_name_of(given, "function"), given)
    raise expected_error(
        "a strategy: a name, a Strategy, a Metric, a tree or a function of a position", given, StrategyError
    )


def _name_of(function: object, otherwise: str) -> str:
    """The name of *function*; *otherwise* for a lambda."""
    name = getattr(function, "__name__", otherwise)
    return name if isinstance(name, str) and name.isidentifier() else otherwise


def register_strategy(name: str, function: Callable[[Position], Code], about: str = "a strategy of your own") -> None:
    """Gives a *name* to a function from a position to a guess.

    >>> register_strategy("last", lambda position: position.candidates[-1])
    """
    check_function(f"the strategy {describe(name)}", function, 1, StrategyError)
    register_entry(
        StrategyEntry(name, about, lambda consistent, seed: OwnStrategy(name, function, consistent), built_in=False)
    )


def register_entry(entry: StrategyEntry) -> None:
    """Let strategies be named by *entry*; raises StrategyError for a name that cannot be."""
    as_text("about", entry.about, StrategyError)
    as_text("a strategy's name", entry.name, StrategyError)
    if not entry.name or "," in entry.name or entry.name.split() != [entry.name]:
        raise StrategyError(f"expected a strategy's name without space or comma, got {entry.name!r}")
    if entry.name in _entries and _entries[entry.name].built_in:
        raise StrategyError(f"the name {entry.name!r} belongs to a built-in strategy")
    _entries[entry.name] = entry


@overload
def best_guess(
    game: Game[Guess, Any, Any] | Position[Guess, Any, Any],
    history: HistoryLike = "",
    *,
    by: StrategyLike = DEFAULT_STRATEGY,
    consistent: bool = False,
) -> Guess: ...
@overload
def best_guess(
    game: str, history: HistoryLike = "", *, by: StrategyLike = DEFAULT_STRATEGY, consistent: bool = False
) -> Any: ...
def best_guess(
    game: PositionLike, history: HistoryLike = "", *, by: StrategyLike = DEFAULT_STRATEGY, consistent: bool = False
) -> Code:
    """Return the guess of one strategy after *history*.

    `advise` compares good guesses, and says which is proven to be best. Raises HistoryError when the game is over,
    ContradictionError when no candidate is left.

    >>> best_guess("mastermind(4,6)", by="minimax"), best_guess("mastermind(4,6)", [("1122", "1.0")], by="minimax")
    ('1122', '1344')
    """
    position = as_position(game, history)
    return strategy(by, consistent=consistent, game=position.game)(position)
