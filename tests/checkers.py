"""The checker in C: builds and runs it, beside the one in Python."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from documents import sealed

SOURCE = Path(__file__).parents[1] / "checker" / "bgcheck.c"

Check = Callable[..., tuple[bool, str]]


def built(folder: Path, *options: str) -> Path:
    """The checker, compiled."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    program = folder / "bgcheck"
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", *options, "-o", str(program), str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def runner(program: Path) -> Check:
    """A function that checks a file, or a document after sealing it: whether it holds, and the line that says so."""

    def check(path: Path, document: dict[str, Any] | None = None, *options: str) -> Any:
        if document is not None:
            path.write_text(sealed(document))
        done = subprocess.run([program, path.name, *options], capture_output=True, cwd=path.parent, timeout=120)
        line = (done.stdout + done.stderr).decode("ascii")
        assert done.returncode in (0, 2), line
        assert line.endswith("\n"), line
        assert line[:-1].isprintable(), line
        return done.returncode == 0, line

    return check


def python_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the checker in Python accepts the file."""
    with monkeypatch.context() as patch:
        patch.chdir(path.parent)
        try:
            bg.check_file(path)
        except (bg.errors.FileError, bg.errors.SizeError):
            return False
    return True
