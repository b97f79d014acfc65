"""Settings from the environment."""

import traceback
from pathlib import Path

import pytest
from pydantic import SecretStr

from bestguess.cli.app import run
from bestguess.web.settings import SettingError, Settings, load_settings, settings_help


def test_settings_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings are read by their names."""
    given = {"BESTGUESS_WEB_RATE": "2.5", "BESTGUESS_WEB_HOSTS": "A.example, b.example", "BESTGUESS_WEB_PAGE": "/x"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    found = load_settings()
    assert (found.rate, found.hosts, found.page) == (2.5, ("a.example", "b.example"), Path("/x"))


BAD = [
    ("ROWS", "many", "a number of 0 or more, got 'many'"),
    ("ROWS", "", "a number of 0 or more, got ''"),
    ("RATE", "nan", "a number of 0 or more, got 'nan'"),
    ("KEY", "short", "32 characters or more, got fewer"),
]


@pytest.mark.parametrize(("name", "value", "expected"), BAD)
def test_bad_settings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: str
) -> None:
    """Before anything is served, one line says the variable, what was expected and what came."""
    monkeypatch.setenv(f"BESTGUESS_WEB_{name}", value)
    assert run(["web", "--no-open", "--port", "0"]) == 2
    assert capsys.readouterr().err == f"bestguess: BESTGUESS_WEB_{name}: expected {expected}\n"


def test_the_key_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the settings nor the error about a short key show the key."""
    assert "secret key" not in repr(Settings(key=SecretStr("a secret key " * 3)))
    monkeypatch.setenv("BESTGUESS_WEB_KEY", "a secret key")
    with pytest.raises(SettingError) as caught:
        load_settings()
    shown = "".join(traceback.format_exception(caught.value))
    assert "BESTGUESS_WEB_KEY" in shown
    assert "a secret key" not in shown


def test_every_setting_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """--settings names every variable, its meaning and its default."""
    assert run(["web", "--settings"]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) == len(settings_help()) == len(vars(Settings()))
    assert "BESTGUESS_WEB_KEY" in out
