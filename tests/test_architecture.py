"""The layers of the code: which package may import which, and what an import costs."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bestguess

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "bestguess"

# From the bottom up; a package imports only packages below it. `check` is not a layer and imports only errors.
LAYERS = [
    "errors",
    "wording",
    "bounds",
    "folders",
    "files",
    "arguments",
    "interruption",
    "shown",
    "tabular",
    "engine",
    "executors",
    "games",
    "table",
    "table_file",
    "symmetry_search",
    "candidates",
    "strategies",
    "trees",
    "data",
    "solvers",
    "statistics",
    "valuation",
    "puzzles",
    "play",
    "plots",
    "gym",
    "notebook",
]
APART = {
    "valuation": {"statistics"},
    "puzzles": {"statistics"},
    "play": {"puzzles"},
    "gym": {"puzzles", "play", "plots"},
}  # packages of one layer, which do not import each other
INTERFACES = ["cli", "web"]
OF_ONE_PACKAGE = {
    "typer": "cli",
    "rich": "cli",
    "fastapi": "web",
    "uvicorn": "web",
    "cachetools": "web",
    "pydantic_settings": "web",
    "matplotlib": "plots",
    "gymnasium": "gym",
    "distributed": "executors",
}


def package_of(path: Path) -> str:
    """The package, or module of the top level, that the file at *path* belongs to."""
    return path.relative_to(SOURCES).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The modules that the file at *path* imports, anywhere in it."""
    names = set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            module = node.module or ""
            names |= {f"{module}.{alias.name}" if module == "bestguess" else module for alias in node.names}
    return names


def allowed(package: str) -> set[str]:
    """The packages that *package* may import."""
    if package == "check":
        return {"check", "errors"}
    if package in INTERFACES:
        return {package, "check", "__version__", *LAYERS} | ({"web"} if package == "cli" else set())
    return {package, *LAYERS[: LAYERS.index(package)]} - APART.get(package, set())


MODULES = sorted(path for path in SOURCES.rglob("*.py") if path != SOURCES / "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_imports_go_only_downwards(path: Path) -> None:
    """Every module imports only packages below its own, and only `engine` imports the core."""
    package = package_of(path)
    for name in imported(path):
        top, _, rest = name.partition(".")
        if top == "bestguess":
            target = rest.split(".")[0]
            if target == "_core":
                assert package == "engine"
            elif target:
                assert target in allowed(package), f"{package} must not import {target}"
            else:
                assert package in INTERFACES
        elif top in OF_ONE_PACKAGE:
            assert package == OF_ONE_PACKAGE[top], f"{package} must not import {top}"


def test_import_is_light() -> None:
    """`import bestguess` imports no other module of ours, and `bg.game` neither web, plots nor command line."""
    ours = "[name for name in sys.modules if name.startswith('bestguess.')]"
    heavy = ["matplotlib", "fastapi", "uvicorn", "starlette", "pydantic", "typer", "rich", "platformdirs", "filelock"]
    heavy += ["gymnasium", "bestguess.gym", "bestguess.solvers"]
    code = f"import sys, bestguess; print({ours}, 'numpy' in sys.modules)"
    code += f"; bestguess.game; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[] False", "[]"]


def test_nanobind_stays_in_the_bindings() -> None:
    """Only cpp/bindings/ includes nanobind, and no file includes x86 headers."""
    for path in (path for path in (ROOT / "cpp").rglob("*") if path.is_file()):
        text = path.read_text()
        assert path.parent.name == "bindings" or not ("nanobind" in text or "Python.h" in text), path
        assert not re.search(r"#include <\w*intrin\.h>", text), path


def test_all_is_what_is_visible() -> None:
    """`bestguess.__all__` names exactly what the package shows, and every name is there."""
    packages = {path.stem for path in SOURCES.glob("*.py")} | {path.name for path in SOURCES.iterdir() if path.is_dir()}
    visible = {name for name in vars(bestguess) if not name.startswith("_")} - packages - {"TYPE_CHECKING"}
    lazy = {name for names in bestguess._LAZY_NAMES.values() for name in names}
    assert visible | lazy | {"__version__"} == set(bestguess.__all__)
    assert not packages & set(bestguess.__all__), "no name is both a package and something in it"
    for name in bestguess.__all__:
        assert getattr(bestguess, name) is not None
    assert bestguess.errors.GameError is bestguess.GameError, "modules with public names need no import of their own"
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = bestguess.nonsense
