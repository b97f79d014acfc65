"""Documents in files: one JSON object whose last member is the checksum of all bytes before it.

docs/certificates.md defines the formats of trees and certificates, which are such documents.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from bestguess.engine import default_memory_limit
from bestguess.errors import FileError, SizeError, not_json, printable

_TRAILER = ',"checksum":"sha256:{}"}}\n'
_BLOCK = 1 << 20  # bytes that are read in one step
_BYTES_IN_MEMORY = 30  # for each byte of a file, once it is read: an empty object takes 72 for 3


def document_text(document: dict[str, Any]) -> str:
    r"""*document* with its checksum, as it stands in a file.

    >>> document_text({"format": "example"})[:50]
    '{"format":"example","checksum":"sha256:1fd1a245054'
    """
    body = json.dumps(document, separators=(",", ":"), allow_nan=False)[:-1]
    return body + _TRAILER.format(hashlib.sha256(body.encode()).hexdigest())


def read_document(path: str | Path, form: str) -> dict[str, Any]:
    """The document at *path*, of the format called *form*, its checksum verified and left out; raises FileError."""
    content = _content(path)
    try:
        document = json.loads(content.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise FileError(printable(f"{path}: damaged, or not a file of bestguess: {not_json(error)}")) from error
    if not isinstance(document, dict) or document.get("format") != form:
        raise FileError(printable(f"{path}: expected a file of the format {form!r}"))
    version = document.get("format_version")
    if type(version) is not int or version != 2:
        raise FileError(printable(f"{path}: expected format version 2, got {version!r}"))
    if not _fits(content):
        raise FileError(printable(f"{path}: damaged: the checksum does not fit"))
    document.pop("checksum")
    return document


def _content(path: str | Path) -> bytes:
    most = default_memory_limit() // _BYTES_IN_MEMORY
    try:
        with Path(path).open("rb") as file:
            content = bytearray()
            while len(content) <= most and (block := file.read(_BLOCK)):
                content += block
    except OSError as error:
        raise FileError(printable(f"{path}: cannot be read: {error.strerror}")) from error
    if len(content) > most:
        raise SizeError(printable(f"{path}: expected a file of at most {most:,} bytes, which memory has room for"))
    return bytes(content)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member of an object is given twice")
    return members


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _fits(content: bytes) -> bool:
    """Whether *content* ends with the checksum of all that stands before it."""
    length = len(_TRAILER.format("0" * 64))
    return content[-length:].decode("latin-1") == _TRAILER.format(hashlib.sha256(content[:-length]).hexdigest())
