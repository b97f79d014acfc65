"""Running commands in process."""

import json
from typing import Any

import pytest

import bestguess
from bestguess.cli.app import run


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a good command prints."""
    assert run(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON document that a good command prints, without the `schema` and `version` that all have."""
    found: dict[str, Any] = json.loads(output(capsys, *arguments, "--json"))
    assert found.pop("version") == bestguess.__version__
    assert found.pop("schema").startswith("bestguess.")
    return found


# The JSON keys of figures, in all commands alike.
FIGURES = {
    "game",
    "strategy",
    "consistent",
    "secrets",
    "total",
    "mean",
    "worst",
    "at_worst",
    "distribution",
    "first_guess",
    "seconds",
    "table_seconds",
}
