"""Data that ships with the package: optimal plans, first guesses, figures of many games, puzzles, schemas.

`make values` writes everything except the schemas. bestguess itself computed all of it; the tests recompute a sample.
The functions here only look things up, and ignore the rows of a game.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any, TypedDict

from bestguess.bounds import Bounds
from bestguess.errors import ContradictionError
from bestguess.games import Code, Game, History, PegGame, Words, is_described_by_text
from bestguess.trees import Figures, Node, Tree, load_tree

ATLAS, FIRST_GUESSES, OBJECTIVES, PUZZLES = "atlas.json", "first_guesses.json", "objectives.json", "puzzles.json"
PLANS, SCHEMAS = "plan_files", "schema_files"
STRATEGIES_WITH_PLANS = ("optimal", "optimal-worst")
"""The names of the strategies that have plans."""
_FILES = files("bestguess.data")


@cache
def read_document(name: str) -> dict[str, Any]:
    """Return the JSON document in the file *name*."""
    document: dict[str, Any] = json.loads(_FILES.joinpath(name).read_text("utf-8"))
    return document


def _key(game: Game) -> str:
    """Return the key of the data of *game*; empty, so that nothing is found, if its text does not describe it."""
    return str(game.with_rows(None)) if is_described_by_text(game) else ""


def _has_same_words(game: Game, shipped: dict[str, Any]) -> bool:
    """Whether *shipped* was computed for the same list of words as *game* has now."""
    return bool(shipped["sha256"] == [sha256 for _, sha256 in game.files])


# Plans: whole optimal trees of common games, in files that `bestguess tree build` writes and `bestguess check` checks.
# They only choose moves. Functions that count guesses build their own trees.


def known_plan(game: Game, strategy: str) -> Tree | None:
    """Return the shipped tree of the *strategy* `optimal` or `optimal-worst` for *game*; None if there is none."""
    return _read_plan(plan_file(_key(game), strategy)) if strategy in STRATEGIES_WITH_PLANS else None


@cache
def _read_plan(name: str) -> Tree | None:
    file = _FILES.joinpath(PLANS, name)
    if not file.is_file():
        return None
    with as_file(file) as path:
        return load_tree(path)


def plan_node(game: Game, history: History, strategy: str) -> Node | None:
    """Return the node of the plan that *history* leads to; None if there is no plan or *history* does not follow it.

    >>> from bestguess.games import game
    >>> mastermind = game("mastermind(4,6)")
    >>> node = plan_node(mastermind, mastermind.as_history("1123:0.0"), "optimal-worst")
    >>> node.guess, node.height
    ('4456', 4)
    """
    plan = known_plan(game, strategy)
    try:
        return None if plan is None else plan.root.at(history)
    except ContradictionError:
        return None


def plan_file(game: str, strategy: str) -> str:
    """Return the file name of the plan of *strategy* for the game with this text.

    >>> plan_file("mastermind(4,6,secrets=distinct)", "optimal")
    'mastermind-4-6-secrets-distinct.optimal.json'
    """
    return f"{re.sub('[^a-z0-9]+', '-', game).strip('-')}.{strategy}.json"


# The atlas: figures of the strategies on every size of the peg games, for heat maps. They are not computed on demand,
# so whatever shows them also shows `atlas_source`.


class ShippedJson(TypedDict):
    """The origin of shipped figures: version, command and date."""

    version: str  # the version of bestguess that computed them
    command: str  # the command that computed them
    date: str  # the date when they were computed


def atlas_source() -> ShippedJson:
    """Return the version of bestguess and the command that computed the atlas, and the date."""
    document = read_document(ATLAS)
    return {"version": document["version"], "command": document["command"], "date": document["date"]}


def known_figures(game: Game, strategy: str, consistent: bool = False) -> Figures | None:
    """Return the shipped figures of *strategy* on *game*; None if there are none."""
    column = read_document(ATLAS)["strategies"].get(f"{strategy} consistent" if consistent else strategy, {})
    text = _key(game)
    if text not in column:
        return None
    first_guess, *counts = column[text].split()  # "1122 1 6 62 533 694": first guess, then the distribution
    distribution = {guesses: int(count) for guesses, count in enumerate(counts, start=1)}
    secrets, worst = sum(distribution.values()), len(counts)
    total = sum(guesses * count for guesses, count in distribution.items())
    mean, at_worst = total / secrets, distribution[worst]
    return Figures(text, strategy, consistent, secrets, total, mean, worst, at_worst, distribution, first_guess)


# First guesses whose values take long to compute.


@dataclass(frozen=True)
class FirstGuessTotal:
    """Bounds of the least *total* of a game when *guess* is played first."""

    guess: Code
    total: Bounds[int, int]


@cache
def first_guess_totals() -> dict[str, list[FirstGuessTotal]]:
    """Return the shipped first guesses by the text of the game, the best first."""
    return {
        game: [FirstGuessTotal(guess, Bounds(lower, upper)) for guess, lower, upper in rows]
        for game, rows in read_document(FIRST_GUESSES)["games"].items()
    }


def known_first_guess(game: Game, guess: Code | None = None) -> FirstGuessTotal | None:
    """Return bounds of the least total after the first guess *guess* of *game*; default: the best first guess.

    Return None if nothing ships. For games of words, only the few best first guesses ship.

    >>> from bestguess.games import game
    >>> known_first_guess(game("mastermind(4,6)"), "5663")
    FirstGuessTotal(guess='5663', total=Bounds(lower=5625, upper=5625))
    """
    text = _key(game)
    rows = first_guess_totals().get(text)
    if rows is None or not isinstance(game, PegGame | Words):
        return None
    least = min(row.total.lower for row in rows)
    if isinstance(game, Words):
        words = read_document(FIRST_GUESSES)["words"][text]
        if not _has_same_words(game, words):
            return None
        least = words["least"]  # a bound for all first guesses, because the rows have only a few of them
    if guess is None:
        return FirstGuessTotal(rows[0].guess, Bounds(least, rows[0].total.upper))
    lowest = lowest_alike(game, guess) if isinstance(game, PegGame) else guess
    return next((FirstGuessTotal(guess, row.total) for row in rows if row.guess == lowest), None)


def best_first_guesses(game: Game, count: int) -> list[Code]:
    """Return the best first guesses of *game* that ship, at most *count*; empty if none ship.

    >>> from bestguess.games import game
    >>> best_first_guesses(game("words(english,5)"), 2)
    ['trace', 'crate']
    """
    if known_first_guess(game) is None:
        return []
    return [row.guess for row in first_guess_totals()[_key(game)][:count]]


def lowest_alike(game: PegGame, guess: Code) -> Code:
    """Return the lowest guess that equals *guess* up to a permutation of places and one of symbols.

    >>> from bestguess.games import Mastermind
    >>> lowest_alike(Mastermind(4, 6), "5663")
    '1123'
    """
    counts = sorted((guess.count(symbol) for symbol in set(guess)), reverse=True)
    return "".join(symbol * count for symbol, count in zip(game.symbols, counts, strict=False))


# Rows that other packages interpret: points of ways of playing (`stats.points`), practice puzzles (`puzzles.puzzle`).


def known_objective_rows(game: Game) -> list[list[Any]]:
    """Return the shipped rows of points for *game*, which `stats.points` reads; empty if there are none."""
    shipped = read_document(OBJECTIVES)["games"].get(_key(game), {"rows": [], "sha256": []})
    rows: list[list[Any]] = shipped["rows"]
    return rows if _has_same_words(game, shipped) else []


def known_puzzle_rows(game: Game, kind: str, count: int, seed: int) -> list[list[Any]] | None:
    """Return the first *count* shipped puzzles of one *kind* for *game* and *seed*; None if fewer ship.

    Fewer are returned if the search for puzzles found no more.
    """
    document = read_document(PUZZLES)
    rows: list[list[Any]] | None = document["games"].get(_key(game), {}).get(kind)
    if rows is None or seed != document["seed"]:
        return None
    no_more_exist = len(rows) < shipped_count(game)
    return rows[:count] if no_more_exist or count <= len(rows) else None


def shipped_count(game: Game) -> int:
    """Return how many puzzles of each kind ship, unless fewer were found; 0 if none ship."""
    count: int = read_document(PUZZLES)["counts"].get(_key(game), 0)
    return count


# The JSON schemas of documents and files. `python -m tools.schemas` writes them.


@cache
def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas, in alphabetical order."""
    names = [file.name for file in _FILES.joinpath(SCHEMAS).iterdir()]
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def read_schema(name: str) -> dict[str, Any]:
    """Return the schema *name*, one of `schema_names`."""
    return read_document(f"{SCHEMAS}/{name}.json")
