"""The notebooks in docs/notebooks: executed, small, and what they say is what the library says today."""

import os
from pathlib import Path

import nbformat
import pytest

from tools.notebooks import cleaned, executed, notebooks, read, texts

EVERYTHING = bool(os.environ.get("BESTGUESS_VERIFY"))
TO_EXECUTE = notebooks() if EVERYTHING else notebooks()[:1]


def test_there_are_six() -> None:
    """Numbered in the order in which they are read."""
    assert [path.name[:2] for path in notebooks()] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_a_notebook_is_executed_and_small(path: Path) -> None:
    """Every cell has been executed in order, without an error; nothing of the machine is kept."""
    notebook = read(path)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert not [output for cell in code for output in cell.outputs if output.output_type == "error"]
    assert sum(bool(cell.outputs) for cell in code) > len(code) / 2
    assert notebook == cleaned(read(path))
    assert path.stat().st_size < 300_000
    assert notebook.cells[0].source.startswith("# ")


@pytest.mark.parametrize("path", TO_EXECUTE, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_notebook_says_what_is_so(path: Path) -> None:
    """Executed again, it has the same texts."""
    assert texts(executed(path)) == texts(read(path))
