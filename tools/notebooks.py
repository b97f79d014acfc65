"""Executes the notebooks in docs/notebooks and writes them with their outputs: python -m tools.notebooks [NAME …]."""

import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
_SECONDS = 300  # for a cell
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
_TEXTS = ("text/plain", "text/html", "text/markdown", "text/latex")


def notebooks() -> list[Path]:
    """The notebooks, in the order in which they are read."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> NotebookNode:
    """The notebook at *path*."""
    notebook: NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    return notebook


def executed(path: Path) -> NotebookNode:
    """The notebook at *path* with new outputs, executed in an empty folder; raises when a cell does."""
    notebook = read(path)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=_SECONDS, resources={"metadata": {"path": folder}}).execute()
    return cleaned(notebook)


def cleaned(notebook: NotebookNode) -> NotebookNode:
    """*notebook* without what changes from run to run and from machine to machine."""
    notebook.metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{number}", {}
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = {}
    return notebook


def texts(notebook: NotebookNode) -> list[str]:
    """What every cell prints and shows; of a picture of Matplotlib, only that there is one."""
    found = list[str]()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            found += [output.text] if output.output_type == "stream" else []
            found += [data[kind] for data in [output.get("data", {})] for kind in _TEXTS if kind in data]
            found += ["a picture"] if "image/png" in output.get("data", {}) else []
    return found


def main() -> None:
    """Executes all notebooks, or those that are named."""
    for path in notebooks():
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            nbformat.write(executed(path), path)  # type: ignore[no-untyped-call]
            print(f"{path.name}: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
