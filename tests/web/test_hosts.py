"""Host names and addresses."""

from bestguess.web.hosts import is_loopback


def test_loopback_is_known() -> None:
    """Loopback is recognised by number and by name; everything else is public."""
    hosts = ["127.0.0.1", "127.1.2.3", "::1", "localhost", "0.0.0.0", "192.168.0.1", "box.example"]
    assert [is_loopback(host) for host in hosts] == [True, True, True, True, False, False, False]
