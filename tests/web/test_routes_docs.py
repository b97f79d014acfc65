"""The documentation page of the API."""

import json
from html import escape
from typing import Any

import pytest
from starlette.testclient import TestClient

from bestguess.web.examples import EXAMPLES


@pytest.fixture(scope="module")
def openapi(client: TestClient) -> dict[str, Any]:
    """The OpenAPI document."""
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


@pytest.fixture(scope="module")
def text(client: TestClient) -> str:
    """The documentation."""
    return client.get("/api/docs").text


def operations(openapi: dict[str, Any]) -> dict[str, Any]:
    """Every operation by its method and path."""
    return {f"{m.upper()} {path}": one for path, methods in openapi["paths"].items() for m, one in methods.items()}


def test_docs_have_no_script(client: TestClient, text: str) -> None:
    """The documentation has no script, no style of its own and no picture; its style sheet is served."""
    assert not [tag for tag in ("<script", "<style", "<img", " style=", " onclick=") if tag in text]
    sheet = client.get("/api/plain.css")
    assert (sheet.status_code, sheet.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert "color-scheme: light dark" in sheet.text


def test_docs_show_what_is_taken_and_given(text: str, openapi: dict[str, Any]) -> None:
    """Every route, parameter and field of a request or an answer is named, nested ones with their place."""
    sections = dict(zip(operations(openapi), text.split("<h2 ")[1:], strict=True))
    for key, operation in operations(openapi).items():
        assert f"<code>{escape(key)}</code></h2>" in sections[key]
        for one in operation.get("parameters", []):
            assert f"<code>{one['name']}</code>" in sections[key], one
    for name in ("suggestions[].guess", "suggestions[].expected_range", "rows_left"):
        assert f"<code>{name}</code>" in sections["GET /api/advise"]
    assert "<code>contradictions[].repairs[].rows[].guess</code>" in sections["GET /api/contradictions"]
    assert "<code>path[].candidates</code>" in sections["GET /api/tree"]
    assert "<code>shipped.command</code>" in sections["GET /api/sweep"]
    assert "Request body" in sections["POST /api/challenges"]
    assert "the secret that the challenge is to have" in sections["POST /api/challenges"]


def test_everything_says_what_it_means(openapi: dict[str, Any]) -> None:
    """No field of a request or an answer and no parameter of a query is without a description."""
    models = openapi["components"]["schemas"].items()
    bare = [
        f"{model}.{name}"
        for model, one in models
        for name, field in one["properties"].items()
        if not field.get("description")
    ]
    for key, operation in operations(openapi).items():
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query" and not parameter.get("description"):
                bare.append(f"{key} {parameter['name']}")
    assert not bare


def test_every_route_has_an_example(text: str, openapi: dict[str, Any]) -> None:
    """Each has a request and the answer to it (tests/test_generated.py asks again), and both are on the page."""
    assert set(EXAMPLES) == set(operations(openapi))
    for key, operation in operations(openapi).items():
        assert escape(EXAMPLES[key].command, quote=False) in text
        shown = operation["x-example-response"]
        shown = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
        assert escape(shown, quote=False) in text
