"""Strategies by name."""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bestguess.engine import Choice
from bestguess.errors import StrategyError, no_candidate, unknown
from bestguess.games import Code, Game
from bestguess.strategies.base import DEFAULT_STRATEGY, MetricStrategy, NativeStrategy, OwnStrategy, Strategy
from bestguess.strategies.metrics import Metric, all_bits_left, all_largest, all_part_counts, all_squares
from bestguess.strategies.position import Position
from bestguess.table import Table

if TYPE_CHECKING:
    from bestguess.strategies.metrics import ArrayMetric


@dataclass(frozen=True)
class Entry:
    """A strategy as the registry knows it: *make* takes whether only consistent guesses are allowed, and a seed."""

    name: str
    about: str
    make: Callable[[bool, int], Strategy]
    built_in: bool = True

    @property
    def drawn(self) -> bool:
        """Whether its moves are drawn by a seed."""
        return self.make(False, 0).drawn


def _native(name: str, choice: Choice, about: str, metric: "ArrayMetric | None" = None) -> Entry:
    return Entry(name, about, lambda consistent, seed: NativeStrategy(name, choice, consistent, seed, metric))


_entries: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        _native("first", Choice.first, "the lowest candidate"),
        _native("random", Choice.random, "a candidate, drawn by seed and history"),
        _native("minimax", Choice.minimax, "the smallest largest part (Knuth 1976)", all_largest),
        _native(
            "expected-size",
            Choice.expected_size,
            "the fewest candidates left on average (Irving 1978)",
            all_squares,
        ),
        _native("entropy", Choice.entropy, "the most bits on average (Neuwirth 1982)", all_bits_left),
        _native("most-parts", Choice.most_parts, "the most parts (Kooi 2005)", all_part_counts),
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
    >>> described_by_name(OwnStrategy("entropy", lambda position: position.codes[0]))
    False
    """
    entry = _entries.get(chosen.name)
    if entry is None or not entry.built_in:
        return False
    same = entry.make(chosen.consistent, chosen.seed)
    same.first_guess, same.progress = chosen.first_guess, chosen.progress
    options = {**vars(chosen), "progress": chosen.progress, "seed": chosen.seed}
    return type(chosen) is type(same) and options == {**vars(same), "seed": same.seed}


def known_strategies() -> tuple[Entry, ...]:
    """The strategies that can be named."""
    return tuple(_entries.values())


def strategy(
    name: "str | Strategy", *, consistent: bool = False, first_guess: Code | None = None, seed: int = 0, game: Game
) -> Strategy:
    """The strategy called *name* for *game*; raises StrategyError.

    >>> from bestguess.games import game
    >>> strategy("entropy", consistent=True, game=game("mm4x6"))
    strategy('entropy', consistent=True)
    """
    if isinstance(name, str):
        if name not in _entries:
            raise StrategyError(unknown("strategy", name, _entries))
        if not 0 <= seed < 2**64:
            raise StrategyError(f"expected a seed of 0 to 2^64 - 1, got {seed}")
        name = _entries[name].make(consistent, seed)
    elif consistent and not name.consistent:
        name = copy.copy(name)
        name.consistent = True
    return name.with_first_guess(first_guess, game) if first_guess is not None else name


def register_metric(name: str, metric: Metric, about: str = "a metric of your own") -> None:
    """Lets strategies be named after *metric*, a function of part sizes; lower is better.

    >>> register_metric("sum-of-cubes", lambda sizes: sum(size**3 for size in sizes))
    >>> "sum-of-cubes" in [entry.name for entry in known_strategies()]
    True
    """
    _register(Entry(name, about, lambda consistent, seed: MetricStrategy(name, metric, consistent), built_in=False))


def register_strategy(name: str, function: Callable[[Position], Code], about: str = "a strategy of your own") -> None:
    """Gives a *name* to a function from a position to a guess.

    >>> register_strategy("last", lambda position: position.codes[-1])
    """
    _register(Entry(name, about, lambda consistent, seed: OwnStrategy(name, function, consistent), built_in=False))


def register_built_in(name: str, about: str, make: Callable[[bool, int], Strategy]) -> None:
    """Adds a built-in strategy that is defined in another package."""
    _entries[name] = Entry(name, about, make)


def _register(entry: Entry) -> None:
    if not entry.name or "," in entry.name or entry.name.split() != [entry.name]:
        raise StrategyError(f"expected a strategy's name without space or comma, got {entry.name!r}")
    if entry.name in _entries and _entries[entry.name].built_in:
        raise StrategyError(f"the name {entry.name!r} belongs to a built-in strategy")
    _entries[entry.name] = entry


def best_guess(
    game: Game | Table, history: str = "", *, by: str | Strategy = DEFAULT_STRATEGY, consistent: bool = False
) -> Code:
    """The guess of a strategy after *history*.

    >>> from bestguess.games import game
    >>> best_guess(game("mastermind(4,6)"), by="minimax"), best_guess(game("mastermind(4,6)"), "1122:1.0", by="minimax")
    ('1122', '1344')
    """
    table = game if isinstance(game, Table) else Table(game)
    position = Position(table, table.game.parse_history(history))
    if not len(position.candidates):
        raise no_candidate(table.game, history)
    return strategy(by, consistent=consistent, game=table.game)(position)
