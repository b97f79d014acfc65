"""Both checkers: that of the package, and that in C, which is compiled for the tests."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bestguess as bg
from bestguess.position import PositionLike
from written import sealed

SOURCE = Path(__file__).parents[1] / "checker" / "bgcheck.c"

Check = Callable[..., tuple[bool, str]]
"""Checks a file, or a document after sealing it: whether it holds, and the line that says so."""


def built(folder: Path, *options: str) -> Path:
    """The checker in C, compiled."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    program = folder / "bgcheck"
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", *options, "-o", str(program), str(SOURCE)]
    subprocess.run(command, check=True)
    return program


def runner(program: Path) -> Check:
    """What checks by the *program* in C. Options may follow the document."""

    def check(path: Path, document: dict[str, Any] | None = None, *options: str) -> tuple[bool, str]:
        if document is not None:
            path.write_text(sealed(document))
        done = subprocess.run([program, path.name, *options], capture_output=True, cwd=path.parent, timeout=120)
        line = (done.stdout + done.stderr).decode("ascii")
        assert done.returncode in (0, 2), line
        assert line.endswith("\n"), line
        assert line[:-1].isprintable(), line
        return done.returncode == 0, line

    return check


def python_check(path: Path, document: dict[str, Any] | None = None) -> tuple[bool, str]:
    """The same by the checker of the package."""
    if document is not None:
        path.write_text(sealed(document))
    try:
        return True, str(bg.check_file(path).proves)
    except (bg.errors.FileError, bg.errors.SizeError) as error:
        return False, str(error)


def both(bgcheck: Check) -> Check:
    """What checks by both, which must agree, and says the lines of both."""

    def check(path: Path, document: dict[str, Any] | None = None) -> tuple[bool, str]:
        holds, line = python_check(path, document)
        accepted, other_line = bgcheck(path)
        assert holds == accepted, (line, other_line, path.read_bytes())
        return holds, f"{line}\n{other_line}"

    return check


def saved(path: Path, game: str = "mastermind(3,4)", strategy: str = "entropy") -> dict[str, Any]:
    """A saved tree as a document."""
    bg.build_tree(game, strategy).save(path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def certified(path: Path, position: PositionLike, objective: str = "mean") -> dict[str, Any]:
    """The certificate of the optimum of *position*, saved at *path*, as a document."""
    bg.optimum(position, objective, certify=True).save_certificate(path)
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def refused(path: Path, document: dict[str, Any]) -> str:
    """The message for *document* once its checksum is put right."""
    path.write_text(sealed(document))
    with pytest.raises(bg.errors.FileError) as caught:
        bg.check_file(path)
    return str(caught.value)
