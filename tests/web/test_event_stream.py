"""Long computations as event streams: progress, parts, and the end."""

import json
from typing import Any

from starlette.testclient import TestClient

from servers import fault

EVENTS = {"accept": "text/event-stream"}


def events(text: str) -> list[tuple[str, Any]]:
    """The events of a stream: names and documents."""
    blocks = [block.split("\n") for block in text.strip().split("\n\n")]
    told = [block for block in blocks if not block[0].startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in told]


def test_progress_and_parts_are_told(client: TestClient) -> None:
    """A stream tells progress, each part as soon as it is known, and ends with the whole document."""
    given = {"game": "bullscows(4,6)", "strategies": "first,minimax"}
    answer = client.get("/api/compare", params=given, headers=EVENTS)
    assert answer.headers["content-type"].startswith("text/event-stream")
    told = events(answer.text)
    parts = [value for name, value in told if name == "partial"]
    assert {name for name, _ in told} == {"progress", "partial", "result"}
    assert [value["strategy"] for value in parts] == ["first", "minimax"]
    name, last = told[-1]
    assert (name, last["results"]) == ("result", parts)
    assert client.get("/api/compare", params=given).json() == last
    assert client.get("/api/compare", params=given).headers["vary"] == "Accept"
    kept = events(client.get("/api/compare", params=given, headers=EVENTS).text)
    assert kept == [("result", last)]


def test_faults_are_told_as_events(client: TestClient) -> None:
    """What goes wrong before is an answer, what goes wrong later is an event with the status it would have had."""
    assert fault(client.get("/api/compare?game=go&strategies=first", headers=EVENTS)) == (422, "game")
    told = events(client.get("/api/tree?game=mastermind(6,6)", headers=EVENTS).text)
    assert [name for name, _ in told] == ["error"]
    assert (told[0][1]["error"], told[0][1]["status"]) == ("size", 422)
    given = {"game": "mastermind(3,3)", "history": "111:0.1"}
    assert fault(client.get("/api/tree", params=given)) == (422, "contradiction")
