"""The built page, read once: nothing that a request says names a file."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from bestguess.web.answers import is_known
from bestguess.web.problems import problem

_ENCODINGS = {"br": ".br", "gzip": ".gz"}
_NOT_BUILT = "the page is not built: run 'make page' where bestguess comes from, or install a wheel"
_TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class Asset:
    """A file of the page, as it is and compressed."""

    media_type: str
    cache_control: str
    data: bytes
    compressed: dict[str, bytes] = field(default_factory=dict)

    @cached_property
    def tags(self) -> dict[str | None, str]:
        """The ETag by encoding."""
        forms: dict[str | None, bytes] = {None: self.data}
        forms.update(self.compressed)
        return {encoding: f'"{hashlib.sha256(data).hexdigest()[:32]}"' for encoding, data in forms.items()}

    def response(self, request: Request) -> Response:
        """The file for *request*, compressed when that is understood, or nothing when it is known."""
        accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
        encoding = next((name for name in self.compressed if name in accepted), None)
        data = self.data if encoding is None else self.compressed[encoding]
        headers = {"Cache-Control": self.cache_control, "Vary": "Accept-Encoding", "ETag": self.tags[encoding]}
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        if is_known(headers["ETag"], request.headers.get("if-none-match")):
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=self.media_type, headers=headers)


def accepted_encodings(header: str) -> set[str]:
    """The encodings that an Accept-Encoding *header* allows.

    >>> sorted(accepted_encodings("gzip, BR;q=0.5, zstd; q=0, deflate;q=0.0"))
    ['br', 'gzip']
    """
    parts = [part.replace(" ", "").lower().partition(";") for part in header.split(",")]
    return {name for name, _, quality in parts if not re.fullmatch(r"q=0(\.0*)?", quality)}


class Page:
    """The files in a *folder* by their paths; `/` is index.html."""

    def __init__(self, folder: Path) -> None:
        files = [path for path in sorted(folder.rglob("*")) if path.is_file()] if folder.is_dir() else []
        plain = [path for path in files if path.suffix not in _ENCODINGS.values()]
        self._assets = {f"/{path.relative_to(folder).as_posix()}": _asset(path, folder) for path in plain}
        if "/index.html" in self._assets:
            self._assets["/"] = self._assets["/index.html"]

    def response(self, request: Request) -> Response:
        """The file that *request* asks for; 404 for what is not there, 503 when nothing is built."""
        asset = self._assets.get(request.url.path)
        if asset is not None:
            return asset.response(request)
        if "/" not in self._assets and request.url.path in ("/", "/index.html"):
            return problem(503, "busy", _NOT_BUILT, {"Retry-After": "60"})
        return problem(404, "not-found", f"expected a path of this server, got {request.url.path[:100]!r}")


def _asset(path: Path, folder: Path) -> Asset:
    lasting = path.relative_to(folder).parts[0] == "assets"  # their names have a hash of what is in them
    media_type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    beside = {name: path.with_name(path.name + ending) for name, ending in _ENCODINGS.items()}
    data = path.read_bytes()
    compressed = {name: other.read_bytes() for name, other in beside.items() if other.is_file()}
    if not compressed and media_type.startswith("text/") and len(data) > 1_000:
        compressed = {"gzip": gzip.compress(data, mtime=0)}
    control = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return Asset(media_type, control, data, compressed)
