"""The httptools protocol of uvicorn within the limits of `protocol`, for which uvicorn itself has no settings."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bestguess.web import protocol


class LimitedHttpToolsProtocol(HttpToolsProtocol):
    """Closes connections whose headers are too long, or whose request takes too long to arrive."""

    _head_bytes = 0  # bytes of this request that are not its body
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
        if self._timeout is None:
            self._start_timeout()

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
