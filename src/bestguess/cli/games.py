"""bestguess games, strategies, schema and doctor: what there is, and how this installation does."""

import json
import platform
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import Annotated, NotRequired, TypedDict

import numpy as np

import bestguess
from bestguess import engine
from bestguess.cli import options
from bestguess.cli.files import build_table, load_files, load_game
from bestguess.cli.options import argument, option, output_file
from bestguess.cli.tables import fields_table, grid, table
from bestguess.cli.terminal import Terminal, print_json, progress_bar
from bestguess.data import read_schema, schema_names
from bestguess.errors import BestguessError, FileError, GameError, printable, unknown
from bestguess.files import data_folder, write_whole
from bestguess.games import Code, Game, Words, check_game, families
from bestguess.games import game as parse_game
from bestguess.games.checking import WARNING
from bestguess.games.registry import Family
from bestguess.games.table import Table, check_size, table_bytes
from bestguess.games.table_file import write_table
from bestguess.games.word_lists import shipped_about, shipped_names, shipped_text
from bestguess.solve import optimum
from bestguess.strategies import known_strategies
from bestguess.strategies.registry import StrategiesJson
from bestguess.trees import build_tree

_WIDTH = 66  # columns beside the names of the families
_MOST_EXAMPLES, _EXAMPLES_WIDTH = 3, 50  # codes, and their columns
_MOST_SHOWN, _MOST_LISTED = 64, 256  # feedbacks, on the terminal and in JSON
_EXTRAS = {"cluster": "distributed", "gym": "gymnasium", "plots": "matplotlib", "web": "fastapi"}
"""The module by which each optional part is known."""
_RUNS = 3  # keep the fastest


def games(
    game: Annotated[
        str | None, argument("GAME", "The game to describe. Default: list all kinds of games.", options.game_texts)
    ] = None,
    check: Annotated[
        bool, option("--check", "Build the table of the game and report mistakes in its definition.")
    ] = False,
    lists: Annotated[
        Path | None, option("--lists", "Write the lists of a game of words to files in this folder.", "DIR")
    ] = None,
    table_file: Annotated[
        Path | None, output_file("--table", "Write the game as a table, a CSV file that table(FILE) reads.")
    ] = None,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """List the available games, or describe one of them.

    The text of a game, such as mastermind(4,6), is the same in all commands.

    [bold]Examples[/bold]

      bestguess games

      bestguess games "mastermind(5,8)" --check

      bestguess games "table(animals.csv)" --check --json

      bestguess games "words(english,5)" --lists lists

      bestguess games "balance(12)" --table coins.csv
    """
    load_files(load)
    if game is None:
        for what, given in (("check", check), ("write the lists of", lists), ("write as a table", table_file)):
            if given:
                raise GameError(f"expected a game to {what}, such as bestguess games mm4x6, got none")
        _list_families(as_json)
        return
    rules = load_game(game, None)
    fields, problems, faults = _describe(rules), list[str](), list[str]()
    if lists is not None:
        fields["lists"] = [str(path) for path in _write_lists(rules, lists)]
    if table_file is not None:
        with progress_bar(f"table of {rules}") as report:
            fields["table"] = write_table(rules, table_file, threads=threads, progress=report)
    if check:
        check_size(rules)
        problems = check_game(rules)
        faults = [problem for problem in problems if not problem.startswith(WARNING)]
        seconds = None if faults else build_table(rules, threads=threads).seconds
        fields["problems"], fields["table_seconds"] = problems, seconds
    if as_json:
        print_json("game", fields)
    else:
        shown: dict[str, object] = {name: value for name, value in fields.items() if name != "problems"}
        shown |= {"guesses": _side(rules.guesses), "secrets": _side(rules.secrets)}
        if len(rules.feedbacks) > _MOST_SHOWN:
            shown["feedbacks"] = f"{len(rules.feedbacks):,}, {rules.feedbacks[0]} to {rules.feedbacks[-1]}"
        Terminal().print(fields_table(shown), *(f"- {problem}" for problem in problems))
    if faults:
        raise GameError(f"{rules} is not sound: {faults[0]}")


def _side(codes: Sequence[Code]) -> str:
    """How many *codes* there are, and the first of them, which show whether the sides of a table are exchanged."""
    few = [printable(code, _EXAMPLES_WIDTH) for code in islice(codes, _MOST_EXAMPLES)]
    while len(", ".join(few)) > _EXAMPLES_WIDTH and len(few) > 1:
        few.pop()
    return f"{len(codes):,}: {', '.join([*few, '...'] if len(few) < len(codes) else few)}"


def _list_families(as_json: bool) -> None:
    if as_json:
        fields: FamiliesJson = {"games": families()}
        print_json("games", fields)
        return
    Terminal().print(
        grid([(f.name, "\n".join([*_wrapped(f.about), *_wrapped(f.form)])) for f in families()]),
        "",
        "Every game accepts rows=N, such as mastermind(4,6,rows=10).",
        "Your own games: --load FILE.py.",
        "rule=hard: what was G stays in its place, what was Y is used again.",
        "rule=strict: a guess fits every answer so far, as if it were the secret.",
    )


def _wrapped(text: str) -> list[str]:
    """*text* in lines, which may also end between two options in brackets."""
    return [line.replace("] [", "][") for line in wrap(text.replace("][", "] ["), _WIDTH, break_on_hyphens=False)]


def _write_lists(game: Game, folder: Path) -> list[Path]:
    """Writes the secrets with their weights, and all guesses, to files in *folder*; the files."""
    if not isinstance(game, Words):
        raise GameError(f"expected a game of words to write the lists of, got {game}")
    weights = [""] * len(game.secrets) if game.weights is None else [f" {weight}" for weight in game.weights]
    texts = {
        "secrets.txt": "".join(f"{word}{weight}\n" for word, weight in zip(game.secrets, weights, strict=True)),
        "guesses.txt": "".join(f"{word}\n" for word in game.guesses),
    }
    if game.origin is not None:
        texts[game.origin["licence"]] = shipped_text(game.origin["licence"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: cannot be made: {error.strerror}") from error
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]


def _describe(game: Game) -> "DescribedJson":
    fields: DescribedJson = {
        "game": str(game),
        "guesses": len(game.guesses),
        "secrets": len(game.secrets),
        "rows": game.rows,
        "rule": game.rule,
        "goal": game.goal,
        "win": game.win,
        "feedbacks": list(game.feedbacks) if 0 < len(game.feedbacks) <= _MOST_LISTED else None,
        "weighted": game.weights is not None,
        "labels": None if game.labels is None else len(set(game.labels)),
        "costs": game.costs is not None,
        "native": game.kernel() is not None,
        "table_bytes": table_bytes(game),
    }
    if isinstance(game, Words) and (about := game.origin) is not None:
        packages = ", ".join(f"{package} {version}" for package, version in about["packages"].items())
        weights = ", ".join(f"{weight} for {tier}" for tier, weight in about["weights"].items())
        counts = about["lengths"][str(game.length)]["of_weight"].items()
        fields["source"] = f"{about['source']} ({packages})"
        fields["licence"] = about["licence"]
        fields["secrets_from"] = f"{about['secrets']}; {about['offensive']}"
        fields["guesses_from"] = f"{about['guesses']}, and the secrets"
        fields["weights"] = f"{weights}; " + ", ".join(f"{count:,} words of {weight}" for weight, count in counts)
    return fields


def strategies(load: options.Load = None, as_json: options.Json = False) -> None:
    """List the available strategies.

    Other commands take their names, such as --strategy minimax.

    [bold]Examples[/bold]

      bestguess strategies

      bestguess strategies --load mine.py --json
    """
    load_files(load)
    if as_json:
        fields: StrategiesJson = {"strategies": known_strategies()}
        print_json("strategies", fields)
    else:
        Terminal().print(table(("strategy", "plays"), [(entry.name, entry.about) for entry in known_strategies()]))


def schema(
    name: Annotated[str | None, argument("NAME", "The document. Default: list all documents.", schema_names)] = None,
    as_json: options.Json = False,
) -> None:
    """Print the JSON schema of a document, or list the documents.

    A document says itself which it is: "schema": "bestguess.advise/1" is of the
    schema advise. Those whose name ends in -file are of files. A schema is JSON
    with or without --json.

    [bold]Examples[/bold]

      bestguess schema

      bestguess schema advise

      bestguess schema certificate-file
    """
    if name is not None:
        if name not in schema_names():
            raise BestguessError(unknown("schema", name, schema_names()))
        print(json.dumps(read_schema(name), indent=2))
        return
    listed = [(name, read_schema(name)["title"]) for name in schema_names()]
    if as_json:
        fields: SchemasJson = {"schemas": [{"name": name, "about": about} for name, about in listed]}
        print_json("schemas", fields)
    else:
        Terminal().print(table(("schema", "of"), listed))


def doctor(as_json: options.Json = False) -> None:
    """Print versions, features, folders and speed, in one screen.

    What a report of a fault should have in it. Everything is looked up or
    measured here and now; nothing is sent anywhere.

    [bold]Examples[/bold]

      bestguess doctor

      bestguess doctor --json
    """
    rules, folder = parse_game(options.DEFAULT_GAME), None
    with suppress(FileError):  # there is no home folder
        folder = str(data_folder())
    found: DoctorJson = {
        "bestguess": bestguess.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "threads": engine.default_threads(),
        "memory_limit": engine.default_memory_limit(),
        "instructions": engine.best_simd().name,
        "program": str(Path(sys.argv[0]).absolute()) if sys.argv else "",
        "package": str(Path(bestguess.__file__).parent),
        "data_folder": folder,
        "extras": {name: _version(module) for name, module in _EXTRAS.items()},
        "page": (Path(bestguess.__file__).parent / "web" / "page" / "index.html").is_file(),
        "word_lists": {name: sorted(map(int, shipped_about(name)["lengths"])) for name in shipped_names()},
        "speed": {
            "game": str(rules),
            "table_seconds": min(Table(rules).seconds for _ in range(_RUNS)),
            "minimax_seconds": min(build_tree(rules, "minimax").seconds for _ in range(_RUNS)),
            "optimum_seconds": min(optimum(rules).seconds for _ in range(_RUNS)),
        },
    }
    if as_json:
        print_json("doctor", found)
    else:
        Terminal().print(*_doctor_lines(found))


def _version(module: str) -> str | None:
    """The version of *module*; None when it is not installed."""
    try:
        return version(module)
    except PackageNotFoundError:
        return None


def _doctor_lines(found: "DoctorJson") -> list[str]:
    speed = found["speed"]
    taken = [f"{1000 * speed[name]:.1f} ms" for name in ("table_seconds", "minimax_seconds", "optimum_seconds")]
    extras = [f"{name} {version or 'not installed'}" for name, version in found["extras"].items()]
    missing = [name for name, version in found["extras"].items() if version is None]
    lengths = [f"{name} ({min(of)} to {max(of)} letters)" for name, of in found["word_lists"].items()]
    fields = {
        "bestguess": found["bestguess"],
        "Python": f"{found['python']}, NumPy {found['numpy']}",
        "system": f"{found['system']}, {found['threads']} threads",
        "memory": f"tables of up to {found['memory_limit'] / 2**30:.1f} GB (--memory-limit)",
        "core": f"compiled, instructions: {found['instructions']}",
        "extras": ", ".join(extras),
        "page": "built" if found["page"] else "not built: run make page, or install a wheel",
        "words": ", ".join(lengths),
        "package": found["package"],
        "your files": found["data_folder"] or "nowhere: there is no home folder",
        "speed": f"{speed['game']}: table {taken[0]}, minimax {taken[1]}, optimum proven in {taken[2]}",
    }
    lines = [f"{name:<12}{value}" for name, value in fields.items()]
    install = f'To install what is missing: pip install "bestguess[{",".join(missing)}]"'
    return [*lines, "", install] if missing else lines


class FamiliesJson(TypedDict):
    """The families of games, as a command prints them."""

    games: Sequence[Family]  # the families of games


class DescribedJson(TypedDict):
    """The description of a game."""

    game: str
    guesses: int  # how many guesses there are
    secrets: int
    rows: int | None  # how many guesses the board allows; null: no limit
    rule: str
    goal: str
    win: str | None  # the winning feedback; null: the goal is identify
    feedbacks: list[str] | None  # all feedbacks; null where there are too many, or where only the table tells
    weighted: bool  # whether secrets have weights
    labels: int | None  # how many different labels the secrets have; null: they have none
    costs: bool  # whether guesses have costs
    native: bool  # whether the core computes the feedback
    table_bytes: int  # how large the feedback table is
    source: NotRequired[str]  # where the words of a list that ships come from
    licence: NotRequired[str]  # the file with the licence of a list that ships
    secrets_from: NotRequired[str]  # which words of a list that ships are secrets
    guesses_from: NotRequired[str]  # which words of a list that ships may be guessed
    weights: NotRequired[str]  # what the weights of a list that ships say
    lists: NotRequired[list[str]]  # the files that --lists wrote
    table: NotRequired[str]  # the text of the game that --table wrote
    problems: NotRequired[list[str]]  # mistakes and warnings that --check found
    table_seconds: NotRequired[float | None]
    """How long the feedback table took, in seconds; None where mistakes were found; only with --check."""


class SchemaEntryJson(TypedDict):
    """A document that has a schema."""

    name: str  # the name that bestguess schema takes
    about: str


class SchemasJson(TypedDict):
    """The documents that have a schema."""

    schemas: list[SchemaEntryJson]  # the schemas


class SpeedJson(TypedDict):
    """What the usual game takes on this machine."""

    game: str
    table_seconds: float  # how long the feedback table took, in seconds
    minimax_seconds: float  # how long the tree of minimax took, in seconds
    optimum_seconds: float  # how long the proof of the optimum took, in seconds


class DoctorJson(TypedDict):
    """Versions, features, folders and speed."""

    bestguess: str  # the version of bestguess
    python: str  # the version of Python
    numpy: str  # the version of NumPy
    system: str  # the operating system and the processor
    threads: int  # how many threads are used by default
    memory_limit: int  # how many bytes tables may have by default
    instructions: str  # the instructions of the processor that are used
    program: str  # the path of the program
    package: str  # the folder of the package
    data_folder: str | None  # the folder of the user's files; null: there is no home folder
    extras: dict[str, str | None]  # the version of what each extra needs; null: not installed
    page: bool  # whether the page is built
    word_lists: dict[str, list[int]]  # the lengths of the words of each list that ships
    speed: SpeedJson  # what the usual game takes on this machine
