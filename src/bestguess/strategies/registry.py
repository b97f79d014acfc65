"""The registry of strategies by name, and the conversion of names, metrics, trees and functions to strategies."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeAlias, TypedDict, overload, runtime_checkable

from bestguess.arguments import as_flag, as_text, check_function, describe, expected_error
from bestguess.engine import Choice
from bestguess.errors import StrategyError, unknown_name_text
from bestguess.games import Code, Game, GameLike, Guess, History, HistoryLike, as_game
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
from bestguess.strategies.base import (
    DEFAULT_STRATEGY,
    FunctionStrategy,
    MetricStrategy,
    NativeStrategy,
    Strategy,
    as_seed,
)
from bestguess.strategies.program import PREFIX, Program

if TYPE_CHECKING:
    from bestguess.metrics import ArrayMetric


@dataclass(frozen=True)
class StrategyEntry(Document):
    """A strategy in the registry.

    *make* builds it. Its arguments are whether only consistent guesses are allowed, and a seed.
    """

    name: Annotated[str, Member("strategy")]
    about: str
    make: Hidden[Callable[[bool, int], Strategy]]
    built_in: bool = True
    """Whether the strategy comes with bestguess."""

    @property
    def is_random(self) -> bool:
        """Whether the moves are random, drawn by a seed."""
        return self.make(False, 0).is_random


class StrategiesJson(TypedDict):
    """All strategies that have a name."""

    strategies: Sequence[StrategyEntry]  # the strategies


def _native(name: str, choice: Choice, about: str, metric: "ArrayMetric | None" = None) -> StrategyEntry:
    return StrategyEntry(name, about, lambda consistent, seed: NativeStrategy(name, choice, consistent, seed, metric))


def _optimal(name: str, objective: str, about: str) -> StrategyEntry:
    """Return the entry of a strategy that plays the result of an exact search for *objective*."""

    def make(consistent: bool, seed: int) -> Strategy:
        # Imported by name: `solve` imports `strategies`.
        optimal: Strategy = import_module("bestguess.solve.optimal").OptimalStrategy(name, objective, consistent)
        return optimal

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
        _optimal("optimal", "mean,worst", "least mean, and least worst case among those, proven"),
        _optimal("optimal-worst", "worst,mean", "least worst case, and least mean among those, proven"),
    )
}


def is_random(name: str) -> bool:
    """Whether *name* is a strategy with random moves, drawn by a seed."""
    return name in _entries and _entries[name].is_random


def described_by_name(player: Strategy) -> bool:
    """Whether *player* is a built-in strategy, so that its name and options describe it fully.

    >>> from bestguess.games import game
    >>> described_by_name(strategy("entropy", first_guess="1123", game=game("mm4x6")))
    True
    >>> described_by_name(FunctionStrategy("entropy", lambda position: position.candidates[0]))
    False
    """
    entry = _entries.get(player.name)
    if entry is None or not entry.built_in:
        return False
    built_in = entry.make(player.consistent, player.seed)
    built_in.first_guess, built_in.progress = player.first_guess, player.progress
    return type(player) is type(built_in) and vars(player) == vars(built_in)


def known_strategies() -> tuple[StrategyEntry, ...]:
    """Return the strategies that have a name, those registered by the user included."""
    return tuple(_entries.values())


@runtime_checkable
class HasStrategy(Protocol):
    """An object that can be played as a strategy, such as a tree."""

    def as_strategy(self) -> Strategy:
        """Return the strategy that plays it."""


_AUTHORS = {"knuth": "minimax", "irving": "expected-size", "neuwirth": "entropy", "kooi": "most-parts"}
"""The strategies by their authors, to suggest a name."""

StrategyLike: TypeAlias = str | Strategy | Metric | HasStrategy | Callable[[Position], Code]
"""The name of a strategy, a strategy, a metric, a tree, or a function from a position to a guess. Every function that
takes a strategy accepts any of them."""


def strategy(
    name: StrategyLike,
    *,
    consistent: bool = False,
    first_guess: Code | None = None,
    seed: int = 0,
    game: GameLike | None = None,
) -> Strategy:
    """Return the strategy called *name*. *name* may also be a strategy, a metric, a tree or a function.

    *consistent*: play only guesses that would win against a candidate. *first_guess*: the guess to play at the start.
    *seed*: for `random`. *game*: the game to play, if known; then *first_guess* must be one of its guesses. Raises
    StrategyError.

    >>> strategy("entropy", consistent=True)
    strategy('entropy', consistent=True)
    """
    consistent, seed = as_flag("consistent", consistent), as_seed(seed)
    rules = None if game is None else as_game(game)
    if isinstance(name, str) and not name.startswith(PREFIX):
        if name not in _entries:
            if suggestion := _AUTHORS.get(name.lower()):
                raise StrategyError(f"unknown strategy {name!r}, did you mean {suggestion!r}, by {name.title()}?")
            raise StrategyError(unknown_name_text("strategy", name, _entries))
        player = _entries[name].make(consistent, seed)
    else:
        player = _as_strategy(name)
        if consistent and isinstance(player, Program):
            raise StrategyError(f"consistent=True does not work with {player.name}: a program chooses any guess")
        if consistent and not player.consistent:
            player = copy.copy(player)
            player.consistent = True
    if rules is not None:
        player.check_goal(rules)
    first = player.first_guess if first_guess is None else first_guess
    if first is not None:
        player = copy.copy(player)
        player.first_guess = first
        if rules is not None:
            player.first_guess = player.opening(rules, History())
    return player


def _as_strategy(value: StrategyLike) -> Strategy:
    """Return the strategy that *value* stands for, where *value* is not a registered name."""
    if isinstance(value, str):
        return Program(value.removeprefix(PREFIX))
    if isinstance(value, Strategy):
        return value
    if isinstance(value, Metric):
        return MetricStrategy(value.name or _name_of(value.function, "metric"), value.function)
    if isinstance(value, HasStrategy) and not isinstance(value, type):
        return value.as_strategy()
    # A metric is a function too, but not of a position.
    if any(value is metric for metric in (largest_part, expected_size, entropy, part_count)):
        raise expected_error("a strategy: give a metric by name, or as Metric(function)", value, StrategyError)
    if callable(value) and not isinstance(value, type):
        return FunctionStrategy(_name_of(value, "function"), value)
    raise expected_error(
        "a strategy: a name, a Strategy, a Metric, a tree or a function of a position", value, StrategyError
    )


def _name_of(function: object, default: str) -> str:
    """Return the name of *function*, or *default* for a lambda."""
    name = getattr(function, "__name__", default)
    return name if isinstance(name, str) and name.isidentifier() else default


def register_strategy(name: str, function: Callable[[Position], Code], about: str = "a strategy of your own") -> None:
    """Register *function*, from a position to a guess, as the strategy *name*. *about* describes it in lists.

    >>> register_strategy("last", lambda position: position.candidates[-1])
    """
    check_function(f"the strategy {describe(name)}", function, 1, StrategyError)
    register_entry(
        StrategyEntry(
            name, about, lambda consistent, seed: FunctionStrategy(name, function, consistent), built_in=False
        )
    )


def register_entry(entry: StrategyEntry) -> None:
    """Add *entry* to the registry, or replace a registered one; raise StrategyError if its name is not allowed."""
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
    """Return the guess of the strategy *by* after *history*.

    Unlike this, `advise` compares guesses and tells which are proven best. Raises HistoryError when the game is over,
    and ContradictionError when no candidate is left.

    >>> best_guess("mastermind(4,6)", by="minimax"), best_guess("mastermind(4,6)", [("1122", "1.0")], by="minimax")
    ('1122', '1344')
    """
    position = as_position(game, history)
    return strategy(by, consistent=consistent, game=position.game)(position)
