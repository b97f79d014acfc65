"""bestguess doctor: versions, features, folders and speed, in one screen."""

import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import bestguess
from bestguess import engine
from bestguess.cli.options import Json
from bestguess.cli.terminal import Terminal, print_json
from bestguess.errors import FileError
from bestguess.folders import data_folder
from bestguess.games import game as parse_game
from bestguess.games.table import Table
from bestguess.games.word_lists import shipped_about, shipped_names
from bestguess.solve import optimum
from bestguess.trees import build_tree

_EXTRAS = {
    "cluster": ("distributed", "optimum, compare and sweep on many machines"),
    "gym": ("gymnasium", "environments for agents that learn"),
    "plots": ("matplotlib", "pictures"),
    "web": ("fastapi", "bestguess web, the page"),
}
_GAME = "mastermind(4,6)"
_RUNS = 3  # keep the fastest


def doctor(as_json: Json = False) -> None:
    """Print versions, features, folders and speed, in one screen.

    What a report of a fault should have in it. Everything is looked up or
    measured here and now; nothing is sent anywhere.

    [bold]Examples[/bold]

      bestguess doctor

      bestguess doctor --json
    """
    found = {
        "bestguess": bestguess.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "threads": engine.default_threads(),
        "memory_limit": engine.default_memory_limit(),
        "instructions": engine.best_simd().name,
        "program": str(Path(sys.argv[0]).absolute()) if sys.argv else "",
        "package": str(Path(bestguess.__file__).parent),
        "data_folder": _data_folder(),
        "extras": {name: _version(module) for name, (module, _) in _EXTRAS.items()},
        "page": _page_is_built(),
        "word_lists": {name: sorted(map(int, shipped_about(name)["lengths"])) for name in shipped_names()},
        "speed": _speed(),
    }
    if as_json:
        print_json("doctor", found)
    else:
        _show(found)


def _data_folder() -> str | None:
    try:
        return str(data_folder())
    except FileError:
        return None


def _version(module: str) -> str | None:
    """The version of *module*; None when it is not installed."""
    if find_spec(module) is None:
        return None
    try:
        return version(module)
    except PackageNotFoundError:
        return "installed"


def _page_is_built() -> bool:
    return (Path(bestguess.__file__).parent / "web" / "page" / "index.html").is_file()


def _speed() -> dict[str, Any]:
    """What the usual game takes here: the table, Knuth's strategy and the proof of the optimum, in seconds."""
    rules = parse_game(_GAME)
    return {
        "game": _GAME,
        "table_seconds": min(Table(rules).seconds for _ in range(_RUNS)),
        "minimax_seconds": min(build_tree(rules, "minimax").seconds for _ in range(_RUNS)),
        "optimum_seconds": min(optimum(rules).seconds for _ in range(_RUNS)),
    }


def _show(found: dict[str, Any]) -> None:
    terminal = Terminal()
    speed = found["speed"]
    extras = [f"{name} {version or 'not installed'}" for name, version in found["extras"].items()]
    missing = [name for name, version in found["extras"].items() if version is None]
    lengths = [f"{name} ({min(of)} to {max(of)} letters)" for name, of in found["word_lists"].items()]
    lines = {
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
        "speed": f"{speed['game']}: table {_milliseconds(speed['table_seconds'])}, minimax "
        f"{_milliseconds(speed['minimax_seconds'])}, optimum proven in {_milliseconds(speed['optimum_seconds'])}",
    }
    terminal.print(*(f"{name:<12}{value}" for name, value in lines.items()))
    if missing:
        terminal.print("", f'To install what is missing: pip install "bestguess[{",".join(missing)}]"')


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"
