"""The documentation page of the API."""

from starlette.testclient import TestClient


def test_docs_load_nothing(client: TestClient) -> None:
    """The documentation has no script, no style and no picture, and names every route."""
    text = client.get("/api/docs").text
    assert not [tag for tag in ("<script", "<style", "<link", "<img", " style=") if tag in text]
    assert all(path in text for path in client.get("/api/openapi.json").json()["paths"])
