"""bestguess games, strategies, schema and doctor: lists of games, strategies and documents; this installation."""

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
from bestguess.errors import BestguessError, FileError, GameError, printable, unknown_name_text
from bestguess.files import data_folder, write_whole
from bestguess.games import Code, Game, Words, check_game, families
from bestguess.games import game as parse_game
from bestguess.games.checking import WARNING
from bestguess.games.registry import Family
from bestguess.games.table import Table, check_size, table_bytes
from bestguess.games.table_file import write_table
from bestguess.games.word_lists import shipped_metadata, shipped_names, shipped_text
from bestguess.solve import optimum
from bestguess.strategies import known_strategies
from bestguess.strategies.registry import StrategiesJson
from bestguess.trees import build_tree

_WIDTH = 66  # columns to the right of the names of the families
_MAX_EXAMPLES, _EXAMPLES_WIDTH = 3, 50  # codes, and their columns
_MAX_SHOWN, _MAX_LISTED = 64, 256  # feedbacks shown on the terminal, and listed in JSON
_EXTRAS = {"cluster": "distributed", "gym": "gymnasium", "plots": "matplotlib", "web": "fastapi"}
"""The package that each optional part needs."""
_RUNS = 3  # measure this often, and keep the fastest


def games(
    game: Annotated[
        str | None, argument("GAME", "The game to describe. Default: list all families.", options.game_texts)
    ] = None,
    check: Annotated[
        bool, option("--check", "Build the table of the game and report mistakes in its definition.")
    ] = False,
    lists: Annotated[
        Path | None, option("--lists", "Write the word lists of a game of words to this folder.", "DIR")
    ] = None,
    table_file: Annotated[
        Path | None, output_file("--table", "Write the table of the game to this CSV file, for table(FILE).")
    ] = None,
    threads: options.Threads = None,
    load: options.Load = None,
    as_json: options.Json = False,
) -> None:
    """List the available games, or describe one of them.

    A game is written the same way in all commands, such as mastermind(4,6).

    [bold]Examples[/bold]

      bestguess games

      bestguess games "mastermind(5,8)" --check

      bestguess games "table(animals.csv)" --check --json

      bestguess games "words(english,5)" --lists lists

      bestguess games "balance(12)" --table coins.csv
    """
    load_files(load)
    if game is None:
        for name, value in (("--check", check), ("--lists", lists), ("--table", table_file)):
            if value:
                raise GameError(f"{name} needs a game, such as bestguess games mm4x6")
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
        lines: dict[str, object] = {name: value for name, value in fields.items() if name != "problems"}
        lines |= {"guesses": _count_and_examples(rules.guesses), "secrets": _count_and_examples(rules.secrets)}
        if len(rules.feedbacks) > _MAX_SHOWN:
            lines["feedbacks"] = f"{len(rules.feedbacks):,}, {rules.feedbacks[0]} to {rules.feedbacks[-1]}"
        Terminal().print(fields_table(lines), *(f"- {problem}" for problem in problems))
    if faults:
        raise GameError(f"{rules} is not a valid game: {faults[0]}")


def _count_and_examples(codes: Sequence[Code]) -> str:
    """Return the number of *codes* and the first of them.

    The examples show whether guesses and secrets of a table were exchanged by mistake.
    """
    examples = [printable(code, _EXAMPLES_WIDTH) for code in islice(codes, _MAX_EXAMPLES)]
    while len(", ".join(examples)) > _EXAMPLES_WIDTH and len(examples) > 1:
        examples.pop()
    return f"{len(codes):,}: {', '.join([*examples, '...'] if len(examples) < len(codes) else examples)}"


def _list_families(as_json: bool) -> None:
    if as_json:
        fields: FamiliesJson = {"games": families()}
        print_json("games", fields)
        return
    Terminal().print(
        grid([(f.name, "\n".join([*_wrap(f.about), *_wrap(f.form)])) for f in families()]),
        "",
        "Every game accepts rows=N, such as mastermind(4,6,rows=10).",
        "--load FILE.py loads your own games.",
        "rule=hard: a G letter must stay in its place, a Y letter must be used again.",
        "rule=strict: a guess must fit every answer so far, as if it were the secret.",
    )


def _wrap(text: str) -> list[str]:
    """Wrap *text*. A line may also end between two options in brackets."""
    return [line.replace("] [", "][") for line in wrap(text.replace("][", "] ["), _WIDTH, break_on_hyphens=False)]


def _write_lists(game: Game, folder: Path) -> list[Path]:
    """Write the secrets with their weights, and all guesses, to files in *folder*; return the paths."""
    if not isinstance(game, Words):
        raise GameError(f"expected a game of words with --lists, got {game}")
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
        raise FileError(f"{folder}: cannot create the folder: {error.strerror}") from error
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]


def _describe(game: Game) -> "GameDescriptionJson":
    """Return the description of *game* by JSON keys."""
    fields: GameDescriptionJson = {
        "game": str(game),
        "guesses": len(game.guesses),
        "secrets": len(game.secrets),
        "rows": game.rows,
        "rule": game.rule,
        "goal": game.goal,
        "win": game.win,
        "feedbacks": list(game.feedbacks) if 0 < len(game.feedbacks) <= _MAX_LISTED else None,
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

    Other commands accept these names, such as --strategy minimax.

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

    Each document names its schema: "schema": "bestguess.advise/1" means the
    schema advise. Schemas whose names end in -file describe files. A schema is
    always printed as JSON.

    [bold]Examples[/bold]

      bestguess schema

      bestguess schema advise

      bestguess schema certificate-file
    """
    if name is not None:
        if name not in schema_names():
            raise BestguessError(unknown_name_text("schema", name, schema_names()))
        print(json.dumps(read_schema(name), indent=2))
        return
    schemas = [(name, read_schema(name)["title"]) for name in schema_names()]
    if as_json:
        fields: SchemasJson = {"schemas": [{"name": name, "about": about} for name, about in schemas]}
        print_json("schemas", fields)
    else:
        Terminal().print(table(("schema", "describes"), schemas))


def doctor(as_json: options.Json = False) -> None:
    """Print versions, features, folders and speed on one screen.

    Include this in a bug report. Everything is measured on this machine; nothing
    is sent anywhere.

    [bold]Examples[/bold]

      bestguess doctor

      bestguess doctor --json
    """
    rules, folder = parse_game(options.DEFAULT_GAME), None
    with suppress(FileError):  # there is no home folder
        folder = str(data_folder())
    report: DoctorJson = {
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
        "word_lists": {name: sorted(map(int, shipped_metadata(name)["lengths"])) for name in shipped_names()},
        "speed": {
            "game": str(rules),
            "table_seconds": min(Table(rules).seconds for _ in range(_RUNS)),
            "minimax_seconds": min(build_tree(rules, "minimax").seconds for _ in range(_RUNS)),
            "optimum_seconds": min(optimum(rules).seconds for _ in range(_RUNS)),
        },
    }
    if as_json:
        print_json("doctor", report)
    else:
        Terminal().print(*_doctor_lines(report))


def _version(module: str) -> str | None:
    """Return the version of *module*, or None if it is not installed."""
    try:
        return version(module)
    except PackageNotFoundError:
        return None


def _doctor_lines(report: "DoctorJson") -> list[str]:
    """Lay out the *report* of `bestguess doctor`."""
    speed = report["speed"]
    times = [f"{1000 * speed[name]:.1f} ms" for name in ("table_seconds", "minimax_seconds", "optimum_seconds")]
    extras = [f"{name} {version or 'not installed'}" for name, version in report["extras"].items()]
    missing = [name for name, version in report["extras"].items() if version is None]
    words = [f"{name} ({min(lengths)} to {max(lengths)} letters)" for name, lengths in report["word_lists"].items()]
    fields = {
        "bestguess": report["bestguess"],
        "Python": f"{report['python']}, NumPy {report['numpy']}",
        "system": f"{report['system']}, {report['threads']} threads",
        "memory": f"tables of up to {report['memory_limit'] / 2**30:.1f} GB (--memory-limit)",
        "core": f"compiled, instructions: {report['instructions']}",
        "extras": ", ".join(extras),
        "page": "built" if report["page"] else "not built: run make page, or install a wheel",
        "words": ", ".join(words),
        "package": report["package"],
        "your files": report["data_folder"] or "nowhere: there is no home folder",
        "speed": f"{speed['game']}: table {times[0]}, minimax {times[1]}, optimum proven in {times[2]}",
    }
    lines = [f"{name:<12}{value}" for name, value in fields.items()]
    install = f'To install what is missing: pip install "bestguess[{",".join(missing)}]"'
    return [*lines, "", install] if missing else lines


class FamiliesJson(TypedDict):
    """The families of games, printed by a command."""

    games: Sequence[Family]  # the families of games


class GameDescriptionJson(TypedDict):
    """The description of a game."""

    game: str
    guesses: int  # how many guesses there are
    secrets: int
    rows: int | None  # how many guesses the board allows; null: no limit
    rule: str
    goal: str
    win: str | None  # the winning feedback; null: the goal is identify
    feedbacks: list[str] | None  # all feedbacks; null if there are too many, or if only the table knows them
    weighted: bool  # whether secrets have weights
    labels: int | None  # how many different labels the secrets have; null: they have none
    costs: bool  # whether guesses have costs
    native: bool  # whether the core computes the feedback
    table_bytes: int  # the size of the feedback table in bytes
    source: NotRequired[str]  # where the words of a built-in list come from
    licence: NotRequired[str]  # the file with the licence of a built-in list
    secrets_from: NotRequired[str]  # which words of a built-in list are secrets
    guesses_from: NotRequired[str]  # which words of a built-in list may be guessed
    weights: NotRequired[str]  # what the weights of a built-in list mean
    lists: NotRequired[list[str]]  # the files that --lists wrote
    table: NotRequired[str]  # the text of the game that --table wrote
    problems: NotRequired[list[str]]  # mistakes and warnings that --check found
    table_seconds: NotRequired[float | None]
    """Time to build the feedback table, in seconds; None if there are mistakes; only with --check."""


class SchemaEntryJson(TypedDict):
    """A document that has a schema."""

    name: str  # the name for bestguess schema
    about: str


class SchemasJson(TypedDict):
    """The documents that have a schema."""

    schemas: list[SchemaEntryJson]  # the schemas


class SpeedJson(TypedDict):
    """The speed of this machine on the default game."""

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
    memory_limit: int  # the default limit of tables, in bytes
    instructions: str  # the processor instructions that the core uses
    program: str  # the path of the program
    package: str  # the folder of the package
    data_folder: str | None  # the folder of the user's files; null: there is no home folder
    extras: dict[str, str | None]  # the version of what each extra needs; null: not installed
    page: bool  # whether the page is built
    word_lists: dict[str, list[int]]  # the lengths of words in each built-in list
    speed: SpeedJson  # the speed of this machine on the default game
