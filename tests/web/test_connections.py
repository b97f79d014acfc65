"""Over real connections: clients that disconnect, servers that stop, requests that never arrive."""

import json
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

from bestguess.engine import poll
from bestguess.trees import Figures
from bestguess.web import create_app
from bestguess.web.connections import ConnectionLimits, connection_limits
from bestguess.web.jobs import JobContext
from bestguess.web.problems import Cancelled
from bestguess.web.protocol import MAX_HEAD_BYTES, http_protocol
from bestguess.web.settings import Settings
from hostile import drawn_table
from servers import asking, small_settings


@contextmanager
def listening(settings: Settings) -> Iterator[int]:
    """The port of a real server, in a thread of this process."""
    protocol = http_protocol(connection_limits(settings), settings.send_seconds)
    options = {"http": protocol, "log_level": "warning", "timeout_graceful_shutdown": 1}
    server = uvicorn.Server(uvicorn.Config(create_app(settings), **options))  # type: ignore[arg-type]
    ready = threading.Event()
    startup = server.startup

    async def startup_and_tell(sockets: list[socket.socket] | None = None) -> None:
        await startup(sockets)
        ready.set()

    server.startup = startup_and_tell  # type: ignore[method-assign]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            assert ready.wait(60)
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(60)
            assert not thread.is_alive()


class Slow:
    """A computation that runs until it is cancelled, with events for its start and its end."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.contexts: list[JobContext] = []

    def __call__(self, service: object, context: JobContext, *rest: object) -> Figures:
        """Reports progress, then waits to be cancelled."""
        self.contexts.append(context)
        context.progress(1, 2)
        self.begun.set()
        try:
            assert context.cancel.wait(60)
            context.check()
        finally:
            self.ended.set()
        raise AssertionError("check raises")


@pytest.mark.parametrize("accept", ["text/event-stream", "application/json"])
def test_a_disconnect_cancels_the_computation(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, accept: str
) -> None:
    """When the only client disconnects, its computation is cancelled, and no error is logged."""
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.strategy_figures", slow)
    with listening(small_settings()) as port:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            path = "/api/compare?game=mm2x3&strategies=first"
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\r\n".encode())
            assert slow.begun.wait(60)
            assert not slow.contexts[0].cancel.is_set()
            if accept == "text/event-stream":
                with connection.makefile("rb") as answer:
                    assert any(line.startswith(b"event: progress") for line in iter(answer.readline, b""))
        assert slow.ended.wait(60)
        assert slow.contexts[0].cancel.is_set()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


POLLING = {
    "advise?game=mm2x3": "board.advise_or_label",
    "review?game=mm2x3&history=11:1.0": "board.review",
    "move?game=mm2x3&strategy=entropy": "moves.next_move",
}


def test_a_disconnect_stops_what_knows_nothing_of_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Advice, reviews and moves stop at their next poll when their only client disconnects."""
    begun, stopped = threading.Event(), threading.Event()

    def slow(*given: object, **more: object) -> None:
        begun.set()
        try:
            for _ in range(6_000):
                poll()
                stopped.wait(0.01)
        except Cancelled:
            stopped.set()
            raise

    with listening(small_settings()) as port:
        for path, name in POLLING.items():
            begun.clear()
            stopped.clear()
            monkeypatch.setattr(f"bestguess.web.{name}", slow)
            with connected(port) as connection:
                connection.sendall(f"GET /api/{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                assert begun.wait(60)
            assert stopped.wait(60)


SLOW = [b"", b"GET / HTTP/1.1\r\n", b"POST /api/challenges HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"]


def test_incomplete_requests_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that sends nothing, or half of a request, is disconnected; one that waits for its response is not."""
    monkeypatch.setattr("bestguess.web.protocol.REQUEST_SECONDS", 0.5)
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.strategy_figures", slow)
    with listening(small_settings()) as port, connected(port) as waiting:
        waiting.sendall(b"GET /api/compare?game=mm2x3&strategies=first HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.begun.wait(60)
        silent = [connected(port) for _ in SLOW]
        for connection, sent in zip(silent, SLOW, strict=True):
            connection.sendall(sent)
        for connection in silent:
            with connection, connection.makefile("rb") as answer:
                assert answer.read() == b""
        assert not slow.ended.is_set()


HEALTH = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def connected(port: int, address: str = "127.0.0.1") -> socket.socket:
    """A connection from *address* to the server on *port*."""
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))


def status_line(connection: socket.socket, sent: bytes = HEALTH) -> bytes:
    """The first line of the response to *sent*; empty when the connection is closed without one."""
    try:
        connection.sendall(sent)
        with connection.makefile("rb") as answer:
            return answer.readline()
    except ConnectionError:
        return b""


def test_a_client_has_so_many_connections() -> None:
    """One more is refused with 503, another client is not concerned, and a closed one makes room."""
    with listening(small_settings(client_connections=3)) as port:
        some = [connected(port) for _ in range(3)]
        assert all(status_line(one).startswith(b"HTTP/1.1 200") for one in some)
        with connected(port) as refused, refused.makefile("rb") as answer:
            assert answer.readline().startswith(b"HTTP/1.1 503")
        with connected(port, "127.0.0.2") as other:
            assert status_line(other).startswith(b"HTTP/1.1 200")
        some.pop().close()
        for _ in range(600):  # until the server has noticed
            with connected(port) as again:
                if status_line(again).startswith(b"HTTP/1.1 200"):
                    break
        else:
            raise AssertionError("no room was made")
        for one in some:
            one.close()


class FakeConnection:
    """An idle connection that records that it was ended."""

    idle, aborted = True, False

    def abort(self) -> None:
        """Records it."""
        self.aborted = True


def test_room_is_made_by_the_client_with_most() -> None:
    """Of that client the oldest idle connection is ended; a proxy is for many clients, and may have more than one."""
    limits, many = ConnectionLimits(3, 1, ["10.0.0.0/24"]), [FakeConnection() for _ in range(3)]
    many[0].idle = False
    assert all(limits.admit(one, "10.0.0.1") for one in many)
    assert not limits.admit(FakeConnection(), "10.0.0.1")
    assert limits.admit(FakeConnection(), "10.0.1.2")
    assert [one.aborted for one in many] == [False, True, False]


def test_a_client_that_does_not_read_is_cut_off() -> None:
    """After the time limit its connection is ended, and others are served before and after."""
    request = b"GET /api/candidates?game=mm4x10&limit=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with listening(small_settings(send_seconds=0.5)) as port, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port))
        connection.settimeout(60)
        connection.sendall(request * 200)  # 14 MB of responses, more than the system holds for a connection
        with connected(port, "127.0.0.2") as other:
            assert status_line(other).startswith(b"HTTP/1.1 200")
        ended = select.poll()
        ended.register(connection, 0)  # only errors and the end: nothing is read
        assert ended.poll(20_000)


def test_doubtful_headers_are_refused() -> None:
    """Two Host headers, and headers that are too long, at once, in pieces or after a body; others are served."""
    begin = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
    chunked = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    with listening(small_settings()) as port:
        for sent in (begin + b"Host: evil.example\r\n\r\n", begin + b"X: " + b"x" * MAX_HEAD_BYTES + b"\r\n\r\n"):
            with connected(port) as connection:
                assert status_line(connection, sent).startswith(b"HTTP/1.1 400")
        for sent in (begin + b"X: ", chunked + b"X: "):
            with connected(port) as connection, connection.makefile("rb") as answer:
                connection.sendall(sent + b"x" * (MAX_HEAD_BYTES + 1 - len(sent)))
                assert f"at most {MAX_HEAD_BYTES} bytes" in answer.read().decode()  # which ends with the connection
        with connected(port) as connection:
            assert status_line(connection).startswith(b"HTTP/1.1 200")


def test_a_long_table() -> None:
    """The server's own protocol lets a long body through, with a length or in pieces."""
    table = drawn_table(1_000, 125)
    body = json.dumps(asking(table, ",goal=identify")).encode()
    assert 250_000 < len(table) < 2**18
    head = b"POST /api/candidates HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    pieces = [body[begin : begin + 1_000] for begin in range(0, len(body), 1_000)]
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
    with listening(small_settings(own_bytes=2**18)) as port:
        for sent in (
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body),
            b"Transfer-Encoding: chunked\r\n\r\n" + chunks,
        ):
            with connected(port) as connection:
                assert status_line(connection, head + sent).startswith(b"HTTP/1.1 200")
