"""The httptools protocol of uvicorn within the limits of `protocol`, for which uvicorn itself has no settings."""

import asyncio

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bestguess.web import protocol
from bestguess.web.protocol import LimitedConnections


class LimitedHttpToolsProtocol(LimitedConnections, HttpToolsProtocol):
    """Limits connections, and closes those whose headers are too long, or whose request takes too long to arrive."""

    _head_bytes = 0  # bytes of this request that are not its body
    _header_bytes = 0  # bytes of its request line and headers, also when they arrive with the rest
    _timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Starts the time limit of the first request."""
        super().connection_made(transport)
        self._start_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the time limit."""
        self._stop_timeout()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses *data*; responds with 400 when the head is too long."""
        self._head_bytes += len(data)
        super().data_received(data)
        if self._head_bytes > protocol.MAX_HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response(f"expected at most {protocol.MAX_HEAD_BYTES} bytes of headers")

    def on_message_begin(self) -> None:
        """Starts the time limit of a later request."""
        super().on_message_begin()
        self._header_bytes = 0
        if self._timeout is None:
            self._start_timeout()

    def on_url(self, url: bytes) -> None:
        """Counts the bytes of the request line."""
        self._header_bytes += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Counts the bytes of a header."""
        self._header_bytes += len(name) + len(value) + len(": \r\n")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Refuses a request whose headers are too long: `data_received` answers it with 400."""
        if self._header_bytes > protocol.MAX_HEAD_BYTES:
            raise httptools.HttpParserError("the headers are too long")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Takes a part of the body out of the count."""
        self._head_bytes -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stops the time limit: the request has arrived."""
        self._head_bytes = 0
        self._stop_timeout()
        super().on_message_complete()

    def _start_timeout(self) -> None:
        self._timeout = self.loop.call_later(protocol.REQUEST_SECONDS, self.transport.close)

    def _stop_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = None
