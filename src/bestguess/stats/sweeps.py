"""Sweeps: the figures of one strategy for many sizes of a game, as a heat map shows them.

Figures are stored in a SQLite file, so that none is computed twice. They are valid for one version of the engine only;
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
from bestguess.errors import FileError, GameError, StrategyError, printable, unknown_name_text
from bestguess.files import data_folder
from bestguess.games import Code, Game, families, game, is_described_by_text
from bestguess.games.table import check_size
from bestguess.stats.comparisons import MAX_SEEDS, figures_of, worker_game
from bestguess.stats.tables import LazyList, figures_records, sweep_lines
from bestguess.strategies import DEFAULT_STRATEGY, Strategy, StrategyLike, described_by_name, strategy
from bestguess.tabular import Lines, Tabular, aligned_text
from bestguess.trees import Figures
from bestguess.trees.figures import TimedFigures
from bestguess.wording import join_words

TRADITIONAL: Mapping[str, tuple[int, int]] = {"mastermind": (4, 6), "bullscows": (4, 10)}
"""The sizes that are sold as board games, or played on paper."""

Size: TypeAlias = tuple[int, ...]
"""The numbers in the text of a game, in their order."""
SizeRange: TypeAlias = int | Iterable[int]
"""The values of one number of a size: one value or several."""
HeatFigure: TypeAlias = Literal["worst", "mean", "lost"]
"""The figures that a heat map can show."""

# For some families: the names of the numbers of a size, and the form of the text of a game.
_NAMES = {"words": ("length",), "balance": ("coins",)}
_TEXTS = {"words": "words(english,{})"}


# Up to version 0.2.0 the table was called `results` and had no first guess. Nothing reads it now.
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS figures (
        version TEXT NOT NULL, game TEXT NOT NULL, strategy TEXT NOT NULL, consistent INTEGER NOT NULL,
        first_guess TEXT NOT NULL, figures TEXT NOT NULL,
        PRIMARY KEY (version, game, strategy, consistent, first_guess)
    )
"""


class ResultKey(NamedTuple):
    """The key of figures in a store: all that they depend on, except the version of the engine.

    *game*: its text, and the SHA-256 of each list of words that it uses. *first_guess*: empty if the caller gave none.
    """

    game: str
    strategy: str
    consistent: bool
    first_guess: Code = ""


def result_key(game: Game, player: Strategy) -> ResultKey | None:
    """Return the key of the figures of *player* for *game*; None if names do not describe both fully.

    Only built-in games and strategies have a key. Random strategies have none, because their figures depend on seeds.

    >>> from bestguess.games import game
    >>> from bestguess.strategies import strategy
    >>> mastermind = game("mastermind(4,6)")
    >>> result_key(mastermind, strategy("minimax", first_guess="1123", game=mastermind))
    ResultKey(game='mastermind(4,6)', strategy='minimax', consistent=False, first_guess='1123')
    """
    if player.is_random or not is_described_by_text(game) or not described_by_name(player):
        return None
    text = " ".join([str(game), *(sha256 for _, sha256 in game.files)])
    return ResultKey(text, player.name, player.consistent, player.first_guess or "")


def default_store() -> Path:
    """Return the default file of results."""
    return data_folder() / "results.sqlite"


class Store:
    """A store of results in the SQLite file at *path*, which is created if necessary.

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
        """Return the figures that this version of the engine stored for *key*; None if there are none."""
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
            fields.pop("rule", None)  # not a field of Figures: the text of the game has it
            figures = Figures(**fields)
            for name in ("secrets", "total", "worst", "at_worst"):
                if not isinstance(getattr(figures, name), int):
                    raise ValueError(f"{name} is not an integer")
            return replace(figures, mean=float(figures.mean), seconds=float(figures.seconds))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise FileError(f"{self.path}: the result for {key.game} is damaged: {error}") from error

    def save(self, key: ResultKey, figures: Figures) -> None:
        """Store *figures* under *key*."""
        row = (version, *key, json.dumps(TimedFigures(**vars(figures)).as_json()))
        with self._connection() as connection:
            connection.execute("INSERT OR REPLACE INTO figures VALUES (?, ?, ?, ?, ?, ?)", row)


@dataclass(frozen=True)
class Sweep(Tabular, HtmlRepr):
    """The figures of one strategy by size. Sizes that the family does not have are left out.

    *names*: the names of the numbers of a size, such as pegs and colours, or the arguments of a registered family.
    *sizes*: the values of each number. *rows*: how many guesses every board allows; None means no limit.
    """

    family: str
    """The family of games."""
    strategy: str
    """The name of the strategy."""
    consistent: bool
    """Whether the strategy played only consistent guesses."""
    names: tuple[str, ...]
    sizes: tuple[tuple[int, ...], ...]
    figures: Mapping[Size, Figures]
    """The figures of each size that is computed so far."""
    rows: int | None = None

    def __repr__(self) -> str:
        title = f"{self.family}, {self.strategy}" + (" (consistent)" if self.consistent else "")
        return f"{printable(title)}\n{aligned_text(self.lines())}"

    def records(self) -> list[dict[str, Any]]:
        """Return the figures of each size by their JSON keys, with the numbers of the size.

        `lost`, `lost_weight` and `found` are present only where boards have rows.
        """
        records = figures_records([figures for _, figures in self._by_size], self.rows is not None)
        first_names = ("game", "strategy", "consistent")  # the numbers of the size come after these
        return [
            {name: record[name] for name in first_names} | dict(zip(self.names, size, strict=True)) | record
            for (size, _), record in zip(self._by_size, records, strict=True)
        ]

    def lines(self) -> Lines:
        """Return the table for people, with a row for each size."""
        return sweep_lines(self.names, self._by_size, self.rows is not None)

    @property
    def _by_size(self) -> list[tuple[Size, Figures]]:
        return sorted(self.figures.items())


class SweepSteps(LazyList[Sweep], Tabular, HtmlRepr):
    """The sweep after each size, smallest first, as a lazy list. Its last item is the whole sweep.

    Printing it, or writing it as a table, computes and shows the last item.

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
        """Return the records of the whole sweep."""
        return self[-1].records()

    def lines(self) -> Lines:
        """Return the lines of the whole sweep."""
        return self[-1].lines()


def size_names(family: str) -> tuple[str, ...]:
    """Return the names of the numbers of a size of *family*; raise GameError if it cannot be swept.

    >>> size_names("mastermind"), size_names("twod"), size_names("words")
    (('pegs', 'colours'), ('n',), ('length',))
    """
    return tuple(_arguments(family))


def _arguments(family: str) -> dict[str, bool]:
    """Return for each argument of *family*, by name, whether it is required; raise GameError if it has none."""
    known = {entry.name: entry for entry in families() if entry.name != "table"}
    if as_text("a family to sweep", family, GameError) not in known:
        raise GameError(unknown_name_text("family to sweep", family, known))
    if names := _NAMES.get(family) or known[family].numbers:
        return dict.fromkeys(names, True)
    # A registered family: the positional parameters of its function, which a text such as ``name(1,2)`` sets.
    try:
        parameters = inspect.signature(known[family].make).parameters.values()
    except (TypeError, ValueError):  # some functions written in C have no signature
        return {"n": True}
    positional = [
        parameter for parameter in parameters if parameter.kind not in (parameter.KEYWORD_ONLY, parameter.VAR_KEYWORD)
    ]
    if not positional:
        raise GameError(f"{family} cannot be swept: its games have no arguments")
    return {
        parameter.name: parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL
        for parameter in positional
    }


def parse_sizes(text: str) -> list[int]:
    """Return the numbers in *text*, which lists numbers and ranges; raise GameError if it does not.

    >>> parse_sizes("2-4"), parse_sizes("3"), parse_sizes("10,100,997-999")
    ([2, 3, 4], [3], [10, 100, 997, 998, 999])
    """
    numbers = list[int]()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,5})\s*(?:-\s*([0-9]{1,5})\s*)?", part)
        if match is None or (match[2] and int(match[2]) < int(match[1])):
            raise GameError(f"expected a number or a range such as 2-5, got {text!r}")
        numbers += range(int(match[1]), int(match[2] or match[1]) + 1)
    return numbers


def games_by_size(family: str, *values: Sequence[int], rows: int | None = None) -> dict[Size, Game]:
    """Return the games of *family* by size, smallest first; raise GameError if there are none.

    *values*: the values of each argument, in the order of `size_names`. *rows*: how many guesses every board allows.

    >>> list(games_by_size("bullscows", [2, 3], [2, 3])), list(games_by_size("twod", [3, 2]))
    ([(2, 2), (2, 3), (3, 3)], [(2,), (3,)])
    """
    rows = None if rows is None else as_integer("rows", rows, 1, 10**9, GameError)
    # In Bulls and Cows all digits of a code differ, so that there are at least as many digits as pegs.
    sizes = [size for size in product(*values) if family != "bullscows" or size[0] <= size[1]]
    form = _TEXTS.get(family, f"{family}({{}})")
    games = {size: game(form.format(",".join(map(str, size)))).with_rows(rows) for size in sizes}
    if not games:
        ranges = " and ".join(f"{name} {numbers}" for name, numbers in zip(size_names(family), values, strict=False))
        raise GameError(f"{family} has no game with {ranges}")
    return dict(sorted(games.items(), key=lambda item: (len(item[1].guesses), item[0])))


def _as_values(name: str, values: SizeRange) -> list[int]:
    """Return the value or values of the argument *name* as a list; raise GameError if they are not integers."""
    value_list = as_list(name, values, GameError) if isinstance(values, Iterable) else [values]
    return [as_integer(name, value, 0, 10**9, GameError) for value in value_list]


def needed_names(family: str, argument_names: Sequence[str], mark: str = "") -> list[str]:
    """Return the required arguments of *family*, and the optional ones up to the last of *argument_names*.

    Raises GameError unless *argument_names* has exactly these, each once. *mark*: a prefix of every name in the
    message, where optional arguments are in brackets.

    >>> needed_names("bullscows", ["digits", "pegs"])
    ['pegs', 'digits']
    """
    arguments = _arguments(family)
    names = list(arguments)
    last = max((names.index(name) for name in argument_names if name in arguments), default=0)
    needed = [name for place, name in enumerate(names) if arguments[name] or place <= last]
    if sorted(argument_names) != sorted(needed):
        expected_words = join_words([f"{mark}{name}" if arguments[name] else f"[{mark}{name}]" for name in names])
        given_words = join_words([f"{mark}{name}" for name in argument_names]) or "nothing"
        raise GameError(f"{family} is swept over {expected_words}, got {printable(given_words)}")
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
    """Return the sweep after each size, smallest first, so that a caller who stops early has the smaller sizes.

    *arguments*: the values of each argument of the family, one or several, by its name: pegs, colours, digits, coins,
    length, n, or a parameter of a registered family. They may also be given by position: *sizes* are the values of the
    first argument, *symbols* those of the second. An argument whose name is taken here, such as `rows`, is given in a
    mapping: ``sweep("grid", {"rows": range(2, 5), "columns": range(2, 5)})``.
    *rows*: how many guesses every board allows; secrets that need more are lost. Default: no limit.
    *store*: the results of built-in strategies are read from it and written to it, except those of `random`. The
    figures of `random` are averages over *seeds*.
    Raises SizeError before anything is computed if a size does not fit in memory.

    >>> sweep("mastermind", pegs=4, colours=[5, 6], by="minimax")[-1].figures[4, 6].worst
    5
    """
    check_executor(executor)
    seeds, threads = as_integer("seeds", seeds, 1, MAX_SEEDS, StrategyError), as_threads(threads)
    if store is not None and not isinstance(store, Store):
        raise expected_error("a Store", store)
    names = size_names(family)
    # Step 1. The values of each argument, from a mapping, by position, or by name.
    if isinstance(sizes, Mapping):
        arguments, sizes = {**{str(name): numbers for name, numbers in sizes.items()}, **arguments}, None
    if symbols is not None and len(names) < 2:
        raise GameError(f"{family} is swept over {names[0]}, got two ranges")
    by_position = {name: numbers for name, numbers in zip(names, (sizes, symbols), strict=False) if numbers is not None}
    ranges = {**by_position, **arguments}
    # A name that is given both ways appears twice in this list, which is an error.
    values = {name: _as_values(name, ranges[name]) for name in needed_names(family, [*by_position, *arguments])}

    # Step 2. The games and the strategy.
    games = games_by_size(family, *values.values(), rows=rows)
    for rules in games.values():
        check_size(rules, memory_limit)
    player = strategy(by, consistent=consistent, game=next(iter(games.values())))

    # Step 3. Choose where to compute the figures: here, or in the workers of the executor, which all start now.
    if executor is None:
        compute: Callable[[Game], Figures] = partial(
            figures_of, player=player, seeds=seeds, threads=threads, memory_limit=memory_limit
        )
    else:
        options = (player, seeds, 1, memory_limit)
        calls = {
            str(rules): RemoteCall(executor, f"{player.name} for {rules}", figures_of, worker_game(rules), *options)
            for rules in games.values()
            if _stored_figures(store, rules, player) is None
        }

        def compute(game: Game) -> Figures:
            return calls[str(game)].result()

    sweep_sizes = tuple(map(tuple, values.values()))
    empty = Sweep(family, player.name, player.consistent, tuple(values), sweep_sizes, {}, rows)
    return SweepSteps(_steps(games, player, store, compute, empty), len(games))


def _stored_figures(store: Store | None, game: Game, player: Strategy) -> Figures | None:
    """Return the figures of *player* for *game* in *store*; None if there are none."""
    key = result_key(game, player)
    return None if store is None or key is None else store.find(key)


def _steps(
    games: Mapping[Size, Game],
    player: Strategy,
    store: Store | None,
    compute: Callable[[Game], Figures],
    result: Sweep,
) -> Iterator[Sweep]:
    """Yield *result* after each of *games*, with the figures so far.

    Works on copies of the games, and drops their tables: together these may be too large.
    """
    for size, rules in games.items():
        game_copy, failure = copy.copy(rules), None
        figures = _stored_figures(store, game_copy, player)
        if figures is None:
            figures, key = compute(game_copy), result_key(game_copy, player)
            try:
                if store is not None and key is not None:
                    store.save(key, figures)
            except FileError as error:  # raised below, after the caller has got the figures
                failure = error
        game_copy._table = None  # frees it now: a table and its game refer to each other
        result = replace(result, figures={**result.figures, size: figures})
        yield result
        if failure is not None:
            raise failure
