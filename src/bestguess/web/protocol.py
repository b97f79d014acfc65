"""HTTP as uvicorn reads it, with bounds on what comes beside the body, and on how long it takes to come."""

import asyncio
from typing import Literal

MOST_HEAD = 32_768
"""Bytes of a request beside its body: its line, its headers, and what is between and after the parts of a body."""

REQUEST_SECONDS = 20.0
"""Until a request, which is short, has come whole; uvicorn itself would wait for ever."""


def http_protocol() -> type[asyncio.Protocol] | Literal["h11"]:
    """What reads requests: httptools, which has no bound of its own, or h11 where that is not installed."""
    try:
        from bestguess.web.bounded import BoundedProtocol
    except ModuleNotFoundError:  # of httptools
        return "h11"
    return BoundedProtocol
