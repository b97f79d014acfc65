"""One strategy over many sizes of a game: what a heat map shows, or a line where a size has one number."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any, Literal, TypeAlias

from bestguess.arguments import as_integer, as_list, as_text, as_threads, expected
from bestguess.cluster.executors import RemoteCall, check_executor
from bestguess.errors import FileError, GameError, StrategyError, printable, unknown
from bestguess.games import Family, Game, families, game
from bestguess.games.table import check_size
from bestguess.shown import Shown
from bestguess.stats.comparisons import MOST_SEEDS, figures_of, sent_to_workers
from bestguess.stats.store import Store, result_key
from bestguess.stats.tables import LazyList, figures_records, sweep_lines
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, strategy
from bestguess.tabular import Lines, Tabular, aligned_text
from bestguess.trees import Figures
from bestguess.wording import listed

TRADITIONAL: Mapping[str, tuple[int, int]] = {"mastermind": (4, 6), "bullscows": (4, 10)}
"""The sizes that are sold in boxes, or played on paper."""

Size: TypeAlias = tuple[int, ...]
"""The numbers in the text of a game, in their order."""
SizeRange: TypeAlias = int | Iterable[int]
"""What a caller gives for one number of a size: one value or several."""
HeatFigure: TypeAlias = Literal["worst", "mean", "lost"]
"""What a picture of a sweep can show."""

_NAMES = {"words": ("length",), "balance": ("coins",)}
_TEXTS = {"words": "words(english,{})"}


@dataclass(frozen=True)
class Sweep(Tabular, Shown):
    """Figures by size; sizes that a game does not have are left out.

    *names* says what the numbers of a size are: pegs and colours, pegs and digits, coins, length, n, or the arguments
    of a registered family. *sizes* has the values of each that were asked for. *rows*: how many guesses every board
    allows, or None.
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
        title = f"{self.family}, {self.strategy}" + (" (consistent)" if self.consistent else "")
        return f"{printable(title)}\n{aligned_text(self.lines())}"

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


class SweepSteps(LazyList[Sweep], Tabular, Shown):
    """What is known after each size, smallest first; the last step has all. Printed and as a table, it is the last one.

    >>> sweep("mastermind", pegs=4, colours=[5, 6], by="minimax")
    mastermind, minimax
    pegs  colours  secrets  total    mean  worst  at worst
       4        5      625   2563  4.1008      5       158
       4        6     1296   5801  4.4761      5       694
    """

    def __repr__(self) -> str:
        steps = self.computed()
        return repr(steps[-1]) if steps else "no size computed"

    def _repr_html_(self) -> str:
        return self[-1]._repr_html_()

    def records(self) -> list[dict[str, Any]]:
        """The records of the last step."""
        return self[-1].records()

    def lines(self) -> Lines:
        """The lines of the last step."""
        return self[-1].lines()


def size_names(family: str) -> tuple[str, ...]:
    """What the numbers of a size of *family* are called; raises GameError when it cannot be swept.

    >>> size_names("mastermind"), size_names("twod"), size_names("words")
    (('pegs', 'colours'), ('n',), ('length',))
    """
    return tuple(_arguments(family))


def _arguments(family: str) -> dict[str, bool]:
    """The arguments of *family* by name, and whether each must be given; raises GameError when it cannot be swept."""
    known = {one.name: one for one in families() if one.name != "table"}
    if as_text("a family to sweep", family, GameError) not in known:
        raise GameError(unknown("family to sweep", family, known))
    names = _NAMES.get(family) or known[family].numbers
    arguments = dict.fromkeys(names, True) or _own_arguments(known[family])
    if not arguments:
        raise GameError(f"{family} cannot be swept: its games have no arguments")
    return arguments


def _own_arguments(family: Family) -> dict[str, bool]:
    """The same for a registered family: the parameters of its function that a text such as ``name(1,2)`` sets."""
    try:
        parameters = inspect.signature(family.make).parameters.values()
    except (TypeError, ValueError):  # of some functions written in C
        return {"n": True}
    by_place = [one for one in parameters if one.kind not in (one.KEYWORD_ONLY, one.VAR_KEYWORD)]
    return {one.name: one.default is one.empty and one.kind is not one.VAR_POSITIONAL for one in by_place}


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


def sizes_of(family: str, *numbers: SizeRange, rows: int | None = None) -> dict[Size, Game]:
    """The games of *family* by size, smallest first; raises GameError when there are none.

    *numbers*: the values of each argument, in the order of `size_names`. *rows*: how many guesses their boards allow.
    Default: no limit.

    >>> list(sizes_of("bullscows", [2, 3], [2, 3])), list(sizes_of("twod", [3, 2]))
    ([(2, 2), (2, 3), (3, 3)], [(2,), (3,)])
    """
    names = size_names(family)[: len(numbers)]
    values = [_values(name, some) for name, some in zip(names, numbers, strict=True)]
    rows = None if rows is None else as_integer("rows", rows, 1, 10**9, GameError)
    asked = [size for size in product(*values) if family != "bullscows" or size[0] <= size[1]]
    form = _TEXTS.get(family, f"{family}({{}})")
    found = {size: game(form.format(",".join(map(str, size)))).with_rows(rows) for size in asked}
    if not found:
        wanted = " and ".join(f"{name} {some}" for name, some in zip(names, values, strict=True))
        raise GameError(f"{family} has no game with {wanted}")
    return dict(sorted(found.items(), key=lambda item: (len(item[1].guesses), item[0])))


def _values(name: str, values: SizeRange) -> list[int]:
    """One value of an argument or several as a list; raises GameError."""
    several = as_list(name, values, GameError) if isinstance(values, Iterable) else [values]
    return [as_integer(name, value, 0, 10**9, GameError) for value in several]


def needed_names(family: str, given: Sequence[str], mark: str = "") -> list[str]:
    """The arguments of *family* up to the last one that is *given*; raises GameError unless each is given once.

    *mark*: what the message puts before every name; optional arguments stand in brackets.

    >>> needed_names("bullscows", ["digits", "pegs"])
    ['pegs', 'digits']
    >>> needed_names("twod", ["colours"], "--")
    Traceback (most recent call last):
    bestguess.errors.GameError: twod is swept over --n, got --colours
    """
    arguments = _arguments(family)
    names = list(arguments)
    last = max((names.index(name) for name in given if name in arguments), default=0)
    needed = [name for place, name in enumerate(names) if arguments[name] or place <= last]
    if sorted(given) != sorted(needed):
        wanted = listed([f"{mark}{name}" if arguments[name] else f"[{mark}{name}]" for name in names])
        got = listed([f"{mark}{name}" for name in given]) or "nothing"
        raise GameError(f"{family} is swept over {wanted}, got {printable(got)}")
    return needed


def _given_values(
    family: str,
    sizes: SizeRange | Mapping[str, SizeRange] | None,
    symbols: SizeRange | None,
    named: Mapping[str, SizeRange],
) -> dict[str, list[int]]:
    """The values that a caller gave by position or by name, in the family's order; raises GameError."""
    names = size_names(family)
    if isinstance(sizes, Mapping):
        named, sizes = {**{str(name): some for name, some in sizes.items()}, **named}, None
    if symbols is not None and len(names) < 2:
        raise GameError(f"{family} is swept over {names[0]}, got two ranges")
    placed = {name: some for name, some in zip(names, (sizes, symbols), strict=False) if some is not None}
    needed = needed_names(family, [*placed, *named])
    return {name: _values(name, {**placed, **named}[name]) for name in needed}


def sweep(
    family: str,
    sizes: SizeRange | Mapping[str, SizeRange] | None = None,
    symbols: SizeRange | None = None,
    by: StrategyLike = DEFAULT_STRATEGY,
    *,
    consistent: bool = False,
    rows: int | None = None,
    store: Store | None = None,
    seeds: int = 10,
    threads: int | None = None,
    memory_limit: int | None = None,
    executor: Executor | None = None,
    **arguments: SizeRange,
) -> SweepSteps:
    """What is known after each size, smallest first, so that a caller who stops has everything up to there.

    *arguments*: the values of each argument of the family, one or several, by its name: pegs, colours, digits, coins,
    length, n, or what the function of a registered family calls it. They may also be given by position: *sizes* are the
    values of the first argument, *symbols* those of the second. A name that is used here, such as `rows`, is given in a
    mapping: ``sweep("grid", {"rows": range(2, 5), "columns": range(2, 5)})``.
    *rows*: how many guesses every board allows; what needs more is lost. Default: no limit.
    Sizes that do not fit in memory are refused before anything is computed. Results of built-in strategies that do not
    draw are looked up in *store*, and kept there; `random` is averaged over *seeds*.

    >>> sweep("mastermind", pegs=4, colours=[5, 6], by="minimax")[-1].figures[4, 6].worst
    5
    >>> sweep("twod", [2, 5], by="minimax")[-1].figures[5,].worst
    4
    """
    check_executor(executor)
    seeds, threads = as_integer("seeds", seeds, 1, MOST_SEEDS, StrategyError), as_threads(threads)
    if store is not None and not isinstance(store, Store):
        raise expected("a Store", store)
    values = _given_values(family, sizes, symbols, arguments)
    games = sizes_of(family, *values.values(), rows=rows)
    for one in games.values():
        check_size(one, memory_limit)
    chosen = strategy(by, consistent=consistent, game=next(iter(games.values())))

    compute: Callable[[Game], Figures] = partial(
        figures_of, chosen=chosen, seeds=seeds, threads=threads, memory_limit=memory_limit
    )
    if executor is not None:
        compute = _computed_by(executor, games, chosen, store, seeds, memory_limit)
    asked = tuple(map(tuple, values.values()))
    known = Sweep(family, chosen.name, chosen.consistent, tuple(values), asked, {}, rows)
    return SweepSteps(_steps(games, chosen, store, compute, known), len(games))


def _computed_by(
    executor: Executor,
    games: Mapping[Size, Game],
    chosen: Strategy,
    store: Store | None,
    seeds: int,
    memory_limit: int | None,
) -> Callable[[Game], Figures]:
    """A function that gives the figures of each of *games*, all of which are computed at once by workers."""
    asked = (chosen, seeds, 1, memory_limit)
    calls = {
        str(one): RemoteCall(executor, f"{chosen.name} for {one}", figures_of, sent_to_workers(one), *asked)
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
    """What is *known* after each of *games*, whose tables are not kept: together they may be too large."""
    for size, one in games.items():
        copied = one._copy()
        figures, failure = _kept_or_computed(store, copied, chosen, compute)
        copied._table = None  # at once: a table and its game refer to each other
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
