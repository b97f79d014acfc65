"""How many connections there may be, of one client and in all, so that no client keeps others out."""

import os
from collections.abc import Iterable
from typing import Protocol

from bestguess.web.hosts import client_network, is_trusted_proxy
from bestguess.web.settings import Settings

ACCEPTED_AT_ONCE = 16
"""Connections that the event loop accepts in one round."""
_UNDECIDED = 8 * ACCEPTED_AT_ONCE  # open connections that are not admitted yet, or refused and not closed yet
_OTHER_FILES = 64  # files that the process may open besides


class Connection(Protocol):
    """A connection of a client."""

    @property
    def idle(self) -> bool:
        """Whether no request is being answered."""

    def abort(self) -> None:
        """Ends the connection at once."""


class ConnectionLimits:
    """The open connections by client, at most *most* in all and *most_per_client* of one that is no proxy."""

    def __init__(self, most: int, most_per_client: int, proxies: Iterable[str] = ()) -> None:
        self._most, self._most_per_client, self._proxies = most, most_per_client, tuple(proxies)
        self._open: dict[str, dict[Connection, None]] = {}  # the oldest connection first

    def admit(self, connection: Connection, address: str) -> bool:
        """Whether there is room for a new *connection* from *address*; room may be made by ending another one."""
        client = client_network(address)
        own = len(self._open.get(client, ()))
        if own >= self._most_per_client and not is_trusted_proxy(address, self._proxies):
            return False
        if self._count() >= self._most and not self._make_room(own):
            return False
        self._open.setdefault(client, {})[connection] = None
        return True

    def remove(self, connection: Connection, address: str) -> None:
        """Forgets a *connection* that was lost, if it was admitted."""
        client = client_network(address)
        if connection in self._open.get(client, ()):
            del self._open[client][connection]
            if not self._open[client]:
                del self._open[client]

    def _count(self) -> int:
        return sum(map(len, self._open.values()))

    def _make_room(self, own: int) -> bool:
        """Ends a connection of the client with most, if it has more than *own*: the oldest idle one or the newest."""
        client = max(self._open, key=lambda one: len(self._open[one]))
        connections = list(self._open[client])
        if len(connections) <= own:
            return False
        ended = next((one for one in connections if one.idle), connections[-1])
        self.remove(ended, client)
        ended.abort()
        return True


def connection_limits(settings: Settings) -> ConnectionLimits:
    """The limits of *settings*, within the number of files that the system lets this process open."""
    room = _most_files() - _UNDECIDED - _OTHER_FILES
    proxies = [part.strip() for part in settings.proxies.split(",") if part.strip()]
    return ConnectionLimits(max(1, min(settings.connections, room)), max(1, settings.client_connections), proxies)


def _most_files() -> int:
    """How many files this process may have open; on Windows, and without a limit, 65,536."""
    most = os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else -1
    return most if most > 0 else 2**16
