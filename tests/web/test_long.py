"""Trees, comparisons and sweeps: the numbers, the events, and the end when nobody waits."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

import bestguess as bg
from bestguess.trees.formats import FORMATS
from bestguess.web import create_app
from bestguess.web.flights import Job
from bestguess.web.protocol import http_protocol
from bestguess.web.settings import Settings
from servers import client_of, document, fault, small_settings

EVENTS = {"accept": "text/event-stream"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A server with small limits."""
    with client_of(small_settings()) as one:
        yield one


def events(text: str) -> list[tuple[str, Any]]:
    """The events of a stream: names and documents."""
    blocks = [block.split("\n") for block in text.strip().split("\n\n")]
    told = [block for block in blocks if not block[0].startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in told]


def untimed(figures: bg.Figures) -> dict[str, Any]:
    """The figures as the server tells them."""
    return {key: value for key, value in figures.as_json().items() if not key.endswith("seconds")}


@pytest.mark.parametrize("strategy", ["minimax", "entropy", "optimal", "optimal-worst"])
def test_every_node_is_the_trees(client: TestClient, strategy: str) -> None:
    """Walking the tree node by node gives the library's tree: guesses, branches, depths and means."""
    tree = bg.build_tree(bg.game("mastermind(3,3)"), strategy)
    for history, node in tree.root.walk():
        given = {"game": "mastermind(3,3)", "strategy": strategy, "history": str(history)}
        found = document(client.get("/api/tree", params=given))
        assert found["figures"] == untimed(tree.figures)
        assert (found["guess"], found["wins"], found["candidates"]) == (node.guess, node.wins, node.size)
        assert found["height"] == node.height
        below = {branch["feedback"]: branch for branch in found["branches"]}
        assert {name: branch["guess"] for name, branch in below.items()} == {
            name: branch.guess for name, branch in node.branches.items()
        }
        assert sum(branch["candidates"] for branch in below.values()) + node.wins == node.size
        assert sum(found["depths"].values()) == node.size
        total = sum(int(depth) * count for depth, count in found["depths"].items())
        assert found["mean"] == pytest.approx(total / node.size)
        means = sum(branch["mean"] * branch["candidates"] for branch in below.values())
        assert total == pytest.approx(means + node.size)


def test_the_path_to_a_secret(client: TestClient) -> None:
    """With a secret, the rows that find it, and what each leaves, come with the root."""
    given = {"game": "mastermind(4,6)", "strategy": "minimax", "secret": "3632"}
    found = document(client.get("/api/tree", params=given))
    rows = [f"{step['guess']}:{step['feedback']}" for step in found["path"]]
    assert " ".join(rows) == "1122:1.0 1344:0.1 3526:1.2 1462:1.1 3632:4.0"
    run = bg.Playthrough(bg.game("mastermind(4,6)"))
    for step in found["path"][:-1]:
        run = run.add(step["guess"], step["feedback"])
        assert step["candidates"] == run.count
    assert found["path"][-1]["candidates"] == 1
    assert (found["guess"], found["history"]) == ("1122", "")


def test_files_of_trees(client: TestClient, tmp_path: Path) -> None:
    """The file that is downloaded is one that `check` accepts; the other formats are the library's."""
    tree = bg.build_tree(bg.game("mastermind(3,3)"), "entropy")
    given = {"game": "mastermind(3,3)", "strategy": "entropy"}
    answer = client.get("/api/tree/file", params={**given, "format": "json"})
    assert answer.headers["content-disposition"] == 'attachment; filename="mastermind-3-3-entropy.json"'
    (tmp_path / "tree.json").write_bytes(answer.content)
    assert bg.load_tree(tmp_path / "tree.json") == tree
    assert bg.check_file(tmp_path / "tree.json").total == tree.figures.total
    for name in ("text", "dot", "svg", "sheet"):
        assert client.get("/api/tree/file", params={**given, "format": name}).text == FORMATS[name](tree, None)


@pytest.mark.parametrize("consistent", [False, True])
def test_comparisons_are_the_librarys(client: TestClient, consistent: bool) -> None:
    """Figures of each strategy, in the order that was asked, are those of `compare`."""
    names = ["first", "minimax", "random", "optimal"]
    given = {"game": "bullscows(3,5)", "strategies": ",".join(names), "consistent": str(consistent), "seeds": "3"}
    found = document(client.get("/api/compare", params=given))
    said = bg.compare(bg.Table(bg.game("bullscows(3,5)")), names, consistent=consistent, seeds=3)
    assert found["results"] == [json.loads(json.dumps(untimed(figures))) for figures in said]


def test_sweeps_are_the_librarys(client: TestClient) -> None:
    """Each size has its figures, and where they come from; sizes that are too large say why they are missing."""
    given = {"family": "mastermind", "pegs": "1-4", "symbols": "2-5", "strategy": "most-parts"}
    found = document(client.get("/api/sweep", params=given))
    sizes = {(one["pegs"], one["symbols"]): one for one in found["results"]}
    missing = {(one["pegs"], one["symbols"]) for one in found["missing"]}
    assert len(sizes) + len(missing) == 16
    assert not sizes.keys() & missing
    for (pegs, symbols), one in sizes.items():
        figures = bg.build_tree(bg.game(f"mastermind({pegs},{symbols})"), "most-parts").figures
        assert {key: one[key] for key in ("total", "worst", "at_worst")} == {
            key: getattr(figures, key) for key in ("total", "worst", "at_worst")
        }
        assert one["source"] in ("computed", "shipped")


def test_figures_that_ship_say_so(client: TestClient) -> None:
    """A size that is too large to be computed here but ships has its figures, and where they come from."""
    given = {"family": "bullscows", "pegs": "4", "symbols": "10", "strategy": "minimax"}
    found = document(client.get("/api/sweep", params=given))
    assert [(one["source"], one["worst"]) for one in found["results"]] == [("shipped", 7)]
    assert set(found["shipped"]) == {"version", "command", "date"}


def test_sizes_beyond_the_limits_are_missing(client: TestClient) -> None:
    """A size that neither ships nor may be computed is missing, with the reason."""
    given = {"family": "mastermind", "pegs": "2-3", "symbols": "2-9", "strategy": "random"}
    found = document(client.get("/api/sweep", params=given))
    reasons = {(one["pegs"], one["symbols"]): one["reason"] for one in found["missing"]}
    assert set(reasons) == {(3, 8), (3, 9)}
    assert {one["source"] for one in found["results"]} == {"computed"}
    assert "limit" in reasons[3, 9]


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


BAD = [
    ("tree", {"game": "mastermind(6,6)"}, "size"),
    ("tree", {"game": "mastermind(3,3)", "secret": "444"}, "code"),
    ("tree/file", {"game": "mastermind(3,3)", "format": "pdf"}, "request"),
    ("tree/file", {"game": "mastermind(5,5)", "strategy": "optimal", "consistent": "true"}, "size"),
    ("compare", {"game": "mastermind(3,3)", "strategies": ","}, "strategy"),
    ("compare", {"game": "mastermind(3,3)", "strategies": "first,clever"}, "strategy"),
    ("compare", {"game": "mastermind(3,3)", "strategies": "random", "seeds": "101"}, "size"),
    ("sweep", {"family": "twod", "pegs": "1", "symbols": "2"}, "request"),
    ("sweep", {"family": "mastermind", "pegs": "1-9", "symbols": "2"}, "game"),
    ("sweep", {"family": "mastermind", "pegs": "3-2", "symbols": "2"}, "game"),
    ("sweep", {"family": "mastermind", "pegs": "x", "symbols": "2"}, "request"),
]


@pytest.mark.parametrize(("route", "given", "kind"), BAD, ids=[f"{route}-{kind}" for route, _, kind in BAD])
def test_what_cannot_be_answered(client: TestClient, route: str, given: dict[str, str], kind: str) -> None:
    """Bad questions get 422, the kind of the fault and one line."""
    assert fault(client.get(f"/api/{route}", params=given)) == (422, kind)


@contextmanager
def listening(settings: Settings) -> Iterator[int]:
    """The port of a real server, in a thread of this process."""
    options = {"http": http_protocol(), "log_level": "warning", "timeout_graceful_shutdown": 1}
    server = uvicorn.Server(uvicorn.Config(create_app(settings), **options))  # type: ignore[arg-type]
    ready = threading.Event()
    startup = server.startup

    async def told(sockets: list[socket.socket] | None = None) -> None:
        await startup(sockets)
        ready.set()

    server.startup = told  # type: ignore[method-assign]
    with socket.create_server(("127.0.0.1", 0)) as place:
        thread = threading.Thread(target=server.run, args=([place],))
        thread.start()
        try:
            assert ready.wait(60)
            yield place.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(60)
            assert not thread.is_alive()


class Slow:
    """A computation that goes on until nobody waits for it, and says when it begins and ends."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.jobs: list[Job] = []

    def __call__(self, kitchen: object, job: Job, *rest: object) -> bg.Figures:
        """Waits for the end, telling progress as a search does."""
        self.jobs.append(job)
        job.progress(1, 2)
        self.begun.set()
        try:
            assert job.cancel.wait(60)
            job.check()
        finally:
            self.ended.set()
        raise AssertionError("check raises")


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
def test_a_client_that_goes_away_ends_the_computation(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, accept: str
) -> None:
    """Over a real connection: when the only one who waits hangs up, its computation is cancelled, without a fault."""
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.figures_of", slow)
    with listening(small_settings()) as port:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            path = "/api/compare?game=mm2x3&strategies=first"
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n".encode())
            assert slow.begun.wait(60)
            assert not slow.jobs[0].cancel.is_set()
            if accept == "text/event-stream":
                with connection.makefile("rb") as answer:
                    assert any(line.startswith(b"event: progress") for line in iter(answer.readline, b""))
        assert slow.ended.wait(60)
        assert slow.jobs[0].cancel.is_set()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_two_who_wait_share_one_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question over two connections is computed once; both hear of it, and it ends when both hang up."""
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.figures_of", slow)
    lines = ["GET /api/compare?game=mm2x3&strategies=first HTTP/1.1", "Host: localhost", "Accept: text/event-stream"]
    request = "\r\n".join([*lines, "", ""]).encode()
    with listening(small_settings(long_running=2)) as port:
        one, other = (socket.create_connection(("127.0.0.1", port)) for _ in range(2))
        with one, other:
            for connection in (one, other):
                connection.sendall(request)
                with connection.makefile("rb") as answer:
                    assert any(line.startswith(b"event: progress") for line in iter(answer.readline, b""))
            assert not slow.ended.is_set()
        assert slow.ended.wait(60)
        assert len(slow.jobs) == 1


def test_a_server_that_ends_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the server ends, so does what is computed, though a client still waits."""
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.figures_of", slow)
    with socket.socket() as connection:
        with listening(small_settings()) as port:
            connection.connect(("127.0.0.1", port))
            connection.sendall(b"GET /api/compare?game=mm2x3&strategies=first HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert slow.begun.wait(60)
        assert slow.ended.wait(60)


SLOW = [b"", b"GET / HTTP/1.1\r\n", b"POST /api/challenges HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"]


@pytest.mark.parametrize("sent", SLOW)
def test_a_request_that_does_not_come(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """A client that says nothing, or half of a request, is hung up on; one whose answer takes longer is not."""
    monkeypatch.setattr("bestguess.web.protocol.REQUEST_SECONDS", 1.0)
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.figures_of", slow)
    with listening(small_settings()) as port, socket.create_connection(("127.0.0.1", port)) as waiting:
        waiting.sendall(b"GET /api/compare?game=mm2x3&strategies=first HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.begun.wait(60)
        with socket.create_connection(("127.0.0.1", port), timeout=60) as silent, silent.makefile("rb") as answer:
            silent.sendall(sent)
            assert answer.read() == b""
        assert not slow.ended.is_set()
