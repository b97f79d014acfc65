"""ASGI middleware in front of the routes, from the outside in:

`SecurityHeaders` on every response; `HostAndOriginCheck`, `SizeLimits` and `RateLimit`, which refuse requests;
`HeadAsGet`; and `CachedResponses`, which answers a repeated query before anything parses it.
"""

import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bestguess.web.hosts import LOOPBACK_NAMES, client_of, is_allowed_host, is_same_origin
from bestguess.web.problems import problem, problem_for
from bestguess.web.responses import matches_etag
from bestguess.web.service import Service
from bestguess.web.settings import Settings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
TABLE_PATHS = frozenset(
    f"/api/{name}"
    for name in (
        *("table", "abilities", "advise", "explain", "hint", "candidates", "contradictions", "move", "review"),
        *("tree", "compare"),
    )
)
"""The paths of what is asked by POST with a table of one's own in the body."""
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_MAX_CLIENTS = 10_000  # whose requests are counted; the least recent one is forgotten first


def add_middleware(app: FastAPI, service: Service) -> None:
    """Puts all middleware in front of *app*."""
    settings = service.settings
    app.add_middleware(CachedResponses, service=service)  # the innermost
    app.add_middleware(HeadAsGet)
    app.add_middleware(RateLimit, settings=settings)
    app.add_middleware(SizeLimits, settings=settings)
    app.add_middleware(HostAndOriginCheck, settings=settings)
    app.add_middleware(SecurityHeaders)


class SecurityHeaders:
    """Adds the security headers to every response, and answers when the application raises an unexpected exception."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            started = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception as error:
            if not started:
                await problem_for(error)(scope, receive, send_with_headers)
            raise  # for the server's log


class _EarlyResponse(ABC):
    """Middleware that answers some HTTP requests itself: `response` gives the response, or None to pass one on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request, or passes it on."""
        response = self.response(scope) if scope["type"] == "http" else None
        await (self._app if response is None else response)(scope, receive, send)

    @abstractmethod
    def response(self, scope: Scope) -> Response | None:
        """The response to a request that is not passed on."""


class HostAndOriginCheck(_EarlyResponse):
    """Refuses foreign host names (DNS rebinding), and requests other than GET from pages of other origins.

    By hand: starlette's TrustedHostMiddleware cannot allow every numeric address and no name.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app)
        self._hosts = frozenset((*LOOPBACK_NAMES, *settings.hosts))

    def response(self, scope: Scope) -> Response | None:
        """400 for a foreign host or several ones, 403 for a foreign origin."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) > 1:
            return problem(400, "request", f"expected one Host header, got {len(hosts)}")
        host = "".join(hosts)
        if not is_allowed_host(host, self._hosts):
            return problem(400, "request", f"expected a host name of this server, got {host!r}")
        if scope["method"] not in ("GET", "HEAD") and not is_same_origin(headers.get("origin"), host):
            return problem(403, "request", "expected a request of this server's own page, got one of another origin")
        return None


class SizeLimits(_EarlyResponse):
    """Refuses queries and bodies that are too long."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app)
        self._query, self._body, self._table_body = settings.query, settings.body, settings.table_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the request, or passes it on with a limit on its body."""
        if scope["type"] == "http":
            receive = _limited(receive, self._most(scope))
        await super().__call__(scope, receive, send)

    def response(self, scope: Scope) -> Response | None:
        """413 for a query, or a body by its Content-Length, that is too long."""
        if len(scope["query_string"]) > self._query:
            return problem(413, "size", f"expected a query of at most {self._query:,} bytes")
        length, most = Headers(scope=scope).get("content-length", "0"), self._most(scope)
        if not length.isdigit() or int(length) > most:
            return problem(413, "size", _too_long(most))
        return None

    def _most(self, scope: Scope) -> int:
        """The longest body of a request, in bytes: a table may be in it where one is expected."""
        return self._table_body if scope["method"] == "POST" and scope["path"] in TABLE_PATHS else self._body


def _too_long(most: int) -> str:
    return f"expected a body of at most {most:,} bytes"


def _limited(receive: Receive, most: int) -> Receive:
    """*receive*, which raises HTTPException 413 when a body without a Content-Length is longer than *most*."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413, _too_long(most))
        return message

    return limited


class TokenBuckets:
    """A token bucket for each client: *burst* tokens, and *rate* more every second.

    By hand because it is shorter than the set-up of a library, and its memory is bounded.
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, max(1, burst), clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Takes a token of *client* and returns 0; or returns the seconds until there is one."""
        if not self._rate:
            return 0.0
        now = self._clock()
        tokens, before = self._buckets.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - before) * self._rate)
        allowed = tokens >= 1
        self._buckets[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - tokens) / self._rate


class RateLimit(_EarlyResponse):
    """Refuses API requests of clients that send too many."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app)
        self._buckets = TokenBuckets(settings.rate, settings.burst)

    def response(self, scope: Scope) -> Response | None:
        """429 with Retry-After."""
        if scope["path"].startswith("/api/") and (wait := self._buckets.take(client_of(scope))):
            return problem(429, "rate", "too many requests: ask again later", {"Retry-After": str(int(wait) + 1)})
        return None


class HeadAsGet:
    """Answers HEAD as GET; the HTTP server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await self._app(scope, receive, send)


class CachedResponses(_EarlyResponse):
    """Answers a GET whose path and query string are those of an earlier request, without parsing them."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        super().__init__(app)
        self._service = service

    def response(self, scope: Scope) -> Response | None:
        """The cached response, or 304 when the client has it."""
        if scope["method"] != "GET":
            return None
        cached = self._service.responses.get((scope["path"], scope["query_string"]))
        if cached is None:
            return None
        headers = Headers(scope=scope)
        if "text/event-stream" in headers.get("accept", ""):
            return None
        if matches_etag(cached.headers["ETag"], headers.get("if-none-match")):
            return Response(status_code=304, headers=cached.headers)
        data = self._service.bodies.get(cached.body_key)
        return None if data is None else Response(data, media_type=cached.media_type, headers=cached.headers)
