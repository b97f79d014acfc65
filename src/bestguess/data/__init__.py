"""What ships as data: optimal plans, first guesses, figures of sizes and of ways of playing, puzzles, schemas.

`make values` writes all but the schemas. Everything here was computed by bestguess itself and is looked up, never
measured again; the tests recompute a sample. The rows of a game never matter.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from typing import Any, TypedDict

from bestguess.bounds import Bounds
from bestguess.errors import ContradictionError
from bestguess.games import Code, Game, History, PegGame, Words, described_by_text
from bestguess.trees import Figures, Node, Tree, load_tree

ATLAS, FIRST_GUESSES, OBJECTIVES, PUZZLES = "atlas.json", "first_guesses.json", "objectives.json", "puzzles.json"
PLANS, SCHEMAS = "plan_files", "schema_files"
PLANNED = ("optimal", "optimal-worst")
"""The strategies that have plans."""
_FILES = files("bestguess.data")


@cache
def read_document(name: str) -> dict[str, Any]:
    """Return the JSON document called *name*."""
    document: dict[str, Any] = json.loads(_FILES.joinpath(name).read_text("utf-8"))
    return document


def _key(game: Game) -> str:
    """Return the text that data of *game* is kept under; an empty one where its text does not say everything."""
    return str(game.with_rows(None)) if described_by_text(game) else ""


def _is_of(game: Game, shipped: dict[str, Any]) -> bool:
    """Whether what is *shipped* is of the words of *game*: data of other words is not for it."""
    return bool(shipped["sha256"] == [sha256 for _, sha256 in game.files])


# Plans: whole optimal trees of common games, in the files that `bestguess tree build` makes and `bestguess check`
# checks. They are for choosing a move: whatever counts guesses builds its own tree.


def known_plan(game: Game, strategy: str) -> Tree | None:
    """Return the whole tree of `optimal` or `optimal-worst` for *game*, where it ships."""
    return _read_plan(plan_file(_key(game), strategy)) if strategy in PLANNED else None


@cache
def _read_plan(name: str) -> Tree | None:
    file = _FILES.joinpath(PLANS, name)
    if not file.is_file():
        return None
    with as_file(file) as path:
        return load_tree(path)


def plan_node(game: Game, history: History, strategy: str) -> Node | None:
    """Return the node of the plan that *history* leads to; None without a plan, or if *history* does not follow it.

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
    """Return the name of the file of a plan.

    >>> plan_file("mastermind(4,6,secrets=distinct)", "optimal")
    'mastermind-4-6-secrets-distinct.optimal.json'
    """
    return f"{re.sub('[^a-z0-9]+', '-', game).strip('-')}.{strategy}.json"


# The atlas: figures of the strategies on every size of the peg games, for heat maps. They are looked up, not computed:
# whoever shows them says so, with `atlas_source`.


class ShippedJson(TypedDict):
    """By which version of bestguess, by which command and when figures that ship were computed."""

    version: str  # the version of bestguess
    command: str  # the command that computed them
    date: str  # when they were computed


def atlas_source() -> ShippedJson:
    """Return which version of bestguess computed the atlas, by which command, and when."""
    document = read_document(ATLAS)
    return {"version": document["version"], "command": document["command"], "date": document["date"]}


def known_figures(game: Game, strategy: str, consistent: bool = False) -> Figures | None:
    """Return the figures of *strategy* on *game*, where they ship."""
    column = read_document(ATLAS)["strategies"].get(f"{strategy} consistent" if consistent else strategy, {})
    text = _key(game)
    if text not in column:
        return None
    first_guess, *counts = column[text].split()
    distribution = {guesses: int(count) for guesses, count in enumerate(counts, start=1)}
    secrets, worst = sum(distribution.values()), len(counts)
    total = sum(guesses * count for guesses, count in distribution.items())
    mean, at_worst = total / secrets, distribution[worst]
    return Figures(text, strategy, consistent, secrets, total, mean, worst, at_worst, distribution, first_guess)


# First guesses whose values take long to find.


@dataclass(frozen=True)
class FirstGuessTotal:
    """The total guesses from the start when *guess* is played first."""

    guess: Code
    total: Bounds[int, int]


@cache
def first_guess_totals() -> dict[str, list[FirstGuessTotal]]:
    """Return the known first guesses of each game that has some, the best first."""
    return {
        game: [FirstGuessTotal(guess, Bounds(lower, upper)) for guess, lower, upper in rows]
        for game, rows in read_document(FIRST_GUESSES)["games"].items()
    }


def known_first_guess(game: Game, guess: Code | None = None) -> FirstGuessTotal | None:
    """Return what is known of beginning *game* with *guess*, by default the best one; of words, with the best few.

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
        if not _is_of(game, words):
            return None
        least = words["least"]
    if guess is None:
        return FirstGuessTotal(rows[0].guess, Bounds(least, rows[0].total.upper))
    lowest = lowest_alike(game, guess) if isinstance(game, PegGame) else guess
    return next((FirstGuessTotal(guess, row.total) for row in rows if row.guess == lowest), None)


def best_first_guesses(game: Game, count: int) -> list[Code]:
    """Return the best first guesses of *game*, as far as they ship: at most *count*.

    >>> from bestguess.games import game
    >>> best_first_guesses(game("words(english,5)"), 2)
    ['trace', 'crate']
    """
    if known_first_guess(game) is None:
        return []
    return [row.guess for row in first_guess_totals()[_key(game)][:count]]


def lowest_alike(game: PegGame, guess: Code) -> Code:
    """Return the lowest guess that is *guess* but for the order of its pegs and the names of its symbols.

    >>> from bestguess.games import Mastermind
    >>> lowest_alike(Mastermind(4, 6), "5663")
    '1123'
    """
    counts = sorted((guess.count(symbol) for symbol in set(guess)), reverse=True)
    return "".join(symbol * count for symbol, count in zip(game.symbols, counts, strict=False))


# Rows that other packages understand: what ways of playing cost (`stats.points`), practice puzzles (`puzzles.shipped`).


def known_objective_rows(game: Game) -> list[list[Any]]:
    """Return the rows of `objectives` for *game*; none where they do not ship."""
    shipped = read_document(OBJECTIVES)["games"].get(_key(game), {"rows": [], "sha256": []})
    rows: list[list[Any]] = shipped["rows"]
    return rows if _is_of(game, shipped) else []


def known_puzzle_rows(game: Game, kind: str, count: int, seed: int) -> list[list[Any]] | None:
    """Return the first *count* puzzles of one *kind* for *game* and *seed*; None where so many do not ship.

    They are fewer where no more were found.
    """
    document = read_document(PUZZLES)
    rows: list[list[Any]] | None = document["games"].get(_key(game), {}).get(kind)
    if rows is None or seed != document["seed"]:
        return None
    return rows[:count] if len(rows) < shipped_count(game) or count <= len(rows) else None


def shipped_count(game: Game) -> int:
    """Return how many puzzles of each kind were looked for, to ship; 0 where none ship."""
    count: int = read_document(PUZZLES)["counts"].get(_key(game), 0)
    return count


# The JSON schemas of documents and files, which `python -m tools.schemas` writes.


@cache
def schema_names() -> tuple[str, ...]:
    """Return the names of all schemas, in alphabetical order."""
    names = [file.name for file in _FILES.joinpath(SCHEMAS).iterdir()]
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


def read_schema(name: str) -> dict[str, Any]:
    """Return the schema called *name*, which is one of `schema_names`."""
    return read_document(f"{SCHEMAS}/{name}.json")
