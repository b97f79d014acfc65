"""Responses as bytes: JSON documents with `schema` and `version`, and ETags that need no body to compute."""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

import bestguess
from bestguess.games.documents import Content, json_text

CACHE_FOR_A_DAY = "public, max-age=86400"


def encode_document(command: str, content: Content) -> bytes:
    """The JSON document of *command*, as the command line prints it with `--json`, without spaces."""
    options = {"separators": (",", ":"), "ensure_ascii": False, "allow_nan": False}
    return json_text(command, content, **options).encode()


@cache
def build_id() -> str:
    """A hash of everything that computes results: modules, data files and the core, but not the page."""
    root = Path(bestguess.__file__).parent
    digest = hashlib.sha256(bestguess.__version__.encode())
    core = find_spec("bestguess._core")
    page = root / "web" / "page"
    files = [path for path in root.rglob("*") if path.suffix in (".py", ".json") and page not in path.parents]
    for path in [*sorted(files), *([Path(core.origin)] if core and core.origin else [])]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def etag_for(scope: str, content: str) -> str:
    """The strong ETag of *content* within *scope*: a path, or the limits of this server.

    *content* may be the body or the query that determines it: the same build gives the same body for the same query.
    """
    text = f"{build_id()} {scope} {content}"
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def matches_etag(etag: str, if_none_match: str | None) -> bool:
    """Whether the If-None-Match header of a request names *etag*, so that 304 is the response.

    >>> matches_etag('"a"', '"b", W/"a"'), matches_etag('"a"', '"b"'), matches_etag('"a"', None)
    (True, False, False)
    """
    return if_none_match is not None and etag in (part.strip().removeprefix("W/") for part in if_none_match.split(","))


def json_response(request: Request, data: bytes) -> Response:
    """A response with the document *data*; to a GET a cacheable one, tagged by its content, or 304 when it is known."""
    if request.method != "GET":
        return Response(data, media_type="application/json", headers={"Cache-Control": "no-store"})
    headers = {"ETag": etag_for(request.url.path, data.decode()), "Cache-Control": CACHE_FOR_A_DAY}
    if matches_etag(headers["ETag"], request.headers.get("if-none-match")):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="application/json", headers=headers)
