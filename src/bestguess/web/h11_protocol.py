"""The h11 protocol of uvicorn within the limits of `protocol`, where httptools is not installed."""

from uvicorn.protocols.http.h11_impl import H11Protocol

from bestguess.web.protocol import LimitedConnections


class LimitedH11Protocol(LimitedConnections, H11Protocol):
    """Limits connections; h11 itself limits the length of headers."""
