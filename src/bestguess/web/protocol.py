"""HTTP as uvicorn reads it, with a bound on what comes beside the body."""

import asyncio
from typing import Literal

MOST_HEAD = 32_768
"""Bytes of a request beside its body: its line, its headers, and what is between and after the parts of a body."""


def http_protocol() -> type[asyncio.Protocol] | Literal["h11"]:
    """What reads requests: httptools, which has no bound of its own, or h11 where that is not installed."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    except ModuleNotFoundError:
        return "h11"

    class BoundedProtocol(HttpToolsProtocol):
        """Hangs up on a client whose headers do not end."""

        _beside = 0  # bytes of this request that were no body

        def data_received(self, data: bytes) -> None:
            """Reads *data*."""
            self._beside += len(data)
            super().data_received(data)
            if self._beside > MOST_HEAD and not self.transport.is_closing():
                self.send_400_response(f"expected at most {MOST_HEAD} bytes of headers")

        def on_body(self, body: bytes) -> None:
            """Takes a part of a body."""
            self._beside -= len(body)
            super().on_body(body)

        def on_message_complete(self) -> None:
            """Ends a request."""
            self._beside = 0
            super().on_message_complete()

    return BoundedProtocol
