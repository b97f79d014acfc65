"""The gate: which requests come in, and what every answer carries. Plain ASGI, before anything is read."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bestguess.web.problems import problem, problem_of
from bestguess.web.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
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
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
_MOST_CLIENTS = 10_000  # whose requests are counted; the longest silent one is forgotten first


class Rate:
    """A bucket of tokens for each client: *burst* of them, and *rate* more every second."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, max(1, burst), clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """0 when *client* may go on, and a token is taken; else the seconds until it may."""
        if not self._rate:
            return 0.0
        now = self._clock()
        tokens, before = self._buckets.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - before) * self._rate)
        allowed = tokens >= 1
        self._buckets[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - tokens) / self._rate


class Gate:
    """Refuses foreign hosts and origins, what is too long, and clients that ask too often; adds headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._settings = app, settings
        self._hosts = frozenset((*LOOPBACK, *settings.hosts))
        self._rate = Rate(settings.rate, settings.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or answers it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_RAW_HEADERS]
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        if scope["method"] == "HEAD":  # whatever answers GET; what serves us sends no body then
            scope = {**scope, "method": "GET"}
        try:
            await self._app(scope, _limited(receive, self._settings.body), send_with_headers)
        except Exception as error:
            if not begun:
                await problem_of(error)(scope, receive, send_with_headers)
            raise  # for the log of the server

    def _refused(self, scope: Scope) -> Response | None:
        """The answer to a request that does not come in."""
        headers, settings = Headers(scope=scope), self._settings
        host = headers.get("host", "")
        if not is_allowed_host(host, self._hosts):
            return problem(400, "request", f"expected a host name of this server, got {host!r}")
        if scope["method"] not in ("GET", "HEAD") and not is_own_origin(headers.get("origin"), host):
            return problem(403, "request", "expected a request of this server's own page, got one of another origin")
        if len(scope["query_string"]) > settings.query:
            return problem(413, "size", f"expected a query of at most {settings.query:,} bytes")
        if not headers.get("content-length", "0").isdigit() or int(headers.get("content-length", "0")) > settings.body:
            return problem(413, "size", _too_long(settings.body))
        if scope["path"].startswith("/api/") and (wait := self._rate.wait(_client(scope))):
            return problem(429, "rate", "too many requests: ask again later", {"Retry-After": str(int(wait) + 1)})
        return None


def _client(scope: Scope) -> str:
    """Who asks: the address, or of IPv6 the network of a household.

    >>> [_client({"client": (address, 1)}) for address in ("10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1:2:3:4")]
    ['10.1.2.3', '10.1.2.3', '2001:db8::']
    """
    address = scope["client"][0] if scope.get("client") else ""
    try:
        number = ipaddress.IPv6Address(address)
    except ValueError:
        return str(address)
    return str(number.ipv4_mapped or ipaddress.IPv6Address(int(number) >> 64 << 64))


def is_allowed_host(host: str, allowed: Iterable[str]) -> bool:
    """Whether *host*, its port apart, is one of those *allowed*; "*" allows every numeric address.

    A page of another site that has its name point here sends that name, never a number.

    >>> is_allowed_host("localhost:8000", ["localhost"]), is_allowed_host("evil.example", ["localhost", "*"])
    (True, False)
    >>> is_allowed_host("192.168.1.5:80", ["*"]), is_allowed_host("[::1]", ["*"]), is_allowed_host("", ["*"])
    (True, True, False)
    """
    name = host.lower()
    if not name.endswith("]"):
        before, colon, port = name.rpartition(":")
        name = before if colon and port.isdigit() else name
    return name in allowed or ("*" in allowed and _is_number(name.strip("[]")))


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(origin: str | None, host: str) -> bool:
    """Whether a request with *origin* comes from the page of *host*, or from no page at all.

    >>> is_own_origin("http://localhost:8000", "localhost:8000"), is_own_origin("https://evil.example", "localhost")
    (True, False)
    >>> is_own_origin(None, "localhost"), is_own_origin("null", "localhost")
    (True, False)
    """
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def _too_long(most: int) -> str:
    return f"expected a body of at most {most:,} bytes"


def _limited(receive: Receive, most: int) -> Receive:
    """*receive*, which raises HTTPException where a body without a given length is too long."""
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
