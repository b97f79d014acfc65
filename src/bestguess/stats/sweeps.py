"""One strategy over many sizes of a game: what a heat map shows, or a line where a size has one number.

Figures are kept in a SQLite file, so that none is computed twice. They are valid for one version of the engine only:
other versions compute their own.
"""

import copy
import inspect
import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from bestguess.arguments import as_integer, as_list, as_path, as_seconds, as_text, as_threads, expected_error
from bestguess.cluster.executors import RemoteCall, check_executor
from bestguess.display import HtmlRepr, short_code
from bestguess.engine import version
from bestguess.errors import FileError, GameError, StrategyError, printable, unknown
from bestguess.files import data_folder
from bestguess.games import Code, Game, described_by_text, families, game
from bestguess.games.table import check_size
from bestguess.stats.comparisons import MOST_SEEDS, figures_of, sent_to_workers
from bestguess.stats.tables import LazyList, figures_records, sweep_lines
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, described_by_name, strategy
from bestguess.tabular import Lines, Tabular, aligned_text
from bestguess.trees import Figures
from bestguess.trees.figures import TimedFigures
from bestguess.wording import join_words

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


# Up to 0.2.0 a table `results` was written without the first guess; nothing reads it any more.
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS figures (
        version TEXT NOT NULL, game TEXT NOT NULL, strategy TEXT NOT NULL, consistent INTEGER NOT NULL,
        first_guess TEXT NOT NULL, figures TEXT NOT NULL,
        PRIMARY KEY (version, game, strategy, consistent, first_guess)
    )
"""


class ResultKey(NamedTuple):
    """All that the figures of a strategy depend on, the version of the engine apart. *first_guess*: as it was asked.

    *game*: its text, and the SHA-256 of each list of words that it is made of.
    """

    game: str
    strategy: str
    consistent: bool
    first_guess: Code = ""


def result_key(game: Game, chosen: Strategy) -> ResultKey | None:
    """Return the key of the figures of *chosen* on *game*; None when names do not say everything.

    Only built-in games and strategies have a key, and none that draws: its figures depend on seeds.

    >>> from bestguess.games import game
    >>> from bestguess.strategies import strategy
    >>> mastermind = game("mastermind(4,6)")
    >>> result_key(mastermind, strategy("minimax", first_guess="1123", game=mastermind))
    ResultKey(game='mastermind(4,6)', strategy='minimax', consistent=False, first_guess='1123')
    """
    if chosen.drawn or not described_by_text(game) or not described_by_name(chosen):
        return None
    text = " ".join([str(game), *(sha256 for _, sha256 in game.files)])
    return ResultKey(text, chosen.name, chosen.consistent, chosen.first_guess or "")


def default_store() -> Path:
    """Return the file that results are kept in by default."""
    return data_folder() / "results.sqlite"


class Store:
    """The results in the SQLite file at *path*, created if necessary.

    Raises FileError if the file is not a store, or if another program locks it for longer than *timeout* seconds.
    """

    def __init__(self, path: str | Path, timeout: float = 5.0) -> None:
        self.path, self.timeout = as_path("the file of results", path), as_seconds("timeout", timeout) or 0.0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{self.path.parent}: cannot be created: {error.strerror}") from error
        with self._connection() as connection:
            connection.execute(_SCHEMA)

    def __repr__(self) -> str:
        return short_code(self, f"Store({str(self.path)!r})", f"in {self.path.name}")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self.path, timeout=self.timeout)) as connection, connection:
                yield connection
        except sqlite3.OperationalError as error:
            busy = "locked" in str(error)
            reason = "another program is writing to it" if busy else f"cannot be used as a store: {error}"
            raise FileError(f"{self.path}: {reason}") from error
        except sqlite3.DatabaseError as error:
            raise FileError(f"{self.path}: not a store of results: {error}") from error

    def find(self, key: ResultKey) -> Figures | None:
        """Return the figures that this version of the engine computed for *key*, None if there are none."""
        query = (
            "SELECT figures FROM figures"
            " WHERE version = ? AND game = ? AND strategy = ? AND consistent = ? AND first_guess = ?"
        )
        with self._connection() as connection:
            row = connection.execute(query, (version, *key)).fetchone()
        if row is None:
            return None
        try:
            fields = json.loads(row[0])
            fields["distribution"] = {int(depth): int(count) for depth, count in fields["distribution"].items()}
            fields.pop("rule", None)  # which the text of the game says
            figures = Figures(**fields)
            if not all(isinstance(getattr(figures, name), int) for name in ("secrets", "total", "worst", "at_worst")):
                raise ValueError("its numbers are not numbers")
            return replace(figures, mean=float(figures.mean), seconds=float(figures.seconds))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FileError(f"{self.path}: the result for {key.game} is damaged: {error}") from error

    def keep(self, key: ResultKey, figures: Figures) -> None:
        """Write *figures* to the file."""
        row = (version, *key, json.dumps(TimedFigures(**vars(figures)).as_json()))
        with self._connection() as connection:
            connection.execute("INSERT OR REPLACE INTO figures VALUES (?, ?, ?, ?, ?, ?)", row)


@dataclass(frozen=True)
class Sweep(Tabular, HtmlRepr):
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
        """What `records` has, as people read it: a row for each size."""
        return sweep_lines(self.names, self._ordered, self.rows is not None)

    @property
    def _ordered(self) -> list[tuple[Size, Figures]]:
        return sorted(self.figures.items())


class SweepSteps(LazyList[Sweep], Tabular, HtmlRepr):
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
    """Return what the numbers of a size of *family* are called; raises GameError when it cannot be swept.

    >>> size_names("mastermind"), size_names("twod"), size_names("words")
    (('pegs', 'colours'), ('n',), ('length',))
    """
    return tuple(_arguments(family))


def _arguments(family: str) -> dict[str, bool]:
    """Return the arguments of *family* by name, and whether each must be given; raises GameError if none."""
    known = {one.name: one for one in families() if one.name != "table"}
    if as_text("a family to sweep", family, GameError) not in known:
        raise GameError(unknown("family to sweep", family, known))
    if names := _NAMES.get(family) or known[family].numbers:
        return dict.fromkeys(names, True)
    try:  # those of the function of a registered family that a text such as ``name(1,2)`` sets
        parameters = inspect.signature(known[family].make).parameters.values()
    except (TypeError, ValueError):  # of some functions written in C
        return {"n": True}
    by_place = [one for one in parameters if one.kind not in (one.KEYWORD_ONLY, one.VAR_KEYWORD)]
    if not by_place:
        raise GameError(f"{family} cannot be swept: its games have no arguments")
    return {one.name: one.default is one.empty and one.kind is not one.VAR_POSITIONAL for one in by_place}


def parse_sizes(text: str) -> list[int]:
    """Return the numbers in *text*, one, a range or several of these; raises GameError.

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


def sizes_of(family: str, *values: Sequence[int], rows: int | None = None) -> dict[Size, Game]:
    """Return the games of *family* by size, smallest first; raises GameError when there are none.

    *values* of each argument, in the order of `size_names`. *rows*: how many guesses their boards allow.

    >>> list(sizes_of("bullscows", [2, 3], [2, 3])), list(sizes_of("twod", [3, 2]))
    ([(2, 2), (2, 3), (3, 3)], [(2,), (3,)])
    """
    rows = None if rows is None else as_integer("rows", rows, 1, 10**9, GameError)
    asked = [size for size in product(*values) if family != "bullscows" or size[0] <= size[1]]
    form = _TEXTS.get(family, f"{family}({{}})")
    found = {size: game(form.format(",".join(map(str, size)))).with_rows(rows) for size in asked}
    if not found:
        wanted = " and ".join(f"{name} {some}" for name, some in zip(size_names(family), values, strict=False))
        raise GameError(f"{family} has no game with {wanted}")
    return dict(sorted(found.items(), key=lambda item: (len(item[1].guesses), item[0])))


def _values(name: str, values: SizeRange) -> list[int]:
    """Return one value of an argument or several as a list; raises GameError."""
    several = as_list(name, values, GameError) if isinstance(values, Iterable) else [values]
    return [as_integer(name, value, 0, 10**9, GameError) for value in several]


def needed_names(family: str, given: Sequence[str], mark: str = "") -> list[str]:
    """Return the arguments of *family* up to the last that is *given*; raises GameError unless each is given once.

    *mark*: what the message puts before every name; optional arguments stand in brackets.

    >>> needed_names("bullscows", ["digits", "pegs"])
    ['pegs', 'digits']
    """
    arguments = _arguments(family)
    names = list(arguments)
    last = max((names.index(name) for name in given if name in arguments), default=0)
    needed = [name for place, name in enumerate(names) if arguments[name] or place <= last]
    if sorted(given) != sorted(needed):
        wanted = join_words([f"{mark}{name}" if arguments[name] else f"[{mark}{name}]" for name in names])
        got = join_words([f"{mark}{name}" for name in given]) or "nothing"
        raise GameError(f"{family} is swept over {wanted}, got {printable(got)}")
    return needed


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
    """Return what is known after each size, smallest first, so that a caller who stops has everything up to there.

    *arguments*: the values of each argument of the family, one or several, by its name: pegs, colours, digits, coins,
    length, n, or what the function of a registered family calls it. They may also be given by position: *sizes* are the
    values of the first argument, *symbols* those of the second. A name that is used here, such as `rows`, is given in a
    mapping: ``sweep("grid", {"rows": range(2, 5), "columns": range(2, 5)})``.
    *rows*: how many guesses every board allows; what needs more is lost. Default: no limit.
    Sizes that do not fit in memory are refused before anything is computed. Results of built-in strategies that do not
    draw are looked up in *store*, and kept there; `random` is averaged over *seeds*.

    >>> sweep("mastermind", pegs=4, colours=[5, 6], by="minimax")[-1].figures[4, 6].worst
    5
    """
    check_executor(executor)
    seeds, threads = as_integer("seeds", seeds, 1, MOST_SEEDS, StrategyError), as_threads(threads)
    if store is not None and not isinstance(store, Store):
        raise expected_error("a Store", store)
    names = size_names(family)
    if isinstance(sizes, Mapping):
        arguments, sizes = {**{str(name): some for name, some in sizes.items()}, **arguments}, None
    if symbols is not None and len(names) < 2:
        raise GameError(f"{family} is swept over {names[0]}, got two ranges")
    placed = {name: some for name, some in zip(names, (sizes, symbols), strict=False) if some is not None}
    given = {**placed, **arguments}
    values = {name: _values(name, given[name]) for name in needed_names(family, [*placed, *arguments])}
    games = sizes_of(family, *values.values(), rows=rows)
    for rules in games.values():
        check_size(rules, memory_limit)
    chosen = strategy(by, consistent=consistent, game=next(iter(games.values())))

    if executor is None:
        compute: Callable[[Game], Figures] = partial(
            figures_of, chosen=chosen, seeds=seeds, threads=threads, memory_limit=memory_limit
        )
    else:
        options = (chosen, seeds, 1, memory_limit)
        calls = {
            str(rules): RemoteCall(executor, f"{chosen.name} for {rules}", figures_of, sent_to_workers(rules), *options)
            for rules in games.values()
            if _kept(store, rules, chosen) is None
        }

        def compute(game: Game) -> Figures:
            return calls[str(game)].result()

    sweep_sizes = tuple(map(tuple, values.values()))
    known = Sweep(family, chosen.name, chosen.consistent, tuple(values), sweep_sizes, {}, rows)
    return SweepSteps(_steps(games, chosen, store, compute, known), len(games))


def _kept(store: Store | None, game: Game, chosen: Strategy) -> Figures | None:
    """Return the figures of *chosen* on *game* that *store* has."""
    key = result_key(game, chosen)
    return None if store is None or key is None else store.find(key)


def _steps(
    games: Mapping[Size, Game],
    chosen: Strategy,
    store: Store | None,
    compute: Callable[[Game], Figures],
    known: Sweep,
) -> Iterator[Sweep]:
    """Yield what is *known* after each of *games*, whose tables are not kept: together they may be too large."""
    for size, rules in games.items():
        copied, failure = copy.copy(rules), None
        figures = _kept(store, copied, chosen)
        if figures is None:
            figures, key = compute(copied), result_key(copied, chosen)
            try:
                if store is not None and key is not None:
                    store.keep(key, figures)
            except FileError as error:  # what was computed is given first
                failure = error
        copied._table = None  # at once: a table and its game refer to each other
        known = replace(known, figures={**known.figures, size: figures})
        yield known
        if failure is not None:
            raise failure
