"""Checks what a query names against the limits of the server, and gives the query its canonical form."""

import re
from functools import lru_cache
from math import prod

from starlette.requests import Request

from bestguess.errors import BestguessError, FileError, GameError, SizeError, StrategyError, unknown_name_text
from bestguess.games import Game, families, files_in_text
from bestguess.games.codes import split_history
from bestguess.games.registry import new_game
from bestguess.games.table import fits_table
from bestguess.position import Position
from bestguess.stats.sweeps import Size, games_by_size, parse_sizes, size_names
from bestguess.strategies import is_random, known_strategies
from bestguess.web.queries import AnyGameQuery, GameQuery, HintQuery, OwnTable, PuzzlesQuery, SweepQuery
from bestguess.web.settings import Settings

_SLOW_PAIRS = 10**8  # of a game without a kernel, whose secrets are not scanned as fast

SIZE_KEYS = ("pegs", "symbols", "n", "coins", "length")
"""What the numbers of a size may be called in the query of a sweep."""


@lru_cache(maxsize=4096)
def served_game(text: str, max_secrets: int) -> Game:
    """The game that *text* names: of a built-in family, with at most *max_secrets* secrets, and never from a file.

    It is kept, and must not be given a table: tables are in a cache of limited size.

    >>> served_game("mm4x6", 2000)
    game('mastermind(4,6)')
    """
    name = text.strip().partition("(")[0].strip().lower()
    known = [family.name for family in families() if family.built_in and family.name != "table"]
    if name == "table":
        raise FileError("table(FILE) is for the library and the command line: the server opens no file by request")
    if name == "words" and files_in_text(text):
        raise FileError("words(FILE) is for the library and the command line: the server opens no file by request")
    if name not in known and not re.fullmatch(r"(mm|bc)[0-9]+x[0-9]+", name):
        raise GameError(unknown_name_text("game", name[:40], known))
    game = new_game(text)
    if len(game.secrets) > max_secrets:
        raise SizeError(f"expected a game of at most {max_secrets:,} secrets, got {game} with {len(game.secrets):,}")
    return game


async def refuse_repeated_parameters(request: Request) -> None:
    """Raises BestguessError when the query string gives a parameter twice: only one of the values would count."""
    names = [name for name, _ in request.query_params.multi_items()]
    if repeated := [name for name in names if names.count(name) > 1]:
        raise BestguessError(f"{repeated[0][:40]}: expected one value, got {names.count(repeated[0])}")


def swept_games(query: SweepQuery, settings: Settings) -> dict[Size, Game]:
    """The games of a sweep by size, of a built-in family; raises GameError, and SizeError when they are too many.

    >>> [str(game) for game in swept_games(SweepQuery(family="balance", coins="3-4"), Settings()).values()]
    ['balance(3)', 'balance(4)']
    """
    known = [family.name for family in families() if family.built_in and family.name != "table"]
    if query.family not in known:
        raise GameError(unknown_name_text("family to sweep", query.family, known))
    names = size_keys(query.family)
    given = [name for name in SIZE_KEYS if getattr(query, name) is not None]
    if set(given) != set(names):
        raise GameError(f"{query.family} is swept over {' and '.join(names)}, got {' and '.join(given) or 'no size'}")
    sizes = [parse_sizes(getattr(query, name)) for name in names]
    if (count := prod(map(len, sizes))) > settings.sweep_cells:
        raise SizeError(f"expected at most {settings.sweep_cells} sizes, got {count:,}")
    return games_by_size(query.family, *sizes)


def size_keys(family: str) -> tuple[str, ...]:
    """What the numbers of a size of *family* are called in queries and documents.

    >>> size_keys("mastermind"), size_keys("balance")
    (('pegs', 'symbols'), ('coins',))
    """
    first, *second = size_names(family)
    return (first, *(["symbols"] if second else []))


def checked_strategy(name: str) -> str:
    """*name*, if it is a built-in strategy; else raises StrategyError."""
    known = [entry.name for entry in known_strategies() if entry.built_in]
    if name not in known:
        raise StrategyError(unknown_name_text("strategy", name, known))
    return name


def canonical(query: AnyGameQuery, position: Position, settings: Settings) -> AnyGameQuery:
    """*query*, which asks about *position*, with its texts in canonical form; raises BestguessError.

    Two queries that mean the same are equal then, so that they share one computation and one cached response. In the
    place of a table there is its SHA-256.
    """
    game, fields = position.game, type(query).model_fields
    texts: dict[str, str | int] = {"game": str(game)}
    if isinstance(query, OwnTable):
        texts["table"] = game.files[0][1]
    if "history" in fields:
        texts["history"] = str(position.history)
    if "ignored" in fields:
        texts["ignored"] = ",".join(map(str, sorted(position.ignored)))
    if "strategy" in fields:
        checked_strategy(query.strategy)  # type: ignore[attr-defined]
    if "seed" in fields and not _depends_on_seed(query, game, settings):
        texts["seed"] = 0
    if getattr(query, "first_guess", None) is not None:
        texts["first_guess"] = game.as_guess(query.first_guess)  # type: ignore[attr-defined]
    if "guess" in fields:
        texts["guess"] = game.as_guess(query.guess)  # type: ignore[attr-defined]
    return query.model_copy(update=texts)


def check_answered(game: Game, settings: Settings) -> None:
    """Raises SizeError when no question about *game* is answered."""
    if not is_answered(game, settings):
        most = _most_without_kernel(settings)
        raise SizeError(f"expected a game of this kind of at most {most:,} guess-secret pairs, got {game}")


def is_answered(game: Game, settings: Settings) -> bool:
    """Whether questions about *game* are answered: not where only a table is quick, and there is none."""
    return game.kernel() is not None or pair_count(game) <= _most_without_kernel(settings)


def _most_without_kernel(settings: Settings) -> int:
    return min(_SLOW_PAIRS, settings.pairs)


def row_numbers(ignored: str) -> set[int]:
    """The numbers of the rows in *ignored*.

    >>> row_numbers("3,1,3")
    {1, 3}
    """
    return {int(number) for number in ignored.split(",") if number}


def pair_count(game: Game) -> int:
    """The guess-secret pairs of *game*, by which the settings limit its size."""
    return len(game.guesses) * len(game.secrets)


def has_table(game: Game, settings: Settings) -> bool:
    """Whether this server builds a table for *game*; larger games are valued from a sample."""
    return pair_count(game) <= settings.pairs and fits_table(game)


def _depends_on_seed(query: GameQuery, game: Game, settings: Settings) -> bool:
    """Whether the result depends on the seed: for the strategy random, hints, puzzles and samples."""
    drawn = isinstance(query, HintQuery | PuzzlesQuery) or is_random(getattr(query, "strategy", ""))
    return drawn or not has_table(game, settings)


def check_row_count(game: Game, history: str, settings: Settings) -> None:
    """Raises SizeError when *history*, the text of a history of *game*, has more rows than this server allows."""
    most = settings.row_secrets // len(game.secrets)
    if history.count(":") <= min(settings.rows, most):  # a row has one or more
        return
    if (rows := sum(1 for _ in split_history(history))) > settings.rows:
        raise SizeError(f"expected a history of at most {settings.rows} rows, got {rows}")
    if rows > most:
        raise SizeError(f"expected a history of at most {most} rows in a game of the size of {game}, got {rows}")
