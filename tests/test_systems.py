"""What differs between Linux, macOS and Windows."""

import ast
import ctypes
import os
from pathlib import Path
from typing import Any

import pytest

from bestguess import engine

SOURCES = Path(__file__).parent.parent / "src" / "bestguess"

ONE_SYSTEM_ONLY = {"fcntl", "grp", "msvcrt", "pwd", "resource", "syslog", "termios", "tty", "winreg"}


def test_no_module_of_one_system_only() -> None:
    """No source imports a module that Windows or Unix does not have."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not ONE_SYSTEM_ONLY & {name.partition(".")[0] for name in names}, path


@pytest.mark.parametrize(("known", "limit"), [(1, 3 * 2**30), (0, 2 * 2**30)])
def test_memory_on_windows(known: int, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of what the system says, which is in KiB; half of 4 GiB when it says nothing."""

    class Kernel:
        @staticmethod
        def GetPhysicallyInstalledSystemMemory(pointer: Any) -> int:  # noqa: N802 - the name is Windows'
            pointer._obj.value = 6 * 2**20
            return known

    class Windll:
        kernel32 = Kernel

    monkeypatch.delattr(os, "sysconf")
    monkeypatch.setattr(ctypes, "windll", Windll, raising=False)
    assert engine.default_memory_limit() == limit
