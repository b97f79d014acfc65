"""The folder of the user's data."""

from pathlib import Path

import pytest

import bestguess as bg
from bestguess.folders import data_folder
from bestguess.stats import default_store
from commands import without_home


def test_the_folder_on_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """XDG_DATA_HOME, or ~/.local/share, and everything that is kept is in it; asking makes no folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data" / "bestguess"
    assert bg.records.default_path() == data_folder() / "games.jsonl"
    assert default_store() == data_folder() / "results.sqlite"
    for unset in ("", None):
        if unset is None:
            monkeypatch.delenv("XDG_DATA_HOME")
        else:
            monkeypatch.setenv("XDG_DATA_HOME", unset)
        assert data_folder() == tmp_path / ".local" / "share" / "bestguess"
    assert list(tmp_path.iterdir()) == []


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is none, nothing is kept in a folder that is named ~."""
    without_home(monkeypatch)
    with pytest.raises(bg.errors.FileError, match="there is no home folder"):
        data_folder()
