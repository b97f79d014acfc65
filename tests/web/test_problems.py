"""Error responses have one form, show nothing of the inside, and are not cached."""

import pytest
from starlette.testclient import TestClient

from bestguess.web import create_app
from bestguess.web.middleware import HEADERS
from servers import ADVICE, fault, small_settings


def test_unknown_paths_and_methods(client: TestClient) -> None:
    """Unknown paths are 404 and wrong methods 405 with Allow, both as problems."""
    assert fault(client.get("/api/nothing")) == (404, "not-found")
    assert fault(client.get("/../../etc/passwd", headers={"accept": "application/json"})) == (404, "not-found")
    refused = client.delete("/api/advise")
    assert fault(refused) == (405, "request")
    assert refused.headers["allow"] == "GET"


@pytest.mark.parametrize("accept", ["*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "application/json, text/html"])
def test_people_get_a_page(client: TestClient, accept: str) -> None:
    """Outside the API a 404 is a page with a title, a sentence and the way home, and with all headers."""
    answer = client.get("/pl<b>ay", headers={"accept": accept})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert (answer.headers["cache-control"], answer.headers["vary"]) == ("no-store", "Accept")
    assert "<title>bestguess: not found</title>" in answer.text
    assert 'href="/">' in answer.text
    assert "<b>" not in answer.text
    assert fault(client.get("/api/nothing", headers={"accept": accept})) == (404, "not-found")


def test_a_body_that_is_no_json(client: TestClient) -> None:
    """The line says that JSON is expected, and where there is none."""
    answer = client.post("/api/table", content=b'{"table" 1}', headers={"content-type": "application/json"})
    assert fault(answer) == (422, "request")
    assert answer.json()["detail"] == "body: expected JSON, got none at character 10"


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("gmae=x", "game: field required; gmae: unknown, did you mean game?"),
        ("count=2&xx=1", "game: field required; xx: unknown"),
        ("", "game: field required"),
    ],
)
def test_a_misspelt_parameter_is_named(client: TestClient, query: str, detail: str) -> None:
    """Beside what is missing stands what is not known."""
    assert client.get(f"/api/advise?{query}").json() == {"error": "request", "detail": detail}


def test_what_changes_is_not_cached(client: TestClient) -> None:
    """Health, errors and new challenges are never cached."""
    answers = [client.get("/api/health"), client.get("/api/nothing"), client.get("/api/advise")]
    answers.append(client.post("/api/challenges", json={"game": "mastermind(2,3)"}))
    assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}


def test_an_unexpected_exception_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected exception is 500 with one line that shows nothing of the inside, and with all headers."""

    def broken(*given: object, **more: object) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr("bestguess.web.board.advise_or_label", broken)
    with TestClient(create_app(small_settings()), "http://localhost", raise_server_exceptions=False) as client:
        answer = client.get(ADVICE)
        assert fault(answer) == (500, "internal")
        assert "inside" not in answer.text
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS
        assert client.get("/api/health").status_code == 200
