"""The same strategy over many sizes of a game: what the heat map shows, or the line where there is one number."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, Literal, TypeAlias

from bestguess.arguments import as_integer, as_list, as_text, as_threads, expected
from bestguess.errors import FileError, GameError, StrategyError, unknown
from bestguess.executors import RemoteCall, check_executor
from bestguess.games import Family, Game, families, game
from bestguess.shown import Shown, one_line
from bestguess.statistics.comparisons import MOST_SEEDS, figures_of
from bestguess.statistics.store import Store, result_key
from bestguess.statistics.tables import figures_records, sweep_lines
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, strategy
from bestguess.table import check_size
from bestguess.tabular import Lines, Tabular
from bestguess.trees import Figures
from bestguess.wording import counted

TRADITIONAL: Mapping[str, tuple[int, int]] = {"mastermind": (4, 6), "bullscows": (4, 10)}
"""The sizes that are sold in boxes, or played on paper."""

Size: TypeAlias = tuple[int, ...]
"""The numbers in the text of a game: one or two."""
HeatFigure: TypeAlias = Literal["worst", "mean", "lost"]
"""What a picture of a sweep can show."""

_NAMES = {"words": ("length",), "balance": ("coins",)}
_TEXTS = {"words": "words(english,{})"}


@dataclass(frozen=True)
class Sweep(Tabular, Shown):
    """Figures by size; sizes that a game does not have are left out.

    *names* says what the numbers of a size are: pegs and colours, pegs and digits, coins, length, n. *sizes* has those
    that were asked for of each. *rows*: how many guesses every board allows, or None.
    """

    family: str
    """The family of games."""
    strategy: str
    """The name of the strategy."""
    consistent: bool
    """Whether only consistent guesses were allowed."""
    names: tuple[str, ...]
    sizes: tuple[tuple[int, ...], ...]
    figures: Mapping[Size, Figures]
    """The figures of each size that is known."""
    rows: int | None = None

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name} {_range_text(some)}" for name, some in zip(self.names, self.sizes, strict=True))
        return one_line(self, f"of {self.family}, {self.strategy}: {sizes}; {counted(len(self.figures), 'size')} known")

    def records(self) -> list[dict[str, Any]]:
        """The figures of each size by their JSON keys, after its numbers; what is lost only where boards have rows."""
        records = figures_records([one for _, one in self._ordered], self.rows is not None)
        named = ("game", "strategy", "consistent")
        return [
            {name: record[name] for name in named} | dict(zip(self.names, size, strict=True)) | record
            for (size, _), record in zip(self._ordered, records, strict=True)
        ]

    def lines(self) -> Lines:
        """The same for people: a row for each size."""
        return sweep_lines(self.names, self._ordered, self.rows is not None)

    @property
    def _ordered(self) -> list[tuple[Size, Figures]]:
        return sorted(self.figures.items())


def _range_text(sizes: Sequence[int]) -> str:
    """The *sizes* as `parse_sizes` reads them, if they follow each other; else the first and the last of them.

    >>> _range_text([2, 3, 4]), _range_text([3]), _range_text([10, 100, 1000])
    ('2-4', '3', '10…1000')
    """
    if len(sizes) == 1:
        return str(sizes[0])
    return f"{sizes[0]}{'-' if list(sizes) == list(range(sizes[0], sizes[-1] + 1)) else '…'}{sizes[-1]}"


def size_names(family: str) -> tuple[str, ...]:
    """What the sizes of *family* are called, one or two numbers; raises GameError when it cannot be swept.

    >>> size_names("mastermind"), size_names("twod"), size_names("words")
    (('pegs', 'colours'), ('n',), ('length',))
    """
    known = {one.name: one for one in families() if one.name != "table"}
    if as_text("a family to sweep", family, GameError) not in known:
        raise GameError(unknown("family to sweep", family, known))
    names = _NAMES.get(family) or known[family].numbers or _own_names(known[family])
    if len(names) not in (1, 2):
        raise GameError(f"expected a family whose games have one or two numbers, got {family!r}")
    return names


def _own_names(family: Family) -> tuple[str, ...]:
    """What a function of the user's own calls the numbers that it makes a game of."""
    try:
        return tuple(inspect.signature(family.make).parameters)
    except (TypeError, ValueError):  # of some functions written in C
        return ("n",)


def parse_sizes(text: str) -> list[int]:
    """The numbers in *text*, one, a range or several of these; raises GameError.

    >>> parse_sizes("2-4"), parse_sizes("3"), parse_sizes("10,100,997-999")
    ([2, 3, 4], [3], [10, 100, 997, 998, 999])
    """
    found = list[int]()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,5})\s*(?:-\s*([0-9]{1,5})\s*)?", part)
        if match is None or (match[2] and int(match[2]) < int(match[1])):
            raise GameError(f"expected a number or a range such as 2-5, got {text!r}")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return found


def sizes_of(
    family: str, sizes: int | Iterable[int], symbols: int | Iterable[int] | None = None, rows: int | None = None
) -> dict[Size, Game]:
    """The games of *family* by size, smallest first; raises GameError when there are none.

    *sizes* are the first number of a size: pegs, coins, length or n; *symbols* the second, colours or digits, in
    families that have two. *rows*: how many guesses their boards allow. Default: no limit.

    >>> list(sizes_of("bullscows", [2, 3], [2, 3])), list(sizes_of("twod", [3, 2]))
    ([(2, 2), (2, 3), (3, 3)], [(2,), (3,)])
    """
    names = size_names(family)
    numbers = _numbers(family, names, sizes, symbols)
    rows = None if rows is None else as_integer("rows", rows, 1, 10**9, GameError)
    asked = [size for size in product(*numbers) if family != "bullscows" or size[0] <= size[1]]
    form = _TEXTS.get(family, f"{family}({{}})")
    found = {size: game(form.format(",".join(map(str, size)))).with_rows(rows) for size in asked}
    if not found:
        listed = " and ".join(f"{name} {some}" for name, some in zip(names, numbers, strict=True))
        raise GameError(f"{family} has no game with {listed}")
    return dict(sorted(found.items(), key=lambda item: (len(item[1].guesses), item[0])))


def _numbers(
    family: str, names: tuple[str, ...], sizes: int | Iterable[int], symbols: int | Iterable[int] | None
) -> list[list[int]]:
    """The sizes that a caller gave, a list for each of *names*; raises GameError."""
    if (symbols is None) != (len(names) == 1):
        wanted = " and ".join(names)
        raise GameError(f"expected sizes of {family} by {wanted}, got {'one number' if symbols is None else 'two'}")
    given = [sizes] if symbols is None else [sizes, symbols]
    return [_sizes(name, some) for name, some in zip(names, given, strict=True)]


def _sizes(name: str, sizes: int | Iterable[int]) -> list[int]:
    """One size or several as a list; raises GameError."""
    listed = as_list(name, sizes, GameError) if isinstance(sizes, Iterable) else [sizes]
    return [as_integer(name, size, 1, 10**9, GameError) for size in listed]


def sweep(
    family: str,
    sizes: int | Iterable[int],
    symbols: int | Iterable[int] | None = None,
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

    *sizes* are the first number of a size: pegs, coins, length or n; *symbols* the second, colours or digits, in
    families that have two.
    *rows*: how many guesses every board allows; what needs more is lost. Default: no limit.
    Sizes that do not fit in memory are refused before anything is computed. Results of built-in strategies that do not
    draw are looked up in *store*, and kept there; `random` is averaged over *seeds*.

    >>> [*sweep("mastermind", [4], [5, 6], "minimax")][-1].figures[4, 6].worst
    5
    >>> [*sweep("twod", [2, 5], by="minimax")][-1].figures[5,].worst
    4
    """
    check_executor(executor)
    seeds, threads = as_integer("seeds", seeds, 1, MOST_SEEDS, StrategyError), as_threads(threads)
    if store is not None and not isinstance(store, Store):
        raise expected("a Store", store)
    names = size_names(family)
    asked = _numbers(family, names, sizes, symbols)
    games = sizes_of(family, asked[0], asked[1] if len(asked) > 1 else None, rows)
    for one in games.values():
        check_size(one, memory_limit)
    chosen = strategy(by, consistent=consistent, game=next(iter(games.values())))

    compute: Callable[[Game], Figures] = partial(
        figures_of, chosen=chosen, seeds=seeds, threads=threads, memory_limit=memory_limit
    )
    if executor is not None:
        compute = _computed_by(executor, games, chosen, store, seeds, memory_limit)
    known = Sweep(family, chosen.name, chosen.consistent, names, tuple(map(tuple, asked)), {}, rows)
    return _steps(games, chosen, store, compute, known)


def _computed_by(
    executor: Executor,
    games: Mapping[Size, Game],
    chosen: Strategy,
    store: Store | None,
    seeds: int,
    memory_limit: int | None,
) -> Callable[[Game], Figures]:
    """A function that gives the figures of each of *games*, all of which are computed at once by workers."""
    calls = {
        str(one): RemoteCall(executor, f"{chosen.name} for {one}", figures_of, str(one), chosen, seeds, 1, memory_limit)
        for one in games.values()
        if store is None or (key := result_key(one, chosen)) is None or store.find(key) is None
    }
    return lambda one: calls[str(one)].result()


def _steps(
    games: Mapping[Size, Game],
    chosen: Strategy,
    store: Store | None,
    compute: Callable[[Game], Figures],
    known: Sweep,
) -> Iterator[Sweep]:
    """What is *known* after each of *games*."""
    for size, one in games.items():
        figures, failure = _kept_or_computed(store, one, chosen, compute)
        known = replace(known, figures={**known.figures, size: figures})
        yield known
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
