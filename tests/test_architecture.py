"""The layers of the code: which package may import which, and what an import costs."""

import ast
import importlib
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
    "files",
    "arguments",
    "display",
    "tabular",
    "engine",
    "games",
    "symmetries",
    "records",
    "candidates",
    "position",
    "cluster",
    "metrics",
    "strategies",
    "trees",
    "data",
    "solve",
    "stats",
    "advice",
    "puzzles",
    "plots",
    "gym",
    "notebook",
]
APART = {
    "advice": {"stats"},
    "puzzles": {"stats"},
    "gym": {"puzzles", "plots"},
}  # packages of one layer, which do not import each other
UPWARDS = {"metrics": {"strategies"}}  # `register` makes a strategy
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
    "distributed": "cluster",
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
    below = {package, *LAYERS[: LAYERS.index(package)]} - APART.get(package, set())
    return below | UPWARDS.get(package, set())


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
    heavy += ["gymnasium", "bestguess.gym", "bestguess.solve"]
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
    assert visible <= set(bestguess.__all__)
    assert set(bestguess.__all__) | set(bestguess._MODULES) == set(dir(bestguess))
    assert not packages & set(bestguess.__all__), "no name is both a package and something in it"
    assert len(bestguess.__all__) == len(set(bestguess.__all__)) <= 50
    for name in dir(bestguess):
        assert getattr(bestguess, name) is not None
    with pytest.raises(AttributeError, match=r"has no attribute 'nonsense'$"):
        _ = bestguess.nonsense


def test_names_are_those_that_type_checkers_see() -> None:
    """What is imported when a name is used is what is imported for type checkers."""
    tree = ast.parse((SOURCES / "__init__.py").read_text())
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.asname or alias.name
        for node in block.body
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("bestguess")
        for alias in node.names
    }
    assert seen == {*bestguess.__all__, *bestguess._MODULES}


def test_every_name_is_in_the_page_of_the_library() -> None:
    """docs/library.md is the reference: it names everything that `bestguess` has."""
    page = (ROOT / "docs" / "library.md").read_text("utf-8")
    words = set(re.findall(r"\w+", page))
    assert [name for name in dir(bestguess) if name not in words] == []


_OLD = """
Advice Balance BestguessError BestguessWarning Bounds BullsCows CandidateList Checked ClusterError Code CodeError
CodeSymmetries Comparison Conflict Contradiction ContradictionError CustomGame Feedback FeedbackError Figures
FileError Game GameError GameLike Hint History HistoryError HistoryLike LazyNode Mastermind Metric MetricStrategy Move
NearMiss Node Numbers Objectives OwnStrategy Part Partition Playthrough Position PositionLike Program Puzzle Record
RecordSummary Repair Result Review ReviewedMove Row Situation SizeError Step Store Strategy StrategyError StrategyLike
Suggestion Sweep Symmetries Symmetry Table TableGame Tree Twod Value Values Words __version__ advise best_guess
build_tree check_file check_game compare default_records default_store entropy expected_size explain families
find_candidates find_contradictions find_symmetries game hardest_feedback hint keep_record known_strategies
largest_part lazy_tree least_worst load_records load_tree make_puzzles next_move objectives optimum part_count
partition play_out plot_comparison plot_distribution plot_partition plot_review plot_sweep plot_tree read_squares
register_game register_metric register_strategy review save_certificate save_plot save_tree solutions solvable_within
strategy summarise_records sweep watch why_not worst_solutions write_table
"""
NAMES_OF_0_4 = _OLD.split()


@pytest.mark.parametrize("name", [name for name in NAMES_OF_0_4 if name not in bestguess.__all__])
def test_an_old_name_says_the_new_one(name: str) -> None:
    """And the new one is there."""
    with pytest.raises(
        AttributeError, match=f"^module 'bestguess' has no attribute '{name}': it is bestguess"
    ) as caught:
        getattr(bestguess, name)
    new = re.search(r": it is bestguess\.([\w.]+)", str(caught.value))
    assert new is not None
    first, *rest = new[1].split(".")
    found = getattr(bestguess, first) if first in dir(bestguess) else importlib.import_module(f"bestguess.{first}")
    for part in rest:
        found = getattr(found, part)


@pytest.mark.parametrize("module", sorted({package_of(path) for path in MODULES} - {"__main__"}))
def test_whichever_module_is_imported_first(module: str) -> None:
    """No module needs another one to have been imported before it, and then everything works."""
    code = f"import bestguess.{module}, bestguess as bg; print(bg.strategy('optimal')('mastermind(2,3)'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("12\n", "")
