"""Long computations as event streams: progress, parts, and the end."""

import json
from typing import Any

from starlette.testclient import TestClient

from bestguess.web.jobs import JobContext
from servers import fault
from validity import check_document

SCHEMAS = {"progress": "progress", "error": "problem"}  # a result names its own
EVENTS = {"accept": "text/event-stream"}


def events(text: str) -> list[tuple[str, Any]]:
    """The events of a stream: names and documents, which are as their schemas say."""
    blocks = [block.split("\n") for block in text.strip().split("\n\n")]
    named = [block for block in blocks if not block[0].startswith(":")]
    found = [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in named]
    for name, value in found:
        if name != "partial":
            check_document(value, SCHEMAS.get(name))
    return found


def test_progress_and_parts(client: TestClient) -> None:
    """A stream has progress, each part as soon as it is known, and at the end the whole document."""
    given = {"game": "bullscows(4,6)", "strategies": "first,minimax"}
    answer = client.get("/api/compare", params=given, headers=EVENTS)
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.text)
    parts = [value for name, value in found if name == "partial"]
    assert {name for name, _ in found} == {"progress", "partial", "result"}
    assert [value["strategy"] for value in parts] == ["first", "minimax"]
    name, last = found[-1]
    assert (name, last["results"]) == ("result", parts)
    assert client.get("/api/compare", params=given).json() == last
    assert client.get("/api/compare", params=given).headers["vary"] == "Accept"
    cached = events(client.get("/api/compare", params=given, headers=EVENTS).text)
    assert cached == [("result", last)]


def test_points_so_far(client: TestClient) -> None:
    """Objectives send what is known before each way of playing."""
    answer = client.get("/api/objectives", params={"game": "mastermind(4,5)"}, headers=EVENTS)
    found = events(answer.text)
    parts = [value["points"] for name, value in found if name == "partial"]
    name, last = found[-1]
    assert name == "result"
    assert [len(points) for points in parts] == sorted(len(points) for points in parts)
    assert 0 == len(parts[0]) < len(parts[-1]) <= len(last["points"])
    assert all(point in last["points"] for point in parts[-1])


def test_steps_are_what_progress_counts() -> None:
    """Of a computation of several steps, whatever one of them counts."""
    told = list[tuple[str, object]]()
    context = JobContext(lambda name, value: told.append((name, value)), 1.0)
    context.step = {"done": 2, "total": 7}
    context.report(done=500, total=9000, label="optimal", lower_bound=3)
    assert told == [("progress", {"done": 2, "total": 7, "label": "optimal", "lower_bound": 3})]


def test_errors_as_events(client: TestClient) -> None:
    """An error before the computation is a response; a later one is an event with the status that it would have had."""
    assert fault(client.get("/api/compare?game=go&strategies=first", headers=EVENTS)) == (422, "game")
    found = events(client.get("/api/tree?game=mastermind(6,6)", headers=EVENTS).text)
    assert [name for name, _ in found] == ["error"]
    assert (found[0][1]["error"], found[0][1]["status"]) == ("size", 422)
    given = {"game": "mastermind(3,3)", "history": "111:0.1"}
    assert fault(client.get("/api/tree", params=given)) == (422, "contradiction")
