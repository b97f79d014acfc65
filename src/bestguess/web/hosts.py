"""Host names, origins and addresses: the names of the server, and who its clients are."""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import Scope

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")


def is_allowed_host(host: str, allowed: Iterable[str]) -> bool:
    """Whether the Host header *host*, without its port, is one of *allowed*; "*" allows every numeric address.

    A page of another site whose name points to this server sends that name, never a number.

    >>> is_allowed_host("localhost:8000", ["localhost"]), is_allowed_host("evil.example", ["localhost", "*"])
    (True, False)
    >>> is_allowed_host("192.168.1.5:80", ["*"]), is_allowed_host("[::1]", ["*"]), is_allowed_host("", ["*"])
    (True, True, False)
    """
    name = host.lower()
    if not name.endswith("]"):
        before, colon, port = name.rpartition(":")
        name = before if colon and port.isdigit() else name
    return name in allowed or ("*" in allowed and _address(name.strip("[]")) is not None)


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether the Origin header of a request to *host* names this server, or is missing: then no page sent it.

    >>> is_same_origin("http://localhost:8000", "localhost:8000"), is_same_origin("https://evil.example", "localhost")
    (True, False)
    >>> is_same_origin(None, "localhost"), is_same_origin("null", "localhost")
    (True, False)
    """
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def client_network(address: str) -> str:
    """What requests are counted by: an IPv4 address, or the /64 network of an IPv6 address, which is one household.

    >>> [client_network(address) for address in ("10.1.2.3", "::ffff:10.1.2.3", "2001:db8::1:2:3:4")]
    ['10.1.2.3', '10.1.2.3', '2001:db8::']
    """
    if ":" not in address:  # most addresses, and quicker than to parse them
        return address
    try:
        number = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(number.ipv4_mapped or ipaddress.IPv6Address(int(number) >> 64 << 64))


def is_trusted_proxy(address: str, proxies: Iterable[str]) -> bool:
    """Whether *address* is one of *proxies*: addresses, networks, or "*" for all.

    >>> [is_trusted_proxy("10.0.0.2", [proxy]) for proxy in ("10.0.0.2", "10.0.0.0/8", "*", "10.0.0.3")]
    [True, True, True, False]
    """
    number = _address(client_network(address))
    for proxy in proxies:
        if proxy in ("*", address):
            return True
        try:
            if number is not None and number in ipaddress.ip_network(proxy, strict=False):
                return True
        except ValueError:  # a name
            continue
    return False


def client_of(scope: Scope) -> str:
    """Whom a request is counted for: the network of its client."""
    return client_network(scope["client"][0] if scope.get("client") else "")


def is_loopback(host: str) -> bool:
    """Whether a server on *host* is reached from this machine only."""
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def host_names(host: str) -> tuple[str, ...]:
    """The host names that clients of a server on *host* send; "*": any numeric address.

    >>> host_names("Box.example"), host_names("::1")
    (('box.example',), ('[::1]',))
    """
    address = _address(host)
    if address is None:
        return (host.lower(),)
    if address.is_unspecified:
        return ("*", socket.gethostname().lower())
    return (f"[{host}]" if address.version == 6 else host,)


def server_url(listening: socket.socket) -> str:
    """The URL of the server on the socket *listening*; on every network, the one of loopback."""
    host, port = listening.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1" if listening.family == socket.AF_INET else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
