"""The files of the page: caching and compression."""

import gzip
from pathlib import Path

from servers import client_of, fault, small_settings


def test_the_page(tmp_path: Path) -> None:
    """index.html is revalidated, assets are immutable, compressed files go to clients that accept them."""
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
    """Without a built page, one sentence says how to build it, and the API works."""
    with client_of(small_settings(page=tmp_path / "nothing")) as client:
        answer = client.get("/")
        assert fault(answer) == (503, "busy")
        assert "make" in answer.json()["detail"]
        assert client.get("/api/health").status_code == 200
