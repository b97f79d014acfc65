"""The files of the built page, read once at the start.

By hand, unlike starlette's StaticFiles: no path of a request ever reaches the file system.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from bestguess.web.html_pages import not_found
from bestguess.web.problems import problem
from bestguess.web.responses import matches_etag

_ENCODINGS = {"br": ".br", "gzip": ".gz"}
NOT_BUILT = "the page is not built: run 'make page' where bestguess comes from, or install a wheel"
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class StaticFile:
    """A file of the page, plain and compressed."""

    media_type: str
    cache_control: str
    data: bytes
    compressed: dict[str, bytes] = field(default_factory=dict)

    @cached_property
    def etags(self) -> dict[str | None, str]:
        """The ETag by encoding."""
        forms: dict[str | None, bytes] = {None: self.data}
        forms.update(self.compressed)
        return {encoding: f'"{hashlib.sha256(data).hexdigest()[:32]}"' for encoding, data in forms.items()}

    def response(self, request: Request) -> Response:
        """The file, compressed when *request* accepts that; 304 when the client has it."""
        accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
        encoding = next((name for name in self.compressed if name in accepted), None)
        data = self.data if encoding is None else self.compressed[encoding]
        headers = {"Cache-Control": self.cache_control, "Vary": "Accept-Encoding", "ETag": self.etags[encoding]}
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        if matches_etag(headers["ETag"], request.headers.get("if-none-match")):
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=self.media_type, headers=headers)


def accepted_encodings(header: str) -> set[str]:
    """The encodings that the Accept-Encoding *header* allows.

    >>> sorted(accepted_encodings("gzip, BR;q=0.5, zstd; q=0, deflate;q=0.0"))
    ['br', 'gzip']
    """
    parts = [part.replace(" ", "").lower().partition(";") for part in header.split(",")]
    return {name for name, _, quality in parts if not re.fullmatch(r"q=0(\.0*)?", quality)}


class StaticFiles:
    """The files in *folder* by URL path; `/` is index.html."""

    def __init__(self, folder: Path) -> None:
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()] if folder.is_dir() else []
        plain = [path for path in files if path.suffix not in _ENCODINGS.values()]
        self._files = {f"/{path.relative_to(folder).as_posix()}": _read_file(path, folder) for path in plain}
        if "/index.html" in self._files:
            self._files["/"] = self._files["/index.html"]

    def response(self, request: Request) -> Response:
        """The file at the path of *request*; 404 when there is none, 503 when the page is not built."""
        found = self._files.get(request.url.path)
        if found is not None:
            return found.response(request)
        if "/" not in self._files and request.url.path in ("/", "/index.html"):
            return problem(503, "busy", NOT_BUILT, {"Retry-After": "60"})
        return not_found(request)


def _read_file(path: Path, folder: Path) -> StaticFile:
    immutable = path.relative_to(folder).parts[0] == "assets"  # their names contain a hash of their content
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = {name: path.with_name(path.name + ending) for name, ending in _ENCODINGS.items()}
    data = path.read_bytes()
    compressed = {name: other.read_bytes() for name, other in packed.items() if other.is_file()}
    if not compressed and media_type.startswith("text/") and len(data) > 1_000:
        compressed = {"gzip": gzip.compress(data, mtime=0)}
    control = "public, max-age=31536000, immutable" if immutable else "no-cache"
    return StaticFile(media_type, control, data, compressed)
