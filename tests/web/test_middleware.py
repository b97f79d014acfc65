"""Security headers, refused requests, and responses that are cached by their query string."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bestguess.web import create_app
from bestguess.web.middleware import HEADERS, TokenBuckets
from servers import ADVICE, client_of, fault, small_settings


@pytest.mark.parametrize("path", [ADVICE, "/", "/api/nothing", "/api/advise", "/api/health", "/api/docs"])
def test_every_response_has_the_headers(client: TestClient, path: str) -> None:
    """Every response, errors included, has the security headers; inline scripts and foreign sources are forbidden.

    HEAD has the status and the headers that GET has, and nothing else.
    """
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert dict(head.headers) == dict(get.headers)
    headers = get.headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert "access-control-allow-origin" not in headers


def test_foreign_hosts_are_refused(client: TestClient) -> None:
    """A foreign name that points to this server is refused, so that no page of another site can read responses.

    A server on all networks accepts numeric hosts, but no foreign names.
    """

    def refused(asked: TestClient, hosts: list[str]) -> list[str]:
        answers = {host: asked.get("/api/health", headers={"host": host}).status_code for host in hosts}
        assert set(answers.values()) == {200, 400}
        return [host for host, status in answers.items() if status == 400]

    foreign = ["evil.example", "localhost.evil.example", ""]
    assert refused(client, ["localhost", "127.0.0.1:8000", "[::1]:80", *foreign]) == foreign
    with client_of(small_settings(hosts=("*", "box.example"))) as public:
        assert refused(public, ["10.1.2.3:8000", "[fe80::1]", "box.example", *foreign]) == foreign


def test_foreign_origins_may_not_post(client: TestClient) -> None:
    """A POST from a page of another origin is refused; from the own page, or from no page, it is accepted."""
    body = {"game": "mastermind(2,3)"}
    for origin, status in (("https://evil.example", 403), ("null", 403), ("http://localhost", 201), (None, 201)):
        headers = {} if origin is None else {"origin": origin}
        assert client.post("/api/challenges", json=body, headers=headers).status_code == status


def test_long_queries_and_bodies_are_refused() -> None:
    """A query or a body that is too long is 413, with or without a Content-Length."""
    with client_of(small_settings(query=100, body=100)) as client:
        assert fault(client.get("/api/advise?game=" + "m" * 100)) == (413, "size")
        assert fault(client.post("/api/challenges", content=b"x" * 101)) == (413, "size")
        chunks = (b"x" * 60 for _ in range(2))
        assert fault(client.post("/api/challenges", content=chunks)) == (413, "size")
        assert fault(client.post("/api/challenges", headers={"content-length": "-1"})) == (413, "size")


def test_too_many_requests(tmp_path: Path) -> None:
    """A client that sends too many requests gets 429 with Retry-After; files of the page are not counted."""
    with client_of(small_settings(rate=0.001, burst=2, page=tmp_path)) as client:
        assert [client.get("/api/health").status_code for _ in range(3)] == [200, 200, 429]
        refused = client.get("/api/health")
        assert fault(refused) == (429, "rate")
        assert int(refused.headers["retry-after"]) > 100
        assert client.get("/").status_code == 503


def test_tokens_come_back() -> None:
    """Tokens return at the rate, up to the burst, for each client separately."""
    now = [0.0]
    buckets = TokenBuckets(2.0, 3, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    now[0] = 0.5
    assert [buckets.take("a"), buckets.take("a")] == [0, 0.5]
    now[0] = 100.0
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_a_household_is_one_client() -> None:
    """Addresses of one IPv6 /64 network count as one client, those of two networks as two."""
    app, found = create_app(small_settings(rate=0.001, burst=1)), list[int]()
    for address in ("2001:db8::1:2:3:4", "2001:db8::5", "2001:db8:0:1::5"):
        client = TestClient(app, "http://localhost", client=(address, 1))
        found.append(client.get("/api/health").status_code)
    assert found == [200, 429, 200]


def test_clients_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of counted clients is limited."""
    monkeypatch.setattr("bestguess.web.middleware._MAX_CLIENTS", 10)
    buckets = TokenBuckets(1.0, 1)
    for number in range(100):
        buckets.take(str(number))
    assert len(buckets._buckets) == 10


def test_a_repeated_query_is_not_parsed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repeated query string gets the same response, headers included, although nothing can be parsed."""
    path = "/api/candidates?game=mastermind(2,4)&limit=3"
    first = client.get(path)
    monkeypatch.setattr("bestguess.web.service.canonical", None)
    again = client.get(path)
    assert (again.content, dict(again.headers)) == (first.content, dict(first.headers))
    assert client.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 304
    with pytest.raises(TypeError):
        client.get(path + "0")
