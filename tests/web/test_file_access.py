"""The server opens no file that a request names."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from servers import ANIMALS, TABLE_QUESTIONS, asking, client_of, fault, small_settings

_opened: list[str] | None = None


def _record(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir", "import", "exec", "compile"):
        _opened.append(f"{event} {arguments[0]!r}")


sys.addaudithook(_record)  # it cannot be removed: it records nothing while _opened is None


@contextmanager
def recording() -> Iterator[list[str]]:
    """Records what is opened, listed, imported or run meanwhile in this process."""
    global _opened
    _opened = recorded = list[str]()
    try:
        yield recorded
    finally:
        _opened = None


def test_recording_records(tmp_path: Path) -> None:
    """The next test would notice an opened file."""
    (tmp_path / "game.csv").write_text("x")
    with recording() as recorded:
        (tmp_path / "game.csv").read_text()
    assert any("game.csv" in event for event in recorded)


def refused(client: TestClient, game: str, file: str) -> tuple[list[httpx2.Response], httpx2.Response]:
    """The responses of every route that takes a game to *game*, and the response at the path of *file*."""
    routes = ["abilities", "advise", "hint", "candidates", "contradictions", "move", "tree", "tree/file"]
    answers = [client.get(f"/api/{route}", params={"game": game}) for route in routes]
    answers.append(client.get("/api/compare", params={"game": game, "strategies": "first"}))
    answers.append(client.post("/api/challenges", json={"game": game}))
    answers.append(client.get("/api/advise", params={"game": "mm2x3", "load": file}))
    return answers, client.get(f"/{file}", headers={"accept": "application/json"})


NAMES = [
    "table({})",
    " TABLE ( {} ) ",
    " Words( {} ,rows=6)",
    "words(english,5,without={})",
    "mastermind({})",
]


def test_no_file_is_opened(client: TestClient, tmp_path: Path) -> None:
    """A game from a file is refused in every spelling, in a query or a body, and no file is opened."""
    file = tmp_path / "game.csv"
    file.write_text(",a,b\na,win,no\nb,no,win\n")
    for game in ("table(warm)", "words(warm,5)", "go(warm)"):
        refused(client, game, "warm")  # modules and their sources are read when something is first refused
    for form in NAMES:
        with recording() as recorded:
            answers, missing = refused(client, form.format(file), str(file))
        assert {fault(answer)[0] for answer in answers} == {422}
        assert fault(missing) == (404, "not-found")
        assert recorded == [], form


def test_a_table_is_in_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for any question, and not in the user's folders."""
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with client_of(small_settings()) as client:
        for name, more in TABLE_QUESTIONS.items():  # what is imported is read once
            client.post(f"/api/{name}", json=asking(ANIMALS, **more))
        other = ANIMALS.replace("dog", "fox")
        told = {name: json.loads(json.dumps(more).replace("dog", "fox")) for name, more in TABLE_QUESTIONS.items()}
        with recording() as recorded:
            for name, more in told.items():
                assert client.post(f"/api/{name}", json=asking(other, **more)).status_code == 200
    assert recorded == []
    assert os.listdir(tmp_path) == []
