"""The folder of the user's data."""

import ast
from pathlib import Path

import pytest

import bestguess as bg
from bestguess.folders import data_folder

SOURCES = Path(__file__).parent.parent / "src" / "bestguess"


def test_the_folder_on_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """XDG_DATA_HOME, or ~/.local/share, and everything that is kept is in it; asking makes no folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "bestguess"
    assert bg.default_records() == data_folder() / "games.jsonl"
    assert bg.default_store() == data_folder() / "results.sqlite"
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("XDG_DATA_HOME")
        else:
            monkeypatch.setenv("XDG_DATA_HOME", unset)
        assert data_folder() == tmp_path / ".local" / "share" / "bestguess"
    assert list(tmp_path.iterdir()) == []


ONE_SYSTEM_ONLY = {"fcntl", "grp", "msvcrt", "pwd", "resource", "syslog", "termios", "tty", "winreg"}


def test_no_module_of_one_system_only() -> None:
    """No source imports a module that Windows or Unix does not have."""
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not ONE_SYSTEM_ONLY & {name.partition(".")[0] for name in names}, path
