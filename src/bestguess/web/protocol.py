"""Which HTTP protocol uvicorn uses, and the limits on a request that it does not have itself."""

import asyncio
from typing import Literal

MAX_HEAD_BYTES = 32_768
"""Bytes of a request besides its body: request line, headers, and the framing of a chunked body."""

REQUEST_SECONDS = 20.0
"""Time limit until a request has arrived; uvicorn itself would wait for ever."""


def http_protocol() -> type[asyncio.Protocol] | Literal["h11"]:
    """The protocol class for uvicorn: httptools with limits, or h11 where httptools is not installed."""
    try:
        from bestguess.web.httptools_protocol import LimitedHttpToolsProtocol
    except ModuleNotFoundError:  # of httptools
        return "h11"
    return LimitedHttpToolsProtocol
