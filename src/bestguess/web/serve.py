"""Serving: a socket, a line that says where, and an end that is quiet."""

import ipaddress
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from bestguess.errors import BestguessError
from bestguess.web.app import create_app
from bestguess.web.protocol import MOST_HEAD, http_protocol
from bestguess.web.settings import Settings

USUAL_PORT = 8000
_BACKLOG = 512
_SWITCH = 0.001  # seconds: a kept answer need not wait long for a thread that computes one


class ServeError(BestguessError):
    """The server cannot listen where it should."""


def serve(host: str, port: int | None, *, open_browser: bool, settings: Settings | None = None) -> None:
    """Serves until Ctrl-C; raises ServeError when it cannot listen on *port* of *host*.

    Without a *port* it is the usual one, or another when that is taken.
    """
    given = Settings.from_environment() if settings is None else settings
    listening = _listen_somewhere(host) if port is None else _listen(host, port)
    app = create_app(replace(given, hosts=(*given.hosts, *_names(host))))
    config = uvicorn.Config(
        app,
        http=http_protocol(),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(given.proxies),
        forwarded_allow_ips=given.proxies or None,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=MOST_HEAD,
    )
    sys.setswitchinterval(_SWITCH)
    with listening:
        _Server(config, _address(listening), not is_loopback(host), open_browser, app.state.kitchen.close).run(
            sockets=[listening]
        )


class _Server(uvicorn.Server):
    """Says where it is once it listens, and to those who wait that it ends."""

    def __init__(
        self, config: uvicorn.Config, address: str, public: bool, open_browser: bool, close: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._address, self._public, self._open, self._close = address, public, open_browser, close

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, then tells."""
        await super().startup(sockets)
        if not self.started:
            return
        print(f"bestguess serves on {self._address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
        if self._public:
            print(
                "bestguess: everyone who reaches this machine can use it; there are no accounts and no encryption",
                file=sys.stderr,
                flush=True,
            )
        if self._open:
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends what is computed first: uvicorn would wait for it, and then complain."""
        self._close()
        await super().shutdown(sockets)


def _listen_somewhere(host: str) -> socket.socket:
    """A socket that listens on the usual port, or on any that is free."""
    try:
        return _listen(host, USUAL_PORT)
    except ServeError:
        return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens on *port* of *host*; raises ServeError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ServeError(f"--host: expected an address of this machine, got {host!r}: {error.strerror}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise ServeError(
            f"--port: cannot listen on port {port} of {host}: {(error.strerror or str(error)).lower()}; "
            "--port 0 takes one that is free"
        ) from error
    return listening


def _address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1" if listening.family == socket.AF_INET else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches *host*."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _names(host: str) -> tuple[str, ...]:
    """The host names that a server on *host* is asked for by."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return (host.lower(),)
    if address.is_unspecified:
        return ("*", socket.gethostname().lower())
    return (f"[{host}]" if address.version == 6 else host,)
