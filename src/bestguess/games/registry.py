"""Game strings: one text for a game in code, on the command line, in files and in URLs."""

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
from bestguess.errors import GameError, reason, unknown
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

GameLike: TypeAlias = str | Game
"""A game or its text: what every function that takes a game accepts."""


@dataclass(frozen=True)
class Family(Document):
    """A family of games.

    *numbers* and *options* are what the text of a game may hold.
    """

    name: Annotated[str, Member("family")]
    make: Hidden[Callable[..., Game]]
    about: str
    form: str
    """How its games are written."""
    example: str
    """A game of the family."""
    numbers: Hidden[tuple[str, ...]] = ()
    options: Hidden[tuple[str, ...]] = ()
    built_in: Hidden[bool] = True
    alone: Hidden[bool] = False
    """Whether the name alone means the example."""
    served_form: Hidden[str | None] = None
    """What the server takes of it, where that is less."""


_DESCRIBED = (Mastermind, BullsCows, Twod, Numbers, Balance)
_COMMA = re.compile(r',(?=(?:[^"]*"[^"]*")*[^"]*\Z)')  # one that is not between double quotes
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
            alone=True,
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
            alone=True,
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
_made: dict[str, Game] = {}
_MOST_MADE = 64  # games of registered families that are kept, so that the same text is the same game
_MOST_SHARED, _MOST_SHARED_BYTES = 16, 2**28  # games given as texts that are kept, and the bytes of their tables
_LARGE = 2**26  # bytes of a table whose memory is wanted back at once
_shared: OrderedDict[str, Game] = OrderedDict()
_sharing = threading.Lock()

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


def described_by_text(game: Game) -> bool:
    """Whether the text of *game* says everything about it, so that results may be kept under that text.

    So it is for games of the built-in families, and for words of a list that ships, where the text goes together with
    `Game.files`: another version may ship other words. A class made from one may have other rules under the same text.
    """
    if type(game) is Words:
        return game.ships
    return type(game) in _DESCRIBED and game.weights is None and game.costs is None


def families() -> tuple[Family, ...]:
    """The families that game strings may name."""
    return (*_families.values(), WORDS, TABLE)


def register_game(name: str, make: Callable[..., Game], about: str = "a game of your own") -> None:
    """Lets game strings name a game of yours: ``name(1,2)`` is what *make* returns for the integers 1 and 2.

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
    for text in [text for text in _made if text.partition("(")[0] == name]:
        del _made[text]
    _families[name] = Family(name, make, about, f"{name}(…)", name, built_in=False)


def game(text: GameLike) -> Game:
    """Return the game that *text* names, in its long or short form; a game is itself. Raises GameError.

    The last few are kept with their tables, so that the same text gives the same game. Games from files are read anew.

    >>> game("mastermind(4,6)"), str(game("bc4x10")), game("mm4x6") is game("mastermind(4,6)")
    (game('mastermind(4,6)'), 'bullscows(4,10)', True)
    """
    if isinstance(text, Game):
        return text
    if not isinstance(text, str):
        raise expected_error("a game, or its text such as mastermind(4,6)", text, GameError)
    new = new_game(text)
    return _shared_game(new) if described_by_text(new) else new


as_game = game
"""`game`, where an argument has that name."""


def _shared_game(new: Game) -> Game:
    """Return the game that equals *new* and is kept, or else *new*."""
    large = False
    with _sharing:
        whole = _shared.setdefault(str(new.with_rows(None)), new if new._original is None else new._original)
        _shared.move_to_end(str(whole))
        game = whole
        if new.rows is not None:
            known = _shared.get(str(new))
            game = whole.with_rows(new.rows) if known is None or known._original is not whole else known
            _shared[str(game)] = game
            _shared.move_to_end(str(game))
        while len(_shared) > 2 and (len(_shared) > _MOST_SHARED or _shared_bytes() > _MOST_SHARED_BYTES):
            _, old = _shared.popitem(last=False)
            large |= old._table is not None and old._table.ordinals.nbytes > _LARGE
            del old
    if large:  # a game and its table refer to each other
        gc.collect()
    return game


def _shared_bytes() -> int:
    """Return the bytes of the tables of shared games; games that differ in their rows have one."""
    tables = [game._table.ordinals for game in _shared.values() if game._table is not None]
    return sum({id(ordinals): ordinals.nbytes for ordinals in tables}.values())


def new_game(text: str) -> Game:
    """Return the game that *text* names, which is kept nowhere; raises GameError."""
    if short := re.fullmatch(r"\s*(mm|bc)([0-9]+)x([0-9]+)\s*", text, re.IGNORECASE):
        return new_game(f"{_SHORT[short[1].lower()]}({short[2]},{short[3]})")
    name, inside = _name_and_inside(text)
    family = next((family for family in families() if family.name == name.lower()), None)
    if family is None:
        raise GameError(unknown("game", name, [family.name for family in families()]))
    if family.alone and "(" not in text:
        return new_game(family.example)
    form = f"expected {family.form}, got {text!r}"
    given, options = _table_arguments(inside, form) if family is TABLE else _arguments(family, inside, form)
    rows = options.pop("rows", None)
    if family is TABLE:
        made: Game = TableGame(given[0], **options)
    elif family is WORDS:
        made = Words(given[0], _integer(given[1], form) if len(given) == 2 else None, **options)
    else:
        numbers = [_integer(argument, form) for argument in given]
        if not family.built_in:
            made = _registered_game(family, numbers, form)
        elif len(numbers) != len(family.numbers):
            raise GameError(f"{form}: {len(numbers)} numbers, not {len(family.numbers)}")
        else:
            made = family.make(*numbers, **options)
    return made if rows is None else made.with_rows(rows)


def _name_and_inside(text: str) -> tuple[str, str]:
    """The name in a game's *text*, and what stands between the parentheses."""
    form = re.fullmatch(r"\s*([^\s(),=]+)\s*(?:\((.*)\))?\s*", text, re.DOTALL)
    if form is None:
        raise GameError(f"expected a game such as mastermind(4,6), got {text!r}")
    return form[1], (form[2] or "").strip()


def _arguments(family: Family, inside: str, form: str) -> tuple[list[str], dict[str, Any]]:
    """Return what stands before the options of a game, and the options."""
    given, options = list[str](), dict[str, Any]()
    for argument in map(str.strip, _COMMA.split(inside)) if inside or family is WORDS else ():
        key, equals, value = (part.strip() for part in argument.partition("="))
        if not equals or argument.startswith('"'):
            if options:
                raise GameError(f"{form}: {argument!r} comes after the options")
            given.append(unquote(argument, GameError))
        else:
            _add_option(options, family, key, value, form)
    if family is WORDS and (len(given) not in (1, 2) or "" in (*given, *options.values())):
        raise GameError(form)
    return given, options


def _table_arguments(inside: str, form: str) -> tuple[list[str], dict[str, Any]]:
    """Return the file and the options, which stand last, so that a file's name may have commas even without quotes."""
    named = re.fullmatch(rf"({QUOTED})\s*((?:,.*)?)", inside, re.DOTALL)
    file, rest = (unquote(named[1]), named[2]) if named else ("", inside)
    options = dict[str, Any]()
    while match := re.fullmatch(rf"(.*),\s*(win|goal|rows|rule)\s*=\s*({QUOTED}|[^,]*)", rest, re.DOTALL):
        rest = match[1]
        _add_option(options, TABLE, match[2], match[3].strip(), form)
    if (named and rest.strip()) or not (named or rest):
        raise GameError(form)
    if not named and re.match(r"\s*(win|goal|rows|rule)\s*=", rest):
        raise GameError(f"{form}: the name of a file comes first (in double quotes, if it has an = in it)")
    return [file if named else rest], options


def _add_option(options: dict[str, Any], family: Family, key: str, value: str, form: str) -> None:
    """Add an option of a game's text to *options*; raises GameError."""
    if key in options:
        raise GameError(f"{form}: {key} is given twice")
    if key not in ("rows", *family.options):
        if key != "rule":
            raise GameError(f"{form}: {unknown('option', key, ('rows', *family.options))}")
        having = [known.name for known in families() if "rule" in known.options]
        raise GameError(f"{form}: {family.name} has no rules, only {', '.join(having)} have")
    options[key] = _integer(value, form) if key == "rows" else unquote(value, GameError)


def _registered_game(family: Family, numbers: list[int], form: str) -> Game:
    """Return a game of a user's own family: kept, so that the same text is the same game, and named by its text."""
    text = f"{family.name}({','.join(map(str, numbers))})" if numbers else family.name
    if text not in _made:
        try:
            made = family.make(*numbers)
        except (Exception, SystemExit) as error:  # whatever a user's function raises
            raise GameError(f"{form}: {reason(error)}") from error
        if not isinstance(made, Game):
            raise expected_error(f"a game from the function registered as {family.name!r}", made, GameError)
        _made[text] = made.named(family.name, tuple(map(str, numbers))) if isinstance(made, CustomGame) else made
        if len(_made) > _MOST_MADE:
            del _made[next(iter(_made))]
    return _made[text]


def table_game(text: str, table: str) -> TableGame:
    """Return the game *text*, ``table(NAME,…)``, of the CSV text *table*, whose name that is. Raises GameError."""
    family, inside = _name_and_inside(text)
    name = text_name(table)
    if family.lower() != TABLE.name:
        raise GameError(f"expected table({name}), the game of the table that was given, got {text!r}")
    form = f"expected {TABLE.form}, got {text!r}"
    (given,), options = _table_arguments(inside, form)
    if given.strip() != name:
        raise GameError(f"expected table({name}), named by the SHA-256 of the table that was given, got {text!r}")
    rows = options.pop("rows", None)
    return TableGame.of_text(table, **options).with_rows(rows)


def named_files(text: str) -> list[str]:
    """The files that the *text* of a game names, none of which is opened; raises GameError."""
    name, inside = _name_and_inside(text)
    if name.lower() == "table":
        return _table_arguments(inside, f"expected {TABLE.form}, got {text!r}")[0]
    if name.lower() != "words":
        return []
    source, options = _arguments(WORDS, inside, f"expected {WORDS.form}, got {text!r}")
    named = list(source) if len(source) == 1 else []  # two are a list that ships and a length
    return named + [options[key] for key in options if key not in ("rows", "rule")]


def _integer(text: str, form: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise GameError(f"{form}: {text!r} is not an integer of at most nine digits")
    return int(text)


@dataclass(frozen=True, slots=True)
class Preset:
    """A game by its text, and what it is called."""

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
    """What a file or a pickle says of a game whose rules it does not hold; the names are those of `Game`."""

    name: str
    """The text of the game."""
    files: tuple[tuple[str, str], ...] = ()
    goal: str = HIT
    secrets: tuple[Code, ...] = ()
    """Of a game with labels, its secrets."""
    labels: tuple[Label, ...] | None = None
    guesses: tuple[Code, ...] = ()
    """Of a game with costs, its guesses."""
    costs: tuple[int, ...] | None = None
    cost_unit: Fraction = Fraction(1)
    has_weights: bool = False

    @classmethod
    def of(cls, game: Game) -> "GameRecord":
        """Return what is known of *game* without its rules."""
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
        """How many guesses a board allows, as its text says, or None."""
        rows = re.search(r"[(,]rows=([1-9][0-9]*)\)\Z", self.name)
        return None if rows is None else int(rows[1])


class HoldsGame:
    """A value with a field `rules`: where the game cannot be pickled, as one with a lambda, pickles have its record."""

    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        rules = state.get("rules")
        if isinstance(rules, Game) and not described_by_text(rules):
            try:
                pickle.dumps(rules)
            except Exception:  # whatever a user's object raises
                state["rules"] = GameRecord.of(rules)
        return state
