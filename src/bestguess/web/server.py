"""The HTTP server: opens a socket, says where it listens, and stops without noise."""

import asyncio
import errno
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from pydantic import SecretStr

from bestguess.errors import BestguessError
from bestguess.web.app import create_app
from bestguess.web.challenges import UnkeptKeyError, load_key
from bestguess.web.connections import ACCEPTED_AT_ONCE, connection_limits
from bestguess.web.hosts import host_names, is_loopback, server_url
from bestguess.web.protocol import MAX_HEAD_BYTES, http_protocol
from bestguess.web.settings import Settings, load_settings
from bestguess.web.static_files import NOT_BUILT

DEFAULT_PORT = 8000
_BACKLOG = 512
_OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_QUIET_SECONDS = 60.0
_SWITCH_INTERVAL = 0.001  # seconds: the event loop gets the GIL back soon from a thread that computes
_KEY_IN_MEMORY = "the key is in memory only, and challenges end with this server"
_PUBLIC_WARNING = "bestguess: everyone who reaches this machine can use it; there are no accounts and no encryption"


class ServeError(BestguessError):
    """The server cannot listen on the given host and port."""


def serve(host: str, port: int | None, *, open_browser: bool, settings: Settings | None = None) -> None:
    """Serves until Ctrl-C; raises ServeError when it cannot listen on *port* of *host*.

    Default port: 8000, or any free one when that is taken.
    """
    limits = _with_key(load_settings() if settings is None else settings)
    built = (limits.page / "index.html").is_file()
    if not built:
        print(f"bestguess: {NOT_BUILT}; only the API under /api is served", file=sys.stderr, flush=True)
    listening = _listen_anywhere(host) if port is None else _listen(host, port)
    app = create_app(limits.model_copy(update={"hosts": (*limits.hosts, *host_names(host))}))
    config = uvicorn.Config(
        app,
        http=http_protocol(connection_limits(limits), limits.send_seconds),
        ws="none",
        backlog=ACCEPTED_AT_ONCE,
        log_level="error",  # a warning for every request that is not HTTP would fill the disk
        access_log=False,
        server_header=False,
        proxy_headers=bool(limits.proxies),
        forwarded_allow_ips=limits.proxies or None,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
    )
    sys.setswitchinterval(_SWITCH_INTERVAL)
    with listening:
        server = _Server(
            config, server_url(listening), not is_loopback(host), open_browser and built, app.state.service.close
        )
        server.run(sockets=[listening])


def _with_key(settings: Settings) -> Settings:
    """*settings*, with a key in memory where there is no place to keep one."""
    if settings.key.get_secret_value():
        return settings
    try:
        load_key()
    except UnkeptKeyError as error:
        print(f"bestguess: {error}; {_KEY_IN_MEMORY}", file=sys.stderr, flush=True)
        return settings.model_copy(update={"key": SecretStr(secrets.token_hex(32))})
    return settings


class _Server(uvicorn.Server):
    """Prints its URL once it listens, and cancels computations first when it stops."""

    def __init__(
        self, config: uvicorn.Config, url: str, public: bool, open_browser: bool, close: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._url, self._public, self._open, self._close = url, public, open_browser, close
        self._ignores_ctrl_c = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ends at Ctrl-C and kill; ignores Ctrl-C where the command was started so, in the background of a script."""
        self._ignores_ctrl_c = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        with super().capture_signals():
            if self._ignores_ctrl_c:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, then prints the URL."""
        asyncio.get_running_loop().set_exception_handler(_AcceptErrors().handle)
        await super().startup(sockets)
        if not self.started:
            return
        for listening in sockets or ():
            listening.listen(_BACKLOG)  # the system's queue may be longer than what is accepted at once
        end = f"kill {os.getpid()}" if self._ignores_ctrl_c else "Ctrl-C"
        print(f"bestguess serves on {self._url} ({end} ends it)", file=sys.stderr, flush=True)
        if self._public:
            print(_PUBLIC_WARNING, file=sys.stderr, flush=True)
        if self._open:
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Cancels computations first: uvicorn would wait for them, then log an error."""
        self._close()
        await super().shutdown(sockets)
        if self.force_exit:  # Ctrl-C came twice: uvicorn does not end the app then, which would log an error
            await self.lifespan.shutdown()


class _AcceptErrors:
    """Handles errors of the event loop: those of too many open files in one line, once a minute."""

    def __init__(self) -> None:
        self._quiet_until = float("-inf")

    def handle(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Prints one line instead of a traceback for each connection that could not be accepted."""
        error = context.get("exception")
        if not isinstance(error, OSError) or error.errno not in _OUT_OF_RESOURCES:
            loop.default_exception_handler(context)
        elif loop.time() >= self._quiet_until:
            self._quiet_until = loop.time() + _QUIET_SECONDS
            print(
                f"bestguess: cannot accept connections: {(error.strerror or '').lower()}", file=sys.stderr, flush=True
            )


def _listen_anywhere(host: str) -> socket.socket:
    """A socket that listens on the default port, or on any free one."""
    try:
        return _listen(host, DEFAULT_PORT)
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
