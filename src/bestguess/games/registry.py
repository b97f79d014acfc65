"""Game strings such as ``mastermind(4,6)``: one text for a game in code, on the command line, in files and in URLs."""

import gc
import pickle
import re
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from bestguess.arguments import as_text, expected_error
from bestguess.errors import GameError, error_text, unknown_name_text
from bestguess.games.balance import Balance
from bestguess.games.base import Game, GameFacts
from bestguess.games.codes import QUOTED, Code, unquote
from bestguess.games.csvtable import TableGame, text_name
from bestguess.games.custom import CustomGame
from bestguess.games.declarations import Label
from bestguess.games.documents import Document, Hidden, Member
from bestguess.games.numbers import Numbers, Twod
from bestguess.games.pegs import BullsCows, Mastermind
from bestguess.games.rules import HIT
from bestguess.games.words import Words
from bestguess.wording import count_text

GameLike: TypeAlias = str | Game
"""A game or its text. Every function that takes a game accepts both."""


@dataclass(frozen=True)
class Family(Document):
    """A family of games."""

    name: Annotated[str, Member("family")]
    make: Hidden[Callable[..., Game]]
    """Function that builds a game from the arguments in its text."""
    about: str
    form: str
    """Form of the texts of its games."""
    example: str
    """Text of a game of the family."""
    numbers: Hidden[tuple[str, ...]] = ()
    """Names of the numbers in the text of a game, in order."""
    options: Hidden[tuple[str, ...]] = ()
    """Names of the options in the text of a game; every family also has `rows`."""
    built_in: Hidden[bool] = True
    has_default: Hidden[bool] = False
    """Whether the name without arguments stands for the example."""
    served_form: Hidden[str | None] = None
    """Form that the server accepts, if it accepts less than *form*."""


_DESCRIBED_BY_TEXT = (Mastermind, BullsCows, Twod, Numbers, Balance)
_COMMA = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*\Z)')  # a comma outside double quotes
_SHORT = {"mm": "mastermind", "bc": "bullscows"}

_families: dict[str, Family] = {
    family.name: family
    for family in (
        Family(
            "mastermind",
            Mastermind,
            "a row of coloured pegs; feedback exact.misplaced",
            "mastermind(pegs,colours[,secrets=distinct][,feedback=exact][,symbols=RGBYOP][,rule=strict]): "
            "1 to 8 pegs, 1 to 16 colours; short form mm4x6",
            "mastermind(4,6)",
            ("pegs", "colours"),
            ("secrets", "feedback", "symbols", "rule"),
            has_default=True,
        ),
        Family(
            "bullscows",
            BullsCows,
            "a number of different digits; feedback exact.misplaced",
            "bullscows(pegs,digits[,symbols=ABCDEFGHIJ][,rule=strict]): 1 to 8 pegs, pegs <= digits <= 16; "
            "short form bc4x10",
            "bullscows(4,10)",
            ("pegs", "digits"),
            ("symbols", "rule"),
            has_default=True,
        ),
        Family(
            "twod",
            Twod,
            "a pair of numbers below n; feedback low, high, mixed or equal",
            "twod(n): n of 1 to 36",
            "twod(5)",
            ("n",),
        ),
        Family(
            "numbers",
            Numbers,
            "a number from 1 to n; feedback low, high or equal",
            "numbers(n): n of 1 to 10000",
            "numbers(100)",
            ("n",),
        ),
        Family(
            "balance",
            Balance,
            "which of n coins is too heavy or too light; feedback left, right or level: the side that is heavier",
            "balance(n[,find=coin]): 3 to 26 coins; tables of up to 16 fit most machines",
            "balance(12)",
            ("n",),
            ("find",),
        ),
    )
}
_registered_games: dict[str, Game] = {}
"""Games of registered families by text. They are kept, so that the same text gives the same game."""
_MAX_MADE = 64
_shared: OrderedDict[str, Game] = OrderedDict()
"""Games of built-in families by text, least recently used first."""
_MAX_SHARED, _MAX_SHARED_BYTES = 16, 2**28  # games, and bytes of their tables
_LARGE_TABLE = 2**26  # bytes: the memory of a larger table is freed at once
_shared_lock = threading.Lock()

WORDS = Family(
    "words",
    Words,
    "a word; feedback one mark for each letter: G in its place, Y elsewhere, B not in it",
    "words(english,length) or words(FILE[,guesses=FILE][,without=FILE]), with [,rule=hard|strict]: 2 to 10 letters",
    "words(english,5)",
    options=("guesses", "without", "rule"),
    served_form="words(english,length[,rule=hard|strict]): 4 to 8 letters",
)

TABLE = Family(
    "table",
    TableGame,
    "a game from a CSV file: secrets in the first row, guesses in the first column",
    "table(FILE[,win=TEXT][,goal=identify])",
    "table(animals.csv)",
    options=("win", "goal"),
)


def is_described_by_text(game: Game) -> bool:
    """Whether the text of *game* describes it completely, so that results may be stored under that text.

    True for the built-in families, and for words of a shipped list. There `Game.files` must be stored as well, because
    another version may ship other words. False for subclasses, which may have other rules under the same text.
    """
    if type(game) is Words:
        return game.is_shipped
    return type(game) in _DESCRIBED_BY_TEXT and game.weights is None and game.costs is None


def families() -> tuple[Family, ...]:
    """Return the families that game strings may name."""
    return (*_families.values(), WORDS, TABLE)


def register_game(name: str, make: Callable[..., Game], about: str = "a game of your own") -> None:
    """Register a family of your own, so that the text ``name(1,2)`` stands for the game ``make(1, 2)``.

    *about* is one line for lists of games. Raises GameError.

    >>> def number(most):
    ...     numbers = range(1, most + 1)
    ...     return CustomGame(numbers, numbers, lambda g, s: "<=>"[(g > s) - (g < s) + 1], win="=")
    >>> register_game("number", number)
    >>> str(game("number(7)")), game("number(7)") == game(" number( 7 ) ")
    ('number(7)', True)
    """
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise expected_error("a game's name in lower-case letters, digits and _", name, GameError)
    if not callable(make):
        raise expected_error(f"a function that makes the game {name!r}", make, GameError)
    as_text("about", about, GameError)
    if any(family.name == name and family.built_in for family in families()):
        raise GameError(f"the name {name!r} belongs to a built-in game")
    for text in [text for text in _registered_games if text.partition("(")[0] == name]:
        del _registered_games[text]
    _families[name] = Family(name, make, about, f"{name}(…)", name, built_in=False)


def game(text: GameLike) -> Game:
    """Return the game with this *text*, in its long or short form; a game is returned unchanged. Raises GameError.

    The last few games are kept with their tables: the same text gives the same game. Files are read again each time.

    >>> game("mastermind(4,6)"), str(game("bc4x10")), game("mm4x6") is game("mastermind(4,6)")
    (game('mastermind(4,6)'), 'bullscows(4,10)', True)
    """
    if isinstance(text, Game):
        return text
    if not isinstance(text, str):
        raise expected_error("a game, or its text such as mastermind(4,6)", text, GameError)
    new = new_game(text)
    return _share(new) if is_described_by_text(new) else new


as_game = game
"""`game` under another name, for functions with an argument called game."""


def _share(new: Game) -> Game:
    """Return the shared game that equals *new*; if there is none, share *new*."""
    dropped_large_table = False
    with _shared_lock:
        # Step 1. The game without rows: its copies with rows use its table.
        unlimited = _shared.setdefault(str(new.with_rows(None)), new if new._original is None else new._original)
        _shared.move_to_end(str(unlimited))
        # Step 2. The copy with rows. A known one may belong to a game that was dropped since; then replace it.
        game = unlimited
        if new.rows is not None:
            known = _shared.get(str(new))
            game = unlimited.with_rows(new.rows) if known is None or known._original is not unlimited else known
            _shared[str(game)] = game
            _shared.move_to_end(str(game))
        # Step 3. Drop the least recently used games, but never these two.
        while len(_shared) > 2 and (len(_shared) > _MAX_SHARED or _shared_bytes() > _MAX_SHARED_BYTES):
            _, old = _shared.popitem(last=False)
            dropped_large_table |= old._table is not None and old._table.ordinals.nbytes > _LARGE_TABLE
            del old
    if dropped_large_table:  # a game and its table refer to each other, so only the collector frees them
        gc.collect()
    return game


def _shared_bytes() -> int:
    """Return the bytes of all tables of shared games. Games that differ only in rows share one table."""
    tables = [game._table.ordinals for game in _shared.values() if game._table is not None]
    return sum({id(ordinals): ordinals.nbytes for ordinals in tables}.values())


def new_game(text: str) -> Game:
    """Return a new game with this *text*, without the cache of `game`. Raises GameError."""
    if short := re.fullmatch(r"\s*(mm|bc)([0-9]+)x([0-9]+)\s*", text, re.IGNORECASE):
        return new_game(f"{_SHORT[short[1].lower()]}({short[2]},{short[3]})")
    name, inside = _split_text(text)
    family = next((family for family in families() if family.name == name.lower()), None)
    if family is None:
        raise GameError(unknown_name_text("game", name, [family.name for family in families()]))
    if family.has_default and "(" not in text:
        return new_game(family.example)
    form = f"expected {family.form}, got {text!r}"
    values, options = _table_arguments(inside, form) if family is TABLE else _arguments(family, inside, form)
    rows = options.pop("rows", None)
    if family is TABLE:
        game: Game = TableGame(values[0], **options)
    elif family is WORDS:
        game = Words(values[0], _integer(values[1], form) if len(values) == 2 else None, **options)
    else:
        numbers = [_integer(value, form) for value in values]
        if not family.built_in:
            game = _registered_game(family, numbers, form)
        elif len(numbers) != len(family.numbers):
            raise GameError(f"{form}: it has {count_text(len(numbers), 'number')}, not {len(family.numbers)}")
        else:
            game = family.make(*numbers, **options)
    return game if rows is None else game.with_rows(rows)


def _split_text(text: str) -> tuple[str, str]:
    """Return the name in a game's *text*, and the text inside the parentheses. Raises GameError."""
    match = re.fullmatch(r"\s*([^\s(),=]+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if match is None:
        raise GameError(f"expected a game such as mastermind(4,6), got {text!r}")
    return match[1], (match[2] or "").strip()


def _arguments(family: Family, inside: str, form: str) -> tuple[list[str], dict[str, Any]]:
    """Return the arguments before the options, and the options. Messages begin with *form*. Raises GameError."""
    values, options = list[str](), dict[str, Any]()
    for argument in map(str.strip, _COMMA.split(inside)) if inside or family is WORDS else ():
        key, equals, value = (part.strip() for part in argument.partition("="))
        if not equals or argument.startswith('"'):
            if options:
                raise GameError(f"{form}: {argument!r} comes after the options")
            values.append(unquote(argument, GameError))
        else:
            _add_option(options, family, key, value, form)
    if family is WORDS and (len(values) not in (1, 2) or "" in (*values, *options.values())):
        raise GameError(form)
    return values, options


def _table_arguments(inside: str, form: str) -> tuple[list[str], dict[str, Any]]:
    """Return the file, as a list of one, and the options of a table. Raises GameError."""
    quoted = re.fullmatch(rf"({QUOTED})\s*((?:,.*)?)", inside, re.DOTALL)
    file, rest = (unquote(quoted[1]), quoted[2]) if quoted else ("", inside)
    options = dict[str, Any]()
    # Take options off the end: a file name without quotes may contain commas.
    while match := re.fullmatch(rf"(.*),\s*(win|goal|rows|rule)\s*=\s*({QUOTED}|[^,]*)", rest, re.DOTALL):
        rest = match[1]
        _add_option(options, TABLE, match[2], match[3].strip(), form)
    if (quoted and rest.strip()) or not (quoted or rest):
        raise GameError(form)
    if not quoted and re.match(r"\s*(win|goal|rows|rule)\s*=", rest):
        raise GameError(f"{form}: the name of a file comes first (in double quotes, if it has an = in it)")
    return [file if quoted else rest], options


def _add_option(options: dict[str, Any], family: Family, key: str, value: str, form: str) -> None:
    """Add the option *key* with the text *value* to *options*. Raises GameError."""
    if key in options:
        raise GameError(f"{form}: {key} is given twice")
    if key not in ("rows", *family.options):
        if key != "rule":
            raise GameError(f"{form}: {unknown_name_text('option', key, ('rows', *family.options))}")
        with_rules = [known.name for known in families() if "rule" in known.options]
        raise GameError(f"{form}: {family.name} has no rules, only {', '.join(with_rules)} have")
    options[key] = _integer(value, form) if key == "rows" else unquote(value, GameError)


def _registered_game(family: Family, numbers: list[int], form: str) -> Game:
    """Return a game of a registered family, from the cache or new; a CustomGame is named by its text."""
    text = f"{family.name}({','.join(map(str, numbers))})" if numbers else family.name
    if text not in _registered_games:
        try:
            game = family.make(*numbers)
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise GameError(f"{form}: {error_text(error)}") from error
        if not isinstance(game, Game):
            raise expected_error(f"a game from the function registered as {family.name!r}", game, GameError)
        _registered_games[text] = (
            game.with_name(family.name, tuple(map(str, numbers))) if isinstance(game, CustomGame) else game
        )
        if len(_registered_games) > _MAX_MADE:
            del _registered_games[next(iter(_registered_games))]  # the oldest
    return _registered_games[text]


def table_game(text: str, table: str) -> TableGame:
    """Return the game *text* of the CSV text *table*, such as ``table(NAME,win=yes)``. Raises GameError.

    NAME must be `text_name(table)`.
    """
    family, inside = _split_text(text)
    name = text_name(table)
    if family.lower() != TABLE.name:
        raise GameError(f"expected table({name}), the game of the table that was given, got {text!r}")
    form = f"expected {TABLE.form}, got {text!r}"
    (name_in_text,), options = _table_arguments(inside, form)
    if name_in_text.strip() != name:
        raise GameError(f"expected table({name}), named by the SHA-256 of the table that was given, got {text!r}")
    rows = options.pop("rows", None)
    return TableGame.from_text(table, **options).with_rows(rows)


def files_in_text(text: str) -> list[str]:
    """Return the files that the *text* of a game names, without opening them. Raises GameError."""
    name, inside = _split_text(text)
    if name.lower() == "table":
        return _table_arguments(inside, f"expected {TABLE.form}, got {text!r}")[0]
    if name.lower() != "words":
        return []
    source, options = _arguments(WORDS, inside, f"expected {WORDS.form}, got {text!r}")
    files = list(source) if len(source) == 1 else []  # two arguments are a shipped list and a length
    return files + [options[key] for key in options if key not in ("rows", "rule")]


def _integer(text: str, form: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise GameError(f"{form}: {text!r} is not an integer of at most nine digits")
    return int(text)


@dataclass(frozen=True, slots=True)
class Preset:
    """A well-known game: its text, and its name for people."""

    game: str
    name: str
    in_menu: bool = True
    """Whether the page's menu of games shows it."""


PRESETS = (
    Preset("mastermind(4,6,rows=10)", "Mastermind, as sold in boxes"),
    Preset("mastermind(4,6)", "Mastermind without a last row", in_menu=False),
    Preset("mastermind(4,6,secrets=distinct,rows=10)", "Mastermind, no colour twice in the secret"),
    Preset("mastermind(5,8,rows=12)", "Super Mastermind"),
    Preset("mastermind(3,4,rows=6)", "Mastermind for beginners"),
    Preset("mastermind(3,4)", "Mastermind for beginners, without a last row", in_menu=False),
    Preset("bullscows(4,10)", "Bulls and Cows, as played on paper"),
    Preset("bullscows(3,10)", "Bulls and Cows with three digits"),
    Preset("twod(10)", "Twod: a pair of numbers"),
    Preset("words(english,5,rows=6)", "Words of five letters in six guesses"),
    Preset("numbers(100)", "A number from 1 to 100", in_menu=False),
    Preset("balance(12)", "Twelve coins and a balance", in_menu=False),
)


@dataclass(frozen=True)
class GameRecord(GameFacts):
    """Facts about a game in a file or pickle that does not hold its rules. Attributes have the names of `Game`'s."""

    name: str
    """Text of the game."""
    files: tuple[tuple[str, str], ...] = ()
    goal: str = HIT
    secrets: tuple[Code, ...] = ()
    """Secrets, only if the game has labels."""
    labels: tuple[Label, ...] | None = None
    guesses: tuple[Code, ...] = ()
    """Guesses, only if the game has costs."""
    costs: tuple[int, ...] | None = None
    cost_unit: Fraction = Fraction(1)
    has_weights: bool = False

    @classmethod
    def of(cls, game: Game) -> "GameRecord":
        """Return the record of *game*."""
        return cls(
            str(game),
            game.files,
            game.goal,
            () if game.labels is None else tuple(game.secrets),
            game.labels,
            () if game.costs is None else tuple(game.guesses),
            game.costs,
            game.cost_unit,
            game.has_weights,
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rows(self) -> int | None:  # type: ignore[override]
        """Number of guesses that a board allows, read from the game's text; None: no limit."""
        match = re.search(r"[(,]rows=([1-9][0-9]*)\)\Z", self.name)
        return None if match is None else int(match[1])


class HoldsGame:
    """Base class of values with a field `rules`, the game.

    If the game cannot be pickled, for example because of a lambda, the pickle has its record instead.
    """

    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        rules = state.get("rules")
        if isinstance(rules, Game) and not is_described_by_text(rules):
            try:
                pickle.dumps(rules)
            except Exception:  # whatever a user's object raises
                state["rules"] = GameRecord.of(rules)
        return state
