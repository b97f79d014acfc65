"""Over real connections: clients that disconnect, servers that stop, requests that never arrive."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import uvicorn

import bestguess as bg
from bestguess.web import create_app
from bestguess.web.jobs import JobContext
from bestguess.web.protocol import http_protocol
from bestguess.web.settings import Settings
from servers import small_settings


@contextmanager
def listening(settings: Settings) -> Iterator[int]:
    """The port of a real server, in a thread of this process."""
    options = {"http": http_protocol(), "log_level": "warning", "timeout_graceful_shutdown": 1}
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

    def __call__(self, service: object, context: JobContext, *rest: object) -> bg.Figures:
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


def test_two_clients_share_one_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same query over two connections is computed once, and cancelled when both have disconnected."""
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.strategy_figures", slow)
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
        assert len(slow.contexts) == 1


def test_a_stopping_server_cancels_computations(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the server stops, its computations are cancelled although a client still waits."""
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.strategy_figures", slow)
    with socket.socket() as connection:
        with listening(small_settings()) as port:
            connection.connect(("127.0.0.1", port))
            connection.sendall(b"GET /api/compare?game=mm2x3&strategies=first HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert slow.begun.wait(60)
        assert slow.ended.wait(60)


SLOW = [b"", b"GET / HTTP/1.1\r\n", b"POST /api/challenges HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"]


@pytest.mark.parametrize("sent", SLOW)
def test_incomplete_requests_time_out(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    """A client that sends nothing, or half of a request, is disconnected; one that waits for its response is not."""
    monkeypatch.setattr("bestguess.web.protocol.REQUEST_SECONDS", 1.0)
    slow = Slow()
    monkeypatch.setattr("bestguess.web.comparisons.strategy_figures", slow)
    with listening(small_settings()) as port, socket.create_connection(("127.0.0.1", port)) as waiting:
        waiting.sendall(b"GET /api/compare?game=mm2x3&strategies=first HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert slow.begun.wait(60)
        with socket.create_connection(("127.0.0.1", port), timeout=60) as silent, silent.makefile("rb") as answer:
            silent.sendall(sent)
            assert answer.read() == b""
        assert not slow.ended.is_set()
