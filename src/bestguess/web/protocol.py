"""Which HTTP protocol uvicorn uses, and the limits on connections and requests that it does not have itself."""

import asyncio
import socket
import struct
from typing import TYPE_CHECKING, Any

from bestguess.web.connections import ConnectionLimits

if TYPE_CHECKING:
    from uvicorn.protocols.http.flow_control import FlowControl

MAX_HEAD_BYTES = 32_768
"""Bytes of a request besides its body: request line, headers, and the framing of a chunked body."""

REQUEST_SECONDS = 20.0
"""Time limit until a request has arrived; uvicorn itself would wait for ever."""

_NO_LINGER = struct.pack("ii", 1, 0)  # on, for 0 seconds
_LEAST_RATE = 1_000  # bytes per second that a client must read
_MAX_MILLISECONDS = 2**31 - 1
_REFUSAL = b'{"error":"busy","detail":"too many connections: close some, or try again later"}'
_REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nCache-Control: no-store\r\n"
    b"Retry-After: 1\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(_REFUSAL), _REFUSAL)
)


class LimitedConnections(asyncio.Protocol):
    """For a protocol of uvicorn: refuses connections above *limits*, and ends those whose client does not read."""

    limits: ConnectionLimits | None = None
    send_seconds = 30.0

    client: tuple[str, int] | None
    cycle: Any
    flow: "FlowControl"
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _send_timeout: asyncio.TimerHandle | None = None
    _unsent = 0  # bytes that the client had not read when the time limit began

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Answers 503 when there are too many connections."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so that `pause_writing` is called for any byte that waits
        self._limit_system_buffer()
        if self.limits is not None and not self.limits.admit(self, self._address):
            transport.write(_REFUSED)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Makes room for another connection."""
        if self.limits is not None:
            self.limits.remove(self, self._address)
        self._stop_send_timeout()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Starts the time limit for the client to read."""
        super().pause_writing()
        if self._send_timeout is None:
            self._start_send_timeout()

    def resume_writing(self) -> None:
        """Stops the time limit: the client has read everything."""
        self._stop_send_timeout()
        super().resume_writing()

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def abort(self) -> None:
        """Ends the connection at once, and lets the system forget what the client has not read."""
        connection = self.transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        self.transport.abort()

    def _limit_system_buffer(self) -> None:
        """Lets the system, where it can, end the connection when the client does not read what is in its buffer.

        A response that fits the system's buffer counts as sent here, and the system would keep it for ever.
        """
        connection, option = self.transport.get_extra_info("socket"), getattr(socket, "TCP_USER_TIMEOUT", None)
        if option is not None and connection is not None and connection.family != getattr(socket, "AF_UNIX", None):
            milliseconds = min(max(1, round(1000 * self.send_seconds)), _MAX_MILLISECONDS)  # 0 would be no limit
            connection.setsockopt(socket.IPPROTO_TCP, option, milliseconds)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _start_send_timeout(self) -> None:
        self._unsent = self.transport.get_write_buffer_size()
        self._send_timeout = self.loop.call_later(self.send_seconds, self._check_sending)

    def _stop_send_timeout(self) -> None:
        if self._send_timeout is not None:
            self._send_timeout.cancel()
        self._send_timeout = None

    def _check_sending(self) -> None:
        """Ends the connection, unless the client has read enough since the time limit began."""
        if self._unsent - self.transport.get_write_buffer_size() < _LEAST_RATE * self.send_seconds:
            self.abort()
        else:
            self._start_send_timeout()


def http_protocol(limits: ConnectionLimits | None = None, send_seconds: float = 30.0) -> type[asyncio.Protocol]:
    """The protocol class for uvicorn: httptools with limits, or h11 where httptools is not installed."""
    try:
        from bestguess.web.httptools_protocol import LimitedHttpToolsProtocol as Limited
    except ModuleNotFoundError:  # of httptools
        from bestguess.web.h11_protocol import LimitedH11Protocol as Limited  # type: ignore[assignment]
    return type(Limited.__name__, (Limited,), {"limits": limits, "send_seconds": send_seconds})
