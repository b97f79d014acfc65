"""Who comes in, how much, how often; and what every answer carries."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bestguess.web import create_app
from bestguess.web.answers import build_id
from bestguess.web.gate import HEADERS, Rate
from bestguess.web.settings import SettingError, Settings
from servers import client_of, fault, small_settings

ADVICE = "/api/advise?game=mastermind(2,3)"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A server with small limits."""
    with client_of(small_settings()) as one:
        yield one


@pytest.mark.parametrize("path", [ADVICE, "/", "/api/nothing", "/api/advise", "/api/health", "/api/docs"])
def test_every_answer_carries_the_headers(client: TestClient, path: str) -> None:
    """Answers and faults alike say what a browser may do with them, without inline scripts or foreign sources."""
    headers = client.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["content-security-policy"].startswith("default-src 'self'")
    assert "access-control-allow-origin" not in headers


def test_docs_load_nothing(client: TestClient) -> None:
    """The page of the interface has no script, no style and no picture, and names every route."""
    text = client.get("/api/docs").text
    assert not [tag for tag in ("<script", "<style", "<link", "<img", " style=") if tag in text]
    assert all(path in text for path in client.get("/api/openapi.json").json()["paths"])


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:80", 200),
        ("LocalHost:1", 200),
        ("evil.example", 400),
        ("localhost.evil.example", 400),
        ("192.168.1.1", 400),
        ("", 400),
    ],
)
def test_foreign_hosts_are_refused(client: TestClient, host: str, status: int) -> None:
    """A name that merely points here is refused, so that no page of another site can read answers."""
    assert client.get("/api/health", headers={"host": host}).status_code == status


def test_numeric_hosts_of_a_public_server() -> None:
    """A server on every network answers to its numbers, not to names."""
    with client_of(small_settings(hosts=("*", "box.example"))) as client:
        hosts = ["10.1.2.3:8000", "[fe80::1]", "box.example", "evil.example"]
        statuses = [client.get("/api/health", headers={"host": host}).status_code for host in hosts]
    assert statuses == [200, 200, 200, 400]


def test_foreign_origins_may_not_post(client: TestClient) -> None:
    """A page of another origin cannot make this server do anything; its own page, and no page at all, can."""
    body = {"game": "mastermind(2,3)"}
    for origin, status in (("https://evil.example", 403), ("null", 403), ("http://localhost", 201), (None, 201)):
        headers = {} if origin is None else {"origin": origin}
        assert client.post("/api/challenges", json=body, headers=headers).status_code == status


def test_unknown_paths_and_methods(client: TestClient) -> None:
    """What is not there is 404, what cannot be done 405 with what can, each in the one form of faults."""
    assert fault(client.get("/api/nothing")) == (404, "not-found")
    assert fault(client.get("/../../etc/passwd")) == (404, "not-found")
    refused = client.delete("/api/advise")
    assert fault(refused) == (405, "request")
    assert refused.headers["allow"] == "GET"


@pytest.mark.parametrize("path", [ADVICE, "/api/health", "/api/games", "/api/nothing", "/", "/api/advise?game=go"])
def test_head_is_get_without_a_body(client: TestClient, path: str) -> None:
    """HEAD has the status and the headers that GET has, and nothing else."""
    head, get = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert dict(head.headers) == dict(get.headers)


def test_long_queries_and_bodies_are_refused() -> None:
    """A query or a body beyond the settings is 413, whether its length is told or found."""
    with client_of(small_settings(query=100, body=100)) as client:
        assert fault(client.get("/api/advise?game=" + "m" * 100)) == (413, "size")
        assert fault(client.post("/api/challenges", content=b"x" * 101)) == (413, "size")
        chunks = (b"x" * 60 for _ in range(2))
        assert fault(client.post("/api/challenges", content=chunks)) == (413, "size")
        assert fault(client.post("/api/challenges", headers={"content-length": "-1"})) == (413, "size")


def test_too_many_requests(tmp_path: Path) -> None:
    """A client that asks too often gets 429 and when to go on; the page is not counted."""
    with client_of(small_settings(rate=0.001, burst=2, page=tmp_path)) as client:
        assert [client.get("/api/health").status_code for _ in range(3)] == [200, 200, 429]
        refused = client.get("/api/health")
        assert fault(refused) == (429, "rate")
        assert int(refused.headers["retry-after"]) > 100
        assert client.get("/").status_code == 503


def test_tokens_come_back() -> None:
    """Tokens come at the rate, up to the burst, for each client apart."""
    now = [0.0]
    rate = Rate(2.0, 3, clock=lambda: now[0])
    assert [rate.wait("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert rate.wait("b") == 0
    now[0] = 0.5
    assert [rate.wait("a"), rate.wait("a")] == [0, 0.5]
    now[0] = 100.0
    assert [rate.wait("a") > 0 for _ in range(4)] == [False, False, False, True]


def test_a_household_is_one_client() -> None:
    """Addresses of one IPv6 network count together however they are written, those of two apart."""
    app, found = create_app(small_settings(rate=0.001, burst=1)), list[int]()
    for address in ("2001:db8::1:2:3:4", "2001:db8::5", "2001:db8:0:1::5"):
        client = TestClient(app, "http://localhost", client=(address, 1))
        found.append(client.get("/api/health").status_code)
    assert found == [200, 429, 200]


def test_clients_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many clients there are, only so many are counted."""
    monkeypatch.setattr("bestguess.web.gate._MOST_CLIENTS", 10)
    rate = Rate(1.0, 1)
    for number in range(100):
        rate.wait(str(number))
    assert len(rate._buckets) == 10


def test_known_answers_are_not_sent_again(client: TestClient) -> None:
    """The tag of an answer is that of its question in any form; with it comes 304, without computing."""
    first = client.get(ADVICE)
    tag = first.headers["etag"]
    assert tag.startswith('"')
    assert first.headers["cache-control"] == "public, max-age=86400"
    again = client.get("/api/advise?count=5&game=mm2x3", headers={"if-none-match": f'"other", {tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get("/api/advise?count=4&game=mm2x3", headers={"if-none-match": tag})
    assert other.status_code == 200
    assert other.headers["etag"] != tag


def test_a_seed_counts_where_something_is_drawn(client: TestClient) -> None:
    """Seeds make other questions of `random`, of hints and of samples, and of nothing else: those are computed once."""
    asked = {"advise?game=mm2x3": 1, "explain?game=mm2x3&guess=11": 1, "move?game=mm2x3&strategy=random": 2}
    asked |= {"hint?game=mm2x3&step=2": 2, "advise?game=mm6x6": 2}
    for question, answers in asked.items():
        tags = {client.get(f"/api/{question}&seed={seed}").headers["etag"] for seed in (1, 2)}
        assert len(tags) == answers, question


def test_a_tag_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has never computed an answer knows its tag."""
    with client_of(small_settings()) as client:
        tag = client.get(ADVICE).headers["etag"]
    monkeypatch.setattr("bestguess.web.quick.advise", None)
    with client_of(small_settings()) as client:
        assert client.get(ADVICE, headers={"if-none-match": tag}).status_code == 304


def test_tags_are_of_what_computes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tag changes with any module or data file wherever they are, and not with the page."""
    package = tmp_path / "page" / "bestguess"
    (package / "web" / "page").mkdir(parents=True)
    monkeypatch.setattr("bestguess.__file__", str(package / "__init__.py"))
    tags = []
    for path in ("solver.py", "values.json", "web/page/manifest.json"):
        (package / path).write_text("1")
        tags.append(build_id.__wrapped__())
    assert tags[0] != tags[1] == tags[2]


def test_other_bounds_have_other_tags() -> None:
    """What a server within smaller bounds judges from a sample has another tag than what is computed in full."""
    found = []
    for pairs in (1_000, 100_000):
        with client_of(small_settings(pairs=pairs)) as client:
            answer = client.get("/api/advise?game=mastermind(3,4)")
            found.append((answer.json()["sampled"], answer.headers["etag"]))
    assert [sampled for sampled, _ in found] == [True, False]
    assert found[0][1] != found[1][1]


def test_the_same_words_are_not_read_again(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question in the words of an earlier one is answered alike, headers and all, though nothing can be read."""
    path = "/api/candidates?game=mastermind(2,4)&limit=3"
    first = client.get(path)
    monkeypatch.setattr("bestguess.web.quick.canonical", None)
    again = client.get(path)
    assert (again.content, dict(again.headers)) == (first.content, dict(first.headers))
    assert client.get(path, headers={"if-none-match": first.headers["etag"]}).status_code == 304
    with pytest.raises(TypeError):
        client.get(path + "0")


def test_what_changes_is_not_kept(client: TestClient) -> None:
    """Health, faults and new challenges are never kept."""
    answers = [client.get("/api/health"), client.get("/api/nothing"), client.get("/api/advise")]
    answers.append(client.post("/api/challenges", json={"game": "mastermind(2,3)"}))
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


def test_the_page(tmp_path: Path) -> None:
    """index.html is asked for anew, assets last, compressed files go to those who understand them; nothing else is."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>bestguess</title>")
    (tmp_path / "assets" / "main-1234.js").write_text("let a = 1")
    (tmp_path / "assets" / "main-1234.js.br").write_bytes(b"brotli")
    (tmp_path / "assets" / "main-1234.js.gz").write_bytes(gzip.compress(b"let a = 1"))
    with client_of(small_settings(page=tmp_path)) as client:
        page = client.get("/")
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        assert page.headers["content-type"].startswith("text/html")
        assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
        asset = client.get("/assets/main-1234.js", headers={"accept-encoding": "identity"})
        assert asset.text == "let a = 1"
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert asset.headers["content-type"].startswith("text/javascript")
        packed = client.get("/assets/main-1234.js", headers={"accept-encoding": "gzip"})
        assert (packed.headers["content-encoding"], packed.text) == ("gzip", "let a = 1")
        plain = client.get("/assets/main-1234.js", headers={"accept-encoding": "br;q=0, gzip; q=0.0"})
        assert ("content-encoding" in plain.headers, plain.headers["etag"]) == (False, asset.headers["etag"])
        assert packed.headers["etag"] != asset.headers["etag"]
        with client.stream("GET", "/assets/main-1234.js", headers={"accept-encoding": "gzip, br"}) as answer:
            assert answer.headers["content-encoding"] == "br"
        assert client.head("/").status_code == 200
        for path in ("/assets/", "/assets/main-1234.js.br", "/assets/../index.html/", "/settings.py", "//etc/passwd"):
            assert client.get(path).status_code == 404, path


def test_the_page_is_not_built(tmp_path: Path) -> None:
    """Without a built page, one sentence says how to build it, and the interface works."""
    with client_of(small_settings(page=tmp_path / "nothing")) as client:
        answer = client.get("/")
        assert fault(answer) == (503, "busy")
        assert "make" in answer.json()["detail"]
        assert client.get("/api/health").status_code == 200


def test_settings_of_the_environment() -> None:
    """Settings are read by their names; what is no number is refused with the name of the variable."""
    given = {"BESTGUESS_WEB_RATE": "2.5", "BESTGUESS_WEB_HOSTS": "A.example, b.example", "BESTGUESS_WEB_PAGE": "/x"}
    found = Settings.from_environment(given)
    assert (found.rate, found.hosts, found.page) == (2.5, ("a.example", "b.example"), Path("/x"))
    for name, value in (("ROWS", "many"), ("ROWS", "-1"), ("RATE", "nan"), ("KEY", "short")):
        with pytest.raises(SettingError, match=f"BESTGUESS_WEB_{name}"):
            Settings.from_environment({f"BESTGUESS_WEB_{name}": value})
    assert "secret key" not in repr(Settings(key="a secret key"))


def test_a_fault_of_the_server_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What nobody foresaw is 500 with one line that tells nothing of the inside, and with all headers."""

    def broken(*given: object, **more: object) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr("bestguess.web.quick.advise", broken)
    with TestClient(create_app(small_settings()), "http://localhost", raise_server_exceptions=False) as client:
        answer = client.get(ADVICE)
        assert fault(answer) == (500, "internal")
        assert "inside" not in answer.text
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert client.get("/api/health").status_code == 200
