"""Answers as bytes: JSON with `schema` and `version`, kept, tagged, and the same for the same question."""

import hashlib
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

import bestguess

LASTING = "public, max-age=86400"


def encoded(command: str, fields: dict[str, Any]) -> bytes:
    """The JSON document of *command*, as the command line prints it, without spaces."""
    document = {"schema": f"bestguess.{command}/1", "version": bestguess.__version__, **fields}
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def untimed(fields: dict[str, Any]) -> dict[str, Any]:
    """*fields* without what differs from run to run."""
    return {key: value for key, value in fields.items() if key not in ("seconds", "table_seconds")}


@cache
def build_id() -> str:
    """A hash of what computes the answers: every module, data file and the core, but not the page."""
    root = Path(bestguess.__file__).parent
    digest = hashlib.sha256(bestguess.__version__.encode())
    core = find_spec("bestguess._core")
    page = root / "web" / "page"
    files = [path for path in root.rglob("*") if path.suffix in (".py", ".json") and page not in path.parents]
    for path in [*sorted(files), *([Path(core.origin)] if core and core.origin else [])]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def tag_of(place: str, question: str) -> str:
    """The strong ETag of the answer to *question* in a *place*: under a route, or within the bounds of a server."""
    text = f"{build_id()} {place} {question}"
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Whether a client that sent *if_none_match* has the answer already.

    >>> is_known('"a"', '"b", W/"a"'), is_known('"a"', '"b"'), is_known('"a"', None)
    (True, False, False)
    """
    return if_none_match is not None and tag in (part.strip().removeprefix("W/") for part in if_none_match.split(","))


def told(request: Request, data: bytes) -> Response:
    """*data*, unless the client has it: what needs no computing, tagged by itself."""
    headers = {"ETag": tag_of(request.url.path, data.decode()), "Cache-Control": LASTING}
    if is_known(headers["ETag"], request.headers.get("if-none-match")):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type="application/json", headers=headers)
