"""The same strategy over many sizes of a game: what the heat map shows."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bestguess.arguments import as_integer, as_list, as_text, as_threads, expected
from bestguess.errors import FileError, GameError, StrategyError, unknown
from bestguess.executors import check_executor, found_by, submit
from bestguess.games import Game, game
from bestguess.statistics.comparisons import MOST_SEEDS, figures_of
from bestguess.statistics.store import Store, result_key
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, strategy
from bestguess.table import check_size
from bestguess.trees import Figures

TRADITIONAL = {"mastermind": (4, 6), "bullscows": (4, 10)}
"""The sizes that are sold in boxes, or played on paper."""
SYMBOL_WORD = {"mastermind": "colours", "bullscows": "digits"}

HeatFigure: TypeAlias = Literal["worst", "mean", "lost"]
"""What a heat map of a sweep can show."""


@dataclass(frozen=True)
class Sweep:
    """Figures by pegs and symbols (colours or digits); sizes that a game does not have are left out.

    *rows*: how many guesses every board allows, or None.
    """

    family: str
    strategy: str
    consistent: bool
    pegs: tuple[int, ...]
    symbols: tuple[int, ...]
    figures: Mapping[tuple[int, int], Figures]
    rows: int | None = None

    @property
    def symbol_word(self) -> str:
        """What the game calls its symbols."""
        return SYMBOL_WORD[self.family]

    def as_csv(self) -> str:
        """A line for each size; what is lost only where boards have rows."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        columns = ["secrets", "total", "mean", "worst", "at_worst", "first_guess", "seconds"]
        columns += [] if self.rows is None else ["lost", "lost_weight"]
        writer.writerow(["game", "strategy", "consistent", "pegs", self.symbol_word, *columns])
        for (pegs, symbols), figures in sorted(self.figures.items()):
            numbers = [getattr(figures, column) for column in columns]
            writer.writerow([figures.game, figures.strategy, figures.consistent, pegs, symbols, *numbers])
        return text.getvalue()


def sizes_of(
    family: str, pegs: int | Iterable[int], symbols: int | Iterable[int], rows: int | None = None
) -> dict[tuple[int, int], Game]:
    """The games of *family* by pegs and symbols, smallest first; raises GameError when there are none.

    *rows*: how many guesses their boards allow. Default: no limit.

    >>> list(sizes_of("bullscows", [2, 3], [2, 3]))
    [(2, 2), (2, 3), (3, 3)]
    """
    if as_text("a family to sweep", family, GameError) not in SYMBOL_WORD:
        raise GameError(unknown("family to sweep", family, SYMBOL_WORD))
    pegs, symbols = _sizes("pegs", pegs), _sizes(SYMBOL_WORD[family], symbols)
    rows = None if rows is None else as_integer("rows", rows, 1, 10**9, GameError)
    sizes = [(p, s) for p in pegs for s in symbols if family == "mastermind" or p <= s]
    found = {(p, s): game(f"{family}({p},{s})").with_rows(rows) for p, s in sizes}
    if not found:
        raise GameError(f"{family} has no game with pegs {list(pegs)} and {SYMBOL_WORD[family]} {list(symbols)}")
    return dict(sorted(found.items(), key=lambda item: (len(item[1].guesses), item[0])))


def _sizes(name: str, sizes: int | Iterable[int]) -> list[int]:
    """One size or several as a list; raises GameError."""
    listed = as_list(name, sizes, GameError) if isinstance(sizes, Iterable) else [sizes]
    return [as_integer(name, size, 1, 10**9, GameError) for size in listed]


def sweep(
    family: str,
    pegs: int | Iterable[int],
    symbols: int | Iterable[int],
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    consistent: bool = False,
    rows: int | None = None,
    store: Store | None = None,
    seeds: int = 10,
    threads: int | None = None,
    memory_limit: int | None = None,
    executor: Executor | None = None,
) -> Iterator[Sweep]:
    """What is known after each size, smallest first, so that a caller who stops has everything up to there.

    *rows*: how many guesses every board allows; what needs more is lost. Default: no limit.
    Sizes that do not fit in memory are refused before anything is computed. Results of built-in strategies that do not
    draw are looked up in *store*, and kept there; `random` is averaged over *seeds*.

    >>> [*sweep("mastermind", [4], [5, 6], "minimax")][-1].figures[4, 6].worst
    5
    """
    check_executor(executor)
    seeds, threads = as_integer("seeds", seeds, 1, MOST_SEEDS, StrategyError), as_threads(threads)
    if store is not None and not isinstance(store, Store):
        raise expected("a Store", store)
    lines, columns = _sizes("pegs", pegs), _sizes("symbols", symbols)
    games = sizes_of(family, lines, columns, rows)
    for one in games.values():
        check_size(one, memory_limit)
    chosen = strategy(by, consistent=consistent, game=next(iter(games.values())))

    def compute(one: Game) -> Figures:
        return figures_of(one, chosen, seeds, threads, memory_limit)

    if executor is not None:
        return _steps(
            games,
            chosen,
            store,
            _computed_by(executor, games, chosen, store, seeds, memory_limit),
            tuple(lines),
            tuple(columns),
        )
    return _steps(games, chosen, store, compute, tuple(lines), tuple(columns))


def _computed_by(
    executor: Executor,
    games: Mapping[tuple[int, int], Game],
    chosen: Strategy,
    store: Store | None,
    seeds: int,
    memory_limit: int | None,
) -> Callable[[Game], Figures]:
    """A function that gives the figures of each of *games*, all of which are computed at once by workers."""
    futures = {
        str(one): submit(executor, figures_of, str(one), chosen, seeds, 1, memory_limit)
        for one in games.values()
        if store is None or (key := result_key(one, chosen)) is None or store.find(key) is None
    }
    return lambda one: found_by(futures[str(one)])


def _steps(
    games: Mapping[tuple[int, int], Game],
    chosen: Strategy,
    store: Store | None,
    compute: Callable[[Game], Figures],
    pegs: tuple[int, ...],
    symbols: tuple[int, ...],
) -> Iterator[Sweep]:
    done: dict[tuple[int, int], Figures] = {}
    for size, one in games.items():
        done[size], failure = _kept_or_computed(store, one, chosen, compute)
        yield Sweep(one.family, chosen.name, chosen.consistent, pegs, symbols, dict(done), one.rows)
        if failure is not None:
            raise failure


def _kept_or_computed(
    store: Store | None, game: Game, chosen: Strategy, compute: Callable[[Game], Figures]
) -> tuple[Figures, FileError | None]:
    """The figures in *store*; computed, and kept there, if they are not. Also why they could not be kept."""
    key = result_key(game, chosen)
    if store is None or key is None:
        return compute(game), None
    if (kept := store.find(key)) is not None:
        return kept, None
    figures = compute(game)
    try:
        store.keep(key, figures)
    except FileError as error:
        return figures, error
    return figures, None
