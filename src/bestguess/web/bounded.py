"""What reads requests by httptools, within the bounds of `protocol`."""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from bestguess.web import protocol


class BoundedProtocol(HttpToolsProtocol):
    """Hangs up on a client whose headers do not end, or whose request does not come."""

    _beside = 0  # bytes of this request that were no body
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Reads *data*."""
        self._beside += len(data)
        super().data_received(data)
        if self._beside > protocol.MOST_HEAD and not self.transport.is_closing():
            self.send_400_response(f"expected at most {protocol.MOST_HEAD} bytes of headers")

    def on_message_begin(self) -> None:
        """Begins a request."""
        super().on_message_begin()
        if self._late is None:
            self._wait()

    def on_body(self, body: bytes) -> None:
        """Takes a part of a body."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Ends a request."""
        self._beside = 0
        self._wait_no_more()
        super().on_message_complete()

    def _wait(self) -> None:
        self._late = self.loop.call_later(protocol.REQUEST_SECONDS, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = None
